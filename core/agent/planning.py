"""From a request to its plan and on: the model's part of a turn, with every failure named."""

from dataclasses import replace

from core.agent.context import effective_tools, plan_request, planning_context
from core.agent.endings import BROKEN_OFF, broken_off
from core.agent.execution import Execution
from core.agent.guard import Guard
from core.agent.observations import plan_event
from core.agent.planner import Planned, check_plan, plan
from core.agent.run import Run
from core.domain.llm import ChatRequest
from core.domain.plan import Plan
from core.domain.positions import AccountView
from core.domain.records import ConversationRow, Update, Workflow
from core.errors import VenueError
from core.views.errors import model_error_text
from core.views.words import say

OFFLINE = "offline"
"""The name of the planner that is code."""


async def account_view(run: Run) -> AccountView | None:
    """What the account holds, where that is cheap to know before planning; None: not known.

    In a group it is nobody's business, so a planner does not learn it there either.
    """
    account = run.turn.exchange_account
    exchange = run.parts.exchanges.get(account.venue)
    if exchange is None or account.mode != "paper" or not run.turn.conversation.private:
        return None
    try:
        return await exchange.account(account.id)
    except VenueError:
        return None


async def request_for(run: Run, workflow: Workflow) -> ChatRequest:
    """The model call's facts for this workflow's request, as they are now."""
    view = await account_view(run)
    context = await planning_context(run.parts, run.turn, workflow.request, view)
    return plan_request(run.parts, run.turn, context, view)


async def plan_and_go(run: Run, workflow: Workflow, ready: Plan | None = None) -> bool:
    """Plan the workflow's request and carry the plan out, up to a pause or an answer.

    `ready` is a plan made in code (a shortcut): the same road without a model call.
    """
    request = await request_for(run, workflow)
    guard = Guard()
    guard.learn(workflow.request, [message.text for message in request.messages[-1:]])
    run.emit("planning", {"run_id": run.turn.run_id}, say(run.turn.lang, "progress.planning"))
    execution: Execution | None = None
    try:
        planned = await _planned(run, request, ready)
        guard.trusted = planned.provider == OFFLINE
        run.emit("plan", plan_event(planned.plan.goal, planned.plan.steps))
        execution = _execution(run, workflow, request, guard, planned)
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
    run: Run, workflow: Workflow, request: ChatRequest, guard: Guard, planned: Planned
) -> Execution:
    notice = ""
    if planned.fallback is not None:
        lang = run.turn.lang
        reason = model_error_text(planned.fallback.kind, lang)
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
    goal = replace(workflow, goal=planned.plan.goal)
    return Execution(run, goal, planned.plan.steps, request=request, guard=guard, notice=notice)
