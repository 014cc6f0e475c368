"""What a thousand conversations that ask for fifty prices at once cost the venue.

The naive count, one request for each question, is the yardstick: `peer_requests`.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

from adapters.clock import SystemClock
from adapters.market.cache import CachedMarket
from core.domain.instruments import INSTRUMENTS
from core.domain.market import Candle, Instrument, Interval, MarketStats, Quote
from core.errors import VenueError

Row = dict[str, object]
_AWAY_S = 0.05
"""How long the venue takes to answer."""


class FarMarket:
    """A venue at a distance that counts what it is asked."""

    name = "far market"
    simulated = True

    def __init__(self, symbols: int) -> None:
        base = INSTRUMENTS[0]
        self.listed = tuple(
            replace(base, symbol=f"C{number}/USDT", base=f"C{number}") for number in range(symbols)
        )
        self.asked: Counter[str] = Counter()

    async def _answer(self, what: str) -> None:
        self.asked[what] += 1
        await asyncio.sleep(_AWAY_S)

    def _quote(self, symbol: str) -> Quote:
        price = Decimal(100)
        return Quote(
            symbol=symbol,
            bid=price,
            ask=price,
            mark=price,
            at=datetime.now(UTC),
            source=self.name,
            simulated=True,
        )

    async def instruments(self) -> Sequence[Instrument]:
        return self.listed

    async def quote(self, symbol: str) -> Quote:
        await self._answer("quote")
        return self._quote(symbol)

    async def candles(self, symbol: str, interval: Interval, limit: int) -> Sequence[Candle]:
        raise VenueError("it has none")

    async def stats(self, symbol: str) -> MarketStats:
        raise VenueError("it has none")


class FarMarketInBulk(FarMarket):
    """One that tells many prices in one answer."""

    async def quotes(self, symbols: Collection[str]) -> Mapping[str, Quote]:
        await self._answer("quotes")
        return {symbol: self._quote(symbol) for symbol in symbols}


def run(conversations: int = 1000, symbols: int = 50) -> Iterator[Row]:
    """A row for a venue that is asked price by price, and for one that tells many at once."""
    for flow, kind in (("one by one", FarMarket), ("in bulk", FarMarketInBulk)):
        yield asyncio.run(_row(flow, kind(symbols), conversations))


async def _row(flow: str, far: FarMarket, conversations: int) -> Row:
    market = CachedMarket(far, SystemClock())
    symbols = [one.symbol for one in await market.instruments()]

    async def conversation() -> None:
        await asyncio.gather(*(market.quote(symbol) for symbol in symbols))

    began = time.perf_counter()
    await asyncio.gather(*(conversation() for _ in range(conversations)))
    took = time.perf_counter() - began
    asked, naive = far.asked.total(), conversations * len(symbols)
    return {
        "bench": "quotes",
        "flow": flow,
        "concurrency": conversations,
        "engine": "bellwether",
        "requests": asked,
        "peer_requests": naive,
        "requests_ratio": round(asked / naive, 6),
        "seconds": round(took, 3),
    }
