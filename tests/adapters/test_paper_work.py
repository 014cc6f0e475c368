"""What prices, time and other processes do to orders that rest at the paper venue."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import partial

import pytest

from core.domain.orders import OrderChange
from core.domain.paper_events import FilledOrder, FundingPaid
from core.domain.records import LedgerRow, PaperOpenOrderRow, Query, Update
from core.errors import OrderDenied, VenueError
from tests.adapters.paper_house import (
    BTC,
    ETH,
    SPOT_BTC,
    BreakingRecords,
    Funded,
    House,
    Interleaved,
)

D = Decimal


@pytest.fixture
async def house(memory_records, clock, ids):
    house = House(memory_records, clock, ids, Funded(BTC="100000", ETH="2000"))
    await house.open()
    return house


@pytest.fixture
async def stored(records, clock, ids):
    """The same over each store."""
    house = House(records, clock, ids, Funded(BTC="100000", ETH="2000"))
    await house.open()
    return house


# -- prices -----------------------------------------------------------------------------------


async def test_the_prices_that_matter_are_those_of_positions_and_of_what_rests(house):
    exchange = house.process()
    await exchange.place("desk", house.order("BUY", "0.01", symbol=SPOT_BTC))
    assert await exchange.open_symbols() == set()
    await exchange.place(
        "desk", house.order("BUY", "0.01", symbol=SPOT_BTC, type="limit", price="90000")
    )
    await exchange.place("desk", house.order("BUY", "1", symbol=ETH))
    assert await exchange.open_symbols() == {SPOT_BTC, ETH}
    await exchange.cancel("desk", replace(house.last(SPOT_BTC), client_order_id="order-2"))
    assert await exchange.open_symbols() == {ETH}


async def test_a_price_does_its_work_for_every_account_and_says_what_happened(house):
    exchange = house.process()
    for name in ("anna", "bert"):
        await house.open(name)
        order = house.order("BUY", "0.1", type="limit", price="99000")
        assert (await exchange.place(name, order)).status == "ACCEPTED"
    happened = await exchange.on_quote(house.prices.set(BTC, "98000"))
    assert {type(one) for one in happened} == {FilledOrder}
    assert {(one.exchange_account_id, one.account_id) for one in happened} == {
        ("anna", "owner-of-anna"),
        ("bert", "owner-of-bert"),
    }
    assert await exchange.on_quote(house.prices.set(BTC, "98000")) == []
    assert [one.status for one in [await exchange.find("bert", house.last())] if one] == ["FILLED"]


async def test_a_price_of_one_market_leaves_the_orders_of_another_alone(house):
    exchange = house.process()
    await exchange.place("desk", house.order("BUY", "0.1", type="limit", price="99000"))
    assert await exchange.on_quote(house.prices.set(SPOT_BTC, "1")) == []
    assert await exchange.on_quote(house.prices.set(ETH, "1")) == []
    assert len(await exchange.open_orders("desk")) == 1


async def test_an_account_that_cannot_be_worked_on_does_not_hold_up_the_others(house):
    exchange = house.process()
    for name in ("a", "z"):
        await house.open(name)
        await exchange.place(name, house.order("BUY", "0.1", type="limit", price="99000"))
    rows = await house.records.find(
        Query(kind=PaperOpenOrderRow, where={"exchange_account_id": "a"})
    )
    spoilt = Update(kind=PaperOpenOrderRow, where={"id": rows[0].id}, set={"reserved": D(10**6)})
    assert await house.records.commit(spoilt)
    with pytest.raises(ValueError, match="below zero"):
        await house.process().on_quote(house.prices.set(BTC, "98000"))
    assert (await exchange.find("z", house.last())).status == "FILLED"
    assert (await exchange.account("z")).positions[0].quantity == D("0.1")


async def test_a_new_order_meets_what_the_present_price_did_first(house):
    exchange = house.process()
    await house.protected(exchange)
    house.prices.set(BTC, "94000")
    report = await exchange.place("desk", house.order("SELL", "0.1", reduce_only=True))
    assert (report.status, report.reason) == ("REJECTED", "venue_nothing_to_reduce")
    assert await exchange.open_orders("desk") == []
    (realised,) = [row.amount for row in await house.ledger() if row.kind == "realised"]
    assert realised == -600


# -- several processes, restarts, crashes -----------------------------------------------------


async def test_after_a_restart_orders_rest_as_before_and_fill(stored):
    await stored.protected(stored.process())
    again = stored.process()
    assert [one.type for one in await again.open_orders("desk")] == ["stop", "take_profit"]
    (filled, canceled) = await again.on_quote(stored.prices.set(BTC, "105000"))
    assert filled.report.client_order_id == "order-3"
    assert (canceled.report.client_order_id, canceled.report.reason) == (
        "order-2",
        "venue_canceled_oco",
    )
    assert (await stored.process().account("desk")).positions == ()


async def test_two_processes_fill_a_resting_order_once(stored):
    one, other = stored.process(), stored.process()
    await one.place("desk", stored.order("BUY", "0.1", type="limit", price="99000"))
    await other.account("desk")
    quote = stored.prices.set(BTC, "98000")
    happened = await asyncio.gather(one.on_quote(quote), other.on_quote(quote))
    assert sorted(len(each) for each in happened) == [0, 1]
    assert (await one.account("desk")).positions[0].quantity == D("0.1")


async def test_a_cancel_and_a_fill_at_once_leave_one_of_them(stored):
    one, other = stored.process(), stored.process()
    await one.place("desk", stored.order("BUY", "0.1", type="limit", price="99000"))
    await other.account("desk")
    quote = stored.prices.set(BTC, "98000")
    _, report = await asyncio.gather(one.on_quote(quote), other.cancel("desk", stored.last()))
    assert await one.find("desk", stored.last()) == report
    view = await one.account("desk")
    assert (report.status == "FILLED") == bool(view.positions)
    assert view.balances[0].total == D(10000) - (D("1.98") if report.status == "FILLED" else 0)


@pytest.mark.parametrize("breaks", ["before", "after"])
async def test_a_fill_whose_commit_broke_is_made_up_for_at_the_next_price(house, breaks):
    breaking = BreakingRecords(house.records)
    exchange = house.process(breaking)
    await exchange.place("desk", house.order("BUY", "0.1", type="limit", price="99000"))
    breaking.breaks = breaks
    quote = house.prices.set(BTC, "98000")
    with pytest.raises(ConnectionError):
        await exchange.on_quote(quote)
    breaking.breaks = ""
    assert len(await exchange.on_quote(quote)) == (1 if breaks == "before" else 0)
    assert (await exchange.find("desk", house.last())).status == "FILLED"
    assert (await exchange.account("desk")).balances[0].total == D(10000) - D("1.98")


async def test_an_order_amended_elsewhere_is_judged_as_it_is_now(stored):
    one, other = stored.process(), stored.process()
    await one.place("desk", stored.order("BUY", "0.1", type="limit", price="99000"))
    await other.account("desk")
    await one.amend("desk", stored.last(), OrderChange(price=D(97000)))
    assert await other.on_quote(stored.prices.set(BTC, "98000")) == []
    with pytest.raises(OrderDenied) as denied:
        await other.amend("desk", stored.last(), OrderChange(quantity=D(50)))
    assert denied.value.key == "venue_insufficient_margin"
    assert denied.value.params["currency"] == "USDT"


# -- funding ----------------------------------------------------------------------------------


async def test_funding_is_paid_at_the_market_s_rate_once_whoever_looks(stored):
    one, other = stored.process(), stored.process()
    await one.place("desk", stored.order("BUY", "0.1"))
    await other.account("desk")
    stored.clock.advance(timedelta(hours=8).total_seconds())
    quote = stored.prices.set(BTC, "100500")
    happened = await asyncio.gather(one.on_quote(quote), other.on_quote(quote))
    (paid,) = [event for each in happened for event in each]
    assert isinstance(paid, FundingPaid)
    assert (paid.amount, paid.rate) == (D("-2.01"), D("0.0002"))
    assert await stored.process().on_quote(quote) == []
    assert (await one.account("desk")).positions[0].margin == D("997.99")


async def test_while_the_rate_cannot_be_read_funding_waits_and_all_else_goes_on(house):
    exchange = house.process()
    await house.protected(exchange)
    house.clock.advance(timedelta(hours=8).total_seconds())
    house.prices.readable = False
    quote = house.prices.set(BTC, "100500")
    assert await exchange.on_quote(quote) == []
    house.prices.readable = True
    house.clock.advance(30)
    assert len(await exchange.on_quote(quote)) == 1
    assert len(await exchange.on_quote(house.prices.set(BTC, "94000"))) == 2


async def test_the_rate_is_asked_for_only_when_somebody_is_due(house):
    exchange = house.process()
    for name in ("a", "b", "c"):
        await house.open(name)
        await exchange.place(name, house.order("BUY", "0.01"))
    for _ in range(3):
        await exchange.on_quote(house.prices.set(BTC, "100100"))
    assert house.prices.asked == 0
    house.clock.advance(timedelta(hours=8).total_seconds())
    assert len(await exchange.on_quote(house.prices.set(BTC, "100100"))) == 3
    assert house.prices.asked == 1


async def test_a_new_order_comes_after_the_funding_that_is_due(house):
    exchange = house.process()
    await exchange.place("desk", house.order("BUY", "0.1"))
    house.clock.advance(timedelta(hours=9).total_seconds())
    await exchange.place("desk", house.order("SELL", "0.1", reduce_only=True))
    assert [row.amount for row in await house.ledger() if row.kind == "funding"] == [D(-2)]


# -- the bank ---------------------------------------------------------------------------------


async def test_money_comes_in_once_for_a_key_whatever_breaks(house):
    breaking = BreakingRecords(house.records)
    exchange = house.process(breaking)
    breaking.breaks = "after"
    with pytest.raises(ConnectionError):
        await exchange.deposit("desk", D(500), "key")
    breaking.breaks = ""
    assert await exchange.booked("desk", "key")
    assert await exchange.deposit("desk", D(500), "key") == 10500
    assert await house.process().withdraw("desk", D(100), "other") == 10400
    assert not await exchange.booked("desk", "another")


async def test_two_deposits_at_once_through_two_processes_both_count(stored):
    one, other = stored.process(), stored.process()
    await asyncio.gather(one.deposit("desk", D(1), "a"), other.deposit("desk", D(2), "b"))
    assert (await one.account("desk")).balances[0].free == 10003
    same = await asyncio.gather(one.deposit("desk", D(5), "c"), other.deposit("desk", D(5), "c"))
    assert list(same) == [D(10008), D(10008)]


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("method", ["get", "find", "read"])
async def test_a_deposit_that_another_process_books_in_between_counts_once(house, method, before):
    other = house.process()
    meanwhile = partial(other.deposit, "desk", D(5), "c")
    one = house.process(Interleaved(house.records, method, before, meanwhile))
    assert await one.deposit("desk", D(5), "c") == 10005
    assert (await house.process().account("desk")).balances[0].free == 10005


async def test_a_reset_account_is_empty_but_for_its_balance_and_remembers_its_trades(stored):
    exchange = stored.process()
    await stored.protected(exchange)
    await exchange.place("desk", stored.order("BUY", "0.01", symbol=SPOT_BTC))
    before = await stored.ledger()
    assert await exchange.reset("desk", D(2500), "key") == 2500
    assert await exchange.reset("desk", D(2500), "key") == 2500
    view = await stored.process().account("desk")
    assert (view.positions, view.equity, len(view.balances)) == ((), D(2500), 1)
    assert await exchange.open_orders("desk") == []
    assert (await stored.ledger())[: len(before)] == before
    assert {row.kind for row in (await stored.ledger())[len(before) :]} == {"reset"}
    assert (await exchange.find("desk", replace(stored.last(), client_order_id="order-1"))).filled


async def test_the_bank_says_what_is_wrong_and_knows_only_paper_accounts(house):
    exchange = house.process()
    with pytest.raises(OrderDenied) as denied:
        await exchange.withdraw("desk", D(10001), "key")
    assert (denied.value.key, denied.value.params["free"]) == ("venue_bank_short", "10000")
    with pytest.raises(VenueError):
        await exchange.deposit("nobody", D(1), "key")
    kinds = await house.records.find(Query(kind=LedgerRow, where={"kind": "withdrawal"}))
    assert kinds == []


async def test_an_order_that_waits_for_a_slow_market_holds_up_no_liquidation(house):
    exchange = house.process()
    await house.protected(exchange)
    quote = house.prices.set(BTC, "94000")
    house.prices.gate = asyncio.Event()
    order = asyncio.create_task(exchange.place("desk", house.order("SELL", "0.1")))
    await house.prices.waiting.wait()
    assert len(await exchange.on_quote(quote)) == 2
    house.prices.gate.set()
    report = await order
    assert (report.status, report.realized_pnl) == ("FILLED", None)
    assert (await exchange.account("desk")).positions[0].side == "SHORT"
