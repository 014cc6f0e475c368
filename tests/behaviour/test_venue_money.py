"""What a live venue booked besides trades: booked once, told once, and never said to be all."""

from contextlib import asynccontextmanager
from datetime import timedelta
from decimal import Decimal

import pytest

from core.domain.movements import Movement, Statement
from core.domain.records import EquitySnapshot, Insert, LedgerRow, MessageRow
from core.errors import VenueError
from core.jobs.venue_money import VenueMoneyJob
from tests.behaviour.test_reconcile import live_desk
from tests.doubles.filling_venue import FillingVenue

D = Decimal
PERPETUAL = "BTC/USDT:USDT"


class TellingVenue(FillingVenue):
    """Its books are what a test writes there; kinds that are `unread` do not answer."""

    def __init__(self, behind, clock):
        super().__init__(behind, clock)
        self.booked, self.unread, self.asked = [], set(), []
        self.reach = timedelta(days=89)
        self.all_ways = True

    async def movements(self, account, kind, since):
        self.asked.append((kind, since))
        if kind in self.unread:
            raise VenueError("no answer")
        begin = max(since, self.clock.now() - self.reach)
        found = [one for one in self.booked if one.kind == kind and one.at >= begin]
        return Statement(found=found, since=begin, all_ways=self.all_ways)

    def book(self, kind, amount, number="1", symbol=PERPETUAL, currency="USDT"):
        self.booked.append(
            Movement(
                id=number,
                kind=kind,
                currency=currency,
                amount=D(amount),
                at=self.clock.now(),
                symbol=symbol if kind in ("funding", "liquidation") else "",
            )
        )


@asynccontextmanager
async def telling_desk():
    async with live_desk() as (desk, _):
        venue = TellingVenue(desk.paper, desk.clock)
        desk.desk.parts.venues.exchanges["binance"] = venue
        desk.clock.advance(3600)
        yield desk, venue, VenueMoneyJob(desk.desk.parts)


async def swept(desk, job, times=1):
    for _ in range(times):
        desk.clock.advance(301)
        await job.look()


async def ledger(desk, kind):
    rows = await desk.rows(LedgerRow, exchange_account_id="live", kind=kind)
    return [row.amount for row in rows if row.contra == kind]


async def performance(desk, period=""):
    """The live card of it."""
    messages = await desk.person().say(f"/performance {period}")
    return "\n".join(one["text"] for one in messages).partition("LIVE")[2]


async def test_what_is_read_again_is_booked_once():
    async with telling_desk() as (desk, venue, job):
        venue.book("funding", "-1.25")
        venue.book("funding", "0.5", "2")
        await swept(desk, job, 3)
        assert await ledger(desk, "funding") == [D("-1.25"), D("0.5")]
        # Two processes that look at once.
        venue.book("funding", "-3", "3")
        desk.clock.advance(301)
        other = VenueMoneyJob(desk.desk.parts)
        assert sorted([await job.look(), await other.look()]) == [0, 1]
        assert len(await ledger(desk, "funding")) == 3


async def test_funding_that_was_read_whole_is_in_the_net_result():
    async with telling_desk() as (desk, venue, job):
        venue.book("funding", "-1.25")
        await swept(desk, job)
        said = await performance(desk)
        assert "Funding: -1.25 USDT" in said
        assert "Net result: -1.25 USDT" in said
        assert "could not be read" not in said


@pytest.mark.parametrize("kind", ["funding", "liquidation"])
async def test_a_read_that_failed_makes_the_net_result_unknown_and_no_zero(kind):
    async with telling_desk() as (desk, venue, job):
        venue.book("funding", "-1.25")
        await swept(desk, job)
        venue.unread = {kind}
        await swept(desk, job, 7)
        said = await performance(desk)
        assert "Net result: unknown" in said
        assert "could not be read in full" in said
        if kind == "funding":
            assert "(-1.25 USDT was)" in said
        venue.unread = set()
        await swept(desk, job)
        assert "Net result: -1.25 USDT" in await performance(desk)


async def test_before_anything_was_read_nothing_is_said_to_be_known():
    async with telling_desk() as (desk, _, _job):
        said = await performance(desk)
        assert "Net result: unknown" in said
        assert "Funding: unknown" in said


async def test_a_gap_that_the_venue_tells_no_more_of_stays_one():
    async with telling_desk() as (desk, venue, job):
        await swept(desk, job)
        assert "Net result: 0 USDT" in await performance(desk)
        desk.clock.advance(timedelta(days=100).total_seconds())
        venue.reach = timedelta(days=89)
        await swept(desk, job)
        assert "Net result: unknown" in await performance(desk)
        # What came after the gap is whole.
        assert "Net result: 0 USDT" in await performance(desk, "today")


async def test_a_liquidation_is_told_once_and_counts_as_a_loss():
    async with telling_desk() as (desk, venue, job):
        venue.book("liquidation", "-42.5", "order-9")
        await swept(desk, job, 3)
        rows = await desk.rows(MessageRow, account_id="owner")
        (told,) = [row.text for row in rows if row.mode == "live" and "Liquidated" in row.text]
        assert "Liquidated: BTC/USDT:USDT · LIVE" in told
        assert "-42.50 USDT" in told
        said = await performance(desk)
        assert "Realised: -42.50 USDT" in said


async def test_money_that_came_in_is_no_profit_where_every_way_in_is_told():
    async with telling_desk() as (desk, venue, job):
        await swept(desk, job)
        equity = (await venue.account("live")).equity
        row = EquitySnapshot(
            id="point",
            exchange_account_id="live",
            account_id="owner",
            equity=equity - 70,
            unrealized_pnl=D(0),
            currency="USDT",
            mode="live",
            simulated=False,
            at=desk.clock.now(),
        )
        await desk.desk.parts.records.commit(Insert(record=row))
        desk.clock.advance(10)
        venue.book("deposit", "70")
        await swept(desk, job)
        said = await performance(desk)
        assert "Equity change: 0 USDT" in said
        assert "moved in or out" not in said
        venue.all_ways = False
        await swept(desk, job)
        said = await performance(desk)
        assert "Equity change: +70 USDT" in said
        assert "may hold money moved in or out" in said


async def test_one_kind_that_fails_in_any_way_holds_up_no_other():
    async with telling_desk() as (desk, venue, job):
        venue.book("funding", "-1.25")
        venue.book("deposit", "70")
        whole = venue.movements

        async def broken(account, kind, since):
            if kind == "funding":
                raise RuntimeError("a bug")
            return await whole(account, kind, since)

        venue.movements = broken
        await swept(desk, job)
        assert (await ledger(desk, "funding"), await ledger(desk, "deposit")) == ([], [D(70)])
        assert "Net result: unknown" in await performance(desk)
