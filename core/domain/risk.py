"""Limits that code holds to, whatever a model or a person asks (DESIGN 7)."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from core.domain.market import Instrument
from core.domain.records import TradingState


@dataclass(frozen=True, kw_only=True, slots=True)
class TradingLimits:
    """Bounds of an order and its approval (DESIGN 12).

    `price_tolerance` and `large_share` are fractions, `large_value` is in the quote currency,
    the `_s` ones are seconds. `timezone` is that of a person who has set none.
    """

    price_tolerance: Decimal = Decimal("0.005")
    max_quote_age_s: float = 10.0
    approval_s: float = 300.0
    large_value: Decimal = Decimal(5000)
    large_share: Decimal = Decimal("0.25")
    timezone: str = "UTC"


def moved_beyond(old: Decimal, new: Decimal, tolerance: Decimal) -> bool:
    """Whether the price left the band of `tolerance` (a fraction of `old`) around `old`."""
    return abs(new - old) > tolerance * old


def is_fresh(at: datetime, now: datetime, limits: TradingLimits) -> bool:
    """Whether a price of this time may carry an order now; exactly at the limit it still may."""
    return (now - at).total_seconds() <= limits.max_quote_age_s


def is_large(value: Decimal, equity: Decimal | None, limits: TradingLimits) -> bool:
    """Whether an order that opens or adds needs a second press; with unknown equity it does."""
    if value >= limits.large_value or equity is None:
        return True
    return value >= limits.large_share * equity


def allows(state: TradingState, *, closes: bool) -> bool:
    """Whether an account in this state takes a person's order: REDUCING and HALTED only closes."""
    return closes or state == "ACTIVE"


def max_leverage(instrument: Instrument, notional: Decimal) -> int | None:
    """The most leverage that the bracket of this notional (quote) allows, or the market at all.

    None where neither is known: then the venue judges.
    """
    known = [tier.max_leverage for tier in instrument.tiers if tier.floor <= notional]
    if instrument.max_leverage is not None:
        known.append(instrument.max_leverage)
    return min(known, default=None)
