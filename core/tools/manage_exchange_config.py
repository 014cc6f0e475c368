"""manage_exchange_config: a person adds, changes, tries and removes exchange accounts."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from core.domain.conversation import Lang
from core.domain.outbound import Block
from core.domain.records import Write
from core.domain.snapshots import SnapshotKind
from core.errors import BellwetherError, PersonError
from core.tools.arguments import typed
from core.tools.exchange_arguments import ManageExchangeConfigArguments
from core.tools.exchange_changes import ExchangeChanges
from core.tools.exchange_removal import ExchangeRemoval
from core.tools.paper_money import PaperMoney
from core.tools.registry import Action, Draft, SecretRequest, ToolContext, ToolResult
from core.views.config_view import exchange_change_view

_ACCOUNTS: frozenset[SnapshotKind] = frozenset({"exchanges"})
_MONEY: frozenset[SnapshotKind] = frozenset({"balance", "positions"})


class ManageExchangeConfigTool:
    """Changes them. Keys are asked for by code and never pass through a plan."""

    name = "manage_exchange_config"
    description = (
        "Connects, changes, tests or deletes an exchange account of the person's, and moves the "
        "paper account's made-up money. Code asks for keys by itself, and shows a card before it "
        "deletes or resets. Use it when they ask for it."
    )
    arguments: type[BaseModel] = ManageExchangeConfigArguments
    actions = (
        Action(name="create", effect="write", repeat="read", snapshots=_ACCOUNTS),
        Action(name="update", effect="write", repeat="read", snapshots=_ACCOUNTS),
        Action(name="delete", effect="destructive", repeat="keyed", snapshots=_ACCOUNTS),
        Action(name="test", effect="read", repeat="read", private=True),
        Action(name="deposit", effect="write", repeat="keyed", snapshots=_MONEY),
        Action(name="withdraw", effect="write", repeat="keyed", snapshots=_MONEY),
        Action(name="reset", effect="destructive", repeat="keyed", snapshots=_MONEY),
    )

    def __init__(
        self, changes: ExchangeChanges, removal: ExchangeRemoval, money: PaperMoney
    ) -> None:
        self._changes = changes
        self._removal = removal
        self._money = money

    def action(self, args: BaseModel) -> Action:
        """The action that the arguments name."""
        wanted = typed(args, ManageExchangeConfigArguments).action
        return next(one for one in self.actions if one.name == wanted)

    async def secrets(self, args: BaseModel, context: ToolContext) -> SecretRequest | None:
        """The keys, where the change needs them; PersonError where it cannot be made anyway."""
        asked = typed(args, ManageExchangeConfigArguments)
        if asked.action not in ("create", "update"):
            return None
        return await self._changes.secrets(asked, context)

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The change as rows with what is read back; a test's outcome; made-up money moved."""
        asked = typed(args, ManageExchangeConfigArguments)
        match asked.action:
            case "create" | "update":
                return await self._changes.change(asked, context)
            case "test":
                return await self._changes.test(asked.config, context)
            case "deposit" | "withdraw":
                return await self._money.move(asked, context)
            case "delete" | "reset":
                raise BellwetherError(f"{self.name} {asked.action} acts under an approval only")

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """What was changed, value by value; why not, in words."""
        return exchange_change_view(data, lang)

    async def draft(self, args: BaseModel, context: ToolContext) -> Draft:
        """The card of a deletion or a new beginning."""
        asked = typed(args, ManageExchangeConfigArguments)
        if asked.action == "reset":
            return await self._money.draft_reset(asked, context)
        if asked.action != "delete":
            raise BellwetherError(f"{self.name} {asked.action} needs no card")
        return await self._removal.draft(asked, context)

    def amend(self, args: BaseModel, text: str, lang: Lang) -> BaseModel:  # noqa: ARG002  none
        """Never: these cards offer no other amount."""
        raise PersonError("config_no_amount")

    async def intend(self, draft: Draft, key: str, context: ToolContext) -> tuple[Write, ...]:  # noqa: ARG002  none
        """Nothing: a deletion is committed with its result, a reset is found by its key."""
        return ()

    async def perform(self, draft: Draft, key: str, context: ToolContext) -> ToolResult:
        """The deletion as rows, or the reset made."""
        if draft.arguments["action"] == "reset":
            return await self._money.reset(draft, key, context)
        return await self._removal.delete(str(draft.plan["id"]), context)

    async def settle(self, key: str, context: ToolContext) -> ToolResult | None:
        """A reset by its key; a deletion was not done, since its rows come with its result."""
        return await self._money.settled(key, context)
