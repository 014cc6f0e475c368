"""A model over the wire: the main job with it, and what comes of the plans that will not do."""

from decimal import Decimal

import pytest

from core.domain.records import FillRow, OrderRow, StepRow
from core.views.errors import model_error_text
from core.views.words import say
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.behaviour.seams import ask, buy, call, respond, revision
from tests.behaviour.wired import (
    BALANCE,
    FORCED,
    NOTHING_DONE,
    POSITIONS,
    PRICE,
    USUAL,
    always,
    assert_nothing_placed,
    modelled,
    planned,
    price,
    reading,
    text,
    uses,
)
from tests.doubles.anthropic import Silence, Status, Text, ToolUse

HOLDING = call(
    "s1",
    "execute_trade",
    action="sell",
    symbol="BTC/USDT",
    amount={"value": "100", "unit": "percent_of_position"},
)


# -- all is well --------------------------------------------------------------------------------


async def test_a_read_is_one_call_of_the_model_original_g1_20():
    async with modelled(PRICE, BALANCE) as (api, desk):
        anna = desk.person()
        shown = await anna.say("what is bitcoin at?")
        assert api.calls == 1
        assert await price(desk) in text(shown)
        assert "10,000 USDT" in text(await anna.say("and my balance"))

    assert api.calls == 2
    api.verify()


@pytest.mark.parametrize("model", [FORCED, USUAL])
async def test_the_main_job_over_the_wire_I2_I3_I14(model):
    script = (PRICE, BALANCE, planned(buy()), POSITIONS, planned(HOLDING), POSITIONS)
    async with modelled(*script, model=model) as (api, desk):
        anna = desk.person()
        assert "BTC/USDT" in text(await anna.say("btc price"))
        assert "10,000 USDT" in text(await anna.say("my balance"))

        [card] = await anna.say("buy 50 usdt of btc")
        assert (card["kind"], card["mode"], card["simulated"]) == ("question", "paper", True)
        assert await desk.rows(OrderRow) == []
        calls = api.calls
        filled = await anna.press("confirm")
        assert api.calls == calls, "no model has a say between the press and the order"
        [fill] = await desk.rows(FillRow)
        assert f"{fill.price:,.2f}" in text(filled)

        assert "0.00052" in text(await anna.say("my positions"))
        [card] = await anna.say("close it")
        assert card["data"]["side"] == "sell"
        assert "0.00052 BTC" in text(await anna.press("confirm"))
        assert "No open positions" in text(await anna.say("positions?"))
        await assert_books_balance(desk)
        await assert_one_order_per_approval(desk)

    assert api.calls == 6
    api.verify()


async def test_the_same_prefix_is_sent_in_every_turn_and_read_from_the_cache():
    async with modelled(PRICE, BALANCE, POSITIONS) as (api, desk):
        anna = desk.person()
        for said in ("btc price", "my balance", "my positions"):
            await anna.say(said)
            desk.clock.advance(60)
        calls = [row.data for row in await desk.rows(StepRow, step_type="llm_call")]

    assert api.prefix_stable(0, 1)
    assert api.prefix_stable(0, 2)
    first, second, third = (asked["cached"] for asked in calls)
    assert first == 0
    assert second == third > 1_000
    assert all(Decimal(asked["cost"]) > 0 for asked in calls)


async def test_a_plan_written_out_as_text_is_carried_out():
    written = Text(
        '```json\n{"goal": "price", "intent": "tool_call", "steps": [{"type": "tool", "id": "s1",'
        ' "tool_name": "get_market_price", "tool_args": {"symbols": ["BTC"]}},'
        ' {"type": "respond", "id": "r", "show": ["s1"]}]}\n```'
    )
    async with modelled(written, model=USUAL) as (api, desk):
        assert "BTC/USDT" in text(await desk.person().say("btc price"))

    assert api.calls == 1


# -- the model errs -----------------------------------------------------------------------------

