"""What a live venue may do to an order besides answering: one order, and never a wrong word."""

import asyncio
from decimal import Decimal

import pytest

from adapters.exchange.ccxt.dialects import DIALECTS
from adapters.exchange.ccxt.lookup import last_moment
from core.errors import OutcomeUnknown, VenueError
from tests.adapters.ccxt_desk import SPOT, live_desk

D = Decimal
ORDER, ALGO, SPOT_ORDER = "/fapi/v1/order", "/fapi/v1/algoOrder", "/api/v3/order"


@pytest.fixture
async def desk():
    async with live_desk(answer_s=0.25) as made:
        yield made


@pytest.mark.parametrize("kind", ["hang", "drop", "unavailable", "empty", "page"])
async def test_peers_12_an_order_whose_answer_is_lost_is_found_and_not_sent_again(desk, kind):
    order = desk.order("BUY", "0.1")
    desk.venue.fail("POST", ORDER, kind)
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.place("live", order)
    report = await desk.exchange.find("live", desk.ref(order))
    assert (report.status, report.filled, report.fee) == ("FILLED", D("0.1"), D(5))
    assert await desk.exchange.place("live", order) == report
    assert len(desk.venue.asked("POST", ORDER)) == 1
    assert (await desk.view()).positions[0].quantity == D("0.1")


@pytest.mark.parametrize("kind", ["hang", "drop", "unavailable"])
async def test_a_stop_whose_answer_is_lost_is_found(desk, kind):
    await desk.place("BUY", "0.1")
    order = desk.order("SELL", "0.1", type="stop", trigger=D(95000), reduce_only=True)
    desk.venue.fail("POST", ALGO, kind)
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.place("live", order)
    assert (await desk.exchange.find("live", desk.ref(order))).status == "ACCEPTED"


@pytest.mark.parametrize("kind", ["hang", "drop"])
async def test_a_spot_order_whose_answer_is_lost_is_found(desk, kind):
    order = desk.order("BUY", "0.01", symbol=SPOT)
    desk.venue.fail("POST", SPOT_ORDER, kind)
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.place("live", order)
    assert (await desk.exchange.find("live", desk.ref(order))).status == "FILLED"


@pytest.mark.parametrize("kind", ["hang_before", "drop_before"])
async def test_what_never_arrived_is_unknown_until_its_absence_is_proven(desk, kind):
    order = desk.order("BUY", "0.1")
    ref = desk.ref(order)
    desk.venue.fail("POST", ORDER, kind)
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.place("live", order)
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.find("live", ref)
    desk.clock.set(last_moment(ref.sent_at, DIALECTS["binance"]))
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.find("live", ref)
    desk.clock.advance(1)
    assert await desk.exchange.find("live", ref) is None
    assert (await desk.exchange.place("live", order)).status == "FILLED"


async def test_absence_takes_two_answers_some_seconds_apart(desk):
    order = desk.order("BUY", "0.1")
    ref = desk.ref(order, age_s=600)
    before = desk.clock.now()
    assert await desk.exchange.find("live", ref) is None
    assert (desk.clock.now() - before).total_seconds() >= 3
    assert len(desk.venue.asked("GET", ORDER)) == 2


async def test_an_order_that_shows_only_at_the_second_look_is_found(desk):
    order = desk.order("BUY", "0.1", type="limit", price=D(90000))
    await desk.exchange.place("live", order)
    hidden, desk.book.orders = desk.book.orders, []

    async def sleep(seconds):
        desk.book.orders = hidden

    desk.clock.sleep = sleep
    found = await desk.exchange.find("live", desk.ref(order, age_s=600))
    assert found.status == "ACCEPTED"


@pytest.mark.parametrize(
    "path", [ORDER, ALGO, "/fapi/v1/openOrders", "/fapi/v1/openAlgoOrders", "/fapi/v1/allOrders"]
)
async def test_no_absence_is_proven_while_a_place_does_not_answer(desk, path):
    order = desk.order("BUY", "0.1")
    desk.venue.fail("GET", path, "drop_before", times=9)
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.find("live", desk.ref(order, age_s=600))


async def test_an_order_that_the_venue_had_is_never_called_absent(desk):
    order = desk.order("BUY", "0.1")
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.find("live", desk.ref(order, age_s=600, venue_order_id="77"))
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.find("live", desk.ref(order, age_s=3 * 86400))


async def test_a_repeated_id_means_that_the_first_one_arrived(desk):
    order = desk.order("BUY", "0.1")
    report = await desk.exchange.place("live", order)
    desk.exchange._answered.clear()
    desk.exchange._sent.clear()
    assert await desk.exchange.place("live", order) == report
    assert (await desk.view()).positions[0].quantity == D("0.1")


