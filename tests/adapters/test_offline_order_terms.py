"""Limits, stops and targets, resting orders and accounts in plain words, English and Chinese."""

import pytest

from tests.adapters.offline_talk import calls, order, plan, position, question, refer

ETH, BTC = "ETH/USDT", "BTC/USDT:USDT"


def with_terms(made, **terms):
    """A call of execute_trade with these besides."""
    return (made[0], made[1] | terms)


LIMIT_BUY = with_terms(
    order("buy", ETH, "0.1", "base"), type="limit", price="3000", stop="2900", target="3300"
)
LONG = with_terms(order("open_long", BTC, "500", "quote", 5), stop="90000", target="110000")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("buy 0.1 eth limit at 3000 with stop 2900 target 3300", LIMIT_BUY),
        ("buy 0.1 eth, limit 3000, stop loss at 2900 and take profit at 3300", LIMIT_BUY),
        ("buy 0.1 eth at 3000 sl 2900 tp 3300", LIMIT_BUY),
        ("限价3000买入0.1 eth，止损2900，止盈3300", LIMIT_BUY),
        ("挂单 3000 买 0.1 eth 止损 2900 止盈 3300", LIMIT_BUY),
        ("long btc 500u 5x sl 90000 tp 110000", LONG),
        ("做多 BTC 500u 5倍 止损 90000 止盈 110000", LONG),
        ("long btc 500 usdt 5x with a stop at 90k and a target of 110k", LONG),
        (
            "buy 50 usdt of eth post only limit 2900",
            with_terms(
                order("buy", ETH, "50", "quote"), type="limit", price="2900", post_only=True
            ),
        ),
        (
            "long btc 0.01 btc stop entry 110000",
            with_terms(order("open_long", BTC, "0.01", "base"), type="stop", trigger="110000"),
        ),
        (
            "sell 0.1 eth limit 4000",
            with_terms(order("sell", ETH, "0.1", "base"), type="limit", price="4000"),
        ),
        (
            "sell 0.1 ETH of ETH/USDT stop 2900",
            with_terms(order("sell", ETH, "0.1", "base"), type="stop", trigger="2900"),
        ),
    ],
)
async def test_an_order_with_its_prices(text, expected):
    assert await calls(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "limit buy 0.1 eth at 3000",
        "buy limit 0.1 eth at 3000",
        "place a limit order to buy 0.1 eth at 3,000",
        "buy 0.1 eth at 3,000",
        "buy 0.1 eth limit 3,000",
        "在 3000 限价买入 0.1 ETH",
        "以 3000 的价格买入 0.1 eth",
        "以3000买入0.1个eth",
    ],
)
async def test_a_limit_order_however_its_price_is_placed(text):
    limit = with_terms(order("buy", ETH, "0.1", "base"), type="limit", price="3000")
    assert await calls(text) == [limit]


async def test_two_limit_prices_are_no_order():
    assert not await calls("buy limit 50 usdt of btc at 80000")
    assert not await calls("以 3000 买入 0.1 eth 限价 2900")


async def test_without_an_amount_a_persons_own_are_offered_with_the_minimum():
    field, words, options = await question(
        "buy eth limit 3000", quick_amounts=("2 USDT", "70 USDT")
    )
    assert (field, options) == ("amount", ["70 USDT"])
    assert "The minimum is 5 USDT." in words


@pytest.mark.parametrize(
    ("text", "type_", "trigger"),
    [
        ("put a stop at 90000 on my btc", "stop", "90000"),
        ("set a stop loss at 90000 on my btc long", "stop", "90000"),
        ("btc 止损 90000", "stop", "90000"),
        ("给我的btc设置止损90000", "stop", "90000"),
        ("take profit at 110000 on my btc", "take_profit", "110000"),
        ("my btc tp 110k", "take_profit", "110000"),
    ],
)
async def test_a_stop_or_target_on_what_is_held_is_for_all_of_it(text, type_, trigger):
    held = (position(BTC),)
    assert await calls(text, positions=held) == [
        (
            "execute_trade",
            {"action": "close_long", "symbol": BTC, "type": type_, "trigger": trigger},
        )
    ]
    [(name, _)] = await calls(text, positions=())
    assert name == "get_positions"


