"""The venue's own stream as a hint: at the beginning, after each event, after each break."""

import asyncio
from contextlib import suppress
from decimal import Decimal

import pytest

from adapters.manual import ManualClock
from bot.live import FOLLOWED_S, follow_accounts
from core.domain.records import ExchangeAccount, Insert, Update
from tests.adapters.ccxt_desk import LIVE, live_desk

D = Decimal
FUTURES = "/private/ws"


class Hints:
    """What was called, and a way to wait for the next."""

    def __init__(self):
        self.told = []
        self._came = asyncio.Event()

    def __call__(self, account):
        self.told.append(account)
        self._came.set()

    async def next(self):
        self._came.clear()
        async with asyncio.timeout(10):
            await self._came.wait()


@pytest.fixture
async def desk():
    async with live_desk() as made:
        yield made


@pytest.fixture
async def hints(desk):
    heard = Hints()
    task = asyncio.get_running_loop().create_task(desk.exchange.follow("live", heard))
    async with asyncio.timeout(10):
        await desk.venue.listener(FUTURES)
    yield heard
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_whoever_follows_is_told_at_the_beginning(hints):
    assert set(hints.told) == {"live"}


async def test_an_event_is_a_hint_to_look(desk, hints):
    order = desk.order("BUY", "0.1", type="limit", price=D(90000))
    await desk.exchange.place("live", order)
    before = len(hints.told)
    waiting = asyncio.get_running_loop().create_task(hints.next())
    await asyncio.sleep(0)
    desk.book.set_price("linear", "BTCUSDT", D(89000))
    await waiting
    assert len(hints.told) > before
    assert (await desk.exchange.find("live", desk.ref(order))).status == "FILLED"


async def test_a_stream_that_breaks_off_is_taken_up_again_and_is_a_hint(desk, hints):
    before = len(hints.told)
    await desk.venue.hang_up()
    async with asyncio.timeout(10):
        await desk.venue.listener(FUTURES, times=2)
    assert len(hints.told) > before
    waiting = asyncio.get_running_loop().create_task(hints.next())
    await asyncio.sleep(0)
    await desk.place("BUY", "0.1")
    await waiting


async def test_accounts_are_followed_as_long_as_they_are_enabled(desk, memory_records):
    heard = Hints()
    clock = ManualClock()
    await memory_records.commit(Insert(record=LIVE))
    job = follow_accounts({"binance": desk.exchange}, memory_records, heard, clock)
    task = asyncio.get_running_loop().create_task(job)
    async with asyncio.timeout(10):
        await desk.venue.listener(FUTURES)
    off = Update(kind=ExchangeAccount, where={"id": LIVE.id}, set={"enabled": False})
    await memory_records.commit(off)
    clock.advance(FOLLOWED_S)
    for _ in range(20):
        await asyncio.sleep(0)
    before = len(heard.told)
    await desk.place("BUY", "0.1")
    assert (heard.told[:1], len(heard.told)) == (["live"], before)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
