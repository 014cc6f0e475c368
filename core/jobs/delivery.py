"""The dispatcher: sends each conversation's outbox in order, and keeps what the platform answered.

A send may be repeated after a crash or a lost answer: what is about to be sent is counted first, so
that a new message which may already have arrived is labelled as a possible repeat (DESIGN 13, T6).
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

import structlog

from core.domain.records import OutboxItem, Query, Update
from core.errors import DeliveryPostponed, DeliveryRefused
from core.ports import Clock, Records, Surface

log = structlog.get_logger(__name__)

BACKOFF_S = (1.0, 2.0, 5.0, 15.0, 60.0)


class Delivery:
    """One dispatcher for every conversation; conversations do not wait for each other."""

    def __init__(self, records: Records, surfaces: Mapping[str, Surface], clock: Clock) -> None:
        self.records = records
        self.surfaces = surfaces
        self.clock = clock
        self._group: asyncio.TaskGroup | None = None
        self._sending: set[str] = set()
        self._again: set[str] = set()

    async def run(self) -> None:
        """Send until cancelled."""
        async with asyncio.TaskGroup() as group:
            self._group = group
            for conversation_id in sorted(self._again):
                self.wake(conversation_id)
            await asyncio.Event().wait()

    def wake(self, conversation_id: str) -> None:
        """This conversation's outbox has something to send."""
        if self._group is None or conversation_id in self._sending:
            self._again.add(conversation_id)
            return
        self._sending.add(conversation_id)
        self._group.create_task(self._send(conversation_id))

    async def _send(self, conversation_id: str) -> None:
        try:
            while True:
                self._again.discard(conversation_id)
                await self._drain(conversation_id)
                if conversation_id not in self._again:
                    return
        except Exception:
            log.exception("delivery stopped", conversation=conversation_id)
        finally:
            self._sending.discard(conversation_id)

    async def _drain(self, conversation_id: str) -> None:
        """Everything new, oldest first; a postponed item holds back those behind it."""
        query = Query(kind=OutboxItem, where={"conversation_id": conversation_id, "status": "new"})
        while rows := await self.records.find(replace(query, limit=20)):
            for row in rows:
                await self._until_settled(row)

    async def _until_settled(self, row: OutboxItem) -> None:
        surface = self.surfaces.get(row.platform)
        if surface is None:
            await self._settle(row, status="dead", error="no such surface here")
            return
        failures = 0
        while True:
            if row.next_at is not None:
                await self.clock.sleep(max(0.0, (row.next_at - self.clock.now()).total_seconds()))
            attempted = await self._count(row)
            try:
                sent = await surface.deliver(attempted, await self._target(row))
            except DeliveryRefused as error:
                await self._settle(row, status="dead", error=str(error))
                return
            except DeliveryPostponed as error:
                wait, row = error.wait_s, replace(row, error=str(error))
            except Exception as error:  # noqa: BLE001 - any failure of a platform is tried again
                wait = BACKOFF_S[min(failures, len(BACKOFF_S) - 1)]
                failures += 1
                log.warning("send failed", item=row.id, error=type(error).__name__)
                row = replace(attempted, error=type(error).__name__)
            else:
                await self._settle(row, status="sent", platform_message_id=sent)
                return
            row = replace(row, next_at=self.clock.now() + timedelta(seconds=wait))
            await self._keep(row)

    async def _count(self, row: OutboxItem) -> OutboxItem:
        """Note that a send is about to be tried: after a crash it may have arrived."""
        attempted = replace(row, attempts=row.attempts + 1)
        if row.kind in ("message", "answer"):
            await self._keep(attempted)
        return attempted

    async def _keep(self, row: OutboxItem) -> None:
        await self.records.commit(
            Update(
                kind=OutboxItem,
                where={"id": row.id},
                set={"attempts": row.attempts, "next_at": row.next_at, "error": row.error},
                required=False,
            )
        )

    async def _settle(
        self, row: OutboxItem, *, status: str, platform_message_id: str = "", error: str = ""
    ) -> None:
        await self.records.commit(
            Update(
                kind=OutboxItem,
                where={"id": row.id},
                set={
                    "status": status,
                    "platform_message_id": platform_message_id,
                    "error": error,
                    "sent_at": self.clock.now() if status == "sent" else None,
                },
                required=False,
            )
        )

    async def _target(self, row: OutboxItem) -> OutboxItem | None:
        """The sent message that this item edits, removes or replies to, as it was sent."""
        if not row.target:
            return None
        rows = await self.records.find(
            Query(kind=OutboxItem, where={"message_id": row.target, "status": "sent"}, limit=1)
        )
        return rows[0] if rows else None
