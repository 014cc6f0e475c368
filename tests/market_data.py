"""The shared market data, where it lies beside the project; tests of it skip where it does not."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1].parent / "shared" / "data" / "market"


def market_data(name: str) -> Path:
    """The path of one of its files; skips the test without it."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"no shared market data: {name}")
    return path
