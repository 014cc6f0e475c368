"""A desk for tests: the real engine over chosen parts, spoken to through the front door."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from adapters.events import InProcessEvents
from adapters.exchange.paper import PaperExchange
from adapters.llm.offline.planner import OfflinePlanner
from adapters.market.simulated import SimulatedMarket
from adapters.store.memory import MemoryRecords, MemoryWaiting
from adapters.work import InProcessWork
from bot.desk import Desk, assemble
from bot.own_models import own_models
from core.agent.notices import Notices
from core.agent.parts import Seams
from core.agent.worker import Worker
from core.assistant import Accepted, Assistant, RunView
from core.domain.conversation import (
    Body,
    ConversationKey,
    Inbound,
    Lang,
    Platform,
    Press,
    Role,
    Text,
)
from core.domain.instruments import INSTRUMENTS
from core.domain.records import Account, InboxItem, OutboxItem, Query
from core.jobs.liquidations import LiquidationNotices
from core.jobs.memory import MemoryJobs
from core.ports import Clock, Exchange, Ids, LLMProvider, Records, Sealer, WaitingStore
from core.tools.registry import Registry
from core.trading.venue import Venues
from tests.clocks import ManualClock, SeededIds
from tests.doubles.pictures import PaintedCharts
from tests.doubles.stocks import STOCKS

R = TypeVar("R")


class PlainSealer:
    """Marks instead of encrypting; the real vault has tests of its own."""

    def seal(self, plain: str, place: str) -> str:
        return f"{hashlib.sha256(place.encode()).hexdigest()[:8]}|{plain}"

    def open(self, sealed: str, place: str) -> str:
        mark, _, plain = sealed.partition("|")
        if mark != hashlib.sha256(place.encode()).hexdigest()[:8]:
            raise ValueError("sealed for another place")
        return plain

    sealing_key = "plain"

    def key_of(self, sealed: str) -> str:
        return self.sealing_key if "|" in sealed else ""


@dataclass
class Person:
    """Somebody at the desk: says, presses, reads."""

    desk: "TestDesk"
    key: ConversationKey
    lang: Lang | None = None
    view: RunView | None = None
    private: bool = True

    async def say(self, text: str, *, key: str = "") -> list[dict[str, Any]]:
        """Send words and wait for the answer's messages."""
        return await self.send(Text(text=text), key=key)

    async def press(self, choice: str, question_id: str = "") -> list[dict[str, Any]]:
        """Press a button of the question, or of the last one asked."""
        return await self.send(Press(question_id=question_id or self.question_id, choice=choice))

    async def send(self, body: Body, *, key: str = "") -> list[dict[str, Any]]:
        accepted = await self.accept(body, key=key)
        self.view = await self.desk.finished(accepted.run_id)
        return self.view.messages

    async def accept(self, body: str | Body, *, key: str = "") -> Accepted:
        """Have it accepted, and wait for nothing."""
        sent = Text(text=body) if isinstance(body, str) else body
        return await self.desk.accept(self.key, sent, key=key, lang=self.lang, private=self.private)

    async def told(self) -> list[str]:
        """The texts that were put in the outbox for this conversation, oldest first."""
        rows = await self.desk.rows(OutboxItem, conversation_id=self.key.id)
        return [str(row.payload["text"]) for row in rows if row.payload.get("text")]

    async def history(self) -> list[dict[str, Any]]:
        """The messages that this person may see, oldest first."""
        return await self.desk.desk.assistant.history(self.account)

    async def questions(self) -> list[dict[str, Any]]:
        """The questions that wait for this person, wherever they were asked."""
        return await self.desk.desk.assistant.questions(self.account)

    @property
    def account(self) -> Account:
        """The account that this person is known by."""
        account = self.desk.desk.people.find(self.key)
        assert account is not None
        return account

    @property
    def last(self) -> RunView:
        """The last turn that was waited for."""
        assert self.view is not None
        return self.view

    @property
    def question_id(self) -> str:
        """The question asked in the last answer."""
        return str(self.card["question_id"])

    @property
    def card(self) -> dict[str, Any]:
        """The message that asked the last question of the last answer."""
        return [item for item in self.last.messages if item.get("question_id")][-1]


