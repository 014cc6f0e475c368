"""What a workflow has changed already: a new plan of the same request does not change it again."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from core.agent.approvals import arguments_hash
from core.agent.observations import Observation
from core.agent.run import Run
from core.domain.plan import Step, ToolStep
from core.domain.records import Query, StepRow, Workflow


@dataclass(frozen=True, slots=True)
class Left:
    """A plan without the steps that were done: those, with what came of them, by plan id."""

    steps: tuple[Step, ...]
    done: dict[str, Observation]


async def left_of(run: Run, workflow: Workflow, steps: Sequence[Step]) -> Left:
    """What is left to do of these steps, given what earlier plans of the workflow have done.

    An equal step (tool and arguments) is taken out as often as it was done, and no more.
    """
    if workflow.plan_rev == 0:
        return Left(tuple(steps), {})
    rows = await run.parts.records.find(Query(kind=StepRow, where={"workflow_id": workflow.id}))
    results = {
        row.parent_ids[0]: row.data["result"]
        for row in rows
        if row.step_type == "tool_result" and row.data.get("ok") and row.parent_ids
    }
    found: dict[str, list[dict[str, Any]]] = {}
    times: Counter[str] = Counter()
    for row in rows:
        if row.status != "done" or row.step_id not in results or not _changed(run, row):
            continue
        key = _key(run, str(row.data["tool_name"]), _arguments(row))
        times[key] += 1
        found.setdefault(key, []).append(results[row.step_id])
    kept: list[Step] = []
    done: dict[str, Observation] = {}
    for step in steps:
        key = _key(run, step.tool_name, step.tool_args) if isinstance(step, ToolStep) else ""
        if times[key] > 0:
            times[key] -= 1
            done[step.id] = Observation(step, found[key].pop(0))
        else:
            kept.append(step)
    return Left(tuple(kept), done)


def titles(left: Left) -> list[str]:
    """The names of the steps that are not done again."""
    return [
        seen.step.title or seen.step.tool_name
        for seen in left.done.values()
        if isinstance(seen.step, ToolStep)
    ]


def _changed(run: Run, row: StepRow) -> bool:
    """Whether this step was one with an effect."""
    if row.idempotency_key is not None:
        return True
    tool = run.parts.registry.get(str(row.data.get("tool_name", "")))
    if tool is None:
        return False
    try:
        return tool.action(tool.arguments.model_validate(_arguments(row))).effect != "read"
    except ValidationError:
        return False


def _arguments(row: StepRow) -> dict[str, Any]:
    """What the plan asked for, whatever amount the person then changed it to."""
    arguments: dict[str, Any] = row.data["arguments"]
    return arguments


def _key(run: Run, tool_name: str, arguments: dict[str, Any]) -> str:
    """The call as one text, equal for arguments that mean the same."""
    tool = run.parts.registry.get(tool_name)
    try:
        if tool is not None:
            arguments = tool.arguments.model_validate(arguments).model_dump(mode="json")
    except ValidationError:
        pass  # Arguments that take an earlier step's result are compared as they were written.
    return f"{tool_name}:{arguments_hash(arguments)}"
