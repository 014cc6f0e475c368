"""A desk whose memory executor is run by the test, with a written model behind it."""

from decimal import Decimal
from typing import Any

from core.domain.profiles import AUTOMATION_MEMORY_DEFAULT, ExecutionProfile
from core.domain.records import (
    ConversationRow,
    ExperienceRow,
    Preference,
    StepRow,
    TaskStateRow,
)
from core.memory.extraction import Extracted, extract
from core.memory.job import MemoryRun
from core.memory.material import unread
from core.ports import LLMProvider
from tests.behaviour.seams import Model
from tests.desk import Person, TestDesk

FLOOR = Decimal("0.6")
Call = dict[str, Any]


def propose(*calls: Call) -> dict[str, Any]:
    """What the memory model submits."""
    return {"tool": "propose_memories", "input": {"calls": list(calls)}}


def write(
    key: str, value: str, *sources: str, kind: str = "preference", confidence: float = 0.9
) -> Call:
    """A proposal to keep something."""
    arguments = {
        "kind": kind,
        "key": key,
        "value": value,
        "source_message_ids": list(sources),
        "confidence": confidence,
    }
    return {"tool_name": "memory_write", "tool_args": arguments}


def learn(condition: str, rule: str, *sources: str, confidence: float = 0.9) -> Call:
    """A proposal to keep an experience."""
    return write(condition, rule, *sources, kind="experience", confidence=confidence)


def forget(*sources: str, **which: str) -> Call:
    """A proposal to forget something."""
    arguments = {**which, "source_message_ids": list(sources)}
    return {"tool_name": "memory_forget", "tool_args": arguments}


async def run_job(
    desk: TestDesk,
    person: Person,
    provider: LLMProvider,
    *,
    floor: Decimal = FLOOR,
    profile: ExecutionProfile = AUTOMATION_MEMORY_DEFAULT,
    system_tools: frozenset[str] | None = None,
) -> Extracted:
    """One stretch of the person's conversation through the memory executor."""
    parts = desk.desk.parts
    conversation = await parts.records.get(ConversationRow, person.key.id)
    assert conversation is not None
    material = await unread(parts.records, parts.registry, conversation.id, person.account.id)
    run = MemoryRun(
        job="extract",
        records=parts.records,
        clock=desk.clock,
        ids=desk.ids,
        provider=provider,
        profile=profile,
        conversation_id=conversation.id,
        account_id=person.account.id,
        lang="zh" if conversation.lang == "zh" else "en",
        day="2026-01-01",
        call_s=5.0,
    )
    return await extract(
        run, material, conversation, person.account, parts.registry, system_tools, floor
    )


async def remember(desk: TestDesk, person: Person, *calls: Call, **how: Any) -> Extracted:
    """A job whose model proposes these calls."""
    return await run_job(desk, person, Model(propose(*calls)), **how)


def fates(extracted: Extracted) -> list[tuple[str, str]]:
    """What became of each proposal, and why."""
    return [(one.fate, one.reason) for one in extracted.decisions]


async def preferences(desk: TestDesk, person: Person) -> list[tuple[str, str]]:
    """The person's preferences as stored."""
    rows = await desk.rows(Preference, account_id=person.account.id)
    return sorted((row.key, row.value) for row in rows)


async def experiences(desk: TestDesk, person: Person) -> list[tuple[str, str]]:
    """The person's experiences as stored."""
    rows = await desk.rows(ExperienceRow, scope=f"user:{person.account.id}")
    return [(row.condition, row.rule) for row in rows]


async def traced(desk: TestDesk) -> list[dict[str, Any]]:
    """The memory_write steps of all traces, oldest first."""
    return [row.data for row in await desk.rows(StepRow, step_type="memory_write")]


async def said(desk: TestDesk, *texts: str, person: Person | None = None) -> Person:
    """Somebody who has written this, a second apart."""
    person = person or desk.person()
    for text in texts:
        desk.clock.advance(1)
        await person.say(text)
    desk.clock.advance(1)
    return person


async def mark(desk: TestDesk, person: Person) -> str:
    """How far the memory executor has read."""
    rows = await desk.rows(TaskStateRow, id=person.key.id)
    return rows[0].remembered_through if rows else ""
