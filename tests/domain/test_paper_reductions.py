"""What fills do to resting orders: reductions end with their position, groups with one of them."""

from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.paper_events import FilledOrder, ShrunkOrder, Step
from core.domain.paper_liquidation import Liquidation
from core.domain.paper_trade import Refused
from tests.domain.paper_desk import BTC, MARKETS, SPOT_BTC, Desk, canceled, refusal

D = Decimal


@pytest.fixture
def desk():
    return Desk()


# -- what only reduces ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "prices"),
    [
        ("limit", {"price": "101000"}),
        ("stop", {"trigger": "99000"}),
        ("take_profit", {"trigger": "101000"}),
    ],
)
def test_what_only_reduces_needs_a_position_and_is_clamped_to_it(desk, kind, prices):
    order = desk.order("SELL", "0.5", type=kind, reduce_only=True, **prices)
    assert refusal(desk, order, 100000).reason == "venue_nothing_to_reduce"
    desk.filled("SELL", "0.1", "100000")
    assert refusal(desk, order, 100000).reason == "venue_nothing_to_reduce"
    desk.filled("BUY", "0.3", "100000")
    mine = desk.rest("SELL", "0.5", at=100000, type=kind, reduce_only=True, **prices)
    assert (desk.book.orders[mine].quantity, desk.reserved) == (D("0.2"), 0)


def test_a_closed_position_takes_its_orders_with_it(desk):
    desk.filled("BUY", "0.1", "100000")
    stop = desk.stop("SELL", "0.1", "95000", at=100000)
    target = desk.target("SELL", "0.1", "105000", at=100000)
    rest = desk.limit("BUY", "0.1", "90000", at=100000)
    desk.filled("SELL", "0.1", "100000", reduce_only=True)
    assert set(desk.book.orders) == {rest}
    for one in (stop, target):
        report = desk.reports[one]
        assert (report.status, report.reason) == ("CANCELED", "venue_canceled_position_closed")
    desk.filled("SELL", "0.1", "100000")
    desk.filled("BUY", "0.2", "100000")
    assert desk.price("94000") == [], "the old stop closed the next position"


def test_a_turned_position_takes_the_orders_of_the_old_one_with_it(desk):
    desk.filled("BUY", "0.1", "100000")
    stop = desk.stop("SELL", "0.1", "95000", at=100000)
    desk.filled("SELL", "0.3", "100000")
    assert desk.reports[stop].reason == "venue_canceled_position_closed"
    assert desk.book.orders == {}


def test_a_liquidated_position_takes_its_orders_with_it(desk):
    desk.filled("BUY", "0.1", "100000")
    stop = desk.stop("SELL", "0.1", "95000", at=100000)
    gone, *others = desk.price("90000")
    assert isinstance(gone, Liquidation)
    assert canceled(others) == {stop: "venue_canceled_liquidated"}
    assert desk.fills(others) == []


def test_a_partial_close_shrinks_what_is_larger_than_the_rest(desk):
    desk.filled("BUY", "0.1", "100000")
    stop = desk.stop("SELL", "0.1", "95000", at=100000)
    half = desk.target("SELL", "0.05", "105000", at=100000)
    desk.filled("SELL", "0.03", "100000", reduce_only=True)
    sizes = {name: row.quantity for name, row in desk.book.orders.items()}
    assert sizes == {stop: D("0.07"), half: D("0.05")}
    filled, shrunk = desk.price("105000")
    assert isinstance(filled, FilledOrder)
    assert isinstance(shrunk, ShrunkOrder)
    assert (shrunk.client_order_id, shrunk.quantity) == (stop, D("0.02"))
    (report,) = desk.fills(desk.price("95000"))
    assert (report.filled, desk.quantity()) == (D("0.02"), 0)


def test_adding_to_a_position_leaves_its_orders_as_they_are(desk):
    desk.filled("BUY", "0.1", "100000")
    stop = desk.stop("SELL", "0.1", "95000", at=100000)
    desk.filled("BUY", "0.1", "100000")
    assert desk.book.orders[stop].quantity == D("0.1")


def test_what_is_left_may_be_closed_however_small_it_is():
    small = replace(MARKETS[BTC], step=D("0.001"), min_quantity=D("0.01"))
    desk = Desk(markets={BTC: small})
    desk.filled("BUY", "0.015", "100000")
    desk.filled("SELL", "0.01", "100000", reduce_only=True)
    assert desk.refused("SELL", "0.004", "100000", reduce_only=True).reason == "venue_min_quantity"
    desk.stop("SELL", "0.01", "95000", at=100000)
    assert desk.filled("SELL", "0.005", "100000", reduce_only=True).quantity == D("0.005")


# -- groups -----------------------------------------------------------------------------------


def test_coins_that_another_order_holds_are_not_a_stop_s_to_sell(desk):
    desk.filled("BUY", "0.05", "100000", symbol=SPOT_BTC)
    desk.stop("SELL", "0.05", "95000", at=100000, symbol=SPOT_BTC)
    limit = desk.limit("SELL", "0.02", "110000", at=100000, symbol=SPOT_BTC)
    (report,) = desk.fills(desk.price("94000", SPOT_BTC))
    assert (report.filled, desk.book.balance("BTC", "reserved")) == (D("0.03"), D("0.02"))
    assert desk.book.orders.keys() == {limit}


