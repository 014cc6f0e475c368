"""Orders that rest at a venue, with what our own rows know of them, and which one is meant."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.domain.orders import OpenOrder, OrderRef
from core.domain.records import ExchangeAccount, OrderRow, Query
from core.errors import PersonError
from core.ports import Exchange, Records
from core.trading.figures import figure, stamp
from core.trading.request import TRIGGERED
from core.views.money_text import amount_text, price_text

Which = Literal["entry", "limit", "stop", "target", "protection"]
_MOST_CHOICES = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Resting:
    """One order at the venue; `row` is ours, None for one that was placed by other means."""

    order: OpenOrder
    row: OrderRow | None

    @property
    def id(self) -> str:
        """What it is called by: our id, else the venue's."""
        return self.order.client_order_id or self.order.venue_order_id

    @property
    def ref(self) -> OrderRef:
        """What the venue finds it by."""
        return OrderRef(
            client_order_id=self.order.client_order_id,
            symbol=self.order.symbol,
            sent_at=self.order.created_at,
            venue_order_id=self.order.venue_order_id,
        )

    @property
    def protects(self) -> bool:
        """Whether it limits a loss or takes a profit of what is held, rather than opening."""
        if self.row is not None:
            return self.row.leg != "entry"
        if self.order.type not in TRIGGERED:
            return False
        return self.order.reduce_only or (
            ":" not in self.order.symbol and self.order.side == "SELL"
        )

    @property
    def is_kind(self) -> frozenset[Which]:
        """What it may be called."""
        if self.protects:
            leg: Which = "target" if self.order.type == "take_profit" else "stop"
            return frozenset({"protection", leg})
        return frozenset({"entry", "limit"} if self.order.type == "limit" else {"entry"})

    @property
    def text(self) -> str:
        """The order in a line: `BUY 0.1 ETH/USDT limit 3,000`."""
        order = self.order
        price = price_text(order.price or order.trigger)
        kind = order.type.replace("_", " ")
        return f"{order.side} {amount_text(order.quantity)} {order.symbol} {kind} {price}"

    def shown(self) -> dict[str, Any]:
        """The order as JSON."""
        order = self.order
        return {
            "id": self.id,
            "symbol": order.symbol,
            "side": order.side,
            "type": order.type,
            "quantity": figure(order.quantity),
            "filled": figure(order.filled),
            "price": figure(order.price),
            "trigger": figure(order.trigger),
            "reduce_only": order.reduce_only,
            "protects": self.protects,
            "ours": self.row is not None,
            "created_at": stamp(order.created_at),
        }


async def resting_orders(
    account: ExchangeAccount, *, records: Records, exchange: Exchange
) -> list[Resting]:
    """All orders that rest, the oldest first; VenueError when they cannot be read."""
    orders = await exchange.open_orders(account.id)
    keys = tuple(one.client_order_id for one in orders if one.client_order_id)
    where = {"exchange_account_id": account.id, "client_order_id": keys}
    rows = await records.find(Query(kind=OrderRow, where=where)) if keys else []
    ours = {row.client_order_id: row for row in rows}
    found = [Resting(order=one, row=ours.get(one.client_order_id)) for one in orders]
    return sorted(found, key=lambda one: (one.order.created_at, one.id))


def matching(
    resting: Sequence[Resting], symbol: str | None, order_id: str | None, which: Which | None
) -> list[Resting]:
    """Those of a market or coin, with this id, of this kind; None leaves it open."""
    return [
        one
        for one in resting
        if (order_id is None or order_id in (one.id, one.order.venue_order_id))
        and (symbol is None or _is_of(one.order.symbol, symbol))
        and (which is None or which in one.is_kind)
    ]


def only_one(found: Sequence[Resting], verb: str) -> Resting:
    """The one order that is meant; PersonError for none, or with each as a choice for several.

    `verb` begins the request that a choice stands for, such as `cancel`.
    """
    if not found:
        raise PersonError("no_such_order")
    if len(found) > 1:
        choices = tuple((one.text, f"{verb} order {one.id}") for one in found[:_MOST_CHOICES])
        raise PersonError("which_order", count=len(found), choices=choices)
    return found[0]


def _is_of(symbol: str, asked: str) -> bool:
    said = asked.strip().upper()
    return said in (symbol, symbol.partition("/")[0], symbol.partition(":")[0])
