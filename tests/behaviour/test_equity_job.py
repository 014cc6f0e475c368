"""The points of the equity curve: each quarter of an hour once, unknown where it is unknown."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest

from core.domain.periods import midnight
from core.domain.records import EquitySnapshot, Insert, Query
from core.jobs.equity import EquityJob, slot_of
from core.trading.venue import Venues
from tests.behaviour.tool_desk import PERPETUAL, ToolDesk


@pytest.fixture
async def desk():
    return await ToolDesk().open()


def job_of(desk) -> EquityJob:
    venues = Venues(exchanges={"paper": desk.exchange}, market=desk.prices)
    return EquityJob(desk.records, venues, desk.clock)


async def points(desk):
    return await desk.records.find(Query(kind=EquitySnapshot))


async def test_an_account_that_never_traded_is_not_written_down(desk):
    assert await job_of(desk)() == 0
    assert await points(desk) == []


async def test_each_quarter_of_an_hour_is_written_down_once_by_whoever_is_first(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    first, second = job_of(desk), job_of(desk)
    await asyncio.gather(first(), second())
    assert await first() == await second() == 0
    (row,) = await points(desk)
    equity = (await desk.use("get_balance")).data["equity"]
    assert (str(row.equity.normalize()), row.mode, row.simulated) == (equity, "paper", True)
    desk.clock.advance(15 * 60)
    assert await first() == 1
    # A process that starts within the quarter writes nothing again.
    assert await job_of(desk)() == 0
    assert len(await points(desk)) == 2


async def test_I6_what_cannot_be_read_is_a_gap_and_no_zero(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    desk.prices.lose(PERPETUAL)
    assert await job_of(desk)() == 1
    (row,) = await points(desk)
    assert (row.equity, row.unrealized_pnl) == (None, None)


async def test_a_venue_that_is_not_connected_holds_nobody_up(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    fills = (await desk.use("get_trade_history")).data["totals"]["count"]
    assert fills == 1
    gone = replace(desk.exchange_account, id="gone", venue="nowhere", mode="live")
    await desk.commit(Insert(record=gone))
    assert await job_of(desk)() == 1


def test_everybodys_midnight_is_a_quarter_of_an_hour():
    now = datetime(2026, 7, 1, 12, 7, 31, tzinfo=UTC)
    assert slot_of(now) == datetime(2026, 7, 1, 12, tzinfo=UTC)
    for zone in available_timezones():
        for day in (date(2026, 1, 15), date(2026, 7, 15)):
            begins = midnight(day, ZoneInfo(zone))
            assert slot_of(begins) == begins, zone
            assert slot_of(begins - timedelta(seconds=1)) < begins
