"""Funding: at its hours, once each, from where the setting says, and never more than there is."""

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.paper_events import FilledOrder, FundingPaid
from core.domain.paper_funding import MOST_RATE, USUAL_RATE, funding_due
from core.domain.paper_liquidation import Liquidation
from core.domain.paper_trade import PaperRules
from tests.clocks import START
from tests.domain.paper_desk import BTC, MARKETS, SPOT_BTC, Desk, quote_of

D = Decimal
CENT = D("0.00000001")


@pytest.fixture
def desk():
    return Desk()


def hours(happened):
    return [(one.due_at.day, one.due_at.hour) for one in happened if isinstance(one, FundingPaid)]


def test_it_is_due_at_midnight_at_eight_and_at_four_in_the_afternoon_utc(desk):
    assert (START.hour, START.minute) == (9, 30)
    desk.filled("BUY", "0.1", "100000")
    desk.now = START.replace(hour=15, minute=59, second=58)
    assert desk.price(100000) == []
    assert hours(desk.price(100000)) == [(2, 16)]
    assert desk.price(100000) == []
    desk.wait(hours=8)
    assert hours(desk.price(100000)) == [(3, 0)]
    desk.wait(hours=8)
    assert hours(desk.price(100000)) == [(3, 8)]


def test_a_position_opened_at_the_very_hour_pays_from_the_next_one_on(desk):
    desk.now = START.replace(hour=15, minute=59, second=59)
    desk.filled("BUY", "0.1", "100000")
    assert desk.now == START.replace(hour=16, minute=0)
    desk.wait(hours=7)
    assert desk.price(100000) == []
    desk.wait(hours=1)
    assert hours(desk.price(100000)) == [(3, 0)]


@pytest.mark.parametrize(
    ("side", "rate", "amount"),
    [
        ("BUY", "0.0001", "-1.005"),
        ("SELL", "0.0001", "1.005"),
        ("BUY", "-0.0002", "2.01"),
        ("SELL", "-0.0002", "-2.01"),
    ],
)
def test_longs_pay_shorts_at_a_rate_above_zero_and_the_other_way_below(desk, side, rate, amount):
    desk.filled(side, "0.1", "100000")
    free = desk.free
    desk.wait(hours=8)
    (paid,) = desk.meet(quote_of(BTC, 100500), rate)
    assert (paid.amount, paid.rate, paid.mark) == (D(amount), D(rate), D(100500))
    assert (desk.margin(), desk.free) == (1000 + D(amount), free)


def test_it_moves_the_liquidation_price(desk):
    desk.filled("BUY", "0.1", "100000")
    before = desk.liquidation_price()
    desk.wait(hours=8)
    desk.meet(quote_of(BTC, 100000), "0.01")
    assert desk.liquidation_price() > before


def test_what_was_missed_is_settled_once_for_each_time_with_the_price_at_hand(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.wait(days=2)
    happened = desk.meet(quote_of(BTC, 100500), "0.0001")
    assert hours(happened) == [(2, 16), (3, 0), (3, 8), (3, 16), (4, 0), (4, 8)]
    assert desk.funding == -6 * D("1.005")
    assert desk.meet(quote_of(BTC, 100500), "0.0001") == []
    refs = [row.ref for row in desk.rows if row.kind == "funding"]
    assert len(set(refs)) == 6


def test_a_change_of_the_position_loses_no_funding_and_doubles_none(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.wait(hours=8)
    desk.price(100000)
    desk.filled("BUY", "0.1", "100000")
    desk.filled("SELL", "0.05", "100000", reduce_only=True)
    assert funding_due(desk.book, MARKETS[BTC], desk.now) == ()
    desk.wait(hours=8)
    (paid,) = desk.meet(quote_of(BTC, 100000), "0.0001")
    assert paid.amount == D("-1.5")


def test_a_market_that_tells_no_rate_has_the_usual_one_and_no_rate_is_without_bounds(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.wait(hours=8)
    (paid,) = desk.meet(quote_of(BTC, 100000), None)
    assert (paid.rate, paid.amount) == (USUAL_RATE, D(-1))
    desk.wait(hours=8)
    (paid,) = desk.meet(quote_of(BTC, 100000), "7")
    assert paid.rate == MOST_RATE
    desk.wait(hours=8)
    (paid,) = desk.meet(quote_of(BTC, 100000), "-7")
    assert paid.rate == -MOST_RATE


def test_by_setting_it_comes_from_what_is_free_and_only_then_from_the_margin():
    desk = Desk("1007", rules=PaperRules(funding="free"))
    desk.filled("BUY", "0.1", "100000")
    assert desk.free == 2
    desk.wait(hours=8)
    (paid,) = desk.meet(quote_of(BTC, 100000), "0.00015")
    assert (paid.amount, desk.free, desk.margin()) == (D("-1.5"), D("0.5"), 1000)
    desk.wait(hours=8)
    (paid,) = desk.meet(quote_of(BTC, 100000), "0.00015")
    assert (paid.amount, desk.free, desk.margin()) == (D("-1.5"), 0, 999)
    desk.wait(hours=8)
    desk.meet(quote_of(BTC, 100000), "-0.00015")
    assert (desk.free, desk.margin()) == (D("1.5"), 999)


def test_what_cannot_be_paid_is_not_owed_and_a_position_keeps_a_margin(desk):
    desk.filled("BUY", "0.1", "100000", leverage=100)
    free = desk.free
    desk.price(120000)
    desk.wait(days=3)
    happened = desk.meet(quote_of(BTC, 120000), "0.03")
    assert sum(one.amount for one in happened) == CENT - 100
    assert (desk.margin(), desk.free, desk.quantity()) == (CENT, free, D("0.1"))
    assert isinstance(desk.price(100300)[0], Liquidation)
    assert desk.free == free


def test_it_comes_before_liquidation_and_before_stops(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.stop("SELL", "0.1", "95000", at=100000)
    desk.wait(hours=8)
    happened = desk.price(95000)
    assert [type(one) for one in happened] == [FundingPaid, FilledOrder]
    close = Desk()
    close.filled("BUY", "0.1", "100000")
    price = close.liquidation_price()
    close.wait(hours=8)
    assert close.mark(price.quantize(D("0.1")) + D("0.1")) is not None, "funding tipped it over"


def test_spot_holdings_pay_none(desk):
    desk.filled("BUY", "0.05", "100000", symbol=SPOT_BTC)
    desk.wait(days=5)
    assert desk.price(100000, SPOT_BTC) == []


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_each_due_time_is_met_once_however_often_one_looks(opened, minutes):
    desk = Desk()
    desk.now += timedelta(minutes=opened)
    desk.filled("BUY", "0.001", "100000")
    begin = desk.now
    seen = []
    for _ in range(3):
        desk.wait(minutes=minutes)
        seen += [one.due_at for one in desk.price(100000)]
    first = begin.replace(hour=0, minute=0, second=0)
    every = (first + timedelta(hours=8) * number for number in range(100))
    assert seen == [at for at in every if begin < at <= desk.now]
