"""Watches our orders at their venues: stores what fills, protects it, and tells (I3, I13).

The venue's word is the truth; what it says is stored with the message that tells of it, in one
transaction guarded by the row as it was read. So a crash repeats a look and never a message, and
two watchers at once tell once. An order whose turn still works on it is left to that turn.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog

from core.agent.notices import notices_of
from core.agent.parts import Parts
from core.domain.orders import CLOSED_STATUSES, OpenOrder, OrderReport
from core.domain.records import ExchangeAccount, OrderRow, Query, StepRow, Update, Write
from core.errors import OutcomeUnknown, PersonError, VenueError
from core.jobs.order_news import Teller
from core.jobs.protective import Protective
from core.ports import Exchange
from core.trading.entry import PartlyUnknown, protected, without_legs
from core.trading.legs import is_derived
from core.trading.place import outcome_of, ref_of
from core.trading.protection import is_protected
from core.trading.reported import brought_up

log = structlog.get_logger(__name__)

WATCHED = ("SUBMITTED", "ACCEPTED", "PARTIALLY_FILLED", "UNKNOWN")
LIVE_S = 5.0
"""Between two looks at a live account without a hint."""
BURST_S = 5.0
"""Partial fills that come within it are told together."""
GONE_S = 3.0
"""How long an order has to be gone before it is told: whoever took it back tells it first."""
FEW = 3
"""Orders of an account that are looked up one by one; more are sorted out by one call."""
LOOK_S = 20.0
"""The longest that one account may keep a look."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Account:
    """An exchange account at its venue, with our orders there that are not closed."""

    row: ExchangeAccount
    exchange: Exchange
    orders: tuple[OrderRow, ...]


