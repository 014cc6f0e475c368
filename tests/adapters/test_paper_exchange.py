"""The paper venue's own promises: liquidation, crashes, several processes over one database."""

import asyncio
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.store.memory import MemoryRecords
from core.domain.orders import OrderRef
from core.domain.records import Insert, LedgerRow, PaperAccountRow, Query, Setting
from core.errors import VenueError
from tests.adapters.paper_house import BTC, ETH, SPOT_BTC, BreakingRecords, House
from tests.clocks import ManualClock, SeededIds
from tests.domain.paper_desk import PAPER_ACCOUNT

D = Decimal


@pytest.fixture
async def house(records, clock, ids):
    house = House(records, clock, ids)
    await house.open()
    return house


async def test_a_buy_pays_the_ask_and_a_sell_gets_the_bid(house):
    exchange = house.process()
    house.prices.set(BTC, "100000", half_spread="5")
    bought = await exchange.place("desk", house.order("BUY", "0.1"))
    sold = await exchange.place("desk", house.order("SELL", "0.1", reduce_only=True))
    assert (bought.average_price, sold.average_price) == (D(100005), D(99995))
    assert sold.realized_pnl == -1


async def test_a_clamped_order_slips_by_what_it_trades_only(house):
    exchange = house.process()
    await exchange.place("desk", house.order("BUY", "0.1"))
    sold = await exchange.place("desk", house.order("SELL", "5000", reduce_only=True))
    assert (sold.filled, sold.average_price) == (D("0.1"), D(100000))


async def test_a_large_order_pays_for_its_size(house):
    await house.open("rich", "1000000000")
    report = await house.process().place("rich", house.order("BUY", "105", leverage=1))
    assert report.average_price == D(100200)


async def test_every_position_that_is_due_at_a_price_is_closed_and_no_other(house):
    exchange = house.process()
    for name in ("bold", "calm", "short"):
        await house.open(name)
    await exchange.place("bold", house.order("BUY", "0.1", leverage=50))
    await exchange.place("desk", house.order("BUY", "0.1", leverage=20))
    await exchange.place("calm", house.order("BUY", "0.1", leverage=2))
    await exchange.place("short", house.order("SELL", "0.1", leverage=50))
    told = await exchange.on_quote(house.prices.set(BTC, "95000"))
    assert {(one.exchange_account_id, one.account_id, one.lost) for one in told} == {
        ("bold", "owner-of-bold", D(200)),
        ("desk", "owner-of-desk", D(500)),
    }
    assert await exchange.on_quote(house.prices.set(BTC, "95000")) == []
    assert (await exchange.account("bold")).positions == ()
    assert (await exchange.account("bold")).equity == D(10000) - 200 - 5
    assert len((await exchange.account("calm")).positions) == 1


async def test_a_price_of_another_market_liquidates_nothing(house):
    exchange = house.process()
    await exchange.place("desk", house.order("BUY", "0.1", leverage=50))
    await exchange.place("desk", house.order("BUY", "0.01", symbol=SPOT_BTC))
    for quote in (
        house.prices.set(ETH, "1"),
        house.prices.set(SPOT_BTC, "1"),
        house.prices.set("NOPE/USDT:USDT", "1"),
    ):
        assert await exchange.on_quote(quote) == []
    assert len((await exchange.account("desk")).positions) == 2


async def test_the_prices_to_watch_are_those_of_open_perpetuals(house):
    exchange = house.process()
    assert await exchange.open_symbols() == set()
    await house.open("other")
    await exchange.place("desk", house.order("BUY", "0.1"))
    await exchange.place("other", house.order("SELL", "1", symbol=ETH))
    await exchange.place("other", house.order("BUY", "0.01", symbol=SPOT_BTC))
    assert await exchange.open_symbols() == {BTC, ETH}
    await exchange.place("desk", house.order("SELL", "0.1", reduce_only=True))
    assert await exchange.open_symbols() == {ETH}


