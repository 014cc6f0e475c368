"""A venue over loopback HTTP that takes every order it gets, again and again, and fails at it.

It knows nothing of idempotence: an order that is sent twice is two orders, and is counted.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

import httpx
from aiohttp import web

from core.domain.orders import (
    Fill,
    OpenOrder,
    OrderChange,
    OrderRef,
    OrderReport,
    OrderRequest,
)
from core.domain.positions import AccountView, Balance
from core.errors import OrderDenied, OutcomeUnknown, VenueError
from core.ports import Clock

Fault = Literal["fine", "hang", "unavailable", "drop", "lost", "refused"]
FAULTS: tuple[Fault, ...] = ("hang", "unavailable", "drop", "lost", "refused")
"""accepted and never answered; 503 after it was accepted; dropped after; dropped before; refused"""
PRICE = Decimal(100_000)
PATIENCE_S = 0.4


@dataclass
class Venue:
    """What it got, by desk and client id."""

    faults: dict[str, list[Fault]] = field(default_factory=dict)
    taken: dict[str, Counter[str]] = field(default_factory=dict)
    orders: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    url: str = ""

    async def place(self, request: web.Request) -> web.Response:
        desk = request.match_info["desk"]
        order: dict[str, str] = await request.json()
        left = self.faults.get(desk, [])
        fault: Fault = left.pop(0) if left else "fine"
        if fault == "lost":
            return self._dropped(request)
        if fault == "refused":
            return web.json_response({"refused": True})
        self.taken.setdefault(desk, Counter())[order["id"]] += 1
        self.orders.setdefault(desk, {})[order["id"]] = order
        if fault == "hang":
            await asyncio.sleep(PATIENCE_S * 3)
        if fault == "unavailable":
            return web.json_response({}, status=503)
        if fault == "drop":
            return self._dropped(request)
        return web.json_response(order)

    async def find(self, request: web.Request) -> web.Response:
        order = self.orders.get(request.match_info["desk"], {}).get(request.match_info["id"])
        return web.json_response(order, status=404 if order is None else 200)

    def _dropped(self, request: web.Request) -> web.Response:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()


@asynccontextmanager
async def running_venue() -> AsyncIterator[Venue]:
    """The venue on a port of its own."""
    venue = Venue()
    app = web.Application()
    app.router.add_post("/{desk}/orders", venue.place)
    app.router.add_get("/{desk}/orders/{id}", venue.find)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    venue.url = f"http://127.0.0.1:{port}"
    try:
        yield venue
    finally:
        await runner.cleanup()


class HttpExchange:
    """The Exchange port over that venue. `dying` is asked before and after each order is sent."""

    venue = "paper"

    def __init__(self, url: str, clock: Clock, dying: Any) -> None:
        self._http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_S)
        self._clock = clock
        self._dying = dying

    async def account(self, account: str) -> AccountView:
        return AccountView(
            balances=(Balance(currency="USDT", free=Decimal(10_000), locked=Decimal(0)),),
            positions=(),
            equity=Decimal(10_000),
            missing=(),
            at=self._clock.now(),
        )

    async def place(self, account: str, order: OrderRequest) -> OrderReport:
        body = {"id": order.client_order_id, "symbol": order.symbol, "side": order.side}
        self._dying("before")
        try:
            answer = await self._http.post("/orders", json={**body, "size": str(order.quantity)})
        except httpx.ConnectError as error:
            raise VenueError("not reached") from error
        except httpx.HTTPError as error:
            raise OutcomeUnknown("no answer") from error
        if answer.status_code != 200:
            raise OutcomeUnknown("503")
        self._dying("after")
        if answer.json().get("refused"):
            raise OrderDenied("order_refused")
        return self._report(answer.json())

    async def find(self, account: str, order: OrderRef) -> OrderReport | None:
        try:
            answer = await self._http.get(f"/orders/{order.client_order_id}")
        except httpx.HTTPError as error:
            raise OutcomeUnknown("no answer") from error
        return None if answer.status_code == 404 else self._report(answer.json())

    async def open_orders(self, account: str) -> Sequence[OpenOrder]:
        return ()

    async def cancel(self, account: str, order: OrderRef) -> OrderReport:
        raise OrderDenied("venue_order_closed")

    async def amend(self, account: str, order: OrderRef, change: OrderChange) -> OrderReport:
        raise OrderDenied("venue_order_closed")

    def _report(self, order: dict[str, str]) -> OrderReport:
        size = Decimal(order["size"])
        fill = Fill(
            fill_id=f"f{order['id']}",
            client_order_id=order["id"],
            symbol=order["symbol"],
            side="BUY",
            quantity=size,
            price=PRICE,
            fee=Decimal("0.01"),
            realized_pnl=None,
            at=self._clock.now(),
        )
        return OrderReport(
            client_order_id=order["id"],
            venue_order_id=f"v{order['id']}",
            status="FILLED",
            filled=size,
            average_price=PRICE,
            fee=Decimal("0.01"),
            realized_pnl=None,
            fills=(fill,),
        )
