"""The offline planner on questions: prices, balance, positions, trades."""

from datetime import timedelta

import pytest

from tests.adapters.offline_talk import (
    BTC,
    DOGE,
    ETH,
    SOL,
    answer,
    calls,
    plan,
    price,
    question,
    refer,
)
from tests.clocks import START


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("btc price", [BTC]),
        ("BTC", [BTC]),
        ("BTC?", [BTC]),
        ("price of eth and sol", [ETH, SOL]),
        ("btc, eth, sol", [BTC, ETH, SOL]),
        ("How much is doge?", [DOGE]),
        ("what's the price of bitcoin right now?", [BTC]),
        ("hey, can you show me the btc price please", [BTC]),
        ("how is btc doing", [BTC]),
        ("BTC/USDT:USDT", ["BTC/USDT:USDT"]),
        ("btc perp price", ["BTC/USDT:USDT"]),
        ("eth perpetual price", ["ETH/USDT:USDT"]),
        ("price of BTC/USDT", [BTC]),
        ("比特币多少钱", [BTC]),
        ("BTC 价格", [BTC]),
        ("BTC/USDT 价格", [BTC]),
        ("查一下以太坊和SOL的价格", [ETH, SOL]),
        ("大饼现在什么价？", [BTC]),
        ("ETH呢？", [ETH]),
        ("那SOL呢", [SOL]),
        ("狗狗币行情", [DOGE]),
        ("ＢＴＣ价格", [BTC]),
        ("btc btc price", [BTC]),
    ],
)
async def test_prices(text, symbols):
    assert await calls(text) == [price(*symbols)]


@pytest.mark.parametrize("text", ["analyse BTC", "BTC怎么看", "btc analysis", "帮我分析一下比特币"])
async def test_original_g1_25_an_analysis_begins_with_a_market_that_is_read_now(text):
    assert await calls(text) == [("get_market_snapshot", {"symbol": BTC})]


@pytest.mark.parametrize(
    "text",
    [
        "how much is it",
        "what's the price of it",
        "它多少钱",
        "这个什么价",
    ],
)
async def test_it_is_the_coin_spoken_of(text):
    assert await calls(text, references=refer("symbol", SOL)) == [price(SOL)]
    field, _, options = await question(text)
    assert (field, options[0]) == ("symbol", "BTC")


async def test_the_second_one_is_that_of_the_last_list():
    shown = refer("symbol", ETH, DOGE, SOL)
    assert await calls("the second one", references=shown) == [price(DOGE)]
    assert await calls("第三个多少钱", references=shown) == [price(SOL)]
    assert await calls("price of the last one", references=shown) == [price(SOL)]
    assert (await question("price of the fourth one", references=shown))[0] == "symbol"
    assert (await question("第0个价格", references=shown))[0] == "symbol"
    held = refer("position", "ETH/USDT:USDT", "SOL/USDT:USDT")
    assert await calls("the second one", references=held) == [
        ("get_positions", {"symbol": "SOL/USDT:USDT"})
    ]


async def test_a_reference_of_yesterday_is_forgotten():
    old = refer("symbol", SOL, at=START - timedelta(hours=25))
    assert (await question("how much is it", references=old))[0] == "symbol"


async def test_a_coin_spoken_of_is_offered_first():
    _, _, options = await question("price", references=refer("symbol", SOL))
    assert options[0] == "SOL"


async def test_a_misspelt_coin_is_asked_about_with_its_nearest():
    field, asked, options = await question("price of btcoin")
    assert (field, options[0]) == ("symbol", "BTC")
    assert "btcoin" in asked
    assert await calls("price of btcoin\n[symbol: BTC]") == [price(BTC)]


@pytest.mark.parametrize(
    "text",
    [
        "balance",
        "my balance",
        "余额",
        "我的余额",
        "查一下我的余额",
        "how much money do I have",
        "How much money do I have?",
        "how much usdt do i have",
        "我有多少钱",
        "账户余额还剩多少",
        "what is my equity",
        "net worth",
    ],
)
async def test_balance(text):
    assert await calls(text) == [("get_balance", {})]


