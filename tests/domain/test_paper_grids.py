"""Markets at the ends of the scale: tiny prices, tiny amounts, huge supplies, no decimals."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from core.domain.instruments import (
    INSTRUMENTS,
    MAKER,
    TAKER,
    default_tiers,
    paper_market,
)
from core.domain.margin import tiers_from
from core.domain.money import derived_price, plain
from core.domain.paper_grid import MOST_NOTIONAL
from core.domain.paper_price import fill_price
from core.domain.paper_view import account_view
from core.domain.risk import max_leverage
from tests.clocks import START
from tests.domain.paper_desk import BTC, MARKETS, SPOT_BTC, Desk, quote_of

D = Decimal
TINY, TINY_SPOT = "SATS/USDT:USDT", "SATS/USDT"
FINE = "FINE/USDT"
WHOLE = "WHOLE/USDT:USDT"


def market(of, symbol, **changes):
    base = symbol.partition("/")[0]
    sizes: Any = {name: D(value) for name, value in changes.items()}
    return replace(MARKETS[of], symbol=symbol, base=base, **sizes)


GRIDS = {
    TINY: market(BTC, TINY, tick="1e-12", step="1", min_quantity="1"),
    TINY_SPOT: market(SPOT_BTC, TINY_SPOT, tick="1e-12", step="1", min_quantity="1"),
    FINE: market(SPOT_BTC, FINE, tick="0.01", step="1e-8", min_quantity="1e-8", min_notional="0"),
    WHOLE: market(BTC, WHOLE, tick="1", step="1", min_quantity="1"),
}


@pytest.fixture
def desk():
    return Desk("1000000", markets={**MARKETS, **GRIDS})


def view(desk, symbol, mark):
    return account_view(desk.book, desk.markets, {symbol: quote_of(symbol, mark)}, START)


def test_a_price_of_nine_decimals_is_exact_in_fill_entry_gain_and_view(desk):
    fill = desk.filled("BUY", "1000000000000", "0.000000166", symbol=TINY, leverage=1)
    assert (fill.price, fill.fee) == (D("0.000000166"), D(83))
    (position,) = view(desk, TINY, "0.000000167").positions
    assert plain(position.entry_price) == "0.000000166"
    assert (position.unrealized_pnl, position.quantity) == (D(1000), D(10) ** 12)
    closed = desk.filled("SELL", "1000000000000", "0.000000167", symbol=TINY, reduce_only=True)
    assert closed.realized_pnl == D(1000)
    assert desk.free == D(1000000) + 1000 - 83 - D("83.5")


def test_its_liquidation_price_is_shown_to_eight_digits_not_as_zero(desk):
    desk.filled("BUY", "100000000000", "0.000000166", symbol=TINY)
    (position,) = view(desk, TINY, "0.000000166").positions
    shown = position.liquidation_price
    assert D("0.000000149") < shown < D("0.000000151")
    exact = desk.liquidation_price(TINY)
    assert abs(shown - exact) < exact / 10**7
    assert desk.mark(exact + D("1e-12"), TINY) is None
    told = desk.mark(exact - D("1e-12"), TINY)
    assert plain(told.entry_price) == "0.000000166"


def test_orders_rest_and_fill_on_its_grid(desk):
    desk.filled("BUY", "1000000000", "0.000000166", symbol=TINY_SPOT)
    stop = desk.stop("SELL", "1000000000", "0.00000015", at="0.000000166", symbol=TINY_SPOT)
    limit = desk.limit("BUY", "1000000000", "0.000000155", at="0.000000166", symbol=TINY_SPOT)
    assert desk.reserved == D(155) + D("0.0775")
    filled = [report.client_order_id for report in desk.fills(desk.price("0.00000015", TINY_SPOT))]
    assert filled == [stop, limit]
    assert desk.reports[limit].average_price == D("0.000000155")
    assert desk.reserved == 0


def test_peers_13_an_amount_of_eight_decimals_is_sold_whole(desk):
    desk.filled("BUY", "0.00000015", "100000", symbol=FINE)
    assert (desk.quantity(FINE), desk.book.balance("FINE")) == (D("0.00000015"), D("0.00000015"))
    sold = desk.filled("SELL", "1.5e-7", "100000", symbol=FINE)
    assert (sold.quantity, sold.realized_pnl) == (D("0.00000015"), D(0))
    assert (desk.book.balance("FINE"), desk.quantity(FINE)) == (0, 0)
    assert desk.free == D(1000000) - 2 * D("0.0000075")


def test_peers_13_less_than_a_step_is_refused_in_plain_digits(desk):
    refused = desk.refused("BUY", "0.000000001", "100000", symbol=FINE)
    assert refused.reason == "venue_min_quantity"
    assert (refused.params["quantity"], refused.params["minimum"]) == ("0.000000001", "0.00000001")
    refused = desk.refused("BUY", "0.0000736", "100000")
    assert (refused.reason, refused.params["value"]) == ("venue_min_quantity", "100")


def test_a_market_without_decimals(desk):
    desk.filled("BUY", "3", "97", symbol=WHOLE)
    desk.filled("BUY", "4", "98", symbol=WHOLE)
    (position,) = view(desk, WHOLE, "97").positions
    assert (position.quantity, position.cost) == (7, 683)
    assert position.entry_price == D("97.57142857")
    refused = desk.refused("BUY", "3", "97.5", symbol=WHOLE)
    assert refused.params["near"] == "98"
    assert desk.filled("BUY", "1.9", "97", symbol=WHOLE).quantity == 1
    price = fill_price(GRIDS[WHOLE], "BUY", D(1000000), quote_of(WHOLE, 97))
    assert price == price.to_integral_value() > 97


def test_the_largest_order_there_may_be_keeps_its_last_digit():
    desk = Desk("1e13", markets={**MARKETS, **GRIDS})
    size = MOST_NOTIONAL / D("0.000000166") // 1
    fill = desk.filled("BUY", size, "0.000000166", symbol=TINY_SPOT)
    value = (size * D("0.000000166")).quantize(D("1e-8"))
    assert desk.free == D("1e13") - value - fill.fee
    assert desk.book.balance("SATS") == size
    back = desk.filled("SELL", size, "0.000000166", symbol=TINY_SPOT)
    assert (back.realized_pnl, desk.free) == (D(0), D("1e13") - 2 * fill.fee)


@pytest.mark.parametrize(
    ("price", "shown"),
    [
        ("100666.6666666666", "100666.66666667"),
        ("0.000000166666666666", "0.00000016666667"),
        ("0.2", "0.2"),
        ("1e-15", "0.000000000000001"),
        ("0", "0"),
    ],
)
def test_a_computed_price_is_shown_to_eight_decimals_or_eight_digits(price, shown):
    assert plain(derived_price(D(price))) == shown


def test_a_live_market_without_tiers_or_fees_has_ours():
    listed = replace(MARKETS[BTC], symbol="NEW/USDT:USDT", base="NEW", tiers=(), taker=D(0))
    ours = paper_market(replace(listed, max_leverage=20))
    assert ours is not None
    assert (ours.taker, ours.maker) == (TAKER, MAKER)
    assert [tier.max_leverage for tier in ours.tiers] == [20, 20, 20, 20, 20, 10]
    assert [tier.rate for tier in ours.tiers] == [tier.rate for tier in default_tiers("NEW")]
    assert max_leverage(ours, D(100)) == 20


def test_what_a_live_market_tells_is_kept_but_a_rebate_is_not_paid():
    tiers = tiers_from([("0", "0.01", 25)])
    listed = replace(MARKETS[BTC], tiers=tiers, taker=D("0.0004"), maker=D("-0.0001"))
    ours = paper_market(listed)
    assert ours is not None
    assert (ours.tiers, ours.taker, ours.maker) == (tiers, D("0.0004"), D(0))


def test_a_market_without_a_grid_is_not_traded():
    assert paper_market(replace(MARKETS[BTC], step=D(0))) is None
    assert paper_market(replace(MARKETS[BTC], tick=D(0))) is None


def test_our_own_markets_are_traded_as_they_are():
    assert [paper_market(one) for one in INSTRUMENTS] == list(INSTRUMENTS)
