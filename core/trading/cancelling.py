"""Taking resting orders back, and what that leaves of our own rows."""

from typing import Any

from core.domain.orders import OrderReport
from core.domain.records import Insert, OrderRow, Update, Write
from core.errors import OrderDenied, OutcomeUnknown, VenueError
from core.ports import Clock, Exchange
from core.trading.entry import without_legs
from core.trading.figures import figure
from core.trading.place import fill_row
from core.trading.resting import Resting


async def cancel_one(
    account_id: str, resting: Resting, *, exchange: Exchange, clock: Clock
) -> tuple[dict[str, Any], tuple[Write, ...]]:
    """The order as it then is (with `outcome`: cancelled, filled, refused, unknown), and its rows.

    Nothing is raised: of several orders each is told by itself.
    """
    shown = resting.shown()
    try:
        report = await exchange.cancel(account_id, resting.ref)
    except OrderDenied as denied:
        return {**shown, "outcome": "refused", "error": denied.key, "params": _text(denied)}, ()
    except (OutcomeUnknown, VenueError):
        return {**shown, "outcome": "unknown"}, ()
    outcome = "filled" if report.status == "FILLED" else "cancelled"
    data = {**shown, "outcome": outcome, "filled": figure(report.filled)}
    return data, cancelled_rows(resting.row, report, clock)


def cancelled_rows(row: OrderRow | None, report: OrderReport, clock: Clock) -> tuple[Write, ...]:
    """Our row as the venue now has the order, and the legs that nothing will need any more."""
    if row is None:
        return ()
    now = clock.now()
    change = Update(
        kind=OrderRow,
        where={"client_order_id": row.client_order_id},
        set={
            "status": report.status,
            "filled": report.filled,
            "told": report.filled,
            "average_price": report.average_price,
            "fee": report.fee,
            "realized_pnl": report.realized_pnl,
            "updated_at": now,
        },
        required=False,
    )
    fills = [Insert(record=fill_row(row, fill), if_absent=True) for fill in report.fills]
    legs = () if report.filled else (without_legs(row.client_order_id, now),)
    return change, *fills, *legs


def _text(denied: OrderDenied) -> dict[str, str]:
    return {name: str(value) for name, value in denied.params.items()}
