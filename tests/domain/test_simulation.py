"""The simulated market's price paths."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from math import log, sqrt
from statistics import correlation, fmean, pstdev

import pytest

from core.domain.instruments import INSTRUMENTS
from core.domain.simulation import COINS, TICK, TICKS_A_DAY, TICKS_AN_HOUR, PricePath

START = datetime(2026, 12, 1, 8, tzinfo=UTC)
HOURS_A_YEAR = 24 * 365
DAYS = 200


@pytest.fixture(scope="module")
def path():
    return PricePath(seed=7, start=START)


def hourly(path, base, hours=24 * DAYS):
    """Logarithmic hourly returns."""
    logs = [log(path.price(base, "spot", hour * TICKS_AN_HOUR)) for hour in range(hours + 1)]
    return [after - before for before, after in pairwise(logs)]


@pytest.fixture(scope="module")
def returns(path):
    return {base: hourly(path, base) for base in ("BTC", "ETH", "DOGE")}


def test_every_instrument_has_a_start_price():
    assert {one.base for one in INSTRUMENTS} <= COINS.keys()


def test_it_starts_at_the_stated_prices(path):
    assert {base: path.price(base, "spot", 0) for base in COINS} == {
        base: coin.start for base, coin in COINS.items()
    }


def test_the_same_seed_and_start_give_the_same_prices_in_any_order(path):
    ticks = [10**7, 5, -3, 0, 987_654, TICKS_A_DAY, TICKS_A_DAY - 1]
    again = PricePath(seed=7, start=START)
    forward = {tick: path.price("SOL", "perpetual", tick) for tick in sorted(ticks)}
    assert {tick: again.price("SOL", "perpetual", tick) for tick in ticks} == forward


def test_another_seed_gives_other_prices(path):
    other = PricePath(seed=8, start=START)
    assert path.price("BTC", "spot", 1000) != other.price("BTC", "spot", 1000)


def test_these_prices_are_the_same_in_every_release():
    """A stored market must go on where it was after an update."""
    path = PricePath(seed=7, start=START)
    prices = [path.price("BTC", "spot", tick) for tick in (1, TICKS_AN_HOUR, 300 * TICKS_A_DAY)]
    assert [f"{price:.2f}" for price in prices] == ["94993.46", "96062.48", "102065.63"]


def test_ticks_and_times_belong_together(path):
    assert path.tick_at(START + timedelta(hours=1)) == TICKS_AN_HOUR
    assert path.tick_at(START + TICK * 5 + timedelta(milliseconds=1)) == 5
    assert path.time_of(path.tick_at(START - timedelta(seconds=1))) == START - TICK


def test_there_is_no_leap_where_hours_and_days_meet(path):
    """Neighbouring ticks differ by what one tick's volatility allows, jumps of hours aside."""
    edges = [*range(0, 40 * TICKS_AN_HOUR, TICKS_AN_HOUR)]
    steps = [
        abs(log(path.price("BTC", "spot", edge) / path.price("BTC", "spot", edge - 1)))
        for edge in edges
    ]
    assert max(steps) < 0.003
    assert fmean(steps) > 0.00002


def test_volatility_is_a_markets(returns):
    yearly = {base: pstdev(values) * sqrt(HOURS_A_YEAR) for base, values in returns.items()}
    assert 0.35 < yearly["BTC"] < 0.75
    assert yearly["BTC"] < yearly["ETH"] < yearly["DOGE"] < 1.3


def test_tails_are_fat_and_volatility_comes_in_runs(returns):
    values = returns["BTC"]
    mean, deviation = fmean(values), pstdev(values)
    kurtosis = fmean(((value - mean) / deviation) ** 4 for value in values)
    sizes = [abs(value) for value in values]
    assert 5 < kurtosis < 40
    assert correlation(sizes[6:], sizes[:-6]) > 0.08
    assert abs(correlation(values[1:], values[:-1])) < 0.05


def test_coins_move_together_but_not_as_one(returns):
    assert 0.7 < correlation(returns["BTC"], returns["ETH"]) < 0.95
    assert 0.6 < correlation(returns["BTC"], returns["DOGE"]) < 0.9


def test_a_price_is_pulled_back_to_where_it_belongs(path):
    start = COINS["BTC"].start
    prices = [path.price("BTC", "spot", day * TICKS_A_DAY) for day in range(0, 3650, 10)]
    assert start / 3 < min(prices) < start < max(prices) < start * 3


def test_a_perpetual_stays_beside_its_spot_price(path):
    ticks = range(0, 20 * TICKS_A_DAY, TICKS_A_DAY // 5)
    basis = [
        path.price("ETH", "perpetual", tick) / path.price("ETH", "spot", tick) - 1 for tick in ticks
    ]
    assert all(abs(one) <= 0.0004 for one in basis)
    assert len({round(one, 7) for one in basis}) > 10


def test_an_unknown_coin_has_no_price(path):
    with pytest.raises(KeyError):
        path.price("NOPE", "spot", 0)
