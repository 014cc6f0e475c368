"""A plan's steps as rows of the turn's trace: pending, started, done (DESIGN 10, 13)."""

from dataclasses import replace
from typing import Any

from core.agent.observations import ROW_TYPES
from core.agent.run import Run
from core.domain.plan import Step
from core.domain.records import Insert, StepRow, StepStatus, Update, Workflow
from core.tools.registry import ToolResult


class StepLog:
    """The rows of one plan, by the plan's step ids."""

    def __init__(self, run: Run, workflow: Workflow, rows: dict[str, StepRow]) -> None:
        self.run = run
        self.workflow = workflow
        self.rows = dict(rows)

    def store(self, step: Step, status: StepStatus) -> StepRow:
        """The plan step's row, in this status."""
        if step.id in self.rows:
            self.mark(step, status)
            return self.rows[step.id]
        data: dict[str, Any] = {"step": step.model_dump(mode="json")}
        if step.type == "tool":
            data |= {"tool_name": step.tool_name, "arguments": step.tool_args}
        row = self.run.step(
            ROW_TYPES[step.type],
            data,
            workflow=self.workflow,
            plan_step=step.id,
            status=status,
            repeat="read" if step.type == "tool" else None,
        )
        self.rows[step.id] = row
        return row

    def mark(self, step: Step, status: StepStatus) -> None:
        """The stored row in its new status."""
        row = self.rows.get(step.id)
        if row is None or row.status == status:
            return
        self.rows[step.id] = replace(row, status=status)
        self.run.add(
            Update(
                kind=StepRow, where={"step_id": row.step_id}, set={"status": status}, required=False
            )
        )

    def record(self, step: Step, result: ToolResult, parents: list[str], seconds: float) -> None:
        """A result as rows: the trace's, and the tool's own writes, in the same transaction."""
        self.run.step(
            "tool_result",
            {
                "result": result.data,
                "ok": result.ok,
                "as_of": result.as_of.isoformat(),
                "mode": result.mode,
                "simulated": result.simulated,
                "duration_ms": round(seconds * 1000, 1),
            },
            parents=parents,
            workflow=self.workflow,
            plan_step=step.id,
        )
        self.run.add(*result.writes, *(Insert(record=one) for one in result.pictures))
        references = self.run.turn.references
        if result.references:
            references = references.with_(*result.references)
        if result.listed:
            references = references.listing(result.listed)
        self.run.turn.refer(references)

    def drop(self, steps: list[Step]) -> None:
        """Steps that another plan replaces: their ids are free again."""
        for step in steps:
            self.mark(step, "dropped")
            self.rows.pop(step.id, None)

    def pending(self, steps: list[Step]) -> dict[str, StepRow]:
        """Rows for all steps that are still to come, so that an answer finds them."""
        for step in steps:
            if step.id not in self.rows:
                self.store(step, "pending")
        return self.rows