async def test_a_cancelled_caller_leaves_an_order_that_is_looked_up(desk):
    order = desk.order("BUY", "0.1")
    desk.venue.fail("POST", ORDER, "hang")
    task = asyncio.get_running_loop().create_task(desk.exchange.place("live", order))
    await desk.venue.arrival("POST", ORDER)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await desk.exchange.place("live", order)).status == "FILLED"
    assert len(desk.venue.asked("POST", ORDER)) == 1


async def test_the_same_order_many_times_at_once_is_one(desk):
    order = desk.order("BUY", "0.1")
    reports = await asyncio.gather(*(desk.exchange.place("live", order) for _ in range(8)))
    assert reports == [reports[0]] * 8
    assert len(desk.venue.asked("POST", ORDER)) == 1


async def test_too_many_requests_sends_nothing_and_waits_as_long_as_it_is_told(desk):
    order = desk.order("BUY", "0.1")
    # Longer than a read, which an order begins with, goes on trying.
    desk.venue.fail("POST", ORDER, "banned")
    with pytest.raises(VenueError) as failed:
        await desk.exchange.place("live", order)
    assert not isinstance(failed.value, OutcomeUnknown)
    before = len(desk.venue.seen)
    with pytest.raises(VenueError):
        await desk.exchange.place("live", order)
    assert len(desk.venue.seen) == before
    desk.clock.advance(31)
    assert (await desk.exchange.place("live", order)).status == "FILLED"


async def test_a_read_is_tried_again_and_a_write_is_not(desk):
    desk.venue.fail("GET", "/fapi/v3/account", "drop", times=2)
    assert (await desk.view()).equity == D(10000)
    assert len(desk.venue.asked("GET", "/fapi/v3/account")) == 3
    desk.venue.fail("POST", "/fapi/v1/leverage", "drop_before", times=1)
    with pytest.raises(VenueError):
        await desk.place("BUY", "0.1")
    assert len(desk.venue.asked("POST", "/fapi/v1/leverage")) == 1
    assert desk.venue.asked("POST", ORDER) == []


async def test_a_clock_that_went_wrong_is_measured_again_for_the_next_call(desk):
    await desk.view()
    desk.venue.skew_ms = 90_000
    order = desk.order("BUY", "0.1", reduce_only=False)
    assert (await desk.view()).equity == D(10000)
    desk.venue.skew_ms = -90_000
    desk.venue.refuse("GET", "/fapi/v1/positionSide/dual", -1021, "Timestamp … outside")
    assert (await desk.exchange.place("live", order)).status == "FILLED"


async def test_an_order_refused_for_its_time_was_not_sent(desk):
    await desk.view()
    desk.venue.refuse("POST", ORDER, -1021, "Timestamp for this request is outside")
    order = desk.order("BUY", "0.1")
    with pytest.raises(VenueError) as failed:
        await desk.exchange.place("live", order)
    assert not isinstance(failed.value, OutcomeUnknown)
    assert desk.book.orders == []
    assert (await desk.exchange.place("live", order)).status == "FILLED"


@pytest.mark.parametrize("code", [-1000, -1001, -1006, -1007, -1008])
async def test_the_venues_own_i_do_not_know_is_a_doubt(desk, code):
    order = desk.order("BUY", "0.1")
    desk.venue.refuse("POST", ORDER, code, "An unknown error occurred.", status=400)
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.place("live", order)


@pytest.mark.parametrize("kind", ["hang", "unavailable"])
async def test_a_cancel_whose_answer_is_lost_is_unknown_and_then_seen(desk, kind):
    order = desk.order("BUY", "0.1", type="limit", price=D(90000))
    await desk.exchange.place("live", order)
    desk.venue.fail("DELETE", ORDER, kind)
    with pytest.raises(OutcomeUnknown):
        await desk.exchange.cancel("live", desk.ref(order))
    assert (await desk.exchange.find("live", desk.ref(order))).status == "CANCELED"


async def test_an_accepted_order_that_cannot_be_read_again_is_still_known_as_accepted(desk):
    desk.venue.fail("GET", ORDER, "drop", times=9)
    order = desk.order("BUY", "0.1", type="limit", price=D(90000))
    assert (await desk.exchange.place("live", order)).status == "ACCEPTED"


async def test_fills_that_cannot_be_read_leave_the_fee_unknown(desk):
    desk.venue.fail("GET", "/fapi/v1/userTrades", "drop", times=9)
    report = await desk.place("BUY", "0.1")
    assert (report.status, report.filled, report.fee, report.fills) == (
        "FILLED",
        D("0.1"),
        None,
        (),
    )


async def test_no_error_tells_the_key_or_the_request(desk):
    desk.venue.fail("GET", "/fapi/v3/account", "unavailable", times=3)
    with pytest.raises(VenueError) as failed:
        await desk.view()
    told = f"{failed.value!r} {failed.value.__cause__!r} {failed.value.__context__!r}"
    assert "signature" not in told.replace("__context__", "")
    assert "binance-key-of-tests" not in told
