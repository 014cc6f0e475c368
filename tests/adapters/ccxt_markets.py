"""Recorded markets of venues, as ccxt reads them."""

import json
from pathlib import Path

import pytest

EXCHANGES = Path(__file__).parents[2].parent / "shared/data/market/exchange"
needs_recordings = pytest.mark.skipif(
    not EXCHANGES.is_dir(), reason="the recorded markets are not beside the project"
)


def recorded_markets(venue):
    """What ccxt made of a venue's instruments."""
    return json.loads((EXCHANGES / venue / "ccxt_markets.json").read_text(encoding="utf-8"))
