"""An order whose answer gets lost: told, looked up, never sent twice (DESIGN 7, 13)."""

import asyncio

import pytest

from adapters.store.memory import MemoryRecords
from core.agent.parts import Limits
from core.domain.records import ExchangeAccount, FillRow, OrderRow, PaperOrderRow, Workflow
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.behaviour.seams import HangingPrices, SlowRecords, in_doubt
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def said_since(desk, count):
    history = await desk.person().history()
    return [row["text"] for row in history if row["role"] == "assistant"][count:]


async def confirmed(desk, *, after=0):
    """A buy for 50 USDT, confirmed so many seconds later; what was told."""
    anna = desk.person()
    await anna.say("buy 50 usdt of btc")
    desk.clock.advance(after)
    return text(await anna.press("confirm"))


def venue(desk):
    return desk.desk.parts.venues.exchanges["paper"]


async def test_accepted_with_no_answer_is_told_unknown_and_then_the_truth_I3_I13_peers_12():
    async with open_desk(exchange=in_doubt("accepted")) as desk:
        venue(desk).unreadable = True
        told = await confirmed(desk)
        assert "UNKNOWN" in told
        assert "PAPER" in told
        [order] = await desk.rows(OrderRow)
        assert order.status == "UNKNOWN"
        assert order.client_order_id in told
        before = len(await said_since(desk, 0))
        await desk.swept()
        await desk.swept()
        assert await said_since(desk, before) == [], "unknown is told once"
        venue(desk).unreadable = False
        await desk.swept()
        [truth] = await said_since(desk, before)
        assert "Bought 0.00052 BTC" in truth
        await desk.swept()
        assert len(await said_since(desk, before)) == 1
        assert venue(desk).sent == [order.client_order_id]
        [order] = await desk.rows(OrderRow)
        assert order.status == "FILLED"
        assert len(await desk.rows(FillRow)) == 1
        await assert_one_order_per_approval(desk)
        await assert_books_balance(desk)


async def test_lost_and_proven_absent_in_time_is_placed_once_under_the_same_id_I3_peers_12():
    async with open_desk(exchange=in_doubt("lost")) as desk:
        assert "UNKNOWN" in await confirmed(desk)
        before = len(await said_since(desk, 0))
        desk.clock.advance(5)
        await desk.swept()
        [truth] = await said_since(desk, before)
        assert "Bought" in truth
        [order] = await desk.rows(OrderRow)
        assert venue(desk).sent == [order.client_order_id] * 2
        assert len(await desk.rows(PaperOrderRow)) == 1
        await assert_books_balance(desk)


@pytest.mark.parametrize("why", ["time", "price"])
async def test_lost_and_absent_after_the_approval_ended_is_told_with_a_fresh_card_I2_peers_12(why):
    async with open_desk(exchange=in_doubt("lost")) as desk:
        assert "UNKNOWN" in await confirmed(desk, after=5)
        before = len(await said_since(desk, 0))
        if why == "time":
            desk.clock.advance(296)
        else:
            price = (await desk.market.quote("BTC/USDT")).mark
            await desk.market.move("BTC/USDT", price * 2)
        await desk.swept()
        [card] = await said_since(desk, before)
        assert "nothing was placed" in card
        assert len(venue(desk).sent) == 1
        [order] = await desk.rows(OrderRow)
        assert order.status == "CANCELED"
        [question] = await desk.person().questions()
        told = text(await desk.person().press("confirm", question["question_id"]))
        assert "Bought" in told
        orders = await desk.rows(OrderRow)
        assert sorted(order.status for order in orders) == ["CANCELED", "FILLED"]
        assert len({order.client_order_id for order in orders}) == 2
        await assert_books_balance(desk)


