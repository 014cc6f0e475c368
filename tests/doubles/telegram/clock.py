"""Time as the double sees it: the real one, or one that the test moves by hand."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class ManualClock:
    """Stands still until `advance`; sleepers wake in the order of their time."""

    def __init__(self, start: float = 1_790_000_000.0) -> None:
        self._now = start
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + seconds, future))
        await future

    def advance(self, seconds: float) -> None:
        self._now += seconds
        due = sorted((s for s in self._sleepers if s[0] <= self._now), key=lambda s: s[0])
        self._sleepers = [s for s in self._sleepers if s[0] > self._now]
        for _, future in due:
            if not future.done():
                future.set_result(None)
