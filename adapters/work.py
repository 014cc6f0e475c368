"""Wake-ups within one process."""

import asyncio


class InProcessWork:
    """A queue of conversations, each of them in it once and held by one worker at a time."""

    def __init__(self) -> None:
        self._offered: asyncio.Queue[str] = asyncio.Queue()
        self._waiting: set[str] = set()
        self._held: dict[str, bool] = {}
        """Conversations that are worked on: whether work was put meanwhile."""

    async def put(self, conversation_id: str) -> None:
        """Say that the conversation has something to do."""
        if conversation_id in self._held:
            self._held[conversation_id] = True
        elif conversation_id not in self._waiting:
            self._waiting.add(conversation_id)
            self._offered.put_nowait(conversation_id)

    async def take(self) -> str:
        """Wait for a conversation that nobody else works on, and hold it; first put, first out."""
        conversation_id = await self._offered.get()
        self._waiting.discard(conversation_id)
        self._held[conversation_id] = False
        return conversation_id

    async def done(self, conversation_id: str) -> None:
        """Let go; it is offered again if work was put meanwhile."""
        if self._held.pop(conversation_id, False):
            await self.put(conversation_id)
