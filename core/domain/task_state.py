"""TaskState: what a conversation is about, kept beyond its window (DESIGN 3).

Written by compression only, by field deltas, and filtered here: no step-level to-dos, no balances,
positions or prices, nothing about what is or is not configured. Those are read again.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Literal

from pydantic import Field

from core.domain.lasting import is_lasting, is_record, is_to_do, is_wish
from core.domain.outbound import Value
from core.domain.snapshots import CONFIGURATION, SnapshotKind

About = SnapshotKind | Literal["general"]
"""The resource kind that an item is about."""

MOST_LOOPS = 8
MOST_FACTS = 12

QUESTION = "q:"
"""An open loop whose id begins so is an open question, put there by code; its id follows."""


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


def keepable(item: Item) -> bool:
    """Whether a proposed item may be kept (DESIGN 3): decided here, whatever the prompt asked.

    Never: steps to do, what was done or approved, balances, positions, prices, figures about money,
    what is or is not set up, keys and ids, and whatever is about balance, positions or trades. What
    is about configuration is kept only where it states a wish or a decision.
    """
    if is_to_do(item.text) or is_record(item.text) or not is_lasting(item.text):
        return False
    if item.about == "general":
        return True
    return item.about in CONFIGURATION and is_wish(item.text)


def without_goal(state: TaskState) -> TaskState:
    """The state once a workflow is finished."""
    return state.model_copy(update={"current_goal": None, "active_flow": ""})


def for_planner(state: TaskState, open_questions: Collection[str] = ()) -> list[str]:
    """The state in lines, as a planner may read it; nothing about live configuration.

    Questions are in it while their ids are among `open_questions`.
    """
    lines = []
    goal = state.current_goal
    if goal is not None and goal.about == "general":
        lines.append(f"Goal: {goal.text}")
    if state.active_flow:
        lines.append(f"Under way: {state.active_flow}")
    for loop in state.open_loops:
        asked = loop.id.removeprefix(QUESTION)
        if loop.about == "general" and (asked == loop.id or asked in open_questions):
            lines.append(f"Open: {loop.text}")
    lines += [f"Fact: {fact.text}" for fact in state.important_facts if fact.about == "general"]
    decision = state.last_decision
    if decision is not None and decision.still_valid:
        reason = f" ({decision.reason})" if decision.reason else ""
        lines.append(f"Decided {decision.at:%Y-%m-%d}: {decision.action}{reason}")
    return lines
