"""DynamicSnapshots: facts read from the system now, each with its time and source (DESIGN 3, 4.5).

A snapshot that could not be read says so; it is never zero and never the older one.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from core.domain.outbound import Value

SnapshotKind = Literal[
    "models", "exchanges", "strategies", "traders", "balance", "positions", "recent_trades"
]
CONFIGURATION: frozenset[SnapshotKind] = frozenset({"models", "exchanges", "strategies", "traders"})
"""What is configured here: in our own rows, so cheap to read before every plan."""

PERSONAL: frozenset[SnapshotKind] = frozenset({"balance", "positions", "recent_trades"})
"""What a person owns and did: nobody's business where others read along."""

MOVING = frozenset(
    {
        "equity",
        "liquidation_price",
        "margin_ratio",
        "mark",
        "missing",
        "pnl_fraction",
        "unrealized_pnl",
        "value",
    }
)
"""Names of figures that change with every price: no plan may lean on them."""

MAX_AGE_S: dict[SnapshotKind, float] = {
    "models": 30.0,
    "exchanges": 30.0,
    "strategies": 30.0,
    "traders": 30.0,
    "balance": 5.0,
    "positions": 5.0,
    "recent_trades": 30.0,
}


class Snapshot(Value):
    """One kind of facts. `error` is empty for facts; else they are unknown since `at`."""

    kind: SnapshotKind
    at: datetime
    source: str
    data: dict[str, Any]
    error: str = ""

    def is_fresh(self, now: datetime) -> bool:
        """Whether it was read, and recently enough for its kind."""
        return not self.error and (now - self.at).total_seconds() <= MAX_AGE_S[self.kind]


def stored(snapshots: Mapping[SnapshotKind, Snapshot]) -> dict[str, Any]:
    """The snapshots as a workflow's row keeps them, by kind."""
    return {kind: one.model_dump(mode="json", exclude={"kind"}) for kind, one in snapshots.items()}


def steady(data: Any) -> Any:
    """The data without what prices move: quantities, presence and configuration stay."""
    if isinstance(data, dict):
        return {name: steady(value) for name, value in data.items() if name not in MOVING}
    if isinstance(data, list | tuple):
        return [steady(value) for value in data]
    return data


def has_changed(seen: Snapshot, now: Snapshot) -> bool:
    """Whether what a plan leaned on is different now, prices aside and in whatever order it is.

    Only facts differ: a plan leaned on nothing that was unknown, and what is unknown now is met by
    the step itself, which refuses.
    """
    if seen.error or now.error:
        return False
    return bool(_unordered(steady(seen.data)) != _unordered(steady(now.data)))


def _unordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _unordered(item) for name, item in value.items()}
    if isinstance(value, list):
        return sorted((_unordered(item) for item in value), key=repr)
    return value
