"""What a trader reads: in their language, once, and of what it is about."""

import pytest

from core.views.words import say
from tests.behaviour.seams import Model, call, plan, respond
from tests.desk import open_desk
from tests.doubles.stocks import STOCKS


def text(messages):
    return "\n".join(message["text"] for message in messages)


def labels(messages):
    return [choice["label"] for message in messages for choice in message.get("choices", [])]


def test_a_count_agrees_with_its_noun():
    assert say("en", "flatten_card", count=1) == "Close everything: 1 order?"
    assert say("en", "flatten_card", count=2) == "Close everything: 2 orders?"
    assert say("en", "flatten_card", count=1000) == "Close everything: 1,000 orders?"
    assert say("en", "limit_positions", count="1", limit="1").startswith("1 position is open")


async def test_the_simulated_market_has_a_chinese_name():
    async with open_desk() as desk:
        anna = desk.person(lang="zh")
        for said in ("比特币价格", "/status", "分析比特币", "买50u比特币"):
            shown = text(await anna.say(said))
            assert "模拟市场" in shown
            assert "simulated market" not in shown


async def test_a_price_names_no_account():
    async with open_desk() as desk:
        [said] = [one for one in await desk.person().say("btc price") if "95,0" in one["text"]]
        assert "BTC/USDT · SIMULATED" in said["text"]
        assert said.get("mode") is None
        assert said["simulated"] is True


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("execute_trade", {"action": "buy", "amount": {"value": "1", "unit": "base"}}),
        ("get_chart", {"kind": "candles"}),
        ("get_positions", {}),
        ("get_trade_history", {}),
        ("get_performance", {}),
    ],
)
async def test_a_share_is_said_to_be_one_by_every_tool(tool, arguments):
    step = call("s1", tool, symbol="AAPL", **arguments)
    async with open_desk(provider=Model(plan(step, respond(show=["s1"]))), stocks=STOCKS) as desk:
        said = await desk.person().say("aapl please")
        assert "AAPL is a share (Apple Inc., NASDAQ), not a coin" in text(said)
        assert labels(said)[0] == "AAPL, Apple Inc. (share)"


async def test_buttons_for_what_to_read_say_what_each_is():
    def watch(action, symbol):
        step = call("s1", "manage_watchlist", action=action, symbol=symbol)
        return plan(step, respond(show=["s1"]))

    model = Model(watch("add", "BTC"), watch("add", "BTC/USDT:USDT"), watch("remove", "BTC"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("watch btc")
        desk.clock.advance(1)
        await anna.say("watch the btc perp")
        asked = await anna.say("unwatch btc")
        assert labels(asked)[:2] == ["BTC/USDT (spot)", "BTC/USDT:USDT (perpetual)"]


async def test_a_chart_is_suggested_under_positions_and_works():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 100 usdt of eth")
        await anna.press("confirm")
        shown = text(await anna.say("positions"))
        assert "/chart ETH draws it with your entry." in shown
        assert "ETH/USDT" in text(await anna.say("/chart ETH"))
