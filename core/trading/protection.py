"""Protection of an entry that filled: its stop, then its target, each read back from the venue.

A stop that the venue certainly refuses leaves nothing unprotected: the entry is closed, and both
are told. Every order has an id that derives from the entry's, and is looked up before it is sent
again, so whoever takes this up (the turn that placed the entry, its recovery, the order watch, or
two of them at once) goes on with the same orders.
"""

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from core.domain.money import ZERO
from core.domain.orders import CLOSED_STATUSES, OrderChange, OrderReport
from core.domain.records import Insert, OrderRow, Query, Update, Write
from core.errors import OrderDenied, OutcomeUnknown, VenueError
from core.ports import Clock, Exchange, Records
from core.trading.figures import figure
from core.trading.legs import stop_id, target_id, way_out, way_out_id
from core.trading.place import OrderOutcome, outcome_of, place_order, ref_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Protection:
    """What certainly became of an entry's protection, and the rows that say so.

    `data` has, each None where there is none: `stop` and `target` {order_id, status, trigger,
    quantity, error, params, short}, where `short` is how much of what is held it does not cover
    since the venue enlarges no order; `closed`, the data of the order that closed the entry
    instead; and `doubt`, which of `stop`, `target`, `closed` is not known yet.
    """

    data: dict[str, Any]
    writes: tuple[Write, ...]

    @property
    def is_closed(self) -> bool:
        """Whether the entry was closed because it could not be protected."""
        return bool(self.data["closed"]) and "error" not in self.data["closed"]


class ProtectionUnknown(OutcomeUnknown):
    """The outcome of `key`, an order of the protection, is not known; `known` is what is."""

    def __init__(self, key: str, known: Protection) -> None:
        super().__init__(f"the outcome of {key} is unknown")
        self.key = key
        self.known = known


async def place_protection(
    entry: OrderRow,
    filled: Decimal,
    *,
    records: Records,
    exchange: Exchange,
    clock: Clock,
    fresh: bool = False,
) -> Protection:
    """Stop and target of `entry`, of which `filled` (base units) is held by now.

    Legs that rest already are brought to that quantity. `fresh`: it is certain that none was sent
    before. ProtectionUnknown while the outcome of one is not known: call again to go on.
    """
    key = entry.client_order_id
    rows = await records.find(Query(kind=OrderRow, where={"parent": key}))
    legs = {row.client_order_id: row for row in rows}
    work = _Work(entry, await _held(entry, filled, exchange), records, exchange, clock, fresh=fresh)
    closing = legs.get(way_out_id(key))
    stop, target = legs.get(stop_id(key)), legs.get(target_id(key))
    if closing is None and _is_hit(target) and stop is not None:
        await work.end(stop)
        return work.result()
    if closing is None and (stop is None or await work.leg(stop)):
        if target is not None and (_is_hit(stop) or work.is_hit("stop")):
            await work.end(target)
        elif target is not None:
            await work.leg(target)
        return work.result()
    if target is not None:
        work.drop(target)
    if closing is None:
        # Once this is stored, whoever goes on after a crash closes the entry and protects no more.
        closing = way_out(entry, work.quantity, clock.now())
        await records.commit(*work.writes, Insert(record=closing, if_absent=True))
    elif stop is not None and stop.status == "REJECTED":
        work.refused_before(stop)
    await work.close(closing)
    return work.result()


def is_protected(entry: OrderRow) -> bool:
    """Whether the entry was approved with a stop or a target."""
    return entry.leg == "entry" and (entry.stop is not None or entry.target is not None)


def _is_hit(leg: OrderRow | None) -> bool:
    """Whether a leg has done its work: what it protected is closed, and nothing else is its."""
    return leg is not None and leg.status == "FILLED"


async def _held(entry: OrderRow, filled: Decimal, exchange: Exchange) -> Decimal:
    """What there is to protect: of a spot buy less where its fee was taken in the coin."""
    if entry.leverage is not None:
        return filled
    base = entry.symbol.partition("/")[0]
    try:
        view = await exchange.account(entry.exchange_account_id)
    except VenueError:
        return filled
    total = next((one.total for one in view.balances if one.currency == base), None)
    return filled if total is None else min(filled, total)


