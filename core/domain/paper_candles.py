"""A candle as the prices that it must have passed, for what happened while nobody looked."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from core.domain.market import Candle, Instrument, Quote
from core.domain.paper import PaperBook
from core.domain.paper_view import liquidation_price


def candle_quotes(
    candle: Candle, book: PaperBook, instrument: Instrument, last: Quote
) -> Iterator[Quote]:
    """Quotes along the candle: open, the extreme against the account, the other one, close.

    A candle moves without gaps from one to the next, so that every price at which the account has
    something waiting is met on the way; only its open may be a gap. Bid, ask and mark are one.
    `last` gives what a quote has besides its price.
    """
    for price in _path(
        candle, _levels(book, instrument), falls_first=_falls_first(book, instrument)
    ):
        yield replace(last, bid=price, ask=price, mark=price, at=candle.opened_at)


def _path(candle: Candle, levels: Iterable[Decimal], *, falls_first: bool) -> Iterator[Decimal]:
    low, high = candle.low, candle.high
    extremes = (low, high) if falls_first else (high, low)
    yield candle.open
    for start, end in pairwise((candle.open, *extremes, candle.close)):
        between = (level for level in levels if min(start, end) < level < max(start, end))
        yield from sorted(between, reverse=end < start)
        if end != start:
            yield end


def _falls_first(book: PaperBook, instrument: Instrument) -> bool:
    """Whether the fall is what hurts: a long, or else the buyer whose order is the oldest."""
    position = book.position(instrument.symbol)
    if position is not None:
        return position.quantity > 0
    orders = book.resting(instrument.symbol)
    return not orders or orders[0].side == "BUY"


def _levels(book: PaperBook, instrument: Instrument) -> list[Decimal]:
    orders = book.resting(instrument.symbol)
    waiting = [order.trigger if order.price is None else order.price for order in orders]
    position = book.position(instrument.symbol)
    if position is not None:
        waiting.append(liquidation_price(book, position, instrument))
    return sorted({level for level in waiting if level is not None})
