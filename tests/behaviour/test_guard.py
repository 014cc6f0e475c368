"""Model text behind the guard: no figure, no deed that the turn cannot vouch for (DESIGN 4.10)."""

import pytest

from core.domain.records import OrderRow
from tests.behaviour.seams import Model, buy, call, plan, respond
from tests.desk import open_desk

PRICE = call("s1", "get_market_price", symbols=["BTC"])
WITHHELD = "I left out"


async def said(request, answer, *steps):
    """What the person reads when the model answers with this text."""
    intent = "tool_call" if steps else "chat"
    async with open_desk(provider=Model(plan(*steps, respond(text=answer), intent=intent))) as desk:
        messages = await desk.person().say(request)
        assert await desk.rows(OrderRow) == []
        return "\n".join(message["text"] for message in messages)


@pytest.mark.parametrize(
    "answer",
    [
        "BTC trades at 64,231.50 USDT.",
        "The price is $64k now.",
        "BTC is worth 6.4万 USDT.",
        "比特币现在 64231 美元。",
        "Your balance is ９９９９ USDT.",
        "You are up 12% today.",
        "今天涨了 12%。",
        "ETH stands at 3e3 USDT.",
        "It costs 1_234 USDT.",
        "Leverage 20x is set.",
        "You hold 3 BTC.",
    ],
)
async def test_a_figure_about_money_that_no_tool_gave_is_withheld_I5(answer):
    reply = await said("tell me", f"Let me see. {answer}")
    assert "Let me see." in reply
    assert answer not in reply
    assert any(mark in reply for mark in (WITHHELD, "已省略"))


@pytest.mark.parametrize(
    "answer",
    [
        "I bought BTC for you.",
        "Your order has been placed.",
        "Done! The position is closed.",
        "I've paused the grid bot.",
        "The position was closed.",
        "All set.",
        "已为您买入比特币。",
        "已经平仓。",
        "下单成功。",
        "策略已暂停。",
        "Sold everything.",
    ],
)
async def test_a_deed_without_a_result_is_withheld_peers_29_I13(answer):
    reply = await said("pause the grid bot", answer)
    assert answer not in reply
    assert any(mark in reply for mark in (WITHHELD, "已省略"))


@pytest.mark.parametrize(
    "answer",
    [
        "A market order fills at once.",
        "Buying 50 USDT of BTC needs your confirmation first.",
        "I cannot buy that: nothing was placed.",
        "I have not bought anything.",
        "If the order is filled, I will tell you.",
        "Here are three things to look at:\n1. trend\n2. volume\n3. news",
        "行情马上可能变化，请注意风险。",
        "我可以马上为您分析。",
        "建议先看 4 小时走势，再决定。",
        "I can do that in a moment, just confirm the card.",
        "It is 09:30 on 2026-03-02.",
        "Trading is open 24/7.",
    ],
)
async def test_what_is_neither_a_figure_nor_a_deed_passes_original_g1_14(answer):
    reply = await said("buy 50 usdt of btc, how does it work?", answer)
    assert reply == answer


@pytest.mark.parametrize(
    "answer",
    [
        "BTC is at 95,000 USDT.",
        "BTC stands at exactly 95000.",
        "The change is 3.4 % in a day.",
        "The bid is 94,995.25.",
        "It is up 3.4% today.",
        "价格是 95,000 USDT。",
        "Roughly 9.5万 USDT.",
    ],
)
async def test_a_figure_that_a_tool_gave_in_this_turn_passes_rounded_or_not_I5(answer):
    reply = await said("btc?", answer, PRICE)
    assert answer in reply
    assert WITHHELD not in reply


async def test_a_figure_of_another_turn_is_not_vouched_for_I5():
    again = plan(respond(text="95,000 USDT."), intent="chat")
    model = Model(plan(PRICE, respond(show=["s1"])), again)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("btc?")
        [reply] = await anna.say("and again?")
        assert "95,000" not in reply["text"]


async def test_nothing_left_to_say_is_an_honest_line_and_never_silence_peers_32():
    assert (await said("hi", "I bought it.")).strip()
    assert (await said("hi", " ")).strip()


async def test_a_question_by_the_model_passes_the_guard_too_I5():
    step = {"type": "ask_user", "id": "q", "question": "Buy at 64,231.50 USDT?", "options": []}
    async with open_desk(provider=Model(plan(step))) as desk:
        [asked] = await desk.person().say("should I?")
        assert "64,231" not in asked["text"]
        assert asked["text"]


async def test_a_long_answer_arrives_whole_I12_peers_32():
    sentence = "Markets move in both directions and nobody knows which. "
    answer = sentence * 160
    assert len(answer) > 8_000
    assert (await said("tell me a lot", answer)).count("both directions") == 160


async def test_a_figure_of_the_request_may_be_repeated_also_after_its_order_was_filled_I5():
    answer = "You asked for 50 USDT. It is worth 77 USDT now."
    async with open_desk(provider=Model(plan(buy(), respond(text=answer, show=["s1"])))) as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        [filled] = await anna.press("confirm")
        assert "You asked for 50 USDT." in filled["text"]
        assert "77" not in filled["text"]