def test_of_a_group_one_fills_and_the_others_go(desk):
    desk.filled("BUY", "0.2", "100000")
    stop = desk.stop("SELL", "0.1", "95000", at=100000, oco="pair")
    target = desk.target("SELL", "0.1", "105000", at=100000, oco="pair")
    other = desk.stop("SELL", "0.1", "94000", at=100000, oco="another")
    happened = desk.price("105000")
    assert [report.client_order_id for report in desk.fills(happened)] == [target]
    assert canceled(happened) == {stop: "venue_canceled_oco"}
    assert (set(desk.book.orders), desk.quantity()) == ({other}, D("0.1"))


def test_taking_one_of_a_group_back_leaves_the_others(desk):
    desk.filled("BUY", "0.1", "100000")
    stop = desk.stop("SELL", "0.1", "95000", at=100000, oco="pair")
    target = desk.target("SELL", "0.1", "105000", at=100000, oco="pair")
    desk.cancel(stop)
    assert set(desk.book.orders) == {target}


def test_what_a_group_holds_back_is_there_for_the_one_that_fills(desk):
    """On spot a target as a limit holds the coins that the stop beside it would sell."""
    desk.filled("BUY", "0.05", "100000", symbol=SPOT_BTC)
    target = desk.limit("SELL", "0.05", "110000", at=100000, symbol=SPOT_BTC, oco="pair")
    desk.stop("SELL", "0.05", "95000", at=100000, symbol=SPOT_BTC, oco="pair")
    happened = desk.price("94900", SPOT_BTC)
    assert [report.filled for report in desk.fills(happened)] == [D("0.05")]
    assert canceled(happened) == {target: "venue_canceled_oco"}
    assert (desk.book.balance("BTC"), desk.book.balance("BTC", "reserved")) == (0, 0)


def test_a_new_order_that_fills_at_once_ends_its_group_too(desk):
    waiting = desk.limit("BUY", "0.01", "99000", at=100000, oco="pair")
    desk.filled("BUY", "0.01", "100000", oco="pair")
    assert desk.reports[waiting].reason == "venue_canceled_oco"
    assert (desk.book.orders, desk.reserved) == ({}, 0)


def test_one_that_cannot_fill_leaves_its_group_alone(desk):
    late = desk.stop("BUY", "0.99", "101000", at=100000, reduce_only=False, oco="pair")
    other = desk.limit("BUY", "0.01", "99000", at=100000, oco="pair")
    happened = desk.price("101000")
    assert canceled(happened) == {late: "venue_insufficient_margin"}
    assert set(desk.book.orders) == {other}


# -- amending ---------------------------------------------------------------------------------


def test_an_amended_limit_reserves_for_what_it_is_now(desk):
    mine = desk.limit("BUY", "0.1", "99500", at=100000)
    placed = desk.book.orders[mine].created_at
    desk.amend(mine, at=100000, price="99000", quantity="0.2")
    row = desk.book.orders[mine]
    assert (row.price, row.quantity, row.created_at) == (D(99000), D("0.2"), placed)
    assert desk.reserved == D(1980) + D("9.9")
    assert desk.free == D(10000) - desk.reserved
    assert desk.reports[mine].status == "ACCEPTED"


def test_money_that_the_order_holds_itself_may_pay_for_its_change(desk):
    mine = desk.limit("BUY", "0.9", "99000", at=100000)
    assert isinstance(desk.amend(mine, at=100000, price="99500"), Step)


def test_an_amended_limit_that_now_crosses_fills(desk):
    mine = desk.limit("BUY", "0.1", "99500", at=100000)
    desk.amend(mine, at=100000, price="100100")
    report = desk.reports[mine]
    assert (report.status, report.average_price) == ("FILLED", D(100000))
    assert (report.fills[0].maker, desk.reserved, desk.book.orders) == (False, 0, {})


def test_a_change_that_cannot_be_leaves_the_order_as_it_was(desk):
    mine = desk.limit("BUY", "0.1", "99500", at=100000, post_only=True)
    before = desk.book
    for change, reason in (
        ({"price": "100000"}, "venue_would_cross"),
        ({"price": "99000.05"}, "venue_off_tick"),
        ({"quantity": "2"}, "venue_insufficient_margin"),
        ({"quantity": "0.0001"}, "venue_min_quantity"),
        ({"quantity": "-1"}, "venue_min_quantity"),
    ):
        refused = desk.amend(mine, at=100000, **change)
        assert isinstance(refused, Refused)
        assert (refused.reason, desk.book) == (reason, before)


def test_a_stop_is_moved_but_not_past_the_price(desk):
    desk.filled("BUY", "0.1", "100000")
    stop = desk.stop("SELL", "0.1", "95000", at=100000)
    desk.amend(stop, at=100000, trigger="99000")
    assert desk.book.orders[stop].trigger == D(99000)
    refused = desk.amend(stop, at=100000, trigger="100500")
    assert isinstance(refused, Refused)
    assert refused.reason == "venue_would_trigger"
    desk.amend(stop, at=100000, quantity="7")
    assert desk.book.orders[stop].quantity == D("0.1")
