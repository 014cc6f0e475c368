"""What earlier plans of a workflow found and did: the execution log that a new plan starts from."""

from typing import Any

from core.agent.run import Run
from core.domain.records import Query, StepRow, Workflow
from core.trading.figures import stamp


async def earlier_steps(run: Run, workflow: Workflow) -> list[dict[str, Any]]:
    """The observations of its earlier plans, oldest first, each with its time; none at first."""
    if workflow.plan_rev == 0:
        return []
    rows = await run.parts.records.find(Query(kind=StepRow, where={"workflow_id": workflow.id}))
    tools = {row.step_id: row.data.get("tool_name") for row in rows}
    return [
        {
            "tool": next((tools.get(parent) for parent in row.parent_ids), None),
            "at": stamp(row.created_at.replace(microsecond=0)),
            **_outcome(row.data),
        }
        for row in rows
        if row.step_type == "tool_result"
    ]


def _outcome(data: dict[str, Any]) -> dict[str, Any]:
    if data.get("ok"):
        return {"result": data["result"]}
    return {"error": data.get("error") or data.get("result")}
