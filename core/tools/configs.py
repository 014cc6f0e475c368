"""What exchange and model configurations have in common: which is meant, and how a change is kept.

All of a person's configurations change under one guard row, so that two conversations cannot both
take a name, or both make theirs the default: the second commit is stale, and is planned again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from core.domain.config_names import checked_name, is_taken
from core.domain.naming import folded
from core.domain.records import AuditEntry, Insert, MessageRow, Query, Setting, Update, Write
from core.domain.references import ReferenceKind
from core.errors import PersonError
from core.ports import Ids, Records
from core.tools.pending import with_pending
from core.tools.registry import ToolContext
from core.views.words import say

_MOST_HEARD = 20
_MOST_CHOICES = 8


class Config(Protocol):
    """A row that has an id and a name."""

    @property
    def id(self) -> str:
        """The row's key."""

    @property
    def name(self) -> str:
        """What the person calls it."""


C = TypeVar("C", bound=Config)


@dataclass(frozen=True, slots=True)
class Changed:
    """A field as it is now and as it was; `old` is None for what is new."""

    field: str
    value: Any
    old: Any = None

    def data(self) -> dict[str, Any]:
        """As a result tells it."""
        return {"field": self.field, "value": self.value, "old": self.old}


async def guard(records: Records, context: ToolContext) -> Write:
    """The write that lets a change of this person's configurations through once.

    To be asked for before the configurations are read: what changes after that is then seen.
    """
    row_id = f"configs:{context.account.id}"
    stored = await records.find(Query(kind=Setting, where={"id": row_id}))
    found = [one for one in with_pending(Setting, stored, context.pending) if one.id == row_id]
    if not found:
        first = Setting(id=row_id, value={}, version=0)
        return Insert(record=first, if_absent=True, required=True)
    version = found[0].version
    where = {"id": row_id, "version": version}
    return Update(kind=Setting, where=where, set={"version": version + 1})


def audited(
    ids: Ids, context: ToolContext, event: str, tool: str, detail: Mapping[str, Any]
) -> Insert:
    """The audit's row of a change: what it is about, and never a secret."""
    return Insert(
        record=AuditEntry(
            id=ids.new(),
            account_id=context.account.id,
            conversation_id=context.conversation_id,
            run_id=context.run_id,
            event=event,
            tool=tool,
            reason="",
            detail=dict(detail),
            created_at=context.now,
        )
    )


def which(
    rows: Sequence[C], said: str | None, context: ToolContext, kind: ReferenceKind, doing: str
) -> C:
    """The one that `said` names, by id or name; unsaid, the one spoken of, or the only one.

    PersonError names what there is; `doing` is the text of the request that each choice makes, a
    key of core.views.words, empty for none.
    """
    if said is not None and said.strip():
        words = folded(said)
        found = [one for one in rows if one.id == said.strip() or folded(one.name) == words]
    else:
        spoken = context.references.of(kind)
        found = [one for one in rows if spoken is not None and one.id == spoken.id] or list(rows)
    if len(found) == 1:
        return found[0]
    noun = say(context.lang, f"reference_{kind}")
    if not rows:
        raise PersonError(f"config_no_{kind}")
    shown = found or list(rows)
    choices = tuple(
        (one.name, say(context.lang, doing, kind=noun, name=one.name))
        for one in shown[:_MOST_CHOICES]
        if doing
    )
    key = "config_which" if found else "config_unknown"
    names = [one.name for one in shown]
    raise PersonError(key, kind=noun, said=said or "", names=names, choices=choices)


def new_name(said: str, rows: Sequence[Config], *, but: str = "") -> str:
    """The name as it is kept; PersonError when another row than `but` (an id) has it."""
    name = checked_name(said)
    if is_taken(name, (one.name for one in rows if one.id != but)):
        raise PersonError("config_name_taken", name=name)
    return name


async def check_said(records: Records, context: ToolContext, text: str, key: str) -> None:
    """PersonError `key` unless the person wrote `text` here lately: no model makes an address up.

    An address decides who reads what is sent there, so it must be the person's own words.
    """
    where = {
        "conversation_id": context.conversation_id,
        "account_id": context.account.id,
        "role": "user",
    }
    said = await records.find(Query(kind=MessageRow, where=where, newest=True, limit=_MOST_HEARD))
    if not any(text.casefold() in row.text.casefold() for row in said):
        raise PersonError(key, value=text)
