"""manage_model_config: a person adds, changes, tries and removes language models of their own."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from pydantic import BaseModel

from core.domain.conversation import Lang
from core.domain.outbound import Block
from core.domain.records import Write
from core.errors import BellwetherError, PersonError
from core.ports import Clock
from core.tools.arguments import typed
from core.tools.configs import which
from core.tools.model_arguments import ManageModelConfigArguments
from core.tools.model_changes import ModelChanges, about
from core.tools.model_configs import KEY, model_configs, shown
from core.tools.registry import Action, Draft, SecretRequest, ToolContext, ToolResult
from core.views.config_view import model_change_view, model_delete_card

APPROVAL = timedelta(minutes=5)


class ManageModelConfigTool:
    """Changes them. Keys are asked for by code and never pass through a plan."""

    name = "manage_model_config"
    description = (
        "Adds, changes, tests or deletes a language model of the person's own. Code asks for the "
        "key by itself and shows a card before it deletes. Use it when they ask for it."
    )
    arguments: type[BaseModel] = ManageModelConfigArguments
    actions = (
        Action(name="create", effect="write", repeat="read", snapshots=frozenset({"models"})),
        Action(name="update", effect="write", repeat="read", snapshots=frozenset({"models"})),
        Action(
            name="delete", effect="destructive", repeat="keyed", snapshots=frozenset({"models"})
        ),
        Action(name="test", effect="read", repeat="read", private=True),
    )

    def __init__(self, changes: ModelChanges, clock: Clock) -> None:
        self._changes = changes
        self._clock = clock

    def action(self, args: BaseModel) -> Action:
        """The action that the arguments name."""
        wanted = typed(args, ManageModelConfigArguments).action
        return next(one for one in self.actions if one.name == wanted)

    async def secrets(self, args: BaseModel, context: ToolContext) -> SecretRequest | None:
        """The key, where the change needs one; PersonError where it cannot be made anyway."""
        asked = typed(args, ManageModelConfigArguments)
        if asked.action not in ("create", "update"):
            return None
        change = await self._changes.planned(asked, context)
        if not change.needs_key:
            return None
        resource = self._changes.new_resource()
        return SecretRequest(resource=resource, fields=(KEY,), about=about(change.config))

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The change as rows with what is read back; a test's outcome."""
        asked = typed(args, ManageModelConfigArguments)
        match asked.action:
            case "create" | "update":
                return await self._changes.change(asked, context)
            case "test":
                return await self._changes.test(asked.config, context)
            case "delete":
                raise BellwetherError(f"{self.name} deletes under an approval only")

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """What was changed, value by value; why not, in words."""
        return model_change_view(data, lang)

    async def draft(self, args: BaseModel, context: ToolContext) -> Draft:
        """The card of a deletion."""
        asked = typed(args, ManageModelConfigArguments)
        if asked.action != "delete":
            raise BellwetherError(f"{self.name} {asked.action} needs no card")
        rows = await model_configs(self._changes.records, context)
        config = which(rows, asked.config, context, "model", "config_delete_request")
        data = shown(config, await self._changes.hint(config.id))
        card = model_delete_card(data, self._changes.desk_model, context.lang)
        arguments = ManageModelConfigArguments(action="delete", config=config.id)
        return Draft(
            arguments=arguments.model_dump(mode="json"),
            blocks=(card,),
            data={"action": "delete", "model": data},
            price=None,
            price_at=None,
            expires_at=self._clock.now() + APPROVAL,
            mode=None,
            simulated=None,
            large=False,
            plan={"id": config.id},
            amendable=False,
        )

    def amend(self, args: BaseModel, text: str, lang: Lang) -> BaseModel:  # noqa: ARG002  none
        """Never: a deletion has no amount."""
        raise PersonError("config_no_amount")

    async def intend(self, draft: Draft, key: str, context: ToolContext) -> tuple[Write, ...]:  # noqa: ARG002  none
        """Nothing: the deletion is rows of ours, committed with its result."""
        return ()

    async def perform(self, draft: Draft, key: str, context: ToolContext) -> ToolResult:  # noqa: ARG002  its rows are the deed
        """The deletion as rows."""
        return await self._changes.delete(str(draft.plan["id"]), context)

    async def settle(self, key: str, context: ToolContext) -> ToolResult | None:  # noqa: ARG002  none
        """It was not done: its rows are committed together with its result, or not at all."""
        return None
