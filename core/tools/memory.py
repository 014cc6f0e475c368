"""memory_write: a preference or an experience kept, on the person's wish or from what they said."""

from collections.abc import Mapping
from typing import Any, Literal, cast, get_args

from pydantic import BaseModel, Field, model_validator

from core.domain.conversation import Lang
from core.domain.memory_words import is_alike
from core.domain.outbound import Block, Value
from core.domain.preferences import PreferenceKey
from core.domain.records import MessageRow, Preference, Query
from core.ports import Clock, Records
from core.tools.arguments import typed
from core.tools.experience_keeping import (
    ExperienceKeeper,
    Lesson,
    check_lesson,
    is_same,
    same_lesson,
)
from core.tools.memory_gates import Evidence, check_lesson_said, check_preference, cited
from core.tools.preference_keeping import Kept, PreferenceKeeper, Said, same_thing
from core.tools.registry import Action, ToolContext, ToolResult
from core.tools.said import check_figures_said
from core.views.memory_view import memory_saved_view

_KEYS = get_args(PreferenceKey)


class MemoryWriteArguments(Value):
    """One thing to keep."""

    kind: Literal["preference", "experience"] = Field(
        description="preference: how the person is or wants things. experience: a rule for a "
        "condition, learnt from what they said or from how something went."
    )
    key: str = Field(
        min_length=1,
        max_length=300,
        description=f"preference: one of {', '.join(_KEYS)} (note: anything else, in the person's "
        "words). experience: the condition.",
    )
    value: str = Field(
        min_length=1,
        max_length=2000,
        description="preference: the value (language: en or zh; timezone: IANA; quiet_hours: "
        "22:00-07:00; colours: green_up or red_up; quick_amounts: 50, 100, half; nickname: "
        "name = meaning; favourites: one symbol). experience: the rule. In the person's own words "
        "and language.",
    )
    source_message_ids: tuple[str, ...] = Field(
        default=(), max_length=10, description="The messages or facts that say so."
    )
    confidence: float = Field(
        default=1.0, ge=0, le=1, description="How sure it is that this lasts, 0 to 1."
    )

    @model_validator(mode="after")
    def _has_a_known_key(self) -> "MemoryWriteArguments":
        if self.kind == "preference" and self.key not in _KEYS:
            raise ValueError(f"key of a preference must be one of {', '.join(_KEYS)}")
        return self


class MemoryWriteTool:
    """Keeps one thing, once."""

    name = "memory_write"
    description = (
        "Keeps one lasting thing about the person: a preference, or an experience (a condition and "
        "its rule). Use it when they ask for something to be remembered. Never for balances, "
        "prices, positions or secrets, and never for anything about approvals, limits or rights."
    )
    arguments: type[BaseModel] = MemoryWriteArguments
    actions = (Action(name="write", effect="write", repeat="read"),)

    def __init__(
        self,
        records: Records,
        preferences: PreferenceKeeper,
        experiences: ExperienceKeeper,
        clock: Clock,
    ) -> None:
        self._records = records
        self._preferences = preferences
        self._experiences = experiences
        self._clock = clock

    def action(self, args: BaseModel) -> Action:  # noqa: ARG002  it has one
        """The only one."""
        return self.actions[0]

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """What was kept, with what stood there before, as rows.

        PersonError for what may not be remembered or has no room; for the memory executor also
        ModelMistake, with the reason in a word, for what its sources do not say.
        """
        asked = typed(args, MemoryWriteArguments)
        evidence = None
        if context.executor == "memory":
            evidence = await cited(self._records, context, asked.source_message_ids)
        if asked.kind == "experience":
            kept = await self._experience(asked, context, evidence)
        else:
            kept = await self._preference(asked, context, evidence)
        return ToolResult(
            data={
                "kind": asked.kind,
                "key": asked.key,
                "value": kept.value,
                "old": kept.old,
                "id": kept.id,
            },
            as_of=self._clock.now(),
            writes=kept.writes,
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """The value read back, with the one before it."""
        return memory_saved_view(data, lang)

    async def _preference(
        self, asked: MemoryWriteArguments, context: ToolContext, evidence: Evidence | None
    ) -> Kept:
        key = cast("PreferenceKey", asked.key)
        value = await self._preferences.value(key, asked.value, context.lang)
        of_key = [one for one in await self._preferences.kept(context) if one.key == key]
        if evidence is None:
            await self._preferences.check_said(key, value, context)
            said = Said(messages=await self._own_message(context))
            return self._preferences.keep(key, value, of_key, context, said=said)
        old = _alike(key, value, of_key)
        since = old.updated_at if old else None
        await check_preference(self._records, context, key, value, evidence, since)
        if old is not None and key == "note" and is_same(old.value, value):
            return Kept(id=old.id, value=old.value, old=old.value, writes=())
        said = Said(messages=[row.id for row in evidence.messages], at=evidence.at)
        return self._preferences.keep(key, value, of_key, context, replacing=old, said=said)

    async def _experience(
        self, asked: MemoryWriteArguments, context: ToolContext, evidence: Evidence | None
    ) -> Kept:
        condition, rule = asked.key.strip(), asked.value.strip()
        check_lesson(condition, rule)
        kept = await self._experiences.kept(context)
        if evidence is None:
            await check_figures_said(self._records, context, f"{condition}: {rule}")
            own = await self._own_message(context)
            lesson = Lesson(condition=condition, rule=rule, source="manual", messages=own)
            return self._experiences.keep(lesson, kept, context)
        lesson = Lesson(
            condition=condition,
            rule=rule,
            source="execution" if evidence.facts else "feedback",
            messages=[row.id for row in evidence.messages],
            facts=[row.step_id for row in evidence.facts],
            at=evidence.at,
        )
        old = same_lesson(lesson, kept)
        since = old.updated_at if old else None
        await check_lesson_said(self._records, context, condition, rule, evidence, since)
        return self._experiences.keep(lesson, kept, context)

    async def _own_message(self, context: ToolContext) -> list[str]:
        """The message in which the person asks for it: this run's own."""
        where = {"run_id": context.run_id, "account_id": context.account.id, "role": "user"}
        rows = await self._records.find(Query(kind=MessageRow, where=where))
        return [row.id for row in rows]


def _alike(key: PreferenceKey, value: str, of_key: list[Preference]) -> Preference | None:
    """The entry that this one repeats or contradicts; a note also where it is only alike."""
    if key != "note":
        return same_thing(key, value, of_key)
    return next((one for one in of_key if is_alike(one.value, value)), None)
