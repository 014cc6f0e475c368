"""A figure that is to be remembered is one that the person said: no model puts one in their mouth.

A note is read back later as the person's own words, so a figure in it must be theirs.
"""

from core.domain.figures_in_text import figures
from core.domain.records import MessageRow, Query
from core.errors import PersonError
from core.ports import Records
from core.tools.registry import ToolContext

_MOST_HEARD = 20


async def check_figures_said(records: Records, context: ToolContext, text: str) -> None:
    """PersonError unless each figure in `text` stands in what the person wrote here lately."""
    stated = {figure.value for figure in figures(text)}
    if not stated:
        return
    where = {
        "conversation_id": context.conversation_id,
        "account_id": context.account.id,
        "role": "user",
    }
    said = await records.find(Query(kind=MessageRow, where=where, newest=True, limit=_MOST_HEARD))
    if not stated <= {figure.value for row in said for figure in figures(row.text)}:
        raise PersonError("memory_not_said", value=text)
