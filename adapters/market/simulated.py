"""The simulated market: made-up prices that look like a market's, labelled so wherever they go.

What it needs to continue after a restart is one small row: the seed, the start, and the moves made
by hand. Several processes over the same records show the same prices.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal

from adapters.market.grid import on_grid, up_to_grid
from adapters.market.moved_path import MovedPath
from core.domain.candles import before, opened_at
from core.domain.market import Candle, Instrument, Interval, MarketStats, Quote
from core.domain.money import plain
from core.domain.records import Insert, Setting, Update
from core.domain.simulated_flow import next_funding
from core.domain.simulation import COINS, TICKS_A_DAY
from core.errors import PersonError, Stale, VenueError
from core.ports import Clock, Records

SETTING = "simulator"
DEFAULT_SEED = 7
FURTHEST = 1000
"""How many times above or below its first price a coin may be moved."""
_HALF_SPREAD = Decimal("0.00005")
_CHANGE = Decimal("0.000001")
_REFRESH = timedelta(seconds=1)
"""How soon a move made by another process is seen."""
_TRIES = 5
_CASH = Decimal("0.01")


class SimulatedMarket:
    """MarketData from a seeded simulator; a perpetual and its spot market share one price path.

    Without `seed` a stored market goes on, whatever its seed; another seed than the stored one
    starts a new market now. ValueError for an instrument whose coin has no start price.
    """

    name = "simulated market"
    simulated = True

    def __init__(
        self,
        *,
        records: Records,
        clock: Clock,
        instruments: Sequence[Instrument],
        seed: int | None = None,
    ) -> None:
        self._records = records
        self._clock = clock
        self._seed = seed
        if unpriced := {item.base for item in instruments} - COINS.keys():
            raise ValueError(f"no start price for {', '.join(sorted(unpriced))}")
        self._listed = tuple(instruments)
        self._instruments = {item.symbol: item for item in instruments}
        self._market: MovedPath | None = None

    async def instruments(self) -> Sequence[Instrument]:
        """All markets, in the order given."""
        return self._listed

    async def quote(self, symbol: str) -> Quote:
        """The price of the current tick; VenueError for an unknown symbol."""
        instrument = self._known(symbol)
        market = await self._current()
        tick = market.path.tick_at(self._clock.now())
        mark = market.middle(instrument, tick)
        half = up_to_grid(mark * _HALF_SPREAD, instrument.tick)
        yesterday = market.middle(instrument, tick - TICKS_A_DAY)
        return Quote(
            symbol=symbol,
            bid=mark - half,
            ask=mark + half,
            mark=mark,
            at=market.path.time_of(tick),
            source=self.name,
            simulated=True,
            change_24h=(mark / yesterday - 1).quantize(_CHANGE, ROUND_HALF_EVEN),
        )

    async def candles(self, symbol: str, interval: Interval, limit: int) -> Sequence[Candle]:
        """Candles of the same price path, which has a past from before the market's start."""
        instrument = self._known(symbol)
        market, now = await self._current(), self._clock.now()
        opened = opened_at(interval, now)
        made: list[Candle] = []
        for _ in range(limit):
            made.append(market.candle(instrument, interval, opened, now))
            opened = before(interval, opened)
            # Candles never looked at before take a millisecond each: others are let in between.
            await asyncio.sleep(0)
        return made[::-1]

    async def stats(self, symbol: str) -> MarketStats:
        """The last day up to now, and what a perpetual pays."""
        instrument = self._known(symbol)
        quote = await self.quote(symbol)
        market, now = await self._current(), self._clock.now()
        day = market.span(instrument, now - timedelta(days=1), now, timedelta(minutes=5))
        stats = MarketStats(
            symbol=symbol,
            at=quote.at,
            source=self.name,
            simulated=True,
            high_24h=day.high,
            low_24h=day.low,
            change_24h=quote.change_24h,
            volume_24h=day.volume,
            turnover_24h=(day.volume * (day.high + day.low) / 2).quantize(_CASH),
        )
        if instrument.kind == "spot":
            return stats
        spot = replace(instrument, kind="spot")
        tick = market.path.tick_at(now)
        interest = Decimal(repr(market.flow.open_interest(instrument.base, now))) / quote.mark
        return replace(
            stats,
            mark=quote.mark,
            index=market.middle(spot, tick),
            funding_rate=market.flow.funding_rate(instrument.base, now),
            next_funding_at=next_funding(now),
            open_interest=on_grid(interest, instrument.step),
        )

    async def move(self, symbol: str, price: Decimal) -> Quote:
        """Make this the price now, and let the market go on from there; kept in the records.

        The price is rounded to the instrument's tick; the coin's other market moves along.
        PersonError for a price out of reach, VenueError for an unknown symbol, Stale when others
        keep moving the market at the same time.
        """
        instrument = self._known(symbol)
        self._check_reach(instrument, price)
        for _ in range(_TRIES):
            market = await self._read()
            tick = market.path.tick_at(self._clock.now())
            factor = price / market.path.price(instrument.base, instrument.kind, tick)
            moved = market.moved(instrument.base, tick, factor)
            if await self._records.commit(
                Update(
                    kind=Setting,
                    where={"id": SETTING, "version": market.version},
                    set={"value": moved.value(), "version": moved.version},
                )
            ):
                self._market = moved
                return await self.quote(symbol)
        raise Stale("the simulated market is being moved by others")

    def _known(self, symbol: str) -> Instrument:
        instrument = self._instruments.get(symbol)
        if instrument is None:
            raise VenueError(f"{self.name} has no {symbol}")
        return instrument

    def _check_reach(self, instrument: Instrument, price: Decimal) -> None:
        first = COINS[instrument.base].start
        low, high = max(first / FURTHEST, 2 * instrument.tick), first * FURTHEST
        if not (price.is_finite() and low <= price <= high):
            raise PersonError(
                "market_move_reach", symbol=instrument.symbol, low=plain(low), high=plain(high)
            )

    async def _current(self) -> MovedPath:
        """The market as read at most a moment ago."""
        market, now = self._market, self._clock.now()
        if market is None or not market.read_at <= now < market.read_at + _REFRESH:
            market = self._market = await self._read()
        return market

    async def _read(self) -> MovedPath:
        """The market as it is in the records, where it is started if need be."""
        row = await self._records.get(Setting, SETTING)
        if row is None:
            await self._records.commit(Insert(record=self._new(0), if_absent=True))
        elif self._market is None and self._seed not in (None, row.value["seed"]):
            new = self._new(row.version + 1)
            await self._records.commit(
                Update(
                    kind=Setting,
                    where={"id": SETTING, "version": row.version},
                    set={"value": new.value, "version": new.version},
                    required=False,
                )
            )
        else:
            return self._market_of(row)
        started = await self._records.get(Setting, SETTING)
        if started is None:
            raise VenueError(f"{self.name} could not be started")
        return self._market_of(started)

    def _new(self, version: int) -> Setting:
        seed = DEFAULT_SEED if self._seed is None else self._seed
        start = self._clock.now().isoformat()
        return Setting(
            id=SETTING, value={"seed": seed, "start": start, "moves": {}}, version=version
        )

    def _market_of(self, row: Setting) -> MovedPath:
        return MovedPath.of(row, self._clock.now(), self._market)
