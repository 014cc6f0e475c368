"""What "it", "the second one" and "the same" mean after a list, a price or an order."""

import pytest

from core.domain.records import OrderRow
from tests.behaviour.tool_desk import ToolDesk
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


def labels(person):
    return [choice["label"] for choice in person.card["choices"]]


@pytest.mark.parametrize(
    ("said", "coin"),
    [
        ("price of the third", "SOL"),
        ("and the second one?", "ETH"),
        ("第二个多少钱", "ETH"),
        ("最后一个", "SOL"),
        ("倒数第二个价格", "ETH"),
        ("#1", "BTC"),
        ("2nd", "ETH"),
    ],
)
async def test_a_place_in_the_list_shown_has_data_behind_it_original_g1_23(said, coin):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("price of btc, eth and sol")
        answer = text(await anna.say(said))
        assert f"{coin}/USDT" in answer
        assert sum(f"{one}/USDT" in answer for one in ("BTC", "ETH", "SOL")) == 1


async def test_both_of_a_list_are_all_of_it():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("price of btc and eth")
        answer = text(await anna.say("price of both"))
        assert "BTC/USDT" in answer
        assert "ETH/USDT" in answer
        await anna.say("buy 50 usdt of both")
        assert labels(anna)[:2] == ["BTC", "ETH"], "an order is about one coin"


async def test_with_nothing_listed_a_place_is_asked_about_and_never_guessed_original_g1_23():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        assert "which coin" in text(await anna.say("price of the second one")).lower()
        await anna.say("/cancel")
        assert "which one to close" in text(await anna.say("close the second one"))
        await anna.say("price of eth and sol")
        asked = text(await anna.say("price of the fifth one"))
        assert "2: ETH/USDT, SOL/USDT" in asked
        assert labels(anna)[:2] == ["ETH", "SOL"]


async def test_it_is_what_was_named_last_whatever_is_held():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        await anna.say("eth price")
        assert "ETH/USDT" in text(await anna.say("how much is it"))
        await anna.say("price of btc and eth")
        await anna.say("how much is it")
        assert "BTC" in labels(anna), "of two that were named neither is it"


@pytest.mark.parametrize(
    "said", ["and eth?", "what about eth?", "eth呢", "the same for eth", "eth too", "eth 也来一份"]
)
async def test_a_question_is_asked_again_about_another_coin(said):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("btc price")
        assert "ETH/USDT" in text(await anna.say(said))
        await anna.say("how much btc do i have")
        answer = text(await anna.say(said))
        assert "ETH" in answer
        assert "24" not in answer, "it is no price that was asked for"
        assert "SOL" in text(await anna.say("and sol?"))


@pytest.mark.parametrize("said", ["the same for eth", "do the same with eth", "eth 也来一份"])
async def test_the_same_for_another_coin_is_a_card_of_its_own(said):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        [card] = await anna.say(said)
        assert (card["data"]["side"], card["data"]["symbol"]) == ("buy", "ETH/USDT")
        assert len(await desk.rows(OrderRow)) == 1
        await anna.press("cancel")
        assert (await anna.say("and sol?"))[0].get("question_id") is None, "a question buys nothing"


async def test_the_same_with_an_amount_in_the_first_coin_asks_how_much():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 0.001 btc")
        await anna.press("confirm")
        [asked] = await anna.say("the same for eth")
        assert "data" not in asked, "no card: 0.001 BTC is no amount of ETH"
        [card] = await anna.say("50 usdt")
        assert card["data"]["symbol"] == "ETH/USDT"


async def test_the_second_of_the_balances_is_the_coin_and_of_the_trades_its_market():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of eth")
        await anna.press("confirm")
        shown = text(await anna.say("my balance"))
        place = "second" if shown.index("USDT:") < shown.index("ETH:") else "first"
        assert "ETH/USDT" in text(await anna.say(f"price of the {place} one"))
        await anna.say("my trades")
        assert "ETH/USDT" in text(await anna.say("price of the first one"))


async def test_tools_say_what_they_showed():
    desk = await ToolDesk().open()
    await desk.trade("buy", "50", "quote", "ETH")
    trades = await desk.use("get_trade_history")
    assert [one.kind for one in trades.listed] == ["order"]
    assert [(one.kind, one.name) for one in trades.references] == [
        ("symbol", "ETH/USDT"),
        ("order", "ETH/USDT"),
    ]
    await desk.trade("buy", "50", "quote", "BTC")
    assert (await desk.use("get_trade_history")).references == ()
    balance = await desk.use("get_balance")
    assert {one.id for one in balance.listed} == {"USDT", "ETH/USDT", "BTC/USDT"}
    assert len(balance.listed) == len(balance.data["balances"])


async def test_after_a_list_it_is_none_of_what_was_named_before():
    async with open_desk() as desk:
        anna = desk.person()
        for said in ("buy 50 usdt of btc", "buy 50 usdt of eth"):
            await anna.say(said)
            await anna.press("confirm")
        await anna.say("my positions")
        [question] = await anna.say("close it")
        assert [item["label"] for item in question["choices"]][:2] == ["BTC spot", "ETH spot"]


@pytest.mark.parametrize("changes", [("yes but 30 usdt not 50",), ("!amount", "30 usdt")])
async def test_the_same_is_what_the_card_became(changes):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        for change in changes:
            await (anna.press(change[1:]) if change[0] == "!" else anna.say(change))
        await anna.press("confirm")
        card = (await anna.say("the same for eth"))[-1]
        assert (card["data"]["amount"], card["data"]["symbol"]) == ("30", "ETH/USDT")
