"""The offline planner on orders: what is one, what must be asked, and what is never one."""

from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.amounts import Unit
from core.domain.instruments import INSTRUMENTS
from core.domain.money import plain
from core.trading.request import TradeAction
from core.trading.suggest import an_order, everything
from tests.adapters.offline_talk import (
    BTC,
    DOGE,
    ETH,
    SOL,
    TOOLS,
    answer,
    calls,
    order,
    plan,
    position,
    question,
    refer,
)

BTC_PERP, ETH_PERP, SOL_PERP = "BTC/USDT:USDT", "ETH/USDT:USDT", "SOL/USDT:USDT"

USUAL = ["50 USDT", "100 USDT", "500 USDT", "half", "all"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("buy 50 usdt of btc", order("buy", BTC, "50", "quote")),
        ("Buy 50 USDT worth of Bitcoin, please", order("buy", BTC, "50", "quote")),
        ("buy btc for 50 dollars", order("buy", BTC, "50", "quote")),
        ("buy $50 btc", order("buy", BTC, "50", "quote")),
        ("buy $50 of btc", order("buy", BTC, "50", "quote")),
        ("i want to buy 1.5k usdt of eth", order("buy", ETH, "1500", "quote")),
        ("buy 0.01 btc", order("buy", BTC, "0.01", "base")),
        ("buy 0.01btc", order("buy", BTC, "0.01", "base")),
        ("buy 100 doge now", order("buy", DOGE, "100", "base")),
        ("buy sol with 10% of my balance", order("buy", SOL, "10", "percent_of_free")),
        ("use 10% of my balance to buy sol", order("buy", SOL, "10", "percent_of_free")),
        ("sell half my eth", order("sell", ETH, "50", "percent_of_position")),
        ("sell all doge", order("sell", DOGE, "100", "percent_of_position")),
        ("sell 25% of my sol", order("sell", SOL, "25", "percent_of_position")),
        ("sell 0.5 eth at market", order("sell", ETH, "0.5", "base")),
        ("sell 0.00000015 btc", order("sell", BTC, "0.00000015", "base")),
        ("买50u比特币", order("buy", BTC, "50", "quote")),
        ("我想买50u的比特币", order("buy", BTC, "50", "quote")),
        ("帮我买入 0.1 个 eth", order("buy", ETH, "0.1", "base")),
        ("买半个比特币", order("buy", BTC, "0.5", "base")),
        ("买两万u的大饼", order("buy", BTC, "20000", "quote")),
        ("卖出一半以太坊", order("sell", ETH, "50", "percent_of_position")),
        ("全部卖出狗狗币", order("sell", DOGE, "100", "percent_of_position")),
        ("把狗狗币全部卖掉", order("sell", DOGE, "100", "percent_of_position")),
    ],
)
async def test_buying_and_selling_is_spot(text, wanted):
    assert await calls(text) == [wanted]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("long btc 100 usdt 5x", order("open_long", BTC_PERP, "100", "quote", 5)),
        ("LONG BTC 100USDT 5X", order("open_long", BTC_PERP, "100", "quote", 5)),
        ("short 0.1 eth 10x", order("open_short", ETH_PERP, "0.1", "base", 10)),
        (
            "short btc with 100 usdt at 10x leverage",
            order("open_short", BTC_PERP, "100", "quote", 10),
        ),
        ("open a long on sol with 200 usdt", order("open_long", SOL_PERP, "200", "quote")),
        ("buy 50 usdt of btc 3x", order("open_long", BTC_PERP, "50", "quote", 3)),
        ("sell 50 usdt of btc leverage 3", order("open_short", BTC_PERP, "50", "quote", 3)),
        ("buy 100 usdt of btc perp", order("open_long", BTC_PERP, "100", "quote")),
        ("做多 btc 100u 5倍", order("open_long", BTC_PERP, "100", "quote", 5)),
        ("做多btc100u5x", order("open_long", BTC_PERP, "100", "quote", 5)),
        ("开空 0.1个以太坊 十倍", order("open_short", ETH_PERP, "0.1", "base", 10)),
        ("BTC 开多 100u 五倍杠杆", order("open_long", BTC_PERP, "100", "quote", 5)),
    ],
)
async def test_long_short_or_any_leverage_is_the_perpetual(text, wanted):
    assert await calls(text) == [wanted]


