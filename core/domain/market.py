"""What can be traded, and at which price right now."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

Kind = Literal["spot", "perpetual"]


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
    ascending and empty for spot.
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
