"""Titles of steps: a model's words that are shown while a plan runs, and after."""

from collections.abc import Sequence

from core.agent.guard import Guard
from core.domain.plan import Step


def titled(steps: Sequence[Step], guard: Guard) -> tuple[Step, ...]:
    """The steps, each with its title only where the guard would show it as it is written."""
    return tuple(
        step.model_copy(update={"title": ""})
        if step.type in ("tool", "reason") and not guard.vouches(step.title)
        else step
        for step in steps
    )
