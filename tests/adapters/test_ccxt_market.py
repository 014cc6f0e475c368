"""A live venue's public prices, from bodies as it sends them, over loopback."""

import asyncio
import json
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from adapters.exchange.ccxt.market import CcxtMarket
from adapters.exchange.ccxt.venues import VENUES
from adapters.manual import ManualClock
from adapters.market.cache import CachedMarket
from core.errors import VenueError
from tests.doubles.public_venue import LoopbackClients, PublicVenue, market
from tests.market_data import market_data

D = Decimal
NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
MS = int(NOW.timestamp() * 1000)
COINS = ("BTC", "ETH", "SOL", "DOGE", "XRP")
SPOT, PERPETUAL = "BTC/USDT", "BTC/USDT:USDT"


class Clock(ManualClock):
    """Whoever sleeps moves it on: pauses between tries take no time."""

    async def sleep(self, seconds):
        self.advance(seconds)
        await asyncio.sleep(0)


def day(symbol, **more):
    """A body of ticker/24hr."""
    return {
        "symbol": symbol,
        "priceChangePercent": "-2.500",
        "lastPrice": "100.3",
        "openPrice": "102.9",
        "highPrice": "104.0",
        "lowPrice": "99.5",
        "volume": "5000",
        "quoteVolume": "510000.5",
        "openTime": MS - 86_400_000,
        "closeTime": MS - 2000,
        "count": 7,
        **more,
    }


def spot_day(symbol):
    return day(symbol, bidPrice="100.1", askPrice="100.4", bidQty="1", askQty="1")


def premium(symbol):
    return {
        "symbol": symbol,
        "markPrice": "100.25",
        "indexPrice": "100.20",
        "lastFundingRate": "0.00038246",
        "nextFundingTime": MS + 3_600_000,
        "time": MS - 1000,
    }


def one_or_all(make):
    """An address that tells of one symbol, of a list of them, or of all."""

    def answer(query):
        if "symbol" in query:
            return make(query["symbol"])
        names = json.loads(query.get("symbols", "null")) or [f"{coin}USDT" for coin in COINS]
        return [make(name) for name in names]

    return answer


def klines(query):
    step = {"1m": 60_000, "1h": 3_600_000, "15m": 900_000}.get(query["interval"], 86_400_000)
    opened = MS // step * step
    rows = [
        [opened - step * back, "100", "103", "99", "101", "12.5", 0, "0", 1, "0", "0", "0"]
        for back in range(int(query["limit"]))
    ]
    return rows[::-1]


BINANCE = {
    "/api/v3/ticker/24hr": one_or_all(spot_day),
    "/api/v3/klines": klines,
    "/fapi/v1/ticker/24hr": one_or_all(day),
    "/fapi/v1/ticker/bookTicker": one_or_all(
        lambda symbol: {
            "symbol": symbol,
            "bidPrice": "100.2",
            "askPrice": "100.3",
            "bidQty": "1",
            "askQty": "1",
            "time": MS - 500,
        }
    ),
    "/fapi/v1/depth": {
        "lastUpdateId": 1,
        "E": MS - 400,
        "T": MS - 500,
        "bids": [["100.2", "3"]],
        "asks": [["100.3", "2"]],
    },
    "/fapi/v1/premiumIndex": one_or_all(premium),
    "/fapi/v1/openInterest": {"symbol": "BTCUSDT", "openInterest": "10659.5", "time": MS},
    "/fapi/v1/klines": klines,
}
MARKETS = [
    *(market(f"{coin}/USDT", f"{coin}USDT") for coin in COINS),
    *(market(f"{coin}/USDT:USDT", f"{coin}USDT") for coin in COINS),
    market("OLD/USDT", "OLDUSDT", active=False),
]


@asynccontextmanager
async def opened(answers=BINANCE, markets=MARKETS, name="binance"):
    clock = Clock(NOW)
    async with PublicVenue(dict(answers)) as venue:
        clients = LoopbackClients(venue, markets, clock)
        try:
            yield CcxtMarket(clients, VENUES[name], clock), venue, clock
        finally:
            await clients.aclose()


async def test_spot_is_one_request_and_has_the_venues_time():
    async with opened() as (market, venue, _):
        quote = await market.quote(SPOT)
        assert (quote.bid, quote.ask, quote.mark) == (D("100.1"), D("100.4"), D("100.3"))
        assert quote.at == NOW - timedelta(seconds=2)
        assert (quote.source, quote.simulated) == ("Binance", False)
        assert quote.change_24h == D("-0.025")
        assert venue.asked == {"/api/v3/ticker/24hr": 1}


