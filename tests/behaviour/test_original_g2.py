"""Reports of users about money that no other test covers: tests/conventions/original_g2.txt."""

from decimal import Decimal

import pytest

from core.domain.records import OrderRow
from tests.behaviour.order_plans import LONG, manage, trade
from tests.behaviour.seams import Model
from tests.behaviour.test_manage_order import a_desk, placed, priced, the_venue
from tests.behaviour.test_order_watch import PROTECTED, moved, order
from tests.behaviour.test_order_watch import placed as order_placed
from tests.behaviour.tool_desk import PERPETUAL, ToolDesk
from tests.desk import open_desk

D = Decimal


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def test_original_g2_1196_a_position_shows_its_stop_and_its_target():
    async with a_desk(LONG) as desk:
        await priced(desk)
        await placed(desk)
        seen = text(await desk.person().say("/positions"))
        assert "Stop 90,000" in seen
        assert "Target 110,000" in seen
        await desk.market.move("BTC/USDT:USDT", D(89_000))
        await desk.paper.on_quote(await desk.market.quote("BTC/USDT:USDT"))
        assert "No open positions" in text(await desk.person().say("/positions"))


async def test_original_g2_1196_a_position_without_a_stop_says_so_and_coins_need_none():
    desk = await ToolDesk().open()
    await desk.trade("open_long", "1000", "quote", leverage=5)
    await desk.trade("buy", "1000", "quote", "ETH")
    (coins, bare) = sorted((await desk.seen("get_positions")).split("\n2. "), key=len)
    assert "Stop none" in bare + coins
    assert (bare + coins).count("Stop") == 1


async def test_original_g2_1196_where_orders_cannot_be_read_protection_is_unknown_not_none():
    async with a_desk(LONG) as desk:
        await priced(desk)
        await placed(desk)
        the_venue(desk).unreadable = True
        seen = text(await desk.person().say("/positions"))
        assert "LONG 5x" in seen
        assert "Stop unknown" in seen
        assert "none" not in seen


async def test_original_g2_415_half_is_closed_and_the_stop_of_the_rest_is_moved():
    half = trade(
        action="close_long", symbol="BTC", amount={"value": "50", "unit": "percent_of_position"}
    )
    move = manage(action="amend", symbol="BTC", which="stop", trigger="95000")
    async with a_desk(LONG, half, move) as desk:
        await priced(desk)
        await placed(desk, "long", "close half", "move my stop to 95000")
        seen = text(await desk.person().say("/positions"))
        assert "Size 0.005" in seen
        assert "Stop 95,000" in seen
        assert "Target 110,000" in seen


@pytest.mark.parametrize("leverage", ["0x", "126x", "1000x"])
async def test_original_g2_146_leverage_is_a_whole_number_that_a_market_takes(leverage):
    async with open_desk() as desk:
        seen = text(await desk.person().say(f"long eth 1000 usdt {leverage}"))
        assert "Leverage is one whole number from 1 to 125" in seen
        assert await desk.rows(OrderRow) == []


async def test_original_g2_304_what_a_stop_closed_is_in_the_history_with_its_result():
    async with open_desk(provider=Model(order(**PROTECTED))) as desk:
        person = await order_placed(desk)
        await moved(desk, 89_000)
        await moved(desk, 84_000)
        await desk.desk.orders.look()
        seen = text(await person.say("/history"))
        assert "Trades (2 of 2)" in seen
        assert "P&L" in seen
        assert "-6" in seen.split("realised")[1], "0.01 from 90,000 to 84,000, or a little better"


async def test_original_g2_1115_a_position_opened_anew_has_nothing_of_the_one_before():
    desk = await ToolDesk().open()
    await desk.trade("open_long", "1000", "quote", leverage=5)
    desk.prices.set(PERPETUAL, "150000")
    await desk.trade("close_long", "100", "percent_of_position")
    desk.clock.advance(5)
    await desk.trade("open_long", "1500", "quote", leverage=2)
    (held,) = (await desk.use("get_positions")).data["positions"]
    assert (held["entry_price"], held["unrealized_pnl"], held["leverage"]) == ("150000", "0", 2)
    assert held["opened_at"] == desk.clock.now().isoformat().replace("+00:00", "Z")
