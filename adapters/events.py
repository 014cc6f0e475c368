"""The event stream of running turns, within one process."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

from core.domain.outbound import Progress

MOST_HELD = 1000
"""Events kept for a follower who does not read them; then the oldest are dropped."""
MOST_RUNS = 256
"""Runs whose events are held, the newest."""
LAST = frozenset({"done", "error"})

Event = tuple[str, Progress]


class InProcessEvents:
    """Hands each event to the followers of its run, and to those of everything."""

    def __init__(self) -> None:
        self._followers: dict[str, set[_Follower]] = {}
        self._of_everything: set[_Follower] = set()
        self._held: dict[str, list[Progress] | None] = {}

    def publish(self, conversation_id: str, event: Progress) -> None:
        """Offer the event to whoever follows this run or conversation now; never blocks."""
        self._hold(event)
        for follower in (*self._followers.get(event.run_id, ()), *self._of_everything):
            follower.offer((conversation_id, event))

    def so_far(self, run_id: str) -> Sequence[Progress] | None:
        """Every event of a run from its first; None where that is held no more, or none came."""
        held = self._held.get(run_id)
        return None if held is None else tuple(held)

    def _hold(self, event: Progress) -> None:
        """Keep it for who comes late; of a run with very many events, none."""
        while len(self._held) >= MOST_RUNS and event.run_id not in self._held:
            del self._held[next(iter(self._held))]
        held = self._held.setdefault(event.run_id, [])
        if held is None:
            return
        held.append(event)
        if len(held) > MOST_HELD:
            self._held[event.run_id] = None

    @asynccontextmanager
    async def follow(self, run_id: str) -> AsyncIterator[AsyncIterator[Progress]]:
        """Events of one run from entering on, ending after `done` or `error`.

        A wait for the next one may be cancelled (a timeout) and taken up again.
        """
        follower = _Follower()
        followers = self._followers.setdefault(run_id, set())
        followers.add(follower)
        try:
            yield _Run(follower)
        finally:
            followers.discard(follower)
            if not followers and self._followers.get(run_id) is followers:
                del self._followers[run_id]

    @contextmanager
    def follow_everything(self) -> Iterator[AsyncIterator[Event]]:
        """All events with their conversations, without end: for surfaces' signs of life."""
        follower = _Follower()
        self._of_everything.add(follower)
        try:
            yield follower
        finally:
            self._of_everything.discard(follower)


class _Follower:
    """Events that wait to be read. Not a generator: those do not survive a cancelled wait."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque(maxlen=MOST_HELD)
        self._more = asyncio.Event()

    def offer(self, event: Event) -> None:
        self._events.append(event)
        self._more.set()

    def __aiter__(self) -> "_Follower":
        return self

    async def __anext__(self) -> Event:
        while not self._events:
            self._more.clear()
            await self._more.wait()
        return self._events.popleft()


class _Run:
    """The events of one run, up to the one that ends it."""

    def __init__(self, follower: _Follower) -> None:
        self._follower = follower
        self._ended = False

    def __aiter__(self) -> "_Run":
        return self

    async def __anext__(self) -> Progress:
        if self._ended:
            raise StopAsyncIteration
        _, event = await anext(self._follower)
        self._ended = event.type in LAST
        return event
