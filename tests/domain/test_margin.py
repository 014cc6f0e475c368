"""Tiers, maintenance margin and the liquidation price."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain import margin
from core.domain.instruments import INSTRUMENTS
from core.domain.risk import max_leverage

PERPETUALS = [instrument for instrument in INSTRUMENTS if instrument.kind == "perpetual"]
TIERS = margin.tiers_from([("0", "0.004", 150), ("1000", "0.01", 50), ("5000", "0.05", 10)])
EXACT = Decimal("0.00000001")
D = Decimal


@st.composite
def positions(draw):
    """A position as it can be: a price on tick, a size on step, leverage that its value allows."""
    market = draw(st.sampled_from(PERPETUALS))
    entry = draw(st.integers(1, 2_000_000)) * market.tick
    most = max(int(D(20_000_000) / entry / market.step), 1)
    quantity = draw(st.integers(1, most)) * market.step
    cost = entry * quantity
    leverage = draw(st.integers(1, max_leverage(market, cost)))
    return {
        "sign": draw(st.sampled_from([1, -1])),
        "quantity": quantity,
        "cost": cost,
        "margin": margin.initial_margin(cost, leverage),
        "tiers": market.tiers,
    }


def test_each_tier_goes_on_where_the_one_before_ends():
    for tiers in (TIERS, *(market.tiers for market in PERPETUALS)):
        for below, above in pairwise(tiers):
            assert above.floor > below.floor
            assert above.rate > below.rate
            assert above.max_leverage < below.max_leverage
            at = above.floor
            assert at * below.rate - below.cum == at * above.rate - above.cum


@pytest.mark.parametrize(
    ("notional", "maintenance"),
    [("0", "0"), ("500", "2"), ("1000", "4"), ("2000", "14"), ("5000", "44"), ("10000", "294")],
)
def test_maintenance_is_the_rate_of_the_tier_less_its_cum(notional, maintenance):
    assert margin.maintenance_margin(D(notional), TIERS) == D(maintenance)


def test_every_leverage_offered_survives_its_own_opening():
    for market in PERPETUALS:
        for tier in market.tiers:
            value = max(tier.floor, D(1))
            most = max_leverage(market, value)
            assert most is not None
            opened = margin.initial_margin(value, most)
            assert opened > margin.maintenance_margin(value, market.tiers)


@given(positions())
def test_at_the_liquidation_price_margin_and_unrealised_are_the_maintenance(position):
    price = margin.liquidation_price(**position)
    if price is None:
        return
    unrealised = margin.unrealized_pnl(
        sign=position["sign"], quantity=position["quantity"], cost=position["cost"], mark=price
    )
    needed = margin.maintenance_margin(position["quantity"] * price, position["tiers"])
    assert abs(position["margin"] + unrealised - needed) < EXACT


@given(positions(), st.decimals("0.000001", "0.1", places=6))
def test_just_before_the_liquidation_price_it_lives_and_just_beyond_it_does_not(position, step):
    price = margin.liquidation_price(**position)
    if price is None or price <= step:
        return
    away = position["sign"] * step
    assert not margin.is_due(**position, mark=price + away)
    assert margin.is_due(**position, mark=price - away)


@given(positions())
def test_without_a_liquidation_price_no_fall_is_enough(position):
    if margin.liquidation_price(**position) is None:
        assert position["sign"] == 1, "a short can always rise far enough"
        assert not margin.is_due(**position, mark=EXACT)


@given(positions(), st.decimals("0.01", "1000000", places=2))
def test_added_margin_moves_the_liquidation_price_away(position, added):
    before = margin.liquidation_price(**position)
    after = margin.liquidation_price(**(position | {"margin": position["margin"] + added}))
    if before is not None:
        assert after is None or (before - after) * position["sign"] > 0


@given(positions(), st.integers(2, 10))
def test_more_leverage_moves_the_liquidation_price_closer(position, times):
    calm = margin.liquidation_price(**position)
    wild = margin.liquidation_price(**(position | {"margin": position["margin"] / times}))
    assert wild is not None
    assert calm is None or (wild - calm) * position["sign"] > 0


def test_a_long_at_1x_cannot_be_liquidated():
    price = margin.liquidation_price(sign=1, quantity=D(2), cost=D(200), margin=D(200), tiers=TIERS)
    assert price is None


def test_a_market_without_tiers_has_no_liquidation_price():
    price = margin.liquidation_price(sign=1, quantity=D(2), cost=D(200), margin=D(1), tiers=())
    assert price is None
