"""One shared reader in front of a market that is far away: asked once, answered to all.

Whoever asks for what is being read waits for that read; what was read a moment ago is given again,
with its own time. A read that fails is told to all who wait for it, and not tried again at once. If
the one that reads is cancelled, the next of those who wait reads instead.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from core.domain.market import Candle, Instrument, Interval, MarketStats, Quote
from core.errors import VenueError
from core.ports import Clock, MarketData

V = TypeVar("V")

_MOST_KEPT = 2000
"""Reads remembered; each of candles holds a few hundred of them at most."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Freshness:
    """How long each kind of read is good for, and for how long a failed one is not repeated."""

    quote: timedelta = timedelta(seconds=1)
    candles: timedelta = timedelta(seconds=5)
    stats: timedelta = timedelta(seconds=15)
    instruments: timedelta = timedelta(hours=1)
    failure: timedelta = timedelta(seconds=2)


@runtime_checkable
class BulkQuotes(Protocol):
    """A market that can be asked for many prices in one request."""

    async def quotes(self, symbols: Collection[str]) -> Mapping[str, Quote]:
        """The newest prices of these, those left out that there are none of; VenueError."""


@dataclass(slots=True)
class _Flight:
    """A read under way; `wanted` are the symbols that it brings, where it brings many."""

    done: asyncio.Event = field(default_factory=asyncio.Event)
    wanted: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Slot(Generic[V]):
    """What was last read, what became of the last of its `tries`, and the read under way."""

    flight: _Flight | None = None
    tries: int = 0
    value: V | None = None
    read_at: datetime | None = None
    failure: str = ""
    failed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Candles:
    """Candles as they were asked for: there may be fewer than `limit` in all."""

    limit: int
    candles: Sequence[Candle]


