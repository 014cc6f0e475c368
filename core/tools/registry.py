"""What a tool is: declared actions, arguments as a model, a run and a view (DESIGN 6).

Two shapes. A `Tool` reads, or writes rows of our own that join the transaction of its result. An
`EffectTool` acts outside after a person's approval: draft (the card), intend (rows stored first),
perform (the call), settle (by key, after a doubt).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, Protocol, runtime_checkable

from pydantic import BaseModel

from core.domain.conversation import Lang
from core.domain.llm import ToolSchema
from core.domain.orders import Mode
from core.domain.outbound import Block, Value
from core.domain.records import Account, ExchangeAccount, Write
from core.domain.references import Reference, References

Effect = Literal["read", "write", "money", "destructive"]
Repeat = Literal["read", "keyed", "unsafe"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """What one action of a tool does.

    `effect` decides approval, role and place; `repeat` decides recovery (`read`: may run again,
    nothing happens before its result is committed); `snapshots` are the kinds of live facts it
    leans on.
    """

    name: str
    effect: Effect
    repeat: Repeat
    snapshots: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolContext:
    """Who calls, from where, and on which exchange account.

    `workflow_id` and `step_id` are set for a step of a plan: an order is stored under them.
    """

    account: Account
    exchange_account: ExchangeAccount
    conversation_id: str
    run_id: str
    lang: Lang
    now: datetime
    references: References
    private: bool = True
    workflow_id: str = ""
    step_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolResult:
    """What a tool found or did. `data` is JSON-able: decimals as plain strings, times RFC 3339.

    `writes` are rows of our own to be committed with the result; `references` and `listed` say what
    "it" and "the second" now mean. `ok` is False when it is certain that it was not done: `data`
    then holds `error` (a key of core.views.words) and `params`.
    """

    data: dict[str, Any]
    as_of: datetime
    mode: Mode | None = None
    simulated: bool | None = None
    references: tuple[Reference, ...] = ()
    listed: tuple[Reference, ...] = ()
    writes: tuple[Write, ...] = ()
    ok: bool = True


class Draft(Value):
    """An effect as it would be done now: the exact arguments an approval binds, and its card.

    `arguments` are canonical (absolute amounts, unified symbol); `data` is the card's data as
    DESIGN 11 lists it; `price` is what the tolerance is measured from; `large` asks for a second
    press; `plan` is whatever perform needs, JSON-able.
    """

    arguments: dict[str, Any]
    blocks: tuple[Block, ...]
    data: dict[str, Any]
    price: Decimal
    price_at: datetime
    expires_at: datetime
    mode: Mode
    simulated: bool
    large: bool
    plan: dict[str, Any]


@runtime_checkable
class Tool(Protocol):
    """A tool of the registry. Docstrings of `arguments` fields are what the model reads."""

    @property
    def name(self) -> str:
        """The name the model calls."""

    @property
    def description(self) -> str:
        """What the model is told: when to use it and what it returns."""

    @property
    def arguments(self) -> type[BaseModel]:
        """The arguments' model (extra fields refused)."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action it declares."""

    def action(self, args: BaseModel) -> Action:
        """Which action these arguments ask for."""

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """Do it. PersonError when the person must correct something, VenueError when unreadable.

        An effect tool refuses: it acts through draft and perform only.
        """

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A result's data as blocks; figures only from `data`."""


@runtime_checkable
class EffectTool(Tool, Protocol):
    """A tool that acts outside, only under an approval of exactly its draft."""

    async def draft(self, args: BaseModel, context: ToolContext) -> Draft:
        """The card for these arguments at the present price; PersonError or OrderDenied if not."""

    def amend(self, args: BaseModel, text: str, lang: Lang) -> BaseModel:
        """The same arguments with the amount that `text` states; PersonError if it states none."""

    async def intend(self, draft: Draft, key: str, context: ToolContext) -> tuple[Write, ...]:
        """Rows to store before the call: the order INITIALIZED under `key`, the risk check again.

        Includes the guard on the exchange account's version. OrderDenied when it may not be done.
        """

    async def perform(self, draft: Draft, key: str, context: ToolContext) -> ToolResult:
        """Call the venue, once. A certain refusal is a result with `ok` False and its writes.

        Raises OutcomeUnknown, or VenueError where certainly nothing was sent.
        """

    async def settle(self, key: str, context: ToolContext) -> ToolResult | None:
        """What became of `key`: its result; None: proven absent; OutcomeUnknown: still unknown."""


@dataclass(frozen=True, eq=False)
class Registry:
    """The declared tools, by name."""

    tools: Mapping[str, Tool]

    def get(self, name: str) -> Tool | None:
        """The tool called `name`."""
        return self.tools.get(name)

    def schemas(self, names: frozenset[str]) -> tuple[ToolSchema, ...]:
        """Schemas of the named tools, in stable order, for a prompt."""
        return tuple(
            ToolSchema(
                name=tool.name,
                description=tool.description,
                parameters=tool.arguments.model_json_schema(),
            )
            for name, tool in sorted(self.tools.items())
            if name in names
        )
