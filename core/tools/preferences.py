"""get_preferences and manage_preferences: the lasting wishes of a person."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.outbound import Block, Value
from core.domain.preferences import MANY, PreferenceKey
from core.domain.records import Preference, Write
from core.errors import PersonError
from core.ports import Clock
from core.tools.arguments import NoArguments, typed
from core.tools.preference_keeping import PreferenceKeeper, drop, flat, preference_name, short
from core.tools.reading import PersonalReadingTool
from core.tools.registry import Action, ToolContext, ToolResult
from core.trading.figures import stamp
from core.views.preference_view import preference_change_view, preferences_view
from core.views.words import say


class PreferencesTool(PersonalReadingTool):
    """Reads what is kept."""

    name = "get_preferences"
    description = "What is kept about the person: language, time zone, style, favourites, notes."
    arguments: type[BaseModel] = NoArguments

    def __init__(self, keeper: PreferenceKeeper, clock: Clock) -> None:
        self._keeper = keeper
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:  # noqa: ARG002  none
        """Every preference of the account, the oldest first."""
        kept = await self._keeper.kept(context)
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
        "colours (green_up, red_up); quick_amounts (an order's amount buttons: '50, 100, "
        "half'); note (anything else, in the person's words).",
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

    def __init__(self, keeper: PreferenceKeeper, clock: Clock) -> None:
        self._keeper = keeper
        self._clock = clock

    def action(self, args: BaseModel) -> Action:
        """The action that the arguments name."""
        wanted = typed(args, ManagePreferencesArguments).action
        return next(one for one in self.actions if one.name == wanted)

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The change as rows, with the value as it will be read back and the one before."""
        asked = typed(args, ManagePreferencesArguments)
        kept = await self._keeper.kept(context)
        of_key = [one for one in kept if one.key == asked.key]
        if asked.action == "delete":
            gone = _one(asked, of_key, context.lang)
            return self._result(asked, None, gone.value, (drop(gone.id),))
        value = await self._keeper.value(asked.key, asked.value, context.lang)
        await self._keeper.check_said(asked.key, value, context)
        replacing = None
        if asked.key in MANY and asked.action == "update":
            replacing = _one(asked, of_key, context.lang)
        done = self._keeper.keep(asked.key, value, of_key, context, replacing=replacing)
        return self._result(asked, value, done.old, done.writes)

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """The value read back."""
        return preference_change_view(data, lang)

    def _result(
        self,
        asked: ManagePreferencesArguments,
        value: str | None,
        old: str | None,
        writes: tuple[Write, ...],
    ) -> ToolResult:
        return ToolResult(
            data={"action": asked.action, "key": asked.key, "value": value, "old": old},
            as_of=self._clock.now(),
            writes=writes,
        )


def _one(asked: ManagePreferencesArguments, of_key: Sequence[Preference], lang: Lang) -> Preference:
    """The one row that `match` means; PersonError with what there is when it is not exactly one."""
    words = flat(asked.match or "").casefold()
    found = [one for one in of_key if one.id == asked.match]
    found = found or [one for one in of_key if flat(one.value).casefold() == words]
    found = found or [one for one in of_key if words in flat(one.value).casefold()]
    if len(found) == 1:
        return found[0]
    shown = found or list(of_key)
    raise PersonError(
        "preference_which" if found else "preference_none",
        name=preference_name(asked.key, lang),
        saved=[short(one.value) for one in shown] or say(lang, "none"),
    )
