"""The paper venue's order rules, one by one."""

from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.orders import OrderRequest
from core.domain.paper import Event, Movement, opening_writes, post, with_rows
from core.domain.paper_events import refused_report
from core.domain.paper_grid import smallest_order
from core.domain.paper_orders import fillable
from core.domain.paper_trade import Refused
from core.domain.records import Insert, PaperAccountRow, PaperPositionRow, Update
from core.views.words_venue import WORDS
from tests.clocks import START, SeededIds
from tests.domain.paper_desk import BTC, MARKETS, PAPER_ACCOUNT, SPOT_BTC, Desk

DOGE = "DOGE/USDT:USDT"
D = Decimal


@pytest.fixture
def desk():
    return Desk()


def free_of_fees():
    return {symbol: replace(one, taker=D(0), maker=D(0)) for symbol, one in MARKETS.items()}


def test_an_account_opens_with_its_deposit_and_nothing_else():
    opened, deposit = opening_writes(PAPER_ACCOUNT, D(10), "USDT", START, SeededIds())
    assert opened == Insert(record=PaperAccountRow(id="desk", version=0, created_at=START))
    assert isinstance(deposit, Insert)
    row = deposit.record
    assert (row.kind, row.bucket, row.contra, row.amount) == ("deposit", "free", "deposits", D(10))
    assert (row.exchange_account_id, row.account_id, row.currency) == ("desk", "anna", "USDT")


def test_an_account_may_open_with_nothing_but_not_with_a_debt():
    assert len(opening_writes(PAPER_ACCOUNT, D(0), "USDT", START, SeededIds())) == 1
    with pytest.raises(ValueError, match="not negative"):
        opening_writes(PAPER_ACCOUNT, D(-1), "USDT", START, SeededIds())


def test_opening_moves_margin_and_fee_out_of_what_is_free(desk):
    fill = desk.filled("BUY", "0.1", "100000")
    assert (fill.quantity, fill.price, fill.fee, fill.realized_pnl) == (D("0.1"), 100000, 5, None)
    kinds = [(row.kind, row.bucket, row.contra, row.amount) for row in desk.rows[1:]]
    assert kinds == [
        ("fee", "free", "fees", D(-5)),
        ("margin_in", f"margin:{BTC}", "free", D(1000)),
    ]


def test_a_close_that_is_not_reduce_only_closes_all_the_same(desk):
    desk.filled("BUY", "0.1", "100000")
    fill = desk.filled("SELL", "0.1", "101000", leverage=3)
    assert (fill.realized_pnl, desk.quantity(), desk.margin()) == (D(100), 0, 0)


def test_a_position_remembers_when_it_was_opened(desk):
    desk.filled("BUY", "0.1", "100000")
    opened = desk.now
    desk.filled("BUY", "0.1", "100000")
    desk.filled("SELL", "0.1", "100000")
    assert desk.book.position(BTC).opened_at == opened
    desk.filled("SELL", "0.2", "100000")
    assert desk.quantity() == D("-0.1")
    assert desk.book.position(BTC).opened_at == desk.now > opened


def test_the_last_cent_may_be_put_to_work_and_not_one_more(desk):
    assert desk.refused("BUY", "0.995", "100002.6").reason == "venue_insufficient_margin"
    desk.filled("BUY", "0.995", "100002.5")
    assert desk.free == D("0.00000625")


def test_a_flip_that_cannot_be_paid_for_closes_nothing(desk):
    desk.filled("BUY", "0.5", "100000")
    before = desk.book
    refused = desk.refused("SELL", "1.6", "99000")
    assert refused.reason == "venue_insufficient_margin"
    # What would be free is the whole account but the loss and the fees of both closes.
    assert D(refused.params["free"]) == D(10000) - 25 - 500 - D("24.75")
    assert desk.book is before


def test_a_flip_may_have_another_leverage(desk):
    desk.filled("BUY", "0.1", "100000", leverage=10)
    desk.filled("SELL", "0.2", "100000", leverage=5)
    assert (desk.book.position(BTC).leverage, desk.margin()) == (5, D(2000))


