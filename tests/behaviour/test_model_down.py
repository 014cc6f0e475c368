"""The model's service fails: each failure by its name, reads and closing go on (DESIGN 4, 5)."""

import pytest

from adapters.llm.offline.planner import OfflinePlanner
from core.domain.records import OrderRow, Preference, Waiting, Workflow
from core.errors import ModelError, ModelErrorKind
from core.views.errors import model_error_text
from tests.behaviour.books import assert_books_balance
from tests.behaviour.seams import (
    DoubtfulExchange,
    FailingModel,
    Model,
    buy,
    call,
    in_doubt,
    plan,
    respond,
    revision,
)
from tests.desk import open_desk

KINDS: list[ModelErrorKind] = [
    "rate_limited",
    "key_refused",
    "out_of_credit",
    "timeout",
    "refused",
    "overloaded",
    "unreachable",
    "truncated",
    "malformed",
]
BALANCE = call("s2", "get_balance")


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def test_every_failure_has_a_text_of_its_own_in_both_languages():
    for lang in ("en", "zh"):
        texts = {model_error_text(kind, lang) for kind in (*KINDS, "budget")}
        assert len(texts) == len(KINDS) + 1


@pytest.mark.parametrize("kind", KINDS)
async def test_an_opening_order_while_the_model_is_down_is_refused_by_name_I13(kind):
    model = FailingModel(ModelError(kind))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        reply = text(await anna.say("buy 50 usdt of btc"))
        assert model_error_text(kind, "en") in reply
        assert "Nothing was placed" in reply
        assert anna.last.status == "failed"
        assert await desk.rows(OrderRow) == []
        assert await desk.rows(Waiting) == []
    assert model.calls == 1, "a failed call is not tried again by the turn"


async def test_reads_are_answered_by_the_offline_planner_which_says_so():
    async with open_desk(provider=FailingModel(ModelError("overloaded"))) as desk:
        anna = desk.person()
        for said, shown in (("btc price", "BTC/USDT"), ("余额", "10,000 USDT")):
            reply = text(await anna.say(said))
            assert shown in reply
            assert model_error_text("overloaded", "zh" if said == "余额" else "en") in reply
            assert anna.last.status == "done"


@pytest.mark.parametrize("opening", ["buy 50 usdt of btc", "long eth 100 usdt 3x"])
async def test_closing_goes_on_while_the_model_is_down(opening):
    model = FailingModel(ModelError("unreachable"), OfflinePlanner())
    down, model.error = model.error, None
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say(opening)
        await anna.press("confirm")
        model.error = down
        [notice, card] = await anna.say("close it")
        assert model_error_text("unreachable", "en") in notice["text"]
        assert card["data"]["side"] in ("sell", "close_long")
        await anna.press("confirm")
        assert len(await desk.rows(OrderRow)) == 2
        await assert_books_balance(desk)


async def test_which_position_to_close_is_asked_while_the_model_is_down():
    model = FailingModel(ModelError("unreachable"), OfflinePlanner())
    down, model.error = model.error, None
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        for opening in ("buy 50 usdt of btc", "buy 60 usdt of eth"):
            await anna.say(opening)
            await anna.press("confirm")
        model.error = down
        await anna.say("close a position")
        await anna.press("opt:1")
        assert anna.card["data"]["symbol"] == "BTC/USDT"
        await anna.press("confirm")
        assert sorted(row.action for row in await desk.rows(OrderRow)) == ["buy", "buy", "sell"]
        assert text(await anna.say("buy some sol"))
        assert await anna.questions() == []


async def test_a_wish_is_not_written_while_the_model_is_down():
    async with open_desk(provider=FailingModel(ModelError("timeout"))) as desk:
        reply = text(await desk.person().say("remember that my favourite is eth"))
        assert model_error_text("timeout", "en") in reply
        assert await desk.rows(Preference) == []


