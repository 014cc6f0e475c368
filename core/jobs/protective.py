"""Stops and targets that rest: hit, taken back, missing, or left behind by their position.

A stop that outlives its position closes the next one, and a position that loses its stop is naked:
both are found here, the first ended and the second told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from core.agent.parts import Parts
from core.domain.orders import CLOSED_STATUSES, OrderReport
from core.domain.positions import AccountView
from core.domain.records import ExchangeAccount, OrderRow, Query, StepRow, Update, Write
from core.errors import OrderDenied, VenueError
from core.jobs.order_news import Teller
from core.ports import Exchange
from core.trading.entry import PartlyUnknown, protected
from core.trading.legs import is_derived
from core.trading.place import OrderOutcome, outcome_of, ref_of
from core.trading.protection import is_protected
from core.trading.reported import brought_up

FLAT_S = 15.0
"""How long a live position must read as closed before its stops go: a venue's reads may lag."""
_OPEN = ("SUBMITTED", "ACCEPTED", "PARTIALLY_FILLED", "UNKNOWN", "INITIALIZED")


@dataclass
class Protective:
    """What the order watch does about protective orders."""

    parts: Parts
    teller: Teller
    _flat: dict[tuple[str, str], datetime] = field(default_factory=dict)

    async def hit(self, exchange: Exchange, order: OrderRow, report: OrderReport) -> bool:
        """A stop or target has filled: its siblings are taken back, and both are told."""
        now = self.parts.clock.now()
        outcome = outcome_of(order, report, now)
        writes: list[Write] = list(brought_up(order, report, now, told=True))
        gone = []
        for sibling in await self._siblings(order):
            taken = await self._taken(exchange, sibling)
            if taken is not None:
                gone.append(sibling)
                writes += taken
        writes += await self.teller.hit(order, report, outcome.data, gone)
        return await self._commit(order, writes)

    async def taken_back(
        self, account: ExchangeAccount, exchange: Exchange, order: OrderRow, report: OrderReport
    ) -> bool:
        """A stop or target rests no more, and we did not take it back: is its position there?"""
        view = await exchange.account(account.id)
        siblings = [one for one in await self._siblings(order) if one.status != "INITIALIZED"]
        now = self.parts.clock.now()
        writes: list[Write] = list(brought_up(order, report, now, told=True))
        if await self._was_hit(order):
            return await self._commit(order, writes)
        if holds(order, view):
            return await self._commit(order, [*writes, *await self.teller.legs("naked", [order])])
        gone = [order]
        for sibling in siblings:
            taken = await self._taken(exchange, sibling)
            if taken is not None:
                gone.append(sibling)
                writes += taken
        return await self._commit(order, [*writes, *await self.teller.legs("closed", gone)])

    async def orphans(
        self, account: ExchangeAccount, exchange: Exchange, orders: Sequence[OrderRow]
    ) -> int:
        """Protective orders whose position is gone are taken back, and told once; how many."""
        legs = [one for one in orders if one.leg != "entry" and one.status in _OPEN[:4]]
        if not legs:
            return 0
        view = await exchange.account(account.id)
        done = 0
        for symbol in sorted({one.symbol for one in legs}):
            of_symbol = [one for one in legs if one.symbol == symbol and not holds(one, view)]
            if of_symbol and self._is_flat(account, symbol):
                done += await self._orphaned(exchange, of_symbol)
            elif not of_symbol:
                self._flat.pop((account.id, symbol), None)
        return done

    async def used_up(self, exchange: Exchange, orders: Sequence[OrderRow]) -> int:
        """Entries that rest in part though their stop or target has filled; how many were ended.

        What filled of them later would have no stop: its id is used up. Each is told once.
        """
        partly = {
            one.client_order_id: one
            for one in orders
            if one.status == "PARTIALLY_FILLED" and is_protected(one)
        }
        if not partly:
            return 0
        hit = await self.parts.records.find(
            Query(kind=OrderRow, where={"parent": tuple(partly), "status": "FILLED"})
        )
        done = 0
        for key in sorted({leg.parent for leg in hit if leg.leg != "entry"}):
            taken = await self._taken(exchange, partly[key])
            if taken is not None:
                told = await self.teller.legs("used_up", [partly[key]])
                done += await self._commit(partly[key], [*taken, *told])
        return done

    async def complete(self, parent: str, exchange: Exchange) -> bool:
        """Place what is missing of an entry's protection, or close the entry; then tell."""
        entry = await self.parts.records.get(OrderRow, parent)
        if entry is None or not is_protected(entry) or not entry.filled:
            return False
        step = await self.parts.records.get(StepRow, entry.step_id)
        if step is not None and step.status == "started":
            return False
        missing = await self.parts.records.find(
            Query(kind=OrderRow, where={"parent": parent, "status": ("INITIALIZED", "UNKNOWN")})
        )
        if not any(is_derived(row) for row in missing):
            return False
        report = await exchange.find(entry.exchange_account_id, ref_of(entry))
        if report is None or not report.filled:
            return False
        now = self.parts.clock.now()
        known = outcome_of(entry, report, now)
        try:
            outcome = await protected(
                known, self.parts.records, exchange, self.parts.clock, fresh=False
            )
        except PartlyUnknown as doubt:
            # It was told as unknown when it became so; what is certain now is told once it all is.
            return await self._commit(entry, _protection_writes(doubt.outcome, report))
        writes = _protection_writes(outcome, report)
        told = await self.teller.protection(entry, outcome.data)
        guard = Update(
            kind=OrderRow,
            where={"client_order_id": parent, "updated_at": entry.updated_at},
            set={"updated_at": now},
        )
        return await self._commit(entry, [guard, *writes, *told])

    async def _orphaned(self, exchange: Exchange, legs: Sequence[OrderRow]) -> int:
        writes: list[Write] = []
        gone = []
        parents = tuple({leg.parent for leg in legs if leg.parent})
        entries = await self.parts.records.find(
            Query(kind=OrderRow, where={"client_order_id": parents, "status": _OPEN[:4]})
        )
        for leg in (*legs, *entries):
            taken = await self._taken(exchange, leg)
            if taken is not None:
                gone.append(leg)
                writes += taken
        if not gone:
            return 0
        writes += await self.teller.legs("orphan", gone)
        return len(gone) if await self._commit(gone[0], writes) else 0

    async def _taken(self, exchange: Exchange, leg: OrderRow) -> list[Write] | None:
        """The rows of a leg once it certainly rests no more; None while it may, or has filled."""
        now = self.parts.clock.now()
        if leg.status == "INITIALIZED":
            was = {"client_order_id": leg.client_order_id, "status": "INITIALIZED"}
            ended = {"status": "CANCELED", "updated_at": now}
            return [Update(kind=OrderRow, where=was, set=ended, required=False)]
        try:
            report = await exchange.cancel(leg.exchange_account_id, ref_of(leg))
        except (VenueError, OrderDenied):
            return None
        if report.status not in CLOSED_STATUSES or report.filled > leg.filled:
            return None
        return list(brought_up(leg, report, now, told=True))

    async def _siblings(self, order: OrderRow) -> list[OrderRow]:
        """The other orders of its group that may still fill."""
        if not order.oco:
            return []
        rows = await self.parts.records.find(
            Query(
                kind=OrderRow,
                where={"exchange_account_id": order.exchange_account_id, "status": _OPEN},
            )
        )
        return [
            one
            for one in rows
            if one.oco == order.oco
            and one.leg != "entry"
            and one.client_order_id != order.client_order_id
        ]

    async def _was_hit(self, order: OrderRow) -> bool:
        """Whether another order of its group has filled, which told of this one too."""
        if not order.parent:
            return False
        rows = await self.parts.records.find(
            Query(kind=OrderRow, where={"parent": order.parent, "status": "FILLED"})
        )
        return any(one.leg != "entry" for one in rows)

    def _is_flat(self, account: ExchangeAccount, symbol: str) -> bool:
        """Whether it is certain enough that the position is closed."""
        if account.mode == "paper":
            return True
        now = self.parts.clock.now()
        since = self._flat.setdefault((account.id, symbol), now)
        return now - since >= timedelta(seconds=FLAT_S)

    async def _commit(self, order: OrderRow, writes: Sequence[Write]) -> bool:
        if not writes or not await self.parts.records.commit(*writes):
            return False
        self.parts.snapshots.drop(order.account_id)
        self.teller.wake(writes, self.parts.wake_delivery)
        return True


def holds(leg: OrderRow, view: AccountView) -> bool:
    """Whether there is something for this order to close."""
    side = "LONG" if leg.side == "SELL" else "SHORT"
    return any(
        one.symbol == leg.symbol and one.side == side and one.quantity > Decimal(0)
        for one in view.positions
    )


def _protection_writes(outcome: OrderOutcome, report: OrderReport) -> list[Write]:
    """The rows of the legs only: those of the entry and its fills are stored already."""
    return list(outcome.writes[1 + len(report.fills) :])
