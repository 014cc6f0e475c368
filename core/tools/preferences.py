"""get_preferences and manage_preferences: the lasting wishes of a person."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.outbound import Block, Value
from core.domain.preferences import MANY, MOST_NOTES, PreferenceKey, checked, slot
from core.domain.records import Delete, Insert, Preference, Query, Update, Write
from core.errors import PersonError
from core.ports import Clock, Ids, MarketData, Records
from core.tools.arguments import NoArguments, typed
from core.tools.reading import ReadingTool
from core.tools.registry import Action, ToolContext, ToolResult
from core.trading.figures import stamp
from core.trading.markets import read_market
from core.views.preference_view import preference_change_view, preferences_view
from core.views.words import say

_SHOWN = 60
"""Characters of a note on a button or in a list of notes."""


class PreferencesTool(ReadingTool):
    """Reads what is kept."""

    name = "get_preferences"
    description = "What is kept about the person: language, time zone, style, favourites, notes."
    arguments: type[BaseModel] = NoArguments

    def __init__(self, records: Records, clock: Clock) -> None:
        self._records = records
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:  # noqa: ARG002  none
        """Every preference of the account, the oldest first."""
        kept = await _kept(self._records, context)
        return ToolResult(
            data={
                "preferences": [
                    {
                        "id": one.id,
                        "key": one.key,
                        "value": one.value,
                        "created_at": stamp(one.created_at),
                    }
                    for one in kept
                ]
            },
            as_of=self._clock.now(),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A numbered table."""
        return preferences_view(data, lang)


class ManagePreferencesArguments(Value):
    """One change to what is kept."""

    action: Literal["add", "update", "delete"] = Field(
        description="add a value, update one (or set it), delete one."
    )
    key: PreferenceKey = Field(
        description="language (en, zh); timezone (IANA, Asia/Shanghai); style of answers; "
        "favourites (one symbol); nickname (name = what it stands for); quiet_hours (22:00-07:00); "
        "colours (green_up, red_up); note (anything else, in the person's words).",
    )
    value: str | None = Field(
        default=None, max_length=2000, description="The new value; not for delete."
    )
    match: str | None = Field(
        default=None,
        max_length=500,
        description="Which nickname, favourite or note is meant: its id, or words in it.",
    )


