"""The models snapshot: which model answers here, and which are the person's. Never a key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from core.domain.llm import OFFLINE
from core.domain.records import ModelConfig, Query
from core.domain.snapshots import Snapshot
from core.ports import Clock, Records
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

    def __init__(self, models: Models, records: Records, clock: Clock) -> None:
        self._models = models
        self._records = records
        self._clock = clock

    def is_local(self, context: ToolContext) -> bool:  # noqa: ARG002  settings and our own rows
        """It asks nobody outside."""
        return True

    async def read(self, context: ToolContext) -> Snapshot:
        """The models that this desk was started with, and those that the person set up."""
        models = self._models
        rows = await self._records.find(
            Query(kind=ModelConfig, where={"account_id": context.account.id})
        )
        own = sorted(rows, key=lambda row: (row.created_at, row.id))
        chosen = next((row for row in own if row.is_default and row.enabled), None)
        return Snapshot(
            kind="models",
            at=self._clock.now(),
            source="this desk's settings and records",
            data={
                "answers_here": chosen.name if chosen else models.worker,
                "worker": models.worker,
                "has_model": chosen is not None or models.worker != OFFLINE,
                "own": [
                    {
                        "id": row.id,
                        "name": row.name,
                        "model": f"{row.provider}:{row.model}",
                        "enabled": row.enabled,
                        "default": row.is_default,
                    }
                    for row in own
                ],
                "memory": models.memory or None,
                "of_profiles": dict(sorted(models.profiles.items())),
            },
        )