async def test_a_stop_for_a_part_and_for_coins():
    [(_, half)] = await calls("put a stop at 90000 on half of my btc", positions=(position(BTC),))
    assert half["amount"] == {"value": "50", "unit": "percent_of_position"}
    [(_, coins)] = await calls("put a stop at 2900 on my eth", positions=(position(ETH),))
    assert (coins["action"], coins["symbol"]) == ("sell", ETH)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("open orders", {"action": "list"}),
        ("orders", {"action": "list"}),
        ("my orders", {"action": "list"}),
        ("show my btc orders", {"action": "list", "symbol": "BTC"}),
        ("我的订单", {"action": "list"}),
        ("查看订单", {"action": "list"}),
        ("show my open orders", {"action": "list"}),
        ("挂单", {"action": "list"}),
        ("我的挂单", {"action": "list"}),
        ("cancel my btc limit", {"action": "cancel", "symbol": "BTC", "which": "limit"}),
        ("cancel all orders", {"action": "cancel_all"}),
        ("cancel all my btc orders", {"action": "cancel_all", "symbol": "BTC"}),
        ("撤销所有挂单", {"action": "cancel_all"}),
        ("撤销btc的挂单", {"action": "cancel_all", "symbol": "BTC"}),
        (
            "cancel my btc stop",
            {"action": "remove_protection", "symbol": "BTC", "which": "stop"},
        ),
        ("撤销止损", {"action": "remove_protection", "which": "stop"}),
        ("move my stop to 95000", {"action": "amend", "which": "stop", "trigger": "95000"}),
        (
            "move my btc stop to 95k",
            {"action": "amend", "symbol": "BTC", "which": "stop", "trigger": "95000"},
        ),
        ("把止损移到95000", {"action": "amend", "which": "stop", "trigger": "95000"}),
        (
            "change the eth order to 3,200",
            {"action": "amend", "symbol": "ETH", "which": "limit", "price": "3200"},
        ),
        (
            "把 ETH 的单子改到 3200",
            {"action": "amend", "symbol": "ETH", "which": "limit", "price": "3200"},
        ),
        (
            "把btc限价改到 90000",
            {"action": "amend", "symbol": "BTC", "which": "limit", "price": "90000"},
        ),
        ("cancel order 01abcdef2345", {"action": "cancel", "order": "01abcdef2345"}),
        (
            "remove the protective order 01abcdef2345",
            {"action": "remove_protection", "order": "01abcdef2345"},
        ),
        (
            "change to 95000 order 01abcdef2345",
            {"action": "amend", "order": "01abcdef2345", "price": "95000"},
        ),
        (
            "mark BTC/USDT closed on main",
            {"action": "mark_closed", "symbol": "BTC/USDT", "account": "main"},
        ),
    ],
)
async def test_resting_orders_are_listed_cancelled_and_changed(text, expected):
    assert await calls(text) == [("manage_order", expected)]


async def test_the_second_one_is_the_order_of_the_list():
    listed = refer("order", "key-1", "key-2")
    assert await calls("cancel the second one", references=listed) == [
        ("manage_order", {"action": "cancel", "order": "key-2"})
    ]


@pytest.mark.parametrize(
    ("text", "account"),
    [
        ("paper buy 1 eth", "paper"),
        ("buy 1 eth on paper", "paper"),
        ("模拟盘买入 1 eth", "paper"),
        ("buy 1 eth on my main", "main"),
        ("buy 1 eth using Big One", "Big One"),
    ],
)
async def test_the_account_that_is_named_is_the_orders_peers_16(text, account):
    made = await calls(text, accounts=("paper", "main", "Big One"))
    assert made == [with_terms(order("buy", ETH, "1", "base"), account=account)]


@pytest.mark.parametrize(
    "text",
    [
        "don't buy btc limit 90000",
        "should i put a stop at 90000 on my btc?",
        "buy btc when it hits the limit",
        "stop buying btc",
        "limit my losses",
        "cancel buy btc",
        "buy 50 usdt of btc stop",
        "buy 50 usdt of btc limit 3000 limit 4000",
        "target 110000",
        "buy 50 usdt of btc stop 90,00",
        "buy 50 usdt of btc stop 90.000,5",
    ],
)
async def test_what_is_not_clear_is_no_order(text):
    made = await plan(text)
    names = [step.tool_name for step in made.steps if step.type == "tool"]
    assert "execute_trade" not in names
    assert "manage_order" not in names