async def test_what_tells_the_person_is_kept_with_the_liquidation(house):
    async def tell(liquidation):
        told = {"who": liquidation.account_id, "lost": str(liquidation.lost)}
        return (Insert(record=Setting(id=liquidation.id, value=told)),)

    exchange = house.process(tell=tell)
    await exchange.place("desk", house.order("BUY", "0.1", leverage=50))
    (liquidation,) = await exchange.on_quote(house.prices.set(BTC, "90000"))
    kept = await house.records.get(Setting, liquidation.id)
    assert kept.value["who"] == "owner-of-desk"
    assert D(kept.value["lost"]) == liquidation.lost == 200


async def test_an_order_meets_no_price_at_which_its_position_is_already_gone(house):
    notes = []

    async def tell(liquidation):
        notes.append(liquidation.lost)
        return ()

    exchange = house.process(tell=tell)
    await exchange.place("desk", house.order("BUY", "0.1", leverage=50))
    house.prices.set(BTC, "97000")
    report = await exchange.place("desk", house.order("SELL", "0.1", reduce_only=True))
    assert (report.status, report.reason) == ("REJECTED", "venue_nothing_to_reduce")
    assert notes == [D(200)]
    assert (await exchange.account("desk")).equity == D(10000) - 200 - 5


async def test_after_a_restart_the_account_is_the_same(house):
    exchange = house.process()
    await exchange.place("desk", house.order("BUY", "0.1"))
    await exchange.place("desk", house.order("BUY", "0.05", symbol=SPOT_BTC))
    await exchange.place("desk", house.order("SELL", "0.03", reduce_only=True))
    before = await exchange.account("desk")
    again = house.process()
    assert await again.account("desk") == before
    assert await again.place("desk", house.order("SELL", "0.07", reduce_only=True)) is not None
    assert (await again.account("desk")).positions[0].symbol == SPOT_BTC


async def test_two_processes_see_each_other_s_orders(house):
    one, other = house.process(), house.process()
    for side, exchange in (("BUY", one), ("BUY", other), ("SELL", one), ("BUY", other)):
        assert (await exchange.place("desk", house.order(side, "0.1"))).status == "FILLED"
    assert await one.account("desk") == await other.account("desk")
    assert (await one.account("desk")).positions[0].quantity == D("0.2")


async def test_two_processes_cannot_both_spend_the_same_money(house):
    one, other = house.process(), house.process()
    await asyncio.gather(one.account("desk"), other.account("desk"))
    reports = await asyncio.gather(
        *(
            exchange.place("desk", house.order("BUY", "0.06", symbol=SPOT_BTC))
            for exchange in (one, other)
        )
    )
    assert sorted(report.status for report in reports) == ["FILLED", "REJECTED"]


async def test_one_client_id_sent_through_two_processes_fills_once(house):
    one, other = house.process(), house.process()
    order = house.order("BUY", "0.1")
    first, second = await asyncio.gather(one.place("desk", order), other.place("desk", order))
    assert first == second
    assert (await one.account("desk")).positions[0].quantity == D("0.1")


async def test_a_price_liquidates_what_another_process_opened_or_added_to(house):
    trading, clock = house.process(), house.process()
    await trading.place("desk", house.order("BUY", "0.1", leverage=50))
    assert await clock.on_quote(house.prices.set(BTC, "99000")) == []
    await trading.place("desk", house.order("BUY", "0.1", leverage=50))
    (told,) = await clock.on_quote(house.prices.set(BTC, "97000"))
    assert (told.quantity, told.lost) == (D("0.2"), D(398))
    assert (await trading.account("desk")).positions == ()


async def test_two_processes_liquidate_a_position_once(house):
    one, other = house.process(), house.process()
    await one.place("desk", house.order("BUY", "0.1", leverage=50))
    await other.account("desk")
    quote = house.prices.set(BTC, "90000")
    told = await asyncio.gather(one.on_quote(quote), other.on_quote(quote))
    assert sorted(len(each) for each in told) == [0, 1]


@pytest.mark.parametrize("breaks", ["before", "after"])
async def test_an_order_whose_commit_broke_is_what_the_database_says(house, breaks):
    breaking = BreakingRecords(house.records)
    exchange = house.process(breaking)
    await exchange.place("desk", house.order("BUY", "0.1"))
    order = house.order("BUY", "0.1")
    breaking.breaks = breaks
    with pytest.raises(ConnectionError):
        await exchange.place("desk", order)
    breaking.breaks = ""
    ref = OrderRef(
        client_order_id=order.client_order_id, symbol=order.symbol, sent_at=house.clock.now()
    )
    found = await exchange.find("desk", ref)
    assert (found is None) == (breaks == "before")
    report = await exchange.place("desk", order)
    assert report.status == "FILLED"
    assert found in (None, report)
    assert (await exchange.account("desk")).positions[0].quantity == D("0.2")


