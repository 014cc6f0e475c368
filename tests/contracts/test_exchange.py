"""What every Exchange keeps to, whatever stands behind it."""

import asyncio
from dataclasses import dataclass
from decimal import Decimal

import pytest

from adapters.exchange.paper import PaperExchange
from core.domain.orders import OrderRef, OrderRequest
from core.domain.paper import opening_writes
from core.domain.records import Insert
from core.errors import VenueError
from core.ports import Exchange
from core.views.words_venue import WORDS
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
    sent: int = 0

    def order(self, side, quantity, *, symbol=PERPETUAL, leverage=10, reduce_only=False):
        """A new market order, with its own client id."""
        self.sent += 1
        return OrderRequest(
            client_order_id=f"order-{self.sent}",
            symbol=symbol,
            side=side,
            quantity=D(quantity),
            leverage=None if symbol == SPOT else leverage,
            reduce_only=reduce_only,
        )

    async def place(self, side, quantity, **how):
        """Place a new order."""
        return await self.exchange.place(self.account, self.order(side, quantity, **how))

    async def find(self, client_order_id, symbol=PERPETUAL):
        """The order as it stands."""
        ref = OrderRef(client_order_id=client_order_id, symbol=symbol, sent_at=START)
        return await self.exchange.find(self.account, ref)

    async def view(self):
        """The account now."""
        return await self.exchange.account(self.account)


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


class TestPaperExchange(ExchangeContract):
    """The paper venue over each store."""

    @pytest.fixture
    async def venue(self, records, clock, ids):
        prices = SetPrices(BTC="100000")
        exchange = PaperExchange(records, prices, clock, ids)
        opened = opening_writes(PAPER_ACCOUNT, D(10000), "USDT", clock.now(), ids)
        assert await records.commit(Insert(record=PAPER_ACCOUNT), *opened)
        return Venue(exchange, PAPER_ACCOUNT.id, prices)
