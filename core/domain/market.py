"""What can be traded, and at which price right now."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

Kind = Literal["spot", "perpetual"]
Interval = Literal["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h", "6h", "12h", "1d", "1w", "1M"]
"""The length of a candle; `1M` is a month, `1m` a minute."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tier:
    """One maintenance-margin bracket of a perpetual, from `floor` notional (quote) upwards.

    `rate` is the maintenance margin rate, `cum` the amount that keeps the requirement continuous.
    """

    floor: Decimal
    rate: Decimal
    cum: Decimal
    max_leverage: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Instrument:
    """A market of a venue under its unified id: `BTC/USDT` is spot, `BTC/USDT:USDT` a perpetual.

    Fees are fractions (0.0005 is 0.05 %); `min_notional` is in the quote currency; `tiers` are
    ascending, and empty for spot or where the venue tells only its `max_leverage`. A spot buy's fee
    is taken from the coins bought where `fee_in_base`, else in the quote currency as any other.
    """

    symbol: str
    base: str
    quote: str
    kind: Kind
    step: Decimal
    tick: Decimal
    min_quantity: Decimal
    min_notional: Decimal
    taker: Decimal
    maker: Decimal
    tiers: tuple[Tier, ...] = ()
    max_leverage: int | None = None
    fee_in_base: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Quote:
    """A price with its source and time. `simulated` is shown wherever the price is."""

    symbol: str
    bid: Decimal
    ask: Decimal
    mark: Decimal
    at: datetime
    source: str
    simulated: bool
    change_24h: Decimal | None = None
    """Change over the last 24 hours as a fraction; None when there is no such past."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Candle:
    """Prices of one interval from `opened_at` on; `volume` is in base units.

    `closed` is False for the one that is still being made.
    """

    opened_at: datetime
    open: Decimal
    high: Decimal
    low: Decimal
    close: Decimal
    volume: Decimal
    closed: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class MarketStats:
    """A market's last day and, of a perpetual, its funding; what the source does not tell is None.

    `change_24h` and `funding_rate` are fractions; volumes are of 24 hours, `volume` in base and
    `turnover` in quote; `open_interest` is in base units.
    """

    symbol: str
    at: datetime
    source: str
    simulated: bool
    high_24h: Decimal | None = None
    low_24h: Decimal | None = None
    change_24h: Decimal | None = None
    volume_24h: Decimal | None = None
    turnover_24h: Decimal | None = None
    mark: Decimal | None = None
    index: Decimal | None = None
    funding_rate: Decimal | None = None
    next_funding_at: datetime | None = None
    open_interest: Decimal | None = None
