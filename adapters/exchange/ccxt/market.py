"""A venue's public prices by ccxt: no key is needed, and none is used."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from adapters.exchange.ccxt.client import CallFailed, Client, Clients
from adapters.exchange.ccxt.markets import contract_size, exact, instruments
from adapters.exchange.ccxt.tickers import (
    Answer,
    candle_of,
    fraction,
    moment,
    positive,
    quote_of,
    sides,
)
from adapters.exchange.ccxt.venues import Venue
from core.domain.market import Candle, Instrument, Interval, Kind, MarketStats, Quote
from core.errors import VenueError
from core.ports import Clock

_LISTED_FOR = timedelta(hours=1)
_BOOK_ROWS = 5
_FEW = 3
"""Up to so many prices are asked for one by one: that weighs less at the venue than all of them."""
_IN_CONTRACTS = frozenset({"okx"})
"""Venues whose tickers count the volume of a perpetual in contracts."""


class CcxtMarket:
    """MarketData of one venue. The prices of a test network are labelled simulated."""

    def __init__(
        self, clients: Clients, venue: Venue, clock: Clock, *, testnet: bool = False
    ) -> None:
        self.name = f"{venue.title} testnet" if testnet else venue.title
        self.simulated = testnet
        self._clients = clients
        self._venue = venue
        self._clock = clock
        self._testnet = testnet
        self._sorted: tuple[Instrument, ...] = ()
        self._listed: Mapping[str, Instrument] = {}
        self._listed_at: datetime | None = None
        self._without_sides: set[Kind] = set()

    async def instruments(self) -> Sequence[Instrument]:
        """Spot markets and linear perpetuals by symbol; read again after an hour."""
        await self._client()
        return self._sorted

    async def quote(self, symbol: str) -> Quote:
        """The newest price, with the venue's own time where it tells one."""
        client, instrument = await self._known(symbol)
        asked_at = self._clock.now()
        ticker, book, mark = await asyncio.gather(
            client.read("fetch_ticker", symbol),
            self._book(client, instrument, only_if_known=True),
            self._mark(client, instrument),
        )
        if book is None and sides(ticker) is None:
            self._without_sides.add(instrument.kind)
            book = await self._book(client, instrument)
        mark = mark or _mark_told(ticker, instrument)
        return self._quote(instrument, ticker, book, mark, asked_at)

    async def quotes(self, symbols: Collection[str]) -> Mapping[str, Quote]:
        """The newest prices of these; those that there are none of are left out."""
        client = await self._client()
        known = [self._listed[symbol] for symbol in symbols if symbol in self._listed]
        of_kind = ([one for one in known if one.kind == kind] for kind in ("spot", "perpetual"))
        found = await asyncio.gather(*(self._of_kind(client, group) for group in of_kind if group))
        return {symbol: quote for group in found for symbol, quote in group.items()}

    async def candles(self, symbol: str, interval: Interval, limit: int) -> Sequence[Candle]:
        """The newest candles; VenueError for an interval that the venue does not have."""
        client, _ = await self._known(symbol)
        if interval not in (client.exchange.timeframes or {}):
            raise VenueError(f"{self.name} has no candles of {interval}")
        rows = await client.read("fetch_ohlcv", symbol, interval, None, limit)
        now = self._clock.now()
        found = (candle_of(row, interval, now) for row in rows)
        by_time = {one.opened_at: one for one in found if one is not None}
        return [by_time[at] for at in sorted(by_time)][-limit:]

    async def stats(self, symbol: str) -> MarketStats:
        """The last day; of a perpetual also its funding, as far as the venue tells it."""
        client, instrument = await self._known(symbol)
        asked_at = self._clock.now()
        ticker, funding, interest = await asyncio.gather(
            client.read("fetch_ticker", symbol),
            _if_told(client, "fetchFundingRate", "fetch_funding_rate", instrument),
            _if_told(client, "fetchOpenInterest", "fetch_open_interest", instrument),
        )
        size = contract_size(client.exchange.market(symbol))
        volume = exact(ticker.get("baseVolume"))
        if (
            volume is not None
            and instrument.kind == "perpetual"
            and self._venue.id in _IN_CONTRACTS
        ):
            volume *= size
        told = moment(ticker.get("timestamp"))
        return MarketStats(
            symbol=symbol,
            at=min(told or asked_at, asked_at),
            source=self.name,
            simulated=self.simulated,
            high_24h=positive(ticker.get("high")),
            low_24h=positive(ticker.get("low")),
            change_24h=fraction(ticker.get("percentage")),
            volume_24h=volume,
            turnover_24h=exact(ticker.get("quoteVolume")),
            mark=positive(funding.get("markPrice")) or _mark_told(ticker, instrument),
            index=positive(funding.get("indexPrice")) or positive(ticker.get("indexPrice")),
            funding_rate=exact(funding.get("fundingRate")),
            next_funding_at=_next_funding(funding, asked_at),
            open_interest=_interest(interest, size, in_contracts=self._venue.id in _IN_CONTRACTS),
        )

    async def _client(self) -> Client:
        """The venue's client with its markets, read again when they are old."""
        client = await self._clients.public(self._venue, testnet=self._testnet)
        now = self._clock.now()
        if self._listed_at is None or now - self._listed_at >= _LISTED_FOR:
            reload = self._listed_at is not None
            self._listed_at = now
            if reload:
                # An old list does no harm: what is not listed any more has no price.
                with suppress(CallFailed):
                    await client.read("load_markets", reload)
            exchange = client.exchange
            found = instruments(exchange.markets.values(), exchange.precisionMode)
            self._sorted, self._listed = found, {one.symbol: one for one in found}
        return client

    async def _known(self, symbol: str) -> tuple[Client, Instrument]:
        client = await self._client()
        instrument = self._listed.get(symbol)
        if instrument is None:
            raise VenueError(f"{self.name} has no {symbol}")
        return client, instrument

    async def _book(
        self, client: Client, instrument: Instrument, *, only_if_known: bool = False
    ) -> Answer | None:
        """The order book's top, where the venue's tickers do not tell bid and ask."""
        if only_if_known and instrument.kind not in self._without_sides:
            return None
        found: Answer = await client.read("fetch_order_book", instrument.symbol, _BOOK_ROWS)
        return found

    async def _mark(self, client: Client, instrument: Instrument) -> Decimal | None:
        """A perpetual's own mark price, where the venue tells it apart from its ticker."""
        if instrument.kind == "spot" or client.exchange.has.get("fetchMarkPrice") is not True:
            return None
        told = await client.read("fetch_mark_price", instrument.symbol)
        return positive(told.get("markPrice"))

    async def _of_kind(self, client: Client, markets: Sequence[Instrument]) -> Mapping[str, Quote]:
        """Quotes of markets of one kind."""
        has = client.exchange.has
        if len(markets) <= _FEW or has.get("fetchTickers") is not True:
            return await self._one_by_one(markets)
        asked_at, symbols = self._clock.now(), [one.symbol for one in markets]
        tickers, marks = await asyncio.gather(
            client.read("fetch_tickers", symbols), _marks(client, markets)
        )
        lacking = [one for one in symbols if one in tickers and sides(tickers[one]) is None]
        books: Mapping[str, Any] = {}
        if lacking and has.get("fetchBidsAsks") is True:
            books = await client.read("fetch_bids_asks", symbols)
        found: dict[str, Quote] = {}
        for one in markets:
            ticker = tickers.get(one.symbol)
            if ticker is None:
                continue
            mark = positive(marks.get(one.symbol, {}).get("markPrice"))
            mark = mark or _mark_told(ticker, one)
            try:
                book = books.get(one.symbol)
                found[one.symbol] = self._quote(one, ticker, book, mark, asked_at)
            except VenueError:
                continue
        return found

    async def _one_by_one(self, markets: Sequence[Instrument]) -> Mapping[str, Quote]:
        """Quotes asked for apart; the failure is raised only where none could be had."""
        tried = await asyncio.gather(
            *(self.quote(one.symbol) for one in markets), return_exceptions=True
        )
        failed = [one for one in tried if isinstance(one, BaseException)]
        if other := next((one for one in failed if not isinstance(one, VenueError)), None):
            raise other
        if len(failed) == len(markets):
            raise failed[0]
        return {one.symbol: one for one in tried if isinstance(one, Quote)}

    def _quote(
        self,
        instrument: Instrument,
        ticker: Answer,
        book: Answer | None,
        mark: Decimal | None,
        asked_at: datetime,
    ) -> Quote:
        return quote_of(
            instrument,
            ticker,
            book,
            mark,
            source=self.name,
            simulated=self.simulated,
            asked_at=asked_at,
        )


