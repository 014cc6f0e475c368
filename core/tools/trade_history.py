"""get_trade_history: the orders that filled, the liquidations, and totals over all of them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.instruments import QUOTE
from core.domain.money import ZERO
from core.domain.outbound import Block, Value
from core.domain.periods import Period, since
from core.domain.records import ExchangeAccount
from core.domain.references import Reference
from core.errors import PersonError
from core.ports import Clock, Records
from core.tools.arguments import typed
from core.tools.coins import CoinFinder
from core.tools.offers import page_of
from core.tools.reading import PersonalReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.figures import figure, stamp
from core.trading.history import Deed, Trade, history, within
from core.trading.performance import results
from core.trading.several import named
from core.trading.venue import Venues
from core.views.trade_view import history_view


class TradeHistoryArguments(Value):
    """Which trades to read."""

    symbol: str | None = Field(
        default=None,
        min_length=1,
        max_length=40,
        description="A coin or unified id to see only its trades; leave out for all.",
    )
    period: Period = Field(
        default="all",
        description="Since when, by the person's midnight; totals are of this time.",
    )
    limit: int = Field(
        default=10,
        ge=1,
        le=50,
        description="How many of the newest to list, liquidations included; totals cover all.",
    )
    page: int = Field(default=1, ge=1, le=1000, description="Which page of `limit` trades each.")
    account: str | None = Field(
        default=None,
        min_length=1,
        max_length=60,
        description="An exchange account's name; leave out for the usual one.",
    )


class TradeHistoryTool(PersonalReadingTool):
    """Reads filled orders and liquidations."""

    name = "get_trade_history"
    description = (
        "The newest filled orders with price, fee and realised profit, liquidations with margin "
        "lost, and totals over the whole period asked: profit, fees, wins, losses."
    )
    arguments: type[BaseModel] = TradeHistoryArguments

    def __init__(self, records: Records, venues: Venues, coins: CoinFinder, clock: Clock) -> None:
        self._records = records
        self._venues = venues
        self._coins = coins
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The newest trades first; one order is one trade, however many fills it took."""
        asked = typed(args, TradeHistoryArguments)
        account = _account(asked.account, context)
        symbols: tuple[str, ...] = ()
        market = self._venues.prices(account)
        if asked.symbol:
            instruments = await market.instruments()
            only = await self._coins.read(asked.symbol, instruments, context.lang, "suggest_trades")
            same = [one.symbol for one in instruments if one.base == only.base]
            symbols = (only.symbol,) if ":" in asked.symbol else tuple(same)
        now, mode = self._clock.now(), account.mode
        every = await history(self._records, account, symbols, simulated=market.simulated)
        trades = within(every, since(asked.period, now, context.zone))
        page = page_of(trades, asked.page, asked.limit)
        shown = page.shown
        # The label stands for every figure shown: one simulated price makes the whole so.
        simulated = market.simulated or any(one.simulated for one in trades)
        listed = tuple(_reference(one, now) for one in shown)
        return ToolResult(
            data={
                "currency": QUOTE,
                "symbol": asked.symbol,
                "period": asked.period,
                "zone": context.zone.key,
                "account": account.name,
                "trades": [one.shown() for one in shown],
                **page.data,
                "totals": _totals(trades),
                "mode": mode,
                "simulated": simulated,
            },
            as_of=now,
            mode=mode,
            simulated=simulated,
            references=_only_one(listed) if page.count == 1 else (),
            listed=listed,
            offers=page.offers(self.name, asked.model_dump(mode="json", exclude_none=True)),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A table, totals below."""
        return history_view(data, lang)


def _account(name: str | None, context: ToolContext) -> ExchangeAccount:
    """The one account meant; PersonError where the name fits several."""
    mine = context.exchange_accounts or (context.exchange_account,)
    found = named(name, mine, (context.exchange_account,))
    if len(found) != 1:
        raise PersonError("accounts_one", known=[one.name for one in found])
    return found[0]


def _reference(one: Deed, now: datetime) -> Reference:
    """What "the second" means: an order, or what was liquidated, which no order did."""
    if isinstance(one, Trade):
        return Reference(kind="order", id=one.id, name=one.symbol, at=now)
    return Reference(kind="symbol", id=one.symbol, name=one.symbol, at=now)


def _only_one(listed: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """What "it" means after a list of one: its market, and the order where it is one."""
    if len(listed) != 1:
        return ()
    market = listed[0].model_copy(update={"kind": "symbol", "id": listed[0].name})
    return (market, *(one for one in listed if one.kind == "order"))


def _totals(trades: Sequence[Deed]) -> dict[str, Any]:
    """Over all given; what is not wholly known is None, with how much of it is not."""
    found = results(trades, ZERO)
    known = found.realized is not None and found.fees is not None
    return {
        "count": len(trades),
        "from": stamp(trades[-1].at if trades else None),
        "to": stamp(trades[0].at if trades else None),
        "realized_pnl": figure(found.realized),
        "realized_known": figure(found.realized_known),
        "fees": figure(found.fees),
        "fees_known": figure(found.fees_known),
        "fees_unknown": found.fees_unknown,
        "net": figure(found.realized_known - found.fees_known if known else None),
        "closed": found.closed,
        "closed_unknown": found.unknown,
        "wins": found.wins,
        "losses": found.losses,
        "liquidations": found.liquidations,
        "margin_lost": figure(found.margin_lost),
        "breakeven": found.breakeven,
        "win_rate": figure(found.win_rate),
    }