def test_adding_with_another_leverage_is_refused_and_says_which_it_has(desk):
    desk.filled("BUY", "0.1", "100000", leverage=10)
    refused = desk.refused("BUY", "0.1", "100000", leverage=5)
    assert refused == Refused(
        reason="venue_leverage_differs", params={"symbol": BTC, "has": "10", "asked": "5"}
    )


def test_adding_without_a_leverage_takes_the_position_s(desk):
    desk.filled("SELL", "0.1", "100000", leverage=10)
    desk.filled("SELL", "0.1", "100000", leverage=None)
    assert (desk.quantity(), desk.margin()) == (D("-0.2"), D(2000))


def test_a_first_order_without_a_leverage_is_at_1x(desk):
    desk.filled("BUY", "0.01", "100000", leverage=None)
    assert (desk.book.position(BTC).leverage, desk.margin()) == (1, D(1000))


@pytest.mark.parametrize("leverage", [0, -3, 151])
def test_a_leverage_outside_the_tier_is_refused_with_its_limit(desk, leverage):
    refused = desk.refused("BUY", "0.01", "100000", leverage=leverage)
    assert (refused.reason, refused.params["most"]) == ("venue_leverage_limit", "150")


def test_the_tier_is_that_of_the_whole_resulting_position():
    desk = Desk("1000000")
    desk.filled("BUY", "2.9", "100000", leverage=120)
    assert desk.refused("BUY", "0.2", "100000", leverage=120).params["most"] == "100"


def test_reduce_only_never_opens_and_never_turns_the_position(desk):
    assert (
        desk.refused("SELL", "0.1", "100000", reduce_only=True).reason == "venue_nothing_to_reduce"
    )
    desk.filled("BUY", "0.1", "100000")
    assert (
        desk.refused("BUY", "0.1", "100000", reduce_only=True).reason == "venue_nothing_to_reduce"
    )
    assert desk.filled("SELL", "7", "100000", reduce_only=True).quantity == D("0.1")
    assert desk.quantity() == 0


def test_reduce_only_may_be_worth_less_than_the_minimum(desk):
    desk.filled("BUY", "0.002", "6000")
    assert desk.refused("SELL", "0.001", "6000").reason == "venue_min_notional"
    assert desk.filled("SELL", "0.001", "6000", reduce_only=True).quantity == D("0.001")


def test_a_refusal_for_size_names_the_smallest_order_that_would_do(desk):
    refused = desk.refused("BUY", "0.00000015", "9000")
    assert refused.reason == "venue_min_quantity"
    assert (refused.params["minimum"], refused.params["value"]) == ("0.002", "18")
    assert desk.refused("BUY", "0.001", "9000").params["minimum"] == "10"


def test_the_smallest_order_is_taken_and_one_step_less_is_not(desk):
    for symbol, price in ((BTC, "9000"), (SPOT_BTC, "123456.78"), (DOGE, "0.12345")):
        market = MARKETS[symbol]
        smallest = smallest_order(market, D(price))
        desk.filled("BUY", smallest, price, symbol=symbol)
        desk.refused("BUY", smallest - market.step, price, symbol=symbol)


def test_an_order_beyond_all_measure_is_refused_not_miscounted(desk):
    assert desk.refused("BUY", "1e30", "100000").reason == "venue_too_large"
    assert desk.refused("BUY", "1e30", "100000", symbol=SPOT_BTC).reason == "venue_too_large"


def test_a_position_that_would_be_gone_at_its_first_mark_is_not_opened(desk):
    refused = desk.refused("BUY", "0.1", "100000", leverage=100, mark="99300")
    assert refused.reason == "venue_would_liquidate"
    desk.filled("BUY", "0.1", "100000", leverage=100, mark="99700")


def test_a_close_below_bankruptcy_loses_the_margin_and_not_a_cent_more(desk):
    desk.filled("BUY", "0.1", "100000", leverage=100)
    free = desk.free
    fill = desk.filled("SELL", "0.1", "98000", reduce_only=True)
    assert (fill.realized_pnl, fill.fee) == (D(-100), 0)
    assert (desk.free, desk.margin()) == (free, 0)


