"""From the first answer to an order to what became of it: its present state and its trades."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

from adapters.exchange.ccxt.client import Client
from adapters.exchange.ccxt.dialects import Dialect
from adapters.exchange.ccxt.lookup import SKEW_S, Found, look
from adapters.exchange.ccxt.markets import exact
from adapters.exchange.ccxt.reports import of_order, report_of, status_of
from core.domain.money import ZERO
from core.domain.orders import CLOSED_STATUSES, OrderRef, OrderReport
from core.errors import VenueError
from core.ports import Clock

_PAUSES_S = (0.2, 0.5, 1.0)
"""A market order is done within moments; what is not by then is watched like one that rests."""
_MOST_TRADES = 500


async def settled(
    client: Client, dialect: Dialect, ref: OrderRef, found: Found, clock: Clock
) -> Found:
    """The order a moment after it was taken; as it was answered where it cannot be read again.

    The venue has it, so that a failed read leaves no doubt about its arrival.
    """
    resting = not found.trigger and found.order.get("type") == "limit"
    if status_of(found.order) in CLOSED_STATUSES or (
        (found.trigger or resting) and found.order.get("status") == "open"
    ):
        return found
    latest = found
    for pause in _PAUSES_S:
        await clock.sleep(pause)
        try:
            seen = await look(client, dialect, ref)
        except VenueError:
            break
        latest = seen or latest
        status = status_of(latest.order)
        if status in CLOSED_STATUSES or latest.trigger or resting:
            break
    return latest


async def with_trades(
    client: Client, dialect: Dialect, ref: OrderRef, found: Found, *, account: str
) -> OrderReport:
    """The report of an order with its fills; without them where they cannot be read yet."""
    market = client.exchange.market(ref.symbol)
    trades: Sequence[Mapping[str, Any]] = ()
    filled = exact(found.order.get("filled")) or ZERO
    if filled:
        trades = _own(found)
        if _sum(trades) != filled:
            trades = await _trades(client, dialect, ref, found)
    return report_of(ref.client_order_id, found.order, trades, market, dialect, account=account)


def _own(found: Found) -> Sequence[Mapping[str, Any]]:
    """The trades that came with the order itself, where it says them with their numbers."""
    trades = found.order.get("trades") or []
    return [one for one in trades if one.get("id")]


def _sum(trades: Sequence[Mapping[str, Any]]) -> Decimal:
    return sum((exact(one.get("amount")) or ZERO for one in trades), ZERO)


async def _trades(
    client: Client, dialect: Dialect, ref: OrderRef, found: Found
) -> Sequence[Mapping[str, Any]]:
    order_id = str(found.order.get("id") or "")
    if not order_id:
        return ()
    since = int((ref.sent_at - timedelta(seconds=SKEW_S)).timestamp() * 1000)
    params = {dialect.trade_filter: order_id} if dialect.trade_filter else {}
    try:
        if params:
            answer = await client.read("fetch_my_trades", ref.symbol, None, _MOST_TRADES, params)
        else:
            answer = await client.read("fetch_my_trades", ref.symbol, since, _MOST_TRADES)
    except VenueError:
        return ()
    return of_order(answer, order_id)
