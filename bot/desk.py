"""The engine put together from its ports: the one composition that the program and tests share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from core.agent.parts import Limits, Parts
from core.agent.people import People
from core.agent.worker import Worker
from core.assistant import Assistant
from core.domain.conversation import Lang
from core.domain.paper import opening_writes
from core.domain.records import ExchangeAccount, Write
from core.domain.risk import TradingLimits
from core.jobs.delivery import Delivery
from core.ports import (
    Clock,
    Events,
    Exchange,
    Ids,
    LLMProvider,
    MarketData,
    Records,
    Sealer,
    Surface,
    WaitingStore,
    WorkSource,
)
from core.tools.catalogue import build_registry


@dataclass(frozen=True, kw_only=True)
class Seams:
    """The outside, each part chosen: by bot/wiring.py for the program, by a test for itself."""

    records: Records
    waiting: WaitingStore
    work: WorkSource
    events: Events
    sealer: Sealer
    clock: Clock
    ids: Ids
    market: MarketData
    exchanges: Mapping[str, Exchange]
    provider: LLMProvider
    fallback: LLMProvider
    model: str = ""
    paper_balance: Decimal = Decimal(10_000)
    limits: Limits = field(default_factory=Limits)
    trading: TradingLimits = field(default_factory=TradingLimits)
    pushed: frozenset[str] = frozenset()
    system_tools: frozenset[str] | None = None
    default_lang: Lang = "en"


@dataclass(frozen=True, kw_only=True)
class Desk:
    """The engine, ready: `surfaces` are filled in by whoever starts them."""

    parts: Parts
    people: People
    worker: Worker
    assistant: Assistant
    delivery: Delivery
    surfaces: dict[str, Surface]


def assemble(seams: Seams) -> Desk:
    """Put the engine together; nothing runs yet and nothing is opened."""
    surfaces: dict[str, Surface] = {}
    delivery = Delivery(seams.records, surfaces, seams.clock)
    registry = build_registry(
        seams.records, seams.exchanges, seams.market, seams.clock, seams.ids, seams.trading
    )
    parts = Parts(
        records=seams.records,
        waiting=seams.waiting,
        work=seams.work,
        events=seams.events,
        sealer=seams.sealer,
        clock=seams.clock,
        ids=seams.ids,
        market=seams.market,
        exchanges=seams.exchanges,
        registry=registry,
        provider=seams.provider,
        fallback=seams.fallback,
        model=seams.model,
        trading=seams.trading,
        wake_delivery=delivery.wake,
        limits=seams.limits,
        pushed=seams.pushed,
        system_tools=seams.system_tools,
        default_lang=seams.default_lang,
    )
    people = People(seams.records, seams.clock, seams.ids, opening(seams.paper_balance))
    worker = Worker(parts, people)
    return Desk(
        parts=parts,
        people=people,
        worker=worker,
        assistant=Assistant(parts, people, worker),
        delivery=delivery,
        surfaces=surfaces,
    )


def opening(balance: Decimal) -> Callable[[ExchangeAccount, datetime, Ids], tuple[Write, ...]]:
    """What a new account's paper exchange opens with: `balance` in USDT."""

    def writes(account: ExchangeAccount, now: datetime, ids: Ids) -> tuple[Write, ...]:
        return opening_writes(account, balance, "USDT", now, ids)

    return writes
