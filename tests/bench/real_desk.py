"""A desk to measure: every part as `bellwether run` has it, but for a model that takes no time."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from adapters.clock import SystemClock, SystemIds
from adapters.events import InProcessEvents
from adapters.exchange.paper import PaperExchange
from adapters.llm.offline.planner import OfflinePlanner
from adapters.market.simulated import SimulatedMarket
from adapters.store.redis.client import connect
from adapters.store.redis.waiting import RedisWaiting
from adapters.vault import Vault, load_or_create_key_file
from adapters.work import InProcessWork
from bot.database import open_records
from bot.desk import Desk, Seams, assemble
from bot.embedded import DataFolder, EmbeddedRedis
from core.domain.conversation import Body, ConversationKey, Inbound, Press, Text
from core.domain.instruments import INSTRUMENTS
from core.domain.llm import ChatRequest, Finished, LLMEvent, ToolCall
from core.domain.records import Query, Write
from core.jobs.expiry import expire
from core.jobs.loops import every, watch_prices

WORKERS = 64


def _plan(goal: str, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """One tool, and its result shown."""
    step = {"type": "tool", "id": "s1", "title": goal, "tool_name": tool, "tool_args": arguments}
    show = {"type": "respond", "id": "s2", "show": ["s1"]}
    return {"goal": goal, "intent": "tool_call", "steps": [step, show]}


PLANS: dict[str, dict[str, Any]] = {
    "btc price": _plan("The price of BTC", "get_market_price", {"symbols": ["BTC"]}),
    "buy 50 usdt of btc": _plan(
        "Buy BTC",
        "execute_trade",
        {"action": "buy", "symbol": "BTC/USDT", "amount": {"value": "50", "unit": "quote"}},
    ),
}
"""What the model says to each request."""


class InstantModel:
    """Answers each request of PLANS with its plan, at once."""

    name = "instant"

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        yield ToolCall(name="submit_plan", input=PLANS[request.context.text])
        yield Finished(model=self.name, input_tokens=0, output_tokens=0, cost="0")

    async def aclose(self) -> None:
        """Nothing is held."""


class CountingRecords:
    """Passes everything on and counts the commits."""

    def __init__(self, records: Any) -> None:
        self._records = records
        self.commits = 0

    async def commit(self, *writes: Write) -> bool:
        self.commits += 1
        return bool(await self._records.commit(*writes))

    async def find(self, query: Query[Any]) -> list[Any]:
        return list(await self._records.find(query))

    async def read(self, *queries: Query[Any]) -> list[list[Any]]:
        return list(await self._records.read(*queries))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._records, name)


@dataclass
class RealDesk:
    """The desk with its workers and jobs running, and what the floor shares with it."""

    desk: Desk
    records: CountingRecords
    redis: Redis

    async def accounts(self, number: int) -> list[str]:
        """That many accounts, each with a paper account of its own."""
        names = [f"bench {n}" for n in range(number)]
        people = self.desk.people
        tokens = await asyncio.gather(*(people.create_token(name, "trader") for name in names))
        found = await asyncio.gather(*(people.authenticate(token) for token in tokens))
        return [account.id for account in found if account]

    def user(self, account: str, chat: str) -> "User":
        """This account in a conversation called `chat`."""
        return User(self.desk, ConversationKey(platform="web", chat=chat, person=account))


class User:
    """Somebody who sends and waits for the answer, noting how long each turn took (seconds)."""

    def __init__(self, desk: Desk, key: ConversationKey) -> None:
        self._desk = desk
        self._key = key
        self.turns: list[float] = []

    async def reads(self) -> None:
        """Flow A."""
        await self._turn(Text(text="btc price"))

    async def trades(self) -> None:
        """Flow B; a card whose price has moved meanwhile is pressed again, in a turn of its own."""
        said = await self._turn(Text(text="buy 50 usdt of btc"))
        question = said[-1]["question_id"]
        while question:
            said = await self._turn(Press(question_id=question, choice="confirm"))
            question = said[-1].get("question_id")

    async def _turn(self, body: Body) -> list[dict[str, Any]]:
        assistant, parts = self._desk.assistant, self._desk.parts
        inbound = Inbound(
            dedupe_key=f"web:{parts.ids.new()}",
            conversation=self._key,
            body=body,
            received_at=parts.clock.now(),
        )
        began = time.perf_counter()
        accepted = await assistant.accept(inbound)
        async with assistant.follow(accepted.run_id) as events:
            last = [event async for event in events][-1]
        self.turns.append(time.perf_counter() - began)
        if last.type != "done":
            raise RuntimeError(f"a turn failed: {last.data}")
        return list(last.data["messages"])


@asynccontextmanager
async def real_desk(path: Path) -> AsyncIterator[RealDesk]:
    """A desk in a new folder, until the block is left."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(DataFolder(path))
        server = EmbeddedRedis(folder)
        redis = connect(await server.start())
        stack.push_async_callback(server.stop)
        stack.push_async_callback(redis.aclose)
        stored = await open_records(f"sqlite:///{path / 'bellwether.db'}")
        stack.push_async_callback(stored.aclose)
        clock = SystemClock()
        ids = SystemIds(clock)
        records = CountingRecords(stored)
        market = SimulatedMarket(records=records, clock=clock, instruments=INSTRUMENTS, seed=7)
        paper = PaperExchange(records, market, clock, ids, INSTRUMENTS)
        desk = assemble(
            Seams(
                records=records,
                waiting=RedisWaiting(redis, clock),
                work=InProcessWork(),
                events=InProcessEvents(),
                sealer=Vault(load_or_create_key_file(path / "secret.key")),
                clock=clock,
                ids=ids,
                market=market,
                exchanges={"paper": paper},
                provider=InstantModel(),
                fallback=OfflinePlanner(),
                paper_balance=Decimal(10_000_000),
            )
        )
        await desk.people.start(())
        group = await stack.enter_async_context(asyncio.TaskGroup())
        running = [
            *(desk.worker.work() for _ in range(WORKERS)),
            desk.delivery.run(),
            every(clock, 1.0, lambda: expire(desk.parts)),
            every(clock, 5.0, desk.assistant.sweep),
            every(clock, 2.0, lambda: watch_prices(market, paper, _nobody)),
        ]
        tasks = [group.create_task(one) for one in running]
        try:
            yield RealDesk(desk, records, redis)
        finally:
            for task in tasks:
                task.cancel()


async def _nobody() -> None:
    """Nobody is to be told of a liquidation."""
