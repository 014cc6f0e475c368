"""Positions of our book that the venue has no more, since they were closed by other means.

What our own orders bought less what they sold is what should be there. Where a live venue has
nothing, the person may have it marked closed: an order row says so, and its figures stay unknown.
"""

from datetime import datetime
from decimal import Decimal

from core.domain.money import ZERO
from core.domain.positions import AccountView
from core.domain.records import ExchangeAccount, OrderRow, Query
from core.errors import PersonError
from core.ports import Exchange, Records


async def missing_of(
    symbol: str, account: ExchangeAccount, view: AccountView, records: Records
) -> Decimal:
    """What our orders hold of the market (below zero: a short) and the venue has nothing of.

    Zero where both agree that something or nothing is there, and on paper, whose venue is ours.
    """
    if account.mode == "paper" or _is_held(symbol, view):
        return ZERO
    where = {"exchange_account_id": account.id, "symbol": symbol}
    orders = await records.find(Query(kind=OrderRow, where=where))
    return sum((one.filled if one.side == "BUY" else -one.filled for one in orders), ZERO)


async def closed_elsewhere(
    symbol: str,
    account: ExchangeAccount,
    conversation_id: str,
    *,
    order_id: str,
    records: Records,
    exchange: Exchange,
    now: datetime,
    simulated: bool,
) -> OrderRow:
    """The row that closes it in our book; PersonError where there is nothing to mark."""
    missing = await missing_of(symbol, account, await exchange.account(account.id), records)
    if not missing:
        raise PersonError("nothing_to_mark", symbol=symbol)
    perpetual = ":" in symbol
    return OrderRow(
        client_order_id=order_id,
        account_id=account.account_id,
        exchange_account_id=account.id,
        workflow_id="",
        step_id="",
        run_id="",
        venue=account.venue,
        mode=account.mode,
        symbol=symbol,
        action=("close_long" if missing > 0 else "close_short") if perpetual else "sell",
        side="SELL" if missing > 0 else "BUY",
        type="MARKET",
        quantity=abs(missing),
        leverage=None,
        reduce_only=perpetual,
        amount=abs(missing),
        unit="base",
        quoted_price=ZERO,
        status="FILLED",
        created_at=now,
        updated_at=now,
        filled=abs(missing),
        told=abs(missing),
        reason="closed_elsewhere",
        simulated=simulated,
        conversation_id=conversation_id,
    )


def _is_held(symbol: str, view: AccountView) -> bool:
    if ":" in symbol:
        return any(one.symbol == symbol and one.quantity for one in view.positions)
    base = symbol.partition("/")[0]
    return any(one.currency == base and one.total for one in view.balances)
