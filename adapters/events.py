"""The event stream within one process: whoever follows now gets it, nothing is kept."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager

from core.domain.outbound import Progress

_LAST = frozenset({"done", "error"})
_MOST = 1000
"""Events held for a slow follower; beyond that only the last one is kept for it."""


class InProcessEvents:
    """The Events port for a single process."""

    def __init__(self) -> None:
        self._followers: defaultdict[str, list[asyncio.Queue[Progress]]] = defaultdict(list)
        self._listeners: list[Callable[[str, Progress], None]] = []

    def publish(self, conversation_id: str, event: Progress) -> None:
        """Offer the event to the run's followers and to the listeners; never blocks."""
        for queue in self._followers.get(event.run_id, ()):
            if queue.qsize() < _MOST or event.type in _LAST:
                queue.put_nowait(event)
        for listener in self._listeners:
            listener(conversation_id, event)

    def listen(self, listener: Callable[[str, Progress], None]) -> None:
        """Call `listener` (conversation, event) for every event from now on."""
        self._listeners.append(listener)

    @asynccontextmanager
    async def follow(self, run_id: str) -> AsyncGenerator[AsyncIterator[Progress], None]:
        """Events of one run from entering on, ending after `done` or `error`."""
        queue: asyncio.Queue[Progress] = asyncio.Queue()
        self._followers[run_id].append(queue)
        try:
            yield _until_last(queue)
        finally:
            self._followers[run_id].remove(queue)
            if not self._followers[run_id]:
                del self._followers[run_id]


async def _until_last(queue: asyncio.Queue[Progress]) -> AsyncIterator[Progress]:
    while True:
        event = await queue.get()
        yield event
        if event.type in _LAST:
            return
