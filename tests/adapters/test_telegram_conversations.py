"""Turns of a model as they are seen on the phone (conversations about Telegram)."""

from collections.abc import AsyncIterator

import pytest

from core.agent.parts import Limits
from core.domain.llm import LLMEvent, TextDelta
from core.domain.records import Query, StepRow
from tests.adapters.telegram_desk import chatting
from tests.behaviour.seams import Model, call, plan, respond, revision
from tests.doubles.telegram import FakeTelegram

PRICE = call("s1", "get_market_price", symbols=["BTC"])
BALANCE = call("s2", "get_balance")


@pytest.fixture
async def fake():
    async with FakeTelegram() as fake:
        yield fake


class TalkingModel(Model):
    """A model that writes something beside every plan."""

    async def chat(self, request) -> AsyncIterator[LLMEvent]:
        if request.tool is not None:
            yield TextDelta(text="Let me look that up for you, one moment.")
        async for event in super().chat(request):
            yield event


def texts(tg):
    """Everything the chat ever showed, former versions too."""
    return [text for m in tg.fake.sent(tg.chat) for text in (*m.versions, m.text)]


async def test_a_plain_reply_is_one_call_original_h_96(fake):
    model = Model(plan(respond(text="Good morning."), intent="chat"))
    async with chatting(fake, provider=model) as tg:
        await tg.say("good morning", "Good morning.")
        await tg.quiet()
        assert len(fake.sent(tg.chat)) == 1
    assert model.calls == ["plan"]


async def test_one_tool_is_used_and_shown_original_h_97(fake):
    model = Model(plan(PRICE, respond(show=["s1"])))
    async with chatting(fake, provider=model) as tg:
        answer = await tg.say("how is bitcoin", "BTC/USDT")
        assert "95,000" in answer.text
    assert model.calls == ["plan"]


async def test_several_tools_are_used_and_shown_original_h_98(fake):
    model = Model(plan(PRICE, BALANCE, respond(show=["s1", "s2"])))
    async with chatting(fake, provider=model) as tg:
        answer = await tg.say("bitcoin and what I have", "BTC/USDT")
        assert "95,000" in answer.text
        assert "10,000 USDT" in answer.text
        steps = await tg.desk.rows(StepRow, step_type="tool_result")
        assert len(steps) == 2
    assert model.calls == ["plan"]


async def test_a_result_is_before_the_model_in_its_next_call_original_h_99(fake):
    model = Model(
        plan(PRICE | {"replan_after": True}, respond(show=["s1"])),
        revision("finish", instruction="Say how it is."),
        {"text": "Calm."},
    )
    async with chatting(fake, provider=model) as tg:
        await tg.say("how is bitcoin", "Calm.")
    assert model.calls == ["plan", "revise", "respond"]
    for asked in model.asked[1:]:
        log = asked.volatile.partition('<data name="observations">')[2]
        assert '"tool": "get_market_price"' in log
        assert '"95000"' in log


async def test_words_beside_a_plan_are_never_shown_original_h_100(fake):
    model = TalkingModel(plan(PRICE, respond(show=["s1"])))
    async with chatting(fake, provider=model) as tg:
        await tg.say("how is bitcoin", "BTC/USDT")
        await tg.quiet()
        assert not [text for text in texts(tg) if "one moment" in text]
        assert "one moment" not in str(await tg.desk.desk.assistant.history(tg_account(tg)))


def tg_account(tg):
    account = tg.desk.desk.people.find(tg.desk.person(str(tg.user.id), platform="telegram").key)
    assert account is not None
    return account


async def test_a_placeholder_and_then_the_answer_in_its_place_original_h_101(fake):
    model = Model(plan(respond(text="Good morning."), intent="chat"))
    async with chatting(fake, provider=model) as tg:
        answer = await tg.say("good morning", "Good morning.")
        await tg.quiet()
        assert answer.versions == ["⏳ …"]
        assert fake.sent(tg.chat) == [answer]


async def test_a_turn_stops_at_its_limit_and_says_so_original_h_105(fake):
    again = [
        revision(
            "replace_remaining",
            steps=[
                PRICE | {"id": f"n{number}", "replan_after": True},
                respond(id="r", show=["s1"]),
            ],
        )
        for number in range(20)
    ]
    model = Model(plan(PRICE | {"replan_after": True}, respond(show=["s1"])), *again)
    async with chatting(fake, provider=model) as tg:
        answer = await tg.say("look at bitcoin for ever", "Nothing was placed")
        await tg.quiet()
        assert "BTC/USDT" in answer.text, "what was found stands"
        assert fake.sent(tg.chat) == [answer]
        done = await tg.desk.rows(StepRow, step_type="tool_result")
        assert len(done) == Limits().iterations
    assert len(model.calls) == 1 + Limits().iterations


async def test_each_result_belongs_to_the_call_that_it_answers_original_h_106(fake):
    eth = call("s3", "get_market_price", symbols=["ETH"])
    model = Model(plan(PRICE, eth, BALANCE, respond(show=["s1", "s2", "s3"])))
    async with chatting(fake, provider=model) as tg:
        await tg.say("bitcoin, ether and what I have", "ETH/USDT")
        rows = await tg.desk.desk.parts.records.find(Query(kind=StepRow))
    calls = {row.step_id: row for row in rows if row.step_type == "tool_call"}
    results = [row for row in rows if row.step_type == "tool_result"]
    assert len(calls) == len(results) == 3
    for row in results:
        [parent] = row.parent_ids
        assert calls[parent].plan_step == row.plan_step
    assert {calls[row.parent_ids[0]].step_id for row in results} == set(calls)
    shown = {row.plan_step: str(row.data) for row in results}
    assert "BTC/USDT" in shown["s1"]
    assert "ETH/USDT" in shown["s3"]
    assert "balances" in shown["s2"]
