"""What an account did: filled orders and liquidations, read from our rows and the ledger."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from core.domain.money import CASH, ZERO, total
from core.domain.paper import margin_of
from core.domain.records import ExchangeAccount, FillRow, LedgerRow, OrderRow, Query
from core.ports import Records
from core.trading.figures import figure, stamp
from core.trading.liquidations import Liquidated, liquidated, liquidations_of

_CLOSING = frozenset({"close_long", "close_short", "sell"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Trade:
    """An order with its fills, at least one."""

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
    def closes(self) -> bool:
        """Whether it ended something, wholly or in part: a close, a sell, a stop or a target."""
        order = self.order
        told = any(one.realized_pnl is not None for one in self.fills)
        return told or order.reduce_only or order.leg != "entry" or order.action in _CLOSING

    @property
    def realized_pnl(self) -> Decimal | None:
        """What it realised before fees; None where nothing was closed, or its venue did not say."""
        closed = [one.realized_pnl for one in self.fills if one.realized_pnl is not None]
        return sum(closed, ZERO) if closed else None

    def since(self, moment: datetime | None) -> "Trade | None":
        """The trade as far as it filled from then on; None: all of it was before."""
        fills = tuple(one for one in self.fills if moment is None or one.at >= moment)
        return replace(self, fills=fills) if fills else None

    def shown(self) -> dict[str, Any]:
        """The row as JSON; `pnl_unknown` where something was closed and its result is not known."""
        return {
            "kind": "trade",
            "order_id": self.order.client_order_id,
            "symbol": self.order.symbol,
            "action": self.order.action,
            "leg": self.order.leg,
            "leverage": self.order.leverage,
            "quantity": figure(self.quantity),
            "price": figure(self.price),
            "fee": figure(self.fee),
            "realized_pnl": figure(self.realized_pnl),
            "pnl_unknown": self.closes and self.realized_pnl is None,
            "margin_lost": None,
            "simulated": self.order.simulated,
            "at": stamp(self.at),
        }


Deed = Trade | Liquidated


async def history(
    records: Records,
    account: ExchangeAccount,
    symbols: Sequence[str] = (),
    *,
    simulated: bool,
) -> list[Deed]:
    """Every trade and liquidation of the account, in these symbols or all, the newest first.

    One order is one trade, however many fills it took. `simulated` is what the account's prices
    are now: it holds for a liquidation of which no opening trade is known.
    """
    where: dict[str, Any] = {"exchange_account_id": account.id}
    if symbols:
        where["symbol"] = tuple(symbols)
    orders, fills, ledger = await records.read(
        Query(kind=OrderRow, where=where),
        Query(kind=FillRow, where=where),
        liquidations_of(account.id, symbols),
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
    ended = [
        liquidated(row, simulated=_opened_simulated(row, trades, usual=simulated)) for row in ledger
    ]
    return sorted([*trades, *ended], key=_when, reverse=True)


def within(deeds: Sequence[Deed], moment: datetime | None) -> list[Deed]:
    """What was done from then on; of an order that filled before too, the part since."""
    if moment is None:
        return list(deeds)
    kept: list[Deed] = []
    for one in deeds:
        if isinstance(one, Trade):
            part = one.since(moment)
            kept += [part] if part else []
        elif one.at >= moment:
            kept.append(one)
    return kept


def _opened_simulated(row: LedgerRow, trades: Sequence[Trade], *, usual: bool) -> bool:
    """Whether the last trade in what was liquidated was at simulated prices."""
    before = (
        one.simulated for one in trades if row.bucket == margin_of(one.symbol) and one.at <= row.at
    )
    return next(before, usual)


def _when(one: Deed) -> tuple[datetime, bool, str]:
    """Oldest first; at the same moment what is due is liquidated before an order fills."""
    return one.at, isinstance(one, Trade), one.id