async def test_a_perpetual_has_the_venues_mark_and_the_book_where_its_ticker_has_no_sides():
    async with opened() as (market, _, _):
        for _ in range(2):
            quote = await market.quote(PERPETUAL)
            assert (quote.bid, quote.ask, quote.mark) == (D("100.2"), D("100.3"), D("100.25"))
            assert quote.at == NOW - timedelta(milliseconds=500)


async def test_a_mark_that_cannot_be_read_is_no_last_price_in_its_place():
    async with opened({**BINANCE, "/fapi/v1/premiumIndex": None}) as (market, _, _):
        with pytest.raises(VenueError):
            await market.quote(PERPETUAL)
        assert (await market.stats(PERPETUAL)).funding_rate is None


async def test_many_prices_are_a_few_requests():
    async with opened() as (market, venue, clock):
        cached = CachedMarket(market, clock)
        symbols = [one.symbol for one in await cached.instruments()]
        assert len(symbols) == 2 * len(COINS)
        quotes = await asyncio.gather(*(cached.quote(one) for one in symbols * 100))
        assert {one.symbol for one in quotes} == set(symbols)
        assert venue.asked == {
            "/api/v3/ticker/24hr": 1,
            "/fapi/v1/ticker/24hr": 1,
            "/fapi/v1/ticker/bookTicker": 1,
            "/fapi/v1/premiumIndex": 1,
        }
        one = await market.quote(PERPETUAL)
        assert next(quote for quote in quotes if quote.symbol == PERPETUAL) == one


async def test_I6_the_last_day_has_what_the_venue_tells_and_none_for_the_rest():
    async with opened() as (market, _, _):
        stats = await market.stats(PERPETUAL)
        assert (stats.high_24h, stats.low_24h, stats.volume_24h) == (D("104"), D("99.5"), D(5000))
        assert stats.turnover_24h == D("510000.5")
        assert (stats.mark, stats.index) == (D("100.25"), D("100.2"))
        assert stats.funding_rate == D("0.00038246")
        assert stats.next_funding_at == NOW + timedelta(hours=1)
        assert stats.open_interest == D("10659.5")
        spot = await market.stats(SPOT)
        assert spot.mark is spot.funding_rate is spot.open_interest is None
    without = {**BINANCE, "/fapi/v1/openInterest": None}
    async with opened(without) as (market, _, _):
        stats = await market.stats(PERPETUAL)
        assert stats.open_interest is None
        assert stats.funding_rate == D("0.00038246")


async def test_candles_are_oldest_first_and_the_forming_one_is_flagged():
    async with opened() as (market, _, _):
        candles = await market.candles(PERPETUAL, "15m", 5)
        assert [one.closed for one in candles] == [True] * 4 + [False]
        assert candles[-1].opened_at == NOW
        assert (candles[0].high, candles[0].volume) == (D(103), D("12.5"))
        with pytest.raises(VenueError):
            await market.candles("OLD/USDT", "1h", 5)


@pytest.mark.parametrize("status", [500, 503, 404, 418, 429])
async def test_a_venue_that_fails_is_an_error_and_never_a_number(status):
    async with opened() as (market, venue, _):
        venue.status = status
        for read in (market.quote(SPOT), market.stats(SPOT), market.candles(SPOT, "1h", 5)):
            with pytest.raises(VenueError):
                await read


@pytest.mark.parametrize(
    "wrong",
    [
        {"bidPrice": "0", "askPrice": "0"},
        {"bidPrice": "101", "askPrice": "100"},
        {"bidPrice": None, "askPrice": "100"},
        {"bidPrice": "NaN", "askPrice": "NaN"},
    ],
)
async def test_I6_no_sound_bid_and_ask_is_no_price(wrong):
    body = {**spot_day("BTCUSDT"), **wrong}
    async with opened({"/api/v3/ticker/24hr": lambda _: body}) as (market, _, _):
        with pytest.raises(VenueError):
            await market.quote(SPOT)


async def test_a_time_that_is_yet_to_come_is_not_believed():
    body = {**spot_day("BTCUSDT"), "closeTime": MS + 60_000}
    async with opened({"/api/v3/ticker/24hr": lambda _: body}) as (market, _, _):
        assert (await market.quote(SPOT)).at == NOW


async def test_an_old_price_keeps_its_time():
    body = {**spot_day("BTCUSDT"), "closeTime": MS - 60_000}
    async with opened({"/api/v3/ticker/24hr": lambda _: body}) as (market, _, _):
        assert (await market.quote(SPOT)).at == NOW - timedelta(minutes=1)


async def test_unlisted_markets_are_not_asked_for():
    async with opened() as (market, venue, _):
        for symbol in ("OLD/USDT", "NOPE/USDT", "", "btc/usdt"):
            with pytest.raises(VenueError):
                await market.quote(symbol)
        assert await market.quotes(["NOPE/USDT"]) == {}
        assert venue.asked == {}