@dataclass
class OrderWatch:
    """One watcher over every account that has orders of ours."""

    parts: Parts
    _hinted: set[str] = field(default_factory=set)
    _looked: dict[str, datetime] = field(default_factory=dict)
    _gone: dict[str, datetime] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parts = self.parts
        notices = notices_of(self.parts)
        self._teller = Teller(notices, parts.records, parts.clock, parts.default_timezone)
        self._protective = Protective(parts, self._teller)

    def hint(self, exchange_account_id: str) -> None:
        """Something has changed on this account: it is looked at next."""
        self._hinted.add(exchange_account_id)

    async def look(self) -> int:
        """One look at every account that is due; how many orders were brought up to date."""
        due = await self._due()
        done = await asyncio.gather(*(self._guarded(account) for account in due))
        return sum(done)

    async def _due(self) -> list[Account]:
        """Accounts with orders to look at now, those that a turn works on left out."""
        records, now = self.parts.records, self.parts.clock.now()
        orders, waiting = await records.read(
            Query(kind=OrderRow, where={"status": WATCHED}),
            Query(kind=OrderRow, where={"status": "INITIALIZED", "leg": ("stop", "target")}),
        )
        orders = [*orders, *await self._unsent(waiting)]
        if not orders:
            return []
        steps, accounts = await records.read(
            Query(kind=StepRow, where={"step_id": tuple({row.step_id for row in orders})}),
            Query(
                kind=ExchangeAccount,
                where={"id": tuple({row.exchange_account_id for row in orders})},
            ),
        )
        busy = {step.step_id for step in steps if step.status == "started"}
        found = []
        for row in accounts:
            mine = tuple(
                one
                for one in orders
                if one.exchange_account_id == row.id and one.step_id not in busy
            )
            if not mine or not self._is_due(row, now):
                continue
            try:
                exchange = self.parts.venues.exchange(row)
            except PersonError:
                continue
            found.append(Account(row=row, exchange=exchange, orders=mine))
        return found

    async def _unsent(self, legs: Sequence[OrderRow]) -> list[OrderRow]:
        """Legs that nothing was sent of, though their entry has filled: somebody crashed."""
        if not legs:
            return []
        parents = await self.parts.records.find(
            Query(
                kind=OrderRow,
                where={"client_order_id": tuple({row.parent for row in legs})},
            )
        )
        filled = {row.client_order_id for row in parents if row.filled}
        return [row for row in legs if row.parent in filled and is_derived(row)]

    def _is_due(self, account: ExchangeAccount, now: datetime) -> bool:
        last = self._looked.get(account.id)
        if account.mode == "live" and account.id not in self._hinted and last is not None:
            return now - last >= timedelta(seconds=LIVE_S)
        return True

    async def _guarded(self, account: Account) -> int:
        """A venue that does not answer, or an error of ours, keeps no other account waiting."""
        self._hinted.discard(account.row.id)
        self._looked[account.row.id] = self.parts.clock.now()
        try:
            async with asyncio.timeout(LOOK_S):
                return await self._account(account)
        except (VenueError, TimeoutError):
            return 0
        except Exception:
            log.exception("order watch failed", exchange_account=account.row.id)
            return 0

    async def _account(self, account: Account) -> int:
        done = 0
        for order in await self._to_look_at(account):
            if order.status == "INITIALIZED":
                done += await self._protective.complete(order.parent, account.exchange)
                continue
            try:
                report = await account.exchange.find(account.row.id, ref_of(order))
            except OutcomeUnknown:
                continue
            done += await self._brought_up(account, order, report)
        done += await self._protective.used_up(account.exchange, account.orders)
        done += await self._protective.orphans(account.row, account.exchange, account.orders)
        return done

    async def _to_look_at(self, account: Account) -> list[OrderRow]:
        """The orders whose state may have changed, those that filled first."""
        if len(account.orders) <= FEW:
            return list(account.orders)
        resting = {
            one.client_order_id: one for one in await account.exchange.open_orders(account.row.id)
        }
        return [one for one in account.orders if _may_differ(one, resting.get(one.client_order_id))]

    async def _brought_up(
        self, account: Account, order: OrderRow, report: OrderReport | None
    ) -> bool:
        if report is None:
            return await self._absent(account, order)
        if report.status == order.status and report.filled == order.filled == order.told:
            return False
        if report.status == "CANCELED" and report.filled == order.told and not self._is_gone(order):
            return False
        self._gone.pop(order.client_order_id, None)
        if order.leg != "entry" and report.status == "CANCELED" and report.filled == order.filled:
            return await self._protective.taken_back(account.row, account.exchange, order, report)
        if order.leg != "entry" and report.status == "FILLED":
            return await self._protective.hit(account.exchange, order, report)
        return await self._entry(account, order, report)

    async def _entry(self, account: Account, order: OrderRow, report: OrderReport) -> bool:
        """What became of an order, with its protection first and the message in one commit."""
        now = self.parts.clock.now()
        outcome = outcome_of(order, report, now)
        writes: list[Write] = []
        if is_protected(order) and report.filled:
            try:
                outcome = await protected(
                    outcome, self.parts.records, account.exchange, self.parts.clock, fresh=False
                )
            except PartlyUnknown as doubt:
                outcome = doubt.outcome
            writes += outcome.writes[1 + len(report.fills) :]
        elif report.status in CLOSED_STATUSES:
            writes.append(without_legs(order.client_order_id, now))
        told = _is_told(order, report, now)
        message: list[Write] = []
        if told:
            message = await self._teller.entry(order, report, outcome.data)
        brought = brought_up(order, report, now, told=told or report.filled == order.told)
        return await self._commit(order, *brought, *writes, *message)

    async def _absent(self, account: Account, order: OrderRow) -> bool:
        """The venue certainly does not have it: a leg is placed now, anything else is over."""
        if order.leg != "entry" and is_derived(order):
            return await self._protective.complete(order.parent, account.exchange)
        if not self._is_gone(order):
            return False
        now = self.parts.clock.now()
        ended = Update(
            kind=OrderRow,
            where={"client_order_id": order.client_order_id, "status": order.status},
            set={"status": "CANCELED", "reason": "order.not_sent", "updated_at": now},
        )
        legs = without_legs(order.client_order_id, now)
        return await self._commit(order, ended, legs, *await self._teller.absent(order))

    def _is_gone(self, order: OrderRow) -> bool:
        """Whether it has been gone for long enough to be told."""
        now = self.parts.clock.now()
        return now - self._gone.setdefault(order.client_order_id, now) >= timedelta(seconds=GONE_S)

    async def _commit(self, order: OrderRow, *writes: Write) -> bool:
        if not await self.parts.records.commit(*writes):
            return False
        self.parts.snapshots.drop(order.account_id)
        self._teller.wake(writes, self.parts.wake_delivery)
        return True


def _may_differ(order: OrderRow, resting: OpenOrder | None) -> bool:
    """Whether the venue's list leaves open that something has become of our order."""
    if resting is None or order.status not in ("ACCEPTED", "PARTIALLY_FILLED"):
        return True
    return resting.filled != order.filled or order.filled != order.told


def _is_told(order: OrderRow, report: OrderReport, now: datetime) -> bool:
    """Whether the person is told now, or with the next fills of a burst.

    That an order was sent and rests is told by whoever sent it, unless nobody knew.
    """
    if report.status in CLOSED_STATUSES:
        return True
    if report.filled == order.told:
        return order.status == "UNKNOWN"
    known = order.told
    for fill in report.fills:
        known -= fill.quantity
        if known < 0:
            return now - fill.at >= timedelta(seconds=BURST_S)
    return True
