"""What the engine works with: the ports, and the few numbers that bound it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from core.agent.outages import Outages
from core.agent.snapshot_cache import SnapshotCache
from core.agent.spending import Spending
from core.domain.conversation import Lang
from core.domain.profiles import SHIPPED, ExecutionProfile
from core.domain.risk import TradingLimits
from core.ports import (
    Charts,
    Clock,
    Events,
    Ids,
    LLMProvider,
    ModelClients,
    PaperBank,
    Records,
    Sealer,
    Stocks,
    VenueKeys,
    WaitingStore,
    WorkSource,
)
from core.tools.chart_request import NO_CHARTS
from core.tools.registry import Registry
from core.trading.no_stocks import NoStocks
from core.trading.paper_only import PaperOnly
from core.trading.venue import Venues


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Bounds of a turn and of what waits (DESIGN 12), in seconds, tokens and counts."""

    turn_s: float = 120.0
    call_s: float = 36.0
    read_s: float = 20.0
    snapshot_s: float = 5.0
    """How long reading live facts may hold a plan up; what takes longer is unknown."""
    tokens_per_turn: int = 50_000
    cost_per_turn: Decimal = Decimal(1)
    """USD; counts where the model has a price."""
    tokens_per_day: int = 2_000_000
    cost_per_day: Decimal = Decimal(20)
    """An account's, from its own midnight to the next."""
    iterations: int = 12
    ask_s: float = 24 * 3600.0
    secret_s: float = 900.0
    """How long a secret is awaited; what was typed before it is deleted then."""
    late_press_s: float = 30.0
    queued_inputs: int = 20
    window_tokens: int = 8_000
    """Estimated tokens of history in a prompt; the window is cut further at a user message."""
    suspended: int = 5
    suspended_s: float = 24 * 3600.0
    retry_s: float = 24 * 3600.0
    memory_floor: Decimal = Decimal("0.6")
    memory_after_s: float = 60.0
    """How long a conversation is quiet before the memory executor reads it."""
    crashes: int = 3
    settle_s: float = 60.0
    text: int = 12_000
    """Characters of one inbound that are read; a longer one is refused kindly."""


@dataclass(frozen=True, kw_only=True)
class Seams:
    """The outside, each part chosen: by bot/wiring.py for the program, by a test for itself.

    `pushed` are the platforms that are sent to: there a turn opens with a placeholder that the
    answer edits. Elsewhere, being readable in history is delivery. `fallback` plans reads and
    closes while the model's service is down; it is the provider itself when there is no model.
    `profiles` are the execution profiles by name, and `models` the providers of those that name
    their own model; `clients` are the models of people's own. `keys` knows the live venues, `bank`
    the made-up money, `stocks` the names of shares. `memory` is the memory executor's provider;
    None: nothing is extracted or compressed, and what would be waits, untouched.
    """

    records: Records
    waiting: WaitingStore
    work: WorkSource
    events: Events
    sealer: Sealer
    clock: Clock
    ids: Ids
    venues: Venues
    provider: LLMProvider
    fallback: LLMProvider
    clients: ModelClients
    bank: PaperBank
    model: str = ""
    memory: LLMProvider | None = None
    charts: Charts = NO_CHARTS
    profiles: Mapping[str, ExecutionProfile] = field(default_factory=lambda: SHIPPED)
    models: Mapping[str, LLMProvider] = field(default_factory=dict)
    trading: TradingLimits = field(default_factory=TradingLimits)
    keys: VenueKeys = field(default_factory=PaperOnly)
    stocks: Stocks = field(default_factory=NoStocks)
    paper_balance: Decimal = Decimal(10_000)
    limits: Limits = field(default_factory=Limits)
    pushed: frozenset[str] = frozenset()
    system_tools: frozenset[str] | None = None
    default_lang: Lang = "en"
    default_timezone: str = "UTC"


@dataclass(frozen=True, kw_only=True)
class Parts(Seams):
    """The engine's surroundings: what is outside, the tools over it, and who delivers."""

    registry: Registry
    wake_delivery: Callable[[str], None]
    spending: Spending = field(default_factory=Spending)
    outages: Outages = field(default_factory=Outages)
    snapshots: SnapshotCache = field(default_factory=SnapshotCache)
