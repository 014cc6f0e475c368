"""The offline planner on candles, a market at a glance, the watchlist and shares."""

import pytest

from adapters.llm.offline.markets import interval_of
from tests.adapters.offline_talk import BTC, DOGE, ETH, SOL, answer, calls, plan, question, refer

PERPETUAL = "BTC/USDT:USDT"


def kline(symbol, interval=""):
    return [("get_kline", {"symbol": symbol, **({"interval": interval} if interval else {})})]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("btc candles", kline(BTC)),
        ("show me the btc 1h candles", kline(BTC, "1h")),
        ("BTC 1M klines", kline(BTC, "1M")),
        ("BTC 1m klines", kline(BTC, "1m")),
        ("eth 4 hour candles", kline(ETH, "4h")),
        ("15 min candles of sol", kline(SOL, "15m")),
        ("daily candles for eth", kline(ETH, "1d")),
        ("btc perp 1 month candles", kline(PERPETUAL, "1M")),
        ("比特币K线", kline(BTC)),
        ("看看以太坊的1小时K线", kline(ETH, "1h")),
        ("btc日线K线", kline(BTC, "1d")),
        ("ETH 1个月K线", kline(ETH, "1M")),
        ("SOL 15分钟k线", kline(SOL, "15m")),
    ],
)
async def test_original_g1_11_candles_of_a_length_where_a_month_is_no_minute(text, wanted):
    assert await calls(text) == wanted


@pytest.mark.parametrize("text", ["btc 1mo candles", "btc 7h candles", "比特币 8 天K线"])
async def test_original_g1_11_a_length_that_there_is_not_is_answered_with_those_there_are(text):
    field, asked, options = await question(text)
    assert field == "request"
    assert "1M is a month" in asked or "1M 是一个月" in asked
    assert [await calls(one) for one in options[:2]] == [kline(BTC, "15m"), kline(BTC, "1h")]


@pytest.mark.parametrize(
    ("said", "interval"),
    [
        ("1m", "1m"),
        ("1M", "1M"),
        ("1 month", "1M"),
        ("1 minute", "1m"),
        ("4h", "4h"),
        ("weekly", "1w"),
        ("1个月", "1M"),
        ("1月", "1M"),
        ("30分", "30m"),
        ("1mo", None),
        ("7h", None),
        ("2M", None),
        ("0m", None),
    ],
)
def test_original_g1_11_lengths(said, interval):
    assert interval_of(said) == interval


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("analyse eth", ETH),
        ("btc perp funding rate", PERPETUAL),
        ("open interest of sol", SOL),
        ("分析一下以太坊的行情", ETH),
        ("btc资金费率", BTC),
    ],
)
async def test_a_market_at_a_glance(text, symbol):
    assert await calls(text) == [("get_market_snapshot", {"symbol": symbol})]


@pytest.mark.parametrize(
    "text",
    [
        "watchlist",
        "my watchlist",
        "what's on my watch list?",
        "我的自选列表",
        "看看关注列表",
        "自选",
        "我的自选",
    ],
)
async def test_the_watchlist_is_shown(text):
    assert await calls(text) == [("get_watchlist", {})]


def change(action, symbol):
    return [("manage_watchlist", {"action": action, "symbol": symbol})]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("watch sol", change("add", SOL)),
        ("add doge to my watchlist", change("add", DOGE)),
        ("watch btc perp", change("add", PERPETUAL)),
        ("关注以太坊", change("add", ETH)),
        ("把SOL加入自选列表", change("add", SOL)),
        ("把 ETH 加入自选", change("add", ETH)),
        ("把SOL从自选中删除", change("remove", SOL)),
        ("watch HYPE", change("add", "hype")),
        ("unwatch sol", change("remove", SOL)),
        ("remove doge from my watchlist", change("remove", DOGE)),
        ("stop watching eth", change("remove", ETH)),
        ("取消关注比特币", change("remove", BTC)),
        ("把SOL从自选列表里删除", change("remove", SOL)),
    ],
)
async def test_the_watchlist_is_changed(text, wanted):
    assert await calls(text) == wanted


async def test_the_second_one_is_watched():
    shown = refer("symbol", ETH, DOGE, SOL)
    assert await calls("watch the second one", references=shown) == change("add", DOGE)
    assert await calls("unwatch it", references=refer("symbol", SOL)) == change("remove", SOL)


@pytest.mark.parametrize(
    "text",
    [
        "watch out for scams",
        "watch me",
        "don't watch btc",
        "should I watch the market more closely",
        "follow the plan",
        "watch it",
        "buy btc and watch it",
    ],
)
async def test_what_is_no_wish_to_watch_changes_nothing(text):
    made = await plan(text)
    assert all(step.type != "tool" or step.tool_name != "manage_watchlist" for step in made.steps)


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("search stock apple", "apple"),
        ("look up the stock NVDA", "nvda"),
        ("ticker of coca cola", "coca cola"),
        ("搜索股票茅台", "茅台"),
        ("查股票 600519", "600519"),
        ("腾讯的股票代码是什么", "腾讯"),
    ],
)
async def test_shares_are_looked_up(text, keyword):
    assert await calls(text) == [("search_stock", {"keyword": keyword})]


async def test_help_tells_of_them():
    told = await answer("help")
    for part in ("candles", "watchlist", "search stock", "analyse btc"):
        assert part in told
