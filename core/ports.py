"""The seams: what core asks of the outside, in its own words. Implementations live in adapters.

Every implementation of a port passes the same contract test (tests/contracts).
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from decimal import Decimal
from typing import Any, Protocol, TypeVar, runtime_checkable

from core.domain.addresses import AddressFault
from core.domain.charts import ChartSpec
from core.domain.llm import ChatRequest, LLMEvent
from core.domain.market import Candle, Instrument, Interval, MarketStats, Quote, Tier
from core.domain.movements import MovementKind, Statement
from core.domain.orders import OpenOrder, OrderChange, OrderRef, OrderReport, OrderRequest
from core.domain.outbound import Progress
from core.domain.positions import AccountView
from core.domain.records import ExchangeAccount, ModelConfig, OutboxItem, Query, Waiting, Write
from core.domain.stocks import Stock, StockMatch
from core.domain.venues import KeyCheck, VenueForm

R = TypeVar("R")


class Clock(Protocol):
    """Time, as an argument."""

    def now(self) -> datetime:
        """The present, aware, UTC."""

    async def sleep(self, seconds: float) -> None:
        """Return after `seconds` of this clock."""


class Ids(Protocol):
    """Identity, as an argument."""

    def new(self) -> str:
        """A new id: 26 characters of lower-case base32, sorting by the time of making."""

    def code(self, length: int) -> str:
        """An unguessable code of `length` base32 characters, to be typed by a person."""

    def token(self) -> str:
        """An unguessable bearer token (256 bits, URL-safe)."""


class Records(Protocol):
    """Rows in SQL (or memory). One `commit` is one transaction, durable when it returns."""

    async def commit(self, *writes: Write) -> bool:
        """Apply all writes or none. False: stale, since a required write matched nothing.

        Concurrent commits may share one fsync; each still succeeds or fails alone.
        """

    async def find(self, query: Query[R]) -> list[R]:
        """The rows that the query describes, as committed."""

    async def read(self, *queries: Query[Any]) -> list[list[Any]]:
        """Several finds in one trip and of one moment, in the order asked."""

    async def get(self, kind: type[R], key: str) -> R | None:
        """The row with this primary key."""

    async def total(self, query: Query[Any], column: str) -> Decimal:
        """The exact sum of a Decimal column over the query's rows; zero when there are none."""

    async def count(self, query: Query[Any]) -> int:
        """How many rows the query describes, its limit aside."""


class Sealer(Protocol):
    """Authenticated encryption bound to a place: a sealed text opens only where it was sealed."""

    def seal(self, plain: str, place: str) -> str:
        """`plain` encrypted for `place` (table:row:field)."""

    def open(self, sealed: str, place: str) -> str:
        """What was sealed for `place`; ValueError when it was not, or the key is unknown."""

    @property
    def sealing_key(self) -> str:
        """The id of the key that seals now."""

    def key_of(self, sealed: str) -> str:
        """The id of the key that sealed this; empty where it names none."""


class WaitingStore(Protocol):
    """Live questions, with their time to live. Losing them all is harmless: SQL rebuilds them."""

    async def put(self, waiting: Waiting) -> None:
        """Hold the question until it expires."""

    async def claim(self, question_id: str, by: str) -> bool | None:
        """True for the first update key, and again for it; False for others; None: not held."""

    async def drop(self, question_ids: Sequence[str]) -> None:
        """Forget these questions."""

    async def ping(self) -> bool:
        """Whether the server answers."""


class WorkSource(Protocol):
    """Wake-ups: which conversation has work, each to one worker at a time, in order."""

    async def put(self, conversation_id: str) -> None:
        """Say that the conversation has something to do."""

    async def take(self) -> str:
        """Wait for a conversation that nobody else works on, and hold it."""

    async def done(self, conversation_id: str) -> None:
        """Let go; it is offered again if work was put meanwhile."""


class LLMProvider(Protocol):
    """A language model, or a planner that stands for one."""

    @property
    def name(self) -> str:
        """How the planner is called at start and in traces, e.g. `anthropic:claude-sonnet-5-5`."""

    def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        """One call, streamed: text deltas or one ToolCall, then Finished. ModelError otherwise."""

    async def aclose(self) -> None:
        """Let go of connections."""


class MarketData(Protocol):
    """Prices. A failed read raises VenueError; it is never a number."""

    @property
    def name(self) -> str:
        """The source as people are told, e.g. `simulated market`."""

    @property
    def simulated(self) -> bool:
        """Whether its prices are made up."""

    async def instruments(self) -> Sequence[Instrument]:
        """All markets, in a stable order."""

    async def quote(self, symbol: str) -> Quote:
        """The newest price of a unified symbol; VenueError when there is none."""

    async def candles(self, symbol: str, interval: Interval, limit: int) -> Sequence[Candle]:
        """The newest `limit` candles, oldest first, the unfinished one last; fewer if there are."""

    async def stats(self, symbol: str) -> MarketStats:
        """The last day, and a perpetual's funding; VenueError when it cannot be read."""


