"""From a request to its plan and on: the model's part of a turn, with every failure named."""

from dataclasses import replace

from core.agent import capability
from core.agent.context import effective_tools, plan_request, planning_context
from core.agent.done_before import Left, left_of, titles
from core.agent.earlier import earlier_steps
from core.agent.endings import BROKEN_OFF, broken_off
from core.agent.execution import Execution
from core.agent.guard import Guard
from core.agent.observations import plan_event
from core.agent.planner import Planned, check_plan, plan
from core.agent.providers import own_model
from core.agent.questions import offer_choices
from core.agent.references import settle
from core.agent.run import Run
from core.agent.snapshots import before_steps, pre_check
from core.agent.titles import titled
from core.domain.llm import OFFLINE, ChatRequest
from core.domain.plan import Plan
from core.domain.records import ConversationRow, Update, Workflow
from core.views.errors import model_error_text
from core.views.words import say


async def request_for(run: Run, workflow: Workflow) -> ChatRequest:
    """The model call for this workflow's request, with the facts that the turn knows by now."""
    context = await planning_context(run.parts, run.turn, workflow.request)
    return plan_request(run.parts, run.turn, context, await earlier_steps(run, workflow))


async def plan_and_go(run: Run, workflow: Workflow, ready: Plan | None = None) -> bool:
    """Plan the workflow's request and carry the plan out, up to a pause or an answer.

    `ready` is a plan made in code (a shortcut): the same road without a model call.
    """
    await pre_check(run)
    if ready is None:
        unclear = await settle(run, workflow.request)
        if unclear is not None:
            return await offer_choices(run, workflow, unclear, ())
    request = await request_for(run, workflow)
    guard = Guard(run.turn.lang)
    guard.learn_request(workflow.request, *(message.text for message in request.messages[-1:]))
    run.emit("planning", {"run_id": run.turn.run_id}, say(run.turn.lang, "progress.planning"))
    execution: Execution | None = None
    try:
        planned = await _planned(run, request, ready)
        guard.trusted = planned.provider == OFFLINE
        left = await left_of(run, workflow, titled(planned.plan.steps, guard))
        goal = planned.plan.goal if guard.vouches(planned.plan.goal) else ""
        workflow = replace(workflow, goal=goal)
        run.emit("plan", plan_event(goal, left.steps))
        execution = _execution(run, workflow, request, guard, planned, left)
        changed = await run.abort.guard(before_steps(run, left.steps))
        if changed and planned.provider == run.provider.name:
            ended = await execution.revise(changed)
            if ended is not None:
                return ended
        return await execution.go()
    except BROKEN_OFF as error:
        return await broken_off(run, execution, workflow, error)


async def _planned(run: Run, request: ChatRequest, ready: Plan | None) -> Planned:
    if ready is None:
        return await plan(run.parts, run, request)
    tools = effective_tools(run.parts, run.turn)
    if all(step.type != "tool" or step.tool_name in tools for step in ready.steps):
        check_plan(run.parts, run, ready)
    return Planned(ready, "shortcut")


def _execution(
    run: Run,
    workflow: Workflow,
    request: ChatRequest,
    guard: Guard,
    planned: Planned,
    left: Left,
) -> Execution:
    notice = ""
    if planned.fallback is not None:
        lang = run.turn.lang
        reason = model_error_text(planned.fallback.kind, lang, own_model(run.turn))
        notice = f"{reason} {say(lang, 'fallback.answering')}"
    if planned.provider == OFFLINE and request.context.introduce:
        run.add(
            Update(
                kind=ConversationRow,
                where={"id": run.turn.conversation.id},
                set={"offline_said": True},
                required=False,
            )
        )
    if left.done:
        before = say(run.turn.lang, "done.before", titles=titles(left))
        notice = f"{notice}\n{before}".strip()
    now = capability.signature(run.parts, run.turn)
    notes = {**workflow.notes, "planner": planned.provider}
    return Execution(
        run,
        replace(workflow, capability=now, notes=notes),
        left.steps,
        request=request,
        guard=guard,
        done=left.done,
        notice=notice,
    )
