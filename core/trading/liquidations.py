"""Liquidations as the history tells them: read from the ledger, which is where they are booked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from core.domain.money import ZERO
from core.domain.paper import margin_of
from core.domain.records import LedgerRow, Query
from core.trading.figures import figure, stamp


@dataclass(frozen=True, kw_only=True, slots=True)
class Liquidated:
    """A position that was closed by the venue: all it was backed with is lost, without a fee."""

    id: str
    symbol: str
    lost: Decimal
    at: datetime
    simulated: bool
    """Whether the position was opened at simulated prices."""

    @property
    def fee(self) -> Decimal:
        """The venue takes none beyond the margin."""
        return ZERO

    @property
    def realized_pnl(self) -> Decimal:
        """The margin, as the loss it is."""
        return -self.lost

    def shown(self) -> dict[str, Any]:
        """The row as JSON, with the fields of a trade; what the ledger does not keep is None."""
        return {
            "kind": "liquidation",
            "order_id": None,
            "symbol": self.symbol,
            "action": "liquidated",
            "leg": None,
            "leverage": None,
            "quantity": None,
            "price": None,
            "fee": figure(self.fee),
            "realized_pnl": figure(self.realized_pnl),
            "pnl_unknown": False,
            "margin_lost": figure(self.lost),
            "simulated": self.simulated,
            "at": stamp(self.at),
        }


def liquidations_of(exchange_account_id: str, symbols: Sequence[str]) -> Query[LedgerRow]:
    """The account's liquidations: in these symbols, or in all of them when there are none."""
    where: dict[str, Any] = {"exchange_account_id": exchange_account_id, "kind": "liquidation"}
    if symbols:
        where["bucket"] = tuple(map(margin_of, symbols))
    return Query(kind=LedgerRow, where=where)


def liquidated(row: LedgerRow, *, simulated: bool) -> Liquidated:
    """What a ledger row of the kind `liquidation` says."""
    return Liquidated(
        id=row.ref,
        symbol=row.bucket.removeprefix(margin_of("")),
        lost=-row.amount,
        at=row.at,
        simulated=simulated,
    )
