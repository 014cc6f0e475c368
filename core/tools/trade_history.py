"""get_trade_history: the orders that filled, the liquidations, and totals over all of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.instruments import QUOTE
from core.domain.money import CASH, ZERO, total
from core.domain.outbound import Block, Value
from core.domain.paper import margin_of
from core.domain.records import FillRow, LedgerRow, OrderRow, Query
from core.domain.references import Reference
from core.ports import Clock, Records
from core.tools.arguments import typed
from core.tools.liquidations import Liquidated, liquidated, liquidations_of
from core.tools.reading import ReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.figures import figure, stamp
from core.trading.markets import read_market
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
    limit: int = Field(
        default=10,
        ge=1,
        le=50,
        description="How many of the newest to list, liquidations included; totals cover all.",
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Trade:
    """An order with all its fills, at least one."""

    order: OrderRow
    fills: tuple[FillRow, ...]

    @property
    def id(self) -> str:
        """The order's id."""
        return self.order.client_order_id

    @property
    def symbol(self) -> str:
        """Its market."""
        return self.order.symbol

    @property
    def simulated(self) -> bool:
        """Whether its prices were made up."""
        return self.order.simulated

    @property
    def at(self) -> datetime:
        """When it filled, to the last part."""
        return max(one.at for one in self.fills)

    @property
    def quantity(self) -> Decimal:
        """What filled, in base units."""
        return sum((one.quantity for one in self.fills), ZERO)

    @property
    def price(self) -> Decimal:
        """The average over the fills, to 1e-8 where there are several."""
        if len(self.fills) == 1:
            return self.fills[0].price
        value = sum((one.quantity * one.price for one in self.fills), ZERO)
        return (value / self.quantity).quantize(CASH)

    @property
    def fee(self) -> Decimal | None:
        """All fees, in the quote currency; None where one is not known in it."""
        return total(one.fee for one in self.fills)

    @property
    def realized_pnl(self) -> Decimal | None:
        """What it realised before fees; None where nothing was closed."""
        closed = [one.realized_pnl for one in self.fills if one.realized_pnl is not None]
        return sum(closed, ZERO) if closed else None

    def shown(self) -> dict[str, Any]:
        """The row as JSON."""
        return {
            "kind": "trade",
            "order_id": self.order.client_order_id,
            "symbol": self.order.symbol,
            "action": self.order.action,
            "leverage": self.order.leverage,
            "quantity": figure(self.quantity),
            "price": figure(self.price),
            "fee": figure(self.fee),
            "realized_pnl": figure(self.realized_pnl),
            "margin_lost": None,
            "simulated": self.order.simulated,
            "at": stamp(self.at),
        }


class TradeHistoryTool(ReadingTool):
    """Reads filled orders and liquidations."""

    name = "get_trade_history"
    description = (
        "The newest filled orders with price, fee and realised profit, liquidations with margin "
        "lost, and totals over the whole history: profit, fees, wins, losses."
    )
    arguments: type[BaseModel] = TradeHistoryArguments

    def __init__(self, records: Records, venues: Venues, clock: Clock) -> None:
        self._records = records
        self._venues = venues
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The newest trades first; one order is one trade, however many fills it took."""
        asked = typed(args, TradeHistoryArguments)
        symbols: tuple[str, ...] = ()
        market = self._venues.prices(context.exchange_account)
        if asked.symbol:
            instruments = await market.instruments()
            only = read_market(asked.symbol, instruments, context.lang, "suggest_trades")
            same = [one.symbol for one in instruments if one.base == only.base]
            symbols = (only.symbol,) if ":" in asked.symbol else tuple(same)
        trades = await self._trades(context, symbols)
        now, mode = self._clock.now(), context.exchange_account.mode
        shown = trades[: asked.limit]
        # The label stands for every figure shown: one simulated price makes the whole so.
        simulated = market.simulated or any(one.simulated for one in trades)
        listed = tuple(_reference(one, now) for one in shown)
        return ToolResult(
            data={
                "currency": QUOTE,
                "symbol": asked.symbol,
                "trades": [one.shown() for one in shown],
                "totals": _totals(trades),
                "mode": mode,
                "simulated": simulated,
            },
            as_of=now,
            mode=mode,
            simulated=simulated,
            references=_only_one(listed),
            listed=listed,
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A table, totals below."""
        return history_view(data, lang)

    async def _trades(
        self, context: ToolContext, symbols: tuple[str, ...]
    ) -> list[Trade | Liquidated]:
        """Every trade and liquidation of the account, the newest first."""
        account = context.exchange_account.id
        where: dict[str, Any] = {"exchange_account_id": account}
        if symbols:
            where["symbol"] = symbols
        orders, fills, ledger = await self._records.read(
            Query(kind=OrderRow, where=where),
            Query(kind=FillRow, where=where),
            liquidations_of(account, symbols),
        )
        by_order: dict[str, list[FillRow]] = defaultdict(list)
        for fill in fills:
            by_order[fill.client_order_id].append(fill)
        trades = [
            Trade(order=one, fills=tuple(by_order[one.client_order_id]))
            for one in orders
            if one.client_order_id in by_order
        ]
        trades.sort(key=_when, reverse=True)
        simulated = self._venues.prices(context.exchange_account).simulated
        ended = [
            liquidated(row, simulated=_opened_simulated(row, trades, usual=simulated))
            for row in ledger
        ]
        return sorted([*trades, *ended], key=_when, reverse=True)


def _opened_simulated(row: LedgerRow, trades: Sequence[Trade], *, usual: bool) -> bool:
    """Whether the last trade in what was liquidated was at simulated prices."""
    before = (
        one.simulated for one in trades if row.bucket == margin_of(one.symbol) and one.at <= row.at
    )
    return next(before, usual)


def _when(one: Trade | Liquidated) -> tuple[datetime, bool, str]:
    """Oldest first; at the same moment what is due is liquidated before an order fills."""
    return one.at, isinstance(one, Trade), one.id


def _reference(one: Trade | Liquidated, now: datetime) -> Reference:
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


def _totals(trades: Sequence[Trade | Liquidated]) -> dict[str, Any]:
    """Over all given; a win is a profit before fees, breaking even is none, liquidated is lost."""
    lost = [one.lost for one in trades if isinstance(one, Liquidated)]
    closed = [one.realized_pnl for one in trades if one.realized_pnl is not None]
    wins = sum(pnl > 0 for pnl in closed)
    realized, fees = sum(closed, ZERO), total(one.fee for one in trades)
    return {
        "count": len(trades),
        "from": stamp(trades[-1].at if trades else None),
        "to": stamp(trades[0].at if trades else None),
        "realized_pnl": figure(realized),
        "fees": figure(fees),
        "net": figure(None if fees is None else realized - fees),
        "closed": len(closed),
        "wins": wins,
        "losses": sum(pnl < 0 for pnl in closed),
        "liquidations": len(lost),
        "margin_lost": figure(sum(lost, ZERO)),
        "breakeven": sum(pnl == 0 for pnl in closed),
        "win_rate": figure((Decimal(wins) / len(closed)).quantize(CASH)) if closed else None,
    }
