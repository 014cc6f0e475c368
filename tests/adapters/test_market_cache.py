"""One reader for all: coalesced, bounded, and honest about what is old and what failed."""

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from adapters.market.cache import CachedMarket, Freshness
from core.errors import VenueError
from tests.clocks import START
from tests.doubles.prices import SetPrices

COINS = ("BTC", "ETH", "SOL", "BNB", "DOGE", "XRP", "ADA", "AVAX", "LINK", "LTC")
SYMBOLS = [f"{coin}/USDT{settle}" for coin in COINS for settle in ("", ":USDT")]


class Far:
    """A market at a distance: counts what it is asked, answers when let, fails when told."""

    simulated = False
    name = "far market"

    def __init__(self):
        self.prices = SetPrices(**dict.fromkeys(COINS, "100"))
        self.asked: Counter[Any] = Counter()
        self.at_once = self.most_at_once = 0
        self.open = asyncio.Event()
        self.open.set()
        self.error: Exception | None = None

    async def _answer(self, key, call):
        self.asked[key] += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(0)
            await self.open.wait()
            if self.error is not None:
                raise self.error
            return await call()
        finally:
            self.at_once -= 1

    async def instruments(self):
        return await self._answer("instruments", self.prices.instruments)

    async def quote(self, symbol):
        return await self._answer(symbol, lambda: self.prices.quote(symbol))

    async def candles(self, symbol, interval, limit):
        return await self._answer(
            (symbol, interval, limit), lambda: self.prices.candles(symbol, interval, limit)
        )

    async def stats(self, symbol):
        return await self._answer(("stats", symbol), lambda: self.prices.stats(symbol))


class FarInBulk(Far):
    """One that is asked for many prices at once."""

    async def quotes(self, symbols):
        async def found():
            known = self.prices._quotes
            return {symbol: known[symbol] for symbol in symbols if symbol in known}

        return await self._answer("bulk", found)


@pytest.fixture
def far():
    return Far()


@pytest.fixture
def market(far, clock):
    return CachedMarket(far, clock)


async def settled(turns=20):
    for _ in range(turns):
        await asyncio.sleep(0)


async def test_all_who_ask_at_once_are_answered_by_one_request(far, market):
    quotes = await asyncio.gather(*(market.quote("BTC/USDT") for _ in range(1000)))
    assert far.asked == {"BTC/USDT": 1}
    assert len({id(one) for one in quotes}) == 1


async def test_a_thousand_conversations_with_many_symbols_make_one_request_each_symbol(far, market):
    asked = [market.quote(symbol) for _ in range(50) for symbol in SYMBOLS]
    await asyncio.gather(*asked)
    assert far.asked.total() == len(SYMBOLS)


async def test_where_the_venue_tells_many_prices_at_once_it_is_asked_once(clock):
    far = FarInBulk()
    market = CachedMarket(far, clock)
    asked = [market.quote(symbol) for _ in range(50) for symbol in SYMBOLS]
    quotes = await asyncio.gather(*asked)
    assert far.asked == {"bulk": 1}
    assert [one.symbol for one in quotes] == SYMBOLS * 50


async def test_one_missing_price_of_many_fails_alone(clock):
    far = FarInBulk()
    far.prices.lose("ETH/USDT")
    market = CachedMarket(far, clock)
    btc, eth = await asyncio.gather(
        market.quote("BTC/USDT"), market.quote("ETH/USDT"), return_exceptions=True
    )
    assert not isinstance(btc, BaseException)
    assert btc.mark == 100
    assert isinstance(eth, VenueError)
    assert "price of ETH/USDT" in str(eth)


async def test_the_venue_is_asked_a_few_things_at_a_time(far, clock):
    market = CachedMarket(far, clock, at_once=3)
    await asyncio.gather(*(market.quote(symbol) for symbol in SYMBOLS))
    assert far.most_at_once == 3


async def test_a_read_is_good_for_a_moment_and_keeps_its_own_time(far, market, clock):
    first = await market.quote("BTC/USDT")
    clock.advance(0.9)
    far.prices.set("BTC/USDT", "101")
    assert await market.quote("BTC/USDT") == first
    clock.advance(0.2)
    later = await market.quote("BTC/USDT")
    # The venue says when its price was made: reading it again does not make it newer.
    assert (later.mark, later.at) == (101, START)


async def test_each_kind_of_read_has_its_own_time(far, clock):
    market = CachedMarket(far, clock, freshness=Freshness())
    for after in (0, 2, 4, 10):
        clock.advance(after)
        await market.quote("BTC/USDT")
        await market.candles("BTC/USDT", "1h", 5)
        await market.stats("BTC/USDT")
        await market.instruments()
    assert far.asked == {
        "BTC/USDT": 4,
        ("BTC/USDT", "1h", 5): 3,
        ("stats", "BTC/USDT"): 2,
        "instruments": 1,
    }


