"""get_market_snapshot: one market at a glance, for whoever looks into it."""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.market import Instrument, Interval, MarketStats, Quote
from core.domain.outbound import Block, Value
from core.domain.references import Reference
from core.errors import VenueError
from core.ports import Clock, MarketData
from core.tools.arguments import typed
from core.tools.candle_facts import INTERVAL, candle_rows, period
from core.tools.coins import CoinFinder
from core.tools.reading import ReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.figures import figure, stamp
from core.trading.venue import Venues
from core.views.market_view import snapshot_view
from core.views.money_text import seconds_between

R = TypeVar("R")


class MarketSnapshotArguments(Value):
    """Which market, and which candles with it."""

    symbol: str = Field(
        min_length=1, max_length=40, description="A coin or unified id: BTC, ETH/USDT:USDT."
    )
    interval: Interval = Field(default="15m", description=INTERVAL)
    limit: int = Field(default=20, ge=1, le=100, description="How many of the newest candles.")


class MarketSnapshotTool(ReadingTool):
    """Reads everything about one market."""

    name = "get_market_snapshot"
    description = (
        "One market at a glance: price, last 24 h, the perpetual's mark, index, funding and open "
        "interest, and recent candles with their change, high, low and average volume. Read it "
        "before any analysis or opinion of a coin. Crypto only."
    )
    arguments: type[BaseModel] = MarketSnapshotArguments

    def __init__(self, venues: Venues, coins: CoinFinder, clock: Clock) -> None:
        self._venues = venues
        self._coins = coins
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """What could be read; `missing` names the rest. VenueError without the price."""
        asked = typed(args, MarketSnapshotArguments)
        market = self._venues.prices(context.exchange_account)
        instruments = await market.instruments()
        one = await self._coins.read(asked.symbol, instruments, context.lang, "suggest_snapshot")
        perpetual = _perpetual_of(one, instruments)
        quote, day, of_perpetual, candles = await asyncio.gather(
            market.quote(one.symbol),
            _or_none(market.stats(one.symbol)),
            _perpetual_stats(market, one, perpetual),
            _or_none(market.candles(one.symbol, asked.interval, asked.limit)),
        )
        if perpetual == one:
            of_perpetual = day
        now = self._clock.now()
        missing = [
            name
            for name, wanted, found in (
                ("day", True, day),
                ("perpetual", perpetual is not None, of_perpetual),
                ("candles", True, candles),
            )
            if wanted and found is None
        ]
        return ToolResult(
            data={
                "symbol": one.symbol,
                "currency": one.quote,
                "base": one.base,
                "tick": figure(one.tick),
                "price": _price(quote, now),
                "day": _day(day),
                "perpetual": _funding(of_perpetual, perpetual),
                "interval": asked.interval,
                "period": period(candles or (), asked.interval),
                "candles": candle_rows(candles or ()),
                "missing": missing,
                "source": market.name,
                "simulated": market.simulated,
            },
            as_of=quote.at,
            simulated=market.simulated,
            references=(Reference(kind="symbol", id=one.symbol, name=one.symbol, at=now),),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A card of it all; the candles by what they come to."""
        return snapshot_view(data, lang)


async def _or_none(read: Awaitable[R]) -> R | None:
    try:
        return await read
    except VenueError:
        return None


def _perpetual_of(one: Instrument, instruments: Sequence[Instrument]) -> Instrument | None:
    """The coin's perpetual in the same currency; the market itself where it is one."""
    if one.kind == "perpetual":
        return one
    pair = (one.base, one.quote, "perpetual")
    return next((two for two in instruments if (two.base, two.quote, two.kind) == pair), None)


async def _perpetual_stats(
    market: MarketData, one: Instrument, perpetual: Instrument | None
) -> MarketStats | None:
    if perpetual is None or perpetual == one:
        return None
    return await _or_none(market.stats(perpetual.symbol))


def _price(quote: Quote, now: datetime) -> dict[str, Any]:
    return {
        "price": figure(quote.mark),
        "bid": figure(quote.bid),
        "ask": figure(quote.ask),
        "at": stamp(quote.at),
        "age_s": seconds_between(quote.at, now),
    }


def _day(stats: MarketStats | None) -> dict[str, Any] | None:
    if stats is None:
        return None
    return {
        "change": figure(stats.change_24h),
        "high": figure(stats.high_24h),
        "low": figure(stats.low_24h),
        "volume": figure(stats.volume_24h),
        "turnover": figure(stats.turnover_24h),
    }


def _funding(stats: MarketStats | None, perpetual: Instrument | None) -> dict[str, Any] | None:
    if stats is None or perpetual is None:
        return None
    return {
        "symbol": perpetual.symbol,
        "tick": figure(perpetual.tick),
        "mark": figure(stats.mark),
        "index": figure(stats.index),
        "funding_rate": figure(stats.funding_rate),
        "next_funding_at": stamp(stats.next_funding_at),
        "open_interest": figure(stats.open_interest),
    }
