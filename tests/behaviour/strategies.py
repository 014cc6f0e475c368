"""A resource that the product does not have yet: named strategies, in memory, and two tools."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel

from core.domain.outbound import Block, TextBlock, Value
from core.domain.references import Reference, ReferenceKind
from core.tools.arguments import NoArguments, typed
from core.tools.reading import ReadingTool
from core.tools.registry import Action, Named, Registry, ToolContext, ToolResult


@dataclass
class Strategies:
    """Each account's strategies by id; a NameSource of them."""

    by_account: dict[str, dict[str, str]] = field(default_factory=dict)
    kind: ReferenceKind = "strategy"
    nouns: frozenset[str] = frozenset({"strategy", "策略"})

    def of(self, account: str) -> dict[str, str]:
        return self.by_account.setdefault(account, {})

    async def names(self, context: ToolContext) -> Sequence[Named]:
        mine = self.of(context.account.id).items()
        return [Named(kind="strategy", id=key, name=name) for key, name in mine]

    def beside(self, registry: Registry) -> Registry:
        """The registry with this resource too."""
        tools = {tool.name: tool for tool in (StrategiesTool(self), ManageTool(self))}
        return replace(registry, tools={**registry.tools, **tools}, names=(*registry.names, self))


def _seen(key: str, name: str, context: ToolContext) -> Reference:
    return Reference(kind="strategy", id=key, name=name, at=context.now)


class StrategiesTool(ReadingTool):
    name = "get_strategies"
    description = "The strategies."
    arguments: type[BaseModel] = NoArguments

    def __init__(self, kept: Strategies) -> None:
        self._kept = kept

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        mine = self._kept.of(context.account.id)
        return ToolResult(
            data={"names": list(mine.values())},
            as_of=context.now,
            listed=tuple(_seen(key, name, context) for key, name in mine.items()),
        )

    def view(self, data: Mapping[str, Any], lang: str) -> tuple[Block, ...]:
        return (TextBlock(text=", ".join(data["names"]) or "none"),)


class ManageArguments(Value):
    """Creates a strategy, or names one anew."""

    id: str
    called: str


class ManageTool:
    name = "rename_strategy"
    description = "Creates a strategy under this id, or names it anew."
    arguments: type[BaseModel] = ManageArguments
    actions = (Action(name="rename", effect="write", repeat="read"),)

    def __init__(self, kept: Strategies) -> None:
        self._kept = kept

    def action(self, args: BaseModel) -> Action:
        return self.actions[0]

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        asked = typed(args, ManageArguments)
        self._kept.of(context.account.id)[asked.id] = asked.called
        return ToolResult(
            data={"id": asked.id, "name": asked.called},
            as_of=context.now,
            references=(_seen(asked.id, asked.called, context),),
        )

    def view(self, data: Mapping[str, Any], lang: str) -> tuple[Block, ...]:
        return (TextBlock(text=f"{data['id']}: {data['name']}"),)
