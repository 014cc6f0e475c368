"""Whatever the model says, in any order of messages, presses, restarts and clock jumps.

The model plans like the offline one, and at chance lies: figures that nobody read, deeds that
nobody did, orders that nobody asked for. What must hold, holds.
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.llm.offline.planner import OfflinePlanner
from adapters.store.memory import MemoryRecords
from core.agent.approvals import order_key
from core.domain.conversation import Press, Text
from core.domain.llm import ChatRequest, Finished, LLMEvent, TextDelta, ToolCall
from core.domain.records import InboxItem, MessageRow, OrderRow, PaperOrderRow, Trace, Waiting
from core.errors import ModelError
from core.jobs.expiry import expire
from tests.behaviour.books import assert_books_balance
from tests.behaviour.seams import ask, buy, call, plan, respond
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk

INVENTED = "987,654.32"
LIES = (
    f"Your balance is {INVENTED} USDT.",
    f"BTC trades at {INVENTED} USD, a fine price.",
    f"您的余额是 {INVENTED} USDT。",
    "I bought 3 BTC for you and saved your settings.",
    "已为您买入，订单已成交。",
    "Your order has been placed and the bot is stopped.",
)
MARKS = {"anna": "zebra-771", "boris": "walrus-442"}
"""A word that each person has in their own notes, and that the other must never see."""

WORDS = (
    "btc price",
    "余额",
    "my preferences",
    "show my positions",
    "buy 50 usdt of btc",
    "long eth 100 usdt 3x",
    "close it",
    "the second one",
    "buy some sol",
    "yes",
    "好的",
    "👍",
    "no",
    "算了",
    "later",
    "continue",
    "继续",
    "retry",
    "再试",
    "cancel all",
    "make it 80 usdt",
    "what do you think of btc",
    "/status",
    "/cancel",
    "/clear",
)
WHO = st.sampled_from(["anna", "anna", "boris"])
CHOICE = st.sampled_from(["confirm", "confirm", "cancel", "amount", "opt:1", "opt:2"])
ORDERS = [words for words in WORDS if words.split(" ")[0] in ("buy", "long", "close")]
STEP = st.one_of(
    st.tuples(st.just("say"), WHO, st.sampled_from(WORDS)),
    st.tuples(st.just("say"), WHO, st.sampled_from(WORDS)),
    st.tuples(st.just("press"), WHO, st.integers(0, 3), CHOICE),
    st.tuples(st.just("press"), WHO, st.integers(0, 3), CHOICE),
    st.tuples(st.just("order"), WHO, st.sampled_from(ORDERS)),
    st.tuples(st.just("wait"), st.sampled_from([1, 40, 301, 90_000])),
    st.tuples(st.just("back")),
    st.tuples(st.just("restart")),
)


class Liar:
    """A model that mostly plans well, and else says or plans what it must not."""

    name = "liar"

    def __init__(self, seed: int) -> None:
        self._honest = OfflinePlanner()
        self._chance = random.Random(seed)
        self.honest = False
        self.lied = 0

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        kind = (
            "honest"
            if self.honest
            else self._chance.choice(
                ("honest", "honest", "honest", "words", "show", "order", "ask", "down")
            )
        )
        lie = self._chance.choice(LIES)
        self.lied += kind != "honest"
        if kind == "down":
            raise ModelError(self._chance.choice(("overloaded", "malformed", "truncated")))
        if request.tool is None:
            yield TextDelta(text=lie)
        elif request.tool.name == "revise_plan":
            action = self._chance.choice(("continue", "finish"))
            yield ToolCall(name="revise_plan", input={"action": action, "reason": lie})
        elif kind == "honest":
            async for event in self._honest.chat(request):
                yield event
            return
        else:
            yield ToolCall(**self._planned(kind, lie))
        yield Finished(model="liar", input_tokens=10, output_tokens=5)

    def _planned(self, kind: str, lie: str):
        price = call("s1", "get_market_price", symbols=["BTC"])
        plans = {
            "words": plan(respond(text=lie), intent="chat"),
            "show": plan(price, respond(show=["s1"], text=lie, instruction="Say more.")),
            "order": plan(buy(), respond(text=lie)),
            "ask": plan(ask(lie, "yes please", f"Balance: {INVENTED} USDT")),
        }
        submitted = plans[kind]
        return {"name": submitted["tool"], "input": submitted["input"]}

    async def aclose(self) -> None:
        """Nothing is held."""


class World:
    """One desk through its restarts, two people and a model that lies."""

    def __init__(self, seed: int) -> None:
        self.records, self.clock, self.ids = MemoryRecords(), ManualClock(), SeededIds()
        self.model = Liar(seed)
        self.stack = contextlib.AsyncExitStack()
        self.asked: dict[str, str] = {}
        self.pressed: set[tuple[str, str]] = set()
        self.people: dict[str, str] = {}
        self.known: set[str] = set()
        self.sent = 0

    async def open(self) -> None:
        self.desk = await self.stack.enter_async_context(
            open_desk(records=self.records, clock=self.clock, ids=self.ids, provider=self.model)
        )
        if not self.people:
            boris = (await self.desk.somebody("Boris")).key.person
            self.people = {"anna": "owner", "boris": boris}
            for who, mark in MARKS.items():
                await self.remember(who, mark)

    async def remember(self, who: str, mark: str) -> None:
        """A note that is this person's alone, written by the honest planner."""
        self.model.honest = True
        await self.send(who, Text(text=f"remember: {mark}"))
        self.model.honest = False

    def person(self, who: str):
        return self.desk.person(self.people[who])

    async def do(self, step) -> None:
        match step:
            case ("say", who, words):
                await self.send(who, Text(text=words))
            case ("order", who, words):
                before = len(self.asked)
                await self.send(who, Text(text=words))
                if len(self.asked) > before:
                    press = Press(question_id=list(self.asked)[-1], choice="confirm")
                    await self.send(who, press)
            case ("press", who, back, choice):
                if self.asked:
                    questions = list(self.asked)
                    question = questions[-1 - back % len(questions)]
                    self.pressed.add((who, question))
                    await self.send(who, Press(question_id=question, choice=choice))
            case ("wait", seconds):
                self.clock.advance(seconds)
                await expire(self.desk.desk.parts)
            case ("back",):
                self.clock.advance(-20)
            case ("restart",):
                await self.stack.aclose()
                await self.open()

    async def send(self, who: str, body) -> None:
        self.sent += 1
        accepted = await self.person(who).accept(body, key=f"{who}:{self.sent}")
        view = await self.desk.finished(accepted.run_id)
        assert view.messages or view.outcome in ("not_yours", "already_answered"), (who, body)
        for message in view.messages:
            if message.get("question_id"):
                self.asked[message["question_id"]] = who

    async def check(self) -> None:
        desk = self.desk
        assert {item.status for item in await desk.rows(InboxItem)} <= {"done"}
        assert "running" not in {trace.status for trace in await desk.rows(Trace)}
        names = {account: who for who, account in self.people.items()}
        for message in await desk.rows(MessageRow, role="assistant"):
            assert INVENTED not in message.text, message.text
            assert INVENTED not in str(message.choices), message.choices
            for who, mark in MARKS.items():
                if names.get(message.account_id) != who:
                    assert mark not in message.text, (who, message.text)
        approvals: dict[str, Waiting] = {}
        for waiting in await desk.rows(Waiting):
            if waiting.answered_by:
                assert waiting.answered_by.startswith(names[waiting.account_id])
            if waiting.kind == "approval" and waiting.answered_choice.startswith("confirm"):
                approvals[order_key(waiting.id)] = waiting
        for order in await desk.rows(OrderRow):
            self.known |= {order.client_order_id} if order.client_order_id in approvals else set()
            assert order.client_order_id in self.known, order
        placed = [row.client_order_id for row in await desk.rows(PaperOrderRow)]
        assert len(placed) == len(set(placed))
        assert set(placed) <= self.known


async def lived_through(seed: int, steps) -> tuple[int, int]:
    world = World(seed)
    await world.open()
    try:
        for step in steps:
            await world.do(step)
            await world.check()
        await world.desk.swept()
        await world.check()
        await assert_books_balance(world.desk)
        return world.model.lied, len(world.known)
    finally:
        await world.stack.aclose()


def test_a_lying_model_changes_nothing_about_I1_I2_I3_I4_I5_I6_I10_I13_I15():
    lies, orders = [], []

    @settings(
        max_examples=40,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(seed=st.integers(0, 999), steps=st.lists(STEP, min_size=8, max_size=14))
    def lives(seed, steps):
        lied, ordered = asyncio.run(lived_through(seed, steps))
        lies.append(lied)
        orders.append(ordered)

    lives()
    assert sum(lies) > 50, "the model hardly lied"
    assert sum(orders) > 5, "the lives above hardly traded"
