"""From a request to an exact order: every figure adds up, and nothing impossible gets a card."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from core.domain.instruments import INSTRUMENTS
from core.domain.market import Quote
from core.domain.money import ZERO, book_fee, plain
from core.domain.positions import AccountView, Balance, Position
from core.errors import OrderDenied, PersonError
from core.trading.request import Amount
from core.trading.sized_order import Situation
from core.trading.sizing import size, smallest_quantity
from core.views.errors import error_text

D = Decimal
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MARKETS = {one.symbol: one for one in INSTRUMENTS}
SPOT, PERPETUAL = "BTC/USDT", "BTC/USDT:USDT"


def position(symbol, quantity, *, side="LONG", entry="100000", leverage=10):
    cost = D(quantity) * D(entry)
    spot = ":" not in symbol
    return Position(
        symbol=symbol,
        kind="spot" if spot else "perpetual",
        side=side,
        quantity=D(quantity),
        cost=cost,
        entry_price=D(entry),
        mark=D(entry),
        unrealized_pnl=ZERO,
        leverage=None if spot else leverage,
        margin=None if spot else cost / leverage,
        liquidation_price=None,
    )


def situation(symbol, price="100000", *, free="10000", coins="0", positions=(), spread="0"):
    """An account with `free` USDT and `coins` of the market's coin, at this price."""
    market, mark, half = MARKETS[symbol], D(price), D(spread)
    balances = [Balance(currency="USDT", free=D(free), locked=ZERO)]
    if D(coins):
        balances.append(Balance(currency=market.base, free=D(coins), locked=ZERO))
    quote = Quote(
        symbol=symbol,
        bid=mark - half,
        ask=mark + half,
        mark=mark,
        at=NOON,
        source="test",
        simulated=True,
    )
    view = AccountView(
        balances=tuple(balances),
        positions=tuple(positions),
        equity=D(free),
        missing=(),
        at=NOON,
    )
    return Situation(instrument=market, quote=quote, view=view, lang="en")


def sized(action, value, unit, at, leverage=None):
    return size(action, Amount(value=value, unit=unit), leverage, at)


def refusal(action, value, unit, at, leverage=None):
    """Why there is no such order; it can be told in both languages."""
    with pytest.raises(PersonError) as caught:
        sized(action, value, unit, at, leverage)
    assert error_text(caught.value, "en") != error_text(caught.value, "zh")
    return caught.value


# -- what an amount means ---------------------------------------------------------------------


def test_a_quote_amount_is_the_value_of_the_order_and_never_its_margin():
    order = sized("open_long", "1000", "quote", situation(PERPETUAL), leverage=10)
    assert (order.value, order.margin, order.quantity) == (D(1000), D(100), D("0.01"))


def test_a_buy_meets_the_ask_and_a_sell_the_bid():
    assert sized("buy", "1000", "quote", situation(SPOT, spread="50")).price == D(100050)
    assert sized("sell", "1", "base", situation(SPOT, spread="50", coins="1")).price == D(99950)
    short = position(PERPETUAL, "0.1", side="SHORT")
    at = situation(PERPETUAL, spread="50", positions=[short])
    assert sized("close_short", "0.1", "base", at).price == D(100050)


def test_half_of_what_is_free_is_that_value():
    order = sized("buy", "50", "percent_of_free", situation(SPOT))
    assert (order.amount, order.unit, order.value) == (D(5000), "quote", D(5000))


@pytest.mark.parametrize(("symbol", "action"), [(SPOT, "buy"), (PERPETUAL, "open_short")])
def test_all_that_is_free_leaves_room_for_the_fee(symbol, action):
    order = sized(action, "100", "percent_of_free", situation(symbol, "3.3333", free="1000.01"))
    assert D("999.4") < order.amount < D("999.6")
    assert order.cost <= D("1000.01")


def test_percent_of_a_position_is_of_what_is_held():
    at = situation(PERPETUAL, positions=[position(PERPETUAL, "0.1")])
    order = sized("close_long", "25", "percent_of_position", at)
    assert (order.quantity, order.amount, order.unit) == (D("0.025"), D("0.025"), "base")
    assert order.reduce_only


def test_a_close_is_clamped_to_the_position_and_says_so():
    at = situation(PERPETUAL, positions=[position(PERPETUAL, "0.1")])
    order = sized("close_long", "0.5", "base", at)
    assert (order.quantity, order.amount, order.adjusted) == (D("0.1"), D("0.1"), "clamped")
    by_value = sized("close_long", "20000", "quote", at)
    assert (by_value.quantity, by_value.unit, by_value.adjusted) == (D("0.1"), "base", "clamped")


def test_a_sale_is_clamped_to_what_is_free_and_says_so():
    order = sized("sell", "1", "base", situation(SPOT, coins="0.12345678"))
    assert (order.quantity, order.adjusted) == (D("0.12345"), "clamped")


def test_selling_all_sells_what_the_step_allows():
    order = sized("sell", "100", "percent_of_position", situation(SPOT, coins="0.12345678"))
    assert (order.quantity, order.adjusted) == (D("0.12345"), "")


