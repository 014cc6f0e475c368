"""What traders type without a language model: understood, or answered with a useful question."""

import pytest

from core.domain.records import ExchangeAccount, OrderRow
from tests.desk import open_desk
from tests.doubles.filling_venue import filling_desk, rest_many

ENGLISH = {
    "apple stock": "AAPL",
    "add a paper account called Alpha": "You have a paper account already",
    "set max order size to -5": "-5 is out of range: above 0",
    "limit buy 0.5 eth 3000": "Buy limit 0.5 ETH?",
    "buy limit 0.5 eth at 3000": "Buy limit 0.5 ETH?",
    "bid 0.01 btc at 80000": "Buy limit 0.01 BTC?",
    "offer 0.001 btc at 120000": "Sell limit 0.001 BTC?",
    "put a stop on btc at 90000": "Stop: 90,000",
    "stop loss btc 90000": "Stop: 90,000",
    "sl btc 90000": "Stop: 90,000",
    "take profit btc at 120000": "Take profit: 120,000",
    "tp btc 120000": "Take profit: 120,000",
    "sell half": "Sell 0.00526 BTC?",
    "close 50% of btc": "Sell 0.00526 BTC?",
    "scale out of btc": "How much of your BTC?",
    "move my btc stop to 91000": "40,000 → 91,000",
    "change my limit to 31000": "30,000 → 31,000",
    "cancel the limit at 80000": "Which of these?",
    "cancel my buy order": "Which of these?",
    "where is my stop": "stop",
    "show my stops": "Open orders (2)",
    "set my stop to breakeven": "shows your entry",
    "trail my stop": "not offered here",
    "double my position": "How much more?",
    "monthly pnl": "Performance, this month",
    "fees this month": "Performance, this month",
    "max drawdown": "Performance, all time",
    "how much did i make in march": "Daily results of 2026-03",
    "pnl in december": "2025-12",
    "calendar for this month": "Daily results of 2026-03",
    "history this week": "Trades (1 of 1)",
    "watchlist add sol": "Added to your watchlist: SOL/USDT",
    "watchlist remove sol": "Taken off your watchlist: SOL/USDT",
    "next page": "no such page",
    "you are stupid": "Tell me what should be different",
}
CHINESE = {
    "苹果股票": "AAPL",
    "添加一个叫Alpha的模拟账户": "您已有模拟账户",
    "单笔上限设为-5": "-5 超出范围",
    "80000买入0.01个btc": "限价买入 0.01 BTC？",
    "80000挂单买0.01btc": "限价买入 0.01 BTC？",
    "在120000卖0.001个比特币": "限价卖出 0.001 BTC？",
    "把我的交易所接上": "交易所",
    "给btc设置止损90000": "止损: 90,000",
    "btc止损90000": "止损: 90,000",
    "给btc加止盈120000": "止盈: 120,000",
    "平掉一半btc仓位": "卖出 0.00526 BTC？",
    "减仓25% btc": "卖出 0.00263 BTC？",
    "把btc止损移到91000": "40,000 → 91,000",
    "把限价改到31000": "30,000 → 31,000",
    "撤掉买单": "要撤哪一个？",
    "撤掉80000的挂单": "要撤哪一个？",
    "我的止损在哪": "挂单（2）",
    "止损移到成本价": "可查看开仓价",
    "移动止损": "不支持移动止损",
    "加仓一倍": "要加多少？",
    "三月赚了多少": "2026-03 每日盈亏",
    "12月盈亏": "2025-12",
    "这个月的日历": "2026-03 每日盈亏",
    "最大回撤": "业绩（全部时间）",
    "胜率多少": "业绩（全部时间）",
    "这个月手续费": "业绩（本月）",
    "这周的交易": "成交（1 / 1）",
    "看自选": "自选列表",
    "下一页": "没有这样的一页",
    "你真蠢": "请告诉我哪里要改",
    "全部撤单": "已撤销：买入 0.01 BTC/USDT，限价 30,000",
}


def text(messages):
    return "\n".join(message["text"] for message in messages)


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_what_traders_type_is_understood_or_asked_about(lang):
    async with open_desk() as desk:
        trader = desk.person(lang=lang)
        for order in ("buy 1000 usdt of btc, stop 40000", "buy 0.01 btc at 30000"):
            await trader.say(order)
            await trader.press("confirm")
        placed = len(await desk.rows(OrderRow))
        for said, seen in (ENGLISH if lang == "en" else CHINESE).items():
            answer = text(await trader.say(said))
            assert seen in answer, (said, answer)
            await trader.say("/cancel")
        assert len(await desk.rows(OrderRow)) == placed, "nothing was ordered without a press"


@pytest.mark.parametrize("words", ["stop at 90000", "target price 120000", "buy apple shares"])
async def test_words_that_only_look_alike_are_not_said_again(words):
    async with open_desk() as desk:
        said = text(await desk.person().say(words))
        assert "AAPL" not in said
        assert await desk.rows(OrderRow) == []


@pytest.mark.parametrize(
    ("stop", "go"), [("pause trading", "resume trading"), ("暂停交易", "恢复交易")]
)
async def test_trading_is_paused_and_resumed_in_words_after_a_press(stop, go):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say(stop)
        [account] = await desk.rows(ExchangeAccount)
        assert account.trading_state == "HALTED"
        await anna.say(go)
        [account] = await desk.rows(ExchangeAccount)
        assert account.trading_state == "HALTED", "words alone never open an account again"
        await anna.press("opt:1")
        [account] = await desk.rows(ExchangeAccount)
        assert account.trading_state == "ACTIVE"


@pytest.mark.parametrize(("on", "back"), [("next page", "previous page"), ("下一页", "上一页")])
async def test_a_page_is_turned_in_words(on, back):
    async with filling_desk() as (desk, venue):
        anna = desk.person()
        await rest_many(desk, venue, 40)
        await anna.say("/orders")
        assert "16. " in text(await anna.say(on))
        assert "31. " in text(await anna.say(on))
        assert "31. " not in text(await anna.say(back))


@pytest.mark.parametrize(
    "words",
    [
        "fuck you",
        "you useless piece of junk!",
        "This is such a stupid bot",
        "damn it",
        "what the fuck",
    ],
)
async def test_rude_words_get_one_calm_line_and_no_menu(words):
    async with open_desk() as desk:
        said = await desk.person().say(words)
        assert "something went badly" in said[-1]["text"]
        assert "choices" not in said[-1]


@pytest.mark.parametrize("words", ["sell my shit btc", "close this stupid position", "buy junk"])
async def test_a_request_in_rude_words_is_still_read_as_a_request(words):
    async with open_desk() as desk:
        assert "something went badly" not in (await desk.person().say(words))[-1]["text"]
