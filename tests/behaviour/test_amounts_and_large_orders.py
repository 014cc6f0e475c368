"""Changing the amount of a card, and the second press of a large order (DESIGN 4.4, 7)."""

import pytest

from core.domain.records import FillRow, OrderRow, Waiting
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def open_questions(desk):
    return [row.kind for row in await desk.rows(Waiting, status="open")]


async def test_the_amount_button_asks_and_the_answer_is_a_new_card():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        old = anna.question_id
        [asked] = await anna.press("amount")
        labels = [choice["label"] for choice in asked["choices"]]
        assert labels == ["50 USDT", "100 USDT", "500 USDT", "half", "all", "✖️ Cancel"]
        assert "The minimum is 5 USDT; 10,000 USDT is free." in asked["text"]
        [card] = await anna.say("80 usdt")
        assert card["data"]["amount"] == "80"
        assert await desk.rows(OrderRow) == []
        assert await open_questions(desk) == ["approval"]
        await anna.press("confirm", old)
        assert anna.last.outcome == "already_answered"
        await anna.press("confirm", card["question_id"])
        [order] = await desk.rows(OrderRow)
        assert order.amount == 80
        await assert_one_order_per_approval(desk)


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("yes but 50 not 100", "50"),
        ("make it 50 usdt", "50"),
        ("50 usdt instead", "50"),
        ("好的，但是改成 50 usdt", "50"),
        ("50 usdt", "50"),
    ],
)
async def test_another_amount_in_words_amends_and_asks_again_peers_11(words, amount):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 100 usdt of btc")
        [card] = await anna.say(words)
        assert card["data"]["amount"] == amount
        assert await desk.rows(OrderRow) == []
        assert await open_questions(desk) == ["approval"]


async def test_a_custom_amount_is_asked_and_another_request_is_answered_meanwhile_peers_31():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("amount")
        question = anna.question_id
        shown = text(await anna.say("show my positions"))
        assert "No open positions" in shown
        assert shown.count("Still waiting") == 1
        assert await open_questions(desk) == ["amount"]
        [card] = await anna.say("70")
        assert card["data"]["amount"] == "70"
        await anna.press("cancel", question)
        assert anna.last.outcome == "already_answered"


@pytest.mark.parametrize(
    ("said", "labels", "press", "amount"),
    [
        ("", ["50 USDT", "100 USDT", "500 USDT", "half", "all"], "opt:2", "100"),
        ("set my quick amounts to 20, 250, 25%", ["20 USDT", "250 USDT", "25%"], "opt:2", "250"),
        ("快捷金额改成 20、300、一半", ["20 USDT", "300 USDT", "half"], "opt:1", "20"),
    ],
)
async def test_a_persons_own_amounts_are_buttons_where_one_is_asked_for(
    said, labels, press, amount
):
    async with open_desk() as desk:
        anna = desk.person(lang="en")
        if said:
            await anna.say(said)
        await anna.say("buy 70 usdt of btc")
        [asked] = await anna.press("amount")
        assert [choice["label"] for choice in asked["choices"]][:-1] == labels
        [card] = await anna.press(press)
        assert card["data"]["amount"] == amount
        assert await desk.rows(OrderRow) == []


async def test_cancel_is_always_there_while_an_amount_is_asked_for_peers_31():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("amount")
        assert "Nothing was placed" in text(await anna.press("cancel"))
        assert await open_questions(desk) == []


@pytest.mark.parametrize(
    "words", ["130,000 usdt", "-5 usdt", "1e9 btc", "999999999 usdt", "3 usdt"]
)
async def test_an_amount_that_cannot_be_is_told_and_the_question_stays(words):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        [reply] = await anna.say(words)
        assert reply["text"]
        assert await desk.rows(OrderRow) == []
        assert "approval" in await open_questions(desk)


async def test_a_large_order_needs_the_second_press_and_words_do_not_do_I2():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 6000 usdt of btc")
        assert "button" in text(await anna.say("yes"))
        [second] = await anna.press("confirm", (await desk.rows(Waiting))[0].id)
        assert [choice["id"] for choice in second["choices"]] == ["confirm_large", "cancel"]
        assert await desk.rows(OrderRow) == []
        assert "button" in text(await anna.say("OK!"))
        assert await desk.rows(OrderRow) == []
        await anna.press("confirm_large", second["question_id"])
        [order] = await desk.rows(OrderRow)
        assert order.status == "FILLED"
        await assert_books_balance(desk)


async def test_no_to_a_large_order_in_words_is_enough():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 6000 usdt of btc")
        assert "Nothing was placed" in text(await anna.say("no"))
        assert await open_questions(desk) == []


@pytest.mark.parametrize("opening", ["buy 6000 usdt of btc", "long btc 6000 usdt 2x"])
async def test_a_close_never_needs_a_second_press(opening):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say(opening)
        await anna.press("confirm")
        await anna.press("confirm_large")
        [card] = await anna.say("close it")
        assert card["choices"][0]["id"] == "confirm"
        assert "twice" not in card["text"]
        await anna.say("yes")
        assert len(await desk.rows(FillRow)) == 2
        await assert_books_balance(desk)
