"""Where an order goes, in one name."""

from collections.abc import Mapping
from typing import Any

from core.domain.naming import folded
from core.domain.venue_names import venue_names


def exchange_name(data: Mapping[str, Any]) -> str:
    """The venue and the account's own name; the name alone where it only says the venue again."""
    venue, name = str(data["venue"]), str(data["account"])
    return name if folded(name) in venue_names(venue, venue) else f"{venue} · {name}"
