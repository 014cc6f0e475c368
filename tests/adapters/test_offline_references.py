"""What pointing words, nicknames and "the same for …" lead to without a model."""

from datetime import timedelta

import pytest

from core.domain.references import Reference
from tests.adapters.offline_talk import (
    BTC,
    DOGE,
    ETH,
    SOL,
    calls,
    order,
    plan,
    position,
    price,
    question,
    refer,
)
from tests.clocks import START

BTC_PERP, ETH_PERP = "BTC/USDT:USDT", "ETH/USDT:USDT"
ALL = ("100", "percent_of_position")
SHOWN: tuple[str, dict[str, str]] = ("get_positions", {})
LISTED = refer("symbol", ETH, DOGE, SOL)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("sell half of the second one", order("sell", DOGE, "50", "percent_of_position")),
        ("buy 50 usdt of the third", order("buy", SOL, "50", "quote")),
        ("buy 50u of the last one", order("buy", SOL, "50", "quote")),
        ("买50u第二个", order("buy", DOGE, "50", "quote")),
        ("买 50u 倒数第二个", order("buy", DOGE, "50", "quote")),
        ("price of the first and the third", price(ETH, SOL)),
        ("what's the second last worth", price(DOGE)),
        ("price of all three", price(ETH, DOGE, SOL)),
        ("这些多少钱", price(ETH, DOGE, SOL)),
        ("both", price(ETH, DOGE, SOL)),
    ],
)
async def test_places_in_a_list_are_its_things_original_g1_23(text, wanted):
    assert await calls(text, references=LISTED) == [wanted]


@pytest.mark.parametrize("text", ["the second one", "both", "price of them", "第二个", "#2"])
async def test_nothing_listed_is_asked_about(text):
    field, asked, options = await question(text, references=refer("symbol"))
    assert field == "symbol"
    assert "coin" in asked or "哪个币" in asked
    assert options[0] == "BTC"
    old = refer("symbol", ETH, DOGE, at=START - timedelta(hours=25))
    assert (await question(text, references=old))[0] == "symbol"


async def test_an_order_about_several_is_asked_about():
    for text in (
        "buy 50 usdt of both",
        "buy 50 usdt of the first and the second",
        "buy 50 usdt of doge and sell 20 usdt of it",
        "sell 20 usdt of it and buy 50 usdt of the second",
    ):
        assert (await plan(text, references=LISTED)).steps[-1].type == "ask_user", text


async def test_both_positions_that_were_shown_are_closed_one_by_one():
    held = (position(BTC_PERP), position(ETH_PERP, "SHORT"), position(DOGE))
    shown = refer("position", BTC_PERP, DOGE)
    wanted = [order("close_long", BTC_PERP, *ALL), order("sell", DOGE, *ALL)]
    for text in ("close both", "close these positions", "这两个平掉"):
        assert await calls(text, positions=held, references=shown) == wanted
    assert await calls("close both", positions=held) == [SHOWN]
    assert await calls("close both", positions=(), references=shown) == [SHOWN]


async def test_a_place_that_is_not_in_the_list_closes_and_sells_nothing():
    held = (position(BTC_PERP),)
    shown = refer("position", BTC_PERP)
    assert await calls("close the second one", positions=held, references=shown) == [SHOWN]
    coins = (position(BTC),)
    asked = await question("sell all of the second one", positions=coins, references=shown)
    assert asked[0] == "symbol"


async def test_what_is_gone_is_not_replaced_by_what_is_there():
    gone = (Reference(kind="position", id=ETH_PERP, name=ETH_PERP, at=START),)
    held = (position(BTC_PERP), position(BTC))
    assert await calls("close it", positions=held[:1], gone=gone) == [SHOWN]
    assert (await question("sell all of it", positions=held[1:], gone=gone))[0] == "symbol"
    assert (await question("how much is it", gone=gone))[0] == "symbol"
    listed = refer("position", BTC_PERP, ETH_PERP)
    assert await calls("close the second", positions=held, references=listed, gone=gone) == [SHOWN]


@pytest.mark.parametrize(
    ("before", "text", "wanted"),
    [
        (("btc price",), "and eth?", price(ETH)),
        (("btc price",), "那 eth 呢？", price(ETH)),
        (("how about sol?", "btc price"), "and eth?", price(ETH)),
        (("eth too", "my btc position"), "and sol", ("get_positions", {"symbol": SOL})),
        (("my btc trades",), "what about eth", ("get_trade_history", {"symbol": ETH})),
        (("thanks", "比特币的成交记录"), "eth呢", ("get_trade_history", {"symbol": ETH})),
        (("my balance",), "and eth?", price(ETH)),
        (("buy 50 usdt of btc",), "and eth?", price(ETH)),
        (("buy 50 usdt of btc",), "eth呢", price(ETH)),
        (("buy 50 usdt of btc",), "the same for eth", order("buy", ETH, "50", "quote")),
        (("Confirm", "buy 50 usdt of btc"), "eth也来一份", order("buy", ETH, "50", "quote")),
        (
            ("long btc 100u 3x",),
            "same on eth please",
            order("open_long", ETH_PERP, "100", "quote", 3),
        ),
        (("买50u比特币",), "同样的给以太坊来一份", order("buy", ETH, "50", "quote")),
        (("买50u比特币",), "给以太坊做一样的", order("buy", ETH, "50", "quote")),
        (("sell half of my btc",), "eth too", order("sell", ETH, "50", "percent_of_position")),
        ((), "and eth?", price(ETH)),
    ],
)
async def test_the_same_about_another_coin(before, text, wanted):
    assert await calls(text, before=before) == [wanted]


async def test_the_same_of_a_list_and_of_it():
    assert await calls("the same for the second one", before=("btc price",), references=LISTED) == [
        price(DOGE)
    ]
    assert await calls("and it?", before=("my btc trades",), references=LISTED) == [
        ("get_trade_history", {"symbol": ETH})
    ]


async def test_the_same_of_nothing_and_of_what_is_no_coin_orders_nothing():
    for text, before in (
        ("the same for eth", ()),
        ("the same for my dog", ("buy 50 usdt of btc",)),
        ("what about selling", ("buy 50 usdt of btc",)),
        ("the same for eth", ("hello", "my balance")),
    ):
        made = await plan(text, before=before)
        assert all(step.type != "tool" for step in made.steps), text


async def test_an_amount_in_the_first_coin_is_none_of_the_second():
    assert (await question("the same for eth", before=("buy 0.001 btc",)))[0] == "amount"


async def test_nicknames_are_what_they_stand_for():
    facts = {"nicknames": (("老大", "ETH"), ("my baby", "btc perp"))}
    assert await calls("老大多少钱", **facts) == [price(ETH)]
    assert await calls("买50u老大", **facts) == [order("buy", ETH, "50", "quote")]
    assert await calls("price of my baby", **facts) == [price(BTC_PERP)]
    assert await calls("buy\n[symbol: 老大]\n[amount: 50 usdt]", **facts) == [
        order("buy", ETH, "50", "quote")
    ]


async def test_it_is_the_newest_named_even_where_another_is_held():
    held = (position(BTC_PERP),)
    coin = Reference(kind="symbol", id=ETH, name=ETH, at=START)
    spoken = refer("position", BTC_PERP).with_(coin)
    assert await calls("how much is it", positions=held, references=spoken) == [price(ETH)]
    same = replace_coin(spoken, BTC)
    assert await calls("close it", positions=held, references=same) == [
        order("close_long", BTC_PERP, *ALL)
    ]


def replace_coin(references, symbol):
    return references.with_(Reference(kind="symbol", id=symbol, name=symbol, at=START))
