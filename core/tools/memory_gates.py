"""What the memory executor must show for anything it keeps or forgets, checked in code.

It proposes; the person's own words decide. A proposal that fails here is dropped with the reason,
which the job's trace keeps. Nobody is asked or told: nothing was wanted of us.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.domain.memory_evidence import SAID_OF_CONDITION, says, supports
from core.domain.memory_refusals import is_passing
from core.domain.memory_statements import (
    statements,
    takes_back,
    takes_back_the_last,
)
from core.domain.preferences import MANY, PreferenceKey
from core.domain.records import MessageRow, Query, StepRow
from core.errors import ModelMistake
from core.ports import Records
from core.tools.registry import ToolContext
from core.views.words import WORDS

_MOST_LATER = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """The sources that a proposal cites, oldest first."""

    messages: tuple[MessageRow, ...]
    facts: tuple[StepRow, ...]

    @property
    def texts(self) -> list[str]:
        """What the person wrote in them."""
        return [row.text for row in self.messages]

    @property
    def at(self) -> datetime:
        """When the newest of them was said or found."""
        said = [row.created_at for row in self.messages]
        return max([*said, *(row.created_at for row in self.facts)])


async def cited(records: Records, context: ToolContext, ids: Sequence[str]) -> Evidence:
    """The cited sources. ModelMistake unless each is this account's, here: its words, or a fact."""
    if not ids:
        raise ModelMistake("uncited")
    wanted = tuple(dict.fromkeys(ids))
    here = {"conversation_id": context.conversation_id, "account_id": context.account.id}
    messages = await records.find(
        Query(kind=MessageRow, where={**here, "id": wanted, "role": "user", "counts": True})
    )
    found = {row.id for row in messages}
    steps = tuple(one for one in wanted if one not in found)
    facts = await _facts(records, here, steps) if steps else []
    if len(messages) + len(facts) < len(wanted):
        raise ModelMistake("unknown_source")
    return Evidence(messages=tuple(messages), facts=tuple(facts))


async def _facts(
    records: Records, here: Mapping[str, object], step_ids: tuple[str, ...]
) -> list[StepRow]:
    where = {"step_id": step_ids, "step_type": "tool_result"}
    steps = await records.find(Query(kind=StepRow, where=where))
    runs = tuple({step.trace_id for step in steps})
    if not runs:
        return []
    turns = await records.find(Query(kind=MessageRow, where={**here, "run_id": runs}))
    ours = {row.run_id for row in turns}
    return [step for step in steps if step.trace_id in ours]


async def check_preference(
    records: Records,
    context: ToolContext,
    key: PreferenceKey,
    value: str,
    evidence: Evidence,
    since: datetime | None,
) -> None:
    """ModelMistake unless the person says this, still does, and said nothing newer (`since`)."""
    if key in ("note", "style", "nickname") and is_passing(value):
        raise ModelMistake("passing")
    if not evidence.messages or not says(key, value, evidence.texts):
        raise ModelMistake("not_said")
    _check_age(evidence, since)
    await _check_withdrawn(records, context, value, names_of(key), evidence)


async def check_lesson_said(
    records: Records,
    context: ToolContext,
    condition: str,
    rule: str,
    evidence: Evidence,
    since: datetime | None,
) -> None:
    """ModelMistake unless words or outcomes cited say the condition and the rule."""
    said = [sentence for text in evidence.texts for sentence in statements(text)]
    shown = [json.dumps(fact.data, ensure_ascii=False, default=str) for fact in evidence.facts]
    heard = [*said, *shown]
    if not supports(rule, heard, denial=not shown):
        raise ModelMistake("not_said")
    if not supports(condition, heard, denial=False, least=SAID_OF_CONDITION):
        raise ModelMistake("not_said")
    _check_age(evidence, since)
    await _check_withdrawn(records, context, f"{condition}: {rule}", (), evidence)


async def check_forgetting(
    records: Records,
    context: ToolContext,
    value: str,
    names: Sequence[str],
    messages: Sequence[str],
    evidence: Evidence,
    since: datetime,
) -> None:
    """ModelMistake unless a cited message asks to forget this entry, which `messages` had said."""
    _check_age(evidence, since)
    for row in evidence.messages:
        if takes_back(row.text, value, *names):
            return
        if takes_back_the_last(row.text):
            before = await _neighbours(records, context, row.id, newest=True)
            if before and before[0].id in messages:
                return
    raise ModelMistake("not_asked")


def names_of(key: PreferenceKey) -> tuple[str, ...]:
    """What a setting that there is one of is called, in both languages; none for the others."""
    return () if key in MANY else tuple(WORDS[f"pref_{key}"].values())


def _check_age(evidence: Evidence, since: datetime | None) -> None:
    if since is not None and evidence.at < since:
        raise ModelMistake("older_than_kept")


async def _check_withdrawn(
    records: Records,
    context: ToolContext,
    value: str,
    names: Sequence[str],
    evidence: Evidence,
) -> None:
    """Whoever asked since then to forget it is not told it again."""
    if not evidence.messages:
        return
    later = await _neighbours(records, context, evidence.messages[-1].id)
    for place, row in enumerate(later):
        if takes_back(row.text, value, *names) or (place == 0 and takes_back_the_last(row.text)):
            raise ModelMistake("withdrawn")


async def _neighbours(
    records: Records,
    context: ToolContext,
    message_id: str,
    *,
    newest: bool = False,
) -> list[MessageRow]:
    """The user messages after this one; the one before it when `newest`."""
    query = Query(
        kind=MessageRow,
        where={
            "conversation_id": context.conversation_id,
            "account_id": context.account.id,
            "role": "user",
            "counts": True,
        },
        after=None if newest else message_id,
        before=message_id if newest else None,
        newest=newest,
        limit=1 if newest else _MOST_LATER,
    )
    return await records.find(query)
