"""A venue that does what another one does, but for the faults it is told.

`faults` by the last letter of a client id ("" for an entry) say what becomes of each place, in
turn: refused, accepted (it took the order, the answer did not come), lost (neither), not_sent.
"""

from decimal import Decimal
from typing import Literal

from core.domain.orders import OrderReport
from core.errors import OrderDenied, OutcomeUnknown, VenueError

Fault = Literal["refused", "accepted", "lost", "not_sent", "fine"]


class FaultyVenue:
    """An Exchange over another one. While `unreadable` nothing can be looked up."""

    def __init__(self, behind, venue="paper", **faults):
        self.behind = behind
        self.venue = venue
        self.faults: dict[str, list[Fault]] = faults
        self.sent: list[str] = []
        self.unreadable = False
        self.amendable = True
        self.foreign = []

    def fault(self, key) -> Fault:
        left = self.faults.get(key[26:], [])
        return left.pop(0) if left else "fine"

    async def account(self, account):
        return await self.behind.account(account)

    async def place(self, account, order):
        fault = self.fault(order.client_order_id)
        if fault == "not_sent":
            raise VenueError("the venue cannot be reached")
        self.sent.append(order.client_order_id)
        if fault == "refused":
            return _refusal(order)
        if fault == "lost":
            raise OutcomeUnknown("no answer")
        report = await self.behind.place(account, order)
        if fault == "accepted":
            raise OutcomeUnknown("no answer")
        return report

    async def find(self, account, order):
        if self.unreadable:
            raise OutcomeUnknown("no answer")
        return await self.behind.find(account, order)

    async def open_orders(self, account):
        if self.unreadable:
            raise VenueError("no answer")
        return [*await self.behind.open_orders(account), *self.foreign]

    async def cancel(self, account, order):
        if self.unreadable:
            raise OutcomeUnknown("no answer")
        return await self.behind.cancel(account, order)

    async def amend(self, account, order, change):
        if not self.amendable:
            raise OrderDenied("venue_order_closed")
        return await self.behind.amend(account, order, change)


def _refusal(order):
    return OrderReport(
        client_order_id=order.client_order_id,
        venue_order_id="",
        status="REJECTED",
        filled=Decimal(0),
        average_price=None,
        fee=None,
        realized_pnl=None,
        fills=(),
        reason="order_refused",
    )