async def _if_told(client: Client, feature: str, method: str, instrument: Instrument) -> Answer:
    """What the venue tells of a perpetual besides prices; empty where it does not, or not now."""
    if instrument.kind == "spot" or not client.exchange.has.get(feature):
        return {}
    try:
        found: Answer = await client.read(method, instrument.symbol)
    except CallFailed:
        return {}
    return found


async def _marks(client: Client, markets: Sequence[Instrument]) -> Mapping[str, Any]:
    """The mark prices of perpetuals by symbol, where the venue tells many at once."""
    if markets[0].kind == "spot" or client.exchange.has.get("fetchMarkPrices") is not True:
        return {}
    symbols = [one.symbol for one in markets]
    found: Mapping[str, Any] = await client.read("fetch_mark_prices", symbols)
    return found


def _mark_told(ticker: Answer, instrument: Instrument) -> Decimal | None:
    """The mark price that a perpetual's ticker tells."""
    return positive(ticker.get("markPrice")) if instrument.kind == "perpetual" else None


def _next_funding(funding: Answer, now: datetime) -> datetime | None:
    """The next time funding is due: venues differ in which field they tell it by."""
    told = (moment(funding.get(key)) for key in ("fundingTimestamp", "nextFundingTimestamp"))
    return min((one for one in told if one is not None and one > now), default=None)


def _interest(interest: Answer, size: Decimal, *, in_contracts: bool) -> Decimal | None:
    amount = exact(interest.get("openInterestAmount"))
    return amount * size if amount is not None and in_contracts else amount
