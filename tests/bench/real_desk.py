"""A desk to measure: every part as `bellwether run` has it, but for a model that takes no time."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from adapters.llm.offline.planner import OfflinePlanner
from adapters.store.redis.client import connect
from bot.app import running
from bot.desk import Desk
from bot.embedded import socket_path
from bot.wiring import Swaps
from config.settings import Settings
from core.agent.parts import Seams
from core.domain.conversation import Body, ConversationKey, Inbound, Press, Text
from core.domain.llm import ChatRequest, Finished, LLMEvent, ToolCall
from core.domain.records import Insert, Query, Write
from core.ports import Records


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
    """Passes everything on and counts the commits; `stored` says when each row of an order was."""

    def __init__(self, records: Any) -> None:
        self._records = records
        self.commits = 0
        self.stored: dict[tuple[type[Any], str], float] = {}

    async def commit(self, *writes: Write) -> bool:
        self.commits += 1
        done = bool(await self._records.commit(*writes))
        now = time.perf_counter()
        for write in writes:
            if done and isinstance(write, Insert):
                order = getattr(write.record, "client_order_id", "")
                if order:
                    self.stored.setdefault((type(write.record), order), now)
        return done

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
        self.accepting = 0.0
        """How long the newest inbound took to be accepted."""

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

    async def card(self) -> str:
        """Ask for an order: the id of its card's question."""
        said = await self._turn(Text(text="buy 50 usdt of btc"))
        return str(said[-1]["question_id"])

    async def press(self, question: str) -> tuple[float, float]:
        """Confirm the card: when it was pressed, and when that was accepted."""
        pressed = time.perf_counter()
        await self._turn(Press(question_id=question, choice="confirm"))
        return pressed, pressed + self.accepting

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
        self.accepting = time.perf_counter() - began
        async with assistant.follow(accepted.run_id) as events:
            last = [event async for event in events][-1]
        self.turns.append(time.perf_counter() - began)
        if last.type != "done":
            raise RuntimeError(f"a turn failed: {last.data}")
        return list(last.data["messages"])


@asynccontextmanager
async def real_desk(path: Path) -> AsyncIterator[RealDesk]:
    """The desk as the program runs it in the folder `path`, with the instant model at its seam."""
    held: list[CountingRecords] = []

    def counting(records: Records) -> Records:
        held.append(CountingRecords(records))
        return held[0]

    def change(seams: Seams) -> Seams:
        return replace(
            seams,
            provider=InstantModel(),
            fallback=OfflinePlanner(),
            paper_balance=Decimal(10_000_000),
        )

    # Not read from anywhere: neither the caller's database nor their bot is to be touched.
    settings = Settings.model_construct(data=path)
    async with running(settings, swaps=Swaps(records=counting, seams=change), page=False) as up:
        client = connect(f"unix://{socket_path(path, 'redis.sock')}")
        try:
            yield RealDesk(up.built.desk, held[0], client)
        finally:
            await client.aclose()
