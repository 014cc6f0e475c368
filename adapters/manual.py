"""Time and identity that whoever holds them decides: for replays, evaluations and tests."""

import asyncio
import random
from datetime import UTC, datetime, timedelta

from adapters.clock import ALPHABET, base32

START = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


class ManualClock:
    """A clock that moves only when told to; whoever sleeps by it wakes when its time has come."""

    def __init__(self, start: datetime = START) -> None:
        self._now = start
        self._sleepers: list[tuple[datetime, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        """The present, aware, UTC."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Return once this clock has been moved on by `seconds`."""
        wakes: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + timedelta(seconds=seconds), wakes))
        self._wake()
        await wakes

    def advance(self, seconds: float) -> None:
        """Move on by `seconds`; sleepers whose time has come run at the next await."""
        self.set(self._now + timedelta(seconds=seconds))

    def set(self, now: datetime) -> None:
        """Move to this moment."""
        self._now = now
        self._wake()

    def _wake(self) -> None:
        for until, wakes in list(self._sleepers):
            if until <= self._now:
                self._sleepers.remove((until, wakes))
                if not wakes.done():
                    wakes.set_result(None)


class SeededIds:
    """Ids, codes and tokens that are the same in every run with the same seed; guard nothing."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)  # noqa: S311 - repeatable on purpose
        self._made = 0

    def new(self) -> str:
        """A new id: 26 characters of lower-case base32, rising."""
        self._made += 1
        return base32(self._made << 80 | self._random.getrandbits(80))

    def code(self, length: int) -> str:
        """A code of `length` base32 characters."""
        return "".join(self._random.choices(ALPHABET, k=length))

    def token(self) -> str:
        """43 base32 characters in place of a bearer token."""
        return self.code(43)
