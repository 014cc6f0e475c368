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


OrderType = Literal["market", "limit", "stop", "take_profit"]
Leg = Literal["entry", "stop", "target"]
"""What an order is for: the entry that was approved, or the protection that belongs to it."""

OPEN_STATUSES: frozenset[OrderStatus] = frozenset({"SUBMITTED", "ACCEPTED", "PARTIALLY_FILLED"})
"""Of an order that the venue has and that may still fill."""
CLOSED_STATUSES: frozenset[OrderStatus] = frozenset(
    {"DENIED", "REJECTED", "FILLED", "CANCELED", "EXPIRED"}
)
"""Of an order that nothing more becomes of; what had filled before stays filled."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderRequest:
    """An order as it is sent to a venue; `client_order_id` makes it findable and repeatable.

    `leverage` is None for spot. `quantity` is in base units, a multiple of the instrument's step.
    A limit has a `price`, the worst it may fill at. A stop and a take_profit have a `trigger` (on
    the mark price) and are market orders once it is reached. `post_only` refuses a limit that would
    fill on arrival. Orders of one account with the same `oco` cancel each other: when one of them
    fills, the others go.
    """

    client_order_id: str
    symbol: str
    side: Side
    quantity: Decimal
    leverage: int | None = None
    reduce_only: bool = False
    type: OrderType = "market"
    price: Decimal | None = None
    trigger: Decimal | None = None
    post_only: bool = False
    oco: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderRef:
    """What an order is found by: our own id, its market, and since when it may exist.

    `venue_order_id` is empty where the venue never answered.
    """

    client_order_id: str
    symbol: str
    sent_at: datetime
    venue_order_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderChange:
    """What to change of a resting order; None leaves it as it is. `quantity` is the whole order."""

    quantity: Decimal | None = None
    price: Decimal | None = None
    trigger: Decimal | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenOrder:
    """An order that rests at the venue now; `client_order_id` is empty for one that is not ours."""

    venue_order_id: str
    client_order_id: str
    symbol: str
    side: Side
    type: OrderType
    quantity: Decimal
    filled: Decimal
    price: Decimal | None
    trigger: Decimal | None
    reduce_only: bool
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Fill:
    """One execution. `fee` is in the quote currency, None where it cannot be said in it.

    `realized_pnl` is None where nothing closed, or where the venue does not say. `maker` tells
    whether it rested.
    """

    fill_id: str
    client_order_id: str
    symbol: str
    side: Side
    quantity: Decimal
    price: Decimal
    fee: Decimal | None
    realized_pnl: Decimal | None
    at: datetime
    maker: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderReport:
    """What a venue says of an order: certain, since an unknown outcome is an error of its own."""

    client_order_id: str
    venue_order_id: str
    status: OrderStatus
    filled: Decimal
    average_price: Decimal | None
    fee: Decimal | None
    realized_pnl: Decimal | None
    fills: tuple[Fill, ...]
    reason: str = ""
    """For REJECTED: a key of core.views.words."""
    params: dict[str, str] = field(default_factory=dict)
    """What fills the text of `reason`."""
