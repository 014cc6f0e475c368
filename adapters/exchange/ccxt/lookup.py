"""Finding an order by our own id: where it may be, and when its absence is proven.

Venues list an order late, so one "not found" proves nothing, and a request that is still on its way
may yet arrive. Absence is proven by two answers some seconds apart, both after the last moment at
which the venue could have taken the request.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from adapters.exchange.ccxt.client import CALL_S, CallFailed, Client
from adapters.exchange.ccxt.dialects import CLIENT_ID, Dialect, Lookup
from adapters.exchange.ccxt.markets import exact, kind_of
from adapters.exchange.ccxt.reports import trigger_of
from core.domain.money import ZERO
from core.domain.orders import OrderRef
from core.errors import OutcomeUnknown, VenueError
from core.ports import Clock

PREPARED_S = 20.0
"""How long after an order was stored its request may at latest be begun."""
SKEW_S = 5.0
BETWEEN_S = 3.0
REMEMBERED = timedelta(days=2)
"""How far back every venue still knows an order that did nothing."""
_RECENT = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """An order as the venue has it; `trigger`: it stands among the trigger orders there."""

    order: Mapping[str, Any]
    trigger: bool


def last_moment(sent_at: datetime, dialect: Dialect) -> datetime:
    """After this the venue no longer takes a request for an order that was stored at `sent_at`."""
    return sent_at + timedelta(seconds=PREPARED_S + CALL_S + dialect.expiry_s + SKEW_S)


async def find(client: Client, dialect: Dialect, ref: OrderRef, clock: Clock) -> Found | None:
    """The order; None when it certainly never arrived, OutcomeUnknown while that cannot be told."""
    found = await look(client, dialect, ref)
    if found is not None:
        return found
    now = clock.now()
    if ref.venue_order_id or now - ref.sent_at > REMEMBERED:
        raise OutcomeUnknown(f"{client.venue.id} no longer lists {ref.client_order_id}")
    if now <= last_moment(ref.sent_at, dialect):
        raise OutcomeUnknown(f"{ref.client_order_id} may still arrive at {client.venue.id}")
    await clock.sleep(BETWEEN_S)
    return await look(client, dialect, ref)


async def look(client: Client, dialect: Dialect, ref: OrderRef) -> Found | None:
    """One look wherever the order may be; OutcomeUnknown when one of the places does not answer."""
    try:
        found = await _listed(client, dialect, ref)
        if found is not None:
            return found
        trades = await _among_trades(client, dialect, ref)
        if not trades:
            return None
        # It may have come between the two reads: then it is listed now.
        return await _listed(client, dialect, ref) or _of_trades(trades, ref, dialect)
    except OutcomeUnknown:
        raise
    except VenueError as error:
        raise OutcomeUnknown(str(error)) from None


async def _listed(client: Client, dialect: Dialect, ref: OrderRef) -> Found | None:
    for place in (_by_id, _among_open, _among_recent):
        found = await place(client, dialect, ref)
        if found is not None:
            return await _followed(client, found)
    return None


async def _by_id(client: Client, dialect: Dialect, ref: OrderRef) -> Found | None:
    kind = kind_of(client.exchange.market(ref.symbol)) or "spot"
    client_id = dialect.client_id(ref.client_order_id)
    for lookup in dialect.lookups[kind]:
        method, params = _filled_in(lookup, client_id)
        try:
            if method == "fetch_order":
                answer = [await client.read(method, client_id, ref.symbol, params)]
            else:
                answer = await client.read(method, ref.symbol, None, None, params)
        except CallFailed as failed:
            if failed.verdict.meaning == "missing":
                continue
            raise
        found = _own(answer, client_id)
        if found is not None:
            trigger = bool(params.get("trigger")) or trigger_of(found) is not None
            return Found(order=found, trigger=trigger)
    return None


async def _among_open(client: Client, dialect: Dialect, ref: OrderRef) -> Found | None:
    client_id = dialect.client_id(ref.client_order_id)
    for params in dialect.open_orders:
        if not _concerns(client, ref.symbol, params):
            continue
        answer = await client.read("fetch_open_orders", ref.symbol, None, None, dict(params))
        found = _own(answer, client_id)
        if found is not None:
            return Found(order=found, trigger=bool(params.get("trigger")))
    return None


async def _among_recent(client: Client, dialect: Dialect, ref: OrderRef) -> Found | None:
    """Among the orders since it was sent, where the venue lists closed ones."""
    has = client.exchange.has
    names = (
        ("fetchOrders", "fetch_orders"),
        (
            "fetchCanceledAndClosedOrders",
            "fetch_canceled_and_closed_orders",
        ),
    )
    method = next((ours for theirs, ours in names if has.get(theirs) is True), None)
    if method is None:
        return None
    since = int((ref.sent_at - timedelta(seconds=SKEW_S)).timestamp() * 1000)
    answer = await client.read(method, ref.symbol, since, _RECENT)
    found = _own(answer, dialect.client_id(ref.client_order_id))
    return Found(order=found, trigger=False) if found is not None else None


async def _among_trades(client: Client, dialect: Dialect, ref: OrderRef) -> list[Mapping[str, Any]]:
    """What was traded for it since it was sent: a venue lists trades for longer than orders.

    By the venue's number of the order, or by its client id where trades tell one; empty where they
    can tell neither.
    """
    client_id = dialect.client_id(ref.client_order_id)
    number = ref.venue_order_id
    if not number and not dialect.trade_client_id:
        return []
    since = int((ref.sent_at - timedelta(seconds=SKEW_S)).timestamp() * 1000)
    params = {dialect.trade_filter: number} if number and dialect.trade_filter else {}
    answer = await client.read("fetch_my_trades", ref.symbol, since, _RECENT, params)
    own = {
        str(one.get("id")): one
        for one in answer
        if (number and str(one.get("order") or "") == number)
        or _raw(one).get(dialect.trade_client_id) == client_id
    }
    return list(own.values())


def _of_trades(trades: Sequence[Mapping[str, Any]], ref: OrderRef, dialect: Dialect) -> Found:
    """An order of which only its trades are left: it ended, with what they add up to."""
    filled = sum((exact(one.get("amount")) or ZERO for one in trades), ZERO)
    return Found(
        order={
            "id": str(trades[0].get("order") or ref.venue_order_id),
            "clientOrderId": dialect.client_id(ref.client_order_id),
            "symbol": ref.symbol,
            "side": trades[0].get("side"),
            "status": "closed",
            "filled": filled,
            "trades": trades,
        },
        trigger=False,
    )


def _raw(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    info = answer.get("info")
    return info if isinstance(info, Mapping) else {}


async def _followed(client: Client, found: Found) -> Found:
    """A trigger order that went off, as the order that it became: its fills are that one's.

    Binance names it `actualOrderId`, OKX `ordId`.
    """
    info = found.order.get("info") or {}
    became = str(info.get("actualOrderId") or (found.trigger and info.get("ordId")) or "")
    if not found.trigger or not became.strip("0") or became == str(found.order.get("id")):
        return found
    order = await client.read("fetch_order", became, found.order["symbol"])
    kept = ("triggerPrice", "stopLossPrice", "takeProfitPrice", "reduceOnly")
    return Found(
        order={**order, **{name: found.order.get(name) for name in kept}}, trigger=found.trigger
    )


def _own(orders: list[Mapping[str, Any]], client_id: str) -> Mapping[str, Any] | None:
    return next((one for one in orders if client_id in _ids(one)), None)


def _ids(order: Mapping[str, Any]) -> set[str]:
    """Every name of ours that the venue gives it: trigger orders have one of their own."""
    raw = _raw(order)
    names = (order.get("clientOrderId"), raw.get("algoClOrdId"), raw.get("text"), raw.get("cloid"))
    return {str(one) for one in names if one}


def _filled_in(lookup: Lookup, client_id: str) -> tuple[str, dict[str, Any]]:
    method, params = lookup
    return method, {key: client_id if one == CLIENT_ID else one for key, one in params.items()}


def _concerns(client: Client, symbol: str, params: Mapping[str, Any]) -> bool:
    """Whether a list of open orders may hold one of this market."""
    kind = kind_of(client.exchange.market(symbol))
    return params.get("type") in (None, "spot" if kind == "spot" else "swap")