@dataclass
class _Work:
    """One go at the protection of one entry."""

    entry: OrderRow
    quantity: Decimal
    records: Records
    exchange: Exchange
    clock: Clock
    fresh: bool
    data: dict[str, Any] = field(
        default_factory=lambda: {"stop": None, "target": None, "closed": None, "doubt": None}
    )
    writes: list[Write] = field(default_factory=list)
    short: Decimal = ZERO
    """How much the leg that was placed last falls short of what is held."""

    def result(self) -> Protection:
        return Protection(data=self.data, writes=tuple(self.writes))

    async def leg(self, row: OrderRow) -> bool:
        """Place this leg unless it is there; False when it certainly cannot be."""
        if row.status == "REJECTED":
            self.refused_before(row)
            return False
        if row.status in CLOSED_STATUSES:
            self.data[row.leg] = _shown(row)
            return True
        if row.quantity != self.quantity and row.status == "INITIALIZED":
            row = await self._resized(row)
        try:
            outcome = await self._placed(row)
        except OutcomeUnknown:
            raise self._doubt(row, row.leg, sent=True) from None
        except VenueError:
            raise self._doubt(row, row.leg, sent=False) from None
        self.writes.extend(outcome.writes)
        self.data[row.leg] = _shown(row) | _news(outcome)
        if self.short:
            self.data[row.leg]["short"] = figure(self.short)
        return outcome.ok

    async def close(self, order: OrderRow) -> None:
        """Close the entry at market, once."""
        try:
            report = await self._found(order)
            if report is None:
                outcome = await place_order(order, self.exchange, self.clock)
            else:
                outcome = outcome_of(order, report, self.clock.now())
        except OutcomeUnknown:
            raise self._doubt(order, "closed", sent=True) from None
        except VenueError:
            raise self._doubt(order, "closed", sent=False) from None
        self.writes.extend(outcome.writes)
        self.data["closed"] = outcome.data

    def is_hit(self, part: str) -> bool:
        """Whether the venue says that this leg has filled."""
        return bool(self.data[part]) and self.data[part]["status"] == "FILLED"

    async def end(self, row: OrderRow) -> None:
        """A leg whose sibling has filled: sent no more, and taken back where it may rest."""
        if row.status == "INITIALIZED" or row.status in CLOSED_STATUSES:
            self.drop(row)
            return
        try:
            report = await self.exchange.cancel(row.exchange_account_id, ref_of(row))
        except OrderDenied:
            report = None
        except VenueError:
            raise self._doubt(row, row.leg, sent=True) from None
        if report is not None:
            self.writes.extend(outcome_of(row, report, self.clock.now()).writes)
            return
        self.writes.append(
            Update(
                kind=OrderRow,
                where={"client_order_id": row.client_order_id, "status": row.status},
                set={"status": "CANCELED", "updated_at": self.clock.now()},
                required=False,
            )
        )

    def refused_before(self, row: OrderRow) -> None:
        """A leg that the venue refused: its row does not keep what filled the reason's words."""
        self.data[row.leg] = _shown(row) | {"error": "order_refused_before", "params": {}}

    def drop(self, row: OrderRow) -> None:
        """A leg that is not needed any more and was never sent."""
        if row.status != "INITIALIZED":
            return
        self.writes.append(
            Update(
                kind=OrderRow,
                where={"client_order_id": row.client_order_id, "status": "INITIALIZED"},
                set={"status": "CANCELED", "updated_at": self.clock.now()},
                required=False,
            )
        )

    async def _placed(self, row: OrderRow) -> OrderOutcome:
        """The leg as the venue has it, read back where it was placed just now."""
        self.short = ZERO
        report = await self._found(row)
        if report is None:
            sent = await place_order(row, self.exchange, self.clock)
            if not sent.ok:
                return sent
            report = await self.exchange.find(row.exchange_account_id, ref_of(row))
        elif row.quantity != self.quantity and report.status not in CLOSED_STATUSES:
            report = await self._brought_to_quantity(row, report)
        if report is None:
            raise OutcomeUnknown(f"{row.client_order_id} was taken and is not there")
        return outcome_of(row, report, self.clock.now())

    async def _found(self, row: OrderRow) -> OrderReport | None:
        if self.fresh and row.status == "INITIALIZED":
            return None
        return await self.exchange.find(row.exchange_account_id, ref_of(row))

    async def _brought_to_quantity(self, row: OrderRow, report: OrderReport) -> OrderReport:
        """A leg that rests for another quantity than is held now; kept where it cannot change."""
        change = OrderChange(quantity=self.quantity)
        try:
            report = await self.exchange.amend(row.exchange_account_id, ref_of(row), change)
        except OrderDenied:
            self.short = max(ZERO, self.quantity - row.quantity)
            return report
        self.writes.append(_quantity(row, self.quantity))
        return report

    async def _resized(self, row: OrderRow) -> OrderRow:
        """The row, nothing of which was sent yet, for what is held."""
        await self.records.commit(_quantity(row, self.quantity))
        return replace(row, quantity=self.quantity, amount=self.quantity)

    def _doubt(self, row: OrderRow, part: str, *, sent: bool) -> ProtectionUnknown:
        if sent:
            self.writes.append(
                Update(
                    kind=OrderRow,
                    where={"client_order_id": row.client_order_id},
                    set={"status": "UNKNOWN", "updated_at": self.clock.now()},
                    required=False,
                )
            )
        self.data[part] = _shown(row) | {"status": "UNKNOWN" if sent else "INITIALIZED"}
        self.data["doubt"] = part
        return ProtectionUnknown(row.client_order_id, self.result())


def _quantity(row: OrderRow, quantity: Decimal) -> Update:
    return Update(
        kind=OrderRow,
        where={"client_order_id": row.client_order_id},
        set={"quantity": quantity, "amount": quantity},
        required=False,
    )


def _shown(row: OrderRow) -> dict[str, Any]:
    return {
        "order_id": row.client_order_id,
        "status": row.status,
        "trigger": figure(row.trigger),
        "quantity": figure(row.quantity),
    }


def _news(outcome: OrderOutcome) -> dict[str, Any]:
    """What the venue said of a leg."""
    return {
        name: outcome.data[name] for name in ("status", "error", "params") if name in outcome.data
    }
