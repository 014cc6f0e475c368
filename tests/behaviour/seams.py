"""What stands at the outermost seams here: a written model, a venue in doubt, a mortal store."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from decimal import Decimal
from typing import Any, Literal, TypeVar

from adapters.llm.scripted import ScriptedProvider
from core.domain.llm import ChatRequest, LLMEvent
from core.domain.market import Candle, Instrument, Interval, MarketStats, Quote
from core.domain.orders import OpenOrder, OrderChange, OrderRef, OrderReport, OrderRequest
from core.domain.positions import AccountView
from core.domain.records import Query, Write
from core.errors import ModelError, OutcomeUnknown, VenueError
from core.ports import Exchange, LLMProvider, MarketData, Records

R = TypeVar("R")
Entry = dict[str, Any]


def plan(*steps: Entry, intent: str = "tool_call", goal: str = "what was asked") -> Entry:
    """A submitted plan."""
    return {
        "tool": "submit_plan",
        "input": {"goal": goal, "intent": intent, "steps": list(steps)},
    }


def call(step_id: str, name: str, *, replan_after: bool = False, **arguments: Any) -> Entry:
    """A tool step."""
    step = {"type": "tool", "id": step_id, "tool_name": name, "tool_args": arguments}
    return step | ({"replan_after": True} if replan_after else {})


def respond(**says: Any) -> Entry:
    """A respond step: text, show or instruction."""
    return {"type": "respond", "id": says.pop("id", "r"), **says}


def ask(question: str, *options: str, fields: tuple[str, ...] = (), step_id: str = "q") -> Entry:
    """An ask_user step whose options are what their labels say."""
    return {
        "type": "ask_user",
        "id": step_id,
        "question": question,
        "pending_fields": list(fields),
        "options": [{"label": option, "value": option} for option in options],
    }


def revision(action: str, **more: Any) -> Entry:
    """What to do with the rest of a plan."""
    return {"tool": "revise_plan", "input": {"action": action, "reason": "as seen", **more}}


def buy(step_id: str = "s1", value: str = "50", symbol: str = "BTC", **more: Any) -> Entry:
    """A step that buys for so many USDT."""
    amount = {"value": value, "unit": "quote"}
    return call(step_id, "execute_trade", action="buy", symbol=symbol, amount=amount, **more)


class Model:
    """A model that answers from a list and remembers what it was asked."""

    def __init__(self, *entries: Entry) -> None:
        self._script = ScriptedProvider(entries)
        self.asked: list[ChatRequest] = []

    @property
    def name(self) -> str:
        return "scripted"

    @property
    def calls(self) -> list[str]:
        """What each call so far was for."""
        return [request.purpose for request in self.asked]

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        self.asked.append(request)
        async for event in self._script.chat(request):
            yield event

    async def aclose(self) -> None:
        """Nothing is held."""


class HeldModel:
    """A model whose answers wait until they are let go, one permission for each."""

    def __init__(self, behind: LLMProvider) -> None:
        self._behind = behind
        self._free = asyncio.Semaphore(0)
        self.reached = asyncio.Event()
        self.calls = 0

    @property
    def name(self) -> str:
        return self._behind.name

    def release(self, times: int = 1) -> None:
        for _ in range(times):
            self._free.release()

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        self.calls += 1
        self.reached.set()
        await self._free.acquire()
        async for event in self._behind.chat(request):
            yield event

    async def aclose(self) -> None:
        """Nothing is held."""


class FailingModel:
    """A model whose service fails in one way until told otherwise."""

    name = "failing"

    def __init__(self, error: Exception, behind: LLMProvider | None = None) -> None:
        self.error: Exception | None = error
        self._behind = behind
        self.calls = 0

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        self.calls += 1
        if self.error is not None or self._behind is None:
            raise self.error or ModelError("malformed")
        async for event in self._behind.chat(request):
            yield event

    async def aclose(self) -> None:
        """Nothing is held."""


Fault = Literal["accepted", "lost", "not_sent", "fine"]


class DoubtfulExchange:
    """A venue whose answers to orders get lost: `faults` says how, for each order in turn.

    accepted: it took the order, the answer did not come. lost: neither. not_sent: certainly not
    reached. While `unreadable`, orders cannot be looked up either; while `blind`, no account.
    """

    def __init__(self, behind: Exchange, *faults: Fault) -> None:
        self._behind = behind
        self.faults = list(faults)
        self.sent: list[str] = []
        self.unreadable = self.blind = False

    @property
    def venue(self) -> str:
        return self._behind.venue

    async def account(self, account: str) -> AccountView:
        if self.blind:
            raise VenueError("no answer")
        return await self._behind.account(account)

    async def place(self, account: str, order: OrderRequest) -> OrderReport:
        fault = self.faults.pop(0) if self.faults else "fine"
        if fault == "not_sent":
            raise VenueError("the venue cannot be reached")
        self.sent.append(order.client_order_id)
        if fault == "lost":
            raise OutcomeUnknown("no answer")
        report = await self._behind.place(account, order)
        if fault == "accepted":
            raise OutcomeUnknown("no answer")
        return report

    async def find(self, account: str, order: OrderRef) -> OrderReport | None:
        if self.unreadable:
            raise OutcomeUnknown("no answer")
        return await self._behind.find(account, order)

    async def open_orders(self, account: str) -> Sequence[OpenOrder]:
        if self.blind:
            raise VenueError("no answer")
        return await self._behind.open_orders(account)

    async def cancel(self, account: str, order: OrderRef) -> OrderReport:
        return await self._behind.cancel(account, order)

    async def amend(self, account: str, order: OrderRef, change: OrderChange) -> OrderReport:
        return await self._behind.amend(account, order, change)


class HangingPrices:
    """A market that is asked for prices and never answers."""

    def __init__(self, behind: MarketData) -> None:
        self._behind = behind
        self.asked = asyncio.Event()
        self.name, self.simulated = behind.name, behind.simulated

    async def instruments(self) -> Sequence[Instrument]:
        return await self._behind.instruments()

    async def quote(self, symbol: str) -> Quote:
        self.asked.set()
        await asyncio.Event().wait()
        return await self._behind.quote(symbol)

    async def candles(self, symbol: str, interval: Interval, limit: int) -> Sequence[Candle]:
        return await self._behind.candles(symbol, interval, limit)

    async def stats(self, symbol: str) -> MarketStats:
        return await self._behind.stats(symbol)


class Crash(BaseException):
    """The process is gone: as when it is killed, nothing may catch this."""


class SlowRecords:
    """A store that lets others go first, at every call and by chance."""

    def __init__(self, behind: Records, seed: int = 0) -> None:
        self._behind = behind
        self._random = random.Random(seed)

    async def _wait(self) -> None:
        for _ in range(self._random.randrange(4)):
            await asyncio.sleep(0)

    async def commit(self, *writes: Write) -> bool:
        await self._wait()
        done = await self._behind.commit(*writes)
        await self._wait()
        return done

    async def find(self, query: Query[R]) -> list[R]:
        await self._wait()
        return await self._behind.find(query)

    async def read(self, *queries: Query[Any]) -> list[list[Any]]:
        await self._wait()
        return await self._behind.read(*queries)

    async def get(self, kind: type[R], key: str) -> R | None:
        await self._wait()
        return await self._behind.get(kind, key)

    async def total(self, query: Query[Any], column: str) -> Decimal:
        return await self._behind.total(query, column)

    async def count(self, query: Query[Any]) -> int:
        return await self._behind.count(query)


class MortalRecords(SlowRecords):
    """A store whose process dies at its n-th commit: just before it, or just after.

    From then on nothing of that process is answered, as nothing of it runs any more.
    """

    def __init__(self, behind: Records, dies_at: int = 0, *, before: bool = False) -> None:
        super().__init__(behind)
        self.dies_at = dies_at
        self.before = before
        self.commits = 0
        self.dead = asyncio.Event()

    async def _wait(self) -> None:
        if self.dead.is_set():
            raise Crash

    async def commit(self, *writes: Write) -> bool:
        await self._wait()
        self.commits += 1
        if self.commits != self.dies_at:
            return await self._behind.commit(*writes)
        if not self.before:
            await self._behind.commit(*writes)
        self.dead.set()
        raise Crash


def in_doubt(*faults: Fault) -> Callable[[Exchange], DoubtfulExchange]:
    """How to put a doubtful venue in front of another."""
    return lambda behind: DoubtfulExchange(behind, *faults)
