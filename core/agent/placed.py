"""Whether work that is closed or put aside has acted already: nothing else may be said then."""

from collections.abc import Iterable

from core.agent.run import Run
from core.domain.records import Query, StepRow, Workflow


async def said_of(run: Run, key: str, workflows: Iterable[Workflow]) -> str:
    """The key of the words, or of those for when something was placed before, or perhaps was."""
    ids = tuple(workflow.id for workflow in workflows)
    if not ids:
        return key
    rows = await run.parts.records.find(
        Query(kind=StepRow, where={"workflow_id": ids, "status": ("started", "done")})
    )
    return f"{key}_rest" if any(row.idempotency_key for row in rows) else key
