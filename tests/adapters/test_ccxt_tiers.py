"""Margin tiers as a venue tells them."""

import asyncio
from decimal import Decimal

import pytest

from adapters.exchange.ccxt.tiers import TierCache
from core.domain.margin import maintenance_margin
from tests.adapters.ccxt_desk import PERPETUAL, HurryingClock, live_desk
from tests.adapters.ccxt_markets import needs_recordings
from tests.adapters.recorded_venue import client_of

D = Decimal
PATH = "/fapi/v1/leverageBracket"


@pytest.fixture
async def desk():
    async with live_desk() as made:
        yield made


async def test_tiers_are_read_once_an_hour_for_all_markets(desk):
    both = (PERPETUAL, "ETH/USDT:USDT")
    first, second = await asyncio.gather(*(desk.exchange.tiers("live", one) for one in both))
    assert [(one.floor, one.rate, one.cum, one.max_leverage) for one in first] == [
        (D(0), D("0.004"), D(0), 125),
        (D(50000), D("0.005"), D(50), 100),
    ]
    assert second == first
    assert len(desk.venue.asked("GET", PATH)) == 1
    desk.clock.advance(3601)
    await desk.exchange.tiers("live", PERPETUAL)
    assert len(desk.venue.asked("GET", PATH)) == 2


async def test_tiers_that_cannot_be_read_are_none_and_asked_for_again_later(desk):
    desk.venue.refuse("GET", PATH, -1121, "Invalid symbol.")
    assert await desk.exchange.tiers("live", PERPETUAL) == ()
    assert await desk.exchange.tiers("live", PERPETUAL) == ()
    assert len(desk.venue.asked("GET", PATH)) == 1
    desk.clock.advance(61)
    assert await desk.exchange.tiers("live", PERPETUAL)


def risk_limit(number, value, rate, deduction, most):
    return {
        "id": number,
        "symbol": "BTCUSDT",
        "riskLimitValue": value,
        "maintenanceMargin": rate,
        "initialMargin": "0.01",
        "maxLeverage": most,
        "mmDeduction": deduction,
        "isLowestRisk": 1 if number == 1 else 0,
    }


@needs_recordings
async def test_bybit_tells_each_market_and_its_deductions_follow_from_its_rates():
    rows = [
        risk_limit(1, "2000000", "0.005", "", "100.00"),
        risk_limit(2, "2600000", "0.0056", "1200", "90.00"),
    ]
    answer = {"retCode": 0, "result": {"category": "linear", "list": rows}}
    client = await client_of("bybit", {"risk-limit": answer})
    found = await TierCache(HurryingClock()).of("a", client, PERPETUAL)
    assert [(one.floor, one.cum, one.max_leverage) for one in found] == [
        (D(0), D(0), 100),
        (D(2000000), D("1200.0000"), 90),
    ]
    assert maintenance_margin(D(2500000), found) == D(2500000) * D("0.0056") - 1200
    await client.aclose()


@needs_recordings
async def test_okx_tiers_go_by_contracts_and_are_not_taken_for_ours():
    client = await client_of("okx", {})
    assert await TierCache(HurryingClock()).of("a", client, PERPETUAL) == ()
    await client.aclose()
