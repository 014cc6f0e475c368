"""The stops and targets that rest for a position: what limits its loss and takes its profit."""

from collections.abc import Sequence
from typing import Any

from core.domain.positions import Position
from core.domain.records import ExchangeAccount
from core.errors import VenueError
from core.ports import Exchange, Records
from core.trading.figures import figure
from core.trading.resting import Resting, resting_orders


async def resting_if_known(
    account: ExchangeAccount, *, records: Records, exchange: Exchange
) -> list[Resting] | None:
    """What rests on the account, whoever placed it; None where it cannot be read now."""
    try:
        return await resting_orders(account, records=records, exchange=exchange)
    except VenueError:
        return None


def protection_of(position: Position, resting: Sequence[Resting] | None) -> dict[str, Any] | None:
    """`stops` and `targets` of a position, each {trigger, quantity}; None: it is not known."""
    if resting is None:
        return None
    side = "SELL" if position.side == "LONG" else "BUY"
    mine = [
        one
        for one in resting
        if one.protects and one.order.symbol == position.symbol and one.order.side == side
    ]
    return {
        name: [
            {
                "trigger": figure(one.order.trigger or one.order.price),
                "quantity": figure(one.order.quantity - one.order.filled),
            }
            for one in mine
            if kind in one.is_kind
        ]
        for name, kind in (("stops", "stop"), ("targets", "target"))
    }