async def test_a_venue_that_was_certainly_not_reached_placed_nothing_I13():
    async with open_desk(exchange=in_doubt("not_sent")) as desk:
        told = await confirmed(desk)
        assert "Nothing was placed" in told
        assert "PAPER" in told
        [order] = await desk.rows(OrderRow)
        assert order.status == "CANCELED"
        await desk.swept()
        [workflow] = await desk.rows(Workflow)
        assert workflow.status == "failed"
        assert venue(desk).sent == []
        assert await desk.rows(FillRow) == []


async def test_other_requests_are_answered_while_an_order_is_in_doubt():
    async with open_desk(exchange=in_doubt("accepted")) as desk:
        venue(desk).unreadable = True
        await confirmed(desk)
        anna = desk.person()
        assert "BTC/USDT" in text(await anna.say("btc price"))
        assert "running" in text(await anna.say("/status"))
        await anna.say("/cancel")
        await anna.say("/clear")
        venue(desk).unreadable = False
        await desk.swept()
        assert "Bought" in (await said_since(desk, 0))[-1]


@pytest.mark.parametrize("seed", range(5))
async def test_conversations_of_one_account_confirming_at_once_all_fill_I14(seed):
    async with open_desk(records=SlowRecords(MemoryRecords(), seed), workers=6) as desk:
        people = [desk.person(chat=f"window-{number}") for number in range(5)]
        for person in people:
            await person.say("buy 50 usdt of btc")
        await asyncio.gather(*(person.press("confirm") for person in people))
        orders = await desk.rows(OrderRow)
        assert [order.status for order in orders] == ["FILLED"] * 5
        [account] = await desk.rows(ExchangeAccount)
        assert account.version == 5
        await assert_one_order_per_approval(desk)
        await assert_books_balance(desk)


@pytest.mark.parametrize("seed", range(3))
async def test_two_conversations_cannot_spend_the_same_money_I14(seed):
    async with open_desk(records=SlowRecords(MemoryRecords(), seed), workers=6) as desk:
        one, two = desk.person(chat="one"), desk.person(chat="two")
        for person in (one, two):
            await person.say("buy 9000 usdt of btc")
            await person.press("confirm")
        told = await asyncio.gather(one.press("confirm_large"), two.press("confirm_large"))
        assert sorted("Bought" in text(each) for each in told) == [False, True]
        refused = next(text(each) for each in told if "Bought" not in text(each))
        assert "Nothing was placed" in refused or "nothing was placed" in refused
        assert len(await desk.rows(FillRow)) == 1
        await assert_books_balance(desk)


async def test_a_price_that_does_not_come_is_unknown_and_a_cancel_need_not_wait_for_it_I6_I13():
    async with open_desk(market=HangingPrices, limits=Limits(read_s=0.05)) as desk:
        anna = desk.person()
        assert "unknown" in text(await anna.say("buy 50 usdt of btc"))
        assert "unknown" in text(await anna.say("/price btc"))
        assert await desk.rows(OrderRow) == []
    async with open_desk(market=HangingPrices) as desk:
        anna = desk.person()
        slow = await anna.accept("buy 50 usdt of btc")
        await desk.market.asked.wait()
        await anna.say("/cancel")
        assert "Stopped" in text((await desk.finished(slow.run_id)).messages)


@pytest.mark.parametrize(
    ("again", "warned"),
    [("buy 50 usdt of btc", True), ("buy 50 usdt of eth", False), ("sell 50 usdt of btc", False)],
)
async def test_a_card_like_an_order_in_doubt_says_that_it_would_be_another_I2(again, warned):
    async with open_desk(exchange=in_doubt("accepted")) as desk:
        anna = desk.person()
        venue(desk).unreadable = True
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        [order] = await desk.rows(OrderRow)
        assert order.status == "UNKNOWN"
        card = (await anna.say(again))[-1]["text"]
        assert (order.client_order_id in card) is warned
        assert ("another one" in card) is warned
        venue(desk).unreadable = False
        await desk.swept()
        card = (await anna.say(again))[-1]["text"]
        assert order.client_order_id not in card
