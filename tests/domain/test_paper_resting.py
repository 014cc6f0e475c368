"""Orders that rest at the paper venue: limits, stops, take-profits, and what fills do to them."""

from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.paper_events import CanceledOrder, FilledOrder
from core.domain.paper_liquidation import Liquidation
from core.domain.paper_resting import MOST_RESTING, as_open_order
from core.domain.paper_trade import Filled, PaperRules
from core.views.words_venue import WORDS
from tests.domain.paper_desk import BTC, MARKETS, SPOT_BTC, Desk, canceled, quote_of, refusal

D = Decimal


@pytest.fixture
def desk():
    return Desk()


# -- limits -----------------------------------------------------------------------------------


def test_a_resting_limit_reserves_its_margin_and_a_taker_s_fee_and_releases_them_exactly(desk):
    mine = desk.limit("BUY", "0.1", "99500", at=100000)
    assert (desk.free, desk.reserved) == (D(10000) - 995 - D("4.975"), D("999.975"))
    assert desk.reports[mine].status == "ACCEPTED"
    desk.cancel(mine)
    assert (desk.free, desk.reserved, desk.book.orders) == (D(10000), D(0), {})
    assert (desk.reports[mine].status, desk.reports[mine].reason) == ("CANCELED", "")


def test_a_limit_fills_when_the_price_trades_through_it_at_its_price_as_a_maker(desk):
    mine = desk.limit("BUY", "0.1", "99500", at=100000)
    assert desk.price("99500.1") == desk.price("99500") == []
    (filled,) = desk.price("99400")
    assert isinstance(filled, FilledOrder)
    (fill,) = filled.report.fills
    assert (filled.report.status, filled.report.client_order_id) == ("FILLED", mine)
    assert (fill.price, fill.maker, fill.fee) == (D(99500), True, D("1.99"))
    assert (desk.reserved, desk.margin(), desk.free) == (0, 995, D(10000) - 995 - D("1.99"))


def test_at_a_touch_it_fills_where_the_setting_says_so():
    desk = Desk(rules=PaperRules(limits="touch"))
    desk.limit("SELL", "0.1", "100500", at=100000)
    assert desk.price("100499.9") == []
    assert len(desk.fills(desk.price("100500"))) == 1


def test_a_limit_looks_at_the_side_of_the_book_that_it_would_meet(desk):
    desk.limit("BUY", "0.1", "99500", at=100000)
    assert desk.meet(quote_of(BTC, "99400", bid="99300", ask="99500")) == []
    assert len(desk.meet(quote_of(BTC, "99450", bid="99399", ask="99499"))) == 1


def test_a_limit_that_crosses_on_arrival_is_a_taker_at_the_book_s_price(desk):
    order = desk.order("BUY", "0.1", type="limit", price="100500")
    outcome = desk.place(order, quote_of(BTC, "100000", ask="100001"))
    assert isinstance(outcome, Filled)
    assert (outcome.price, outcome.maker, outcome.fee) == (D(100001), False, D("5.00005"))


def test_a_large_limit_that_crosses_never_pays_more_than_its_price():
    desk = Desk("100000000")
    order = desk.order("BUY", "500", type="limit", price="100100")
    outcome = desk.place(order, quote_of(BTC, 100000))
    assert isinstance(outcome, Filled)
    assert outcome.price == D(100100)


@pytest.mark.parametrize("price", ["100000", "100500"])
def test_a_post_only_limit_that_would_cross_is_refused_and_nothing_is_placed(desk, price):
    order = desk.order("BUY", "0.1", type="limit", price=price, post_only=True)
    assert refusal(desk, order, 100000).reason == "venue_would_cross"
    assert (desk.free, desk.book.orders) == (10000, {})
    desk.limit("BUY", "0.1", "99999.9", at=100000, post_only=True)


