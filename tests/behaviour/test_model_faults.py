"""A desk whose model is real but for the words: what it says, and all that can go wrong with it.

Everything goes over the wire: the SDK, the Messages API's rules, the whole engine behind it.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import Any

import pytest

from adapters.llm.anthropic import AnthropicProvider
from core.agent.parts import Limits
from core.domain.records import FillRow, MessageRow, OrderRow, StepRow, Trace, Waiting
from core.views.errors import model_error_text
from core.views.words import say
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.behaviour.seams import ask, buy, call, plan, respond, revision
from tests.desk import TestDesk, open_desk
from tests.doubles.anthropic import (
    OUT_OF_CREDIT,
    AbortStream,
    BadChunk,
    CutStream,
    Drop,
    Entry,
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
    ToolUse,
    UnknownStop,
    When,
)

USUAL = "claude-sonnet-5-5"
"""The default model: a tool cannot be forced on it."""
FORCED = "claude-haiku-5-5"
FALLBACK = say("en", "fallback.answering")
NOTHING_DONE = say("en", "failed.nothing_done")
HALF = '{"goal": "buy", "intent": "tool_call", "steps": [{"type": "tool", "id": "s1", "tool_na'


@asynccontextmanager
async def modelled(
    *script: Entry, model: str = FORCED, call_s: float = 20
) -> AsyncIterator[tuple[MessagesApi, TestDesk]]:
    """A desk that asks this server."""
    async with MessagesApi(*script) as api:
        provider = AnthropicProvider(api.api_key, model, api.base_url)
        try:
            async with open_desk(provider=provider, limits=Limits(call_s=call_s)) as desk:
                yield api, desk
        finally:
            await provider.aclose()


def uses(form: dict[str, Any], **more: Any) -> ToolUse:
    return ToolUse(form["tool"], form["input"], **more)


def planned(*steps: dict[str, Any], intent: str = "tool_call") -> ToolUse:
    return uses(plan(*steps, intent=intent))


def reading(tool: str, **arguments: Any) -> ToolUse:
    return planned(call("s1", tool, **arguments), respond(show=["s1"]))


def always(reply: Any) -> When:
    return When(lambda _: True, reply, times=None)


def text(messages: list[dict[str, Any]]) -> str:
    return "\n".join(message["text"] for message in messages)


async def price(desk: TestDesk) -> str:
    return f"Price: {(await desk.market.quote('BTC/USDT')).mark.normalize():,f} USDT"


async def assert_nothing_placed(desk: TestDesk) -> None:
    assert await desk.rows(OrderRow) == []
    assert await desk.rows(FillRow) == []
    assert await desk.rows(Waiting, status="open") == []


PRICE = reading("get_market_price", symbols=["BTC"])
BALANCE = reading("get_balance")
POSITIONS = reading("get_positions")
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


# -- the server fails ---------------------------------------------------------------------------

FAULTS = [
    (Status(429, retry_after=60), "rate_limited"),
    (Status(429, error_code="enforced_spend_limit_reached"), "out_of_credit"),
    (Status(529, retry_after=0.01), "overloaded"),
    (Status(500, retry_after=0.01), "overloaded"),
    (Html(502), "overloaded"),
    (Status(401), "key_refused"),
    (Status(403), "key_refused"),
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
async def test_a_slow_server_is_given_up_and_reads_go_on_I13(fault):
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
UNSAID = planned(call("s1", "execute_trade", action="buy", symbol="BTC"))
ERRORS = [
    (UNKNOWN_TOOL, "read_minds"),
    (WRONG_ARGUMENTS, "symbols"),
    (NINE_STEPS, "at most 8"),
    (NO_FORM, "expected a call of the given tool"),
    (ANOTHER_FORM, "place_order"),
    (Silence(), "expected a call of the given tool"),
    (WRONG_AMOUNT, "amount"),
    (UNSAID, "amount"),
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
