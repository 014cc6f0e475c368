"""The life of a workflow: which status may follow which (DESIGN 3), as one table."""

from core.domain.records import WorkflowStatus
from core.errors import BellwetherError

LIVE: tuple[WorkflowStatus, ...] = (
    "planning",
    "running",
    "waiting_user",
    "waiting_confirmation",
    "suspended",
)
DRIVEN: tuple[WorkflowStatus, ...] = ("planning", "running")
WAITING: tuple[WorkflowStatus, ...] = ("waiting_user", "waiting_confirmation")
OPEN: tuple[WorkflowStatus, ...] = (*WAITING, "suspended")
"""Those that nobody drives and that may go on: they are bounded in number and time."""
STUCK: tuple[WorkflowStatus, ...] = ("failed", "needs_attention")
"""Those that may be tried again."""

TRANSITIONS: dict[WorkflowStatus, frozenset[WorkflowStatus]] = {
    "planning": frozenset(
        {
            "running",
            "waiting_user",
            "waiting_confirmation",
            "completed",
            "failed",
            "needs_attention",
            "suspended",
            "cancelled",
        }
    ),
    "running": frozenset(
        {
            "waiting_user",
            "waiting_confirmation",
            "completed",
            "failed",
            "needs_attention",
            "cancelled",
        }
    ),
    "waiting_user": frozenset({"planning", "running", "suspended", "cancelled", "failed"}),
    "waiting_confirmation": frozenset({"planning", "running", "suspended", "cancelled", "failed"}),
    "suspended": frozenset({"planning", "failed", "cancelled"}),
    "failed": frozenset({"planning"}),
    "needs_attention": frozenset({"planning"}),
    "completed": frozenset(),
    "cancelled": frozenset(),
}
"""A read turn is planned and answered in one commit, so planning may end in completed."""


def moved(current: WorkflowStatus, to: WorkflowStatus) -> WorkflowStatus:
    """`to`, if a workflow in `current` may become it; an error in our own code otherwise."""
    if to not in TRANSITIONS[current]:
        raise BellwetherError(f"a workflow cannot go from {current} to {to}")
    return to
