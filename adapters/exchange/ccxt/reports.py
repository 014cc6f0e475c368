"""What a venue says of orders and trades, in our words and units."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from adapters.exchange.ccxt.dialects import Dialect
from adapters.exchange.ccxt.markets import contract_size, exact
from core.domain.money import ZERO, total
from core.domain.orders import (
    Fill,
    OpenOrder,
    OrderReport,
    OrderRequest,
    OrderStatus,
    OrderType,
    Side,
)

_STATUS: Mapping[str, OrderStatus] = {
    "canceled": "CANCELED",
    "cancelled": "CANCELED",
    "canceling": "CANCELED",
    "expired": "EXPIRED",
    "expired_in_match": "EXPIRED",
    "rejected": "REJECTED",
}


def report_of(
    ours: str,
    order: Mapping[str, Any],
    trades: Sequence[Mapping[str, Any]],
    market: Mapping[str, Any],
    dialect: Dialect,
    *,
    account: str,
) -> OrderReport:
    """The order with its fills; fee and gain are None while its trades do not add up to it."""
    size = contract_size(market)
    filled = (exact(order.get("filled")) or ZERO) * size
    fills = tuple(
        _fill(ours, one, market, dialect, account=account)
        for one in sorted(trades, key=lambda one: one.get("timestamp") or 0)
    )
    complete = sum((one.quantity for one in fills), ZERO) == filled
    value = sum((one.quantity * one.price for one in fills), ZERO)
    average = exact(order.get("average"))
    if filled and complete:
        average = value / filled
    gains = [one.realized_pnl for one in fills if one.realized_pnl is not None]
    return OrderReport(
        client_order_id=ours,
        venue_order_id=str(order.get("id") or ""),
        status=status_of(order),
        filled=filled,
        average_price=average if filled else None,
        fee=total(one.fee for one in fills) if complete else None,
        realized_pnl=sum(gains, ZERO) if gains and complete else None,
        fills=fills if complete else (),
    )


def status_of(order: Mapping[str, Any]) -> OrderStatus:
    """Where the order stands; SUBMITTED where the venue only took it."""
    said = str(order.get("status") or "")
    if said in _STATUS:
        return _STATUS[said]
    filled, amount = exact(order.get("filled")) or ZERO, exact(order.get("amount"))
    if said == "closed":
        # An order that ended with something left was taken off the book.
        return "CANCELED" if amount is not None and filled < amount else "FILLED"
    if filled > 0:
        return "PARTIALLY_FILLED"
    return "ACCEPTED" if said == "open" else "SUBMITTED"


def rejected(order: OrderRequest, reason: str, params: Mapping[str, str]) -> OrderReport:
    """A refusal: nothing was placed."""
    return OrderReport(
        client_order_id=order.client_order_id,
        venue_order_id="",
        status="REJECTED",
        filled=ZERO,
        average_price=None,
        fee=ZERO,
        realized_pnl=None,
        fills=(),
        reason=reason,
        params=dict(params),
    )


def open_order(order: Mapping[str, Any], market: Mapping[str, Any], ours: str) -> OpenOrder | None:
    """A resting order; None for what states no quantity or side (a whole position's own stop)."""
    size = contract_size(market)
    amount, side = exact(order.get("amount")), str(order.get("side") or "").upper()
    if amount is None or side not in ("BUY", "SELL"):
        return None
    return OpenOrder(
        venue_order_id=str(order.get("id") or ""),
        client_order_id=ours,
        symbol=str(order["symbol"]),
        side="BUY" if side == "BUY" else "SELL",
        type=type_of(order),
        quantity=amount * size,
        filled=(exact(order.get("filled")) or ZERO) * size,
        price=exact(order.get("price")) or None,
        trigger=trigger_of(order),
        reduce_only=bool(order.get("reduceOnly")),
        created_at=moment(order.get("timestamp")),
    )


def type_of(order: Mapping[str, Any]) -> OrderType:
    """What kind of order it is: a trigger above or below the market tells a target from a stop."""
    if trigger_of(order) is None:
        return "market" if order.get("type") == "market" else "limit"
    info = order.get("info") or {}
    named = f"{order.get('type')} {info.get('type')} {info.get('orderType')} {info.get('tpsl')}"
    if exact(order.get("takeProfitPrice")) or "take" in named.lower() or " tp" in named:
        return "take_profit"
    # Bybit names only the direction: 1 is a rising price, which is a gain for a sell.
    rising = str(info.get("triggerDirection") or "")
    if rising in ("1", "2"):
        return "take_profit" if (rising == "1") == (order.get("side") == "sell") else "stop"
    return "stop"


def trigger_of(order: Mapping[str, Any]) -> Decimal | None:
    """The price that sets the order off; None for one that needs none."""
    for name in ("triggerPrice", "stopLossPrice", "takeProfitPrice"):
        price = exact(order.get(name))
        if price:
            return price
    return None


def moment(milliseconds: object) -> datetime:
    """Aware UTC; the epoch where the venue tells no time."""
    return datetime.fromtimestamp(float(exact(milliseconds) or 0) / 1000, UTC)


def of_order(trades: Iterable[Mapping[str, Any]], venue_order_id: str) -> list[Mapping[str, Any]]:
    """The trades of this order, each once."""
    own = {
        str(one.get("id")): one for one in trades if str(one.get("order") or "") == venue_order_id
    }
    return list(own.values())


def _fill(
    ours: str,
    trade: Mapping[str, Any],
    market: Mapping[str, Any],
    dialect: Dialect,
    *,
    account: str,
) -> Fill:
    size = contract_size(market)
    price = exact(trade.get("price")) or ZERO
    side: Side = "BUY" if trade.get("side") == "buy" else "SELL"
    return Fill(
        # A trade's number is its market's own, and two accounts here may be both its sides.
        fill_id=f"{account}:{market['symbol']}:{trade.get('id')}",
        client_order_id=ours,
        symbol=str(market["symbol"]),
        side=side,
        quantity=(exact(trade.get("amount")) or ZERO) * size,
        price=price,
        fee=_fee(trade, market, price),
        realized_pnl=_gain(trade, dialect),
        at=moment(trade.get("timestamp")),
        maker=trade.get("takerOrMaker") == "maker",
    )


def _fee(trade: Mapping[str, Any], market: Mapping[str, Any], price: Decimal) -> Decimal | None:
    """In the quote currency: a fee in the base at this price; None in any other coin."""
    fees = trade.get("fees") or ([trade["fee"]] if trade.get("fee") else [])
    amounts: list[Decimal | None] = []
    for one in fees:
        cost = exact(one.get("cost"))
        if cost is None:
            amounts.append(None)
        elif one.get("currency") == market["quote"]:
            amounts.append(cost)
        else:
            amounts.append(cost * price if one.get("currency") == market["base"] else None)
    return total(amounts) if amounts else None


def _gain(trade: Mapping[str, Any], dialect: Dialect) -> Decimal | None:
    """What the trade realised; venues say zero of one that closed nothing."""
    said = exact((trade.get("info") or {}).get(dialect.pnl)) if dialect.pnl else None
    return said or None
