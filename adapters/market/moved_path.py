"""The simulated market's prices as they are: its path, times the moves that were made by hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal

from adapters.market.grid import on_grid
from core.domain.candles import ends_at
from core.domain.market import Candle, Instrument, Interval
from core.domain.records import Json, Setting
from core.domain.simulated_flow import Flow
from core.domain.simulation import PricePath

_MOVES_KEPT = 500
_LOOKS: Mapping[Interval, timedelta] = {
    "1m": timedelta(seconds=15),
    "3m": timedelta(seconds=30),
    "5m": timedelta(minutes=1),
    "15m": timedelta(minutes=5),
    "30m": timedelta(minutes=5),
    "1h": timedelta(minutes=5),
    "2h": timedelta(minutes=15),
    "4h": timedelta(minutes=15),
    "6h": timedelta(hours=1),
    "12h": timedelta(hours=1),
    "1d": timedelta(hours=1),
    "1w": timedelta(days=1),
    "1M": timedelta(days=1),
}
"""How closely a candle is looked at: a spike between two looks is not in it."""


@dataclass(frozen=True, slots=True)
class Span:
    """What was between two moments; `volume` is in base units."""

    open: Decimal
    high: Decimal
    low: Decimal
    close: Decimal
    volume: Decimal


@dataclass(frozen=True, slots=True)
class MovedPath:
    """What the row says; `moves` holds (from this tick on, times this factor), oldest first."""

    path: PricePath
    flow: Flow
    moves: Mapping[str, tuple[tuple[int, Decimal], ...]]
    version: int
    read_at: datetime

    @classmethod
    def of(cls, row: Setting, now: datetime, known: "MovedPath | None") -> "MovedPath":
        """The market that the row describes; the path of `known` is kept if it is the same."""
        seed, start = row.value["seed"], datetime.fromisoformat(row.value["start"])
        path, flow = (known.path, known.flow) if known else (None, None)
        if path is None or flow is None or (path.seed, path.start) != (seed, start):
            path = PricePath(seed=seed, start=start)
            flow = Flow(path)
        moves = {
            base: tuple((tick, Decimal(factor)) for tick, factor in moves)
            for base, moves in row.value["moves"].items()
        }
        return cls(path, flow, moves, row.version, now)

    def middle(self, instrument: Instrument, tick: int) -> Decimal:
        """The middle price of that tick, on the instrument's price grid."""
        factor = next(
            (f for at, f in reversed(self.moves.get(instrument.base, ())) if at <= tick), 1
        )
        exact = self.path.price(instrument.base, instrument.kind, tick) * factor
        return max(on_grid(exact, instrument.tick), 2 * instrument.tick)

    def candle(
        self, instrument: Instrument, interval: Interval, opened: datetime, now: datetime
    ) -> Candle:
        """The candle that began then, as far as it is made; it closes where the next one opens."""
        end = ends_at(interval, opened)
        span = self.span(instrument, opened, min(end, now), _LOOKS[interval])
        return Candle(
            opened_at=opened,
            open=span.open,
            high=span.high,
            low=span.low,
            close=span.close,
            volume=span.volume,
            closed=end <= now,
        )

    def span(
        self, instrument: Instrument, since: datetime, until: datetime, look: timedelta
    ) -> Span:
        """Prices and volume between two moments, looked at on a grid of UTC and at every move."""
        ticks = sorted(set(self._looks(instrument.base, since, until, look)))
        prices = [self.middle(instrument, tick) for tick in ticks]
        turnover = self.flow.turnover(instrument.base, instrument.kind, since, until)
        volume = Decimal(repr(turnover)) * 2 / (prices[0] + prices[-1])
        return Span(
            open=prices[0],
            high=max(prices),
            low=min(prices),
            close=prices[-1],
            volume=on_grid(volume, instrument.step),
        )

    def moved(self, base: str, tick: int, factor: Decimal) -> "MovedPath":
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

    def _looks(self, base: str, since: datetime, until: datetime, look: timedelta) -> Iterator[int]:
        first, last = self.path.tick_at(since), self.path.tick_at(until)
        yield from (first, last)
        midnight = since.replace(hour=0, minute=0, second=0, microsecond=0)
        at = midnight + ((since - midnight) // look + 1) * look
        while at < until:
            yield self.path.tick_at(at)
            at += look
        for tick, _ in self.moves.get(base, ()):
            yield from (one for one in (tick - 1, tick) if first <= one <= last)
