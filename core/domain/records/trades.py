"""Exchange accounts, our orders and fills, and the paper venue's own book."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Literal

from core.domain.orders import Leg, Mode, OrderStatus, OrderType, Side
from core.domain.records.values import Json, TradingState


@dataclass(frozen=True, kw_only=True, slots=True)
class ExchangeAccount:
    """An account at a venue. `version` guards every reservation made on it.

    `is_default` is where orders go that name no account. `settings` holds what its venue needs and
    is no secret (a wallet's address); keys are Credentials under its id.
    """

    id: str
    account_id: str
    name: str
    venue: str
    mode: Mode
    trading_state: TradingState
    version: int
    created_at: datetime
    enabled: bool = True
    is_default: bool = False
    testnet: bool = False
    settings: Json = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderRow:
    """An order as we asked for it, stored INITIALIZED before the venue is called.

    `type` is as in OrderRequest, in capitals. `leg` says what it is for; `parent` is the client id
    of the entry that a stop or target protects, `oco` the group in which one cancels the others.
    `stop` and `target` are what an entry was approved with: its legs are placed once it fills.
    `message_id` and `conversation_id` are of the card it was approved on; `trader_id` is set for an
    order that a trader decided. `told` is how much of `filled` its person has been told of. What
    rests at a venue whose account was taken out of the desk is UNWATCHED: nobody knows it any more.
    """

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
    status: OrderStatus | Literal["UNKNOWN", "UNWATCHED"]
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
    price: Decimal | None = None
    trigger: Decimal | None = None
    post_only: bool = False
    leg: Leg = "entry"
    parent: str = ""
    oco: str = ""
    stop: Decimal | None = None
    target: Decimal | None = None
    conversation_id: str = ""
    message_id: str = ""
    trader_id: str = ""
    told: Decimal = Decimal(0)


@dataclass(frozen=True, kw_only=True, slots=True)
class FillRow:
    """A fill of one of our orders; `fee` is None where it is not known in the quote currency."""

    fill_id: str
    client_order_id: str
    account_id: str
    exchange_account_id: str
    symbol: str
    side: Side
    quantity: Decimal
    price: Decimal
    fee: Decimal | None
    realized_pnl: Decimal | None
    mode: Mode
    at: datetime
    maker: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperAccountRow:
    """The paper venue's own book of an exchange account: only its version, for compare-and-set."""

    id: str
    version: int
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class LedgerRow:
    """A double-entry movement of the paper venue, quantised when booked; balances are sums of rows.

    `bucket` is where it lands: `free`, `reserved` (for orders that rest) or `margin:SYMBOL`; the
    other side is in `contra`. `ref` says what for: an order's client id, a liquidation's, a key.
    """

    id: str
    exchange_account_id: str
    account_id: str
    kind: Literal[
        "deposit",
        "withdrawal",
        "reset",
        "fee",
        "realised",
        "funding",
        "margin_in",
        "margin_out",
        "liquidation",
        "reserve",
        "release",
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

    The id is `account:symbol`; `quantity` is signed (short below zero), zero when flat. `funded_at`
    is the time up to which a perpetual's funding is settled.
    """

    id: str
    exchange_account_id: str
    symbol: str
    quantity: Decimal
    cost: Decimal
    leverage: int | None
    opened_at: datetime
    updated_at: datetime
    funded_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperOpenOrderRow:
    """An order that rests at the paper venue; the row goes when the order closes.

    The id is `account:client id`. `reserved` is what it holds back in `currency`: zero for stops,
    take-profits and what only reduces. `updated_at` is when it was placed or last amended.
    """

    id: str
    exchange_account_id: str
    client_order_id: str
    venue_order_id: str
    symbol: str
    side: Side
    type: OrderType
    quantity: Decimal
    price: Decimal | None
    trigger: Decimal | None
    leverage: int | None
    reduce_only: bool
    post_only: bool
    oco: str
    reserved: Decimal
    currency: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperOrderRow:
    """The paper venue's answer to an order as it stands, by client id."""

    id: str
    exchange_account_id: str
    client_order_id: str
    report: Json
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class EquitySnapshot:
    """What an exchange account was worth at a moment, in `currency`; None: it was not known."""

    id: str
    exchange_account_id: str
    account_id: str
    equity: Decimal | None
    unrealized_pnl: Decimal | None
    currency: str
    mode: Mode
    simulated: bool
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class RiskLimitsRow:
    """The limits of an exchange account or a trader, by its id; None is no limit of that kind.

    `max_notional` (of an order), `max_position` (of a position) and `daily_loss` are in the quote
    currency, `max_margin_share` is a fraction of equity, `min_reward_risk` a ratio; `symbols` are
    unified ids, empty for all.
    """

    id: str
    account_id: str
    updated_at: datetime
    max_notional: Decimal | None = None
    max_position: Decimal | None = None
    max_positions: int | None = None
    max_leverage: int | None = None
    max_margin_share: Decimal | None = None
    daily_loss: Decimal | None = None
    min_reward_risk: Decimal | None = None
    symbols: list[str] = field(default_factory=list)