class CachedMarket:
    """MarketData: that of `behind`, with at most `at_once` requests to it at a time.

    Nothing takes longer than `limit_s` from when it is sent: that is a failed read. VenueError of a
    failed read names when the last good one was.
    """

    def __init__(
        self,
        behind: MarketData,
        clock: Clock,
        *,
        freshness: Freshness = Freshness(),
        at_once: int = 8,
        limit_s: float = 10.0,
    ) -> None:
        self.name = behind.name
        self.simulated = behind.simulated
        self._behind = behind
        self._clock = clock
        self._fresh = freshness
        self._limit_s = limit_s
        self._places = asyncio.Semaphore(at_once)
        self._slots: OrderedDict[Hashable, _Slot[Any]] = OrderedDict()
        self._boarding: _Flight | None = None

    async def instruments(self) -> Sequence[Instrument]:
        """All markets; those of the last good read where they cannot be read again."""
        slot: _Slot[Sequence[Instrument]] = self._slot("instruments")
        try:
            return await self._read(
                slot, "markets", self._fresh.instruments, self._behind.instruments
            )
        except VenueError:
            if slot.value is None:
                raise
            # What is listed changes over weeks: an old list does no harm where an old price would.
            return slot.value

    async def quote(self, symbol: str) -> Quote:
        """The newest price, with its own time: one that is old upstream stays old."""
        slot: _Slot[Quote] = self._slot(("quote", symbol))
        if isinstance(self._behind, BulkQuotes):
            return await self._from_bulk(self._behind, slot, symbol)
        return await self._read(
            slot, f"price of {symbol}", self._fresh.quote, lambda: self._behind.quote(symbol)
        )

    async def candles(self, symbol: str, interval: Interval, limit: int) -> Sequence[Candle]:
        """The newest candles; fewer are taken from a longer read."""
        slot: _Slot[_Candles] = self._slot(("candles", symbol, interval))

        async def read() -> _Candles:
            return _Candles(limit, await self._behind.candles(symbol, interval, limit))

        def is_enough(kept: _Candles) -> bool:
            return kept.limit >= limit

        what = f"{interval} candles of {symbol}"
        found = await self._read(slot, what, self._fresh.candles, read, is_enough)
        return found.candles[-limit:]

    async def stats(self, symbol: str) -> MarketStats:
        """The last day, and a perpetual's funding."""
        slot: _Slot[MarketStats] = self._slot(("stats", symbol))
        return await self._read(
            slot, f"last day of {symbol}", self._fresh.stats, lambda: self._behind.stats(symbol)
        )

    async def _read(
        self,
        slot: _Slot[V],
        what: str,
        fresh_for: timedelta,
        ask: Callable[[], Awaitable[V]],
        is_enough: Callable[[V], bool] = lambda _: True,
    ) -> V:
        """What the slot holds if it is fresh, else what `ask` gives: asked by one at a time."""
        kept = self._kept(slot, fresh_for, is_enough)
        while kept is None and slot.flight is not None:
            kept = await self._brought(slot, slot.flight, is_enough)
        if kept is not None:
            return kept
        flight = slot.flight = _Flight()
        try:
            return await self._asked(slot, what, ask)
        finally:
            slot.flight = None
            flight.done.set()

    async def _from_bulk(self, market: BulkQuotes, slot: _Slot[Quote], symbol: str) -> Quote:
        """The price, read together with all others that are wanted in the same moment."""
        kept = self._kept(slot, self._fresh.quote)
        while kept is None:
            if slot.flight is None and self._boarding is not None:
                slot.flight = self._boarding
                slot.flight.wanted.add(symbol)
            if slot.flight is None:
                await self._fly(market, slot, symbol)
                kept = self._outcome(slot)
            else:
                kept = await self._brought(slot, slot.flight)
        return kept

    async def _fly(self, market: BulkQuotes, slot: _Slot[Quote], symbol: str) -> None:
        """One request for this price and those that board while others get their turn."""
        flight = slot.flight = self._boarding = _Flight(wanted={symbol})
        try:
            await asyncio.sleep(0)
            self._boarding = None
            try:
                found = await self._sent(lambda: market.quotes(frozenset(flight.wanted)))
                missing = VenueError("there is none")
            except VenueError as error:
                found, missing = {}, error
            for one in flight.wanted:
                of_one: _Slot[Quote] = self._slot(("quote", one))
                if one in found:
                    self._keep(of_one, found[one])
                else:
                    self._fail(of_one, f"price of {one}", missing)
        finally:
            if self._boarding is flight:
                self._boarding = None
            for one in flight.wanted:
                self._slot(("quote", one)).flight = None
            flight.done.set()

    async def _brought(
        self, slot: _Slot[V], flight: _Flight, is_enough: Callable[[V], bool] = lambda _: True
    ) -> V | None:
        """What the read that others make brings, however long it took; None if it was given up."""
        tries = slot.tries
        await flight.done.wait()
        return self._outcome(slot, is_enough) if slot.tries != tries else None

    def _outcome(self, slot: _Slot[V], is_enough: Callable[[V], bool] = lambda _: True) -> V | None:
        """What the last try brought; its VenueError."""
        if slot.failed_at is not None:
            raise self._failure(slot)
        return slot.value if slot.value is not None and is_enough(slot.value) else None

    async def _asked(self, slot: _Slot[V], what: str, ask: Callable[[], Awaitable[V]]) -> V:
        try:
            value = await self._sent(ask)
        except VenueError as error:
            self._fail(slot, what, error)
            raise self._failure(slot) from error
        self._keep(slot, value)
        return value

    async def _sent(self, ask: Callable[[], Awaitable[V]]) -> V:
        try:
            async with self._places, asyncio.timeout(self._limit_s):
                return await ask()
        except TimeoutError:
            raise VenueError(f"no answer within {self._limit_s:g} s") from None

    def _kept(
        self,
        slot: _Slot[V],
        fresh_for: timedelta,
        is_enough: Callable[[V], bool] = lambda _: True,
    ) -> V | None:
        """What was read a moment ago; the VenueError of a try that failed a moment ago."""
        if slot.failed_at is not None:
            if self._is_within(slot.failed_at, self._fresh.failure):
                raise self._failure(slot)
            return None
        if slot.value is None or slot.read_at is None:
            return None
        is_fresh = self._is_within(slot.read_at, fresh_for)
        return slot.value if is_fresh and is_enough(slot.value) else None

    def _is_within(self, since: datetime, limit: timedelta) -> bool:
        """Whether so little has passed since; a clock that was set back says no."""
        return timedelta(0) <= self._clock.now() - since < limit

    def _keep(self, slot: _Slot[V], value: V) -> None:
        slot.tries += 1
        slot.value, slot.read_at = value, self._clock.now()
        slot.failure, slot.failed_at = "", None

    def _fail(self, slot: _Slot[V], what: str, error: VenueError) -> None:
        slot.tries += 1
        slot.failure, slot.failed_at = f"{what} could not be read ({error})", self._clock.now()

    def _failure(self, slot: _Slot[V]) -> VenueError:
        """What became of the last try, with when the last good one was: each time a new error."""
        last = f"{slot.read_at:%Y-%m-%d %H:%M:%S} UTC" if slot.read_at else "never"
        text = f"{self.name}: {slot.failure}; last read: {last}"
        return VenueError(text, last_good=slot.read_at)

    def _slot(self, key: Hashable) -> Any:
        """The slot of this key; of many, those not asked for the longest are forgotten."""
        slot = self._slots.get(key)
        if slot is None:
            slot = self._slots[key] = _Slot()
            for old in list(self._slots)[: max(0, len(self._slots) - _MOST_KEPT)]:
                if self._slots[old].flight is None:
                    del self._slots[old]
        self._slots.move_to_end(key)
        return slot
