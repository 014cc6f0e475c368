"""The risk checks of a change to a resting order that opens: it is held to what a new one is.

Otherwise a small order that rests would be the way around every limit.
"""

from datetime import datetime
from decimal import Decimal

from core.domain.conversation import Lang
from core.domain.market import Instrument, Quote
from core.domain.positions import AccountView
from core.domain.records import ExchangeAccount
from core.domain.risk import TradingLimits, is_large
from core.ports import Records
from core.trading.checks import check_trading_state
from core.trading.halt import opens
from core.trading.limits import check_limits
from core.trading.order_change import ChangePlan
from core.trading.order_plan import OrderPlan
from core.trading.resting import Resting


async def check_change(
    resting: Resting,
    change: ChangePlan,
    instrument: Instrument,
    quote: Quote,
    account: ExchangeAccount,
    view: AccountView,
    *,
    records: Records,
    now: datetime,
    lang: Lang,
    limits: TradingLimits,
) -> bool:
    """Whether the changed order asks for a second press; OrderDenied where it is beyond a limit.

    What protects or closes is never held up, nor is a change that only makes the order smaller.
    """
    order = resting.order
    quantity = change.quantity or order.quantity
    smaller = change.price is None and change.trigger is None and quantity < order.quantity
    if resting.protects or smaller or not opens(order, view):
        return False
    check_trading_state(account.trading_state, closes=False)
    plan = _as_new(resting, change, quantity, instrument, quote, account, now)
    await check_limits(
        plan,
        account,
        view,
        records=records,
        now=now,
        lang=lang,
        default_zone=limits.timezone,
        key=order.client_order_id,
        trader_id=resting.row.trader_id if resting.row is not None else "",
    )
    return is_large(plan.quantity * plan.price, view.equity, limits)


def _as_new(
    resting: Resting,
    change: ChangePlan,
    quantity: Decimal,
    instrument: Instrument,
    quote: Quote,
    account: ExchangeAccount,
    now: datetime,
) -> OrderPlan:
    """The order as it would be, as if it were placed now; it costs what its limits count.

    Of an order that is not ours the leverage is not known: its whole value counts as margin.
    """
    order, row = resting.order, resting.row
    limit, trigger = change.price or order.price, change.trigger or order.trigger
    buys, perpetual = order.side == "BUY", instrument.kind == "perpetual"
    return OrderPlan(
        action=("open_long" if buys else "open_short") if perpetual else "buy",
        symbol=order.symbol,
        base=instrument.base,
        quote=instrument.quote,
        side=order.side,
        quantity=quantity - order.filled,
        leverage=((row.leverage if row else None) or 1) if perpetual else None,
        reduce_only=False,
        opens=True,
        amount=quantity,
        unit="base",
        price=limit or trigger or quote.mark,
        cost=Decimal(0),
        taker=instrument.taker,
        simulated=quote.simulated,
        expires_at=now,
        exchange_account_id=account.id,
        type=order.type,
        mark=quote.mark,
        limit_price=limit,
        trigger=trigger,
        stop=row.stop if row else None,
        target=row.target if row else None,
    )
