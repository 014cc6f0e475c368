"""The orders that protect an entry, as they are stored with it before anything is sent.

Their ids derive from the entry's, so that whoever goes on with them, after whatever crash, means
the same orders: the stop is key + "s", the target key + "t", and the order that closes an entry
whose stop cannot be placed is key + "x".
"""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from core.domain.orders import Leg
from core.domain.records import OrderRow

_WAY_OUT = {"buy": "sell", "open_long": "close_long", "open_short": "close_short"}


def stop_id(entry: str) -> str:
    """The client order id of an entry's stop."""
    return f"{entry}s"


def target_id(entry: str) -> str:
    """The client order id of an entry's target."""
    return f"{entry}t"


def way_out_id(entry: str) -> str:
    """The client order id of the order that closes an entry which cannot be protected."""
    return f"{entry}x"


def is_derived(row: OrderRow) -> bool:
    """Whether the row is one of those that its entry was approved with, or its way out.

    A protective order that took the place of one of them is of the same entry and is not.
    """
    first = (stop_id(row.parent), target_id(row.parent), way_out_id(row.parent))
    return bool(row.parent) and row.client_order_id in first


def legs_of(entry: OrderRow) -> tuple[OrderRow, ...]:
    """The stop and target that the entry was approved with, as rows that nothing was sent of."""
    legs = []
    if entry.stop is not None:
        legs.append(_leg(entry, stop_id(entry.client_order_id), "stop", entry.stop))
    if entry.target is not None:
        legs.append(_leg(entry, target_id(entry.client_order_id), "target", entry.target))
    return tuple(legs)


def way_out(entry: OrderRow, quantity: Decimal, now: datetime) -> OrderRow:
    """The market order that closes this much of the entry."""
    order = _leg(entry, way_out_id(entry.client_order_id), "entry", None)
    return replace(
        order, type="MARKET", quantity=quantity, amount=quantity, created_at=now, updated_at=now
    )


def _leg(entry: OrderRow, client_order_id: str, leg: Leg, trigger: Decimal | None) -> OrderRow:
    return replace(
        entry,
        client_order_id=client_order_id,
        action=_WAY_OUT[entry.action],
        side="SELL" if entry.side == "BUY" else "BUY",
        type="TAKE_PROFIT" if leg == "target" else "STOP",
        reduce_only=entry.leverage is not None,
        amount=entry.quantity,
        unit="base",
        status="INITIALIZED",
        expires_at=None,
        venue_order_id="",
        filled=Decimal(0),
        average_price=None,
        fee=None,
        realized_pnl=None,
        reason="",
        price=None,
        trigger=trigger,
        post_only=False,
        leg=leg,
        parent=entry.client_order_id,
        oco=entry.client_order_id,
        stop=None,
        target=None,
    )
