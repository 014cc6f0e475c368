"""A plan of before meets a desk that has changed: done stays, the rest is planned anew."""

from dataclasses import replace
from typing import Any

import pytest

from adapters.store.memory import MemoryRecords
from core.agent.capability import signature
from core.agent.turn import load
from core.domain.conversation import Inbound, Text
from core.domain.profiles import CHAT_DEFAULT, SHIPPED, ToolPolicy
from core.domain.records import InboxItem, OrderRow, StepRow, Update, Waiting, Workflow
from tests.behaviour.books import assert_books_balance
from tests.behaviour.seams import Model, buy, call, plan, respond, revision
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk

BALANCE = call("s1", "get_balance")
FEWER = frozenset({"get_balance", "execute_trade", "get_market_price"})


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def signed(desk):
    [workflow] = await desk.rows(Workflow)
    return workflow.capability


async def test_the_signature_is_kept_with_the_workflow_and_is_the_same_after_a_restart():
    records, clock = MemoryRecords(), ManualClock()
    async with open_desk(records=records, clock=clock) as desk:
        await desk.person().say("buy 50 usdt of btc")
        first = await signed(desk)
        assert len(first) == 32
    async with open_desk(records=records, clock=clock, ids=SeededIds(2)) as desk:
        anna = desk.person()
        await anna.say("later")
        await anna.say("continue")
        assert await signed(desk) == first
        assert "changed since this was planned" not in text(anna.last.messages)


@pytest.mark.parametrize("change", ["tools", "profile", "model"])
async def test_tools_policy_and_model_each_change_it(change):
    options: dict[str, dict[str, Any]] = {
        "tools": {"system_tools": FEWER},
        "profile": {
            "profiles": {
                **SHIPPED,
                "chat_default": CHAT_DEFAULT.model_copy(
                    update={"tool_policy": ToolPolicy(allowlist=FEWER)}
                ),
            }
        },
        "model": {"provider": Model(plan(buy(), respond(show=["s1"])))},
    }
    found = []
    for chosen in ({}, options[change]):
        async with open_desk(**chosen) as desk:
            await desk.person().say("buy 50 usdt of btc")
            found.append(await signed(desk))
    assert found[0] != found[1]


async def test_what_was_left_of_an_old_plan_never_runs_I3():
    records, clock = MemoryRecords(), ManualClock()
    old = Model(
        plan(buy(), buy("s2", "60", "ETH"), call("s3", "get_balance"), respond(show=["s3"]))
    )
    async with open_desk(records=records, clock=clock, provider=old) as desk:
        anna = desk.person()
        await anna.say("buy btc and eth, then my balance")
        question = anna.question_id
    new = Model(plan(buy(), call("s2", "get_balance"), respond(show=["s2"])))
    ids = SeededIds(2)
    async with open_desk(
        records=records, clock=clock, ids=ids, provider=new, system_tools=FEWER
    ) as desk:
        anna = desk.person()
        reply = text(await anna.press("confirm", question))
        assert "Bought" in reply
        assert "changed since this was planned" in reply
        assert "Already done before" in reply
        assert "10,000" not in reply
        assert new.calls == ["plan"]
        assert [row.symbol for row in await desk.rows(OrderRow)] == ["BTC/USDT"]
        assert await desk.rows(Waiting, status="open") == []
        [workflow] = await desk.rows(Workflow)
        assert workflow.status == "completed"
        dropped = await desk.rows(StepRow, status="dropped")
        assert {row.plan_step for row in dropped} >= {"s2", "s3"}
        await assert_books_balance(desk)


async def test_without_a_change_the_rest_of_the_plan_goes_on_after_a_restart():
    records, clock = MemoryRecords(), ManualClock()
    first = plan(buy(), call("s2", "get_balance"), respond(show=["s2"]))
    async with open_desk(records=records, clock=clock, provider=Model(first)) as desk:
        anna = desk.person()
        await anna.say("buy btc, then my balance")
        question = anna.question_id
    model = Model(revision("continue"))
    ids = SeededIds(2)
    async with open_desk(records=records, clock=clock, ids=ids, provider=model) as desk:
        assert "USDT: 9,950" in text(await desk.person().press("confirm", question))
    assert model.calls == ["revise"]


async def test_what_was_put_aside_is_planned_anew_with_a_note():
    records, clock = MemoryRecords(), ManualClock()
    async with open_desk(records=records, clock=clock) as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.say("later")
    ids = SeededIds(2)
    async with open_desk(records=records, clock=clock, ids=ids, system_tools=FEWER) as desk:
        [card] = await desk.person().say("continue")
        assert "changed since this was planned" in card["text"]
        assert card["kind"] == "question"


@pytest.mark.parametrize("way", ["press", "words", "amount"])
async def test_an_approval_whose_arguments_no_longer_fit_is_void_and_a_fresh_plan_is_offered_I2(
    way,
):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        [waiting] = await desk.rows(Waiting)
        old = {**waiting.arguments, "slippage_of_before": "1"}
        change = Update(kind=Waiting, where={"id": waiting.id}, set={"arguments": old})
        await desk.desk.parts.records.commit(change)
        if way == "press":
            told = await anna.press("confirm", waiting.id)
        else:
            told = await anna.say("yes" if way == "words" else "60 usdt")
        assert "Nothing was placed" in text(told)
        assert await desk.rows(OrderRow) == []
        assert [item["label"] for item in anna.card["choices"]] == ["🔁 Try again"]
        await anna.press("opt:1")
        assert anna.card["data"]["amount"] == "50"
        await anna.press("confirm")
        assert len(await desk.rows(OrderRow)) == 1


async def test_an_approval_of_a_tool_that_is_gone_is_void_and_may_be_cancelled():
    async with open_desk() as desk:
        anna = desk.person()
        for choice in ("confirm", "cancel"):
            await anna.say("buy 50 usdt of btc")
            question = anna.question_id
            change = {"confirmation_target": "old_tool"}
            await desk.desk.parts.records.commit(
                Update(kind=Waiting, where={"id": question}, set=change)
            )
            assert "Nothing was placed" in text(await anna.press(choice, question))
            assert await desk.rows(OrderRow) == []


async def test_the_signature_is_a_matter_of_the_profile_not_of_the_moment():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("btc price")
        before = await signed(desk)
        desk.clock.advance(3600)
        await anna.say("eth price")
        assert {row.capability for row in await desk.rows(Workflow)} == {before}
        other = replace(desk.desk.parts, system_tools=FEWER)
        assert signature(other, await _turn(desk, other, anna)) != before


async def _turn(desk, parts, person):
    [item, *_] = await desk.rows(InboxItem)
    inbound = Inbound(
        dedupe_key="x",
        conversation=person.key,
        body=Text(text="x"),
        received_at=desk.clock.now(),
    )
    return await load(parts, item, inbound, person.account)
