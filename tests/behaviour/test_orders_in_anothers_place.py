"""A stop that a venue cannot change: the one in its place, through doubts, crashes and hits."""

from contextlib import asynccontextmanager
from decimal import Decimal

import pytest

from core.domain.records import MessageRow, OrderRow, Update
from core.errors import OrderDenied, OutcomeUnknown, VenueError
from core.trading.protection import place_protection
from tests.behaviour.seams import Model, call, plan, respond
from tests.clocks import ManualClock
from tests.desk import open_desk
from tests.doubles.filling_venue import FillingVenue

D = Decimal
PERPETUAL = "BTC/USDT:USDT"


def long_btc():
    step = call(
        "s1",
        "execute_trade",
        action="open_long",
        symbol="BTC",
        leverage=5,
        amount={"value": "0.01", "unit": "base"},
        stop="90000",
        target="110000",
    )
    return plan(step, respond(show=["s1"]))


def move_stop():
    step = call("s1", "manage_order", action="amend", symbol="BTC", which="stop", trigger="95000")
    return plan(step, respond(show=["s1"]))


def text(messages):
    return "\n".join(message["text"] for message in messages)


class StubbornVenue(FillingVenue):
    """Changes no order in place. `before` and `after` a call something happens, once, by its name.

    The next place is `unsent` or `unheard`; while `deaf` nothing is taken back or listed.
    """

    def __init__(self, behind, clock):
        super().__init__(behind, clock)
        self.amendable = False
        self.deaf = self.unsent = self.unheard = False
        self.before, self.after = {}, {}

    async def place(self, account, order):
        if self.unsent:
            self.unsent = False
            raise VenueError("it cannot be reached")
        report = await super().place(account, order)
        if self.unheard:
            self.unheard = False
            raise OutcomeUnknown("no answer")
        return report

    async def open_orders(self, account):
        if self.deaf:
            raise VenueError("no answer")
        return await super().open_orders(account)

    async def cancel(self, account, order):
        await self._now(self.before, "cancel")
        if self.deaf:
            raise OutcomeUnknown("no answer")
        if order.client_order_id not in self.orders:
            raise OrderDenied("venue_unknown_order")
        return await super().cancel(account, order)

    async def amend(self, account, order, change):
        await self._now(self.before, "amend")
        if not self.amendable:
            raise OrderDenied("venue_order_closed")
        report = await super().amend(account, order, change)
        self.deaf = True
        return report

    async def _now(self, when, name):
        if name in when:
            await when.pop(name)()


@asynccontextmanager
async def a_desk():
    clock, made = ManualClock(), []

    def stubborn(paper):
        made.append(StubbornVenue(paper, clock))
        return made[0]

    model = Model(long_btc(), move_stop())
    async with open_desk(clock=clock, exchange=stubborn, provider=model) as desk:
        yield desk, made[0]


async def by_leg(desk):
    return {row.client_order_id[26:]: row for row in await desk.rows(OrderRow)}


async def told(desk):
    return [row.text for row in await desk.rows(MessageRow, kind="alert")]


def stops(venue):
    return [one.request.trigger for one in venue.orders.values() if one.status == "ACCEPTED"]


async def stop_on_its_way(desk, venue):
    """A long with its stop and target, and the card that moves the stop."""
    await desk.market.move(PERPETUAL, D(100000))
    anna = desk.person()
    await anna.say("long")
    await anna.press("confirm")
    assert sorted(stops(venue)) == [D(90000), D(110000)]
    await anna.say("move my stop to 95000")
    return anna


async def taken_up(desk):
    """Two minutes of the desk: what is in doubt is looked up, what rests is watched."""
    for _ in range(4):
        desk.clock.advance(seconds=30)
        await desk.desk.orders.look()
        await desk.swept()


def deafened(venue):
    async def deaf():
        venue.deaf = True

    return deaf


