"""Lets a test wait for a state instead of for a time."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Changes:
    """Wakes everyone who waits each time the double's state may have changed."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def notify(self) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def until(self, predicate: Callable[[], T], within: float) -> T:
        """The first truthy answer of the predicate; TimeoutError if there is none in time."""
        async with asyncio.timeout(within):
            while not (found := predicate()):
                future = asyncio.get_running_loop().create_future()
                self._waiting.add(future)
                try:
                    await future
                finally:
                    self._waiting.discard(future)
            return found
