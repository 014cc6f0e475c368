"""A venue whose resting orders a test fills, in parts too, cancels, or has refused."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from core.domain.orders import (
    Fill,
    OpenOrder,
    OrderChange,
    OrderRef,
    OrderReport,
    OrderRequest,
    OrderStatus,
)
from core.domain.positions import AccountView
from core.domain.records import ExchangeAccount
from core.errors import OrderDenied, OutcomeUnknown, VenueError
from core.ports import Clock, Exchange
from tests.clocks import ManualClock
from tests.desk import TestDesk, open_desk


@dataclass
class Resting:
    """An order as this venue has it."""

    account: str
    request: OrderRequest
    status: OrderStatus
    filled: Decimal = Decimal(0)
    fills: list[Fill] = field(default_factory=list)


class FillingVenue:
    """Market orders go to the exchange behind; any other rests here.

    A fill moves the book behind by a market order of that size, so that what is held is true.
    `down`: nothing is answered; `silent` markets take what is placed and do not say so.
    `refuses`: types that are rejected. `fixed`: what rests is changed by nobody.
    """

    def __init__(self, behind: Exchange, clock: Clock) -> None:
        self.behind = behind
        self.clock = clock
        self.orders: dict[str, Resting] = {}
        self.down = False
        self.silent: set[str] = set()
        self.refuses: set[str] = set()
        self.fixed = False
        self.placed: list[str] = []
        self.cancelled: list[str] = []
        self.looks = 0

    @property
    def venue(self) -> str:
        return self.behind.venue

    async def account(self, account: str) -> AccountView:
        self._up()
        return await self.behind.account(account)

    async def place(self, account: str, order: OrderRequest) -> OrderReport:
        self._up()
        known = self.orders.get(order.client_order_id)
        if known is not None:
            return self._report(known)
        if order.type in self.refuses:
            self.orders[order.client_order_id] = Resting(account, order, "REJECTED")
            return self._report(self.orders[order.client_order_id])
        self.placed.append(order.client_order_id)
        if order.type == "market":
            report = await self.behind.place(account, order)
            if order.symbol in self.silent:
                raise OutcomeUnknown("no answer")
            return report
        self.orders[order.client_order_id] = Resting(account, order, "ACCEPTED")
        return self._report(self.orders[order.client_order_id])

    async def find(self, account: str, order: OrderRef) -> OrderReport | None:
        self._up()
        self.looks += 1
        known = self.orders.get(order.client_order_id)
        return await self.behind.find(account, order) if known is None else self._report(known)

    async def open_orders(self, account: str) -> Sequence[OpenOrder]:
        self._up()
        return [
            OpenOrder(
                venue_order_id=f"v{key}",
                client_order_id=key,
                symbol=one.request.symbol,
                side=one.request.side,
                type=one.request.type,
                quantity=one.request.quantity,
                filled=one.filled,
                price=one.request.price,
                trigger=one.request.trigger,
                reduce_only=one.request.reduce_only,
                created_at=self.clock.now(),
            )
            for key, one in self.orders.items()
            if one.account == account and one.status in ("ACCEPTED", "PARTIALLY_FILLED")
        ]

    async def cancel(self, account: str, order: OrderRef) -> OrderReport:
        self._up()
        one = self.orders[order.client_order_id]
        if one.status in ("ACCEPTED", "PARTIALLY_FILLED"):
            one.status = "CANCELED"
            self.cancelled.append(order.client_order_id)
        return self._report(one)

    async def amend(self, account: str, order: OrderRef, change: OrderChange) -> OrderReport:
        self._up()
        one = self.orders[order.client_order_id]
        if self.fixed:
            raise OrderDenied("venue_not_for_change", venue="This venue")
        if change.quantity is not None:
            one.request = replace(one.request, quantity=change.quantity)
        return self._report(one)

    async def fill(self, key: str, price: str, quantity: str = "") -> None:
        """So much of the order fills, by default what is left."""
        one = self.orders[key]
        size = Decimal(quantity) if quantity else one.request.quantity - one.filled
        number = len(one.fills)
        moved = await self.behind.place(
            one.account,
            OrderRequest(
                client_order_id=f"{key}f{number}",
                symbol=one.request.symbol,
                side=one.request.side,
                quantity=size,
                leverage=one.request.leverage,
                reduce_only=one.request.reduce_only,
            ),
        )
        assert moved.filled, moved
        one.filled += size
        one.fills.append(
            Fill(
                fill_id=f"{key}-{number}",
                client_order_id=key,
                symbol=one.request.symbol,
                side=one.request.side,
                quantity=size,
                price=Decimal(price),
                fee=Decimal("0.01"),
                realized_pnl=moved.realized_pnl,
                at=self.clock.now(),
            )
        )
        one.status = "FILLED" if one.filled == one.request.quantity else "PARTIALLY_FILLED"
        if one.request.oco and one.status == "FILLED":
            for other in self.orders.values():
                if other is not one and other.request.oco == one.request.oco:
                    other.status = "CANCELED"

    def end(self, key: str, status: OrderStatus) -> None:
        """The venue itself ends the order."""
        self.orders[key].status = status

    def _report(self, one: Resting) -> OrderReport:
        value = sum((fill.quantity * fill.price for fill in one.fills), Decimal(0))
        pnl = [fill.realized_pnl for fill in one.fills if fill.realized_pnl is not None]
        return OrderReport(
            client_order_id=one.request.client_order_id,
            venue_order_id=f"v{one.request.client_order_id}",
            status=one.status,
            filled=one.filled,
            average_price=value / one.filled if one.filled else None,
            fee=Decimal("0.01") * len(one.fills),
            realized_pnl=sum(pnl, Decimal(0)) if pnl else None,
            fills=tuple(one.fills),
            reason="order_refused" if one.status == "REJECTED" else "",
        )

    def _up(self) -> None:
        if self.down:
            raise OutcomeUnknown("no answer") if self.placed else VenueError("no answer")


async def rest_many(desk: TestDesk, venue: FillingVenue, count: int, *, first: int = 1) -> None:
    """So many limit buys more of the owner's rest here, `many0001` and on, placed elsewhere."""
    [account] = await desk.rows(ExchangeAccount)
    for number in range(first, first + count):
        key = f"many{number:04}"
        request = OrderRequest(
            client_order_id=key,
            symbol="BTC/USDT",
            side="BUY",
            quantity=Decimal("0.001"),
            type="limit",
            price=Decimal(10_000 + number),
        )
        venue.orders[key] = Resting(account.id, request, "ACCEPTED")


@asynccontextmanager
async def filling_desk(**options: Any) -> AsyncIterator[tuple[TestDesk, FillingVenue]]:
    """A desk whose orders rest at this venue."""
    clock = ManualClock()
    made: list[FillingVenue] = []

    def rests(paper: Exchange) -> FillingVenue:
        made.append(FillingVenue(paper, clock))
        return made[0]

    async with open_desk(clock=clock, exchange=rests, **options) as desk:
        yield desk, made[0]
