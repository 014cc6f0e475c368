"""get_chart: a picture of a market, the equity, a month, what is held, or a trade to share."""

import base64
from collections.abc import Mapping
from typing import Any, ClassVar

import structlog
from pydantic import BaseModel

from core.domain.conversation import Lang
from core.domain.outbound import Block
from core.domain.records import Picture, Preference, Query
from core.errors import PictureError
from core.ports import Charts, Clock, Ids, Records
from core.tools.arguments import typed
from core.tools.chart_account import AccountCharts
from core.tools.chart_market import MarketCharts
from core.tools.chart_request import ChartArguments, Drawing, Wish
from core.tools.coins import CoinFinder
from core.tools.registry import Action, ToolContext, ToolResult
from core.trading.venue import Venues
from core.views.chart_view import chart_alt, chart_view

log = structlog.get_logger(__name__)


class ChartTool:
    """Draws. A picture that cannot be drawn is told in words."""

    name = "get_chart"
    description = (
        "A picture: a market's candles with the person's trades, their equity curve, a month's "
        "daily results, what they hold, or a card of one trade to share. Figures come with it."
    )
    arguments: type[BaseModel] = ChartArguments
    actions: ClassVar[tuple[Action, ...]] = (
        Action(name="market", effect="read", repeat="read"),
        Action(name="account", effect="read", repeat="read", private=True),
    )

    def __init__(
        self,
        records: Records,
        venues: Venues,
        coins: CoinFinder,
        clock: Clock,
        ids: Ids,
        charts: Charts,
    ) -> None:
        self._records = records
        self._ids = ids
        self._clock = clock
        self._charts = charts
        self._market = MarketCharts(records, venues, coins, clock)
        self._account = AccountCharts(records, venues, clock)

    def action(self, args: BaseModel) -> Action:
        """A market's candles are anybody's; everything else is the person's own."""
        market, account = self.actions
        return market if typed(args, ChartArguments).kind == "candles" else account

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The figures, and the picture of them where one could be drawn in time."""
        wish = Wish(
            args=typed(args, ChartArguments), context=context, red_up=await self._red_up(context)
        )
        drawing = await self._drawing(wish)
        data = {
            **drawing.data,
            "kind": wish.args.kind,
            "zone": context.zone.key,
            "mode": drawing.mode,
            "simulated": drawing.simulated,
        }
        picture = await self._picture(drawing, data, context)
        return ToolResult(
            data={**data, "picture": picture.id if picture else None},
            as_of=drawing.as_of,
            mode=drawing.mode,
            simulated=drawing.simulated,
            references=drawing.about,
            pictures=(picture,) if picture else (),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """The picture and a line."""
        return chart_view(data, lang)

    async def _drawing(self, wish: Wish) -> Drawing:
        match wish.args.kind:
            case "candles":
                return await self._market.candles(wish)
            case "card":
                return await self._market.card(wish)
            case "equity":
                return await self._account.equity(wish)
            case "calendar":
                return await self._account.calendar(wish)
            case "allocation":
                return await self._account.allocation(wish)

    async def _picture(
        self, drawing: Drawing, data: Mapping[str, Any], context: ToolContext
    ) -> Picture | None:
        try:
            content = await self._charts.render(drawing.spec)
        except PictureError as error:
            log.warning("no picture", kind=drawing.spec.type, reason=str(error))
            return None
        return Picture(
            id=self._ids.new(),
            account_id=context.account.id,
            conversation_id=context.conversation_id,
            mime="image/png",
            data=base64.b64encode(content).decode(),
            alt=chart_alt(data, context.lang),
            created_at=self._clock.now(),
        )

    async def _red_up(self, context: ToolContext) -> bool:
        """Whether this person wants red for a rise."""
        where = {"account_id": context.account.id, "key": "colours"}
        kept = await self._records.find(Query(kind=Preference, where=where))
        return any(one.value == "red_up" for one in kept)
