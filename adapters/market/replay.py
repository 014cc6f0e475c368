"""A past market played again from a file of candles, as fast as one likes.

Inside a candle the price goes from its open by its low and high (its high first where it fell) to
its close. It is a likeness of what happened, so its prices are labelled simulated. At the end of
the file it stops: the last price keeps its time, and is soon too old to trade on. A start after the
end plays it again from the beginning; any other goes on where it would be by now.
"""

import asyncio
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path

from adapters.market.candle_file import CandleFile, Row, read_candles
from adapters.market.grid import on_grid, up_to_grid
from core.domain.candles import INTERVALS, before, ends_at, opened_at
from core.domain.instruments import INSTRUMENTS, QUOTE
from core.domain.market import Candle, Instrument, Interval, MarketStats, Quote
from core.domain.records import Insert, Setting, Update
from core.errors import SetupError, VenueError
from core.ports import Clock, Records

SETTING = "replay"
TICK = timedelta(seconds=1)
_HALF_SPREAD = Decimal("0.00005")
_CHANGE = Decimal("0.000001")
_CASH = Decimal("0.01")
_DAY = timedelta(days=1)


def markets_of(file: CandleFile, symbol: str = "") -> tuple[Instrument, ...]:
    """The markets of the coin that the file is about: that of `symbol`, else by its name.

    SetupError where neither names one coin whose markets are known here.
    """
    named = re.split(r"[^A-Z0-9]+", file.name.upper())
    base = symbol.partition("/")[0]
    known = dict.fromkeys(one.base for one in INSTRUMENTS)
    coins = [one for one in known if one == base] if symbol else []
    if not symbol:
        coins = [one for one in known if {one, f"{one}{QUOTE}", f"{one}USD"} & set(named)]
    if len(coins) != 1:
        raise SetupError(
            f"BELLWETHER_MARKET: whose candles {file.name} holds is not clear. Add symbol=BTC/USDT "
            f"behind the question mark; coins known here are {', '.join(known)}."
        )
    return tuple(one for one in INSTRUMENTS if one.base == coins[0])


async def open_replay(
    path: Path, *, speed: Decimal, symbol: str, records: Records, clock: Clock
) -> "ReplayMarket":
    """The replay of this file; SetupError when it holds no candles of a known coin."""
    file = await asyncio.to_thread(read_candles, path)
    markets = markets_of(file, symbol)
    return ReplayMarket(file=file, speed=speed, instruments=markets, records=records, clock=clock)


