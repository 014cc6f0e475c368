"""What an exchange account holds."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from core.domain.market import Kind


@dataclass(frozen=True, kw_only=True, slots=True)
class Position:
    """A perpetual position, or a spot holding (kind `spot`: leverage, margin, liquidation None).

    `quantity` is positive; `cost` is the sum of price times quantity in the quote currency, from
    which the entry price is derived for display. `unrealized_pnl` and `mark` are None where the
    price could not be read.
    """

    symbol: str
    kind: Kind
    side: Literal["LONG", "SHORT"]
    quantity: Decimal
    cost: Decimal | None
    entry_price: Decimal | None
    mark: Decimal | None
    unrealized_pnl: Decimal | None
    leverage: int | None
    margin: Decimal | None
    liquidation_price: Decimal | None
    opened_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Balance:
    """Holdings of one currency: total = free + locked."""

    currency: str
    free: Decimal
    locked: Decimal

    @property
    def total(self) -> Decimal:
        """Free and locked together."""
        return self.free + self.locked


@dataclass(frozen=True, kw_only=True, slots=True)
class AccountView:
    """An exchange account at one moment.

    Equity = free + what orders reserve + sum(margin + unrealised) + spot at mark.
    `equity` is None when a price it needs is missing; `missing` names the symbols.
    """

    balances: tuple[Balance, ...]
    positions: tuple[Position, ...]
    equity: Decimal | None
    missing: tuple[str, ...]
    at: datetime
