"""A model's server that is down, slow or cut short: named to the person, and nothing is placed."""

import pytest

from adapters.llm.anthropic import AnthropicProvider
from core.domain.records import FillRow, MessageRow, OrderRow, StepRow, Trace
from core.views.errors import model_error_text
from core.views.words import say
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.behaviour.seams import buy, call, respond
from tests.behaviour.wired import (
    FALLBACK,
    FORCED,
    NOTHING_DONE,
    PRICE,
    always,
    assert_nothing_placed,
    modelled,
    planned,
    price,
    text,
)
from tests.desk import open_desk
from tests.doubles.anthropic import (
    OUT_OF_CREDIT,
    AbortStream,
    BadChunk,
    CutStream,
    Drop,
    ErrorEvent,
    Hang,
    Html,
    MaxTokens,
    MessagesApi,
    Paced,
    Refusal,
    Silence,
    StallStream,
    Status,
    Text,
    ToolCutInHalf,
    UnknownStop,
)

HALF = '{"goal": "buy", "intent": "tool_call", "steps": [{"type": "tool", "id": "s1", "tool_na'


FAULTS = [
    (Status(429, retry_after=60), "rate_limited"),
    (Status(429, error_code="enforced_spend_limit_reached"), "out_of_credit"),
    (Status(529, retry_after=0.01), "overloaded"),
    (Status(500, retry_after=0.01), "overloaded"),
    (Html(502), "overloaded"),
    (Status(401), "key_refused"),
    (Status(403), "not_permitted"),
    (Status(404), "unreachable"),
    (OUT_OF_CREDIT, "out_of_credit"),
    (Drop(), "unreachable"),
    (CutStream(after_events=5, answer=PRICE), "truncated"),
    (AbortStream(after_events=5, answer=PRICE), "truncated"),
    (AbortStream(after_events=5, answer=PRICE, how="reset"), "truncated"),
    (ErrorEvent(after_events=5, answer=PRICE), "overloaded"),
    (BadChunk(after_events=5, answer=PRICE), "malformed"),
    (MaxTokens(tool="submit_plan", partial_json=HALF), "truncated"),
    (ToolCutInHalf("submit_plan", HALF), "truncated"),
    (UnknownStop("tired"), "malformed"),
]
SLOW = [
    Hang(60),
    StallStream(after_events=5, answer=PRICE),
    StallStream(after_events=5, answer=PRICE, ping_every=0.02),
    Paced(PRICE, seconds=0.2),
]


@pytest.mark.parametrize(("fault", "kind"), FAULTS)
async def test_a_failure_is_named_and_reads_go_on_without_the_model_I13(fault, kind):
    async with modelled(always(fault)) as (_, desk):
        anna = desk.person()
        told = text(await anna.say("btc price"))
        assert model_error_text(kind, "en") in told
        assert FALLBACK in told
        assert await price(desk) in told
        assert "10,000 USDT" in text(await anna.say("my balance"))
        await assert_nothing_placed(desk)


@pytest.mark.parametrize(("fault", "kind"), FAULTS)
async def test_a_failure_places_nothing_and_says_so_I2_I13(fault, kind):
    async with modelled(always(fault)) as (_, desk):
        anna = desk.person()
        for said in ("buy 50 usdt of btc", "hi"):
            told = text(await anna.say(said))
            assert model_error_text(kind, "en") in told
            assert NOTHING_DONE in told
            assert FALLBACK not in told
        await assert_nothing_placed(desk)


@pytest.mark.parametrize("fault", SLOW)
async def test_a_slow_server_is_given_up_and_reads_go_on_I13_original_h_48(fault):
    async with modelled(always(fault), call_s=0.5) as (_, desk):
        anna = desk.person()
        told = text(await anna.say("btc price"))
        assert model_error_text("timeout", "en") in told
        assert FALLBACK in told
        assert NOTHING_DONE in text(await anna.say("buy 50 usdt of btc"))
        await assert_nothing_placed(desk)


