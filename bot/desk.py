"""The engine put together from its ports: the one composition that the program and tests share."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from decimal import Decimal

from core.agent.parts import Parts, Seams
from core.agent.people import People
from core.agent.worker import Worker
from core.assistant import Assistant
from core.credentials import Credentials
from core.domain.paper import opening_writes
from core.domain.records import ExchangeAccount, Write
from core.jobs.delivery import Delivery
from core.jobs.memory import MemoryJobs
from core.jobs.order_watch import OrderWatch
from core.jobs.reconcile import Reconcile
from core.jobs.risk_watch import RiskWatch
from core.ports import Ids, Surface
from core.tools.catalogue import build_registry
from core.tools.config_tools import Setup
from core.tools.models_snapshot import Models


@dataclass(frozen=True, kw_only=True)
class Desk:
    """The engine, ready: `surfaces` are filled in by whoever starts them."""

    parts: Parts
    people: People
    worker: Worker
    assistant: Assistant
    delivery: Delivery
    memory: MemoryJobs
    orders: OrderWatch
    risk: RiskWatch
    reconcile: Reconcile
    surfaces: dict[str, Surface]


def assemble(seams: Seams) -> Desk:
    """Put the engine together; nothing runs yet and nothing is opened."""
    surfaces: dict[str, Surface] = {}
    delivery = Delivery(seams.records, surfaces, seams.clock)
    registry = build_registry(
        seams.records,
        seams.venues,
        seams.clock,
        seams.ids,
        replace(seams.trading, timezone=seams.default_timezone),
        Models(
            worker=seams.provider.name,
            memory=seams.memory.name if seams.memory else "",
            profiles={profile: model.name for profile, model in seams.models.items()},
        ),
        Setup(
            credentials=Credentials(seams.records, seams.sealer),
            clients=seams.clients,
            keys=seams.keys,
            bank=seams.bank,
            paper_balance=seams.paper_balance,
        ),
        charts=seams.charts,
        stocks=seams.stocks,
    )
    outside = {item.name: getattr(seams, item.name) for item in fields(seams)}
    parts = Parts(**outside, registry=registry, wake_delivery=delivery.wake)
    people = People(seams.records, seams.clock, seams.ids, opening(seams.paper_balance))
    memory = MemoryJobs(parts, people)
    worker = Worker(parts, people, memory.notice)
    return Desk(
        parts=parts,
        people=people,
        worker=worker,
        assistant=Assistant(parts, people, worker),
        delivery=delivery,
        memory=memory,
        orders=OrderWatch(parts),
        risk=RiskWatch(parts),
        reconcile=Reconcile(parts),
        surfaces=surfaces,
    )


def opening(balance: Decimal) -> Callable[[ExchangeAccount, datetime, Ids], tuple[Write, ...]]:
    """What a new account's paper exchange opens with: `balance` in USDT."""

    def writes(account: ExchangeAccount, now: datetime, ids: Ids) -> tuple[Write, ...]:
        return opening_writes(account, balance, "USDT", now, ids)

    return writes
