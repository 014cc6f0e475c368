"""An entry that rests in part: what fills of it later must never be naked (I3)."""

from decimal import Decimal

import pytest

from core.domain.orders import OrderRequest
from core.domain.records import ExchangeAccount
from tests.behaviour.seams import Model
from tests.behaviour.test_order_watch import (
    PERPETUAL,
    PROTECTED,
    alerts,
    by_leg,
    key_of,
    order,
    placed,
)
from tests.doubles.filling_venue import filling_desk

D = Decimal


@pytest.mark.parametrize("told_before", [True, False])
async def test_an_entry_whose_stop_was_hit_fills_no_more(told_before):
    """What filled later would be naked: the stop that belonged to it is used up."""
    async with filling_desk(provider=Model(order(**PROTECTED))) as (desk, venue):
        await placed(desk)
        key = await key_of(desk)
        await venue.fill(key, "90000", "0.004")
        await desk.desk.orders.look()
        if told_before:
            desk.clock.advance(6)
            await desk.desk.orders.look()
        await desk.market.move(PERPETUAL, D(85000))
        await venue.fill(f"{key}s", "85000")
        # As at a venue that knows no group: what is left of the entry goes on resting.
        venue.orders[key].status = "PARTIALLY_FILLED"
        for _ in range(3):
            desk.clock.advance(6)
            await desk.desk.orders.look()
        assert venue.cancelled.count(key) == 1
        legs = await by_leg(desk)
        assert (legs[""].status, legs[""].filled) == ("CANCELED", D("0.004"))
        [said] = [one for one in await alerts(desk) if "nothing would protect" in one]
        assert "Open long 0.01 BTC" in said
        [account] = await desk.rows(ExchangeAccount)
        assert (await desk.paper.account(account.id)).positions == ()


async def test_an_entry_whose_position_was_closed_elsewhere_fills_no_more():
    async with filling_desk(provider=Model(order(**PROTECTED))) as (desk, venue):
        await placed(desk)
        key = await key_of(desk)
        await venue.fill(key, "90000", "0.004")
        await desk.desk.orders.look()
        [account] = await desk.rows(ExchangeAccount)
        close = OrderRequest(
            client_order_id="elsewhere",
            symbol=PERPETUAL,
            side="SELL",
            quantity=D("0.004"),
            reduce_only=True,
        )
        assert (await venue.behind.place(account.id, close)).filled
        desk.clock.advance(6)
        await desk.desk.orders.look()
        assert {venue.orders[f"{key}{leg}"].status for leg in ("", "s", "t")} == {"CANCELED"}
        assert any("Open long 0.01 BTC" in one for one in await alerts(desk))