class ManagePreferencesTool:
    """Changes what is kept."""

    name = "manage_preferences"
    description = (
        "Keeps, changes or deletes a lasting wish of the person. Use it only when they ask for it, "
        "one call per wish. Never for balances, prices or secrets."
    )
    arguments: type[BaseModel] = ManagePreferencesArguments
    actions = tuple(
        Action(name=name, effect="write", repeat="read") for name in ("add", "update", "delete")
    )

    def __init__(self, records: Records, market: MarketData, clock: Clock, ids: Ids) -> None:
        self._records = records
        self._market = market
        self._clock = clock
        self._ids = ids

    def action(self, args: BaseModel) -> Action:
        """The action that the arguments name."""
        wanted = typed(args, ManagePreferencesArguments).action
        return next(one for one in self.actions if one.name == wanted)

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The change as rows, with the value as it will be read back and the one before."""
        asked = typed(args, ManagePreferencesArguments)
        kept = await _kept(self._records, context)
        of_key = [one for one in kept if one.key == asked.key]
        if asked.action == "delete":
            gone = _one(asked, of_key, context.lang)
            return self._result(asked, None, gone, (_delete(gone.id),))
        value = await self._value(asked, context)
        old = self._replaced(asked, value, of_key, context)
        if old is None:
            _check_room(asked.key, of_key, context.lang)
            return self._result(asked, value, None, (self._insert(asked.key, value, context),))
        if old.value == value:
            return self._result(asked, value, old, ())
        return self._result(asked, value, old, self._replace(asked.key, old, value, context))

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """The value read back."""
        return preference_change_view(data, lang)

    async def _value(self, asked: ManagePreferencesArguments, context: ToolContext) -> str:
        if asked.value is None or not asked.value.strip():
            raise PersonError("preference_empty", name=_name(asked.key, context.lang))
        value = checked(asked.key, asked.value)
        if asked.key != "favourites":
            return value
        instruments = await self._market.instruments()
        return read_market(value, instruments, context.lang, "suggest_favourite").symbol

    def _replaced(
        self,
        asked: ManagePreferencesArguments,
        value: str,
        of_key: Sequence[Preference],
        context: ToolContext,
    ) -> Preference | None:
        """The row that the new value takes the place of; None: it is one more."""
        if asked.key in MANY and asked.action == "update":
            return _one(asked, of_key, context.lang)
        place = slot(asked.key, value)
        if place is None:
            return next((one for one in of_key if one.value == value), None)
        return next((one for one in of_key if slot(asked.key, one.value) == place), None)

    def _replace(
        self, key: PreferenceKey, old: Preference, value: str, context: ToolContext
    ) -> tuple[Write, ...]:
        """The new value in the old one's row, or in its own where it is another thing's."""
        if slot(key, old.value) == slot(key, value):
            change = {"value": value, "updated_at": self._clock.now()}
            return (Update(kind=Preference, where={"id": old.id}, set=change),)
        added = self._insert(key, value, context)
        return (_delete(old.id), _delete(added.record.id), added)

    def _insert(self, key: PreferenceKey, value: str, context: ToolContext) -> Insert:
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
            updated_at=now,
        )
        return Insert(record=row, if_absent=True, required=True)

    def _result(
        self,
        asked: ManagePreferencesArguments,
        value: str | None,
        old: Preference | None,
        writes: tuple[Write, ...],
    ) -> ToolResult:
        return ToolResult(
            data={
                "action": asked.action,
                "key": asked.key,
                "value": value,
                "old": old.value if old else None,
            },
            as_of=self._clock.now(),
            writes=writes,
        )


def _delete(row_id: str) -> Delete:
    return Delete(kind=Preference, where={"id": row_id})


async def _kept(records: Records, context: ToolContext) -> list[Preference]:
    """The account's preferences, in the order they were made."""
    rows = await records.find(Query(kind=Preference, where={"account_id": context.account.id}))
    return sorted(rows, key=lambda one: (one.created_at, one.id))


def _one(asked: ManagePreferencesArguments, of_key: Sequence[Preference], lang: Lang) -> Preference:
    """The one row that `match` means; PersonError with what there is when it is not exactly one."""
    words = _flat(asked.match or "").casefold()
    found = [one for one in of_key if one.id == asked.match]
    found = found or [one for one in of_key if _flat(one.value).casefold() == words]
    found = found or [one for one in of_key if words in _flat(one.value).casefold()]
    if len(found) == 1:
        return found[0]
    shown = found or list(of_key)
    raise PersonError(
        "preference_which" if found else "preference_none",
        name=_name(asked.key, lang),
        saved=[_short(one.value) for one in shown] or say(lang, "none"),
    )


def _check_room(key: PreferenceKey, of_key: Sequence[Preference], lang: Lang) -> None:
    """The 21st note is refused, and the oldest ones are offered for deletion."""
    if key != "note" or len(of_key) < MOST_NOTES:
        return
    oldest = of_key[:3]
    raise PersonError(
        "preference_full",
        most=MOST_NOTES,
        oldest=_short(oldest[0].value),
        choices=tuple(
            (
                say(lang, "preference_delete_label", value=_short(one.value)),
                say(lang, "preference_delete", value=_flat(one.value)[:_SHOWN].strip()),
            )
            for one in oldest
        ),
    )


def _name(key: PreferenceKey, lang: Lang) -> str:
    return say(lang, f"pref_{key}")


def _short(text: str) -> str:
    flat = _flat(text)
    return flat if len(flat) <= _SHOWN else f"{flat[:_SHOWN]}…"


def _flat(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())
