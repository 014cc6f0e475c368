"""Stops and targets after a part of what they protect was sold: brought to what is left.

A venue that does so by itself needs nothing. One order at a time, the new one in place before the
old one goes where it cannot be changed; what could not be adjusted is said.
"""

from decimal import Decimal
from typing import Any

from core.domain.money import ZERO
from core.domain.records import ExchangeAccount, OrderRow, Update, Write
from core.errors import OrderDenied, VenueError
from core.ports import Clock, Exchange, Records
from core.trading.cancelling import cancel_one
from core.trading.figures import figure
from core.trading.order_change import ChangePlan, carry_out
from core.trading.resting import Resting, resting_orders

Adjusted = tuple[list[dict[str, Any]], tuple[Write, ...]]


async def shrink_protection(
    order: OrderRow,
    account: ExchangeAccount,
    *,
    records: Records,
    exchange: Exchange,
    clock: Clock,
) -> Adjusted:
    """What the fill of `order`, which closed or sold, makes of the protection of its market.

    As {what, trigger, quantity} for each that changed, with our rows; nothing is raised.
    """
    told: list[dict[str, Any]] = []
    writes: list[Write] = []
    try:
        left = await _left(order, exchange)
        resting = await resting_orders(account, records=records, exchange=exchange)
    except VenueError:
        return told, ()
    mine = [one for one in resting if one.protects and one.order.symbol == order.symbol]
    for number, one in enumerate(mine):
        if one.order.side != order.side:
            continue
        if one.order.quantity <= left:
            writes.extend(_as_it_rests(one))
            continue
        key = f"{order.client_order_id}{number}"
        what, rows = await _brought_to(one, left, key, account, records, exchange, clock)
        told.append({"what": what, "trigger": figure(one.order.trigger), "quantity": figure(left)})
        writes.extend(rows)
    return told, tuple(writes)


async def _left(order: OrderRow, exchange: Exchange) -> Decimal:
    """What is held of the order's market now."""
    view = await exchange.account(order.exchange_account_id)
    if ":" in order.symbol:
        return next((one.quantity for one in view.positions if one.symbol == order.symbol), ZERO)
    base = order.symbol.partition("/")[0]
    return next((one.total for one in view.balances if one.currency == base), ZERO)


async def _brought_to(
    one: Resting,
    left: Decimal,
    key: str,
    account: ExchangeAccount,
    records: Records,
    exchange: Exchange,
    clock: Clock,
) -> tuple[str, tuple[Write, ...]]:
    if not left:
        data, rows = await cancel_one(account.id, one, exchange=exchange, clock=clock)
        return "leg_cancelled" if data["outcome"] == "cancelled" else "leg_not_adjusted", rows
    plan = ChangePlan(
        exchange_account_id=account.id, order_id=one.id, symbol=one.order.symbol, quantity=left
    )
    try:
        changed = await carry_out(
            plan, key, account, records=records, exchange=exchange, clock=clock
        )
    except (OrderDenied, VenueError):
        return "leg_not_adjusted", ()
    return "leg_shrunk", changed.writes


def _as_it_rests(one: Resting) -> tuple[Write, ...]:
    """Our row where the venue has brought the order to another quantity by itself."""
    if one.row is None or one.row.quantity == one.order.quantity:
        return ()
    where = {"client_order_id": one.row.client_order_id}
    values = {"quantity": one.order.quantity}
    return (Update(kind=OrderRow, where=where, set=values, required=False),)
