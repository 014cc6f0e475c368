"""get_market_price: what markets cost now."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.market import Instrument, Quote
from core.domain.outbound import Block, Value
from core.domain.references import Reference
from core.errors import VenueError
from core.ports import Clock, MarketData
from core.tools.arguments import typed
from core.tools.coins import CoinFinder
from core.tools.reading import ReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.figures import figure, stamp
from core.trading.venue import Venues
from core.views.money_text import seconds_between
from core.views.price_view import prices_view


class MarketPriceArguments(Value):
    """Which markets to read."""

    symbols: tuple[str, ...] = Field(
        min_length=1,
        max_length=10,
        description="Coins or unified ids, in the order to show: BTC, ETH/USDT, BTC/USDT:USDT.",
    )


class MarketPriceTool(ReadingTool):
    """Reads the newest prices."""

    name = "get_market_price"
    description = (
        "The newest price of one to ten markets, with bid, ask, 24 h change, time and source. "
        "A coin's name means its spot market."
    )
    arguments: type[BaseModel] = MarketPriceArguments

    def __init__(self, venues: Venues, coins: CoinFinder, clock: Clock) -> None:
        self._venues = venues
        self._coins = coins
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The prices in the order asked; VenueError when not one could be read."""
        asked = typed(args, MarketPriceArguments)
        market = self._venues.prices(context.exchange_account)
        instruments = await market.instruments()
        found = [
            await self._coins.read(text, instruments, context.lang, "suggest_price")
            for text in asked.symbols
        ]
        wanted = tuple(dict.fromkeys(found))
        quotes = await asyncio.gather(*(_quote(market, one.symbol) for one in wanted))
        read = [quote for quote in quotes if isinstance(quote, Quote)]
        missing = [
            one.symbol
            for one, quote in zip(wanted, quotes, strict=True)
            if not isinstance(quote, Quote)
        ]
        if len(missing) == len(wanted):
            raise _none_of(missing, quotes)
        now = self._clock.now()
        listed = tuple(
            Reference(kind="symbol", id=one.symbol, name=one.symbol, at=now) for one in wanted
        )
        return ToolResult(
            data={
                "prices": [
                    _price(one, quote, now) for one, quote in zip(wanted, quotes, strict=True)
                ],
                "missing": missing,
                "simulated": market.simulated,
            },
            as_of=min(quote.at for quote in read),
            simulated=market.simulated,
            references=listed if len(listed) == 1 else (),
            listed=listed if len(listed) > 1 else (),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A card, or a table of several."""
        return prices_view(data, lang)


async def _quote(market: MarketData, symbol: str) -> Quote | VenueError:
    try:
        return await market.quote(symbol)
    except VenueError as error:
        return error


def _none_of(symbols: Sequence[str], errors: Sequence[Quote | VenueError]) -> VenueError:
    """That not one price could be read, and when the first of them last could."""
    last = [one.last_good for one in errors if isinstance(one, VenueError) and one.last_good]
    text = f"no price of {', '.join(symbols)} could be read"
    return VenueError(text, last_good=min(last, default=None))


def _price(instrument: Instrument, found: Quote | VenueError, now: datetime) -> dict[str, Any]:
    quote = found if isinstance(found, Quote) else None
    return {
        "symbol": instrument.symbol,
        "currency": instrument.quote,
        "tick": figure(instrument.tick),
        "price": figure(quote.mark if quote else None),
        "bid": figure(quote.bid if quote else None),
        "ask": figure(quote.ask if quote else None),
        "change_24h": figure(quote.change_24h if quote else None),
        "at": stamp(quote.at if quote else None),
        "age_s": seconds_between(quote.at, now) if quote else None,
        "source": quote.source if quote else "",
    }
