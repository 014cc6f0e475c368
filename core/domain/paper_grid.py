"""What a market takes of sizes and prices, whatever the account has."""

from decimal import ROUND_CEILING, Decimal

from core.domain.market import Instrument
from core.domain.money import ZERO, plain
from core.domain.orders import OrderRequest
from core.domain.paper import MONEY
from core.domain.paper_trade import Refused

# Far above any real order, and far below where 28 digits stop being exact to 1e-8.
MOST_NOTIONAL = Decimal(10) ** 12
MOST_PRICE = Decimal(10) ** 9


def smallest_order(instrument: Instrument, price: Decimal) -> Decimal:
    """The least quantity that the market takes at this price: on step, and worth its minimum."""
    steps = (instrument.min_notional / price / instrument.step).to_integral_value(ROUND_CEILING)
    return max(steps * instrument.step, instrument.min_quantity)


def malformed(instrument: Instrument, order: OrderRequest) -> Refused | None:
    """Why no such order can be at all: its money, a missing price, or one off the grid."""
    if instrument.quote != MONEY:
        other = {"symbol": instrument.symbol, "currency": instrument.quote, "money": MONEY}
        return Refused(reason="venue_other_money", params=other)
    needed = {"market": None, "limit": order.price}.get(order.type, order.trigger)
    if order.type == "market":
        return None
    if needed is None:
        key = "venue_needs_price" if order.type == "limit" else "venue_needs_trigger"
        return Refused(reason=key, params={"symbol": instrument.symbol})
    if needed > MOST_PRICE:
        most = {
            "symbol": instrument.symbol,
            "price": plain(needed),
            "most": plain(MOST_PRICE),
            "currency": instrument.quote,
        }
        return Refused(reason="venue_price_too_high", params=most)
    if needed <= 0 or needed % instrument.tick:
        steps = max((needed / instrument.tick).to_integral_value(), Decimal(1))
        grid = {
            "symbol": instrument.symbol,
            "price": plain(needed),
            "tick": plain(instrument.tick),
            "near": plain(steps * instrument.tick),
        }
        return Refused(reason="venue_off_tick", params=grid)
    return None


def off_size(
    instrument: Instrument,
    order: OrderRequest,
    quantity: Decimal,
    price: Decimal,
    *,
    closes_all: bool,
) -> Refused | None:
    """Why the market takes no order of this size: minimums and the most there is.

    What closes a position may be worth less than the minimum, and all of it smaller than any order.
    """
    notional = quantity * price
    if quantity < instrument.min_quantity and not (closes_all and quantity > ZERO):
        smallest = smallest_order(instrument, price)
        params = {
            "symbol": instrument.symbol,
            "quantity": plain(order.quantity),
            "minimum": plain(smallest),
            "currency": instrument.base,
            "value": plain(smallest * price),
            "quote": instrument.quote,
        }
        return Refused(reason="venue_min_quantity", params=params)
    if notional < instrument.min_notional and not order.reduce_only:
        params = {
            "symbol": instrument.symbol,
            "value": plain(notional),
            "minimum": plain(instrument.min_notional),
            "currency": instrument.quote,
        }
        return Refused(reason="venue_min_notional", params=params)
    if notional > MOST_NOTIONAL:
        params = {
            "symbol": instrument.symbol,
            "most": plain(MOST_NOTIONAL),
            "currency": instrument.quote,
        }
        return Refused(reason="venue_too_large", params=params)
    return None