class Exchange(Protocol):
    """One venue. PAPER and LIVE are different objects; `account` is an exchange account's id."""

    @property
    def venue(self) -> str:
        """The venue's name, e.g. `paper`."""

    async def account(self, account: str) -> AccountView:
        """Balances, positions, spot holdings and equity now; VenueError when unreadable."""

    async def place(self, account: str, order: OrderRequest) -> OrderReport:
        """Place an order; the same client id returns the first report, also a refusal's.

        A venue that refuses the order says so in the report: REJECTED, `reason` and `params` name
        the text for the person, nothing was placed. Raises OrderDenied where it is certain before
        asking that nothing can be placed, OutcomeUnknown, or VenueError (nothing sent).
        """

    async def find(self, account: str, order: OrderRef) -> OrderReport | None:
        """The order as it stands; None is a certain "never arrived", OutcomeUnknown a doubt."""

    async def open_orders(self, account: str) -> Sequence[OpenOrder]:
        """Every order that rests at the venue, ours or not; VenueError when unreadable."""

    async def cancel(self, account: str, order: OrderRef) -> OrderReport:
        """Take a resting order back and return it as it then is; one that is closed stays so.

        OutcomeUnknown when it is not known whether it was taken back.
        """

    async def amend(self, account: str, order: OrderRef, change: OrderChange) -> OrderReport:
        """Change a resting order in place and return it; OrderDenied where it cannot be changed."""


@runtime_checkable
class Statements(Protocol):
    """A venue with books of its own besides orders: an Exchange that tells what it booked."""

    async def movements(
        self, account: str, kind: MovementKind, since: datetime
    ) -> Statement | None:
        """Every movement of this kind since then; None where the venue tells of none.

        VenueError when it cannot be read.
        """


@runtime_checkable
class TierSource(Protocol):
    """An Exchange that tells margin tiers itself, where its market data has none."""

    async def tiers(self, account: str, symbol: str) -> Sequence[Tier]:
        """A perpetual's tiers for this account, ascending; empty where they are not known."""


class PaperBank(Protocol):
    """Made-up money: in, out, or all anew. `key` makes each of them happen once.

    Amounts are in the account's own currency. OrderDenied for an amount out of bounds or more than
    is free, VenueError for an account that is no paper account: then nothing happened.
    """

    async def deposit(self, account: str, amount: Decimal, key: str) -> Decimal:
        """Add to what is free, and return what is free then."""

    async def withdraw(self, account: str, amount: Decimal, key: str) -> Decimal:
        """Take from what is free, and return what is free then."""

    async def reset(self, account: str, balance: Decimal, key: str) -> Decimal:
        """Cancel all orders, drop all positions and coins unsold, and have `balance` free.

        Nothing is realised by it; the ledger and the trades so far stay.
        """

    async def booked(self, account: str, key: str) -> bool:
        """Whether the movement with this key happened."""


class VenueKeys(Protocol):
    """Live venues as whoever adds an account meets them: what they ask for, whether a key works."""

    def forms(self) -> Sequence[VenueForm]:
        """Every live venue, tried ones first; what is not `allowed` is only known by name."""

    async def check(self, account: ExchangeAccount, secrets: Mapping[str, str]) -> KeyCheck:
        """Try the key with one read of the balance, and ask whether it may withdraw.

        `account` need not be stored; `secrets` are by the names of its venue's form. Nothing is
        kept. VenueError when the venue could not be asked.
        """


class Charts(Protocol):
    """Pictures drawn from figures."""

    async def render(self, spec: ChartSpec) -> bytes:
        """The spec as a PNG, the same bytes for the same spec; PictureError when there is none."""

    async def aclose(self) -> None:
        """Let go of whatever draws."""


class Stocks(Protocol):
    """Which share a name means. It tells no prices, and asks nobody outside."""

    async def search(self, keyword: str, limit: int = 10) -> Sequence[StockMatch]:
        """The shares that fit, the likeliest first; several where the text leaves a choice."""

    async def ticker(self, text: str) -> Stock | None:
        """The share with exactly this ticker; None where there is none, or more than one."""


class Surface(Protocol):
    """One platform's way out. Inbound goes to the front door by itself."""

    @property
    def platform(self) -> str:
        """telegram, discord, web or terminal."""

    async def deliver(self, item: OutboxItem, target: OutboxItem | None) -> str:
        """Send (or edit, close, remove, reply to `target`, a sent item); the platform's id.

        Raises DeliveryRefused for good, DeliveryPostponed with a wait, anything else: retry.
        """

    async def progress(self, conversation_id: str, event: Progress) -> None:
        """A sign of life (typing, a step line, a partial answer): best effort, may be dropped."""


class Events(Protocol):
    """The event stream of running turns: unstored, droppable, rebuilt from SQL."""

    def publish(self, conversation_id: str, event: Progress) -> None:
        """Offer the event to whoever follows this run or conversation now; never blocks."""

    def follow(self, run_id: str) -> AbstractAsyncContextManager[AsyncIterator[Progress]]:
        """Events of one run from entering on, ending after `done` or `error`."""

    def so_far(self, run_id: str) -> Sequence[Progress] | None:
        """Every event of a run from its first; None where that is held no more, or none came."""


class ModelClients(Protocol):
    """The language models of people's own: each config has a client that nothing else shares."""

    def of(self, config: ModelConfig) -> LLMProvider:
        """The config as a provider: its key is opened, and its client made, at the first call.

        A call uses the row as it is stored then; ModelError `key_refused` where the row, or a key
        that it needs, is gone. Letting go of the provider closes nothing.
        """

    async def once(self, config: ModelConfig, api_key: str) -> LLMProvider:
        """A provider for a config that is not stored; whoever asked for it closes it."""

    async def address_fault(self, base_url: str) -> AddressFault | None:
        """What speaks against calling this address now, as every call will find; None: nothing."""

    async def close(self, config_id: str) -> None:
        """Let go of a config's client, once no call uses it."""
