"""Orders and fills, in nautilus' words for their states."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Literal

Side = Literal["BUY", "SELL"]
Mode = Literal["paper", "live"]
OrderStatus = Literal[
    "INITIALIZED",
    "DENIED",
    "SUBMITTED",
    "ACCEPTED",
    "REJECTED",
    "PARTIALLY_FILLED",
    "FILLED",
    "CANCELED",
    "EXPIRED",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderRequest:
    """A market order as it is sent to a venue; `client_order_id` makes it findable and repeatable.

    `leverage` is None for spot. `quantity` is in base units, a multiple of the instrument's step.
    """

    client_order_id: str
    symbol: str
    side: Side
    quantity: Decimal
    leverage: int | None = None
    reduce_only: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Fill:
    """One execution. `fee` is in the quote currency; `realized_pnl` None where nothing closed."""

    fill_id: str
    client_order_id: str
    symbol: str
    side: Side
    quantity: Decimal
    price: Decimal
    fee: Decimal
    realized_pnl: Decimal | None
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderReport:
    """What a venue says of an order: certain, since an unknown outcome is an error of its own."""

    client_order_id: str
    venue_order_id: str
    status: OrderStatus
    filled: Decimal
    average_price: Decimal | None
    fee: Decimal
    realized_pnl: Decimal | None
    fills: tuple[Fill, ...]
    reason: str = ""
    """For REJECTED: a key of core.views.words."""
    params: dict[str, str] = field(default_factory=dict)
    """What fills the text of `reason`."""
