"""memory_forget: one thing that was kept about the person, gone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.memory_words import content_words, share
from core.domain.outbound import Block, Value
from core.domain.preferences import PreferenceKey
from core.domain.records import Delete, ExperienceRow, Preference
from core.errors import PersonError
from core.ports import Clock, Records
from core.tools.arguments import typed
from core.tools.experience_keeping import ExperienceKeeper, drop_experience, text_of
from core.tools.memory_gates import check_forgetting, cited, names_of
from core.tools.preference_keeping import SHOWN, PreferenceKeeper, drop, flat, short
from core.tools.registry import Action, ToolContext, ToolResult
from core.views.memory_view import memory_forgotten_view
from core.views.words import say

_OFFERED = 5


class MemoryForgetArguments(Value):
    """Which one."""

    kind: Literal["preference", "experience"] | None = Field(
        default=None, description="Only among these, where it is known."
    )
    id: str = Field(default="", max_length=200, description="The entry's id, where it is known.")
    match: str = Field(
        default="", max_length=500, description="Else words in it, or the setting's name."
    )
    source_message_ids: tuple[str, ...] = Field(
        default=(), max_length=10, description="The messages that ask for it."
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Entry:
    """A preference or an experience, as far as forgetting it goes."""

    kind: Literal["preference", "experience"]
    id: str
    key: str
    value: str
    messages: Sequence[str]
    updated_at: datetime
    names: tuple[str, ...]

    @property
    def removal(self) -> Delete:
        return drop(self.id) if self.kind == "preference" else drop_experience(self.id)


class MemoryForgetTool:
    """Forgets exactly one entry."""

    name = "memory_forget"
    description = (
        "Forgets one thing that is kept about the person: by its id (from the last list shown or "
        "from get_memories), or by words in it. Use it when they ask for something to be forgotten."
    )
    arguments: type[BaseModel] = MemoryForgetArguments
    actions = (Action(name="forget", effect="write", repeat="read"),)

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
        """The entry's removal. PersonError with what there is unless exactly one is meant.

        For the memory executor ModelMistake unless a cited message asks for it.
        """
        asked = typed(args, MemoryForgetArguments)
        entries = [one for one in await self._entries(context) if asked.kind in (None, one.kind)]
        entry = _meant(asked, entries, context.lang)
        if context.executor == "memory":
            evidence = await cited(self._records, context, asked.source_message_ids)
            await check_forgetting(
                self._records,
                context,
                entry.value,
                entry.names,
                entry.messages,
                evidence,
                entry.updated_at,
            )
        return ToolResult(
            data={
                "kind": entry.kind,
                "key": entry.key,
                "value": None,
                "old": entry.value,
                "id": entry.id,
            },
            as_of=self._clock.now(),
            writes=(entry.removal,),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """What was forgotten."""
        return memory_forgotten_view(data, lang)

    async def _entries(self, context: ToolContext) -> list[_Entry]:
        preferences = await self._preferences.kept(context)
        experiences = await self._experiences.kept(context)
        return [*map(_of_preference, preferences), *map(_of_experience, experiences)]


def _of_preference(row: Preference) -> _Entry:
    return _Entry(
        kind="preference",
        id=row.id,
        key=row.key,
        value=row.value,
        messages=row.messages,
        updated_at=row.updated_at,
        names=names_of(cast("PreferenceKey", row.key)),
    )


def _of_experience(row: ExperienceRow) -> _Entry:
    return _Entry(
        kind="experience",
        id=row.exp_id,
        key=row.condition,
        value=text_of(row.condition, row.rule),
        messages=row.messages,
        updated_at=row.updated_at,
        names=(),
    )


def _meant(asked: MemoryForgetArguments, entries: Sequence[_Entry], lang: Lang) -> _Entry:
    """The one entry that is meant; PersonError offers what there is when it is not exactly one."""
    found = _found(asked, entries)
    if len(found) == 1:
        return found[0]
    if not entries:
        raise PersonError("memory_nothing")
    offered = (found or list(entries))[::-1][:_OFFERED]
    raise PersonError(
        "memory_which" if found else "memory_none",
        saved=[short(one.value) for one in offered],
        choices=tuple((short(one.value), _request(one, lang)) for one in offered),
    )


def _found(asked: MemoryForgetArguments, entries: Sequence[_Entry]) -> list[_Entry]:
    if asked.id:
        return [one for one in entries if one.id == asked.id]
    words = flat(asked.match).casefold()
    if not words:
        return list(entries)
    wanted = content_words(words)
    tests: tuple[Callable[[_Entry], bool], ...] = (
        lambda one: one.id == asked.match or flat(one.value).casefold() == words,
        lambda one: words in flat(one.value).casefold(),
        lambda one: any(name.casefold() in words for name in (*one.names, one.key)),
        lambda one: share(wanted, content_words(one.value)) == 1,
        lambda one: share(wanted, content_words(one.value)) >= 0.5,
    )
    for test in tests:
        if found := [one for one in entries if test(one)]:
            return found
    return []


def _request(entry: _Entry, lang: Lang) -> str:
    """The words with which a button asks for this very entry."""
    if entry.names:
        return say(lang, "memory_forget_setting", name=say(lang, f"pref_{entry.key}"))
    return say(lang, "memory_forget_request", value=flat(entry.value)[:SHOWN].strip())
