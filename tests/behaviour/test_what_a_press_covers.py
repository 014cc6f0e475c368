"""A press is a yes to what its card showed, and no change of an order leads around a limit."""

from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.orders import OrderChange, OrderRequest
from core.domain.records import Delete, ExchangeAccount, Insert, OrderRow, RiskLimitsRow, Update
from core.trading.limits import default_limits
from core.trading.place import ref_of
from tests.behaviour.order_plans import LONG, manage, text, trade
from tests.behaviour.seams import Model, call, plan, respond
from tests.desk import open_desk
from tests.doubles.faulty_venue import FaultyVenue

D = Decimal
PERPETUAL = "BTC/USDT:USDT"


LIMIT = trade(
    action="buy",
    symbol="BTC",
    type="limit",
    price="95000",
    amount={"value": "0.001", "unit": "base"},
)
LARGER = manage(action="amend", symbol="BTC", amount="0.05")


def a_desk(*plans):
    return open_desk(provider=Model(*plans), exchange=FaultyVenue)


def the_venue(desk):
    return desk.desk.parts.venues.exchanges["paper"]


async def the_account(desk):
    [account] = await desk.rows(ExchangeAccount)
    return account


async def resting(desk):
    return await the_venue(desk).open_orders((await the_account(desk)).id)


async def with_order(desk, price=100000):
    """The first plan's order, placed."""
    for symbol in ("BTC/USDT", PERPETUAL):
        await desk.market.move(symbol, D(price))
    anna = desk.person()
    await anna.say("do it")
    await anna.press("confirm")
    return anna


async def limited(desk, **values):
    account = await the_account(desk)
    row = replace(default_limits(account.id, account.account_id, desk.clock.now()), **values)
    assert await desk.desk.parts.records.commit(Insert(record=row))


async def changed(desk, **values):
    account = await the_account(desk)
    values = {"version": account.version + 1, **values}
    where = {"id": account.id}
    assert await desk.desk.parts.records.commit(
        Update(kind=ExchangeAccount, where=where, set=values)
    )


@pytest.mark.parametrize(
    "limits",
    [
        {"max_notional": D(1000)},
        {"max_position": D(1000)},
        {"symbols": ("ETH/USDT",)},
    ],
    ids=str,
)
async def test_an_order_that_rests_is_not_made_larger_than_a_limit_allows(limits):
    async with a_desk(LIMIT, LARGER) as desk:
        anna = await with_order(desk)
        await limited(desk, **limits)
        told = await anna.say("make it 0.05")
        assert "choices" not in told[-1]
        assert "Change this order?" not in text(told)
        [order] = await resting(desk)
        assert order.quantity == D("0.001")


async def test_a_limit_set_between_card_and_press_holds_a_change_too():
    async with a_desk(LIMIT, LARGER) as desk:
        anna = await with_order(desk)
        assert "Change this order?" in text(await anna.say("make it 0.05"))
        await limited(desk, max_notional=D(1000))
        await anna.press("confirm")
        [order] = await resting(desk)
        assert order.quantity == D("0.001")


async def test_a_large_change_asks_twice_as_a_large_order_does():
    async with a_desk(LIMIT, manage(action="amend", symbol="BTC", amount="0.1")) as desk:
        anna = await with_order(desk)
        await anna.say("make it 0.1")
        await anna.press("confirm")
        [order] = await resting(desk)
        assert order.quantity == D("0.001")
        await anna.press("confirm_large")
        [order] = await resting(desk)
        assert order.quantity == D("0.1")


@pytest.mark.parametrize("state", ["HALTED", "REDUCING"])
async def test_a_halted_account_makes_no_order_larger_but_does_smaller(state):
    smaller = manage(action="amend", symbol="BTC", amount="0.0005")
    async with a_desk(LIMIT, LARGER, smaller) as desk:
        anna = await with_order(desk)
        assert "Change this order?" in text(await anna.say("make it 0.05"))
        await desk.desk.parts.records.commit(
            Update(
                kind=ExchangeAccount,
                where={"id": (await the_account(desk)).id},
                set={"trading_state": state},
            )
        )
        await anna.press("confirm")
        [order] = await resting(desk)
        assert order.quantity == D("0.001")
        await anna.say("make it 0.0005")
        await anna.press("confirm")
        [order] = await resting(desk)
        assert order.quantity == D("0.0005")