OKX_SWAP = {"instType": "SWAP", "instId": "BTC-USDT-SWAP"}
OKX = {
    "/api/v5/market/ticker": {
        "code": "0",
        "data": [
            {
                **OKX_SWAP,
                "last": "100.3",
                "askPx": "100.3",
                "bidPx": "100.2",
                "open24h": "98.0",
                "high24h": "104",
                "low24h": "97",
                "vol24h": "700000",
                "volCcy24h": "7000",
                "ts": str(MS - 300),
            }
        ],
    },
    "/api/v5/public/mark-price": {
        "code": "0",
        "data": [{**OKX_SWAP, "markPx": "100.26", "ts": str(MS)}],
    },
    "/api/v5/public/funding-rate": {
        "code": "0",
        "data": [
            {
                **OKX_SWAP,
                "fundingRate": "-0.0001",
                "fundingTime": str(MS + 7_200_000),
                "nextFundingTime": str(MS + 36_000_000),
            }
        ],
    },
    "/api/v5/public/open-interest": {
        "code": "0",
        "data": [{**OKX_SWAP, "oi": "5000", "oiCcy": "50", "oiUsd": "5013", "ts": str(MS)}],
    },
}


async def test_contracts_are_counted_in_coins():
    swap = market(PERPETUAL, "BTC-USDT-SWAP", contractSize=0.01)
    async with opened(OKX, [swap], "okx") as (okx, _, _):
        quote = await okx.quote(PERPETUAL)
        assert (quote.bid, quote.ask, quote.mark) == (D("100.2"), D("100.3"), D("100.26"))
        assert quote.at == NOW - timedelta(milliseconds=300)
        stats = await okx.stats(PERPETUAL)
        assert (stats.volume_24h, stats.open_interest) == (D(7000), D(50))
        assert stats.turnover_24h is None
        assert (stats.funding_rate, stats.next_funding_at) == (
            D("-0.0001"),
            NOW + timedelta(hours=2),
        )


BYBIT_TICKER = {
    "symbol": "BTCUSDT",
    "bid1Price": "100.2",
    "ask1Price": "100.3",
    "lastPrice": "100.3",
    "prevPrice24h": "98",
    "price24hPcnt": "0.0235",
    "highPrice24h": "104",
    "lowPrice24h": "97",
    "volume24h": "7000",
    "turnover24h": "702100",
    "markPrice": "100.27",
    "indexPrice": "100.2",
    "fundingRate": "0.0001",
    "nextFundingTime": str(MS + 3_600_000),
    "openInterest": "50",
}
BYBIT = {
    "/v5/market/tickers": {
        "retCode": 0,
        "result": {"category": "linear", "list": [BYBIT_TICKER]},
        "time": MS - 100,
    },
    "/v5/market/open-interest": {
        "retCode": 0,
        "result": {
            "category": "linear",
            "symbol": "BTCUSDT",
            "list": [{"openInterest": "50", "timestamp": str(MS)}],
        },
    },
}


async def test_a_ticker_that_has_it_all_is_enough():
    async with opened(BYBIT, [market(PERPETUAL, "BTCUSDT")], "bybit") as (bybit, _, _):
        quote = await bybit.quote(PERPETUAL)
        assert (quote.bid, quote.ask, quote.mark) == (D("100.2"), D("100.3"), D("100.27"))
        assert quote.change_24h == D("0.0235")
        stats = await bybit.stats(PERPETUAL)
        assert (stats.mark, stats.index, stats.volume_24h) == (D("100.27"), D("100.2"), D(7000))
        assert (stats.funding_rate, stats.next_funding_at) == (
            D("0.0001"),
            NOW + timedelta(hours=1),
        )
        assert stats.open_interest == D(50)


async def test_recorded_bodies_are_read():
    folder = market_data("exchange/binance")

    def recorded(name):
        return json.loads((folder / name).read_text(encoding="utf-8"))

    answers = {
        "/fapi/v1/klines": recorded("http_futures_market_klines.json"),
        "/fapi/v1/premiumIndex": recorded("http_futures_market_premium_index.json"),
        "/fapi/v1/depth": recorded("http_futures_market_depth.json"),
        "/fapi/v1/ticker/24hr": day("BTCUSDT"),
    }
    markets = list(json.loads((folder / "ccxt_markets.json").read_text("utf-8")).values())
    async with opened(answers, markets) as (market, _, _):
        quote = await market.quote(PERPETUAL)
        assert (quote.bid, quote.mark) == (D("4.00000000"), D("11793.63104562"))
        (candle,) = await market.candles(PERPETUAL, "1w", 1)
        assert (candle.open, candle.closed) == (D("0.01634790"), True)
