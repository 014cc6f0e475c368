"""An approved order on its way to the venue, with the protection that belongs to it.

Placing and settling after a doubt are the same road: the order, then its legs, each by its own id.
"""

from dataclasses import replace
from datetime import datetime

from core.domain.records import OrderRow, Update, Write
from core.errors import OutcomeUnknown
from core.ports import Clock, Exchange, Records
from core.trading.place import OrderOutcome, outcome_of, place_order, ref_of
from core.trading.protection import ProtectionUnknown, is_protected, place_protection


class PartlyUnknown(OutcomeUnknown):
    """The order's own outcome is certain (`outcome`), that of `key`, one of its legs, is not."""

    def __init__(self, key: str, outcome: OrderOutcome) -> None:
        super().__init__(f"the outcome of {key} is unknown")
        self.key = key
        self.outcome = outcome


async def place_entry(
    order: OrderRow, *, records: Records, exchange: Exchange, clock: Clock
) -> OrderOutcome:
    """Send the order, once, and protect what fills of it at once.

    OutcomeUnknown after a doubt, PartlyUnknown where only a leg's outcome is not known; VenueError
    where nothing was sent.
    """
    outcome = await place_order(order, exchange, clock)
    return await protected(outcome, records, exchange, clock, fresh=True)


async def settle_entry(
    order: OrderRow, *, records: Records, exchange: Exchange, clock: Clock
) -> OrderOutcome | None:
    """What became of the order and its legs; None when it certainly never arrived.

    What is missing of its protection is placed now. OutcomeUnknown, PartlyUnknown or VenueError
    while that cannot be told.
    """
    report = await exchange.find(order.exchange_account_id, ref_of(order))
    if report is None:
        return None
    outcome = outcome_of(order, report, clock.now())
    return await protected(outcome, records, exchange, clock, fresh=False)


def without_legs(entry: str, now: datetime) -> Write:
    """The legs of an entry that will never fill: none of them is sent any more."""
    return Update(
        kind=OrderRow,
        where={"parent": entry, "status": "INITIALIZED"},
        set={"status": "CANCELED", "updated_at": now},
        required=False,
    )


async def protected(
    outcome: OrderOutcome, records: Records, exchange: Exchange, clock: Clock, *, fresh: bool
) -> OrderOutcome:
    """The outcome with that of the protection of what has filled, placed now where it is missing.

    PartlyUnknown where the outcome of a leg is not known.
    """
    order = outcome.order
    if not is_protected(order):
        return outcome
    if not outcome.ok:
        legs = without_legs(order.client_order_id, clock.now())
        return replace(outcome, writes=(*outcome.writes, legs))
    if not outcome.filled:
        return outcome
    try:
        done = await place_protection(
            order, outcome.filled, records=records, exchange=exchange, clock=clock, fresh=fresh
        )
    except ProtectionUnknown as doubt:
        known = doubt.known
        raise PartlyUnknown(doubt.key, _with(outcome, known.data, known.writes)) from doubt
    return _with(outcome, done.data, done.writes)


def _with(
    outcome: OrderOutcome, protection: dict[str, object], writes: tuple[Write, ...]
) -> OrderOutcome:
    data = {**outcome.data, "protection": protection}
    return replace(outcome, data=data, writes=(*outcome.writes, *writes))
