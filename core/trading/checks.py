"""The risk checks of an order: before its card, and again when it is placed (DESIGN 7).

What cannot be read is no: the caller's reads raise before any of these is asked.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from core.domain.conversation import Lang
from core.domain.market import Quote
from core.domain.money import ZERO
from core.domain.orders import OPEN_STATUSES
from core.domain.positions import AccountView
from core.domain.records import OrderRow, TradingState
from core.domain.risk import TradingLimits, allows, is_fresh
from core.errors import OrderDenied
from core.trading.figures import cents_down, cents_up
from core.trading.order_plan import OrderPlan
from core.trading.request import OPENING
from core.views.account_view import holding_text
from core.views.words import say


def check_freshness(quote: Quote, now: datetime, limits: TradingLimits) -> None:
    """OrderDenied for a price too old to place an order at."""
    if not is_fresh(quote.at, now, limits):
        raise OrderDenied(
            "price_too_old",
            symbol=quote.symbol,
            age=int((now - quote.at).total_seconds()),
            limit=int(limits.max_quote_age_s),
        )


def check_trading_state(state: TradingState, *, closes: bool) -> None:
    """OrderDenied for an order that opens while the account only closes."""
    if not allows(state, closes=closes):
        raise OrderDenied(f"trading_{state.lower()}")


def check_account(
    plan: OrderPlan, view: AccountView, pending: Sequence[OrderRow], lang: Lang
) -> None:
    """OrderDenied if the account, less what orders on their way will take, no longer allows it."""
    if plan.opens:
        _check_funds(plan, view, pending)
        _check_position(plan, view)
    else:
        _check_holding(plan, view, pending, lang)


def _check_funds(plan: OrderPlan, view: AccountView, pending: Sequence[OrderRow]) -> None:
    free = _free(view, plan.quote)
    reserved = sum((_reserved(order, plan.taker) for order in pending), ZERO)
    if plan.cost > free - reserved:
        raise OrderDenied(
            "funds_reserved" if reserved else "insufficient_funds",
            needed=cents_up(plan.cost),
            free=cents_down(free),
            reserved=cents_up(reserved),
            currency=plan.quote,
        )


def _reserved(order: OrderRow, taker: Decimal) -> Decimal:
    """What an order on its way will take from the free quote balance.

    Of one that the venue has it is taken there already.
    """
    if order.status in OPEN_STATUSES or order.action not in OPENING:
        return ZERO
    value = order.quantity * order.quoted_price
    return value / (order.leverage or 1) + value * taker


def _check_position(plan: OrderPlan, view: AccountView) -> None:
    """What opens must still meet no position, or the one its card counted on."""
    if plan.leverage is None:
        return
    side = "LONG" if plan.side == "BUY" else "SHORT"
    held = next((p for p in view.positions if p.symbol == plan.symbol), None)
    if held is not None and (held.side != side or held.leverage != plan.leverage):
        raise OrderDenied("position_changed", symbol=plan.symbol)


def _check_holding(
    plan: OrderPlan, view: AccountView, pending: Sequence[OrderRow], lang: Lang
) -> None:
    """What is sold must be free; a position may have shrunk, since the venue clamps a close."""
    if plan.reduce_only:
        side = "SHORT" if plan.side == "BUY" else "LONG"
        enough = any(p.symbol == plan.symbol and p.side == side for p in view.positions)
    else:
        sold = sum((o.quantity for o in pending if _sells(o, plan.symbol)), ZERO)
        enough = _free(view, plan.base) - sold >= plan.quantity
    if not enough:
        held = [holding_text(p.symbol, p.kind, p.side, p.quantity) for p in view.positions]
        raise OrderDenied("holding_changed", held=held or say(lang, "nothing"))


def _sells(order: OrderRow, symbol: str) -> bool:
    """Whether an order on its way will take coins; a stop or target takes none before it fills."""
    on_its_way = order.leg == "entry" and order.status not in OPEN_STATUSES
    return on_its_way and order.action == "sell" and order.symbol == symbol


def _free(view: AccountView, currency: str) -> Decimal:
    return next((one.free for one in view.balances if one.currency == currency), ZERO)
