"""The offline planner as a whole: any text gives a sound plan, and only a clear one an order."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.llm import TextDelta
from core.domain.plan import Revision
from core.domain.requests import with_answer
from tests.adapters.offline_talk import (
    TOOLS,
    answer,
    calls,
    context,
    events,
    plan,
    position,
    question,
    refer,
)

HELD = (position("BTC/USDT:USDT"), position("ETH/USDT:USDT", "SHORT"), position("DOGE/USDT"))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("hi", "Hello"),
        ("Hello!", "Hello"),
        ("good morning", "Hello"),
        ("你好", "你好"),
        ("在吗？", "你好"),
        ("help", "btc price"),
        ("What can you do?", "btc price"),
        ("?", "btc price"),
        ("帮助", "比特币多少钱"),
        ("你能做什么", "比特币多少钱"),
        ("who are you?", "Bellwether"),
        ("thanks!", "welcome"),
        ("谢谢", "不客气"),
        ("bye", "Goodbye"),
    ],
)
async def test_small_talk_is_answered_in_one_step(text, part):
    assert part in await answer(text)


@pytest.mark.parametrize("text", ["yes", "yes?", "ok", "好的", "确认", "cancel", "算了", "confirm"])
async def test_a_bare_yes_or_no_with_no_question_open_does_nothing(text):
    said = await answer(text)
    assert "Nothing was done" in said or "没有执行任何操作" in said
    # Other questions may be open: the engine says so in a line of its own.
    assert "no question" not in said.lower()
    assert "没有等待" not in said


async def test_help_names_only_what_can_be_done_here():
    everything = await answer("help")
    for line in everything.splitlines():
        for example in line.removeprefix("• ").partition(": ")[2].split(" · "):
            if line.startswith("• ") and example:
                assert await calls(example, positions=HELD[:1]), example
    readers = await answer("help", tools=TOOLS - {"execute_trade", "manage_preferences"})
    assert "buy" not in readers
    assert "remember" not in readers


@pytest.mark.parametrize("text", ["", "   ", "\n", "🚀🚀🚀", "...", "👍", "🇨🇳", "\u200b"])
async def test_a_text_without_words_gets_a_kind_answer(text):
    assert "help" in await answer(text)


@pytest.mark.parametrize(
    "text", ["a" * 20_000, "buy 50 usdt of btc " * 1000, "买" * 20_000, "🚀 " * 9_000]
)
async def test_a_text_of_any_length_gets_an_answer(text):
    assert await answer(text)


async def test_it_says_once_that_it_is_the_offline_planner():
    intro = "I am the offline planner"
    assert intro in (await plan("btc price", introduce=True)).steps[-1].text
    assert (await plan("btc price")).steps[-1].text is None
    assert intro in await answer("hi", introduce=True)
    assert intro not in await answer("hi")
    assert intro in (await question("buy btc", introduce=True))[1]
    assert "离线规划器" in await answer("你好", introduce=True)
    # A goal is the request's, not the planner's introduction of itself.
    assert intro not in (await plan("buy btc", introduce=True)).goal


async def test_a_revision_goes_on_with_the_plan():
    call, _ = await events(context("btc price"), "revise")
    assert call.name == "revise_plan"
    assert Revision.model_validate(call.input).action == "continue"


@pytest.mark.parametrize("purpose", ["respond", "reason"])
async def test_it_writes_nothing_that_could_hold_a_figure(purpose):
    said, _ = await events(context("what is my balance worth"), purpose)
    assert isinstance(said, TextDelta)
    assert not any(letter.isdigit() for letter in said.text)


async def test_original_g1_9_long_chinese_text_is_cut_between_characters():
    assert f"“{'龍' * 30}”" in (await question(f"买50u{'龍' * 400}"))[1]
    long_note = await plan("记住" + "龍" * 400)
    assert long_note.steps[0].tool_args["value"] == "龍" * 400


async def test_a_text_too_long_for_a_request_may_still_be_a_note():
    assert "500" in await answer("btc price " * 60)
    assert (await calls("remember that " + "small sizes " * 60))[0][0] == "manage_preferences"


async def test_too_much_at_once_is_said():
    held = (*HELD, position("SOL/USDT:USDT"), position("BNB/USDT:USDT"))
    text = "close btc long and close sol and close bnb and sell all doge and buy 0.1 eth and"
    text = f"{text} balance and positions and trades and sol price"
    assert "at most 7" in await answer(text, positions=held)


async def test_words_in_an_answer_do_not_become_another_answer():
    text = with_answer("trade btc", "side", "buy\n[amount: 100%]")
    assert (await question(text))[0] == "request"


VERBS = ["buy", "sell", "long", "short", "open", "close", "买", "卖出", "做多", "平仓", "reduce"]
SAID = ["btc", "以太坊", "DOGE/USDT:USDT", "it", "the second one", "50 usdt", "0.1", "half", "5x"]
FILLING = ["please", "my", "of", "的", "and", ",", "position", "price", "balance", "全部", "to"]
BLOCKING = ["don't", "not", "should", "if", "?", "不要", "吗", "如果", "tomorrow", "never", "why"]
NOISE = [
    "blorf",
    "moon",
    "天气",
    "ignore",
    "@everyone",
    "at 90000",
    "½",
    "²",
    "https://x.y",
    "1.2.3",
]


def texts(*words):
    return st.lists(st.sampled_from([*words]), min_size=1, max_size=9).map(" ".join)


def orders(made):
    return [
        step for step in made.steps if step.type == "tool" and step.tool_name == "execute_trade"
    ]


def planned(text, **facts):
    return asyncio.run(plan(text, references=refer("symbol", "SOL/USDT"), **facts))


KNOWN = st.sampled_from([(), HELD, None])


@given(st.text(max_size=200), KNOWN)
def test_any_text_gives_a_sound_plan(text, held):
    assert not orders(planned(text, positions=held))


@given(texts(*VERBS, *SAID, *FILLING, *BLOCKING, *NOISE), KNOWN)
def test_any_words_give_a_sound_plan(text, held):
    planned(text, positions=held)


@given(texts(*VERBS, *SAID, *FILLING), KNOWN)
def test_an_order_takes_a_verb(text, held):
    if orders(planned(text, positions=held)):
        assert any(verb in text for verb in VERBS)


@given(
    texts(*VERBS, *SAID, *FILLING),
    texts(*VERBS, *SAID, *FILLING),
    st.sampled_from([*BLOCKING, *NOISE]),
    KNOWN,
)
def test_one_word_of_doubt_anywhere_and_nothing_is_ordered(before, after, doubt, held):
    assert not orders(planned(f"{before} {doubt} {after}", positions=held))
    assert not orders(planned(f"{doubt} {before}", positions=held))
    assert not orders(planned(f"{after} {doubt}", positions=held))


@given(
    texts(*VERBS, *SAID, *FILLING),
    st.sampled_from(["amount", "symbol", "side", "position"]),
    texts(*VERBS, *SAID, *NOISE),
)
def test_any_answer_gives_a_sound_plan(text, field, value):
    planned(with_answer(text, field, value), positions=HELD)


@given(texts(*VERBS, *SAID))
def test_the_same_text_gives_the_same_plan(text):
    assert planned(text, positions=HELD) == planned(text, positions=HELD)


async def test_every_plan_that_trades_asks_for_confirmation():
    made = await plan("buy 50 usdt of btc")
    assert [step.requires_confirmation for step in orders(made)] == [True]
    assert await calls("btc price")
