"""How figures and times leave the program in JSON: plain decimal strings, RFC 3339 in UTC."""

from datetime import UTC, datetime
from decimal import ROUND_DOWN, ROUND_UP, Decimal

from core.domain.money import plain

_CENT = Decimal("0.01")


def figure(value: Decimal | None) -> str | None:
    """A decimal in plain digits; None (unknown) stays None."""
    return None if value is None else plain(value)


def stamp(value: datetime | None) -> str | None:
    """A time as RFC 3339 with Z; None (unknown) stays None."""
    return None if value is None else value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def cents_up(amount: Decimal) -> Decimal:
    """What is needed, as it is said: to the cent and never less; below a cent in full."""
    return amount if amount < _CENT else amount.quantize(_CENT, rounding=ROUND_UP)


def cents_down(amount: Decimal) -> Decimal:
    """What there is, as it is said: to the cent and never more; below a cent in full."""
    return amount if amount < _CENT else amount.quantize(_CENT, rounding=ROUND_DOWN)
