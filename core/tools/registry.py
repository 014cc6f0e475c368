"""What a tool is: declared actions, arguments as a model, a run and a view (DESIGN 6).

Two shapes. A `Tool` reads, or writes rows of our own that join the transaction of its result. An
`EffectTool` acts outside after a person's approval: draft (the card), intend (rows stored first),
perform (the call), settle (by key, after a doubt).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.llm import ToolSchema
from core.domain.orders import Mode
from core.domain.outbound import Block, Value
from core.domain.profiles import Executor
from core.domain.records import Account, ExchangeAccount, Picture, Write
from core.domain.references import Reference, ReferenceKind, References
from core.domain.snapshots import Snapshot, SnapshotKind
from core.errors import OutcomeUnknown
from core.tools.offers import Offer
from core.tools.schemas import schema_of

Effect = Literal["read", "write", "money", "destructive"]
Repeat = Literal["read", "keyed", "unsafe"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """What one action of a tool does.

    `effect` decides approval, role and place; `repeat` decides recovery (`read`: may run again,
    nothing happens before its result is committed); `snapshots` are the kinds of live facts it
    leans on. `private`: it tells what is a person's own, and is not for where others look on.
    `owner_only`: for nobody else, whatever it does.
    """

    name: str
    effect: Effect
    repeat: Repeat
    snapshots: frozenset[SnapshotKind] = frozenset()
    private: bool = False
    owner_only: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolContext:
    """Who calls, from where, and on which exchange account.

    `exchange_account` is the one that orders and reads are about unless another is named;
    `exchange_accounts` are all of the person's, that one included. `resource` is set for a call
    whose secrets were just asked for: they are kept under it (`SecretTool`).
    `workflow_id` and `step_id` are set for a step of a plan: an order is stored under them, and
    under `message_id`, the message of the card that was confirmed.
    `executor` is `memory` for a job that keeps or forgets by itself, `worker` for a person's turn.
    `pending` are writes of this run that are not committed yet: what is remembered counts them in.
    Days begin at midnight in `zone`, the person's. `trader_id` is set where a trader decides and
    not a person: its own limits hold beside those of the account, and its orders carry it.
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
    message_id: str = ""
    executor: Executor = "worker"
    pending: tuple[Write, ...] = ()
    exchange_accounts: tuple[ExchangeAccount, ...] = ()
    resource: str = ""
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    trader_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolResult:
    """What a tool found or did. `data` is JSON-able: decimals as plain strings, times RFC 3339.

    `writes` are rows of our own to be committed with the result, `pictures` what it drew, which
    its view shows and which changes nothing; `references` and `listed` say what
    "it" and "the second" now mean. `ok` is False when it is certain that it was not done: `data`
    then holds `error` (a key of core.views.words) and `params`. `offers` are buttons under it.
    """

    data: dict[str, Any]
    as_of: datetime
    mode: Mode | None = None
    simulated: bool | None = None
    references: tuple[Reference, ...] = ()
    listed: tuple[Reference, ...] = ()
    writes: tuple[Write, ...] = ()
    pictures: tuple[Picture, ...] = ()
    offers: tuple[Offer, ...] = ()
    ok: bool = True


