"""Changing a resting order: what it would become, whether that can be, and doing it.

A stop or target that a venue cannot change in place is placed anew first and taken back after, so
that there is no moment without one.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from core.domain.market import Instrument, Quote
from core.domain.money import floor_to_step
from core.domain.orders import CLOSED_STATUSES, OrderChange
from core.domain.outbound import Value
from core.domain.records import ExchangeAccount, Insert, OrderRow, Query, Update, Write
from core.errors import OrderDenied, OutcomeUnknown, PersonError, VenueError
from core.ports import Clock, Exchange, Records
from core.trading.cancelling import cancelled_rows
from core.trading.figures import figure
from core.trading.order_plan import Figure
from core.trading.place import outcome_of, place_order, ref_of
from core.trading.request import TRIGGERED, TradeAction, TradeArguments
from core.trading.resting import Resting, resting_orders
from core.trading.sizing import smallest_quantity
from core.trading.terms import terms_of


class ChangePlan(Value):
    """What an approval allows: the order and the values it gets; None stays as it is."""

    exchange_account_id: str
    order_id: str
    symbol: str
    quantity: Figure | None = None
    price: Figure | None = None
    trigger: Figure | None = None

    @property
    def change(self) -> OrderChange:
        """The change as a venue is asked for it."""
        return OrderChange(quantity=self.quantity, price=self.price, trigger=self.trigger)


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """What came of a change: the order as read back (None: it rests no more), and our rows."""

    now: Resting | None
    writes: tuple[Write, ...]


def planned(
    resting: Resting,
    instrument: Instrument,
    quote: Quote,
    account_id: str,
    *,
    price: str | None,
    trigger: str | None,
    amount: Decimal | None,
) -> ChangePlan:
    """The change on tick and step; PersonError where it cannot be, or would change nothing."""
    order = resting.order
    if trigger is not None and order.type not in TRIGGERED:
        price, trigger = price or trigger, None
    if price is not None and order.type in TRIGGERED:
        price, trigger = None, trigger or price
    as_asked = TradeArguments(
        action=_action(resting),
        symbol=order.symbol,
        type=order.type,
        price=price or figure(order.price),
        trigger=trigger or figure(order.trigger),
    )
    terms = terms_of(as_asked, as_asked.action, instrument, quote)
    quantity = None if amount is None else floor_to_step(amount, instrument.step)
    worth = order.price or order.trigger or quote.mark
    least = instrument.step if order.reduce_only else smallest_quantity(instrument, worth)
    if quantity is not None and quantity < max(least, order.filled):
        raise PersonError(
            "change_too_small", symbol=order.symbol, least=least, coin=instrument.base
        )
    plan = ChangePlan(
        exchange_account_id=account_id,
        order_id=resting.id,
        symbol=order.symbol,
        quantity=None if quantity == order.quantity else quantity,
        price=terms.price if price is not None and terms.price != order.price else None,
        trigger=terms.trigger if trigger is not None and terms.trigger != order.trigger else None,
    )
    if plan.change == OrderChange():
        raise PersonError("change_nothing", order=resting.text)
    return plan


async def carry_out(
    plan: ChangePlan,
    key: str,
    account: ExchangeAccount,
    *,
    records: Records,
    exchange: Exchange,
    clock: Clock,
) -> Changed:
    """Make the change, once; `key` is the id of the order that takes the place of a protective one.

    OrderDenied where it certainly cannot be made: the order stays as it was. OutcomeUnknown once
    it may have been made, VenueError only before.
    """
    found = await _find(plan.order_id, account, records, exchange)
    if found is None:
        raise OrderDenied("no_such_order")
    writes: tuple[Write, ...] = ()
    try:
        await exchange.amend(account.id, found.ref, plan.change)
    except OrderDenied:
        if found.row is None or not found.protects:
            raise
        if not await _rests(found.row, exchange):
            # It was hit or taken back meanwhile: there is nothing to stand in for.
            raise
        writes = await _replaced(plan, key, found.row, records, exchange, clock)
    try:
        now = await _find(key if writes else plan.order_id, account, records, exchange)
    except VenueError as error:
        raise OutcomeUnknown(f"{plan.order_id} was changed and cannot be read") from error
    return Changed(now=now, writes=(*writes, *_rows(now, clock.now())))


async def settled(
    plan: ChangePlan,
    key: str,
    account: ExchangeAccount,
    *,
    records: Records,
    exchange: Exchange,
    clock: Clock,
) -> Changed | None:
    """What became of the change; None: the order is as it was before.

    Where another order has taken its place, it is taken back now if it still rests.
    """
    rows = await records.find(Query(kind=OrderRow, where={"client_order_id": (key, plan.order_id)}))
    kept = {row.client_order_id: row for row in rows}
    new, old = kept.get(key), kept.get(plan.order_id)
    report = None if new is None else await exchange.find(account.id, ref_of(new))
    if new is not None and old is not None and report is not None:
        writes = outcome_of(new, report, clock.now()).writes
        if report.status not in CLOSED_STATUSES or report.filled:
            writes += await _gone(old, new, exchange, clock)
        now = await _find(key, account, records, exchange)
        return Changed(now=now, writes=(*writes, *_rows(now, clock.now())))
    found = await _find(plan.order_id, account, records, exchange)
    if found is not None and not _has(found, plan.change):
        return None
    return Changed(now=found, writes=_rows(found, clock.now()))


async def _find(
    order_id: str, account: ExchangeAccount, records: Records, exchange: Exchange
) -> Resting | None:
    resting = await resting_orders(account, records=records, exchange=exchange)
    return next((one for one in resting if one.id == order_id), None)


async def _replaced(
    plan: ChangePlan,
    key: str,
    old: OrderRow,
    records: Records,
    exchange: Exchange,
    clock: Clock,
) -> tuple[Write, ...]:
    """A new protective order in the old one's place, which goes only once the new one stands."""
    new = replace(
        old,
        client_order_id=key,
        status="INITIALIZED",
        venue_order_id="",
        created_at=clock.now(),
        updated_at=clock.now(),
        trigger=plan.trigger or old.trigger,
        quantity=plan.quantity or old.quantity,
    )
    await records.commit(Insert(record=new, if_absent=True))
    try:
        outcome = await place_order(new, exchange, clock)
    except OutcomeUnknown:
        await records.commit(_became(new, "UNKNOWN", clock))
        raise
    except VenueError:
        await records.commit(_became(new, "CANCELED", clock))
        raise
    # Known from here on, whatever becomes of the old one.
    await records.commit(*outcome.writes)
    if not outcome.ok:
        raise OrderDenied(outcome.data["error"], **outcome.data["params"])
    try:
        return *outcome.writes, *await _gone(old, new, exchange, clock)
    except VenueError as error:
        raise OutcomeUnknown(f"{old.client_order_id} may still rest beside {key}") from error


