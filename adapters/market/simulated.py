"""The simulated market: made-up prices that look like a market's, labelled so wherever they go.

What it needs to continue after a restart is one small row: the seed, the start, and the moves made
by hand. Several processes over the same records show the same prices.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal

from core.domain.candles import before, ends_at, opened_at
from core.domain.market import Candle, Instrument, Interval, MarketStats, Quote
from core.domain.money import plain
from core.domain.records import Insert, Json, Setting, Update
from core.domain.simulation import COINS, TICKS_A_DAY, PricePath
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
_MOVES_KEPT = 500
_LOOKS = 12
_TURNOVER_A_TICK = Decimal(3000)
_TRIES = 5


@dataclass(frozen=True, slots=True)
class _Market:
    """What the row says; `moves` holds (from this tick on, times this factor), oldest first."""

    path: PricePath
    moves: dict[str, tuple[tuple[int, Decimal], ...]]
    version: int
    read_at: datetime

    def middle(self, instrument: Instrument, tick: int) -> Decimal:
        """The middle price of that tick, on the instrument's price grid."""
        factor = next(
            (f for at, f in reversed(self.moves.get(instrument.base, ())) if at <= tick), 1
        )
        exact = self.path.price(instrument.base, instrument.kind, tick) * factor
        on_grid = (exact / instrument.tick).to_integral_value(ROUND_HALF_EVEN) * instrument.tick
        return max(on_grid, 2 * instrument.tick)

    def moved(self, base: str, tick: int, factor: Decimal) -> "_Market":
        """The market in which the coin's prices are multiplied from this tick on."""
        earlier = tuple(move for move in self.moves.get(base, ()) if move[0] < tick)
        kept = (*earlier, (tick, factor))[-_MOVES_KEPT:]
        return replace(self, moves={**self.moves, base: kept}, version=self.version + 1)

    def value(self) -> Json:
        """The row's value."""
        return {
            "seed": self.path.seed,
            "start": self.path.start.isoformat(),
            "moves": {
                base: [[tick, str(factor)] for tick, factor in moves]
                for base, moves in self.moves.items()
            },
        }


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
        self._instruments = {item.symbol: item for item in instruments}
        self._market: _Market | None = None

    async def instruments(self) -> Sequence[Instrument]:
        """All markets, in the order given."""
        return tuple(self._instruments.values())

    async def quote(self, symbol: str) -> Quote:
        """The price of the current tick; VenueError for an unknown symbol."""
        instrument = self._known(symbol)
        market = await self._current()
        tick = market.path.tick_at(self._clock.now())
        mark = market.middle(instrument, tick)
        half = _up_to_grid(mark * _HALF_SPREAD, instrument.tick)
        before = market.middle(instrument, tick - TICKS_A_DAY)
        return Quote(
            symbol=symbol,
            bid=mark - half,
            ask=mark + half,
            mark=mark,
            at=market.path.time_of(tick),
            source=self.name,
            simulated=True,
            change_24h=(mark / before - 1).quantize(_CHANGE, ROUND_HALF_EVEN),
        )

    async def candles(self, symbol: str, interval: Interval, limit: int) -> Sequence[Candle]:
        """Candles of the same price path, none from before the market's start; made-up volumes."""
        instrument = self._known(symbol)
        market, now = await self._current(), self._clock.now()
        made: list[Candle] = []
        opened = opened_at(interval, now)
        while len(made) < limit and ends_at(interval, opened) > market.path.start:
            made.append(_candle(market, instrument, interval, opened, now))
            opened = before(interval, opened)
        return made[::-1]

    async def stats(self, symbol: str) -> MarketStats:
        """The last day by the hour; a simulated perpetual's funding is the paper venue's."""
        quote = await self.quote(symbol)
        day = await self.candles(symbol, "1h", 24)
        volume = sum((one.volume for one in day), Decimal(0))
        return MarketStats(
            symbol=symbol,
            at=quote.at,
            source=self.name,
            simulated=True,
            high_24h=max(one.high for one in day),
            low_24h=min(one.low for one in day),
            change_24h=quote.change_24h,
            volume_24h=volume,
            turnover_24h=sum((one.volume * one.close for one in day), Decimal(0)),
            mark=quote.mark,
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

    async def _current(self) -> _Market:
        """The market as read at most a moment ago."""
        market, now = self._market, self._clock.now()
        if market is None or not market.read_at <= now < market.read_at + _REFRESH:
            market = self._market = await self._read()
        return market

    async def _read(self) -> _Market:
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

    def _market_of(self, row: Setting) -> _Market:
        seed, start = row.value["seed"], datetime.fromisoformat(row.value["start"])
        path = self._market.path if self._market else None
        if path is None or (path.seed, path.start) != (seed, start):
            path = PricePath(seed=seed, start=start)
        moves = {
            base: tuple((tick, Decimal(factor)) for tick, factor in moves)
            for base, moves in row.value["moves"].items()
        }
        return _Market(path, moves, row.version, self._clock.now())


def _candle(
    market: _Market, instrument: Instrument, interval: Interval, opened: datetime, now: datetime
) -> Candle:
    """One candle, looked at a few times: a spike between two looks is not in it."""
    path, end = market.path, ends_at(interval, opened)
    first = path.tick_at(max(opened, path.start))
    last = max(first, path.tick_at(min(end, now)) - (1 if end <= now else 0))
    ticks = sorted({first + (last - first) * look // _LOOKS for look in range(_LOOKS + 1)})
    prices = [market.middle(instrument, tick) for tick in ticks]
    spread = (max(prices) - min(prices)) / prices[0]
    turnover = _TURNOVER_A_TICK * (last - first + 1) * (1 + 100 * spread)
    return Candle(
        opened_at=opened,
        open=prices[0],
        high=max(prices),
        low=min(prices),
        close=prices[-1],
        volume=(turnover / prices[0] / instrument.step).to_integral_value() * instrument.step,
        closed=end <= now,
    )


def _up_to_grid(value: Decimal, tick: Decimal) -> Decimal:
    """The smallest multiple of the tick that is not below the value, at least one tick."""
    return max(tick, (value / tick).to_integral_value(ROUND_CEILING) * tick)
