"""Effects: the call after its intent is committed, and what is told of it (DESIGN 13, Effects).

A started step is never dropped, rewritten or sent again on a guess: its result, a proven absence or
an honest "unknown" is what the person gets.
"""

import time
from typing import Any

from core.agent import approvals, capability
from core.agent.approvals import Started
from core.agent.calls import drafted
from core.agent.endings import BROKEN_OFF, broken_off
from core.agent.execution import Execution
from core.agent.guard import Guard
from core.agent.observations import STEP, Observation, labels
from core.agent.planning import plan_and_go
from core.agent.run import Run
from core.agent.snapshots import after_write
from core.domain.llm import OFFLINE, ChatRequest
from core.domain.orders import Mode
from core.domain.outbound import TextBlock
from core.domain.plan import Step, ToolStep
from core.domain.records import OrderRow, Query, StepRow, Update, Workflow
from core.errors import OutcomeUnknown, PersonError, VenueError
from core.tools.registry import Draft, InDoubt, ToolResult
from core.trading.entry import without_legs
from core.views.words import say


async def perform(run: Run, started: Started, request: ChatRequest) -> bool:
    """Make the call, once, and tell how it ended (T4 and T5)."""
    began = time.perf_counter()
    run.card = card_of(started.step)
    run.emit(
        "tool",
        {
            "id": started.step.plan_step or "",
            "status": "running",
            "tool_name": started.step.data.get("tool_name"),
        },
        say(run.turn.lang, "progress.placing"),
    )
    try:
        context = run.turn.context(started.workflow.id, started.step.step_id, run.card)
        result = await started.tool.perform(started.draft, started.key, context)
    except OutcomeUnknown as doubt:
        return await unknown(run, started.workflow, started.step, started.key, doubt)
    except VenueError:
        return await never_sent(run, started.workflow, started.step, started.key)
    return await conclude(
        run, started.workflow, started.step, result, request, time.perf_counter() - began
    )


async def conclude(
    run: Run,
    workflow: Workflow,
    step: StepRow,
    result: ToolResult,
    request: ChatRequest,
    seconds: float,
) -> bool:
    """The effect's result is known: its rows, the rest of the plan, the answer."""
    after_write(run, approvals.effect_tool(run, str(step.data["tool_name"])))
    rows = await run.parts.records.find(Query(kind=StepRow, where={"workflow_id": workflow.id}))
    run.add(
        Update(
            kind=StepRow,
            where={"step_id": step.step_id, "status": "started"},
            set={"status": "done" if result.ok else "failed"},
        )
    )
    steps, done, stored = remaining(rows)
    this = ToolStep.model_validate(step.data["step"])
    guard = Guard(run.turn.lang)
    guard.learn_request(workflow.request)
    guard.trusted = workflow.notes.get("planner") == OFFLINE
    execution = Execution(
        run,
        workflow,
        [item for item in steps if item.id != this.id],
        request=request,
        guard=guard,
        done=done,
        rows={key: row for key, row in stored.items() if row.step_id != step.step_id},
    )
    execution.log.record(this, result, [step.step_id], seconds)
    seen = Observation(this, result.data, ok=result.ok, result=result)
    if result.ok and execution.has_more() and capability.changed(run.parts, run.turn, workflow):
        return await _rest_anew(run, execution, workflow, seen)
    try:
        return await execution.after_effect(this, seen)
    except BROKEN_OFF as error:
        return await broken_off(run, execution, workflow, error)


async def _rest_anew(run: Run, execution: Execution, workflow: Workflow, seen: Observation) -> bool:
    """What was left was planned when other things were possible: it is planned again."""
    run.say(execution.view(seen), rings=True, **labels([seen]))
    run.lead.append(TextBlock(text=say(run.turn.lang, "capability.changed")))
    run.add(approvals.drop_pending(workflow))
    workflow = run.move(workflow, workflow.status, plan_rev=workflow.plan_rev + 1)
    return await run.commit() and await plan_and_go(run, workflow)