def test_a_close_just_above_bankruptcy_pays_its_fee_from_what_is_left(desk):
    desk.filled("BUY", "0.1", "100000", leverage=100)
    free = desk.free
    fill = desk.filled("SELL", "0.1", "99010", reduce_only=True)
    assert (fill.realized_pnl, fill.fee) == (D(-99), D(1))
    assert desk.free == free


def test_liquidation_takes_the_margin_only_and_says_what_was_lost(desk):
    desk.filled("SELL", "0.1", "100000")
    free = desk.free
    assert desk.mark("109561.7") is None
    told = desk.mark("109561.8")
    assert (told.side, told.quantity, told.lost, told.currency) == ("SHORT", D("0.1"), 1000, "USDT")
    assert (told.entry_price, told.mark, told.symbol) == (100000, D("109561.8"), BTC)
    assert (told.account_id, told.exchange_account_id, told.at) == ("anna", "desk", desk.now)
    assert (desk.free, desk.margin(), desk.quantity(), desk.lost) == (free, 0, 0, 1000)
    assert desk.mark("200000") is None


def test_long_and_short_mirror_each_other_when_nothing_is_charged():
    for price in ("97000", "104000"):
        long, short = Desk(markets=free_of_fees()), Desk(markets=free_of_fees())
        long.filled("BUY", "0.1", "100000")
        long.filled("SELL", "0.1", price, reduce_only=True)
        short.filled("SELL", "0.1", "100000")
        short.filled("BUY", "0.1", price, reduce_only=True)
        assert long.free - 10000 == 10000 - short.free != 0


def test_spot_sells_what_is_held_and_counts_the_gain_by_cost(desk):
    desk.filled("BUY", "0.05", "100000", symbol=SPOT_BTC)
    desk.filled("BUY", "0.03", "102000", symbol=SPOT_BTC)
    fill = desk.filled("SELL", "0.04", "110000", symbol=SPOT_BTC)
    assert fill.realized_pnl == D(4400) - D(8060) / 2
    assert fill.fee == D("2.2")
    assert desk.book.balance("BTC") == desk.quantity(SPOT_BTC) == D("0.04")
    assert desk.entry(SPOT_BTC) == D(100750)


def test_spot_cannot_be_bought_beyond_the_free_balance_with_its_fee(desk):
    refused = desk.refused("BUY", "0.1", "100000", symbol=SPOT_BTC)
    assert refused == Refused(
        reason="venue_insufficient_balance",
        params={"needed": "10005", "free": "10000", "currency": "USDT"},
    )
    desk.filled("BUY", "0.09995", "100000", symbol=SPOT_BTC)


def test_spot_cannot_be_sold_short(desk):
    assert desk.refused("SELL", "0.1", "100000", symbol=SPOT_BTC).reason == "venue_nothing_to_sell"
    desk.filled("BUY", "0.05", "100000", symbol=SPOT_BTC)
    refused = desk.refused("SELL", "0.06", "100000", symbol=SPOT_BTC)
    assert (refused.reason, refused.params["free"]) == ("venue_insufficient_holding", "0.05")


def test_a_reduce_only_spot_sell_is_clamped_to_the_holding(desk):
    desk.filled("BUY", "0.05", "100000", symbol=SPOT_BTC)
    assert desk.refused("BUY", "0.01", "100000", symbol=SPOT_BTC, reduce_only=True).reason == (
        "venue_nothing_to_reduce"
    )
    fill = desk.filled("SELL", "9", "100000", symbol=SPOT_BTC, reduce_only=True)
    assert (fill.quantity, desk.book.balance("BTC")) == (D("0.05"), 0)
    assert desk.book.position(SPOT_BTC) is None


def test_money_that_is_margin_buys_no_coins(desk):
    desk.filled("BUY", "0.9", "100000")
    assert desk.refused("BUY", "0.05", "100000", symbol=SPOT_BTC).params["free"] == "955"


