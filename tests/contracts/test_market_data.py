"""What every MarketData keeps to, whatever its prices come from."""

import asyncio
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import pairwise

import pytest

from adapters.exchange.ccxt.market import CcxtMarket
from adapters.exchange.ccxt.venues import VENUES
from adapters.market.cache import CachedMarket
from adapters.market.candle_file import CandleFile, Row
from adapters.market.replay import ReplayMarket
from adapters.market.simulated import SimulatedMarket
from adapters.store.memory import MemoryRecords
from core.domain.candles import INTERVALS, before, opened_at
from core.domain.instruments import INSTRUMENTS
from core.errors import VenueError
from core.ports import MarketData
from tests.doubles.binance_prices import MARKETS, prices
from tests.doubles.prices import SetPrices
from tests.doubles.public_venue import LoopbackClients, PublicVenue

MINUTE = timedelta(minutes=1)


def simulated(clock):
    return SimulatedMarket(records=MemoryRecords(), clock=clock, instruments=INSTRUMENTS)


def set_by_the_test(clock):
    return SetPrices(**{one.base: "100" for one in INSTRUMENTS})


def replayed(clock):
    """An hour of minutes, of which a part is played."""
    first = datetime(2022, 1, 1, tzinfo=UTC)
    prices = [Decimal(100 + number % 7) for number in range(60)]
    rows = tuple(
        Row(first + number * MINUTE, price, price + 1, price - 1, price, Decimal(5))
        for number, price in enumerate(prices)
    )
    return ReplayMarket(
        file=CandleFile("BTC_1m.csv", "1m", MINUTE, rows),
        speed=Decimal(60),
        instruments=[one for one in INSTRUMENTS if one.base == "BTC"],
        records=MemoryRecords(),
        clock=clock,
    )


def cached(clock):
    return CachedMarket(simulated(clock), clock)


@asynccontextmanager
async def live(clock):
    """A venue on loopback, by ccxt."""
    async with PublicVenue(prices(clock)) as venue:
        clients = LoopbackClients(venue, MARKETS, clock)
        yield CcxtMarket(clients, VENUES["binance"], clock)
        await clients.aclose()


@asynccontextmanager
async def live_and_cached(clock):
    """As the desk reads it."""
    async with live(clock) as market:
        yield CachedMarket(market, clock)


@pytest.fixture(params=[simulated, replayed, cached, set_by_the_test, live, live_and_cached])
async def market(request, clock):
    made: MarketData | AbstractAsyncContextManager[MarketData] = request.param(clock)
    if isinstance(made, AbstractAsyncContextManager):
        async with made as opened:
            yield opened
    else:
        yield made


class TestMarketData:
    async def test_it_says_what_it_is(self, market):
        assert market.name
        assert isinstance(market.simulated, bool)

    async def test_its_markets_are_listed_in_a_stable_order(self, market):
        listed = [one.symbol for one in await market.instruments()]
        assert listed == [one.symbol for one in await market.instruments()]
        assert len(set(listed)) == len(listed) > 0

    async def test_every_listed_market_has_a_price_that_can_be_traded(self, market):
        for instrument in await market.instruments():
            quote = await market.quote(instrument.symbol)
            assert quote.symbol == instrument.symbol
            assert 0 < quote.bid <= quote.mark <= quote.ask
            for price in (quote.bid, quote.mark, quote.ask):
                assert price % instrument.tick == 0

    async def test_a_price_says_when_and_where_it_is_from(self, market, clock):
        quote = await market.quote("BTC/USDT")
        assert quote.at.tzinfo is UTC
        assert quote.at <= clock.now()
        assert (quote.source, quote.simulated) == (market.name, market.simulated)

    @pytest.mark.parametrize("symbol", ["", "BTC", "btc/usdt", "NOPE/USDT", "BTC/USDT:USD", "💥"])
    async def test_an_unknown_market_is_an_error_and_never_a_number(self, market, symbol):
        with pytest.raises(VenueError):
            await market.quote(symbol)

    async def test_prices_asked_for_at_once_are_those_asked_for_alone(self, market):
        symbols = [one.symbol for one in await market.instruments()]
        together = await asyncio.gather(*(market.quote(symbol) for symbol in symbols))
        assert together == [await market.quote(symbol) for symbol in symbols]

    @pytest.mark.parametrize("interval", INTERVALS)
    async def test_candles_are_in_order_and_only_the_last_is_unfinished(
        self, market, clock, interval
    ):
        await market.quote("BTC/USDT")
        clock.advance(20)
        candles = await market.candles("BTC/USDT", interval, 5)
        assert 1 <= len(candles) <= 5
        assert [one.opened_at for one in candles] == sorted({one.opened_at for one in candles})
        assert all(one.closed for one in candles[:-1])
        for one in candles:
            assert one.opened_at == opened_at(interval, one.opened_at)
            assert 0 < one.low <= min(one.open, one.close)
            assert max(one.open, one.close) <= one.high
            assert one.volume >= 0
        for earlier, later in pairwise(candles):
            assert earlier.opened_at == before(interval, later.opened_at)

    async def test_a_month_is_not_a_minute_original_g1_11(self, market, clock):
        await market.quote("BTC/USDT")
        clock.advance(20)
        month = (await market.candles("BTC/USDT", "1M", 1))[-1]
        minute = (await market.candles("BTC/USDT", "1m", 1))[-1]
        assert month.opened_at.day == 1
        assert month.opened_at <= minute.opened_at

    async def test_as_many_candles_as_asked_for_and_the_newest(self, market, clock):
        await market.quote("BTC/USDT")
        clock.advance(10)
        many = await market.candles("BTC/USDT", "1m", 8)
        assert list(await market.candles("BTC/USDT", "1m", 1)) == list(many[-1:])
        assert await market.candles("BTC/USDT", "1m", 8) == many

    async def test_the_last_candle_closes_at_the_price(self, market, clock):
        await market.quote("BTC/USDT")
        clock.advance(30)
        (last,) = await market.candles("BTC/USDT", "1h", 1)
        assert last.close == (await market.quote("BTC/USDT")).mark

    @pytest.mark.parametrize("symbol", ["", "BTC", "NOPE/USDT", "💥"])
    async def test_nothing_is_told_of_an_unknown_market(self, market, symbol):
        with pytest.raises(VenueError):
            await market.candles(symbol, "1h", 5)
        with pytest.raises(VenueError):
            await market.stats(symbol)

    async def test_the_last_day_says_whose_it_is_and_what_is_not_told_is_none(self, market, clock):
        for symbol in ("BTC/USDT", "BTC/USDT:USDT"):
            stats = await market.stats(symbol)
            assert stats.symbol == symbol
            assert (stats.source, stats.simulated) == (market.name, market.simulated)
            assert stats.at <= clock.now()
            if stats.high_24h is not None and stats.low_24h is not None:
                assert 0 < stats.low_24h <= stats.high_24h
            assert stats.volume_24h is None or stats.volume_24h >= 0
            if stats.next_funding_at is not None:
                assert stats.next_funding_at > stats.at
        assert (await market.stats("BTC/USDT")).funding_rate is None