async def test_fewer_candles_are_part_of_a_longer_read_and_other_intervals_are_not(far, market):
    await market.candles("BTC/USDT", "1h", 50)
    await market.candles("BTC/USDT", "1h", 20)
    await market.candles("BTC/USDT", "1M", 20)
    await market.candles("BTC/USDT", "1m", 20)
    await market.candles("BTC/USDT", "1h", 100)
    assert [key for key in far.asked if key[1] == "1h"] == [
        ("BTC/USDT", "1h", 50),
        ("BTC/USDT", "1h", 100),
    ]
    assert len(far.asked) == 4


async def test_I6_a_failed_read_is_an_error_with_the_time_of_the_last_good_one(far, market, clock):
    await market.quote("BTC/USDT")
    clock.advance(90)
    far.error = VenueError("503")
    with pytest.raises(VenueError, match="09:30:00 UTC") as failed:
        await market.quote("BTC/USDT")
    assert failed.value.last_good == START
    with pytest.raises(VenueError, match="last read: never"):
        await market.quote("ETH/USDT")


@pytest.mark.parametrize("kind", [Far, FarInBulk])
async def test_an_error_is_no_stampede(kind, clock):
    far = kind()
    far.error = VenueError("429")
    market = CachedMarket(far, clock)
    results = await asyncio.gather(
        *(market.quote("BTC/USDT") for _ in range(100)), return_exceptions=True
    )
    assert all(isinstance(one, VenueError) for one in results)
    assert far.asked.total() == 1
    far.error = None
    with pytest.raises(VenueError):
        await market.quote("BTC/USDT")
    clock.advance(2)
    assert (await market.quote("BTC/USDT")).mark == 100
    assert far.asked.total() == 2


@pytest.mark.parametrize("kind", [Far, FarInBulk])
async def test_who_is_cancelled_takes_nobody_with_them(kind, clock):
    far = kind()
    far.open.clear()
    market = CachedMarket(far, clock)
    tasks = [asyncio.create_task(market.quote("BTC/USDT")) for _ in range(5)]
    tasks.append(asyncio.create_task(market.quote("ETH/USDT")))
    await settled()
    tasks[0].cancel()
    tasks[2].cancel()
    await settled()
    far.open.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one).__name__ for one in results] == [
        "CancelledError",
        "Quote",
        "CancelledError",
        "Quote",
        "Quote",
        "Quote",
    ]
    assert far.asked.total() <= 3


async def test_a_venue_that_does_not_answer_is_a_failed_read(far, clock):
    far.open.clear()
    market = CachedMarket(far, clock, limit_s=0.01)
    results = await asyncio.gather(
        *(market.quote("BTC/USDT") for _ in range(10)), return_exceptions=True
    )
    assert {str(one).split(" (")[1].split(")")[0] for one in results} == {"no answer within 0.01 s"}
    assert far.asked.total() == 1


async def test_a_failure_of_another_kind_is_not_kept(far, market):
    far.error = RuntimeError("a bug")
    with pytest.raises(RuntimeError):
        await market.quote("BTC/USDT")
    far.error = None
    assert (await market.quote("BTC/USDT")).mark == 100


async def test_the_list_of_markets_outlives_an_outage(far, market, clock):
    listed = await market.instruments()
    clock.advance(2 * 3600)
    far.error = VenueError("down")
    assert await market.instruments() == listed
    with pytest.raises(VenueError):
        await CachedMarket(far, clock).instruments()


async def test_a_clock_that_is_set_back_makes_nothing_fresh_for_longer(far, market, clock):
    await market.quote("BTC/USDT")
    clock.set(START - timedelta(hours=1))
    await market.quote("BTC/USDT")
    assert far.asked["BTC/USDT"] == 2


async def test_what_is_asked_once_by_many_names_does_not_pile_up(far, market):
    for number in range(5000):
        with pytest.raises(VenueError):
            await market.quote(f"X{number}/USDT")
    assert len(market._slots) <= 2000


@pytest.mark.parametrize("kind", [Far, FarInBulk])
async def test_who_waited_takes_what_was_read_meanwhile_however_long_it_took(kind, clock):
    far = kind()
    far.open.clear()
    market = CachedMarket(far, clock, limit_s=60)
    tasks = [asyncio.create_task(market.quote(one)) for one in SYMBOLS * 20]
    await settled()
    clock.advance(30)
    far.open.set()
    await asyncio.gather(*tasks)
    assert far.asked.total() == (1 if kind is FarInBulk else len(SYMBOLS))


async def test_what_is_asked_while_many_are_read_joins_what_is_under_way(clock):
    far = FarInBulk()
    far.open.clear()
    market = CachedMarket(far, clock)
    first = [asyncio.create_task(market.quote(one)) for one in SYMBOLS[:10]]
    await settled()
    second = [asyncio.create_task(market.quote(one)) for one in SYMBOLS]
    await settled()
    far.open.set()
    await asyncio.gather(*first, *second)
    assert far.asked == {"bulk": 2}
