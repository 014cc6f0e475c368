"""What the memory executor reads of a conversation: the person's words and outcomes, no more.

Never assistant text, never what was recalled, never a prompt: a memory that reads itself grows
(an audit of another system found nine tenths of its entries to be such echoes).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.domain.masking import masked
from core.domain.memory_statements import asks_to_forget, statements
from core.domain.memory_words import content_words
from core.domain.records import (
    ExperienceRow,
    MessageRow,
    Preference,
    Query,
    StepRow,
    TaskStateRow,
)
from core.errors import ModelMistake
from core.ports import Records
from core.tools.arguments import parse_arguments
from core.tools.registry import Registry

MOST_MESSAGES = 40
"""Messages of the person that one job reads."""

_MOST_ROWS = 160
_MOST_CHARACTERS = 16_000
_LONGEST = 2000
_LONGEST_FACT = 500
_MOST_FACTS = 20
_NEAREST = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Material:
    """A stretch of a conversation behind its mark, and the row that the mark stands in.

    `through` is the id of the stretch's last message; `more`: another one follows.
    """

    row: TaskStateRow | None
    messages: tuple[MessageRow, ...]
    facts: tuple[StepRow, ...]
    through: str
    more: bool

    @property
    def labels(self) -> dict[str, str]:
        """The short names that the model cites by, to ids. An id stands for itself too."""
        named = {f"m{at}": row.id for at, row in enumerate(self.messages, 1)}
        named |= {f"f{at}": row.step_id for at, row in enumerate(self.facts, 1)}
        return named | {real: real for real in named.values()}

    @property
    def is_empty(self) -> bool:
        """Whether nobody said anything since the mark."""
        return not self.messages and not self.more

    @property
    def may_say_something(self) -> bool:
        """Whether anything here could carry a proposal: else no model has to be asked."""
        return bool(self.facts) or any(
            statements(row.text) or asks_to_forget(row.text) for row in self.messages
        )

    def said(self) -> list[dict[str, Any]]:
        """The messages as the model reads them."""
        return [
            {"id": f"m{at}", "at": row.created_at.isoformat(), "text": row.text[:_LONGEST]}
            for at, row in enumerate(self.messages, 1)
        ]

    def found(self) -> list[dict[str, Any]]:
        """The outcomes as the model reads them."""
        return [
            {"id": f"f{at}", "outcome": str(masked(row.data))[:_LONGEST_FACT]}
            for at, row in enumerate(self.facts, 1)
        ]


async def unread(
    records: Records, registry: Registry, conversation_id: str, account_id: str
) -> Material:
    """What stands in the conversation behind the mark, oldest first, and no more than is bounded.

    A message of another account is not read.
    """
    row = await records.get(TaskStateRow, conversation_id)
    mark = row.remembered_through if row is not None else ""
    rows = await records.find(
        Query(
            kind=MessageRow,
            where={"conversation_id": conversation_id, "hidden_from_user": False},
            after=mark or None,
            limit=_MOST_ROWS,
        )
    )
    read: list[MessageRow] = []
    messages: list[MessageRow] = []
    characters = 0
    for message in rows:
        said = message.role == "user" and message.counts and message.account_id == account_id
        characters += min(len(message.text), _LONGEST) if said else 0
        full = len(messages) == MOST_MESSAGES or (messages and characters > _MOST_CHARACTERS)
        if said and full:
            break
        read.append(message)
        if said:
            messages.append(message)
    runs = tuple(dict.fromkeys(row.run_id for row in read if row.account_id == account_id))
    return Material(
        row=row,
        messages=tuple(messages),
        facts=await _outcomes(records, registry, runs),
        through=read[-1].id if read else mark,
        more=len(read) < len(rows) or len(rows) == _MOST_ROWS,
    )


async def _outcomes(
    records: Records, registry: Registry, runs: tuple[str, ...]
) -> tuple[StepRow, ...]:
    """Results of actions that change something. What was only read passes, or is others' words."""
    if not runs:
        return ()
    where = {"trace_id": runs, "step_type": ("tool_call", "tool_result")}
    steps = await records.find(Query(kind=StepRow, where=where))
    acting = {step.step_id for step in steps if _acts(registry, step)}
    results = [
        step
        for step in steps
        if step.step_type == "tool_result" and acting.intersection(step.parent_ids)
    ]
    return tuple(results[-_MOST_FACTS:])


def _acts(registry: Registry, step: StepRow) -> bool:
    tool = registry.get(str(step.data.get("tool_name", "")))
    arguments = step.data.get("arguments")
    if step.step_type != "tool_call" or tool is None or not isinstance(arguments, Mapping):
        return False
    try:
        return tool.action(parse_arguments(tool, arguments)).effect in ("money", "destructive")
    except ModelMistake:
        return False


def nearest(
    material: Material, preferences: Sequence[Preference], experiences: Sequence[ExperienceRow]
) -> list[dict[str, Any]]:
    """The entries that a proposal may be about: those that share words, then the newest."""
    words = frozenset().union(*(content_words(row.text) for row in material.messages))
    entries = [
        (row.updated_at, {"id": row.id, "key": row.key, "value": row.value}) for row in preferences
    ] + [
        (row.updated_at, {"id": row.exp_id, "key": row.condition, "value": row.rule})
        for row in experiences
    ]
    ranked = sorted(
        entries,
        key=lambda one: (
            len(words & content_words(f"{one[1]['key']} {one[1]['value']}")),
            one[0],
        ),
        reverse=True,
    )
    return [entry for _, entry in ranked[:_NEAREST]]
