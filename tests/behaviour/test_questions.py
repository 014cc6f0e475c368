"""Questions by the planner: stored, answered in code, and waiting while other things go on."""

import pytest

from core.domain.conversation import Press
from core.domain.records import MessageRow, OrderRow, Waiting, Workflow
from core.jobs.expiry import expire
from tests.behaviour.seams import Model, ask, buy, call, plan, respond
from tests.desk import open_desk

PRICE = call("s1", "get_market_price", symbols=["BTC"])
BALANCE = call("s1", "get_balance")
WHICH = plan(ask("Which exchange?", "OKX", "Binance", "Bybit", fields=("exchange",)))
THANKS = plan(respond(text="Understood."), intent="chat")


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def statuses(desk):
    return [row.status for row in await desk.rows(Waiting)]


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("OKX", "OKX"),
        ("okx", "OKX"),
        ("2", "Binance"),
        ("option 2", "Binance"),
        ("the third one", "Bybit"),
        ("第二个", "Binance"),
        ("last", "Bybit"),
        ("Kraken", "Kraken"),
    ],
)
async def test_an_answer_goes_on_with_the_request_original_g1_5(words, value):
    model = Model(WHICH, THANKS)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        [asked] = await anna.say("set up my exchange")
        assert asked["kind"] == "question"
        assert text(await anna.say(words)) == "Understood."
        assert await statuses(desk) == ["answered"]
    assert model.calls == ["plan", "plan"]
    assert model.asked[1].messages[-1].text == f"set up my exchange\n[exchange: {value}]"


async def test_a_press_on_an_option_is_the_same_answer():
    model = Model(WHICH, THANKS)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("set up my exchange")
        assert text(await anna.press("opt:2")) == "Understood."
        assert "[exchange: Binance]" in model.asked[1].messages[-1].text
        [workflow] = await desk.rows(Workflow)
        assert workflow.status == "completed"


async def test_an_unrelated_request_is_answered_and_followed_by_one_line_I13_original_g1_5():
    model = Model(WHICH, plan(BALANCE, respond(show=["s1"])), THANKS)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("set up my exchange")
        reply = text(await anna.say("show my balance"))
        assert "10,000 USDT" in reply
        assert reply.count("Still waiting for your answer: Which exchange?") == 1
        assert await statuses(desk) == ["open"]
        assert text(await anna.say("OKX")) == "Understood."


async def test_several_questions_that_wait_are_still_one_line():
    async with open_desk() as desk:
        anna = desk.person()
        for coin in ("btc", "eth", "sol"):
            await anna.say(f"buy 50 usdt of {coin}")
        reply = text(await anna.say("/balance"))
        assert reply.count("Still waiting") == 1
        assert "2 more" in reply


@pytest.mark.parametrize("words", ["继续", "好了", "ok", "hm", "是"])
async def test_filler_words_do_not_wipe_the_wait_original_g1_5(words):
    asked = plan(ask("Which coin?", "BTC", "ETH", fields=("symbol",)))
    async with open_desk(provider=Model(asked, THANKS, THANKS)) as desk:
        anna = desk.person()
        await anna.say("buy something")
        await anna.say(words)
        assert await statuses(desk) == ["open"]
        await anna.say("ETH")
        assert await statuses(desk) == ["answered"]


async def test_a_yes_or_no_among_the_options_is_that_option():
    asked = plan(ask("With leverage?", "Yes", "No", fields=("leverage",)))
    for words in ("yes", "no", "No."):
        model = Model(asked, THANKS)
        async with open_desk(provider=model) as desk:
            anna = desk.person()
            await anna.say("long btc")
            assert text(await anna.say(words)) == "Understood."
            answered = words.strip(".").title()
            assert f"[leverage: {answered}]" in model.asked[1].messages[-1].text


@pytest.mark.parametrize("answer", ["no", "cancel", "取消", "press"])
async def test_a_question_may_be_cancelled(answer):
    async with open_desk(provider=Model(WHICH)) as desk:
        anna = desk.person()
        await anna.say("set up my exchange")
        reply = await (anna.press("cancel") if answer == "press" else anna.say(answer))
        assert text(reply)
        [workflow] = await desk.rows(Workflow)
        assert workflow.status == "cancelled"
        assert "open" not in await statuses(desk)


