"""Keeping experiences about a person: a rule under a condition, each only once (DESIGN 10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from core.domain.memory_refusals import is_passing
from core.domain.memory_words import content_words, denies, is_alike, stated_numbers
from core.domain.records import Delete, ExperienceRow, Insert, Query, Update
from core.errors import PersonError
from core.ports import Clock, Ids, Records
from core.tools.pending import with_pending
from core.tools.preference_keeping import Kept, flat, refuse_unfit
from core.tools.registry import ToolContext

MOST_EXPERIENCES = 100
LONGEST_CONDITION = 300
LONGEST_RULE = 500
FIRST_CONFIDENCE = Decimal("0.5")

Source = Literal["execution", "feedback", "manual"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Lesson:
    """A rule to keep, and where it is from: `messages` said it, `facts` (step ids) showed it."""

    condition: str
    rule: str
    source: Source
    messages: Sequence[str] = ()
    facts: Sequence[str] = ()
    at: datetime | None = None
    """When it was said; None: now."""


class ExperienceKeeper:
    """Checks and stores the experiences of whoever the context names."""

    def __init__(self, records: Records, clock: Clock, ids: Ids) -> None:
        self._records = records
        self._clock = clock
        self._ids = ids

    async def kept(self, context: ToolContext) -> list[ExperienceRow]:
        """The account's own experiences in the order they were made, those of this run included."""
        query = Query(kind=ExperienceRow, where={"scope": scope_of(context)})
        rows = with_pending(ExperienceRow, await self._records.find(query), context.pending)
        return sorted(rows, key=lambda one: (one.created_at, one.exp_id))

    def keep(self, lesson: Lesson, kept: Sequence[ExperienceRow], context: ToolContext) -> Kept:
        """The rule in place of the one it repeats or contradicts, or as one more.

        PersonError for what may not be remembered, and when there is no room.
        """
        check_lesson(lesson.condition, lesson.rule)
        said = text_of(lesson.condition, lesson.rule)
        old = same_lesson(lesson, kept)
        now = self._clock.now()
        if old is None:
            if len(kept) >= MOST_EXPERIENCES:
                raise PersonError("memory_full", most=MOST_EXPERIENCES)
            row = ExperienceRow(
                exp_id=self._ids.new(),
                scope=scope_of(context),
                condition=lesson.condition,
                rule=lesson.rule,
                evidence=list(lesson.facts),
                source=lesson.source,
                confidence=FIRST_CONFIDENCE,
                usage_count=0,
                success_rate=None,
                created_at=now,
                updated_at=lesson.at or now,
                account_id=context.account.id,
                messages=list(lesson.messages),
            )
            return Kept(id=row.exp_id, value=said, old=None, writes=(Insert(record=row),))
        before = text_of(old.condition, old.rule)
        if is_same(before, said):
            return Kept(id=old.exp_id, value=before, old=before, writes=())
        changes = {
            "condition": lesson.condition,
            "rule": lesson.rule,
            "evidence": list(lesson.facts),
            "source": lesson.source,
            # Another rule has to prove itself anew.
            "confidence": FIRST_CONFIDENCE,
            "usage_count": 0,
            "success_rate": None,
            "updated_at": lesson.at or now,
            "messages": list(lesson.messages),
        }
        write = Update(kind=ExperienceRow, where={"exp_id": old.exp_id}, set=changes)
        return Kept(id=old.exp_id, value=said, old=before, writes=(write,))


def same_lesson(lesson: Lesson, kept: Sequence[ExperienceRow]) -> ExperienceRow | None:
    """The one that speaks of the same condition, or is the same lesson in other places."""
    said = text_of(lesson.condition, lesson.rule)
    for row in kept:
        if is_alike(row.condition, lesson.condition) or is_alike(
            text_of(row.condition, row.rule), said
        ):
            return row
    return None


def is_same(one: str, other: str) -> bool:
    """Whether `other`, worded anew, adds nothing: no word, the same numbers, denying alike."""
    return (
        content_words(other) <= content_words(one)
        and stated_numbers(one) == stated_numbers(other)
        and denies(one) == denies(other)
    )


def check_lesson(condition: str, rule: str) -> None:
    """PersonError for what no experience may be or hold."""
    if not condition.strip() or not rule.strip():
        raise PersonError("memory_empty")
    if len(condition) > LONGEST_CONDITION or len(rule) > LONGEST_RULE:
        raise PersonError("memory_too_long", condition=LONGEST_CONDITION, rule=LONGEST_RULE)
    refuse_unfit(condition, rule, text_of(condition, rule))
    if is_passing(condition) or is_passing(rule):
        raise PersonError("memory_refused_passing")


def text_of(condition: str, rule: str) -> str:
    """The lesson in one line."""
    return f"{flat(condition)}: {flat(rule)}"


def scope_of(context: ToolContext) -> str:
    """The scope of what is learnt about the person."""
    return f"user:{context.account.id}"


def drop_experience(exp_id: str) -> Delete:
    """The experience forgotten."""
    return Delete(kind=ExperienceRow, where={"exp_id": exp_id})
