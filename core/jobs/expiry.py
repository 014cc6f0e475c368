"""Closes what nobody answered or took up in time: silence never places anything."""

from datetime import timedelta

from core.agent.card_choices import is_change
from core.agent.kept_secrets import dropped
from core.agent.notices import notices_of
from core.agent.open_questions import goal
from core.agent.parts import Parts
from core.domain.conversation import Lang
from core.domain.outbound import TextBlock
from core.domain.records import (
    ConversationRow,
    Query,
    StepRow,
    Update,
    Waiting,
    Workflow,
    Write,
)
from core.domain.workflow import WAITING
from core.views.words import say

_CARDS = {"menu": "menu.over", "pairing": "pairing.over", "secret": "secret.expired_card"}
"""What is written below an expired question's message, where it is not about an order."""


def _over(waiting: Waiting) -> str:
    """The key of the words for what expired."""
    change = "approval.expired_card_change" if is_change(waiting) else "approval.expired_card"
    return _CARDS.get(waiting.kind, change)


async def expire(parts: Parts) -> int:
    """Close every question and every suspended workflow whose time is over; how many there were."""
    return await _questions(parts) + await _suspended(parts)


async def _suspended(parts: Parts) -> int:
    """What was put aside for too long: closed, and its person is told."""
    due = await parts.records.find(
        Query(
            kind=Workflow,
            where={"status": "suspended"},
            until=("expires_at", parts.clock.now()),
            limit=100,
        )
    )
    closed = 0
    for workflow in due:
        conversation = await parts.records.get(ConversationRow, workflow.conversation_id)
        told: list[Write] = []
        if conversation is not None:
            lang: Lang = "zh" if conversation.lang == "zh" else "en"
            text = say(lang, "suspended.expired", goal=goal(workflow))
            notices = notices_of(parts)
            home = notices.at(conversation, workflow.account_id)
            told = notices.rows(home, [TextBlock(text=text)])
        ended = Update(
            kind=Workflow,
            where={"id": workflow.id, "version": workflow.version},
            set={
                "status": "failed",
                "version": workflow.version + 1,
                "last_error": "expired",
                "updated_at": parts.clock.now(),
            },
        )
        if await parts.records.commit(ended, *told):
            closed += 1
            parts.wake_delivery(workflow.conversation_id)
    return closed


async def _questions(parts: Parts) -> int:
    """What nobody answered in time.

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
    writes: list[Write | None] = [
        Update(kind=Waiting, where={"id": waiting.id, "status": "open"}, set={"status": "expired"}),
        Update(
            kind=StepRow,
            where={"workflow_id": waiting.workflow_id, "status": "pending"},
            set={"status": "dropped"},
            required=False,
        )
        if waiting.kind in ("ask", "secret")
        else None,
    ]
    if workflow is not None and workflow.status in WAITING:
        deleted, notes = dropped(workflow)
        writes += deleted
        writes.append(
            Update(
                kind=Workflow,
                where={"id": workflow.id, "version": workflow.version},
                set={
                    "status": "failed",
                    "version": workflow.version + 1,
                    "last_error": "expired",
                    "updated_at": parts.clock.now(),
                    "notes": notes,
                },
            )
        )
    notices = notices_of(parts)
    card = notices.closing(waiting, say(parts.default_lang, _over(waiting)))
    if not await parts.records.commit(*[item for item in writes if item is not None], *card):
        return False
    await parts.waiting.drop([waiting.id])
    if card:
        parts.wake_delivery(waiting.conversation_id)
    return True