async def test_orders_of_one_account_side_by_side_lose_nothing(house):
    exchange = house.process()
    orders = [house.order("BUY", "0.01", leverage=1) for _ in range(12)]
    reports = await asyncio.gather(*(exchange.place("desk", order) for order in orders))
    filled = [report for report in reports if report.status == "FILLED"]
    assert len(filled) == 9
    view = await exchange.account("desk")
    assert view.positions[0].quantity == D("0.09")
    assert view.balances[0].total == D(10000) - D("0.5") * 9


async def test_a_refused_order_moves_no_money(house):
    await house.process().place("desk", house.order("BUY", "9"))
    assert [row.kind for row in await house.ledger()] == ["deposit"]


async def test_the_ledger_in_the_database_sums_to_nothing_and_gives_every_balance_I14(house):
    exchange = house.process()
    await exchange.place("desk", house.order("BUY", "0.1"))
    house.prices.set(BTC, "101000")
    await exchange.place("desk", house.order("SELL", "0.15"))
    await exchange.place("desk", house.order("BUY", "0.03", symbol=SPOT_BTC))
    await exchange.on_quote(house.prices.set(BTC, "120000"))
    total = house.records.total
    for balance in (await exchange.account("desk")).balances:
        where = {"currency": balance.currency}
        into = Query(kind=LedgerRow, where=where | {"bucket": "free"})
        out = Query(kind=LedgerRow, where=where | {"contra": "free"})
        assert await total(into, "amount") - await total(out, "amount") == balance.free
    kinds = {row.kind for row in await house.ledger()}
    assert kinds == {
        "deposit",
        "fee",
        "margin_in",
        "margin_out",
        "realised",
        "liquidation",
        "buy",
    }
    assert {row.account_id for row in await house.ledger()} == {"owner-of-desk"}


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["BUY", "SELL"]),
        st.sampled_from([BTC, SPOT_BTC]),
        st.integers(1, 120),
        st.sampled_from([5, 10, 50]),
        st.booleans(),
        st.sampled_from(["none", "restart", "repeat", "lost answer"]),
        st.decimals("80000", "120000", places=1),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_crashes_and_repeats_anywhere_change_nothing(steps):
    """The same orders and prices, with and without accidents, leave the same rows of money."""

    async def play(accidents):
        house = House(MemoryRecords(), ManualClock(), SeededIds())
        await house.open()
        breaking = BreakingRecords(house.records)
        exchange = house.process(breaking)
        for side, symbol, size, leverage, reduce_only, accident, price in steps:
            house.prices.set(SPOT_BTC, price)
            await exchange.on_quote(house.prices.set(BTC, price))
            order = house.order(
                side,
                size * D("0.001"),
                symbol=symbol,
                leverage=leverage,
                reduce_only=reduce_only,
            )
            if accidents and accident == "restart":
                exchange = house.process(breaking)
            if accidents and accident == "lost answer":
                breaking.breaks = "after"
                with pytest.raises(ConnectionError):
                    await exchange.place("desk", order)
                breaking.breaks = ""
            report = await exchange.place("desk", order)
            if accidents and accident == "repeat":
                assert await exchange.place("desk", order) == report
        money = [
            (row.kind, row.currency, row.bucket, row.contra, row.amount)
            for row in await house.ledger()
        ]
        view = await exchange.account("desk")
        assert await house.process().account("desk") == view
        assert view.balances[0].free >= 0
        return money, view

    assert asyncio.run(play(accidents=True)) == asyncio.run(play(accidents=False))


async def test_an_account_without_a_book_is_named(house):
    orphan = replace(PAPER_ACCOUNT, id="orphan")
    assert await house.records.commit(Insert(record=orphan))
    assert await house.records.get(PaperAccountRow, "orphan") is None
    with pytest.raises(VenueError, match="no paper account orphan"):
        await house.process().account("orphan")