class Draft(Value):
    """An effect as it would be done now: the exact arguments an approval binds, and its card.

    `arguments` are canonical (absolute amounts, unified symbol); `data` is the card's data as
    DESIGN 11 lists it; `price` is what the tolerance is measured from, None where no price matters;
    `large` asks for a second press; `amendable` offers another amount; `plan` is whatever perform
    needs, JSON-able. `mode` is None for what is not about money; `places` is whether an order is
    placed by it, rather than something changed. `binds` is what the card shows
    beside the arguments and a press is a yes to, as JSON: where it has changed, a fresh card is
    shown.
    """

    arguments: dict[str, Any]
    blocks: tuple[Block, ...]
    data: dict[str, Any]
    price: Decimal | None
    price_at: datetime | None
    expires_at: datetime
    mode: Mode | None
    simulated: bool | None
    large: bool
    plan: dict[str, Any]
    amendable: bool = True
    places: bool = True
    binds: dict[str, Any] = Field(default_factory=dict)


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

        Raises OutcomeUnknown (InDoubt where part is known), or VenueError where certainly nothing
        was sent.
        """

    async def settle(self, key: str, context: ToolContext) -> ToolResult | None:
        """What became of `key`: its result; None: proven absent; OutcomeUnknown: still unknown.

        A call of several orders goes on with those that are missing.
        """


class InDoubt(OutcomeUnknown):
    """A call of several orders: `result` is what is certain by now, `key` the order that is not."""

    def __init__(self, key: str, result: ToolResult) -> None:
        super().__init__(f"the outcome of {key} is unknown")
        self.key = key
        self.result = result


@dataclass(frozen=True, kw_only=True, slots=True)
class Amounts:
    """Other amounts for a call: words about the bounds, and what can be pressed (label, words)."""

    text: str
    options: tuple[tuple[str, str], ...]


@runtime_checkable
class AmountTool(EffectTool, Protocol):
    """An effect tool that can say which amounts fit its call."""

    async def amounts(self, args: BaseModel, context: ToolContext) -> Amounts:
        """What may be said instead of the amount of these arguments; VenueError if unreadable."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SecretRequest:
    """What a person must type before a call can run: no argument ever carries a secret.

    `resource` is the id under which the answers are kept, each as a Credential: a new one, since
    what stands under it is deleted where the call is not made in the end. `fields` are their names
    in the order to ask (`api_key`, `secret`, `password`, `private_key`); `about` names the thing in
    the question ("binance main").
    """

    resource: str
    fields: tuple[str, ...]
    about: str


@runtime_checkable
class SecretTool(Tool, Protocol):
    """A tool some of whose calls need secrets from the person first."""

    async def secrets(self, args: BaseModel, context: ToolContext) -> SecretRequest | None:
        """What to ask before `run`; None: nothing. PersonError where the call cannot be anyway.

        Once all are kept, `run` is called with `context.resource`, again after a crash before its
        result was stored; if it does not succeed, the engine deletes what was kept under it. It
        reads them through `core.credentials`; to give them to something that exists already, it
        keeps them under that thing's id and forgets `context.resource`.
        """


class SnapshotSource(Protocol):
    """One kind of live facts, declared by the resource that they are about."""

    @property
    def kind(self) -> SnapshotKind:
        """Which kind."""

    def is_local(self, context: ToolContext) -> bool:
        """Whether reading it asks nobody outside, so that it may be read before every plan."""

    async def read(self, context: ToolContext) -> Snapshot:
        """The facts now, for this account only; VenueError when they cannot be read."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """A thing of the person's that has a name."""

    kind: ReferenceKind
    id: str
    name: str


class NameSource(Protocol):
    """The named things of one resource: what a message may call by name."""

    @property
    def kind(self) -> ReferenceKind:
        """What kind of thing they are."""

    @property
    def nouns(self) -> frozenset[str]:
        """What people call such a thing, lower case, both languages: `strategy`, `策略`."""

    async def names(self, context: ToolContext) -> Sequence[Named]:
        """Those of this account that exist now."""


@dataclass(frozen=True, eq=False)
class Registry:
    """The declared tools by name, and what their resources tell of live facts and names."""

    tools: Mapping[str, Tool]
    snapshots: Mapping[SnapshotKind, SnapshotSource] = field(default_factory=dict)
    names: tuple[NameSource, ...] = ()

    def get(self, name: str) -> Tool | None:
        """The tool called `name`."""
        return self.tools.get(name)

    def schemas(self, names: frozenset[str]) -> tuple[ToolSchema, ...]:
        """Schemas of the named tools, in stable order, for a prompt."""
        return tuple(
            ToolSchema(
                name=tool.name,
                description=tool.description,
                parameters=schema_of(tool.arguments),
            )
            for name, tool in sorted(self.tools.items())
            if name in names
        )
