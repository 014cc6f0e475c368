"""get_performance: profit and loss of a period, and how it came about."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.instruments import QUOTE
from core.domain.market import Instrument
from core.domain.outbound import Block, Value
from core.domain.periods import Period, since
from core.ports import Clock, Records
from core.tools.arguments import typed
from core.tools.coins import CoinFinder
from core.tools.reading import PersonalReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.curve import change, max_drawdown, sharpe
from core.trading.figures import figure, stamp
from core.trading.performance import Results
from core.trading.portfolio import Group, Portfolio
from core.trading.several import asked, named
from core.trading.venue import Venues
from core.views.performance_view import performance_view


class PerformanceArguments(Value):
    """Which period, and of what."""

    period: Period = Field(
        default="all",
        description="today, this week (from Monday), this month, or all; cut at the person's "
        "midnight.",
    )
    symbol: str | None = Field(
        default=None,
        min_length=1,
        max_length=40,
        description="A coin or unified id to see only its trades; leave out for all.",
    )
    account: str | None = Field(
        default=None,
        min_length=1,
        max_length=60,
        description="An exchange account's name, `paper` or `live`; leave out for all accounts.",
    )


class PerformanceTool(PersonalReadingTool):
    """Reads how well it went."""

    name = "get_performance"
    description = (
        "Profit and loss of a day, week, month or all time: realised, fees, funding, net, "
        "unrealised, equity and its change, win rate, profit factor, drawdown, Sharpe. Paper and "
        "live apart."
    )
    arguments: type[BaseModel] = PerformanceArguments

    def __init__(self, records: Records, venues: Venues, coins: CoinFinder, clock: Clock) -> None:
        self._records = records
        self._venues = venues
        self._coins = coins
        self._clock = clock
        self._portfolio = Portfolio(records, venues)

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The figures by mode; what could not be read is None, and named."""
        wish = typed(args, PerformanceArguments)
        mine = context.exchange_accounts or (context.exchange_account,)
        enabled = [one for one in mine if one.enabled]
        accounts = await asked(self._records, named(wish.account, mine, enabled))
        symbols = await self._symbols(wish.symbol, context)
        now = self._clock.now()
        begin = since(wish.period, now, context.zone)
        groups = await self._portfolio.groups(accounts, begin, now, symbols)
        modes = {one.mode for one in groups}
        mode = modes.pop() if len(modes) == 1 else None
        simulated = any(one.simulated for one in groups)
        return ToolResult(
            data={
                "period": wish.period,
                "from": stamp(begin),
                "to": stamp(now),
                "zone": context.zone.key,
                "symbol": wish.symbol and symbols[0].partition("/")[0],
                "currency": QUOTE,
                "groups": [_group(one, context, whole=not symbols) for one in groups],
                "same": sorted(one.name for one in accounts.accounts if one.id in accounts.same_as),
                "mode": mode,
                "simulated": simulated,
            },
            as_of=now,
            mode=mode,
            simulated=simulated,
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A card for each mode."""
        return performance_view(data, lang)

    async def _symbols(self, symbol: str | None, context: ToolContext) -> tuple[str, ...]:
        if symbol is None:
            return ()
        market = self._venues.prices(context.exchange_account)
        instruments: Sequence[Instrument] = await market.instruments()
        only = await self._coins.read(symbol, instruments, context.lang, "suggest_trades")
        if ":" in symbol:
            return (only.symbol,)
        same = (one.symbol for one in instruments if one.base == only.base)
        return (only.symbol, *(one for one in same if one != only.symbol))


def _group(group: Group, context: ToolContext, *, whole: bool) -> dict[str, Any]:
    """The accounts of a mode as JSON; `whole`: the equity is told too, not only some trades."""
    drawdown = max_drawdown(group.curve)
    began = group.curve[0].at if group.curve else None
    return {
        "mode": group.mode,
        "simulated": group.simulated,
        "accounts": [one.account.name for one in group.parts],
        "resets": [
            {"account": one.account.name, "at": stamp(one.reset)}
            for one in group.parts
            if one.reset
        ],
        **result_figures(group.results),
        "whole": whole,
        "equity": figure(group.equity) if whole else None,
        "unrealized_pnl": figure(group.unrealized) if whole else None,
        "unread": list(group.unread) if whole else [],
        "equity_from": stamp(began),
        "equity_change": figure(change(group.curve)),
        "equity_includes_transfers": not group.flows_whole,
        "max_drawdown": figure(drawdown.amount if drawdown else None),
        "max_drawdown_fraction": figure(drawdown.fraction if drawdown else None),
        "sharpe": figure(sharpe(group.curve, context.zone)),
    }


def result_figures(found: Results) -> dict[str, Any]:
    """The results of trades as JSON: what is unknown is None, and how much of it there is."""
    return {
        "trades": found.trades,
        "closed": found.closed,
        "closed_unknown": found.unknown,
        "wins": found.wins,
        "losses": found.losses,
        "breakeven": found.breakeven,
        "liquidations": found.liquidations,
        "margin_lost": figure(found.margin_lost),
        "realized_pnl": figure(found.realized),
        "realized_known": figure(found.realized_known),
        "fees": figure(found.fees),
        "fees_known": figure(found.fees_known),
        "fees_unknown": found.fees_unknown,
        "funding": figure(found.funding),
        "funding_known": figure(found.funding_known),
        "liquidations_unread": not found.liquidations_whole,
        "net": figure(found.net),
        "win_rate": figure(found.win_rate),
        "profit_factor": figure(found.profit_factor),
        "average_win": figure(found.average_win),
        "average_loss": figure(found.average_loss),
        "payoff": figure(found.payoff),
        "expectancy": figure(found.expectancy),
    }
