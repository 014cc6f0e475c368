"""How figures and times leave the program in JSON: plain decimal strings, RFC 3339 in UTC."""

from datetime import UTC, datetime
from decimal import Decimal

from core.domain.money import plain


def figure(value: Decimal | None) -> str | None:
    """A decimal in plain digits; None (unknown) stays None."""
    return None if value is None else plain(value)


def stamp(value: datetime | None) -> str | None:
    """A time as RFC 3339 with Z; None (unknown) stays None."""
    return None if value is None else value.astimezone(UTC).isoformat().replace("+00:00", "Z")
