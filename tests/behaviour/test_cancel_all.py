"""\"Cancel all\": orders, stops and targets are named, and one press takes them all back."""

import pytest

from core.domain.conversation import Press
from core.domain.records import ExchangeAccount
from tests.desk import open_desk
from tests.doubles.filling_venue import filling_desk, rest_many

PROTECTED = "buy 100 usdt of btc, stop at 40000, target 900000"
LIMIT = "buy 0.01 btc at 30000"


def text(messages):
    return "\n".join(message["text"] for message in messages)


def labels(messages):
    return [choice["label"] for message in messages for choice in message.get("choices", [])]


async def confirmed(person, *lines):
    for said in lines:
        await person.say(said)
        await person.press("confirm")


async def resting(desk):
    [account] = await desk.rows(ExchangeAccount)
    return await desk.desk.parts.venues.exchanges["paper"].open_orders(account.id)


@pytest.mark.parametrize("words", ["cancel all", "Cancel everything!", "/cancel all"])
async def test_cancel_all_names_what_rests_and_one_press_takes_it_back(words):
    async with open_desk() as desk:
        anna = desk.person()
        await confirmed(anna, PROTECTED, LIMIT)
        card = text(await anna.say(words))
        assert "Cancel 3 resting orders? · PAPER" in card
        for named in ("stop 40,000", "take profit 900,000", "limit 30,000"):
            assert named in card
        assert "2 of them are stops and targets" in card
        assert len(await resting(desk)) == 3, "nothing goes before the press"
        assert text(await anna.press("confirm")).count("Cancelled: ") == 3
        assert await resting(desk) == []
        assert text(await anna.say(words)) == "Nothing is open here."


async def test_cancel_all_in_chinese():
    async with open_desk() as desk:
        anna = desk.person()
        await confirmed(anna, "买100u比特币 止损40000")
        card = text(await anna.say("取消全部"))
        assert "撤销全部 1 个挂单？" in card
        assert "止损 40,000" in card
        assert "已撤销" in text(await anna.press("confirm"))
        assert text(await anna.say("取消全部")) == "这里没有待处理的事项。"


async def test_cancel_all_closes_a_question_at_once_and_offers_the_orders():
    async with open_desk() as desk:
        anna = desk.person()
        await confirmed(anna, PROTECTED)
        await anna.say("buy 50 usdt of eth")
        said = await anna.say("cancel all")
        assert "Cancelled: 1 open request. Nothing" in text(said)
        assert "2 orders still rest" in text(said)
        assert labels(said) == ["Cancel 2 orders on paper (PAPER)…"]
        assert len(await resting(desk)) == 2
        assert "Cancel 2 resting orders?" in text(await anna.press("opt:1"))


async def test_cancel_all_orders_says_what_stays_and_why_and_offers_it():
    async with open_desk() as desk:
        anna = desk.person()
        await confirmed(anna, PROTECTED)
        said = await anna.say("cancel all orders")
        assert "2 stops and targets stay, because what you hold would be unprotected" in text(said)
        assert "stop 40,000" in text(said)
        assert labels(said) == ["Cancel 2 stops and targets too…"]
        assert "Remove protection (2)?" in text(await anna.press("opt:1"))
        assert text(await anna.press("confirm")).count("Cancelled: ") == 2
        again = await anna.say("cancel all orders")
        assert "no order to cancel" in text(again)
        assert labels(again) == []


async def test_all_orders_that_open_go_at_once_and_the_rest_is_offered():
    async with open_desk() as desk:
        anna = desk.person()
        await confirmed(anna, PROTECTED, LIMIT)
        said = await anna.say("撤销所有挂单")
        assert "已撤销：买入 0.01 BTC/USDT，限价 30,000。" in text(said)
        assert "保留 2 个止损或止盈" in text(said)
        assert len(await resting(desk)) == 2


async def test_a_venue_that_does_not_answer_is_named_and_not_called_empty():
    async with filling_desk() as (desk, venue):
        venue.down = True
        said = text(await desk.person().say("cancel all"))
        assert "does not answer" in said
        assert "Nothing is open" not in said


async def test_an_order_that_came_after_the_card_is_not_cancelled_unseen():
    async with filling_desk() as (desk, venue):
        anna = desk.person()
        await rest_many(desk, venue, 2)
        card = (await anna.say("cancel all"))[-1]
        await rest_many(desk, venue, 1, first=3)
        fresh = text(await anna.press("confirm", card["question_id"]))
        assert "nothing was done yet" in fresh
        assert "Cancel 3 resting orders?" in fresh
        assert venue.cancelled == []


async def test_an_expired_card_of_a_change_says_that_nothing_was_changed():
    async with filling_desk() as (desk, venue):
        anna = desk.person()
        await rest_many(desk, venue, 1)
        card = (await anna.say("cancel all"))[-1]
        desk.clock.advance(600)
        late = Press(question_id=card["question_id"], choice="confirm")
        said = text((await desk.finished((await anna.accept(late)).run_id)).messages)
        assert "had expired, nothing was changed" in said
        assert venue.cancelled == []


async def test_a_thousand_orders_are_summed():
    async with filling_desk() as (desk, venue):
        anna = desk.person()
        await rest_many(desk, venue, 1000)
        card = (await anna.say("cancel all"))[-1]["text"]
        assert "Cancel 1,000 resting orders?" in card
        assert "and 985 more" in card
        told = text(await anna.press("confirm"))
        assert told.count("Cancelled: Buy") == 15
        assert "Cancelled: 985 more." in told
        assert len(venue.cancelled) == 1000
