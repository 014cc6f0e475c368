"""The models snapshot: which model answers here. Names only, and never a key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from core.domain.llm import OFFLINE
from core.domain.snapshots import Snapshot
from core.ports import Clock
from core.tools.registry import ToolContext


@dataclass(frozen=True, kw_only=True, slots=True)
class Models:
    """The names of the planners that were chosen at start; `memory` is empty where there is none.

    `profiles` are the execution profiles that name a model of their own.
    """

    worker: str = OFFLINE
    memory: str = ""
    profiles: Mapping[str, str] = field(default_factory=dict)


class ModelsSource:
    """Which model plans and answers; without one, the offline planner does, and that is said."""

    kind: Final = "models"

    def __init__(self, models: Models, clock: Clock) -> None:
        self._models = models
        self._clock = clock

    def is_local(self, context: ToolContext) -> bool:  # noqa: ARG002  known since the start
        """It asks nobody outside."""
        return True

    async def read(self, context: ToolContext) -> Snapshot:  # noqa: ARG002  the same for all
        """The models as this desk was started with them."""
        models = self._models
        return Snapshot(
            kind="models",
            at=self._clock.now(),
            source="this desk's settings",
            data={
                "worker": models.worker,
                "has_model": models.worker != OFFLINE,
                "memory": models.memory or None,
                "of_profiles": dict(sorted(models.profiles.items())),
            },
        )
