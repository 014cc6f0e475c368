"""Reads what a window needs of a conversation's messages, and no more, however long it is."""

from core.domain.profiles import CHAT_DEFAULT
from core.domain.records import MessageRow, Query
from core.ports import Records

FIRST_READ = 2 * CHAT_DEFAULT.history_policy.n
"""Messages that are read with everything else: mostly they reach back far enough."""

_MOST = 240
_ANSWERS = 3


def newest_query(conversation_id: str) -> Query[MessageRow]:
    """The first read."""
    return Query(kind=MessageRow, where=_shown(conversation_id), newest=True, limit=FIRST_READ)


async def history(
    records: Records, conversation_id: str, newest: list[MessageRow], n: int
) -> list[MessageRow]:
    """The rows that a window of `n` user messages may show, oldest first.

    `newest` are those of `newest_query`. Where they do not reach back far enough, a second read
    adds up to 200 more. Where not even these hold a user message (alerts, for weeks), the last one
    is looked up, with its answer: a window starts at a user message.
    """
    if _said(newest) >= n - 1 or len(newest) < FIRST_READ:
        return newest[::-1]
    wider = Query(
        kind=MessageRow,
        where=_shown(conversation_id),
        before=newest[-1].id,
        newest=True,
        limit=_MOST - FIRST_READ,
    )
    more = await records.find(wider)
    rows = [*newest, *more][::-1]
    if len(rows) < _MOST:
        return rows
    if _said(rows):
        # What stands before the first user message belongs to one that was not read.
        start = next(at for at, row in enumerate(rows) if row.role == "user" and row.counts)
        return rows[start:]
    return [*await _last_said(records, conversation_id, rows[0].id), *rows]


async def _last_said(records: Records, conversation_id: str, before: str) -> list[MessageRow]:
    """The newest user message before that id, and what answered it."""
    of_user = {**_shown(conversation_id), "role": "user", "counts": True}
    said = await records.find(
        Query(kind=MessageRow, where=of_user, before=before, newest=True, limit=1)
    )
    if not said:
        return []
    after = Query(
        kind=MessageRow,
        where={**_shown(conversation_id), "run_id": said[0].run_id},
        after=said[0].id,
        before=before,
        limit=_ANSWERS,
    )
    return [*said, *await records.find(after)]


def _said(rows: list[MessageRow]) -> int:
    return sum(row.role == "user" and row.counts for row in rows)


def _shown(conversation_id: str) -> dict[str, object]:
    return {"conversation_id": conversation_id, "hidden_from_user": False}