UNKNOWN_TOOL = reading("read_minds", whose="everyone")
WRONG_ARGUMENTS = reading("get_market_price", symbol="BTC", when="tomorrow")
NINE_STEPS = planned(
    *(call(f"s{number}", "get_balance") for number in range(8)), respond(show=["s0"])
)
NO_FORM = Text("Bitcoin costs 1 dollar, and I have bought you some.")
ANOTHER_FORM = ToolUse("place_order", {"all": "in"}, unlisted=True)
WRONG_AMOUNT = planned(
    call("s1", "execute_trade", action="buy", symbol="BTC", amount={"value": "lots"})
)
ERRORS = [
    (UNKNOWN_TOOL, "read_minds"),
    (WRONG_ARGUMENTS, "symbols"),
    (NINE_STEPS, "at most 8"),
    (NO_FORM, "expected a call of the given tool"),
    (ANOTHER_FORM, "place_order"),
    (Silence(), "expected a call of the given tool"),
    (WRONG_AMOUNT, "amount"),
]


@pytest.mark.parametrize(("wrong", "named"), ERRORS)
@pytest.mark.parametrize("model", [FORCED, USUAL])
async def test_a_plan_that_will_not_do_is_repaired_once(wrong, named, model):
    async with modelled(wrong, PRICE, model=model) as (api, desk):
        assert "BTC/USDT" in text(await desk.person().say("btc price"))
        await assert_nothing_placed(desk)

    assert api.calls == 2
    assert named in api.last_request.last_words, "and the model is told what was wrong"
    assert api.last_request.last_words.startswith("Now:")
    api.verify()


@pytest.mark.parametrize(("wrong", "named"), ERRORS)
async def test_a_second_mistake_is_an_honest_failure_I2_I13(wrong, named):
    async with modelled(wrong, wrong) as (api, desk):
        told = text(await desk.person().say("buy 50 usdt of btc"))
        assert say("en", "plan.failed") in told
        assert NOTHING_DONE in told
        assert "1 dollar" not in told
        await assert_nothing_placed(desk)

    assert api.calls == 2, "one repair, and no more"


async def test_a_repair_that_meets_an_outage_is_told_as_one():
    async with modelled(UNKNOWN_TOOL, always(Status(401))) as (_, desk):
        told = text(await desk.person().say("buy 50 usdt of btc"))
        assert model_error_text("key_refused", "en") in told
        await assert_nothing_placed(desk)


@pytest.mark.parametrize("said", ["hi", "what do you think of btc?", "thanks", "卖了吗？"])
@pytest.mark.parametrize("answer", ["cancel", "no", "confirm"])
async def test_a_plan_that_trades_unasked_is_a_card_and_no_order_I2(said, answer):
    async with modelled(planned(buy(value="100"))) as (_, desk):
        anna = desk.person()
        [card] = await anna.say(said)
        assert card["kind"] == "question"
        assert await desk.rows(OrderRow) == []
        if answer == "no":
            await anna.say("no")
        else:
            await anna.press(answer)
        assert len(await desk.rows(OrderRow)) == (answer == "confirm")
        await assert_books_balance(desk)
        await assert_one_order_per_approval(desk)


async def test_a_model_that_says_it_has_traded_is_not_believed_peers_29_I2_I5():
    boast = planned(
        respond(text="Done: I bought 5 BTC at 12,345.67 for you. Anything else?"), intent="chat"
    )
    async with modelled(boast) as (_, desk):
        told = text(await desk.person().say("hi"))
        assert "12,345.67" not in told
        assert "bought" not in told
        await assert_nothing_placed(desk)


async def test_a_question_of_the_model_is_asked_with_its_buttons():
    question = planned(ask("How much?", "50 USDT", "100 USDT", fields=("amount",)))
    async with modelled(question, planned(buy())) as (api, desk):
        anna = desk.person()
        [asked] = await anna.say("buy btc")
        assert [choice["label"] for choice in asked["choices"]][:2] == ["50 USDT", "100 USDT"]
        [card] = await anna.press(asked["choices"][0]["id"])
        assert card["kind"] == "question"
        await anna.press("confirm")
        await assert_one_order_per_approval(desk)

    api.verify()


async def test_a_revision_comes_over_the_wire_too():
    first = planned(call("s1", "get_balance", replan_after=True), respond(show=["s1"]))
    rest = uses(revision("replace_remaining", steps=[buy("s2")]))
    async with modelled(first, rest) as (api, desk):
        messages = await desk.person().say("if I have 50 usdt, buy btc with it")
        assert messages[-1]["kind"] == "question"
        assert await desk.rows(OrderRow) == []

    assert [request.tools for request in api.requests] == [["submit_plan"], ["revise_plan"]]
    assert '<data name="observations">' in api.last_request.last_words
    api.verify()