async def test_a_request_the_model_refuses_is_not_passed_to_the_offline_planner():
    async with open_desk(provider=FailingModel(ModelError("refused"))) as desk:
        reply = text(await desk.person().say("btc price"))
        assert model_error_text("refused", "en") in reply
        assert "BTC/USDT" not in reply


async def test_confirming_needs_no_model():
    model = Model(plan(buy(), respond(show=["s1"])))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("buy")
        assert "Bought" in text(await anna.press("confirm"))
    assert model.calls == ["plan"]


async def test_a_fill_is_told_although_the_model_fails_for_what_was_to_follow_I13_original_g1_8():
    model = Model(plan(buy(), BALANCE, respond(show=["s1", "s2"])), {"error": "overloaded"})
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("buy, then my balance")
        [told] = await anna.press("confirm")
        assert "Bought" in told["text"]
        assert model_error_text("overloaded", "en") in told["text"]
        assert "The rest of your request was not done" in told["text"]
        assert "Nothing was placed" not in told["text"]
        await desk.swept()
        [order] = await desk.rows(OrderRow)
        assert order.status == "FILLED"
        [workflow] = await desk.rows(Workflow)
        assert workflow.status == "failed"
    assert model.calls == ["plan", "revise"]


async def test_a_fill_is_told_although_the_model_fails_to_comment_on_it():
    model = Model(plan(buy(), respond(instruction="comment")), {"error": "timeout"})
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("buy and comment")
        told = text(await anna.press("confirm"))
        assert "Bought" in told
        assert model_error_text("timeout", "en") in told


async def test_a_wish_is_kept_and_told_although_the_revision_fails_original_h_51():
    wish = call("s1", "manage_preferences", action="add", key="style", value="short")
    model = Model(plan(wish, BALANCE, respond(show=["s1", "s2"])), {"error": "overloaded"})
    async with open_desk(provider=model) as desk:
        reply = text(await desk.person().say("be brief, and my balance"))
        assert "short" in reply
        assert "Nothing was placed or changed" not in reply
        assert "The rest of your request was not done" in reply
        assert [row.value for row in await desk.rows(Preference)] == ["short"]


async def test_a_failed_plan_never_runs_an_effect_again_original_g1_8():
    model = Model(
        plan(buy(), BALANCE, respond(show=["s1", "s2"])),
        revision("replace_remaining", steps=[buy("s1"), respond(id="r2", show=["s1"])]),
        revision("replace_remaining", steps=[buy("s1"), respond(id="r2", show=["s1"])]),
    )
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("buy, then my balance")
        told = text(await anna.press("confirm"))
        assert "Bought" in told
        assert len(await desk.rows(OrderRow)) == 1
        assert await desk.rows(Waiting, status="open") == []


async def test_a_second_order_planned_after_a_fill_needs_its_own_press_I2_peers_8():
    model = Model(
        plan(buy("s1"), buy("s2", symbol="ETH"), respond(show=["s1", "s2"])), revision("continue")
    )
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        [first] = await anna.say("buy both")
        [filled, second] = await anna.press("confirm")
        assert "Bought" in filled["text"]
        assert second["data"]["symbol"] == "ETH/USDT"
        assert len(await desk.rows(OrderRow)) == 1
        told = text(await anna.press("confirm"))
        assert "ETH" in told
        assert {order.symbol for order in await desk.rows(OrderRow)} == {"BTC/USDT", "ETH/USDT"}
        await anna.press("confirm", first["question_id"])
        assert len(await desk.rows(OrderRow)) == 2
        await assert_books_balance(desk)


async def test_a_broken_venue_is_unknown_and_never_a_number_I6():
    async with open_desk(exchange=in_doubt()) as desk:
        exchange = desk.desk.parts.venues.exchanges["paper"]
        assert isinstance(exchange, DoubtfulExchange)
        exchange.blind = True
        reply = text(await desk.person().say("my balance"))
        assert "unknown" in reply
        assert "0 USDT" not in reply
