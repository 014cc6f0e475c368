"""search_stock: which share a name means."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.outbound import Block, TableBlock, TextBlock, Value
from core.ports import Clock, Stocks
from core.tools.arguments import typed
from core.tools.reading import ReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.views.words import say

_MOST = 10


class StockArguments(Value):
    """What to look for."""

    keyword: str = Field(
        min_length=1,
        max_length=60,
        description="A ticker, code or name in English or Chinese: AAPL, 600519, apple, 茅台.",
    )


class StockTool(ReadingTool):
    """Looks a share up by name."""

    name = "search_stock"
    description = (
        "Which share a name means: at most 10 with ticker, name and exchange (US, Europe, Japan, "
        "Hong Kong, A-shares). Names only: there are no share prices here, and shares are not "
        "traded. One call for each name."
    )
    arguments: type[BaseModel] = StockArguments

    def __init__(self, stocks: Stocks, clock: Clock) -> None:
        self._stocks = stocks
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:  # noqa: ARG002
        """The matches, the likeliest first; none where nothing is like it."""
        asked = typed(args, StockArguments)
        found = await self._stocks.search(asked.keyword, _MOST)
        return ToolResult(
            data={
                "keyword": asked.keyword,
                "stocks": [
                    {
                        "symbol": one.stock.symbol,
                        "name": one.stock.name,
                        "names": list(one.stock.names),
                        "exchange": one.stock.exchange,
                        "exact": one.exact,
                    }
                    for one in found
                ],
            },
            as_of=self._clock.now(),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A numbered table, or that there is none."""
        if not data["stocks"]:
            return (TextBlock(text=say(lang, "no_stock", keyword=data["keyword"])),)
        heads = ("stock_symbol", "stock_name", "stock_exchange")
        return (
            TableBlock(
                title=say(lang, "stocks_title", keyword=data["keyword"]),
                columns=tuple(say(lang, head) for head in heads),
                rows=tuple(
                    (f"{number}. {one['symbol']}", _named(one), one["exchange"])
                    for number, one in enumerate(data["stocks"], 1)
                ),
                note=say(lang, "stock_note"),
            ),
        )


def _named(one: Mapping[str, Any]) -> str:
    """Its name, with the first of what else it is called."""
    return f"{one['name']} ({one['names'][0]})" if one["names"] else str(one["name"])