async def test_it_can_be_bought_and_sold():
    spoken = refer("symbol", SOL)
    assert await calls("buy 50 usdt of it", references=spoken) == [order("buy", SOL, "50", "quote")]
    assert await calls("long it 100u 2x", references=spoken) == [
        order("open_long", SOL_PERP, "100", "quote", 2)
    ]
    assert (await question("buy 50 usdt of it"))[0] == "symbol"


@pytest.mark.parametrize(
    ("text", "field", "options"),
    [
        ("buy btc", "amount", USUAL),
        ("buy some btc", "amount", USUAL),
        ("买点比特币", "amount", USUAL),
        ("sell btc", "amount", ["25%", "50%", "100%"]),
        ("long btc 5x", "amount", USUAL),
        ("buy 130,000 doge", "amount", ["130000 DOGE", "130 DOGE"]),
        ("sell 0,001 btc", "amount", ["0.001 BTC"]),
        ("buy btc 50", "amount", ["50 USDT", "50 BTC"]),
        ("sell half btc", "amount", ["50%", "0.5 BTC"]),
        ("buy 100 usdt of btc with 200 usdt", "amount", ["100 usdt", "200 usdt"]),
        ("buy 50 usdt", "symbol", ["BTC", "ETH", "SOL", "BNB", "DOGE"]),
        ("开空", "symbol", ["BTC", "ETH", "SOL", "BNB", "DOGE"]),
        ("btc 100 usdt 5x", "side", ["Long BTC", "Short BTC"]),
        ("trade 50 usdt of btc", "side", ["Buy BTC", "Sell BTC"]),
        ("open a position in btc 100 usdt", "side", ["Long BTC", "Short BTC"]),
        ("sell 100 usdt of btc perp", "side", ["Short BTC", "Close BTC long"]),
        ("buy 50 usdt of etherum", "symbol", ["ETH", "BTC", "SOL", "BNB"]),
        ("long btc 100 usdt 2.5x", "leverage", ["1x", "2x", "5x", "10x"]),
        ("long btc 100 usdt 5x 10x", "leverage", ["1x", "2x", "5x", "10x"]),
        ("long btc 100 usdt 500x", "leverage", ["1x", "2x", "5x", "10x"]),
        ("buy 50 usdt of btc eth", "symbol", ["BTC", "ETH"]),
    ],
)
async def test_what_is_missing_or_unclear_is_asked_with_buttons(text, field, options):
    asked = await question(text)
    assert (asked[0], asked[2]) == (field, options)


async def test_a_sale_without_a_coin_offers_what_is_held():
    held = (position(DOGE), position(BTC_PERP), position(ETH))
    assert (await question("sell everything", positions=held))[2] == ["DOGE", "ETH"]


@pytest.mark.parametrize(
    ("text", "word"),
    [("buy -5 btc", "positive"), ("buy 1e9 btc", "exponent"), ("buy 0 btc", "zero")],
)
async def test_an_impossible_amount_is_refused_with_the_reason(text, word):
    field, asked, _ = await question(text)
    assert field == "amount"
    assert word in asked


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("buy some btc\n[amount: 50 USDT]", order("buy", BTC, "50", "quote")),
        ("buy some btc\n[amount: 50u please]", order("buy", BTC, "50", "quote")),
        ("买点比特币\n[amount: 一半]", order("buy", BTC, "50", "percent_of_free")),
        ("buy 130,000 doge\n[amount: 130 DOGE]", order("buy", DOGE, "130", "base")),
        ("buy 50 usdt\n[symbol: BTC]", order("buy", BTC, "50", "quote")),
        ("buy 50 usdt of etherum\n[symbol: ETH]", order("buy", ETH, "50", "quote")),
        ("buy 50 usdt of btc eth\n[symbol: ETH]", order("buy", ETH, "50", "quote")),
        ("btc 100 usdt 5x\n[side: Long BTC]", order("open_long", BTC_PERP, "100", "quote", 5)),
        ("trade 50 usdt of btc\n[side: sell]", order("sell", BTC, "50", "quote")),
        (
            "sell 100 usdt of btc perp\n[side: Short BTC]",
            order("open_short", BTC_PERP, "100", "quote"),
        ),
        (
            "sell 100 usdt of btc perp\n[side: Close BTC long]",
            order("close_long", BTC_PERP, "100", "quote"),
        ),
        ("long btc 100 usdt 2.5x\n[leverage: 5x]", order("open_long", BTC_PERP, "100", "quote", 5)),
        ("long btc 100 usdt 2.5x\n[leverage: 5]", order("open_long", BTC_PERP, "100", "quote", 5)),
        (
            "开空\n[symbol: 以太坊]\n[amount: 100u]",
            order("open_short", ETH_PERP, "100", "quote"),
        ),
    ],
)
async def test_an_answer_completes_the_request(text, wanted):
    held = (position(BTC_PERP),)
    assert await calls(text, positions=held) == [wanted]