def test_a_position_is_closed_below_the_minimum_value_too():
    at = situation(
        "DOGE/USDT:USDT", "0.2", positions=[position("DOGE/USDT:USDT", "3", entry="0.2")]
    )
    order = sized("close_long", "100", "percent_of_position", at)
    assert order.value == D("0.6") < MARKETS["DOGE/USDT:USDT"].min_notional


def test_adding_takes_the_leverage_that_the_position_has():
    at = situation(PERPETUAL, positions=[position(PERPETUAL, "0.01", leverage=10)])
    assert sized("open_long", "1000", "quote", at).leverage == 10
    denied = refusal("open_long", "1000", "quote", at, leverage=5)
    assert denied.key == "leverage_of_position"
    assert denied.choices[0][0] == "Open long 1,000 USDT of BTC at 10x"


def test_the_liquidation_price_is_of_the_whole_position():
    """Case 2 of the worked cases: 0.1 at 100,000 and 0.05 at 102,000, 10x."""
    at = situation(PERPETUAL, "102000", positions=[position(PERPETUAL, "0.1")])
    order = sized("open_long", "0.05", "base", at)
    assert order.liquidation() == (D("90963.85542169"), True)


def test_at_one_time_leverage_a_long_cannot_be_liquidated():
    assert sized("open_long", "1000", "quote", situation(PERPETUAL)).liquidation() == (None, True)


def test_I6_a_position_of_unknown_cost_has_an_unknown_liquidation_price():
    held = position(PERPETUAL, "0.1")
    unknown = Position(
        symbol=held.symbol,
        kind=held.kind,
        side=held.side,
        quantity=held.quantity,
        cost=None,
        entry_price=None,
        mark=None,
        unrealized_pnl=None,
        leverage=held.leverage,
        margin=None,
        liquidation_price=None,
    )
    at = situation(PERPETUAL, positions=[unknown])
    assert sized("open_long", "0.05", "base", at).liquidation() == (None, False)
    assert sized("close_long", "0.05", "base", at).closing_pnl is None


def test_closing_part_says_what_it_realises_before_fees():
    at = situation(PERPETUAL, "105000", positions=[position(PERPETUAL, "0.15", entry="100000")])
    assert sized("close_long", "0.06", "base", at).closing_pnl == D(300)


# -- what cannot be -----------------------------------------------------------------------------


def test_peers_14_an_order_below_the_minimum_names_it_and_offers_it():
    at = situation("ETH/USDT", "3400")
    denied = refusal("buy", "3", "quote", at)
    assert (denied.key, denied.params["minimum"], denied.params["currency"]) == (
        "below_minimum",
        D(5),
        "USDT",
    )
    assert denied.choices == (("Buy 5 USDT of ETH", "buy 5 USDT of ETH/USDT"),)
    offered = sized("buy", "5", "quote", at)
    assert (offered.value, offered.amount, offered.adjusted) == (D("5.1"), D(5), "rounded_up")


def test_peers_13_original_g2_462_what_rounds_to_nothing_is_refused_with_the_smallest_cost():
    denied = refusal("open_long", "7.36", "quote", situation(PERPETUAL))
    assert (denied.key, denied.params["least"], denied.params["cost"]) == (
        "below_minimum",
        D("0.001"),
        D(100),
    )
    assert denied.choices == (
        ("Open long 0.001 BTC at 1x", "open long 0.001 BTC of BTC/USDT:USDT 1x"),
    )


def test_peers_13_a_tiny_sale_is_refused_with_what_could_be_sold():
    denied = refusal("sell", "0.00000015", "base", situation(SPOT, coins="0.001"))
    assert (denied.key, denied.params["held"]) == ("too_little_to_close", D("0.001"))
    assert [label for label, _ in denied.choices] == ["Sell 0.00005 BTC", "Sell: all BTC"]


def test_dust_offers_nothing_because_nothing_would_work():
    denied = refusal("sell", "100", "percent_of_position", situation(SPOT, coins="0.00001"))
    assert (denied.key, denied.choices) == ("dust", ())


def test_the_smallest_order_is_not_offered_to_who_cannot_pay_it():
    assert refusal("buy", "3", "quote", situation(SPOT, free="4")).choices == ()


def test_original_g2_1120_without_the_money_it_says_what_is_needed_and_what_is_free():
    denied = refusal("buy", "20000", "quote", situation(SPOT))
    assert isinstance(denied, OrderDenied)
    assert (denied.key, denied.params["needed"], denied.params["free"]) == (
        "insufficient_funds",
        D(20010),
        D(10000),
    )
    assert denied.choices == (("Buy 9,995 USDT of BTC", "buy 9995 USDT of BTC/USDT"),)
    assert sized("buy", "9995", "quote", situation(SPOT)).cost <= D(10000)


def test_leverage_above_the_bracket_is_refused_with_the_maximum():
    at = situation(PERPETUAL, free="1000000")
    denied = refusal("open_long", "5000000", "quote", at, leverage=100)
    assert (denied.key, denied.params["maximum"]) == ("leverage_too_high", 50)