def test_what_would_trade_is_floored_and_a_reduction_clamped(desk):
    desk.filled("BUY", "0.1", "100000")
    order = OrderRequest(
        client_order_id="c", symbol=BTC, side="SELL", quantity=D("0.2349"), leverage=10
    )
    assert fillable(desk.book, MARKETS[BTC], order) == D("0.234")
    assert fillable(desk.book, MARKETS[BTC], replace(order, reduce_only=True)) == D("0.1")


def test_a_rule_that_lets_through_a_debt_books_nothing(desk):
    debt = Movement(kind="fee", currency="USDT", bucket="free", contra="fees", amount=D(-10001))
    with pytest.raises(ValueError, match="below zero"):
        post(desk.book, Event(movements=(debt,)), ref="x", at=START, ids=SeededIds())


def test_rows_stay_in_the_order_of_booking_when_a_clock_runs_behind(desk):
    behind = SeededIds()
    moved = Movement(kind="fee", currency="USDT", bucket="free", contra="fees", amount=D(-1))
    ahead = replace(desk.book, last_row="z" * 26)
    after, writes = post(ahead, Event(movements=(moved, moved)), ref="x", at=START, ids=behind)
    made = [write.record.id for write in writes if isinstance(write, Insert)]
    assert sorted(made) == made
    assert made[0] > ahead.last_row
    assert after.last_row == made[-1]


def test_an_event_is_guarded_by_the_version_it_was_judged_at(desk):
    desk.filled("BUY", "0.1", "100000")
    _, writes = post(desk.book, Event(), ref="x", at=START, ids=SeededIds())
    assert writes == (
        Update(kind=PaperAccountRow, where={"id": "desk", "version": 1}, set={"version": 2}),
    )


def test_a_position_s_row_is_added_once_and_then_changed(desk):
    first = desk.filled("BUY", "0.1", "100000").event
    _, again = post(desk.book, first, ref="x", at=START, ids=SeededIds())
    assert [type(write) for write in again if isinstance(write, Update)] == [Update, Update]
    assert not any(
        isinstance(write, Insert) and isinstance(write.record, PaperPositionRow) for write in again
    )


def test_no_rows_change_no_book(desk):
    assert with_rows(desk.book, []) is desk.book


def test_a_report_of_a_refusal_fills_its_own_text_in_both_languages(desk):
    order = OrderRequest(client_order_id="c", symbol=BTC, side="BUY", quantity=D(1))
    report = refused_report(order, desk.refused("BUY", "0.001", "9000"), "v")
    assert (report.status, report.filled, report.fills) == ("REJECTED", D(0), ())
    for lang in ("en", "zh"):
        assert "10 USDT" in WORDS[report.reason][lang].format(**report.params)


def test_every_refusal_has_a_text_that_its_parameters_fill(desk):
    desk.filled("BUY", "0.01", "100000")
    desk.filled("BUY", "0.01", "100000", symbol=SPOT_BTC)
    refusals = [
        desk.refused("BUY", "0.0001", "100000"),
        desk.refused("BUY", "0.001", "100"),
        desk.refused("BUY", "1e20", "100000"),
        desk.refused("BUY", "0.1", "100000", reduce_only=True),
        desk.refused("BUY", "0.1", "100000", leverage=9),
        desk.refused("SELL", "0.2", "100000", leverage=1000),
        desk.refused("SELL", "9", "100000"),
        desk.refused("SELL", "0.1", "100000", leverage=100, mark="101000"),
        desk.refused("BUY", "1", "100000", symbol=SPOT_BTC),
        desk.refused("SELL", "1", "100000", symbol=SPOT_BTC),
        desk.refused("SELL", "1", "3000", symbol="ETH/USDT"),
    ]
    assert len({one.reason for one in refusals}) == len(refusals)
    for one in refusals:
        for lang in ("en", "zh"):
            text = WORDS[one.reason][lang].format(**one.params)
            assert text
            assert "{" not in text