def test_a_limit_that_cannot_be_reserved_for_is_refused(desk):
    desk.limit("BUY", "0.5", "100000", at=100001)
    refused = refusal(desk, desk.order("BUY", "0.5", type="limit", price="100000"), 100001)
    assert refused.reason == "venue_insufficient_margin"
    assert refused.params == {"needed": "5025", "free": "4975", "currency": "USDT"}


def test_what_rests_is_judged_by_leverage_like_what_fills(desk):
    desk.filled("BUY", "0.01", "100000", leverage=5)
    order = desk.order("BUY", "0.01", type="limit", price="99000", leverage=10)
    assert refusal(desk, order, 100000).reason == "venue_leverage_differs"
    order = desk.order("SELL", "0.01", type="limit", price="101000", leverage=200)
    assert refusal(desk, order, 100000).reason == "venue_leverage_limit"
    order = desk.order("BUY", "0.02", type="stop", trigger="101000", leverage=10)
    assert refusal(desk, order, 100000).reason == "venue_leverage_differs"


def test_an_order_without_a_leverage_rests_at_the_position_s(desk):
    desk.filled("BUY", "0.01", "100000", leverage=5)
    mine = desk.limit("BUY", "0.01", "99000", at=100000, leverage=None)
    assert desk.book.orders[mine].leverage == 5
    assert desk.reserved == D(198) + D("0.495")


def test_an_order_that_the_account_can_no_longer_bear_is_taken_back_with_the_reason(desk):
    mine = desk.limit("BUY", "0.01", "99000", at=100000, leverage=5)
    desk.filled("BUY", "0.01", "100000", leverage=10)
    happened = desk.price("98000")
    assert canceled(happened) == {mine: "venue_leverage_differs"}
    assert (desk.reserved, desk.quantity()) == (0, D("0.01"))


def test_the_leverage_of_a_flat_symbol_may_change(desk):
    desk.filled("BUY", "0.01", "100000", leverage=10)
    desk.filled("SELL", "0.01", "100000", reduce_only=True)
    desk.filled("BUY", "0.01", "100000", leverage=3)
    assert desk.book.position(BTC).leverage == 3


