"""DynamicSnapshots: facts read from the system now, each with its time and source (DESIGN 3, 4.5).

A snapshot that could not be read says so; it is never zero and never the older one.
"""

from datetime import datetime
from typing import Any, Literal

from core.domain.outbound import Value

SnapshotKind = Literal[
    "models", "exchanges", "strategies", "traders", "balance", "positions", "recent_trades"
]
CONFIGURATION: frozenset[SnapshotKind] = frozenset({"models", "exchanges", "strategies", "traders"})
"""What is configured here: in our own rows, so cheap to read before every plan."""

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