async def unknown(
    run: Run, workflow: Workflow, step: StepRow, key: str, doubt: Exception | None = None
) -> bool:
    """An outcome is not known: said so, once a stage; it is looked up by its id until it is.

    Where only a part of the call is in doubt, what is certain is kept and told with it.
    """
    run.parts.snapshots.drop(run.turn.account.id)
    known = doubt if isinstance(doubt, InDoubt) else None
    stage = f"unknown {known.key if known else key}"
    if workflow.last_error == stage:
        return True
    run.move(workflow, "running", last_error=stage)
    mode, lang = _mode(run, step), run.turn.lang
    if known is not None:
        run.add(*known.result.writes)
        tool = approvals.effect_tool(run, str(step.data["tool_name"]))
        simulated = known.result.simulated
        run.say(tool.view(known.result.data, lang), mode=mode, simulated=simulated, rings=True)
        return await run.finish()
    run.add(
        Update(
            kind=OrderRow,
            where={"client_order_id": key},
            set={"status": "UNKNOWN", "updated_at": run.parts.clock.now()},
            required=False,
        )
    )
    text = say(lang, "order.unknown", mode=mode.upper(), order=key)
    run.say([TextBlock(text=text)], mode=mode, rings=True)
    return await run.finish()


async def never_sent(run: Run, workflow: Workflow, step: StepRow, key: str) -> bool:
    """The venue was not reached: certain that nothing was placed, or changed."""
    _not_placed(run, workflow, step, key)
    mode = _mode(run, step)
    placing = Draft.model_validate(step.data["draft"]).places
    said = "order.not_sent" if placing else "order.not_changed"
    text = say(run.turn.lang, said, mode=mode.upper())
    run.say([TextBlock(text=text)], mode=mode, rings=True)
    return await run.finish()


async def proven_absent(run: Run, workflow: Workflow, step: StepRow, key: str) -> bool:
    """It never arrived and the approval no longer holds: told, and a fresh card is offered."""
    lang = run.turn.lang
    shown = Draft.model_validate(step.data["draft"])
    tool = approvals.effect_tool(run, str(step.data["tool_name"]))
    placing = shown.mode and shown.places
    notice = say(lang, "order.never_arrived" if placing else "approval.never_changed")
    _not_placed(run, workflow, step, key, end=False)
    try:
        draft = await drafted(run, tool, shown.arguments)
    except (PersonError, VenueError) as error:
        run.say([TextBlock(text=notice), *approvals.problem(run, error)], rings=True)
        approvals.close_workflow(run, workflow, "failed", "never arrived")
        return await run.finish()
    again = run.step(
        "tool_call",
        {
            key: value
            for key, value in step.data.items()
            if key not in ("draft", "question_id", "card")
        },
        workflow=workflow,
        plan_step=step.plan_step,
        status="pending",
        repeat="keyed",
    )
    approvals.ask(run, workflow, again.step_id, tool.name, draft, notice=notice)
    return await run.finish()


def card_of(step: StepRow) -> str:
    """The id of the message whose card this started step was approved on."""
    return str(step.data.get("card", ""))


def _mode(run: Run, step: StepRow) -> Mode:
    """The mode of the account that the call was about."""
    draft = step.data.get("draft") or {}
    mode: Mode = draft.get("mode") or run.turn.exchange_account.mode
    return mode


def _not_placed(run: Run, workflow: Workflow, step: StepRow, key: str, *, end: bool = True) -> None:
    run.add(
        Update(
            kind=StepRow,
            where={"step_id": step.step_id, "status": "started"},
            set={"status": "failed"},
        ),
        Update(
            kind=OrderRow,
            where={"client_order_id": key},
            set={
                "status": "CANCELED",
                "reason": "order.not_sent",
                "updated_at": run.parts.clock.now(),
            },
            required=False,
        ),
        without_legs(key, run.parts.clock.now()),
    )
    if end:
        approvals.close_workflow(run, workflow, "failed", "not sent")


def remaining(
    rows: list[StepRow],
) -> tuple[list[Step], dict[str, Observation], dict[str, StepRow]]:
    """A stored plan: the steps still to come, what was seen, and the rows by plan id."""
    steps: list[Step] = []
    stored: dict[str, StepRow] = {}
    results: dict[str, dict[str, Any]] = {}
    for row in rows:
        if row.plan_step is None:
            continue
        if row.step_type == "tool_result":
            if row.data.get("ok") and row.parent_ids:
                results[row.parent_ids[0]] = row.data["result"]
        elif "step" in row.data:
            stored[row.plan_step] = row
    done: dict[str, Observation] = {}
    for key, row in stored.items():
        step: Step = STEP.validate_python(row.data["step"])
        if row.status in ("pending", "started"):
            steps.append(step)
        elif row.step_id in results:
            done[key] = Observation(step, results[row.step_id])
    return steps, done, stored


def started_step(rows: list[StepRow]) -> StepRow | None:
    """The effect that was begun and whose outcome is not recorded."""
    found = [row for row in rows if row.status == "started" and row.idempotency_key]
    return found[0] if found else None
