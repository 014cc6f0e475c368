"""Keeping preferences: the one way in which a lasting wish is checked, added, replaced, dropped."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from core.domain.conversation import Lang
from core.domain.memory_refusals import unfit
from core.domain.preferences import MOST_NOTES, PreferenceKey, checked, slot
from core.domain.records import Delete, Insert, Preference, Query, Update, Write
from core.errors import PersonError
from core.ports import Clock, Ids, MarketData, Records
from core.tools.pending import with_pending
from core.tools.registry import ToolContext
from core.tools.said import check_figures_said
from core.trading.markets import read_market
from core.views.words import say

SHOWN = 60
"""Characters of a note on a button or in a list of notes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """Where a wish is from: the messages that said so, and when they did (None: now)."""

    messages: Sequence[str] = ()
    at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """What a change comes to: the entry's id, its text before (None: new), the rows to write."""

    id: str
    value: str
    old: str | None
    writes: tuple[Write, ...]


class PreferenceKeeper:
    """Checks and stores the preferences of whoever the context names."""

    def __init__(self, records: Records, market: MarketData, clock: Clock, ids: Ids) -> None:
        self._records = records
        self._market = market
        self._clock = clock
        self._ids = ids

    async def kept(self, context: ToolContext) -> list[Preference]:
        """The account's preferences in the order they were made, those of this run included."""
        query = Query(kind=Preference, where={"account_id": context.account.id})
        rows = with_pending(Preference, await self._records.find(query), context.pending)
        return sorted(rows, key=lambda one: (one.created_at, one.id))

    async def check_said(self, key: PreferenceKey, value: str, context: ToolContext) -> None:
        """PersonError for words of one's own with a figure that the person did not say here."""
        if key in ("note", "style", "nickname", "quick_amounts"):
            await check_figures_said(self._records, context, value)

    async def value(self, key: PreferenceKey, said: str | None, lang: Lang) -> str:
        """The value as it is kept; PersonError says what is wrong with it."""
        if said is None or not said.strip():
            raise PersonError("preference_empty", name=preference_name(key, lang))
        refuse_unfit(said)
        value = checked(key, said)
        if key != "favourites":
            return value
        instruments = await self._market.instruments()
        return read_market(value, instruments, lang, "suggest_favourite").symbol

    def keep(
        self,
        key: PreferenceKey,
        value: str,
        of_key: Sequence[Preference],
        context: ToolContext,
        *,
        replacing: Preference | None = None,
        said: Said | None = None,
    ) -> Kept:
        """The value in place of `replacing`, of the same thing's, or as one more.

        PersonError when there is no room for one more.
        """
        old = replacing or same_thing(key, value, of_key)
        if old is None:
            _check_room(key, of_key, context.lang)
            added = self._insert(key, value, context, said or Said())
            return Kept(id=added.record.id, value=value, old=None, writes=(added,))
        if old.value == value:
            return Kept(id=old.id, value=value, old=value, writes=())
        writes = self._replace(key, old, value, context, said or Said())
        return Kept(id=old.id, value=value, old=old.value, writes=writes)

    def _replace(
        self, key: PreferenceKey, old: Preference, value: str, context: ToolContext, said: Said
    ) -> tuple[Write, ...]:
        """The new value in the old one's row, or in its own where it is another thing's."""
        if slot(key, old.value) == slot(key, value):
            change = {
                "value": value,
                "updated_at": said.at or self._clock.now(),
                "source": _source(context),
                "messages": list(said.messages),
            }
            return (Update(kind=Preference, where={"id": old.id}, set=change),)
        added = self._insert(key, value, context, said)
        return (drop(old.id), drop(added.record.id), added)

    def _insert(self, key: PreferenceKey, value: str, context: ToolContext, said: Said) -> Insert:
        """A new row. Two at once of what there is one of have the same id: the second is stale."""
        place = slot(key, value)
        row_id = self._ids.new() if place is None else f"{context.account.id}:{place}"
        now = self._clock.now()
        row = Preference(
            id=row_id,
            account_id=context.account.id,
            key=key,
            value=value,
            created_at=now,
            updated_at=said.at or now,
            source=_source(context),
            messages=list(said.messages),
        )
        return Insert(record=row, if_absent=True, required=True)


def refuse_unfit(*texts: str) -> None:
    """PersonError for what nobody may have remembered: secrets, and rules about authority."""
    for text in texts:
        if (reason := unfit(text)) is not None:
            raise PersonError(f"memory_refused_{reason}")


def same_thing(key: PreferenceKey, value: str, of_key: Sequence[Preference]) -> Preference | None:
    """The row that a new value takes the place of; None: it is one more."""
    place = slot(key, value)
    if place is None:
        return next((one for one in of_key if one.value == value), None)
    return next((one for one in of_key if slot(key, one.value) == place), None)


def drop(row_id: str) -> Delete:
    """The preference forgotten."""
    return Delete(kind=Preference, where={"id": row_id})


def preference_name(key: str, lang: Lang) -> str:
    """What the key is called."""
    return say(lang, f"pref_{key}")


def short(text: str) -> str:
    """The text in one line, as a list or a button shows it."""
    line = flat(text)
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}…"


def flat(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())


def _source(context: ToolContext) -> Literal["manual", "memory"]:
    return "memory" if context.executor == "memory" else "manual"


def _check_room(key: PreferenceKey, of_key: Sequence[Preference], lang: Lang) -> None:
    """The 21st note is refused, and the oldest ones are offered for deletion."""
    if key != "note" or len(of_key) < MOST_NOTES:
        return
    oldest = of_key[:3]
    raise PersonError(
        "preference_full",
        most=MOST_NOTES,
        oldest=short(oldest[0].value),
        choices=tuple(
            (
                say(lang, "preference_delete_label", value=short(one.value)),
                say(lang, "preference_delete", value=flat(one.value)[:SHOWN].strip()),
            )
            for one in oldest
        ),
    )
