"""What an exchange account won or lost since its person's midnight, for the daily loss stop.

A paper account that was reset since then has begun anew: its day counts from there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from core.domain.days import midnight_after, midnight_before
from core.domain.money import ZERO
from core.domain.positions import AccountView
from core.domain.records import (
    Account,
    ExchangeAccount,
    FillRow,
    LedgerRow,
    OrderRow,
    Preference,
    Query,
)
from core.ports import Records

FEE_CEILING = Decimal("0.001")
"""Of a fill's value: above what any venue here takes, for a fee paid in a third coin."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Day:
    """The day's result in the quote currency, from `began` to `ends`; None where it is not known.

    `began` is the person's midnight, or the last reset of the account since.

    `realized` is the realised profit of the day's fills less their fees, plus funding and
    liquidations as booked since. `unrealized` is the profit of what is open now, whenever opened.
    Where a fee is not known a bound above it is in `realized`, and `fees` is None. `fills` is how
    many there were.
    """

    began: datetime
    ends: datetime
    zone: str
    realized: Decimal | None
    unrealized: Decimal | None
    fees: Decimal | None
    fills: int

    @property
    def loss(self) -> Decimal | None:
        """What is lost: realised, and open losses with it; an open profit makes up for nothing.

        Zero on a day that stands better; None where it cannot be told.
        """
        if self.realized is None or self.unrealized is None:
            return None
        return max(ZERO, -(self.realized + min(ZERO, self.unrealized)))


async def zone_of(account_id: str, default: str, records: Records) -> ZoneInfo:
    """The person's time zone: what they set, else their account's, else the desk's."""
    preferences, accounts = await records.read(
        Query(kind=Preference, where={"account_id": account_id, "key": "timezone"}),
        Query(kind=Account, where={"id": account_id}),
    )
    chosen = next((row.value for row in preferences), "")
    return ZoneInfo(chosen or (accounts[0].timezone if accounts else "") or default)


async def read_day(
    account: ExchangeAccount,
    view: AccountView | None,
    now: datetime,
    default_zone: str,
    records: Records,
) -> Day:
    """The day so far; without a view of the account what is open is not known."""
    zone = await zone_of(account.account_id, default_zone, records)
    midnight = midnight_before(now, zone)
    every, moved = await records.read(
        Query(kind=FillRow, where={"exchange_account_id": account.id}, since=("at", midnight)),
        Query(
            kind=LedgerRow,
            where={
                "exchange_account_id": account.id,
                "kind": ("funding", "liquidation", "reset"),
            },
            since=("at", midnight),
        ),
    )
    began = max((row.at for row in moved if row.kind == "reset"), default=midnight)
    fills = [fill for fill in every if fill.at >= began]
    booked = [row for row in moved if row.kind != "reset" and row.at >= began]
    orders: list[OrderRow] = []
    if any(fill.realized_pnl is None for fill in fills):
        ids = tuple({fill.client_order_id for fill in fills if fill.realized_pnl is None})
        orders = await records.find(Query(kind=OrderRow, where={"client_order_id": ids}))
    closing = {order.client_order_id for order in orders if closes(order)}
    fees = sum((_fee(fill) for fill in fills), ZERO)
    realized = _realized(fills, closing)
    return Day(
        began=began,
        ends=midnight_after(now, zone),
        zone=zone.key,
        realized=None
        if realized is None
        else realized - fees + sum((row.amount for row in booked), ZERO),
        unrealized=_unrealized(view),
        fees=None if any(fill.fee is None for fill in fills) else fees,
        fills=len(fills),
    )


def closes(order: OrderRow) -> bool:
    """Whether its fills realise a profit or a loss."""
    return order.reduce_only or order.action == "sell"


def _realized(fills: Sequence[FillRow], closing: set[str]) -> Decimal | None:
    """The sum; None where a fill closed something and its venue does not say at what profit."""
    if any(f.realized_pnl is None and f.client_order_id in closing for f in fills):
        return None
    return sum((f.realized_pnl for f in fills if f.realized_pnl is not None), ZERO)


def _fee(fill: FillRow) -> Decimal:
    """The fee, or a bound above it where it was paid in a coin that we do not price."""
    return fill.quantity * fill.price * FEE_CEILING if fill.fee is None else fill.fee


def _unrealized(view: AccountView | None) -> Decimal | None:
    """Of perpetuals and spot holdings; one whose cost is not known was bought elsewhere."""
    if view is None:
        return None
    known = ZERO
    for position in view.positions:
        if position.unrealized_pnl is not None:
            known += position.unrealized_pnl
        elif position.kind == "perpetual" or position.mark is None:
            return None
    return known