@dataclass
class TestDesk:
    """The engine with its workers running."""

    __test__ = False

    desk: Desk
    clock: Any
    ids: Ids
    paper: PaperExchange
    market: Any

    def person(
        self,
        name: str = "owner",
        *,
        platform: Platform = "web",
        chat: str = "",
        lang: Lang | None = None,
        private: bool = True,
    ) -> Person:
        """Somebody known (for web and terminal: by account id)."""
        key = ConversationKey(platform=platform, chat=chat or name, person=name)
        return Person(self, key, lang, private=private)

    async def somebody(self, name: str, role: Role = "trader") -> Person:
        """Somebody with an account of their own, on the web."""
        token = await self.desk.people.create_token(name, role)
        account = await self.desk.people.authenticate(token)
        assert account is not None
        return self.person(account.id)

    async def accept(
        self,
        conversation: ConversationKey,
        body: Any,
        *,
        key: str = "",
        lang: Lang | None = None,
        private: bool = True,
    ) -> Accepted:
        return await self.desk.assistant.accept(
            Inbound(
                dedupe_key=key or f"test:{self.ids.new()}",
                conversation=conversation,
                body=body,
                received_at=self.clock.now(),
                lang=lang,
                private=private,
            )
        )

    async def rows(self, record: type[R], /, **where: Any) -> list[R]:
        """Stored rows with these values, oldest first."""
        return await self.desk.parts.records.find(Query(kind=record, where=where))

    async def idle(self) -> None:
        """Return once nothing that was accepted waits, and no turn is under way."""
        async with asyncio.timeout(20):
            while (  # noqa: ASYNC110 - the engine has no event for "idle", and needs none
                self.desk.worker.busy() or await self.rows(InboxItem, status="new")
            ):
                await asyncio.sleep(0)

    async def swept(self) -> None:
        """What the sweep does every few seconds, with everything that it wakes."""
        await self.desk.assistant.sweep()
        for _ in range(50):
            await asyncio.sleep(0)
        await self.idle()

    async def finished(self, run_id: str) -> RunView:
        """The run once its turn has ended."""
        assistant = self.desk.assistant
        async with asyncio.timeout(20), assistant.follow(run_id) as events:
            view = await assistant.run(run_id)
            if view is None or view.status == "running":
                async for _ in events:
                    pass
        view = await assistant.run(run_id)
        assert view is not None
        return view


def over(desk: Desk, registry: Registry) -> Desk:
    """The desk, over other tools than the product has."""
    parts = replace(desk.parts, registry=registry)
    memory = MemoryJobs(parts, desk.people)
    worker = Worker(parts, desk.people, memory.notice)
    assistant = Assistant(parts, desk.people, worker)
    return replace(desk, parts=parts, worker=worker, assistant=assistant, memory=memory)


@contextlib.asynccontextmanager
async def open_desk(
    *,
    records: Records | None = None,
    waiting: WaitingStore | None = None,
    provider: LLMProvider | None = None,
    clock: Clock | None = None,
    ids: Ids | None = None,
    exchange: Callable[[PaperExchange], Exchange] = lambda paper: paper,
    market: Callable[[SimulatedMarket], Any] = lambda market: market,
    venues: Callable[[Venues], Venues] = lambda venues: venues,
    sealer: Sealer | None = None,
    workers: int = 4,
    owners: tuple[tuple[str, str], ...] = (),
    resources: Callable[[Registry], Registry] = lambda registry: registry,
    own_hosts: Mapping[str, bool] | None = None,
    **options: Any,
) -> AsyncIterator[TestDesk]:
    """A desk on memory stores, the paper exchange, the simulator and the offline planner."""
    clock = clock or ManualClock()
    ids = ids or SeededIds()
    records = records or MemoryRecords()
    simulator = SimulatedMarket(records=records, clock=clock, instruments=INSTRUMENTS, seed=7)
    prices = market(simulator)
    pushed = options.get("pushed", frozenset())
    notices = Notices(records=records, clock=clock, ids=ids, pushed=pushed)
    tell = LiquidationNotices(notices, simulated=True)
    paper = PaperExchange(records, prices, clock, ids, tell=tell)
    offline = OfflinePlanner()
    sealer = sealer or PlainSealer()
    clients = own_models(records, sealer, own_hosts or {})
    options.setdefault("charts", PaintedCharts())
    desk = assemble(
        Seams(
            records=records,
            waiting=waiting or MemoryWaiting(clock),
            work=InProcessWork(),
            events=InProcessEvents(),
            sealer=sealer,
            clients=clients,
            bank=paper,
            clock=clock,
            ids=ids,
            # An account that a test calls live still trades on the only venue that there is.
            venues=venues(
                Venues(
                    exchanges={"paper": exchange(paper)}, market=prices, markets={"paper": prices}
                )
            ),
            provider=provider or offline,
            fallback=offline,
            **{"stocks": STOCKS, **options},
        )
    )
    desk = over(desk, resources(desk.parts.registry))
    await desk.people.start(owners)
    tasks = [asyncio.create_task(desk.worker.work()) for _ in range(workers)]
    await desk.assistant.sweep()
    try:
        yield TestDesk(desk=desk, clock=clock, ids=ids, paper=paper, market=prices)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await clients.aclose()
