"""get_audit: who did what, when and from where; for the owner of the desk."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from core.domain.conversation import ConversationKey, Lang
from core.domain.outbound import Block
from core.domain.records import Account, AuditEntry, Query
from core.errors import PersonError
from core.ports import Clock, Records
from core.tools.arguments import typed
from core.tools.offers import PAGE, PageArguments, page_of
from core.tools.reading import ReadingTool
from core.tools.registry import Action, ToolContext, ToolResult
from core.trading.figures import stamp
from core.views.audit_view import audit_view

NEWEST = 500
"""Entries that are looked at, the newest; all of them are at GET /api/v1/audit."""


class AuditArguments(PageArguments):
    """Whose entries."""

    person: str | None = Field(
        default=None,
        min_length=1,
        max_length=60,
        description="The name of one person; leave out for everybody.",
    )


class AuditTool(ReadingTool):
    """Reads the record of deeds and refusals."""

    name = "get_audit"
    description = (
        "The audit: who was let in, refused or changed, which calls were refused, halts and "
        "limits, with time and place. For the owner only."
    )
    arguments: type[BaseModel] = AuditArguments
    actions = (Action(name="read", effect="read", repeat="read", private=True, owner_only=True),)

    def __init__(self, records: Records, clock: Clock) -> None:
        self._records = records
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """A page of the newest entries, the newest first; PersonError for an unknown name."""
        asked = typed(args, AuditArguments)
        accounts = await self._records.find(Query(kind=Account))
        where = {} if asked.person is None else {"account_id": _named(asked.person, accounts)}
        query = Query(kind=AuditEntry, where=where, newest=True, limit=NEWEST)
        page = page_of(await self._records.find(query), asked.page, PAGE)
        names = {one.id: one.name for one in accounts}
        return ToolResult(
            data={
                "entries": [_entry(one, names) for one in page.shown],
                **page.data,
                "zone": context.zone.key,
            },
            as_of=self._clock.now(),
            offers=page.offers(self.name, asked.model_dump(mode="json", exclude_none=True)),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A line for each entry."""
        return audit_view(data, lang)


def _named(name: str, accounts: list[Account]) -> str:
    wanted = name.strip().casefold()
    for account in accounts:
        if wanted in (account.name.casefold(), account.id):
            return account.id
    raise PersonError("audit_nobody", name=name, known=sorted(one.name for one in accounts))


def _entry(entry: AuditEntry, names: Mapping[str, str]) -> dict[str, Any]:
    """An entry as JSON: where it was is a platform, and about whom is told where it is known."""
    detail = entry.detail
    about = str(detail.get("name") or detail.get("person") or "")
    platform = (
        ConversationKey.parse(entry.conversation_id).platform if entry.conversation_id else ""
    )
    return {
        "at": stamp(entry.created_at),
        "who": names.get(entry.account_id, ""),
        "platform": platform,
        "event": entry.event,
        "tool": entry.tool,
        "reason": entry.reason,
        "about": about,
    }
