"""Trying again: the same request, with what was done kept (DESIGN 3)."""

from dataclasses import replace

import pytest

from adapters.store.memory import MemoryRecords
from core.domain.records import Insert, OrderRow, Preference, Waiting, Workflow
from core.errors import ModelError
from core.jobs.expiry import expire
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.behaviour.seams import (
    FailingModel,
    Model,
    buy,
    call,
    in_doubt,
    plan,
    respond,
    revision,
)
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk

BALANCE = call("s1", "get_balance")
DAY = 24 * 3600


def text(messages):
    return "\n".join(message["text"] for message in messages)


@pytest.mark.parametrize(
    ("words", "told"),
    [("retry", "Trying again: what do I have"), ("再来一次", "重试：what do I have")],
)
async def test_a_request_that_failed_is_planned_again(words, told):
    model = FailingModel(ModelError("malformed"), Model(plan(BALANCE, respond(show=["s1"]))))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("what do I have")
        assert [row.status for row in await desk.rows(Workflow)] == ["failed"]
        model.error = None
        reply = text(await anna.say(words))
        assert told in reply
        assert "10,000 USDT" in reply
        assert [row.status for row in await desk.rows(Workflow)] == ["completed"]


@pytest.mark.parametrize(
    ("words", "told"), [("try again", "nothing to try again"), ("重试", "没有可以重试")]
)
async def test_with_nothing_that_failed_it_says_so(words, told):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("btc price")
        assert told in text(await anna.say(words))
        assert [row.status for row in await desk.rows(Workflow)] == ["completed"]


async def test_what_failed_more_than_a_day_ago_is_not_tried_again():
    model = FailingModel(ModelError("malformed"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("what do I have")
        desk.clock.advance(DAY + 1)
        assert "nothing to try again" in text(await anna.say("retry"))


async def test_the_newest_failure_is_tried_again_after_a_restart_I15():
    records, clock = MemoryRecords(), ManualClock()
    model = FailingModel(ModelError("malformed"))
    async with open_desk(records=records, clock=clock, provider=model) as desk:
        anna = desk.person()
        await anna.say("first thing")
        clock.advance(5)
        await anna.say("second thing")
    again = Model(plan(BALANCE, respond(show=["s1"])))
    ids = SeededIds(2)
    async with open_desk(records=records, clock=clock, ids=ids, provider=again) as desk:
        assert "Trying again: second thing" in text(await desk.person().say("retry"))
    assert again.asked[0].messages[-1].text == "second thing"


async def test_an_order_that_was_placed_is_not_placed_again_original_g1_8_I3():
    both = plan(buy(), buy("s2", "60", "ETH"), respond(show=["s1", "s2"]))
    model = Model(both, revision("continue"), both)
    async with open_desk(provider=model, exchange=in_doubt("fine", "not_sent")) as desk:
        anna = desk.person()
        await anna.say("buy btc and eth")
        await anna.press("confirm")
        await anna.press("confirm")
        assert [row.status for row in await desk.rows(Workflow)] == ["failed"]
        reply = await anna.say("retry")
        assert "Already done before, so not done again" in text(reply)
        assert anna.card["data"]["symbol"] == "ETH/USDT"
        await anna.press("confirm")
        filled = [row for row in await desk.rows(OrderRow) if row.status == "FILLED"]
        assert sorted(row.symbol for row in filled) == ["BTC/USDT", "ETH/USDT"]
        assert [row.status for row in await desk.rows(Workflow)] == ["completed"]
        await assert_one_order_per_approval(desk)
        await assert_books_balance(desk)


async def test_of_two_equal_orders_the_one_that_was_not_placed_is_left_to_place():
    both = plan(buy(), buy("s2"), respond(show=["s1", "s2"]))
    model = Model(both, revision("continue"), both, revision("continue"))
    async with open_desk(provider=model, exchange=in_doubt("fine", "not_sent")) as desk:
        anna = desk.person()
        await anna.say("buy btc twice")
        await anna.press("confirm")
        await anna.press("confirm")
        await anna.say("retry")
        await anna.press("confirm")
        filled = [row for row in await desk.rows(OrderRow) if row.status == "FILLED"]
        assert len(filled) == 2
        assert await desk.rows(Waiting, status="open") == []


async def test_an_order_that_was_changed_to_another_amount_counts_as_done():
    both = plan(buy(), buy("s2", "60", "ETH"), respond(show=["s1", "s2"]))
    model = Model(both, revision("continue"), both)
    async with open_desk(provider=model, exchange=in_doubt("fine", "not_sent")) as desk:
        anna = desk.person()
        await anna.say("buy btc and eth")
        await anna.say("70 usdt")
        await anna.press("confirm")
        await anna.press("confirm")
        await anna.say("retry")
        assert anna.card["data"]["symbol"] == "ETH/USDT"


async def test_a_wish_that_was_kept_is_not_kept_twice():
    wish = call("s1", "manage_preferences", action="add", key="note", value="be brief")
    both = plan(wish, buy("s2"), respond(show=["s1", "s2"]))
    model = Model(both, revision("continue"), both)
    async with open_desk(provider=model, exchange=in_doubt("not_sent")) as desk:
        anna = desk.person()
        await anna.say("be brief, and buy btc")
        await anna.press("confirm")
        assert [row.status for row in await desk.rows(Workflow)] == ["failed"]
        assert "Already done before" in text(await anna.say("retry"))
        assert len(await desk.rows(Preference, key="note")) == 1


async def test_a_money_step_needs_a_new_approval_I2():
    one = plan(buy(), respond(show=["s1"]))
    model = Model(one, one)
    async with open_desk(provider=model, exchange=in_doubt("not_sent")) as desk:
        anna = desk.person()
        await anna.say("buy btc")
        first = anna.question_id
        await anna.press("confirm")
        assert await desk.rows(OrderRow, status="FILLED") == []
        await anna.say("retry")
        assert anna.question_id != first
        assert await desk.rows(OrderRow, status="FILLED") == []
        await anna.press("confirm", first)
        assert anna.last.outcome == "already_answered"
        await anna.press("confirm", (await desk.rows(Waiting, status="open"))[0].id)
        assert len(await desk.rows(OrderRow, status="FILLED")) == 1


async def test_a_card_that_expired_before_its_request_was_tried_again_is_not_offered_again():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        old = anna.question_id
        desk.clock.advance(600)
        assert await expire(desk.desk.parts) == 1
        await anna.say("retry")
        await anna.press("confirm")
        assert len(await desk.rows(OrderRow)) == 1
        await anna.press("confirm", old)
        assert anna.last.outcome == "already_answered"
        assert len(await desk.rows(OrderRow)) == 1


async def test_what_was_set_aside_after_its_crashes_may_be_tried_again_once_more():
    records = MemoryRecords()
    async with open_desk(records=records) as desk:
        anna = desk.person()
        await anna.say("btc price")
        [workflow] = await desk.rows(Workflow)
        broken = replace(workflow, status="needs_attention", attempts=3, id="w" * 26)
        await records.commit(Insert(record=broken))
        assert "BTC/USDT" in text(await anna.say("retry"))
        [row] = await desk.rows(Workflow, id="w" * 26)
        assert (row.status, row.attempts) == ("completed", 0)
