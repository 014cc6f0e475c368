"""Orders that rest at the paper venue: what they hold back, when they are due, at which price."""

from datetime import datetime
from decimal import Decimal

from core.domain import margin
from core.domain.market import Instrument, Quote
from core.domain.money import ZERO, book_fee, book_pnl
from core.domain.orders import OpenOrder, OrderType, Side
from core.domain.paper import FREE, RESERVED, Event, Movement, PaperBook
from core.domain.paper_price import fill_price
from core.domain.paper_trade import PaperRules, Trade
from core.domain.records import PaperOpenOrderRow

MOST_RESTING = 200
"""Orders that an account may have at rest: what bounds the work of one price."""

# A stop-loss goes before a take-profit at the same price, and both before what rests in the book.
_FIRST: dict[OrderType, int] = {"stop": 0, "take_profit": 1, "limit": 2}


def reserve(
    instrument: Instrument,
    *,
    side: Side,
    quantity: Decimal,
    price: Decimal,
    leverage: int | None,
    reduce_only: bool,
) -> tuple[str, Decimal]:
    """What a resting limit holds back, as (currency, amount): its margin, or value, and its fee.

    A spot sell holds back its coins, a perpetual's reduction nothing: closing pays for itself.
    """
    if instrument.kind == "spot" and side == "SELL":
        return instrument.base, quantity
    if reduce_only:
        return instrument.quote, ZERO
    value = book_pnl(quantity * price)
    fee = book_fee(value * max(instrument.taker, instrument.maker))
    if instrument.kind == "spot":
        return instrument.quote, value if instrument.fee_in_base else value + fee
    return instrument.quote, margin.initial_margin(value, leverage or 1) + fee


def reserving(order: PaperOpenOrderRow) -> Event:
    """The order rests, and what it needs moves out of what is free."""
    moved = Movement(
        kind="reserve",
        currency=order.currency,
        bucket=RESERVED,
        contra=FREE,
        amount=order.reserved,
        ref=order.client_order_id,
    )
    return Event(movements=(moved,), rests=(order,))


def releasing(*orders: PaperOpenOrderRow) -> Event:
    """These orders rest no longer, and exactly what they held back is free again."""
    moved = (
        Movement(
            kind="release",
            currency=order.currency,
            bucket=FREE,
            contra=RESERVED,
            amount=order.reserved,
            ref=order.client_order_id,
        )
        for order in orders
    )
    return Event(movements=tuple(moved), closes=orders)


def triggered(
    kind: OrderType, side: Side, trigger: Decimal | None, quote: Quote, rules: PaperRules
) -> bool:
    """Whether a stop (against its side) or a take-profit (in its favour) is reached."""
    if trigger is None:
        return False
    price = quote.mark if rules.triggers == "mark" else (quote.bid + quote.ask) / 2
    rising = (side == "BUY") == (kind == "stop")
    return price >= trigger if rising else price <= trigger


def crosses(side: Side, price: Decimal, quote: Quote) -> bool:
    """Whether a limit at this price meets the other side of the book."""
    return quote.ask <= price if side == "BUY" else quote.bid >= price


def due_order(
    book: PaperBook, symbol: str, quote: Quote, rules: PaperRules, since: datetime | None = None
) -> PaperOpenOrderRow | None:
    """The resting order whose turn it is at this price: stops first, then the oldest.

    With `since`, of those that rest as they are since then.
    """
    due = [
        order
        for order in book.resting(symbol)
        if (since is None or order.updated_at <= since) and _is_due(order, quote, rules)
    ]
    return min(due, key=lambda order: _FIRST[order.type], default=None)


def execution(order: PaperOpenOrderRow, instrument: Instrument, quote: Quote) -> Trade:
    """The trade of an order that is due; `at` is the quote's time, for the caller to put right.

    A limit fills at its price. A stop fills at the first price that can be had, so a gap costs
    more; a take-profit likewise, though never better than the price that it waited for.
    """
    price = fill_price(instrument, order.side, order.quantity, quote)
    if order.price is not None:
        price = order.price
    elif order.type == "take_profit" and order.trigger is not None:
        worse = max if order.side == "BUY" else min
        price = worse(price, order.trigger)
    return Trade(
        instrument=instrument,
        side=order.side,
        quantity=order.quantity,
        price=price,
        mark=quote.mark,
        leverage=order.leverage,
        reduce_only=order.reduce_only,
        at=quote.at,
        maker=order.type == "limit",
    )


def is_reduction(order: PaperOpenOrderRow) -> bool:
    """Whether it can only make a position or holding smaller: it goes when there is none."""
    coins = ":" not in order.symbol and order.side == "SELL" and order.type != "limit"
    return order.reduce_only or coins


def as_open_order(order: PaperOpenOrderRow) -> OpenOrder:
    """The order as the venue lists it."""
    return OpenOrder(
        venue_order_id=order.venue_order_id,
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        side=order.side,
        type=order.type,
        quantity=order.quantity,
        filled=ZERO,
        price=order.price,
        trigger=order.trigger,
        reduce_only=order.reduce_only,
        created_at=order.created_at,
    )


def _is_due(order: PaperOpenOrderRow, quote: Quote, rules: PaperRules) -> bool:
    if order.price is None:
        return triggered(order.type, order.side, order.trigger, quote, rules)
    if rules.limits == "touch":
        return crosses(order.side, order.price, quote)
    return quote.ask < order.price if order.side == "BUY" else quote.bid > order.price
