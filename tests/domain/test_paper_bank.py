"""Money put into a paper account, taken out, and the account begun anew."""

from decimal import Decimal

import pytest

from core.domain.paper_bank import MOST_MONEY
from core.views.words_venue import WORDS
from tests.domain.paper_desk import BTC, SPOT_BTC, Desk

D = Decimal


@pytest.fixture
def desk():
    return Desk()


def own(desk):
    """What the account has in each of its buckets."""
    outside = ("deposits", "resets", "fees", "realised", "funding", "liquidated", "market")
    return {
        key: amount
        for key, amount in desk.book.balances.items()
        if key[1] not in outside and amount
    }


def test_money_comes_in_and_goes_out(desk):
    assert desk.deposit("500.5") is None
    assert desk.withdraw("1000") is None
    assert desk.free == D("9500.5")
    assert [(row.kind, row.amount, row.contra) for row in desk.rows[1:]] == [
        ("deposit", D("500.5"), "deposits"),
        ("withdrawal", D(-1000), "deposits"),
    ]


@pytest.mark.parametrize("amount", ["0", "-5", "0.000000001", "1000000000.1", "NaN", "Infinity"])
def test_an_amount_out_of_bounds_is_refused_by_all_three(desk, amount):
    before = desk.book
    for act in (desk.deposit, desk.withdraw, desk.reset):
        refused = act(amount)
        assert refused.reason == "venue_bank_bounds"
        assert "1000000000 USDT" in WORDS[refused.reason]["en"].format(**refused.params)
    assert desk.book is before


def test_there_is_a_most_that_may_be_free(desk):
    refused = desk.deposit(MOST_MONEY)
    assert (refused.reason, refused.params["free"]) == ("venue_bank_full", "10000")


def test_what_is_not_free_cannot_be_taken_out(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.limit("BUY", "0.1", "90000", at=100000)
    refused = desk.withdraw("8500")
    assert (refused.reason, refused.params["free"]) == ("venue_bank_short", "8090.5")
    assert desk.withdraw("8090.5") is None
    assert desk.free == 0


def test_a_reset_takes_back_every_order_and_drops_what_was_held_without_selling_it(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.filled("SELL", "1", "2000", symbol="ETH/USDT:USDT")
    desk.filled("BUY", "0.02", "100000", symbol=SPOT_BTC)
    stop = desk.stop("SELL", "0.1", "95000", at=100000)
    desk.limit("SELL", "0.01", "110000", at=100000, symbol=SPOT_BTC)
    desk.limit("BUY", "0.01", "90000", at=100000)
    realised, fees, rows = desk.realised, desk.fees, list(desk.rows)
    assert desk.reset("2500") is None
    assert own(desk) == {("USDT", "free"): D(2500)}
    assert (desk.book.orders, desk.quantity(), desk.quantity(SPOT_BTC)) == ({}, 0, 0)
    assert (desk.realised, desk.fees) == (realised, fees)
    assert desk.rows[: len(rows)] == rows
    assert {row.kind for row in desk.rows[len(rows) :]} == {"release", "reset"}
    assert desk.reports[stop].reason == "venue_canceled_reset"


def test_after_a_reset_the_account_trades_on(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.reset("1000")
    desk.filled("SELL", "0.05", "100000")
    assert (desk.quantity(), desk.margin(), desk.book.position(BTC).leverage) == (
        D("-0.05"),
        500,
        10,
    )
    desk.filled("BUY", "0.05", "100000", reduce_only=True)
    assert desk.free == D(1000) - 5


def test_a_reset_to_what_is_there_already_is_written_down_all_the_same(desk):
    desk.reset("10000")
    assert [row.kind for row in desk.rows] == ["deposit", "reset", "reset"]
    assert desk.free == 10000
