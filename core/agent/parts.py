"""What the engine works with: the ports, and the few numbers that bound it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.domain.conversation import Lang
from core.domain.risk import TradingLimits
from core.ports import (
    Clock,
    Events,
    Exchange,
    Ids,
    LLMProvider,
    MarketData,
    Records,
    Sealer,
    WaitingStore,
    WorkSource,
)
from core.tools.registry import Registry


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Bounds of a turn and of what waits (DESIGN 12), in seconds, tokens and counts."""

    turn_s: float = 120.0
    call_s: float = 36.0
    read_s: float = 20.0
    tokens_per_turn: int = 50_000
    iterations: int = 12
    ask_s: float = 24 * 3600.0
    late_press_s: float = 30.0
    queued_inputs: int = 20
    window_messages: int = 20
    crashes: int = 3
    settle_s: float = 60.0
    text: int = 12_000
    """Characters of one inbound that are read; a longer one is refused kindly."""


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The engine's surroundings, built once in bot/wiring.py.

    `pushed` are the platforms that are sent to: there a turn opens with a placeholder that the
    answer edits. Elsewhere, being readable in history is delivery. `fallback` plans reads and
    closes while the model's service is down; it is the provider itself when there is no model.
    """

    records: Records
    waiting: WaitingStore
    work: WorkSource
    events: Events
    sealer: Sealer
    clock: Clock
    ids: Ids
    market: MarketData
    exchanges: Mapping[str, Exchange]
    registry: Registry
    provider: LLMProvider
    fallback: LLMProvider
    model: str
    trading: TradingLimits
    wake_delivery: Callable[[str], None]
    limits: Limits = field(default_factory=Limits)
    pushed: frozenset[str] = frozenset()
    system_tools: frozenset[str] | None = None
    default_lang: Lang = "en"