async def test_a_refusal_is_told_and_nobody_else_is_asked():
    async with modelled(always(Refusal("I would rather not"))) as (_, desk):
        told = text(await desk.person().say("btc price"))
        assert model_error_text("refused", "en") in told
        assert FALLBACK not in told
        assert "rather not" not in told
        await assert_nothing_placed(desk)


async def test_a_failure_is_told_in_the_persons_language():
    async with modelled(always(Status(429, retry_after=60))) as (_, desk):
        told = text(await desk.person(lang="zh").say("比特币多少钱"))
        assert model_error_text("rate_limited", "zh") in told
        assert say("zh", "fallback.answering") in told


async def test_what_is_held_can_be_closed_while_the_model_is_down():
    outage = Status(529, retry_after=0.01)
    async with modelled(planned(buy()), always(outage)) as (_, desk):
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        messages = await anna.say("sell all my btc")
        assert model_error_text("overloaded", "en") in text(messages)
        assert FALLBACK in text(messages)
        assert len(await desk.rows(OrderRow)) == 1, "and only after a press"
        await anna.press("confirm")
        await assert_books_balance(desk)
        await assert_one_order_per_approval(desk)
        assert len(await desk.rows(FillRow)) == 2


async def test_the_next_turn_is_a_new_one():
    async with modelled(CutStream(after_events=5, answer=PRICE), planned(buy())) as (api, desk):
        anna = desk.person()
        assert NOTHING_DONE in text(await anna.say("buy 50 usdt of btc"))
        [card] = await anna.say("buy 50 usdt of btc")
        assert card["kind"] == "question"

    api.verify()


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Status(529, retry_after=0.01), "overloaded"),
        (CutStream(after_events=9, answer=Text("Bitcoin is well. It trades high.")), "truncated"),
        (MaxTokens("Bitcoin is well. It tr"), "truncated"),
        (Refusal("Bitcoin is well. "), "refused"),
        (Silence(), "malformed"),
    ],
)
async def test_words_that_fail_leave_what_was_read(fault, kind):
    told = planned(
        call("s1", "get_market_price", symbols=["BTC"]), respond(instruction="Say how it stands.")
    )
    async with modelled(told, always(fault)) as (_, desk):
        shown = text(await desk.person().say("how is bitcoin doing?"))
        assert model_error_text(kind, "en") in shown
        assert await price(desk) in shown
        assert "well" not in shown, "half an answer is none"


async def test_a_failure_after_a_read_shows_what_was_read():
    script = (
        planned(call("s1", "get_balance", replan_after=True), buy("s2")),
        always(Status(401)),
    )
    async with modelled(*script) as (_, desk):
        told = text(await desk.person().say("buy 50 usdt of btc if I can afford it"))
        assert "10,000 USDT" in told
        assert model_error_text("key_refused", "en") in told
        assert NOTHING_DONE in told
        await assert_nothing_placed(desk)


async def test_a_failure_after_an_order_tells_of_it_and_never_repeats_it_original_g1_8_I3_I13():
    script = (planned(buy(), call("s2", "get_balance")), always(Status(529, retry_after=0.01)))
    async with modelled(*script) as (_, desk):
        anna = desk.person()
        await anna.say("buy 50 usdt of btc and show me what is left")
        told = text(await anna.press("confirm"))
        assert model_error_text("overloaded", "en") in told
        assert NOTHING_DONE not in told
        [fill] = await desk.rows(FillRow)
        assert f"{fill.fee:.6f}" in told
        await assert_one_order_per_approval(desk)
        await assert_books_balance(desk)


async def test_the_key_is_kept_nowhere_I8():
    async with MessagesApi(api_key="another") as api:
        key = "sk-ant-s3cr3t"
        provider = AnthropicProvider(key, FORCED, api.base_url)
        api.script(always(Status(401, message=f"invalid x-api-key {key}")))
        async with open_desk(provider=provider) as desk:
            anna = desk.person()
            messages = await anna.say("btc price")
            messages += await anna.say("buy 50 usdt of btc")
            stored = [await desk.rows(kind) for kind in (MessageRow, StepRow, Trace)]
        await provider.aclose()

    assert "s3cr3t" not in repr(messages) + repr(stored)