@pytest.mark.parametrize(
    "text",
    [
        "positions",
        "show my positions",
        "show me all my open positions",
        "do I have any open positions?",
        "持仓",
        "我的仓位",
        "我现在有仓位吗",
        "what do i hold",
        "我持有什么",
    ],
)
async def test_positions(text):
    assert await calls(text) == [("get_positions", {})]


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("how much btc do i have", BTC),
        ("我有多少比特币", BTC),
        ("my btc long", BTC),
        ("my BTC/USDT position", BTC),
        ("BTC/USDT 持仓", BTC),
        ("my BTC/USDT:USDT position", "BTC/USDT:USDT"),
        ("do i have doge", DOGE),
        ("以太坊仓位", ETH),
    ],
)
async def test_positions_of_one_coin(text, symbol):
    assert await calls(text) == [("get_positions", {"symbol": symbol})]


async def test_an_account_is_balance_and_positions():
    both: list[tuple[str, dict[str, object]]] = [("get_balance", {}), ("get_positions", {})]
    assert await calls("my account") == both
    assert await calls("portfolio") == both
    assert await calls("余额和持仓") == both


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("trades", {}),
        ("history", {}),
        ("trade history", {}),
        ("成交记录", {}),
        ("my last 5 orders", {"limit": 5}),
        ("order history", {}),
        ("last 5 trades", {"limit": 5}),
        ("show my last 3 trades please", {"limit": 3}),
        ("最近十笔成交", {"limit": 10}),
        ("最近5笔成交", {"limit": 5}),
        ("last 500 trades", {"limit": 50}),
        ("my last trade", {"limit": 1}),
        ("btc trades", {"symbol": BTC}),
        ("my BTC/USDT trades", {"symbol": BTC}),
        ("BTC/USDT 成交记录", {"symbol": BTC}),
        ("last 2 eth trades", {"symbol": ETH, "limit": 2}),
    ],
)
async def test_trade_history(text, arguments):
    assert await calls(text) == [("get_trade_history", arguments)]


@pytest.mark.parametrize(
    ("text", "lead", "symbol"),
    [
        ("my trades yesterday", "not only yesterday.", ""),
        ("trades last month?", "not only last month.", ""),
        ("昨天的成交记录", "不只是昨天。", ""),
        ("上周 btc 成交", "不只是上周。", BTC),
    ],
)
async def test_trades_of_a_time_that_cannot_be_had_are_said_to_be_all_trades(text, lead, symbol):
    assert await calls(text) == [("get_trade_history", {"symbol": symbol} if symbol else {})]
    assert lead in (await plan(text)).steps[-1].text


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("btc trades today", {"symbol": BTC, "period": "today"}),
        ("today's trades", {"period": "today"}),
        ("trades this week", {"period": "week"}),
        ("今天的成交", {"period": "today"}),
        ("本周 btc 成交", {"symbol": BTC, "period": "week"}),
        ("this month's trades", {"period": "month"}),
    ],
)
async def test_trades_of_today_this_week_or_this_month(text, arguments):
    assert await calls(text) == [("get_trade_history", arguments)]
    assert (await plan(text)).steps[-1].text is None


@pytest.mark.parametrize("text", ["trades", "btc trades", "成交记录", "最近20笔", "pnl"])
async def test_trades_with_no_time_named_have_no_such_line(text):
    assert (await plan(text)).steps[-1].text is None


@pytest.mark.parametrize("text", ["btc price today", "today's btc price", "今天比特币价格"])
async def test_today_is_now_for_a_price(text):
    assert await calls(text) == [price(BTC)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("px btc", [price(BTC)]),
        ("bal", [("get_balance", {})]),
        ("pos", [("get_positions", {})]),
        ("最近20笔", [("get_trade_history", {"limit": 20})]),
        ("最近十笔", [("get_trade_history", {"limit": 10})]),
    ],
)
async def test_short_forms(text, wanted):
    assert await calls(text) == wanted


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("pnl", "all"),
        ("my pnl", "all"),
        ("P&L?", "all"),
        ("盈亏", "all"),
        ("我的盈亏", "all"),
        ("how much did I make", "all"),
        ("how much did i make today?", "today"),
        ("我赚了多少", "all"),
        ("我今天赚了多少钱", "today"),
        ("profit this week", "week"),
        ("how did I do this week", "week"),
        ("本周盈亏", "week"),
        ("这个月的业绩", "month"),
        ("show my profits and losses", "all"),
    ],
)
async def test_what_was_won_or_lost_over_a_time(text, period):
    assert await calls(text) == [("get_performance", {"period": period})]


