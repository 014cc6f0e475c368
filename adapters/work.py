"""Work within one process: a queue of conversations, each with one worker at a time."""

import asyncio
from collections import deque


class InProcessWork:
    """The WorkSource port for a single process: order of first need, one holder each."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._queued: set[str] = set()
        self._held: set[str] = set()
        self._again: set[str] = set()
        self._free = asyncio.Semaphore(0)

    async def put(self, conversation_id: str) -> None:
        """Say that the conversation has something to do; repeating it changes nothing."""
        if conversation_id in self._held:
            self._again.add(conversation_id)
        else:
            self._offer(conversation_id)

    async def take(self) -> str:
        """Wait for a conversation that nobody else works on, and hold it."""
        await self._free.acquire()
        conversation_id = self._waiting.popleft()
        self._queued.discard(conversation_id)
        self._held.add(conversation_id)
        return conversation_id

    async def done(self, conversation_id: str) -> None:
        """Let go; it is offered again if work was put meanwhile."""
        self._held.discard(conversation_id)
        if conversation_id in self._again:
            self._again.discard(conversation_id)
            self._offer(conversation_id)

    def _offer(self, conversation_id: str) -> None:
        if conversation_id not in self._queued:
            self._queued.add(conversation_id)
            self._waiting.append(conversation_id)
            self._free.release()