async def test_an_answer_that_answers_nothing_is_asked_again():
    assert (await question("buy btc\n[amount: soon]"))[0] == "amount"
    assert (await question("buy 50 usdt\n[symbol: foocoin]"))[0] == "symbol"


async def test_a_new_request_in_place_of_an_answer_is_taken_as_one():
    assert await calls("buy 50 usdt\n[symbol: show my positions]") == [("get_positions", {})]


async def test_peers_15_two_coins_of_one_name_are_offered_with_their_kinds():
    spot, perpetual = INSTRUMENTS[0], next(one for one in INSTRUMENTS if one.kind == "perpetual")
    cats = (
        replace(spot, symbol="CAT/USDT", base="CAT"),
        replace(perpetual, symbol="1000CAT/USDT:USDT", base="1000CAT"),
    )
    listed = (*INSTRUMENTS, *cats)
    field, _, options = await question("buy 50 usdt of cat", instruments=listed)
    assert field == "symbol"
    assert options == ["CAT/USDT (spot)", "1000CAT/USDT:USDT (perpetual)"]
    assert await calls(f"buy 50 usdt of cat\n[symbol: {options[0]}]", instruments=listed) == [
        order("buy", "CAT/USDT", "50", "quote")
    ]
    assert await calls(f"buy 50 usdt of cat\n[symbol: {options[1]}]", instruments=listed) == [
        order("open_long", "1000CAT/USDT:USDT", "50", "quote")
    ]


async def test_a_coin_without_that_kind_of_market_is_said():
    spots = tuple(one for one in INSTRUMENTS if one.kind == "spot")
    assert "no perpetual market" in await answer("long btc 100 usdt", instruments=spots)


NOT_ORDERS = [
    "should I buy btc?",
    "should i buy 50 usdt of btc",
    "don't buy btc",
    "do not buy 50 usdt of btc",
    "never buy 50 usdt of btc",
    "I won't buy 50 usdt of btc",
    "what if I sell",
    "what if I sell half my eth",
    "how do I buy btc",
    "how do i buy 50 usdt of btc",
    "can you buy 50 usdt of btc?",
    "buy 50 usdt of btc?",
    "buy 50 usdt of btc if it drops",
    "if btc drops to 90000 buy 50 usdt of btc",
    "buy 50 usdt of btc tomorrow",
    "buy 50 usdt of btc every day",
    "limit buy 50 usdt of btc",
    "buy 50 usdt of btc and eth",
    "buy buy 50 usdt of btc",
    "he said buy 50 usdt of btc",
    "buy 50 usdt of btc ignore the rest",
    "buy ½ btc",
    "buy 10² usdt of btc",
    "buy 50 usdt of btc or eth",
    "maybe buy 50 usdt of btc",
    "btc close to 100k",
    "long time no see btc",
    "不要买btc",
    "不要买50u比特币",
    "别买50u比特币",
    "我买了50u比特币",
    "要不要买50u比特币",
    "该不该买50u比特币",
    "买50u比特币吗",
    "怎么买50u比特币",
    "如果跌到9万就买50u比特币",
    "明天买50u比特币",
    "每天买50u比特币",
    "能不能帮我买50u比特币",
    "想不想买50u比特币",
    "我没有卖出一半以太坊",
]


