"""Markets of live venues in base units, exactly."""

from decimal import Decimal

import pytest

from adapters.exchange.ccxt.markets import (
    DECIMAL_PLACES,
    SIGNIFICANT_DIGITS,
    TICK_SIZE,
    exact,
    increment,
    instrument,
    instruments,
    tiers,
)
from tests.adapters.ccxt_markets import needs_recordings, recorded_markets

D = Decimal


def by_symbol(venue):
    return {one.symbol: one for one in instruments(recorded_markets(venue).values(), TICK_SIZE)}


def market(**changes):
    """An okx-like linear perpetual of 0.01 BTC contracts."""
    return {
        "symbol": "BTC/USDT:USDT",
        "base": "BTC",
        "quote": "USDT",
        "settle": "USDT",
        "spot": False,
        "swap": True,
        "contract": True,
        "contractSize": 0.01,
        "active": True,
        "taker": 0.0005,
        "maker": 0.0002,
        "precision": {"amount": 0.1, "price": 0.1},
        "limits": {"amount": {"min": 0.1}, "cost": {"min": None}, "leverage": {"max": 100.0}},
        **changes,
    }


@needs_recordings
def test_binance_counts_perpetuals_in_coins():
    found = by_symbol("binance")
    perpetual, spot = found["BTC/USDT:USDT"], found["BTC/USDT"]
    assert (perpetual.kind, perpetual.step, perpetual.tick) == ("perpetual", D("0.001"), D("0.1"))
    assert (spot.kind, spot.step, spot.tick) == ("spot", D("0.00001"), D("0.01"))
    assert spot.max_leverage is None
    assert (spot.taker, spot.min_notional) == (D("0.001"), D(5))


@needs_recordings
def test_okx_counts_in_contracts_and_we_in_coins():
    found = by_symbol("okx")
    perpetual = found["BTC/USDT:USDT"]
    assert (perpetual.step, perpetual.min_quantity) == (D("0.0001"), D("0.0001"))
    assert perpetual.max_leverage == 100
    assert found["ETH/USDT:USDT"].step == D("0.001")
    assert "BTC/USD:BTC" not in found
    assert found["BTC/USD"].max_leverage is None


@needs_recordings
def test_bybit_states_its_leverage():
    found = by_symbol("bybit")
    assert set(found) == {"BTC/USDT", "ETH/USDT", "BTC/USDT:USDT", "ETH/USDT:USDT"}
    assert (found["BTC/USDT:USDT"].max_leverage, found["BTC/USDT:USDT"].step) == (100, D("0.001"))


@needs_recordings
@pytest.mark.parametrize("venue", ["binance", "bybit", "okx"])
def test_every_recorded_market_has_sound_figures(venue):
    for one in by_symbol(venue).values():
        assert one.step > 0
        assert one.tick > 0
        assert one.min_quantity >= one.step
        assert one.min_notional >= 0
        assert 0 < one.maker <= one.taker < D("0.01")


def test_steps_and_minimums_are_in_base_units():
    (found,) = instruments([market()], TICK_SIZE)
    assert (found.step, found.min_quantity, found.tick) == (D("0.001"), D("0.001"), D("0.1"))


@pytest.mark.parametrize(
    "changes",
    [
        {"settle": "BTC", "quote": "USD"},
        {"swap": False},
        {"active": False},
        {"taker": None},
        {"precision": {"amount": None, "price": 0.1}},
        {"precision": {"amount": 0.1, "price": 0}},
    ],
    ids=["inverse", "future", "closed", "fee unknown", "step unknown", "no tick"],
)
def test_what_cannot_be_traded_here_is_left_out(changes):
    assert instrument(market(**changes), TICK_SIZE) is None


@pytest.mark.parametrize(
    ("precision", "mode", "grid"),
    [
        (1e-05, TICK_SIZE, "0.00001"),
        (1e-08, TICK_SIZE, "0.00000001"),
        ("0.000010", TICK_SIZE, "0.00001"),
        (5, TICK_SIZE, "5"),
        (3, DECIMAL_PLACES, "0.001"),
        (0, DECIMAL_PLACES, "1"),
        (-2, DECIMAL_PLACES, "100"),
        (5, SIGNIFICANT_DIGITS, "0.00000001"),
    ],
)
def test_a_precision_of_any_mode_is_an_exact_grid(precision, mode, grid):
    assert increment(precision, mode) == D(grid)


@pytest.mark.parametrize("said", [None, "", "NaN", float("inf"), True, "1,5", {}])
def test_what_is_no_number_is_unknown(said):
    assert exact(said) is None


def test_tiers_are_continuous():
    rows = [
        {"minNotional": 50000, "maintenanceMarginRate": 0.005, "maxLeverage": 100},
        {"minNotional": 0, "maintenanceMarginRate": 0.004, "maxLeverage": 125},
    ]
    assert [(one.floor, one.rate, one.cum, one.max_leverage) for one in tiers(rows)] == [
        (D(0), D("0.004"), D(0), 125),
        (D(50000), D("0.005"), D(50), 100),
    ]
    assert tiers([{"minNotional": 0, "maintenanceMarginRate": None, "maxLeverage": 5}]) == ()
