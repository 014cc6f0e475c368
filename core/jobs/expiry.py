"""Closes questions that nobody answered in time: silence never places anything."""

from datetime import timedelta

from core.agent.parts import Parts
from core.domain.records import (
    Insert,
    OutboxItem,
    Query,
    StepRow,
    Update,
    Waiting,
    Workflow,
)
from core.domain.workflow import WAITING
from core.views.words import say


async def expire(parts: Parts) -> int:
    """Close every question whose time is over; how many there were.

    A press is judged by when it was accepted, so one that was in time may still wait to be
    handled: as long as it may count, its question is left alone.
    """
    over = parts.clock.now() - timedelta(seconds=parts.limits.late_press_s)
    due = await parts.records.find(
        Query(kind=Waiting, where={"status": "open"}, until=("expires_at", over), limit=100)
    )
    closed = 0
    for waiting in due:
        if await _close(parts, waiting):
            closed += 1
    return closed


async def _close(parts: Parts, waiting: Waiting) -> bool:
    workflow = await parts.records.get(Workflow, waiting.workflow_id)
    writes = [
        Update(kind=Waiting, where={"id": waiting.id, "status": "open"}, set={"status": "expired"}),
        Update(
            kind=StepRow,
            where={"workflow_id": waiting.workflow_id, "status": "pending"},
            set={"status": "dropped"},
            required=False,
        )
        if waiting.kind == "ask"
        else None,
    ]
    if workflow is not None and workflow.status in WAITING:
        writes.append(
            Update(
                kind=Workflow,
                where={"id": workflow.id, "version": workflow.version},
                set={
                    "status": "failed",
                    "version": workflow.version + 1,
                    "last_error": "expired",
                    "updated_at": parts.clock.now(),
                },
            )
        )
    platform = waiting.conversation_id.split(":", 1)[0]
    card = []
    if platform in parts.pushed:
        row = OutboxItem(
            id=parts.ids.new(),
            conversation_id=waiting.conversation_id,
            platform=platform,
            run_id="",
            kind="close",
            message_id=parts.ids.new(),
            payload={"text": say(parts.default_lang, "approval.expired_card")},
            status="new",
            created_at=parts.clock.now(),
            target=waiting.message_id,
        )
        card.append(Insert(record=row))
    if not await parts.records.commit(*[item for item in writes if item is not None], *card):
        return False
    await parts.waiting.drop([waiting.id])
    if card:
        parts.wake_delivery(waiting.conversation_id)
    return True