async def _gone(
    old: OrderRow, new: OrderRow, exchange: Exchange, clock: Clock
) -> tuple[Write, ...]:
    """The old order taken back, now that the new one stands; the new one where the old was hit."""
    try:
        report = await exchange.cancel(old.exchange_account_id, ref_of(old))
    except OrderDenied:
        found = await exchange.find(old.exchange_account_id, ref_of(old))
        if found is None:
            return ()
        report = found
    if report.status != "FILLED":
        return cancelled_rows(old, report, clock)
    try:
        # That the old one was hit is told by whoever watches it.
        report = await exchange.cancel(new.exchange_account_id, ref_of(new))
    except OrderDenied:
        return ()
    return cancelled_rows(new, report, clock)


async def _rests(row: OrderRow, exchange: Exchange) -> bool:
    report = await exchange.find(row.exchange_account_id, ref_of(row))
    return report is not None and report.status not in CLOSED_STATUSES


def _became(row: OrderRow, status: str, clock: Clock) -> Write:
    where = {"client_order_id": row.client_order_id}
    values = {"status": status, "updated_at": clock.now()}
    return Update(kind=OrderRow, where=where, set=values, required=False)


def _rows(now: Resting | None, at: datetime) -> tuple[Write, ...]:
    """Our row as the order was read back."""
    if now is None or now.row is None:
        return ()
    order = now.order
    values = {
        "quantity": order.quantity,
        "price": order.price,
        "trigger": order.trigger,
        "updated_at": at,
    }
    where = {"client_order_id": now.row.client_order_id}
    return (Update(kind=OrderRow, where=where, set=values, required=False),)


def _has(found: Resting, change: OrderChange) -> bool:
    order = found.order
    return (
        change.quantity in (None, order.quantity)
        and change.price in (None, order.price)
        and change.trigger in (None, order.trigger)
    )


def _action(resting: Resting) -> TradeAction:
    """What an order does, as execute_trade calls it."""
    order = resting.order
    if ":" not in order.symbol:
        return "buy" if order.side == "BUY" else "sell"
    if resting.protects or order.reduce_only:
        return "close_short" if order.side == "BUY" else "close_long"
    return "open_long" if order.side == "BUY" else "open_short"
