"""The outbox as a test fills and reads it."""

import asyncio
from dataclasses import dataclass
from typing import Any

from core.domain.conversation import ConversationKey
from core.domain.outbound import Outbound, TextBlock
from core.domain.records import Insert, OutboxItem
from tests.adapters.telegram_desk import Chatting
from tests.doubles.telegram import Chat


@dataclass
class Outbox:
    """Puts rows into the outbox as the engine does, and looks at what became of them."""

    tg: Chatting

    async def post(self, chat: Chat, kind: Any, *, target: str = "", **payload: Any) -> OutboxItem:
        ids, parts = self.tg.desk.ids, self.tg.desk.desk.parts
        message_id = ids.new()
        if kind in ("message", "answer"):
            payload = self.message(message_id, **payload).model_dump(mode="json")
        item = OutboxItem(
            id=ids.new(),
            conversation_id=ConversationKey(
                platform="telegram", chat=str(chat.id), person=str(self.tg.user.id)
            ).id,
            platform="telegram",
            run_id="run",
            kind=kind,
            message_id=message_id,
            payload=payload,
            status="new",
            created_at=self.tg.desk.clock.now(),
            target=target,
        )
        await parts.records.commit(Insert(record=item))
        self.tg.desk.desk.delivery.wake(item.conversation_id)
        return item

    def message(self, message_id: str, text: str = "hello", **more: Any) -> Outbound:
        more.setdefault("blocks", (TextBlock(text=text),))
        return Outbound(
            id=message_id,
            run_id="run",
            kind="reply",
            text=text,
            created_at=self.tg.desk.clock.now(),
            **more,
        )

    async def row(self, item: OutboxItem) -> OutboxItem:
        row = await self.tg.desk.desk.parts.records.get(OutboxItem, item.id)
        assert row is not None
        return row

    async def settled(self, item: OutboxItem) -> OutboxItem:
        async with asyncio.timeout(5):
            while (row := await self.row(item)).status == "new":  # noqa: ASYNC110 - a row has no event
                await asyncio.sleep(0.005)
        return row

    async def put_off(self, item: OutboxItem) -> OutboxItem:
        """The row once the dispatcher waits before it tries again."""
        async with asyncio.timeout(5):
            while (row := await self.row(item)).next_at is None:  # noqa: ASYNC110 - the same
                await asyncio.sleep(0.005)
        return row

    async def wait_out(self, item: OutboxItem) -> OutboxItem:
        """Let the time pass that the dispatcher waits, and see the row settled."""
        row = await self.put_off(item)
        assert row.next_at is not None
        self.tg.desk.clock.set(row.next_at)
        return await self.settled(item)