async def test_what_was_won_on_one_coin():
    wanted = [
        ("get_positions", {"symbol": BTC}),
        ("get_performance", {"period": "all", "symbol": BTC}),
    ]
    assert await calls("btc pnl") == wanted


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("chart btc 4h", {"symbol": BTC, "interval": "4h"}),
        ("show me the btc chart please", {"symbol": BTC}),
        ("BTC 4小时K线图", {"symbol": BTC, "interval": "4h"}),
        ("btc 日线", {"symbol": BTC, "interval": "1d"}),
        ("chart btc 1m", {"symbol": BTC, "interval": "1m"}),
        ("chart btc 1M", {"symbol": BTC, "interval": "1M"}),
        ("btc daily chart", {"symbol": BTC, "interval": "1d"}),
        ("btc 15分钟k线图", {"symbol": BTC, "interval": "15m"}),
        ("show my equity curve", {"kind": "equity"}),
        ("我的净值曲线", {"kind": "equity"}),
        ("盈亏日历", {"kind": "calendar"}),
        ("资产分布", {"kind": "allocation"}),
        ("share this trade", {"kind": "card"}),
        ("分享这单", {"kind": "card"}),
        ("share my btc position", {"kind": "card", "symbol": BTC}),
    ],
)
async def test_pictures(text, arguments):
    assert await calls(text) == [("get_chart", arguments)]


@pytest.mark.parametrize(
    "text", ["chart btc 7h", "chart btc 50 usdt", "buy the chart", "chart buy btc"]
)
async def test_what_is_no_plain_wish_for_a_picture_is_none(text):
    tools = [tool for tool, _ in await calls(text)]
    assert "get_chart" not in tools
    assert "execute_trade" not in tools


@pytest.mark.parametrize("text", ["b btc 50u", "s btc", "b", "s"])
async def test_one_letter_is_no_order(text):
    assert not [tool for tool, _ in await calls(text) if tool == "execute_trade"]


async def test_what_is_like_a_wish_for_gains_has_the_history_first():
    assert (await question("am i making or losing? blorf profit"))[2][0] == "trade history"
    assert (await question("这个月亏惨了"))[2][0] == "成交记录"


async def test_several_questions_in_one_text_are_one_plan():
    assert await calls("btc price and my balance") == [price(BTC), ("get_balance", {})]
    assert await calls("余额，持仓，还有成交记录") == [
        ("get_balance", {}),
        ("get_positions", {}),
        ("get_trade_history", {}),
    ]
    # All prices in one call, and nothing read twice.
    assert await calls("eth price, balance, sol price and balance") == [
        price(ETH, SOL),
        ("get_balance", {}),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "btc price yesterday",
        "btc price prediction",
        "tell me a joke",
        "今天天气怎么样",
        "what is a perpetual",
        "compare btc with gold",
        "btc price and the weather",
        "my balance last week",
        "asdf",
    ],
)
async def test_what_is_not_understood_is_answered_with_what_could_be_meant(text):
    field, _, options = await question(text)
    assert field == "request"
    assert 1 <= len(options) <= 5
    for option in options:
        again = await plan(option)
        assert all(step.type != "ask_user" for step in again.steps)


async def test_the_nearest_requests_are_near():
    assert "my balance" in (await question("blance"))[2]
    assert "my positions" in (await question("postions pls now!!"))[2]
    assert (await question("btc price prediction"))[2][0] == "BTC price"


async def test_a_chosen_request_takes_the_place_of_the_first():
    assert await calls("blance\n[request: my balance]") == [("get_balance", {})]


async def test_a_tool_that_is_not_for_this_person_is_not_planned():
    text = await answer("my balance", tools=frozenset({"get_market_price"}))
    assert "not possible" in text
    for why in ("private chat", "role trader"):
        assert why in text
    said = await answer("买50u比特币", tools=frozenset({"get_market_price"}))
    assert "私聊" in said
    assert "trader" in said
    assert "execute" not in said + text
    assert await calls("btc price", tools=frozenset({"get_market_price"})) == [price(BTC)]


async def test_the_goal_is_in_the_persons_language():
    assert (await plan("btc price", "zh")).goal == "BTC/USDT 的价格"
    assert (await plan("比特币价格", "en")).goal == "Price of BTC/USDT"