def test_peers_18_closing_what_is_not_held_says_what_is():
    spot, other = position(SPOT, "0.2"), position("ETH/USDT:USDT", "1", side="SHORT")
    denied = refusal(
        "close_long", "100", "percent_of_position", situation(PERPETUAL, positions=[spot, other])
    )
    assert denied.key == "no_long"
    assert denied.params["held"] == ["0.2 BTC", "SHORT 1 ETH/USDT:USDT"]
    assert denied.choices == (("Sell: all BTC", "sell all BTC/USDT"),)


def test_an_order_that_opens_never_closes_the_other_side_unsaid():
    at = situation(PERPETUAL, positions=[position(PERPETUAL, "0.1", side="SHORT")])
    denied = refusal("open_long", "1000", "quote", at)
    assert (denied.key, denied.params["held"]) == ("opposite_position", "SHORT 0.1 BTC/USDT:USDT")
    assert denied.choices == (("Close short: all BTC", "close short all BTC/USDT:USDT"),)


# -- properties ---------------------------------------------------------------------------------

# Most orders drawn at random cannot be: what is left aside is no sign of a bad test.
sparse = settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
symbols = st.sampled_from(sorted(MARKETS))
money = st.decimals(min_value=D("0.01"), max_value=D(1_000_000), places=2)
values = st.decimals(min_value=D("0.00000001"), max_value=D(1_000_000), places=8)
prices = st.decimals(min_value=D("0.01"), max_value=D(200_000), places=4)
coins = st.decimals(min_value=D("0.00000001"), max_value=D(10_000), places=8)


@st.composite
def openings(draw):
    symbol = draw(symbols)
    spot = MARKETS[symbol].kind == "spot"
    unit = draw(st.sampled_from(["base", "quote", "percent_of_free"]))
    value = draw(values)
    if unit == "percent_of_free":
        value = min(value, D(100))
    return (
        "buy" if spot else draw(st.sampled_from(["open_long", "open_short"])),
        plain(value),
        unit,
        situation(symbol, draw(prices), free=draw(money)),
        None if spot else draw(st.sampled_from([None, 1, 3, 10, 50])),
    )


@st.composite
def closings(draw):
    symbol = draw(symbols)
    held, unit = draw(coins), draw(st.sampled_from(["base", "quote", "percent_of_position"]))
    value = draw(values)
    if unit == "percent_of_position":
        value = min(value, D(100))
    price = draw(prices)
    if MARKETS[symbol].kind == "spot":
        return "sell", plain(value), unit, situation(symbol, price, coins=held), None
    side = draw(st.sampled_from(["LONG", "SHORT"]))
    at = situation(symbol, price, positions=[position(symbol, held, side=side, entry=price)])
    return f"close_{side.lower()}", plain(value), unit, at, None


def possible(request):
    """The order, where there can be one: other examples are left aside."""
    action, value, unit, at, leverage = request
    try:
        return sized(action, value, unit, at, leverage)
    except PersonError:
        reject()


@sparse
@given(st.one_of(openings(), closings()))
def test_the_figures_of_a_card_agree(request):
    order = possible(request)
    assert order.value == order.quantity * order.price
    assert order.fee == book_fee(order.value * order.instrument.taker)
    assert order.quantity % order.instrument.step == 0
    if order.unit == "base":
        assert order.amount == order.quantity
    elif order.adjusted == "rounded_up":
        assert order.amount < order.value <= order.amount * D("1.1")
    else:
        assert 0 <= order.amount - order.value < order.instrument.step * order.price


@sparse
@given(openings())
def test_no_card_is_for_nothing_beyond_the_money_or_below_the_minimum(request):
    order = possible(request)
    assert order.quantity >= order.instrument.min_quantity > 0
    assert order.value >= order.instrument.min_notional
    assert order.cost <= request[3].free("USDT")


@sparse
@given(closings())
def test_no_card_closes_nothing_or_more_than_is_held(request):
    order = possible(request)
    held = request[3].free(order.instrument.base) if order.held is None else order.held.quantity
    assert 0 < order.quantity <= held


@sparse
@given(st.one_of(openings(), closings()))
def test_an_order_sized_again_by_its_own_amount_is_the_same_order(request):
    order = possible(request)
    again = sized(order.action, plain(order.amount), order.unit, request[3], order.leverage)
    assert (again.quantity, again.amount, again.unit, again.leverage) == (
        order.quantity,
        order.amount,
        order.unit,
        order.leverage,
    )


@sparse
@given(openings())
def test_what_is_offered_instead_is_possible(request):
    """The smallest order that a refusal names can be sized."""
    action, value, unit, at, leverage = request
    try:
        sized(action, value, unit, at, leverage)
    except PersonError as denied:
        assume(denied.key == "below_minimum" and denied.choices)
    else:
        reject()
    price = at.quote.ask if action in ("buy", "open_long") else at.quote.bid
    least = smallest_quantity(at.instrument, price)
    assert least * price >= at.instrument.min_notional
    assert sized(action, plain(least), "base", at, leverage).quantity == least
