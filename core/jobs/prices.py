"""The paper venue is told its prices, also those of a time when nobody looked.

After an outage of the market, or of the program, the candles of that time stand for the prices: a
stop that the market went through has filled, although the price is back where it was.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from core.domain.candles import ends_at
from core.domain.market import Candle, Interval, Quote
from core.domain.paper_liquidation import Liquidation
from core.domain.records import Insert, Setting, Update
from core.errors import VenueError
from core.ports import Clock, MarketData, Records

SETTING = "paper_prices_seen"
GAP = timedelta(seconds=90)
"""Without a look for longer than this, candles are looked at first."""
_SAVED_EVERY = timedelta(seconds=30)
_MOST_CANDLES = 300
_INTERVALS: tuple[Interval, ...] = ("1m", "5m", "1h", "1d")


class WatchesPrices(Protocol):
    """A venue that has to be told its prices."""

    async def open_symbols(self) -> set[str]:
        """Markets in which somebody has a perpetual position or a resting order."""

    async def on_quote(self, quote: Quote) -> Sequence[object]:
        """Do what this price does, and say what happened."""

    async def on_candle(self, last: Quote, interval: Interval, candle: Candle) -> Sequence[object]:
        """The same for a candle of the past."""


class PriceWatch:
    """Looks at every price that matters to somebody.

    `tell` is called when a position was liquidated: its notice waits in the outbox.
    """

    def __init__(
        self,
        market: MarketData,
        venue: WatchesPrices,
        records: Records,
        clock: Clock,
        tell: Callable[[], Awaitable[None]],
    ) -> None:
        self._market = market
        self._venue = venue
        self._records = records
        self._clock = clock
        self._tell = tell
        self._seen: dict[str, datetime] | None = None
        self._saved_at: datetime | None = None

    async def look(self) -> int:
        """One look; how much happened.

        A price that cannot be read does nothing, and an error in one market does not keep the
        others from theirs: it is raised at the end.
        """
        known = self._seen if self._seen is not None else await self._load()
        seen: dict[str, datetime] = {}
        happened: list[object] = []
        failed: Exception | None = None
        symbols = sorted(await self._venue.open_symbols())
        quotes = await asyncio.gather(*(self._quote_if_any(symbol) for symbol in symbols))
        for symbol, quote in zip(symbols, quotes, strict=True):
            if symbol in known:
                seen[symbol] = known[symbol]
            if quote is None:
                continue
            try:
                happened += await self._missed(quote, known.get(symbol))
                happened += await self._venue.on_quote(quote)
                seen[symbol] = self._clock.now()
            except VenueError:
                continue
            except ValueError as error:
                failed = failed or error
        await self._keep(seen, changed=seen.keys() != known.keys())
        if any(isinstance(one, Liquidation) for one in happened):
            await self._tell()
        if failed is not None:
            raise failed
        return len(happened)

    async def _quote_if_any(self, symbol: str) -> Quote | None:
        try:
            return await self._market.quote(symbol)
        except VenueError:
            return None

    async def _missed(self, quote: Quote, since: datetime | None) -> list[object]:
        """What the candles did that began since the last look, the unfinished one included."""
        now = self._clock.now()
        if since is None or now - since <= GAP:
            return []
        interval = next(
            (one for one in _INTERVALS if (now - since) / _length(one, now) < _MOST_CANDLES),
            _INTERVALS[-1],
        )
        happened: list[object] = []
        for candle in await self._market.candles(quote.symbol, interval, _MOST_CANDLES):
            if candle.opened_at >= since:
                happened += await self._venue.on_candle(quote, interval, candle)
        return happened

    async def _load(self) -> dict[str, datetime]:
        row = await self._records.get(Setting, SETTING)
        found = {} if row is None else row.value
        return {symbol: datetime.fromisoformat(str(at)) for symbol, at in found.items()}

    async def _keep(self, seen: dict[str, datetime], *, changed: bool) -> None:
        """Remember the look; written down now and then, and whenever other markets matter."""
        self._seen, now = seen, self._clock.now()
        saved = self._saved_at
        if not changed and (not seen or (saved is not None and now - saved < _SAVED_EVERY)):
            return
        value = {symbol: at.isoformat() for symbol, at in seen.items()}
        await self._records.commit(
            Insert(record=Setting(id=SETTING, value={}), if_absent=True),
            Update(kind=Setting, where={"id": SETTING}, set={"value": value}),
        )
        self._saved_at = now


def _length(interval: Interval, at: datetime) -> timedelta:
    return ends_at(interval, at) - at