async def test_the_old_stop_that_could_not_be_taken_back_goes_later():
    async with a_desk() as (desk, venue):
        anna = await stop_on_its_way(desk, venue)
        venue.before["cancel"] = deafened(venue)
        said = text(await anna.press("confirm"))
        assert "nothing was placed" not in said.lower()
        assert "UNKNOWN" in said or "unknown" in said
        assert sorted(stops(venue)) == [D(90000), D(95000), D(110000)]
        venue.deaf = False
        await taken_up(desk)
        assert sorted(stops(venue)) == [D(95000), D(110000)]
        rows = await desk.rows(OrderRow)
        resting = {row.trigger for row in rows if row.status == "ACCEPTED"}
        assert resting == {D(95000), D(110000)}


async def test_a_new_stop_in_doubt_that_arrived_takes_the_old_ones_place():
    async with a_desk() as (desk, venue):
        anna = await stop_on_its_way(desk, venue)
        venue.unheard = True
        await anna.press("confirm")
        await taken_up(desk)
        assert sorted(stops(venue)) == [D(95000), D(110000)]


async def test_a_stop_that_was_hit_meanwhile_is_given_no_successor():
    async with a_desk() as (desk, venue):
        anna = await stop_on_its_way(desk, venue)
        stop = (await by_leg(desk))["s"].client_order_id
        venue.before["amend"] = lambda: venue.fill(stop, "90000")
        await anna.press("confirm")
        await taken_up(desk)
        assert stops(venue) == []
        assert all("95,000" not in one for one in await told(desk))


async def test_a_stop_that_is_hit_while_its_successor_is_placed_takes_that_with_it():
    async with a_desk() as (desk, venue):
        anna = await stop_on_its_way(desk, venue)
        stop = (await by_leg(desk))["s"].client_order_id
        venue.before["cancel"] = lambda: venue.fill(stop, "90000")
        await anna.press("confirm")
        await taken_up(desk)
        assert stops(venue) == []
        rows = await desk.rows(OrderRow)
        assert {row.status for row in rows if row.trigger == D(95000)} == {"CANCELED"}


async def test_a_change_that_was_made_and_cannot_be_read_is_not_told_as_not_made():
    async with a_desk() as (desk, venue):
        anna = await stop_on_its_way(desk, venue)
        venue.amendable = True
        said = text(await anna.press("confirm")).lower()
        assert "nothing" not in said
        assert "unknown" in said or "not known" in said


async def test_a_successor_that_never_arrived_is_not_told_of_again_and_again():
    async with a_desk() as (desk, venue):
        anna = await stop_on_its_way(desk, venue)
        venue.unsent = True
        await anna.press("confirm")
        count = len(await told(desk))
        await taken_up(desk)
        assert len(await told(desk)) == count
        assert sorted(stops(venue)) == [D(90000), D(110000)]


@pytest.mark.parametrize(("hit", "other"), [("s", "t"), ("t", "s")])
async def test_a_leg_whose_sibling_was_hit_is_never_sent(hit, other):
    async with a_desk() as (desk, venue):
        await desk.market.move(PERPETUAL, D(100000))
        anna = desk.person()
        await anna.say("long")
        await anna.press("confirm")
        rows = await by_leg(desk)
        parts = desk.desk.parts
        del venue.orders[rows[other].client_order_id]
        for leg, status in ((hit, "FILLED"), (other, "UNKNOWN")):
            where = {"client_order_id": rows[leg].client_order_id}
            change = Update(kind=OrderRow, where=where, set={"status": status})
            assert await parts.records.commit(change)
        venue.end(rows[hit].client_order_id, "FILLED")
        done = await place_protection(
            rows[""],
            D("0.01"),
            records=parts.records,
            exchange=venue,
            clock=parts.clock,
        )
        assert await parts.records.commit(*done.writes)
        assert rows[other].client_order_id not in venue.orders
        assert (await by_leg(desk))[other].status == "CANCELED"
