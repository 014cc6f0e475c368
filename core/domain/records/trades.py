"""Exchange accounts, our orders and fills, and the paper venue's own book."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from core.domain.orders import Mode, OrderStatus, Side
from core.domain.records.values import Json, TradingState


@dataclass(frozen=True, kw_only=True, slots=True)
class ExchangeAccount:
    """An account at a venue. `version` guards every reservation made on it."""

    id: str
    account_id: str
    name: str
    venue: str
    mode: Mode
    trading_state: TradingState
    version: int
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderRow:
    """An order as we asked for it, stored INITIALIZED before the venue is called."""

    client_order_id: str
    account_id: str
    exchange_account_id: str
    workflow_id: str
    step_id: str
    run_id: str
    venue: str
    mode: Mode
    symbol: str
    action: str
    side: Side
    type: str
    quantity: Decimal
    leverage: int | None
    reduce_only: bool
    amount: Decimal
    unit: str
    quoted_price: Decimal
    status: OrderStatus | Literal["UNKNOWN"]
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None = None
    venue_order_id: str = ""
    filled: Decimal = Decimal(0)
    average_price: Decimal | None = None
    fee: Decimal | None = None
    realized_pnl: Decimal | None = None
    reason: str = ""
    simulated: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class FillRow:
    """A fill of one of our orders."""

    fill_id: str
    client_order_id: str
    account_id: str
    exchange_account_id: str
    symbol: str
    side: Side
    quantity: Decimal
    price: Decimal
    fee: Decimal
    realized_pnl: Decimal | None
    mode: Mode
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperAccountRow:
    """The paper venue's own book of an exchange account: only its version, for compare-and-set."""

    id: str
    version: int
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class LedgerRow:
    """A double-entry movement of the paper venue, quantised when booked; balances are sums of rows.

    `bucket` is where it lands: `free` or `margin:SYMBOL`; the other side is in `contra`.
    """

    id: str
    exchange_account_id: str
    account_id: str
    kind: Literal[
        "deposit",
        "fee",
        "realised",
        "funding",
        "margin_in",
        "margin_out",
        "liquidation",
        "buy",
        "sell",
    ]
    currency: str
    bucket: str
    contra: str
    amount: Decimal
    ref: str
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperPositionRow:
    """An open perpetual position, or a spot holding's cost, of the paper venue.

    The id is `account:symbol`; `quantity` is signed (short below zero), zero when flat.
    """

    id: str
    exchange_account_id: str
    symbol: str
    quantity: Decimal
    cost: Decimal
    leverage: int | None
    opened_at: datetime
    updated_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperOrderRow:
    """The paper venue's answer to an order, by client id: the same id returns the same answer."""

    id: str
    exchange_account_id: str
    client_order_id: str
    report: Json
    at: datetime
