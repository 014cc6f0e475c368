"""What every Exchange keeps to, whatever stands behind it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from decimal import Decimal

import pytest

from adapters.exchange.paper import PaperExchange
from core.domain.market import Quote
from core.domain.orders import OrderChange, OrderRef, OrderRequest
from core.domain.paper import opening_writes
from core.domain.records import Insert
from core.errors import OrderDenied, VenueError
from core.ports import Exchange
from core.views.words import WORDS
from tests.clocks import START
from tests.domain.paper_desk import PAPER_ACCOUNT
from tests.doubles.prices import SetPrices

PERPETUAL = "BTC/USDT:USDT"
SPOT = "BTC/USDT"
D = Decimal


@dataclass
class Venue:
    """An exchange with an account of 10,000 USDT, where Bitcoin stands at 100,000."""

    exchange: Exchange
    account: str
    prices: SetPrices
    trades: Callable[[Quote], Awaitable[object]]
    sent: int = 0

    def order(self, side, quantity, *, symbol=PERPETUAL, leverage=10, **more):
        """A new order, a market one unless said otherwise, with its own client id."""
        self.sent += 1
        for name in ("price", "trigger"):
            if name in more:
                more[name] = D(more[name])
        return OrderRequest(
            client_order_id=f"order-{self.sent}",
            symbol=symbol,
            side=side,
            quantity=D(quantity),
            leverage=None if symbol == SPOT else leverage,
            **more,
        )

    async def place(self, side, quantity, **how):
        """Place a new order."""
        return await self.exchange.place(self.account, self.order(side, quantity, **how))

    async def find(self, client_order_id, symbol=PERPETUAL):
        """The order as it stands."""
        return await self.exchange.find(self.account, ref(client_order_id, symbol))

    async def cancel(self, client_order_id, symbol=PERPETUAL):
        """Take the order back."""
        return await self.exchange.cancel(self.account, ref(client_order_id, symbol))

    async def amend(self, client_order_id, **change):
        """Change a resting order of the perpetual."""
        changes = OrderChange(**{name: D(value) for name, value in change.items()})
        return await self.exchange.amend(self.account, ref(client_order_id), changes)

    async def open(self):
        """What rests, by client id."""
        resting = await self.exchange.open_orders(self.account)
        return {one.client_order_id: one for one in resting}

    async def move(self, price, symbol=PERPETUAL):
        """The market trades at this price now, and the venue does what that does."""
        await self.trades(self.prices.set(symbol, price))

    async def view(self):
        """The account now."""
        return await self.exchange.account(self.account)


def ref(client_order_id, symbol=PERPETUAL):
    """How an order is asked for."""
    return OrderRef(client_order_id=client_order_id, symbol=symbol, sent_at=START)


class ExchangeContract:
    """Subclasses give the fixture `venue`."""

    async def test_a_fresh_account_has_its_money_and_nothing_else(self, venue):
        view = await venue.view()
        assert [(one.currency, one.free, one.locked) for one in view.balances] == [
            ("USDT", D(10000), D(0))
        ]
        assert (view.positions, view.equity, view.missing) == ((), D(10000), ())

    async def test_a_market_order_fills_and_its_report_adds_up(self, venue):
        report = await venue.place("BUY", "0.1")
        assert (report.status, report.filled, report.reason) == ("FILLED", D("0.1"), "")
        assert report.client_order_id == "order-1"
        assert report.venue_order_id
        assert report.realized_pnl is None
        assert sum(fill.quantity for fill in report.fills) == report.filled
        assert sum(fill.fee for fill in report.fills) == report.fee > 0
        value = sum(fill.quantity * fill.price for fill in report.fills)
        assert value / report.filled == report.average_price

    async def test_an_open_position_is_shown_with_its_margin_and_its_risk(self, venue):
        await venue.place("BUY", "0.1")
        venue.prices.set(PERPETUAL, "101000")
        view = await venue.view()
        (position,) = view.positions
        assert (position.symbol, position.kind, position.side) == (PERPETUAL, "perpetual", "LONG")
        assert (position.quantity, position.cost, position.entry_price) == (
            D("0.1"),
            D(10000),
            D(100000),
        )
        assert (position.leverage, position.margin) == (10, D(1000))
        assert (position.mark, position.unrealized_pnl) == (D(101000), D(100))
        assert D(90000) < position.liquidation_price < D(91000)
        (usdt,) = view.balances
        assert (usdt.locked, usdt.total) == (D(1000), D(9995))
        assert view.equity == usdt.total + 100

    async def test_a_spot_holding_is_shown_with_its_cost(self, venue):
        await venue.place("BUY", "0.05", symbol=SPOT)
        venue.prices.set(SPOT, "110000")
        view = await venue.view()
        (held,) = view.positions
        assert (held.symbol, held.kind, held.side) == (SPOT, "spot", "LONG")
        assert (held.quantity, held.cost, held.entry_price) == (D("0.05"), D(5000), D(100000))
        assert (held.mark, held.unrealized_pnl) == (D(110000), D(500))
        assert (held.leverage, held.margin, held.liquidation_price) == (None, None, None)
        assert {one.currency: one.free for one in view.balances} == {
            "USDT": D("4997.5"),
            "BTC": D("0.05"),
        }
        assert view.equity == D("4997.5") + D(5500)

    async def test_closing_realises_the_gain_and_frees_the_margin(self, venue):
        await venue.place("SELL", "0.1")
        venue.prices.set(PERPETUAL, "99000")
        report = await venue.place("BUY", "0.1", reduce_only=True)
        assert report.realized_pnl == D(100)
        view = await venue.view()
        assert (view.positions, view.balances[0].locked) == ((), 0)
        assert view.equity == D(10000) + 100 - 5 - D("4.95")

    async def test_the_same_client_id_returns_the_first_report(self, venue):
        order = venue.order("BUY", "0.1")
        first = await venue.exchange.place(venue.account, order)
        venue.prices.set(PERPETUAL, "105000")
        assert await venue.exchange.place(venue.account, order) == first
        assert (await venue.view()).positions[0].quantity == D("0.1")

    async def test_the_same_client_id_at_the_same_instant_fills_once(self, venue):
        order = venue.order("BUY", "0.1")
        reports = await asyncio.gather(
            *(venue.exchange.place(venue.account, order) for _ in range(5))
        )
        assert reports == [reports[0]] * 5
        assert (await venue.view()).positions[0].quantity == D("0.1")

    async def test_an_order_is_found_by_its_client_id(self, venue):
        report = await venue.place("BUY", "0.1")
        assert await venue.find("order-1") == report

    async def test_an_order_that_never_arrived_is_not_found(self, venue):
        assert await venue.find("order-1") is None

    async def test_a_refused_order_changes_nothing_and_says_why(self, venue):
        before = await venue.view()
        report = await venue.place("BUY", "0.0001")
        assert (report.status, report.filled, report.fills) == ("REJECTED", 0, ())
        assert (report.average_price, report.realized_pnl, report.fee) == (None, None, 0)
        for text in WORDS[report.reason].values():
            assert text.format(**report.params)
        assert await venue.view() == before

    async def test_a_refusal_stands_for_its_client_id(self, venue):
        order = venue.order("SELL", "0.1", reduce_only=True)
        refused = await venue.exchange.place(venue.account, order)
        await venue.place("BUY", "0.1")
        assert await venue.exchange.place(venue.account, order) == refused
        assert await venue.find(order.client_order_id) == refused

    async def test_a_symbol_that_is_not_traded_is_refused(self, venue):
        report = await venue.place("BUY", "1", symbol="NOPE/USDT")
        assert (report.status, report.reason) == ("REJECTED", "venue_unknown_symbol")

    async def test_reduce_only_never_turns_the_position(self, venue):
        await venue.place("BUY", "0.1")
        report = await venue.place("SELL", "0.5", reduce_only=True)
        assert report.filled == D("0.1")
        assert (await venue.view()).positions == ()

    async def test_without_a_price_nothing_is_placed(self, venue):
        venue.prices.lose(PERPETUAL)
        order = venue.order("BUY", "0.1")
        with pytest.raises(VenueError):
            await venue.exchange.place(venue.account, order)
        assert await venue.find(order.client_order_id) is None
        venue.prices.set(PERPETUAL, "100000")
        assert (await venue.exchange.place(venue.account, order)).status == "FILLED"

    async def test_an_order_that_is_repeated_in_an_outage_is_still_known(self, venue):
        order = venue.order("BUY", "0.1")
        first = await venue.exchange.place(venue.account, order)
        venue.prices.lose(PERPETUAL)
        assert await venue.exchange.place(venue.account, order) == first

    async def test_a_price_that_cannot_be_read_is_named_and_never_zero(self, venue):
        await venue.place("BUY", "0.01", symbol=SPOT)
        await venue.place("SELL", "0.1")
        venue.prices.lose(PERPETUAL)
        view = await venue.view()
        assert (view.equity, view.missing) == (None, (PERPETUAL,))
        spot, perpetual = sorted(view.positions, key=lambda one: one.kind == "perpetual")
        assert (perpetual.mark, perpetual.unrealized_pnl) == (None, None)
        assert perpetual.entry_price == D(100000)
        assert spot.mark == D(100000)

    async def test_an_unknown_account_is_an_error_not_an_empty_one(self, venue):
        with pytest.raises(VenueError):
            await venue.exchange.account("nobody")
        with pytest.raises(VenueError):
            await venue.exchange.place("nobody", venue.order("BUY", "0.1"))

    async def test_a_limit_that_does_not_fill_rests_and_holds_its_margin_back(self, venue):
        report = await venue.place("BUY", "0.1", type="limit", price="99000")
        assert (report.status, report.filled, report.fills) == ("ACCEPTED", 0, ())
        (resting,) = (await venue.open()).values()
        assert (resting.client_order_id, resting.type, resting.side) == ("order-1", "limit", "BUY")
        assert (resting.quantity, resting.filled, resting.price) == (D("0.1"), 0, D(99000))
        assert resting.venue_order_id == report.venue_order_id
        (usdt,) = (await venue.view()).balances
        assert (usdt.total, usdt.locked) == (10000, 10000 - usdt.free)
        assert usdt.locked >= 990
        assert (await venue.view()).equity == 10000

    async def test_it_fills_when_the_market_trades_through_it(self, venue):
        await venue.place("BUY", "0.1", type="limit", price="99000")
        await venue.move("98900")
        report = await venue.find("order-1")
        assert (report.status, report.filled, report.average_price) == (
            "FILLED",
            D("0.1"),
            D(99000),
        )
        assert all(fill.maker for fill in report.fills)
        assert (await venue.open(), (await venue.view()).positions[0].quantity) == ({}, D("0.1"))

    async def test_a_limit_that_meets_the_market_fills_at_once_as_a_taker(self, venue):
        report = await venue.place("BUY", "0.1", type="limit", price="100500")
        assert (report.status, report.average_price) == ("FILLED", D(100000))
        assert not any(fill.maker for fill in report.fills)

    async def test_a_post_only_order_never_takes(self, venue):
        order = venue.order("BUY", "0.1", type="limit", price="100500", post_only=True)
        report = await venue.exchange.place(venue.account, order)
        assert report.status in ("REJECTED", "CANCELED")
        assert (report.filled, await venue.open()) == (0, {})
        assert set(WORDS[report.reason]) == {"en", "zh"}

    async def test_a_cancelled_order_rests_no_longer_and_frees_what_it_held(self, venue):
        await venue.place("BUY", "0.1", type="limit", price="99000")
        report = await venue.cancel("order-1")
        assert (report.status, report.filled) == ("CANCELED", 0)
        assert await venue.find("order-1") == report
        assert (await venue.open(), (await venue.view()).balances[0].locked) == ({}, 0)
        await venue.move("98000")
        assert (await venue.view()).positions == ()

    async def test_cancelling_what_is_closed_changes_nothing(self, venue):
        filled = await venue.place("BUY", "0.1")
        assert await venue.cancel("order-1") == filled
        await venue.place("BUY", "0.1", type="limit", price="99000")
        assert await venue.cancel("order-2") == await venue.cancel("order-2")

    async def test_a_stop_closes_the_position_when_the_mark_reaches_it(self, venue):
        await venue.place("BUY", "0.1")
        await venue.place("SELL", "0.1", type="stop", trigger="98500", reduce_only=True)
        (resting,) = (await venue.open()).values()
        assert (resting.type, resting.trigger, resting.reduce_only) == ("stop", D(98500), True)
        await venue.move("98000")
        report = await venue.find("order-2")
        assert (report.status, report.average_price) == ("FILLED", D(98000))
        assert report.realized_pnl in (D(-200), None)
        assert (await venue.view()).positions == ()

    async def test_a_take_profit_closes_it_when_the_mark_reaches_that(self, venue):
        await venue.place("SELL", "0.1")
        await venue.place("BUY", "0.1", type="take_profit", trigger="98500", reduce_only=True)
        await venue.move("98500")
        assert (await venue.find("order-2")).status == "FILLED"
        assert (await venue.view()).positions == ()

    async def test_a_stop_that_is_reached_already_is_not_taken(self, venue):
        await venue.place("BUY", "0.1")
        report = await venue.place("SELL", "0.1", type="stop", trigger="101000", reduce_only=True)
        assert (report.status, await venue.open()) == ("REJECTED", {})
        assert set(WORDS[report.reason]) == {"en", "zh"}

    async def test_a_resting_order_can_be_changed(self, venue):
        placed = await venue.place("BUY", "0.1", type="limit", price="99000")
        report = await venue.amend("order-1", price="98000", quantity="0.2")
        assert (report.status, report.client_order_id) == ("ACCEPTED", "order-1")
        (resting,) = (await venue.open()).values()
        assert (resting.price, resting.quantity) == (D(98000), D("0.2"))
        assert placed.status == "ACCEPTED"
        await venue.move("98500")
        assert (await venue.find("order-1")).status == "ACCEPTED"

    async def test_what_does_not_rest_cannot_be_changed(self, venue):
        await venue.place("BUY", "0.1")
        with pytest.raises(OrderDenied):
            await venue.amend("order-1", price="98000")
        with pytest.raises(OrderDenied):
            await venue.amend("never", price="98000")

    async def test_orders_of_one_account_are_not_those_of_another(self, venue):
        await venue.place("BUY", "0.1", type="limit", price="99000")
        with pytest.raises(VenueError):
            await venue.exchange.open_orders("nobody")


class TestPaperExchange(ExchangeContract):
    """The paper venue over each store."""

    @pytest.fixture
    async def venue(self, records, clock, ids):
        prices = SetPrices(BTC="100000")
        exchange = PaperExchange(records, prices, clock, ids)
        opened = opening_writes(PAPER_ACCOUNT, D(10000), "USDT", clock.now(), ids)
        assert await records.commit(Insert(record=PAPER_ACCOUNT), *opened)
        return Venue(exchange, PAPER_ACCOUNT.id, prices, exchange.on_quote)
