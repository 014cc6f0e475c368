"""Taking back what rests and would open or add: at a halt, and while an account only closes."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.domain.orders import OpenOrder, OrderRef, OrderReport
from core.domain.positions import AccountView
from core.domain.records import ExchangeAccount, OrderRow, Query, Write
from core.errors import OrderDenied, PersonError, VenueError
from core.ports import Exchange, Records
from core.trading.reported import brought_up
from core.trading.venue import Venues

READ_S = 10.0
"""How long a venue may take to say what rests; one that takes longer is not reached."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """An order that rested, and what it was when it was taken back."""

    order: OpenOrder
    report: OrderReport


@dataclass(frozen=True, kw_only=True, slots=True)
class Cleared:
    """What became of an account's resting orders.

    `kept` are those that protect or close. `left` would open and could not be taken back, or it is
    not known whether they were; with `unread` it is not known what rests at all.
    """

    account: ExchangeAccount
    taken: tuple[Taken, ...] = ()
    kept: tuple[OpenOrder, ...] = ()
    left: tuple[OpenOrder, ...] = ()
    unread: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether nothing rests any more that would open or add."""
        return not self.left and not self.unread


async def clear(account: ExchangeAccount, venues: Venues) -> Cleared:
    """Cancel every resting order of the account that opens or adds, whoever placed it."""
    try:
        exchange = venues.exchange(account)
        async with asyncio.timeout(READ_S):
            resting = await exchange.open_orders(account.id)
            view = await exchange.account(account.id) if resting else None
    except (VenueError, PersonError, TimeoutError):
        return Cleared(account=account, unread=True)
    if view is None:
        return Cleared(account=account)
    opening = [one for one in resting if opens(one, view)]
    done = await asyncio.gather(*(_take_back(one, account, exchange) for one in opening))
    return Cleared(
        account=account,
        taken=tuple(one for one in done if isinstance(one, Taken)),
        kept=tuple(one for one in resting if one not in opening),
        left=tuple(one for one in done if isinstance(one, OpenOrder)),
    )


def opens(order: OpenOrder, view: AccountView) -> bool:
    """Whether a resting order may open or add, rather than only close what is held now.

    What is not reduce-only and larger than the position against it may turn the position round.
    """
    if order.reduce_only:
        return False
    if ":" not in order.symbol:
        return order.side == "BUY"
    against = "LONG" if order.side == "SELL" else "SHORT"
    held = next((p for p in view.positions if p.symbol == order.symbol), None)
    closes = held is not None and held.side == against
    return not closes or held is None or order.quantity - order.filled > held.quantity


async def taken_rows(
    cleared: Sequence[Cleared], records: Records, now: datetime
) -> tuple[Write, ...]:
    """Our own rows of what was taken back, as they are then; orders that are not ours have none."""
    taken = [(each.account, one) for each in cleared for one in each.taken]
    ids = tuple(one.order.client_order_id for _, one in taken if one.order.client_order_id)
    if not ids:
        return ()
    rows = await records.find(Query(kind=OrderRow, where={"client_order_id": ids}))
    mine = {(row.exchange_account_id, row.client_order_id): row for row in rows}
    writes: list[Write] = []
    for account, one in taken:
        row = mine.get((account.id, one.order.client_order_id))
        if row is not None:
            writes.extend(brought_up(row, one.report, now, told=True))
    return tuple(writes)


async def _take_back(
    order: OpenOrder, account: ExchangeAccount, exchange: Exchange
) -> Taken | OpenOrder:
    """The order as it was taken back; itself where it is not certain that it was."""
    ref = OrderRef(
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        sent_at=order.created_at,
        venue_order_id=order.venue_order_id,
    )
    try:
        async with asyncio.timeout(READ_S):
            report = await exchange.cancel(account.id, ref)
    except (VenueError, OrderDenied, TimeoutError):
        return order
    return Taken(order=order, report=report)
