"""Lines read ahead: what is typed while an answer is awaited is not lost, and can stop it."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine


class ReadAhead:
    """Lines in their order; those that come during `beside` are offered to it first."""

    def __init__(self, lines: AsyncIterator[str], group: asyncio.TaskGroup) -> None:
        self._lines = lines
        self._group = group
        self._held: deque[str] = deque()
        self._reading: asyncio.Task[str | None] | None = None
        self._ended = False

    async def next(self) -> str | None:
        """The next line; None at the end."""
        if self._held:
            return self._held.popleft()
        if self._ended:
            return None
        return await self._read()

    async def beside(
        self, answering: Coroutine[None, None, None], taken: Callable[[str], Awaitable[bool]]
    ) -> None:
        """Wait for the answer; each line typed meanwhile is taken at once, or held for later."""
        answer = self._group.create_task(answering)
        while not answer.done() and not self._ended:
            reading = self._start()
            await asyncio.wait({answer, reading}, return_when=asyncio.FIRST_COMPLETED)
            if reading.done():
                line = await self._read()
                if line is not None and not await taken(line):
                    self._held.append(line)
        await answer

    def close(self) -> None:
        """Read no more."""
        if self._reading is not None:
            self._reading.cancel()

    def _start(self) -> asyncio.Task[str | None]:
        if self._reading is None:
            self._reading = self._group.create_task(self._one())
        return self._reading

    async def _read(self) -> str | None:
        reading = self._start()
        line = await reading
        self._reading = None
        self._ended = line is None
        return line

    async def _one(self) -> str | None:
        return await anext(self._lines, None)
