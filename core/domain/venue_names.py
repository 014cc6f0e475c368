"""What people call the exchanges, in both languages."""

from core.domain.naming import folded

_ALIASES = {
    "binance": ("币安", "bnb exchange"),
    "okx": ("欧易", "欧意", "okex"),
    "gate": ("gate.io", "gateio", "芝麻开门"),
    "kucoin": ("库币",),
    "hyperliquid": ("hyper liquid",),
}


def venue_names(venue: str, title: str) -> frozenset[str]:
    """What an exchange is called, folded as names are compared."""
    return frozenset(folded(one) for one in (venue, title, *_ALIASES.get(venue, ())))
