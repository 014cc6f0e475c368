"""What a venue answers about a market, as the domain's values; nothing is made up."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from adapters.exchange.ccxt.markets import exact
from core.domain.candles import ends_at, opened_at
from core.domain.market import Candle, Instrument, Interval, Quote
from core.errors import VenueError

Answer = Mapping[str, Any]

_FRACTION = Decimal("0.000001")


def sides(answer: Answer) -> tuple[Decimal, Decimal] | None:
    """The best bid and ask of a ticker or an order book; None where it does not tell both."""
    bid, ask = answer.get("bid"), answer.get("ask")
    if "bids" in answer:
        bid, ask = (rows[0][0] if rows else None for rows in (answer["bids"], answer["asks"]))
    found = exact(bid), exact(ask)
    return (found[0], found[1]) if found[0] and found[1] else None


def positive(value: object) -> Decimal | None:
    """The number, if it is one above zero: venues spell "none" as 0 too."""
    number = exact(value)
    return number if number is not None and number > 0 else None


def fraction(percentage: object) -> Decimal | None:
    """A percentage as a fraction."""
    number = exact(percentage)
    return None if number is None else (number / 100).quantize(_FRACTION)


def moment(value: object) -> datetime | None:
    """A time in milliseconds; None where there is none."""
    number = positive(value)
    return None if number is None else datetime.fromtimestamp(int(number) / 1000, UTC)


def quote_of(
    instrument: Instrument,
    ticker: Answer,
    book: Answer | None,
    mark: Decimal | None,
    *,
    source: str,
    simulated: bool,
    asked_at: datetime,
) -> Quote:
    """The price from a venue's answers; VenueError where there is no sound bid and ask.

    Its time is the newest that the answers tell, and when they were asked for where they tell none
    or one that is yet to come. Without a mark of the venue's own it is the last price, or where
    that was outside of bid and ask, the nearer of the two.
    """
    found = sides(book) if book else sides(ticker)
    if found is None or found[0] > found[1]:
        raise VenueError(f"{source} has no bid and ask for {instrument.symbol}")
    bid, ask = found
    if mark is None:
        last = positive(ticker.get("last"))
        mark = min(max(last, bid), ask) if last else bid
    told = [moment(one.get("timestamp")) for one in (ticker, book or {})]
    return Quote(
        symbol=instrument.symbol,
        bid=bid,
        ask=ask,
        mark=mark,
        at=min(max((one for one in told if one), default=asked_at), asked_at),
        source=source,
        simulated=simulated,
        change_24h=fraction(ticker.get("percentage")),
    )


def candle_of(row: Sequence[Any], interval: Interval, now: datetime) -> Candle | None:
    """A row of [time, open, high, low, close, volume]; None where a figure is missing."""
    opened = moment(row[0])
    numbers = [exact(cell) for cell in row[1:6]]
    if opened is None or len(numbers) < 5 or any(one is None for one in numbers):
        return None
    first, high, low, last, volume = (one or Decimal(0) for one in numbers)
    # Some venues tell the day of their own clock; ours begin in UTC.
    if opened_at(interval, opened) != opened or low <= 0:
        return None
    return Candle(
        opened_at=opened,
        open=first,
        high=high,
        low=low,
        close=last,
        volume=volume,
        closed=ends_at(interval, opened) <= now,
    )