def test_a_resting_limit_may_turn_the_position(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.limit("SELL", "0.15", "101000", at=100000)
    (report,) = desk.fills(desk.price("101100"))
    assert (report.realized_pnl, desk.quantity()) == (D(100), D("-0.05"))
    assert (desk.margin(), desk.reserved) == (D(505), 0)
    assert report.fee == D("3.03")


def test_a_gap_fills_a_limit_at_its_price_and_then_does_what_the_new_price_does(desk):
    """Filled on the way down at 100x, gone where the price is now: the venue would not wait."""
    desk.limit("BUY", "0.1", "99000", at=100000, leverage=100)
    filled, gone = desk.price("97000")
    assert isinstance(filled, FilledOrder)
    assert isinstance(gone, Liquidation)
    assert (gone.entry_price, gone.lost) == (D(99000), D(99))
    assert (desk.margin(), desk.quantity()) == (0, 0)


def test_spot_limits_reserve_money_with_the_fee_or_coins(desk):
    buy = desk.limit("BUY", "0.05", "99000", at=100000, symbol=SPOT_BTC)
    assert (desk.reserved, desk.free) == (D("4952.475"), D("5047.525"))
    desk.price("98000", SPOT_BTC)
    assert desk.reports[buy].status == "FILLED"
    assert (desk.reserved, desk.free) == (0, D(10000) - 4950 - D("0.99"))
    sell = desk.limit("SELL", "0.03", "101000", at=98000, symbol=SPOT_BTC)
    assert (desk.book.balance("BTC"), desk.book.balance("BTC", "reserved")) == (
        D("0.02"),
        D("0.03"),
    )
    assert desk.refused("SELL", "0.03", "98000", symbol=SPOT_BTC).params["free"] == "0.02"
    desk.price("102000", SPOT_BTC)
    assert desk.reports[sell].fills[0].price == D(101000)
    assert desk.quantity(SPOT_BTC) == desk.book.balance("BTC") == D("0.02")


def test_coins_that_are_not_there_cannot_rest(desk):
    order = desk.order("SELL", "0.03", type="limit", price="101000", symbol=SPOT_BTC)
    assert refusal(desk, order, 100000).reason == "venue_nothing_to_sell"
    desk.filled("BUY", "0.02", "100000", symbol=SPOT_BTC)
    assert refusal(desk, order, 100000).reason == "venue_insufficient_holding"


def test_money_held_for_an_order_buys_nothing_else(desk):
    desk.limit("BUY", "0.9", "99000", at=100000)
    assert desk.refused("BUY", "0.02", "100000", symbol=SPOT_BTC).params["free"] == "1045.45"


def test_a_price_between_ticks_is_refused_and_the_nearest_is_named(desk):
    for kind, name in (("limit", "price"), ("stop", "trigger"), ("take_profit", "trigger")):
        order = desk.order("BUY", "0.1", type=kind, **{name: "99500.04"})
        refused = refusal(desk, order, 100000)
        assert (refused.reason, refused.params["near"]) == ("venue_off_tick", "99500")
        bare = desk.order("BUY", "0.1", type=kind)
        assert refusal(desk, bare, 100000).reason.startswith("venue_needs_")
        for price, reason in (("0", "venue_off_tick"), ("-1", "venue_off_tick")):
            order = desk.order("BUY", "0.1", type=kind, **{name: price})
            assert refusal(desk, order, 100000).reason == reason
        order = desk.order("BUY", "0.1", type=kind, **{name: "1e40"})
        assert refusal(desk, order, 100000).reason == "venue_price_too_high"


def test_sizes_are_judged_at_the_order_s_own_price(desk):
    order = desk.order("BUY", "0.001", type="limit", price="9000")
    assert refusal(desk, order, 100000).reason == "venue_min_notional"
    order = desk.order("BUY", "0.0001", type="stop", trigger="110000")
    assert refusal(desk, order, 100000).params["minimum"] == "0.001"


def test_no_more_orders_rest_than_there_may_be(desk):
    for number in range(MOST_RESTING):
        desk.stop("BUY", "0.001", 100100 + number, at=100000, reduce_only=False)
    order = desk.order("BUY", "0.001", type="stop", trigger="100050")
    assert refusal(desk, order, 100000).reason == "venue_too_many_orders"


def test_two_limits_at_one_price_fill_the_older_first(desk):
    first = desk.limit("BUY", "0.01", "99000", at=100000)
    second = desk.limit("BUY", "0.01", "99500", at=100000)
    filled = [report.client_order_id for report in desk.fills(desk.price("98000"))]
    assert filled == [first, second]


# -- stops and take-profits -------------------------------------------------------------------


def test_stops_reserve_nothing_and_wait_for_the_mark(desk):
    desk.filled("BUY", "0.1", "100000")
    free = desk.free
    mine = desk.stop("SELL", "0.1", "98500", at=100000)
    assert (desk.free, desk.reserved) == (free, 0)
    assert desk.meet(quote_of(BTC, "98500.1", bid="98400", ask="98600")) == []
    (filled,) = desk.meet(quote_of(BTC, "98500", bid="98490", ask="98510"))
    assert (filled.report.client_order_id, filled.report.average_price) == (mine, D(98490))
    assert (filled.report.fills[0].maker, filled.report.realized_pnl) == (False, D(-151))
    assert desk.quantity() == 0


def test_by_setting_they_wait_for_the_last_price():
    desk = Desk(rules=PaperRules(triggers="last"))
    desk.filled("BUY", "0.1", "100000")
    desk.stop("SELL", "0.1", "98500", at=100000)
    assert desk.meet(quote_of(BTC, "98000", bid="98600", ask="98602")) == []
    assert len(desk.meet(quote_of(BTC, "98600", bid="98499", ask="98501"))) == 1


def test_a_gap_costs_the_stop_more(desk):
    desk.filled("SELL", "0.1", "100000")
    desk.stop("BUY", "0.1", "101000", at=100000)
    (report,) = desk.fills(desk.price("103000"))
    assert report.average_price == D(103000)


@pytest.mark.parametrize(
    ("opens", "closes", "trigger", "price"),
    [("BUY", "SELL", "102000", "105000"), ("SELL", "BUY", "98000", "95000")],
)
def test_a_gap_gives_the_take_profit_nothing_more(desk, opens, closes, trigger, price):
    desk.filled(opens, "0.1", "100000")
    desk.target(closes, "0.1", trigger, at=100000)
    (report,) = desk.fills(desk.price(price))
    assert (report.average_price, report.realized_pnl) == (D(trigger), D(200))


def test_a_take_profit_fills_worse_where_the_book_is_worse(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.target("SELL", "0.1", "102000", at=100000)
    (report,) = desk.fills(desk.meet(quote_of(BTC, "102000", bid="101990", ask="102010")))
    assert report.average_price == D(101990)


@pytest.mark.parametrize(
    ("side", "kind", "trigger"),
    [
        ("SELL", "stop", "100000"),
        ("SELL", "stop", "101000"),
        ("BUY", "stop", "99000"),
        ("SELL", "take_profit", "99000"),
        ("BUY", "take_profit", "100000"),
    ],
)
def test_one_that_is_reached_already_is_refused(desk, side, kind, trigger):
    refused = refusal(desk, desk.order(side, "0.1", type=kind, trigger=trigger), 100000)
    assert refused.reason == "venue_would_trigger"
    assert refused.params == {"symbol": BTC, "trigger": trigger, "mark": "100000"}


def test_a_stop_may_open_a_position_if_the_money_is_there_then(desk):
    desk.stop("BUY", "0.1", "101000", at=100000, reduce_only=False)
    late = desk.stop("BUY", "0.95", "102000", at=100000, reduce_only=False)
    assert desk.fills(desk.price("101000"))[0].average_price == D(101000)
    happened = desk.price("102000")
    assert canceled(happened) == {late: "venue_insufficient_margin"}
    assert desk.quantity() == D("0.1")


def test_a_spot_stop_sells_what_is_there(desk):
    desk.filled("BUY", "0.05", "100000", symbol=SPOT_BTC)
    desk.stop("SELL", "0.05", "95000", at=100000, symbol=SPOT_BTC)
    desk.filled("SELL", "0.02", "99000", symbol=SPOT_BTC)
    (report,) = desk.fills(desk.price("94000", SPOT_BTC))
    assert (report.filled, report.average_price, desk.book.balance("BTC")) == (
        D("0.03"),
        D(94000),
        0,
    )


# -- the order of work ------------------------------------------------------------------------


def test_at_one_price_liquidation_goes_before_the_stop_and_the_stop_before_what_rests(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.stop("SELL", "0.1", "91000", at=100000)
    desk.limit("BUY", "0.01", "95000", at=100000)
    happened = desk.price("90000")
    assert [type(one) for one in happened] == [Liquidation, CanceledOrder, FilledOrder]
    assert desk.quantity() == D("0.01")
    other = Desk()
    other.filled("BUY", "0.1", "100000")
    stop = other.stop("SELL", "0.1", "96000", at=100000)
    limit = other.limit("BUY", "0.01", "97000", at=100000)
    filled = [report.client_order_id for report in other.fills(other.price("95000"))]
    assert filled == [stop, limit]


def test_at_one_price_the_stop_goes_before_the_target(desk):
    """Nobody can place both so that one price reaches them; were it so, the worse one counts."""
    desk.filled("SELL", "0.1", "100000")
    target = desk.target("BUY", "0.1", "99000", at=100000, oco="pair")
    stop = desk.stop("BUY", "0.1", "101000", at=100000, oco="pair")
    far = replace(desk.book.orders[target], trigger=D(105000))
    desk.book = replace(desk.book, orders={**desk.book.orders, target: far})
    assert desk.fills(desk.price("102000"))[0].client_order_id == stop


def test_what_rests_is_listed_as_it_was_asked_for(desk):
    desk.filled("BUY", "0.1", "100000")
    stop = desk.stop("SELL", "0.1", "95000", at=100000)
    limit = desk.limit("BUY", "0.1", "99000", at=100000)
    listed = [as_open_order(row) for row in desk.book.resting(BTC)]
    assert [(one.client_order_id, one.type) for one in listed] == [(stop, "stop"), (limit, "limit")]
    assert (listed[0].trigger, listed[0].price, listed[0].reduce_only) == (D(95000), None, True)
    assert (listed[1].trigger, listed[1].price, listed[1].filled) == (None, D(99000), D(0))


def test_an_order_in_other_money_is_refused():
    euro = replace(MARKETS[SPOT_BTC], symbol="BTC/EUR", quote="EUR")
    coins = replace(MARKETS["ETH/USDT"], symbol="ETH/BTC", quote="BTC")
    desk = Desk(markets={**MARKETS, "BTC/EUR": euro, "ETH/BTC": coins})
    desk.filled("BUY", "0.05", "100000", symbol=SPOT_BTC)
    for symbol in ("BTC/EUR", "ETH/BTC"):
        order = desk.order("BUY", "0.5", symbol=symbol)
        assert refusal(desk, order, "0.03").reason == "venue_other_money"


def test_where_the_market_takes_the_buy_s_fee_from_the_coins():
    market = replace(MARKETS[SPOT_BTC], fee_in_base=True)
    desk = Desk(markets={SPOT_BTC: market})
    fill = desk.filled("BUY", "0.05", "100000", symbol=SPOT_BTC)
    assert (desk.free, desk.book.balance("BTC")) == (5000, D("0.049975"))
    assert (fill.fee, desk.quantity(SPOT_BTC)) == (D("2.5"), D("0.049975"))
    sold = desk.filled("SELL", "9", "100000", symbol=SPOT_BTC, reduce_only=True)
    assert (sold.quantity, desk.book.balance("BTC")) == (D("0.04997"), D("0.000005"))
    mine = desk.limit("BUY", "0.05", "99000", at=100000, symbol=SPOT_BTC)
    assert desk.reserved == D(4950)
    desk.price("98000", SPOT_BTC)
    assert desk.reports[mine].status == "FILLED"
    assert desk.book.balance("BTC") == D("0.000005") + D("0.05") * (1 - D("0.0002"))


def test_every_reason_of_the_venue_s_has_a_text_that_its_parameters_fill(desk):
    desk.filled("BUY", "0.1", "100000")
    reasons = [
        refusal(desk, desk.order("BUY", "1", type="limit", price="1.23"), 100000),
        refusal(desk, desk.order("BUY", "1", type="limit", price="1e10"), 100000),
        refusal(desk, desk.order("BUY", "1", type="limit"), 100000),
        refusal(desk, desk.order("BUY", "1", type="stop"), 100000),
        refusal(desk, desk.order("BUY", "1", type="stop", trigger="99000"), 100000),
        refusal(desk, desk.order("BUY", "1", type="limit", price="100000", post_only=True), 100000),
    ]
    desk.stop("SELL", "0.1", "95000", at=100000)
    desk.filled("SELL", "0.1", "100000", reduce_only=True)
    said = [(one.reason, one.params) for one in reasons]
    said += [(one.reason, one.params) for one in desk.reports.values() if one.reason]
    assert len({reason for reason, _ in said}) == len(reasons) + 1
    for reason, params in said:
        for lang in ("en", "zh"):
            assert "{" not in WORDS[reason][lang].format(**params)