@pytest.mark.parametrize("text", NOT_ORDERS)
async def test_a_question_a_negation_or_a_condition_is_never_an_order(text):
    held = (position(BTC_PERP), position(ETH))
    made = await plan(text, positions=held)
    assert not [step for step in made.steps if step.type == "tool"]
    (step,) = made.steps
    assert "was ordered" in step.question or "没有下单" in step.question


@pytest.mark.parametrize("text", ["I bought 50 usdt of btc", "bitcoin is a long story"])
async def test_what_is_told_is_not_an_order_either(text):
    assert (await question(text))[0] == "request"


async def test_an_order_asked_for_politely_is_offered_as_a_button():
    _, _, options = await question("can you buy 50 usdt of btc?")
    assert options[0] == "buy 50 usdt of btc"
    _, _, options = await question("能不能帮我买50u比特币")
    assert await calls(options[0]) == [order("buy", BTC, "50", "quote")]
    assert "buy btc" not in (await question("should I buy btc?"))[2]


async def test_two_orders_in_one_text_are_both_planned():
    assert await calls("sell half my eth and buy 0.01 btc") == [
        order("sell", ETH, "50", "percent_of_position"),
        order("buy", BTC, "0.01", "base"),
    ]


async def test_several_orders_with_something_missing_come_one_at_a_time():
    field, _, options = await question("buy btc and sell 0.1 eth")
    assert (field, options) == ("request", ["buy btc", "sell 0.1 eth"])


async def test_who_may_not_trade_is_not_asked_how_much():
    readers = TOOLS - {"execute_trade"}
    held = (position(BTC_PERP),)
    for text in ("buy 50 usdt of btc", "buy btc", "buy 50 usdt", "close my btc long"):
        assert "not possible" in await answer(text, tools=readers, positions=held)


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_every_order_that_a_tool_suggests_is_understood(lang):
    """Tools offer requests as buttons; whatever they offer must be one that is understood."""
    for instrument in INSTRUMENTS:
        spot = instrument.kind == "spot"
        opening: tuple[TradeAction, ...] = ("buy",) if spot else ("open_long", "open_short")
        closing: tuple[TradeAction, ...] = ("sell",) if spot else ("close_long", "close_short")
        amounts: dict[Unit, Decimal] = {
            "base": instrument.min_quantity,
            "quote": instrument.min_notional,
        }
        for action in (*opening, *closing):
            for unit, value in amounts.items():
                leverage = 7 if action in opening and not spot else None
                _, text = an_order(lang, action, instrument, value, unit, leverage)
                wanted = order(action, instrument.symbol, plain(value), unit, leverage)
                assert await calls(text, lang, positions=None) == [wanted], text
        for action in closing:
            _, text = everything(lang, action, instrument.symbol)
            wanted = order(action, instrument.symbol, "100", "percent_of_position")
            assert await calls(text, lang, positions=None) == [wanted], text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("多 btc 50u 3x", order("open_long", "BTC/USDT:USDT", "50", "quote", 3)),
        ("多btc 50u 3x", order("open_long", "BTC/USDT:USDT", "50", "quote", 3)),
        ("空 eth 100u 5倍", order("open_short", "ETH/USDT:USDT", "100", "quote", 5)),
    ],
)
async def test_one_character_for_a_side_before_a_coin(text, wanted):
    assert await calls(text) == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "多 50u btc",
        "不多 btc 50u",
        "多 btc 50u 吗",
        "不要空 btc 50u 3x",
        "好多 btc 50u",
        "买 50u btc 多",
    ],
)
async def test_that_character_anywhere_else_is_no_order(text):
    assert not await calls(text)


@pytest.mark.parametrize(
    "text", ["buy 50 usdt of btc yesterday", "this week buy 50 usdt of btc", "buy 50u btc today"]
)
async def test_a_time_in_an_order_is_no_order(text):
    assert not await calls(text)
    assert not await calls(f"{text} and my trades")
