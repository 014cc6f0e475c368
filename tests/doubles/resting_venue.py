"""A venue where orders rest: it keeps limits, stops and targets itself, market orders fill behind.

`faults` by the last letter of a client id ("" for an entry) say what becomes of each place, in
turn: refused, accepted (it took the order, the answer did not come), lost (neither), not_sent.
"""

from dataclasses import replace
from decimal import Decimal
from typing import Literal

from core.domain.orders import OpenOrder, OrderReport
from core.errors import OrderDenied, OutcomeUnknown, VenueError
from tests.clocks import START

Fault = Literal["refused", "accepted", "lost", "not_sent", "fine"]
ZERO = Decimal(0)


class RestingVenue:
    """An Exchange over another one, that rests what the other only fills."""

    def __init__(self, behind, venue="paper", **faults):
        self.behind = behind
        self.venue = venue
        self.faults: dict[str, list[Fault]] = {"": [], **faults}
        self.resting: dict[str, tuple[OpenOrder, OrderReport, str]] = {}
        self.sent: list[str] = []
        self.unreadable = False
        self.amendable = True

    def fault(self, key) -> Fault:
        left = self.faults.get(key[-1] if len(key) > 26 else "", [])
        return left.pop(0) if left else "fine"

    async def account(self, account):
        return await self.behind.account(account)

    async def place(self, account, order):
        fault = self.fault(order.client_order_id)
        if fault == "not_sent":
            raise VenueError("the venue cannot be reached")
        self.sent.append(order.client_order_id)
        if fault == "refused":
            return self.refusal(order)
        if fault == "lost":
            raise OutcomeUnknown("no answer")
        report = await self.take(account, order)
        if fault == "accepted":
            raise OutcomeUnknown("no answer")
        return report

    def refusal(self, order):
        return OrderReport(
            client_order_id=order.client_order_id,
            venue_order_id="",
            status="REJECTED",
            filled=ZERO,
            average_price=None,
            fee=None,
            realized_pnl=None,
            fills=(),
            reason="order_refused",
        )

    async def take(self, account, order):
        if order.type == "market":
            return await self.behind.place(account, order)
        if order.client_order_id in self.resting:
            return self.resting[order.client_order_id][1]
        report = OrderReport(
            client_order_id=order.client_order_id,
            venue_order_id=f"v{len(self.resting)}",
            status="ACCEPTED",
            filled=ZERO,
            average_price=None,
            fee=None,
            realized_pnl=None,
            fills=(),
        )
        resting = OpenOrder(
            venue_order_id=report.venue_order_id,
            client_order_id=order.client_order_id,
            symbol=order.symbol,
            side=order.side,
            type=order.type,
            quantity=order.quantity,
            filled=ZERO,
            price=order.price,
            trigger=order.trigger,
            reduce_only=order.reduce_only,
            created_at=START,
        )
        self.resting[order.client_order_id] = (resting, report, account)
        return report

    async def find(self, account, order):
        if self.unreadable:
            raise OutcomeUnknown("no answer")
        if order.client_order_id in self.resting:
            return self.resting[order.client_order_id][1]
        return await self.behind.find(account, order)

    async def open_orders(self, account):
        return [
            order
            for order, report, of in self.resting.values()
            if of == account and report.status == "ACCEPTED"
        ]

    def rests_foreign(self, account, symbol, price, quantity="0.01"):
        """An order that was placed at the venue by other means."""
        order = OpenOrder(
            venue_order_id="foreign1",
            client_order_id="",
            symbol=symbol,
            side="BUY",
            type="limit",
            quantity=Decimal(quantity),
            filled=ZERO,
            price=Decimal(price),
            trigger=None,
            reduce_only=False,
            created_at=START,
        )
        report = OrderReport(
            client_order_id="",
            venue_order_id="foreign1",
            status="ACCEPTED",
            filled=ZERO,
            average_price=None,
            fee=None,
            realized_pnl=None,
            fills=(),
        )
        self.resting["foreign1"] = (order, report, account)

    def key_of(self, order):
        return order.client_order_id or order.venue_order_id

    async def cancel(self, account, order):
        key = self.key_of(order)
        if key not in self.resting:
            raise OrderDenied("venue_unknown_order")
        kept, report, of = self.resting[key]
        if report.status == "ACCEPTED":
            report = replace(report, status="CANCELED")
        self.resting[key] = (kept, report, of)
        return report

    async def amend(self, account, order, change):
        key = self.key_of(order)
        if key not in self.resting or not self.amendable:
            raise OrderDenied("venue_order_closed")
        kept, report, of = self.resting[key]
        kept = replace(
            kept,
            quantity=change.quantity or kept.quantity,
            price=change.price or kept.price,
            trigger=change.trigger or kept.trigger,
        )
        self.resting[key] = (kept, report, of)
        return report
