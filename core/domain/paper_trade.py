"""What the paper venue's order rules speak in: a trade at a price, filled or refused as a whole."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from core.domain.market import Instrument
from core.domain.orders import Side
from core.domain.paper import Event


@dataclass(frozen=True, kw_only=True, slots=True)
class Trade:
    """A market order at its fill price; `quantity` is on step, `mark` is what it is valued at."""

    instrument: Instrument
    side: Side
    quantity: Decimal
    price: Decimal
    mark: Decimal
    leverage: int | None
    reduce_only: bool
    at: datetime

    @property
    def sign(self) -> int:
        """+1 for a buy, -1 for a sell."""
        return 1 if self.side == "BUY" else -1


@dataclass(frozen=True, kw_only=True, slots=True)
class Filled:
    """The order fills: what that does to the book. `realized_pnl` is None where nothing closed."""

    event: Event
    quantity: Decimal
    price: Decimal
    fee: Decimal
    realized_pnl: Decimal | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """Nothing is booked: a key of core.views.words_venue and what fills it (plain decimals)."""

    reason: str
    params: dict[str, str]
