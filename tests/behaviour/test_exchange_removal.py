"""Made-up money, and what becomes of an exchange account that goes."""

from decimal import Decimal

import pytest

from core.domain.records import (
    ExchangeAccount,
    FillRow,
    LedgerRow,
    OrderRow,
    Query,
    Update,
)
from core.errors import PersonError, VenueError
from core.tools.arguments import parse_arguments
from core.tools.registry import Draft
from core.views.render import plain
from tests.behaviour.exchange_desk import ExchangeDesk, Position, View, desk_at_venue


@pytest.fixture
async def desk():
    return await ExchangeDesk().open()


async def test_made_up_money_is_put_in_taken_out_and_begun_anew(desk):
    shown = await desk.do(action="deposit", amount="1000")
    assert "Added 1,000 USDT of made-up money to “paper”: 11,000 USDT is free now." in shown
    assert "PAPER · SIMULATED" in shown
    shown = await desk.do(action="withdraw", amount="500.5 usdt")
    assert "10,499.50 USDT is free now" in shown
    await desk.trade("buy", "1000", "quote")
    draft = await desk.card(action="reset", amount="5000")
    card = plain(draft.blocks)
    assert "Reset the paper account “paper”? · PAPER · SIMULATED" in card
    assert "New balance: 5,000 USDT" in card
    assert "BTC/USDT" in card
    assert (draft.mode, draft.amendable) == ("paper", False)
    assert await desk.tool.settle("press", desk.context()) is None
    assert "begins anew with 5,000 USDT" in await desk.pressed(draft, "press")
    again = await desk.tool.settle("press", desk.context())
    assert again is not None
    assert again.data["free"] == "5000"
    view = await desk.exchange.account("desk")
    assert (view.equity, view.positions) == (Decimal(5000), ())
    assert len(await desk.records.find(Query(kind=FillRow))) == 1
    usual = await desk.card(action="reset")
    assert "New balance: 10,000 USDT" in plain(usual.blocks)


@pytest.mark.parametrize("amount", ["", "-5", "0", "1e9", "ten", "1,000", "99999999999999", "NaN"])
async def test_an_amount_that_is_none_moves_nothing(desk, amount):
    before = await desk.records.find(Query(kind=LedgerRow))
    for action in ("deposit", "withdraw"):
        await desk.refused(action=action, amount=amount)
    if amount:
        with pytest.raises(PersonError):
            await desk.card(action="reset", amount=amount)
    assert await desk.records.find(Query(kind=LedgerRow)) == before


async def test_a_deposit_that_is_carried_out_again_after_a_crash_is_made_once(desk):
    tool = desk.tool
    args = parse_arguments(tool, {"action": "deposit", "amount": "1000"})
    first = await tool.run(args, desk.context())
    again = await tool.run(args, desk.context())
    assert (first.data["free"], again.data["free"]) == ("11000", "11000")
    second = await tool.run(args, desk.context(pending=first.writes))
    assert second.data["free"] == "12000"


async def test_a_live_accounts_money_is_not_moved_here(desk):
    await desk.do(action="create", exchange="binance", name="main")
    for action in ("deposit", "withdraw"):
        told = await desk.refused(action=action, config="main", amount="5")
        assert "is LIVE" in told
    with pytest.raises(PersonError, match="exchange_not_paper"):
        await desk.card(action="reset", config="main")


async def test_an_account_with_something_open_is_deleted_only_if_that_is_said(desk):
    await desk.do(action="create", exchange="binance", name="main")
    desk_at_venue(desk, View(Position()), orders=("one", "two"))
    with pytest.raises(PersonError, match="exchange_has_open") as error:
        await desk.card(action="delete", config="main")
    assert error.value.params["orders"] == 2
    [(_, request)] = error.value.choices
    assert request == "delete the exchange account “main” and leave what is open"
    draft = await desk.card(action="delete", config="main", leave_open=True)
    card = plain(draft.blocks)
    assert "Open orders: 2" in card
    assert "BTC/USDT:USDT" in card
    assert draft.mode is None


async def test_what_cannot_be_read_is_unknown_and_must_be_said_too(desk):
    await desk.do(action="create", exchange="binance", name="main")
    desk_at_venue(desk, VenueError("no answer"))
    with pytest.raises(PersonError, match="exchange_open_unknown"):
        await desk.card(action="delete", config="main")
    card = plain((await desk.card(action="delete", config="main", leave_open=True)).blocks)
    assert "Open orders: unknown" in card


async def test_an_account_with_an_order_in_doubt_is_not_deleted(desk):
    await desk.do(action="create", exchange="binance", name="main")
    desk_at_venue(desk)
    await desk.trade("buy", "50", "quote")
    row = await desk.of("main")
    doubt = {"status": "UNKNOWN", "exchange_account_id": row.id}
    await desk.commit(Update(kind=OrderRow, where={}, set=doubt))
    with pytest.raises(PersonError, match="exchange_orders_doubt"):
        await desk.card(action="delete", config="main", leave_open=True)


async def test_orders_left_open_say_that_nobody_watches_them(desk):
    await desk.do(action="create", exchange="binance", name="main")
    desk_at_venue(desk, View(), orders=("one",))
    for _ in range(2):
        await desk.trade("buy", "50", "quote")
    row = await desk.of("main")
    first, second = await desk.records.find(Query(kind=OrderRow))
    at_venue = {"exchange_account_id": row.id, "status": "ACCEPTED"}
    mine = {"client_order_id": first.client_order_id}
    await desk.commit(Update(kind=OrderRow, where=mine, set=at_venue))
    await desk.pressed(await desk.card(action="delete", config="main", leave_open=True))
    rows = await desk.records.find(Query(kind=OrderRow))
    assert {one.client_order_id: one.status for one in rows} == {
        first.client_order_id: "UNWATCHED",
        second.client_order_id: "FILLED",
    }


async def test_what_was_traded_stays_when_the_account_goes(desk):
    await desk.do(action="create", exchange="binance", name="main")
    desk_at_venue(desk)
    await desk.trade("buy", "50", "quote")
    row = await desk.of("main")
    for kind in (OrderRow, FillRow):
        await desk.commit(Update(kind=kind, where={}, set={"exchange_account_id": row.id}))
    await desk.pressed(await desk.card(action="delete", config="main"))
    assert len(await desk.records.find(Query(kind=OrderRow))) == 1
    assert len(await desk.records.find(Query(kind=FillRow))) == 1
    gone = await desk.pressed(replace_plan(row))
    assert "was deleted already" in gone


def replace_plan(row):
    """The card of an account that is gone by the time of its press."""
    return Draft(
        arguments={"action": "delete"},
        blocks=(),
        data={},
        price=None,
        price_at=None,
        expires_at=row.created_at,
        mode=None,
        simulated=None,
        large=False,
        plan={"id": row.id},
    )


async def test_an_order_that_was_reserved_meanwhile_makes_a_deletion_stale(desk):
    await desk.do(action="create", exchange="binance", name="main")
    desk_at_venue(desk)
    row = await desk.of("main")
    result = await desk.tool._removal.delete(row.id, desk.context())
    await desk.commit(
        Update(kind=ExchangeAccount, where={"id": row.id}, set={"version": row.version + 1})
    )
    assert not await desk.records.commit(*result.writes)
    assert await desk.of("main")
