"""A market order on a paper book at a given price: the outcome, and the venue's answer to it.

The whole order is judged before any of it is booked. The price is an argument: which one an order
gets is core.domain.paper_price's business.
"""

from datetime import datetime
from decimal import ROUND_CEILING, Decimal

from core.domain.market import Instrument
from core.domain.money import ZERO, floor_to_step, plain
from core.domain.orders import Fill, OrderReport, OrderRequest
from core.domain.paper import PaperBook
from core.domain.paper_perpetual import trade_perpetual
from core.domain.paper_spot import trade_spot
from core.domain.paper_trade import Filled, Refused, Trade

# Far above any real order, and far below where 28 digits stop being exact to 1e-8.
MOST_NOTIONAL = Decimal(10) ** 12


def fill_order(
    book: PaperBook,
    instrument: Instrument,
    order: OrderRequest,
    *,
    price: Decimal,
    mark: Decimal,
    at: datetime,
) -> Filled | Refused:
    """What the order does to the book when it fills at `price` while the mark is `mark`."""
    quantity = floor_to_step(order.quantity, instrument.step)
    refused = _off_grid(instrument, order, quantity, price)
    if refused is not None:
        return refused
    trade = Trade(
        instrument=instrument,
        side=order.side,
        quantity=quantity,
        price=price,
        mark=mark,
        leverage=order.leverage,
        reduce_only=order.reduce_only,
        at=at,
    )
    return trade_spot(book, trade) if instrument.kind == "spot" else trade_perpetual(book, trade)


def smallest_order(instrument: Instrument, price: Decimal) -> Decimal:
    """The least quantity that the market takes at this price: on step, and worth its minimum."""
    steps = (instrument.min_notional / price / instrument.step).to_integral_value(ROUND_CEILING)
    return max(steps * instrument.step, instrument.min_quantity)


def fillable(book: PaperBook, instrument: Instrument, order: OrderRequest) -> Decimal:
    """How much of the order would trade: floored to the step, a reduce-only one clamped."""
    quantity = floor_to_step(order.quantity, instrument.step)
    held = book.position(instrument.symbol)
    return min(quantity, abs(held.quantity)) if held and order.reduce_only else quantity


def unknown_symbol(order: OrderRequest) -> Refused:
    """The refusal of an order for what the venue does not list."""
    return Refused(reason="venue_unknown_symbol", params={"symbol": order.symbol})


def report_of(
    order: OrderRequest,
    outcome: Filled | Refused,
    *,
    venue_order_id: str,
    fill_id: str,
    at: datetime,
) -> OrderReport:
    """The venue's answer: FILLED with its one fill, or REJECTED with the reason."""
    if isinstance(outcome, Refused):
        return OrderReport(
            client_order_id=order.client_order_id,
            venue_order_id=venue_order_id,
            status="REJECTED",
            filled=ZERO,
            average_price=None,
            fee=ZERO,
            realized_pnl=None,
            fills=(),
            reason=outcome.reason,
            params=outcome.params,
        )
    fill = Fill(
        fill_id=fill_id,
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        side=order.side,
        quantity=outcome.quantity,
        price=outcome.price,
        fee=outcome.fee,
        realized_pnl=outcome.realized_pnl,
        at=at,
    )
    return OrderReport(
        client_order_id=order.client_order_id,
        venue_order_id=venue_order_id,
        status="FILLED",
        filled=outcome.quantity,
        average_price=outcome.price,
        fee=outcome.fee,
        realized_pnl=outcome.realized_pnl,
        fills=(fill,),
    )


def _off_grid(
    instrument: Instrument, order: OrderRequest, quantity: Decimal, price: Decimal
) -> Refused | None:
    """Why the market takes no order of this size: steps, minimums and the most there is."""
    notional = quantity * price
    if quantity < instrument.min_quantity:
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
