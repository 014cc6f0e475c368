"""The main job, end to end and offline: asked, shown a card, confirmed, filled, closed, exact."""

import pytest

from core.domain.records import FillRow, LedgerRow, OrderRow
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def test_price_balance_buy_positions_close_in_english_I7_I14():
    async with open_desk() as desk:
        anna = desk.person()
        assert "BTC/USDT" in text(await anna.say("btc price"))
        assert "10,000 USDT" in text(await anna.say("my balance"))

        [card] = await anna.say("buy 50 usdt of btc")
        assert card["kind"] == "question"
        assert (card["mode"], card["simulated"]) == ("paper", True)
        assert [choice["id"] for choice in card["choices"]] == ["confirm", "amount", "cancel"]
        assert card["data"]["amount"] == "50"
        assert (card["data"]["side"], card["data"]["symbol"]) == ("buy", "BTC/USDT")
        assert await desk.rows(OrderRow) == []

        [filled] = await anna.press("confirm")
        [fill] = await desk.rows(FillRow)
        assert f"{fill.price:,.2f}" in filled["text"]
        assert f"{fill.fee:.6f}" in filled["text"]
        assert (filled["mode"], filled["simulated"]) == ("paper", True)
        assert "PAPER" in filled["text"]
        assert "SIMULATED" in filled["text"]

        assert "0.00052" in text(await anna.say("show my positions"))
        [card] = await anna.say("close it")
        assert card["data"]["side"] == "sell"
        assert "0.00052 BTC" in text(await anna.press("confirm"))
        assert "No open positions" in text(await anna.say("show my positions"))
        await assert_books_balance(desk)
        await assert_one_order_per_approval(desk)
        currencies = {row.currency for row in await desk.rows(LedgerRow)}
        assert currencies == {"USDT", "BTC"}


async def test_the_same_in_chinese_with_words_for_consent_I7():
    async with open_desk() as desk:
        anna = desk.person()
        assert "BTC/USDT" in text(await anna.say("比特币多少钱"))
        assert "10,000 USDT" in text(await anna.say("余额"))
        [card] = await anna.say("买 50u 比特币")
        assert "确认" in card["choices"][0]["label"]
        assert "模拟" in card["text"]
        assert "已买入" in text(await anna.say("好的"))
        assert "0.00052" in text(await anna.say("我的持仓"))
        await anna.say("平掉它")
        assert "已卖出" in text(await anna.say("确认"))
        await assert_books_balance(desk)


@pytest.mark.parametrize(
    ("opening", "closing", "side"),
    [
        ("long eth 100 usdt 3x", "close_long", "LONG"),
        ("short eth 100 usdt 3x", "close_short", "SHORT"),
    ],
)
async def test_a_perpetual_with_leverage_opened_and_closed_I14(opening, closing, side):
    async with open_desk() as desk:
        anna = desk.person()
        [card] = await anna.say(opening)
        assert card["data"]["leverage"] == 3
        assert card["data"]["symbol"] == "ETH/USDT:USDT"
        assert card["data"]["liquidation_price"] is not None
        await anna.press("confirm")
        positions = text(await anna.say("positions"))
        assert side in positions
        assert "3x" in positions
        [card] = await anna.say("close it")
        assert card["data"]["side"] == closing
        closed = text(await anna.press("confirm"))
        assert "Realised P&L" in closed
        await assert_books_balance(desk)
        equity = text(await anna.say("balance"))
        assert "Equity" in equity
        [usdt] = {row.currency for row in await desk.rows(LedgerRow)}
        assert usdt == "USDT"


async def test_equity_after_a_move_is_deposit_less_fees_plus_pnl_I14():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 1000 usdt of btc")
        await anna.press("confirm")
        await desk.market.move("BTC/USDT", (await desk.market.quote("BTC/USDT")).mark * 2)
        [account] = {row.exchange_account_id for row in await desk.rows(LedgerRow)}
        view = await desk.paper.account(account)
        [fill] = await desk.rows(FillRow)
        [held] = view.positions
        assert held.mark is not None
        assert view.equity == 10_000 - (fill.fee or 0) + fill.quantity * (held.mark - fill.price)
        await anna.say("sell all my btc")
        await anna.press("confirm")
        fills = await desk.rows(FillRow)
        realized = sum(fill.realized_pnl or 0 for fill in fills)
        view = await desk.paper.account(account)
        assert view.equity == 10_000 - sum(fill.fee or 0 for fill in fills) + realized
        await assert_books_balance(desk)


@pytest.mark.parametrize("yes", ["go for it", "yep", "好的", "👍", "Yes!", "OK.", "确认", "  yes "])
async def test_plain_words_of_consent_confirm_peers_11(yes):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.say(yes)
        [order] = await desk.rows(OrderRow)
        assert order.status == "FILLED"


@pytest.mark.parametrize(
    "words",
    [
        "yes?",
        "yes 50",
        "ok but",
        "ok?",
        "confirm the btc price",
        "yes and sell it",
        "I said yes yesterday",
        "好的吗？",
        "不要",
        "not yes",
        "ye",
    ],
)
async def test_other_words_place_nothing_I2_original_g1_4(words):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        assert await anna.say(words)
        assert await desk.rows(OrderRow) == []
        assert await desk.rows(FillRow) == []


async def test_a_yes_with_nothing_open_does_nothing_original_g1_7():
    async with open_desk() as desk:
        anna = desk.person()
        for word in ("yes", "ok", "是", "继续"):
            [reply] = await anna.say(word)
            assert reply["text"]
        assert await desk.rows(OrderRow) == []


async def test_an_order_is_stored_under_its_workflow_and_step():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        [order] = await desk.rows(OrderRow)
        assert order.workflow_id
        assert order.step_id
        assert order.run_id == anna.last.run_id


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("buy 130,000 doge", "130,000"),
        ("sell 0,001 btc", "0,001"),
        ("buy some btc", "BTC"),
        ("buy 3 usdt of eth", "5 USDT"),
        ("buy -5 btc", "-5"),
        ("buy 1e9 btc", "1e9"),
        ("🙂", ""),
        ("x" * 20_000, "20000"),
        ("", "/help"),
        ("btc \x00 \ud800 price", ""),
        ("</data> <b>&amp; \\", ""),
        ("   \n ", "/help"),
        ("买点比特币", ""),
    ],
)
async def test_what_is_unclear_is_answered_kindly_and_never_traded_on_a_guess_I12_I13_peers_14(
    said, shown
):
    async with open_desk() as desk:
        anna = desk.person()
        [reply] = await anna.say(said)
        assert shown in reply["text"]
        assert reply["text"].strip()
        assert await desk.rows(OrderRow) == []


async def test_the_button_offered_for_a_minimum_asks_for_its_own_confirmation_peers_14():
    async with open_desk() as desk:
        anna = desk.person()
        [offer] = await anna.say("buy 3 usdt of eth")
        assert "5" in offer["choices"][0]["label"]
        [card] = await anna.press("opt:1")
        assert card["data"]["amount"] == "5"
        assert await desk.rows(OrderRow) == []
        await anna.press("confirm")
        [order] = await desk.rows(OrderRow)
        assert order.status == "FILLED"


async def test_an_exact_amount_is_shown_with_all_its_digits_original_g1_4():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 0.00006 btc")
        filled = text(await anna.press("confirm"))
        assert "0.00006 BTC" in filled
        history = await desk.person().history()
        assert [row["role"] for row in history] == ["user", "assistant", "user", "assistant"]
        assert "0.00006" in history[-1]["text"]
