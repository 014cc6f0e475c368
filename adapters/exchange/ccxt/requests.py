"""An order in our words as the arguments of ccxt's `create_order`: amounts by string, never up.

A stop or target is a trigger market order of its own. It is never attached to an entry: where a
venue does not know attached protection, ccxt drops it without a word.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from adapters.exchange.ccxt.dialects import Dialect
from adapters.exchange.ccxt.markets import contract_size, exact, increment, kind_of
from core.domain.money import floor_to_step, plain
from core.domain.orders import OrderRequest
from core.errors import OrderDenied

_TRIGGERS = {"stop": "stopLossPrice", "take_profit": "takeProfitPrice"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What is sent: ccxt's arguments, in the venue's units."""

    symbol: str
    type: str
    side: str
    amount: str | int
    price: str | None
    params: dict[str, Any]


def asked(
    exchange: Any, dialect: Dialect, order: OrderRequest, reference: Decimal | None = None
) -> Asked:
    """The order as the venue wants it; OrderDenied where its own limits forbid it.

    `reference` is the present price, needed where a market order must name its worst (`cap`).
    """
    market = exchange.market(order.symbol)
    perpetual = kind_of(market) == "perpetual"
    if _buys_by_value(dialect, order, perpetual=perpetual):
        # What ccxt takes for the amount would be money there.
        raise OrderDenied("venue_no_market_buys", venue=exchange.name)
    amount = amount_of(exchange, market, order.quantity)
    price = _price(exchange, order.symbol, order.price)
    trigger = _price(exchange, order.symbol, order.trigger)
    closes = perpetual and order.reduce_only
    _check_value(market, order.quantity, order.price or order.trigger, closes=closes)
    client_id = dialect.client_id(order.client_order_id)
    params: dict[str, Any] = {"clientOrderId": client_id}
    if perpetual:
        params |= dialect.perpetual
        if order.reduce_only:
            params["reduceOnly"] = True
    if order.post_only:
        params["postOnly"] = True
    if order.type in _TRIGGERS:
        params |= {_TRIGGERS[order.type]: trigger}
        if perpetual:
            params |= _mark(dialect, order.type)
        if dialect.stop_id:
            params[dialect.stop_id] = client_id
    if order.type != "limit" and dialect.cap is not None:
        price = _price(exchange, order.symbol, order.trigger or reference)
        params["slippage"] = plain(dialect.cap)
    return Asked(
        symbol=order.symbol,
        type="limit" if order.type == "limit" else "market",
        side=order.side.lower(),
        amount=int(amount) if perpetual and dialect.whole else amount,
        price=price,
        params=params,
    )


def _buys_by_value(dialect: Dialect, order: OrderRequest, *, perpetual: bool) -> bool:
    market = order.type != "limit"
    return market and order.side == "BUY" and not perpetual and not dialect.spot_market_buys


def _mark(dialect: Dialect, kind: str) -> dict[str, Any]:
    """What makes a trigger look at the mark price; OKX has a name of its own for each kind."""
    other = "tp" if kind == "stop" else "sl"
    return {name: value for name, value in dialect.mark.items() if not name.startswith(other)}


def amount_of(exchange: Any, market: Mapping[str, Any], quantity: Decimal) -> str:
    """Base units in the venue's own, floored to its step; OrderDenied below its least or above.

    ccxt's own rounding has the last word on the form, and may not make it more.
    """
    size = contract_size(market)
    units = quantity / size
    step = increment((market.get("precision") or {}).get("amount"), exchange.precisionMode)
    floored = floor_to_step(units, step) if step is not None else units
    limits = (market.get("limits") or {}).get("amount") or {}
    least, most = exact(limits.get("min")), exact(limits.get("max"))
    if floored <= 0 or (least is not None and floored < least):
        raise OrderDenied(
            "venue_least_quantity",
            symbol=market["symbol"],
            quantity=quantity,
            minimum=max(least or Decimal(0), step or Decimal(0)) * size,
            currency=market["base"],
        )
    if most is not None and floored > most:
        raise OrderDenied(
            "venue_most_quantity",
            symbol=market["symbol"],
            maximum=most * size,
            currency=market["base"],
        )
    text = str(exchange.amount_to_precision(market["symbol"], plain(floored)))
    if Decimal(text) > units:
        raise OrderDenied("venue_not_supported", venue=exchange.name)
    return text


def _check_value(
    market: Mapping[str, Any], quantity: Decimal, price: Decimal | None, *, closes: bool
) -> None:
    """OrderDenied below the venue's least value, as far as a price is known; a close is exempt."""
    least = exact(((market.get("limits") or {}).get("cost") or {}).get("min"))
    if closes or least is None or price is None or quantity * price >= least:
        return
    raise OrderDenied(
        "venue_min_notional",
        symbol=market["symbol"],
        minimum=least,
        value=quantity * price,
        currency=market["quote"],
    )


def _price(exchange: Any, symbol: str, price: Decimal | None) -> str | None:
    return None if price is None else str(exchange.price_to_precision(symbol, plain(price)))
