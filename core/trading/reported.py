"""Our row of an order brought up to what its venue reports, by compare-and-set."""

from datetime import datetime

from core.domain.orders import OrderReport
from core.domain.records import Insert, OrderRow, Update, Write
from core.trading.place import fill_row


def brought_up(
    row: OrderRow, report: OrderReport, now: datetime, *, told: bool
) -> tuple[Write, ...]:
    """The row as the venue has it, with the fills that are new.

    The first write is required and guarded by the row as it was read: whoever is second changes
    nothing. `told`: the transaction tells the person of all that has filled.
    """
    changes = {
        "status": report.status,
        "venue_order_id": report.venue_order_id or row.venue_order_id,
        "filled": report.filled,
        "average_price": report.average_price,
        "fee": report.fee,
        "realized_pnl": report.realized_pnl,
        "reason": report.reason or row.reason,
        "updated_at": now,
        "told": report.filled if told else row.told,
    }
    was = {
        "client_order_id": row.client_order_id,
        "status": row.status,
        "filled": row.filled,
        "told": row.told,
    }
    return (
        Update(kind=OrderRow, where=was, set=changes),
        *(Insert(record=fill_row(row, fill), if_absent=True) for fill in report.fills),
    )
