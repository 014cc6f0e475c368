"""get_kline: candles of one market."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.market import Interval
from core.domain.outbound import Block, Value
from core.domain.references import Reference
from core.ports import Clock
from core.tools.arguments import typed
from core.tools.candle_facts import INTERVAL, candle_rows, period
from core.tools.coins import CoinFinder
from core.tools.reading import ReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.figures import figure, stamp
from core.trading.venue import Venues
from core.views.market_view import kline_view


class KlineArguments(Value):
    """Which candles."""

    symbol: str = Field(
        min_length=1, max_length=40, description="A coin or unified id: BTC, ETH/USDT:USDT."
    )
    interval: Interval = Field(default="15m", description=INTERVAL)
    limit: int = Field(default=50, ge=1, le=300, description="How many of the newest candles.")


class KlineTool(ReadingTool):
    """Reads candles."""

    name = "get_kline"
    description = (
        "The newest candles of one market with their change, high, low and average volume. "
        "Crypto only; a coin's name means its spot market."
    )
    arguments: type[BaseModel] = KlineArguments

    def __init__(self, venues: Venues, coins: CoinFinder, clock: Clock) -> None:
        self._venues = venues
        self._coins = coins
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """All of the candles, oldest first; VenueError when they cannot be read."""
        asked = typed(args, KlineArguments)
        market = self._venues.prices(context.exchange_account)
        one = await self._coins.read(
            asked.symbol, await market.instruments(), context.lang, "suggest_kline"
        )
        candles = await market.candles(one.symbol, asked.interval, asked.limit)
        now = self._clock.now()
        return ToolResult(
            data={
                "symbol": one.symbol,
                "currency": one.quote,
                "base": one.base,
                "tick": figure(one.tick),
                "interval": asked.interval,
                "period": period(candles, asked.interval),
                "candles": candle_rows(candles),
                "source": market.name,
                "at": stamp(now),
                "simulated": market.simulated,
            },
            as_of=now,
            simulated=market.simulated,
            references=(Reference(kind="symbol", id=one.symbol, name=one.symbol, at=now),),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """What they come to, and the newest of them."""
        return kline_view(data, lang)