async def test_a_change_is_shown_anew_when_the_order_is_no_more_what_the_card_showed():
    async with a_desk(LIMIT, manage(action="amend", symbol="BTC", price="94000")) as desk:
        anna = await with_order(desk)
        await anna.say("move it to 94000")
        [order] = await resting(desk)
        venue, account = the_venue(desk), await the_account(desk)
        [row] = await desk.rows(OrderRow)
        await venue.amend(account.id, ref_of(row), OrderChange(quantity=D("0.02")))
        card = text(await anna.press("confirm"))
        assert "0.02" in card
        assert {one.price for one in await resting(desk)} == {order.price}
        await anna.press("confirm")
        assert {one.price for one in await resting(desk)} == {D(94000)}


async def test_a_press_takes_back_only_the_protection_that_its_card_showed():
    async with a_desk(LONG, manage(action="remove_protection")) as desk:
        anna = await with_order(desk)
        assert "Remove protection (2)?" in text(await anna.say("remove my protection"))
        venue, account = the_venue(desk), await the_account(desk)
        await venue.place(
            account.id,
            OrderRequest(
                client_order_id="another",
                symbol=PERPETUAL,
                side="SELL",
                quantity=D("0.01"),
                leverage=5,
                reduce_only=True,
                type="stop",
                trigger=D(80000),
            ),
        )
        assert "Remove protection (3)?" in text(await anna.press("confirm"))
        assert len(await resting(desk)) == 3
        await anna.press("confirm")
        assert await resting(desk) == []


async def test_an_account_switched_off_while_the_press_is_checked_takes_no_order():
    async with a_desk(LIMIT) as desk:
        for symbol in ("BTC/USDT", PERPETUAL):
            await desk.market.move(symbol, D(100000))
        anna = desk.person()
        await anna.say("do it")
        venue = the_venue(desk)
        read = venue.account

        async def switched_off(account):
            venue.account = read
            await changed(desk, enabled=False)
            return await read(account)

        venue.account = switched_off
        told = text(await anna.press("confirm"))
        assert "switched off" in told
        assert await desk.rows(OrderRow) == []
        assert await resting(desk) == []


async def test_an_account_deleted_while_the_press_is_checked_takes_no_order():
    async with a_desk(LIMIT) as desk:
        anna = desk.person()
        await desk.market.move("BTC/USDT", D(100000))
        await anna.say("do it")
        account = await the_account(desk)
        other = replace(account, id="zz", name="second", is_default=False)
        venue, read = the_venue(desk), the_venue(desk).account

        async def deleted(account_id):
            venue.account = read
            await desk.desk.parts.records.commit(
                Insert(record=other), Delete(kind=ExchangeAccount, where={"id": account.id})
            )
            return await read(account_id)

        venue.account = deleted
        told = text(await anna.press("confirm"))
        assert "othing was placed" in told
        assert await desk.rows(OrderRow) == []


async def test_a_limits_card_is_of_its_account_whatever_that_is_called_then():
    step = call("s1", "manage_limits", limit="max_leverage", value="50")
    async with a_desk(plan(step, respond(show=["s1"]))) as desk:
        anna = desk.person()
        await anna.say("allow 50x")
        account = await the_account(desk)
        await limited(desk, max_leverage=3)
        told = text(await anna.press("confirm"))
        assert "3" in told
        [row] = await desk.rows(RiskLimitsRow)
        assert (row.id, row.max_leverage) == (account.id, 3)
        await anna.press("confirm")
        [row] = await desk.rows(RiskLimitsRow)
        assert row.max_leverage == 50
