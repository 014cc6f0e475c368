"""A model's order against the person's own words: other figures get a question, never a card."""

import pytest

from core.domain.records import OrderRow
from tests.behaviour.seams import Model, call, plan, respond
from tests.desk import open_desk


def trade(action="buy", value="50", unit="quote", symbol="BTC", **more):
    amount = {"value": value, "unit": unit}
    step = call("s1", "execute_trade", action=action, symbol=symbol, amount=amount, **more)
    return plan(step, respond(show=["s1"]))


@pytest.mark.parametrize(
    ("words", "planned", "said", "other"),
    [
        ("buy 50 usdt of btc", trade(value="500"), "Buy 50 USDT of BTC", "Buy 500 USDT of BTC"),
        ("buy 50 usdt of btc", trade(unit="base"), "Buy 50 USDT of BTC", "Buy 50 BTC"),
        ("sell 50 usdt of btc", trade(), "Sell 50 USDT of BTC", "Buy 50 USDT of BTC"),
        ("buy half of btc", trade(value="5000"), None, None),
        (
            "long btc 100 usdt 3x",
            trade("open_long", "100", leverage=30),
            "Open long 100 USDT of BTC at 3x",
            "Open long 100 USDT of BTC at 30x",
        ),
        (
            "buy 50 usdt of btc limit 60000",
            trade(type="limit", price="66000"),
            "Buy 50 USDT of BTC limit 60000",
            "Buy 50 USDT of BTC limit 66000",
        ),
        (
            "long btc 100 usdt 3x stop 60000",
            trade("open_long", "100", leverage=3),
            "Open long 100 USDT of BTC at 3x stop 60000",
            "Open long 100 USDT of BTC at 3x",
        ),
        ("买入50 usdt的比特币", trade(value="80"), "买入 50 USDT 的 BTC", "买入 80 USDT 的 BTC"),
        (
            "I feel like getting around 50 usdt worth of bitcoin today, what a day",
            trade(value="5000"),
            "Buy 50 USDT of BTC",
            "Buy 5,000 USDT of BTC",
        ),
    ],
)
async def test_other_figures_than_were_said_are_asked_with_both_as_buttons(
    words, planned, said, other
):
    async with open_desk(provider=Model(planned)) as desk:
        asked = (await desk.person().say(words))[-1]
        if said is None:
            assert asked["text"]
        else:
            assert [one["label"] for one in asked["choices"]][:2] == [said, other]
        assert "data" not in asked or "quantity" not in asked["data"]
        assert await desk.rows(OrderRow) == []


async def test_the_button_of_the_persons_own_words_leads_to_its_card():
    async with open_desk(provider=Model(trade(value="500"), trade(value="50"))) as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        [card] = await anna.press("opt:1")
        assert card["data"]["amount"] == "50"
        assert card["choices"][0]["id"] == "confirm"


@pytest.mark.parametrize(
    ("words", "planned"),
    [
        ("buy 50 usdt of btc", trade()),
        ("buy 50 usdt of btc", trade(symbol="BTC/USDT", stop="10000")),
        ("buy half", trade(value="50", unit="percent_of_free")),
        ("the usual please", trade()),
        ("buy 0.001 btc", trade(value="0.0010", unit="base")),
        ("long btc 100 usdt", trade("open_long", "100", leverage=1)),
        ("buy bitcoin for fifty bucks when you can", trade()),
    ],
)
async def test_what_was_said_or_not_contradicted_gets_its_card(words, planned):
    async with open_desk(provider=Model(planned)) as desk:
        card = (await desk.person().say(words))[-1]
        assert card["choices"][0]["id"] == "confirm", card


async def test_without_an_amount_the_person_is_asked_and_may_type_or_press_one():
    bare = plan(call("s1", "execute_trade", action="buy", symbol="BTC"), respond(show=["s1"]))
    async with open_desk(provider=Model(bare, trade(value="70"))) as desk:
        anna = desk.person()
        asked = (await anna.say("get me some btc"))[-1]
        assert "How much BTC? The minimum is 5 USDT; 10,000 USDT is free." in asked["text"]
        labels = [one["label"] for one in asked["choices"]]
        assert labels == ["50 USDT", "100 USDT", "500 USDT", "half", "all", "✖️ Cancel"]
        [card] = await anna.say("70 usdt")
        assert card["data"]["amount"] == "70"
