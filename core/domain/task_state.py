"""TaskState: what a conversation is about, kept beyond its window (DESIGN 3).

Written by compression only, by field deltas, and filtered here: no step-level to-dos, no balances,
positions or prices, nothing about what is or is not configured. Those are read again.
"""

from datetime import datetime
from typing import Literal

from pydantic import Field

from core.domain.outbound import Value
from core.domain.snapshots import SnapshotKind

About = SnapshotKind | Literal["general"]
"""The resource kind that an item is about."""

MOST_LOOPS = 8
MOST_FACTS = 12


class Item(Value):
    """One thing worth keeping; `id` is ours (l1, f3), `messages` are those that said so."""

    id: str
    text: str = Field(min_length=1, max_length=300)
    about: About = "general"
    messages: tuple[str, ...] = ()


class LastDecision(Value):
    """What was decided last, why, and whether it still holds."""

    action: str = Field(max_length=300)
    reason: str = Field(default="", max_length=300)
    still_valid: bool = True
    at: datetime


class TaskState(Value):
    """The layer between the window and the lasting preferences."""

    current_goal: Item | None = None
    active_flow: str = Field(default="", max_length=120)
    open_loops: tuple[Item, ...] = Field(default=(), max_length=MOST_LOOPS)
    important_facts: tuple[Item, ...] = Field(default=(), max_length=MOST_FACTS)
    last_decision: LastDecision | None = None