class ReplayMarket:
    """MarketData of one coin's markets; all of them have the file's price.

    Candles and the last day are those of the time played, quotes have the present time. Where the
    replay stands is kept in the records, so that it goes on after a restart.
    """

    simulated = True

    def __init__(
        self,
        *,
        file: CandleFile,
        speed: Decimal,
        instruments: Sequence[Instrument],
        records: Records,
        clock: Clock,
    ) -> None:
        self.name = f"replay of {file.name}"
        self._file = file
        self._opened = [row.opened_at for row in file.rows]
        self._speed = float(speed)
        self._listed = tuple(instruments)
        self._instruments = {one.symbol: one for one in instruments}
        self._records = records
        self._clock = clock
        self._start: datetime | None = None
        end = self._opened[-1] + file.length
        self._lasts = (end - self._opened[0]) / self._speed

    async def instruments(self) -> Sequence[Instrument]:
        """The coin's markets."""
        return self._listed

    async def quote(self, symbol: str) -> Quote:
        """The price of the present second; after the end, the last one with its own time."""
        instrument = self._known(symbol)
        at, played = await self._now()
        mark = self._price(instrument, played)
        half = up_to_grid(mark * _HALF_SPREAD, instrument.tick)
        return Quote(
            symbol=symbol,
            bid=mark - half,
            ask=mark + half,
            mark=mark,
            at=at,
            source=self.name,
            simulated=True,
            change_24h=self._change(instrument, mark, played),
        )

    async def candles(self, symbol: str, interval: Interval, limit: int) -> Sequence[Candle]:
        """The candles up to the time played; VenueError for ones shorter than the file's."""
        instrument = self._known(symbol)
        if INTERVALS.index(interval) < INTERVALS.index(self._file.interval):
            raise VenueError(f"{self.name} has no candles shorter than {self._file.interval}")
        _, played = await self._now()
        made: list[Candle] = []
        opened = opened_at(interval, played)
        while len(made) < limit and ends_at(interval, opened) > self._opened[0]:
            if candle := self._candle(instrument, interval, opened, played):
                made.append(candle)
            opened = before(interval, opened)
            await asyncio.sleep(0)
        return made[::-1]

    async def stats(self, symbol: str) -> MarketStats:
        """The last day played; a recording of candles tells nothing of funding."""
        instrument = self._known(symbol)
        at, played = await self._now()
        day = self._rows(played - _DAY, played + TICK, played)
        mark = self._price(instrument, played)
        return MarketStats(
            symbol=symbol,
            at=at,
            source=self.name,
            simulated=True,
            high_24h=_priced(max((row.high for row in day), default=mark), instrument),
            low_24h=_priced(min((row.low for row in day), default=mark), instrument),
            change_24h=self._change(instrument, mark, played),
            volume_24h=sum((row.volume for row in day), Decimal(0)),
            turnover_24h=sum((row.volume * row.close for row in day), Decimal(0)).quantize(_CASH),
            mark=mark if instrument.kind == "perpetual" else None,
        )

    def _known(self, symbol: str) -> Instrument:
        instrument = self._instruments.get(symbol)
        if instrument is None:
            raise VenueError(f"{self.name} has no {symbol}")
        return instrument

    async def _now(self) -> tuple[datetime, datetime]:
        """The present second, and the moment of the recording that it plays."""
        if self._start is None:
            self._start = await self._begun()
        gone = max(timedelta(0), min(self._clock.now() - self._start, self._lasts))
        gone = gone // TICK * TICK
        return self._start + gone, self._opened[0] + gone * self._speed

    async def _begun(self) -> datetime:
        """When this replay began: now, unless the same one is on record and not over."""
        now = self._clock.now()
        what = {"file": self._file.name, "rows": len(self._opened), "speed": str(self._speed)}
        row = await self._records.get(Setting, SETTING)
        if row is not None and {**row.value, **what} == row.value:
            start = datetime.fromisoformat(row.value["start"])
            if start <= now < start + self._lasts:
                return start
        value = {**what, "start": now.isoformat()}
        if row is None:
            await self._records.commit(
                Insert(record=Setting(id=SETTING, value=value, version=0), if_absent=True)
            )
        else:
            await self._records.commit(
                Update(
                    kind=Setting,
                    where={"id": SETTING, "version": row.version},
                    set={"value": value, "version": row.version + 1},
                    required=False,
                )
            )
        kept = await self._records.get(Setting, SETTING)
        if kept is None:
            raise VenueError(f"{self.name} could not be started")
        return datetime.fromisoformat(kept.value["start"])

    def _price(self, instrument: Instrument, played: datetime) -> Decimal:
        """The price at this moment of the recording, on the instrument's price grid."""
        place = bisect_right(self._opened, played) - 1
        return _priced(_path(self._file.rows[place], self._file.length, played)[-1], instrument)

    def _change(self, instrument: Instrument, mark: Decimal, played: datetime) -> Decimal | None:
        if played - _DAY < self._opened[0]:
            return None
        return (mark / self._price(instrument, played - _DAY) - 1).quantize(_CHANGE)

    def _rows(self, since: datetime, until: datetime, played: datetime) -> list[Row]:
        """The rows that opened between these times, the one being played as far as it is."""
        first = bisect_left(self._opened, since)
        last = min(bisect_left(self._opened, until), bisect_right(self._opened, played))
        rows = list(self._file.rows[first:last])
        if rows and played < rows[-1].opened_at + self._file.length:
            row = rows[-1]
            path = _path(row, self._file.length, played)
            share = Decimal(repr((played - row.opened_at) / self._file.length))
            volume = row.volume * share
            rows[-1] = Row(row.opened_at, path[0], max(path), min(path), path[-1], volume)
        return rows

    def _candle(
        self, instrument: Instrument, interval: Interval, opened: datetime, played: datetime
    ) -> Candle | None:
        """The candle that opened then; None where the recording has a gap."""
        end = ends_at(interval, opened)
        rows = self._rows(opened, end, played)
        if not rows:
            return None
        return Candle(
            opened_at=opened,
            open=_priced(rows[0].open, instrument),
            high=_priced(max(row.high for row in rows), instrument),
            low=_priced(min(row.low for row in rows), instrument),
            close=_priced(rows[-1].close, instrument),
            volume=on_grid(sum((row.volume for row in rows), Decimal(0)), instrument.step),
            closed=end <= played,
        )


def _priced(value: Decimal, instrument: Instrument) -> Decimal:
    """The value on the instrument's price grid, where a bid fits below it."""
    return max(on_grid(value, instrument.tick), 2 * instrument.tick)


def _path(row: Row, length: timedelta, played: datetime) -> list[Decimal]:
    """The prices passed inside a candle up to this moment: its corners, and where it is now."""
    between = (row.low, row.high) if row.close >= row.open else (row.high, row.low)
    corners = (row.open, *between, row.close)
    done = max(0.0, min((played - row.opened_at) / length, 1.0)) * (len(corners) - 1)
    passed = min(int(done), len(corners) - 2)
    start, end = corners[passed], corners[passed + 1]
    now = start + (end - start) * Decimal(repr(done - passed))
    return [*corners[: passed + 1], now]