async def test_a_question_that_expired_is_told_so_and_does_nothing_original_g1_21():
    for job in (False, True):
        async with open_desk(provider=Model(WHICH)) as desk:
            anna = desk.person()
            await anna.say("set up my exchange")
            question = anna.question_id
            desk.clock.advance(24 * 3600 + 60)
            if job:
                assert await expire(desk.desk.parts) == 1
            assert "expired" in text(await anna.press("opt:1", question))
            assert anna.last.outcome == "expired"
            await anna.press("opt:1", question)
            assert anna.last.outcome == "already_answered"


async def test_a_yes_next_week_does_nothing_original_g1_21():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        desk.clock.advance(7 * 24 * 3600)
        [card] = await anna.say("yes")
        assert "expired" in card["text"]
        assert await desk.rows(OrderRow) == []
        desk.clock.advance(7 * 24 * 3600)
        assert await expire(desk.desk.parts) == 1
        assert text(await anna.say("yes"))
        assert await desk.rows(OrderRow) == []


async def test_an_expired_question_no_longer_nags_and_does_not_make_a_yes_ambiguous():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        desk.clock.advance(301)
        assert "Still waiting" not in text(await anna.say("btc price"))
        await anna.say("buy 60 usdt of eth")
        assert "ETH" in text(await anna.say("yes"))
        [order] = await desk.rows(OrderRow)
        assert order.symbol == "ETH/USDT"


async def test_an_amount_answers_the_question_for_one_and_not_an_older_card():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        [asked] = await anna.say("buy some eth")
        assert "ETH" in asked["text"]
        [card] = await anna.say("80 usdt")
        assert (card["data"]["symbol"], card["data"]["amount"]) == ("ETH/USDT", "80")
        cards = [row for row in await desk.rows(Waiting, status="open") if row.kind == "approval"]
        assert [row.card["data"]["amount"] for row in cards] == ["50", "80"]


async def test_a_suggestion_lapses_when_the_person_goes_on_with_something_else():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("gibberish of no kind")
        suggestion = anna.question_id
        reply = text(await anna.say("btc price"))
        assert "Still waiting" not in reply
        await anna.say("buy 50 usdt of btc")
        assert "Bought" in text(await anna.say("yes"))
        told = text(await anna.press("opt:1", suggestion))
        assert "Already answered: btc price" in told


async def test_a_question_and_its_answer_are_in_the_history_in_order():
    async with open_desk(provider=Model(WHICH, THANKS)) as desk:
        anna = desk.person()
        await anna.say("set up my exchange")
        await anna.press("opt:1")
        rows = await desk.rows(MessageRow)
        assert [(row.role, row.text) for row in rows] == [
            ("user", "set up my exchange"),
            ("assistant", "Which exchange?"),
            ("user", "OKX"),
            ("assistant", "Understood."),
        ]
        assert all(row.counts for row in rows if row.role == "user")


async def test_another_persons_words_never_answer_my_question_I4_I10():
    model = Model(WHICH, THANKS)
    async with open_desk(provider=model) as desk:
        anna, boris = desk.person(), await desk.somebody("Boris")
        await anna.say("set up my exchange")
        await boris.accept(Press(question_id=anna.question_id, choice="opt:1"))
        await desk.idle()
        assert await statuses(desk) == ["open"]
        questions = await boris.questions()
        assert questions == []


async def test_an_answered_question_may_lead_to_a_card_in_the_same_request():
    model = Model(
        plan(ask("How much?", "50 USDT", fields=("amount",))),
        plan(buy(), respond(show=["s1"])),
    )
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("buy some btc")
        [card] = await anna.say("50 usdt")
        assert card["data"]["amount"] == "50"
        await anna.press("confirm")
        [workflow] = await desk.rows(Workflow)
        assert workflow.status == "completed"


async def test_of_six_open_questions_the_oldest_is_closed_and_that_is_said_I13():
    async with open_desk() as desk:
        anna = desk.person()
        for coin in ("btc", "eth", "sol", "bnb", "doge", "xrp"):
            await anna.say(f"buy 50 usdt of {coin}")
        assert len(await desk.rows(Waiting, status="open")) == 6
        [card] = await anna.say("buy 50 usdt of ada")
        assert "closed the oldest: Buy 0.00052 BTC?" in card["text"]
        assert card["data"]["symbol"] == "ADA/USDT"
        still = await desk.rows(Waiting, status="open")
        assert still[0].card["data"]["symbol"] == "ETH/USDT"
        assert len(still) == 6
