"""One call of a tool: allowed and checked when it is about to run, bounded in time, on record."""

import asyncio
import time
from collections.abc import Awaitable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from core.agent.context import refuse
from core.agent.kept_secrets import resource_for
from core.agent.observations import Observation, resolved
from core.agent.run import Run
from core.agent.step_log import StepLog
from core.domain.masking import masked_text
from core.domain.plan import ToolStep
from core.errors import ModelMistake, NotAllowed, PersonError, VenueError
from core.tools.arguments import parse_arguments
from core.tools.registry import Action, Draft, EffectTool, Tool, ToolContext

R = TypeVar("R")


def prepared(
    run: Run, step: ToolStep, seen: Mapping[str, Observation]
) -> tuple[Tool, BaseModel, Action]:
    """The tool, its checked arguments and the action: policy is asked again at run time.

    NotAllowed (on record) or ModelMistake when the call must not run.
    """
    arguments = resolved(step.tool_args, seen)
    tool = run.parts.registry.get(step.tool_name)
    refusal = refuse(run, step.tool_name, arguments)
    if refusal is not None or tool is None:
        raise NotAllowed(f"policy.{refusal or 'unknown_tool'}")
    args = parse_arguments(tool, arguments)
    return tool, args, tool.action(args)


async def called(
    run: Run, log: StepLog, step: ToolStep, tool: Tool, args: BaseModel
) -> Observation:
    """The call's result; what somebody or the venue must put right is an observation too."""
    started = time.perf_counter()
    context = replace(context_of(run), resource=resource_for(log.workflow, step.id))
    parents = [log.rows[step.id].step_id] if step.id in log.rows else []
    if not parents:
        parents = [log.store(step, "done").step_id]
    run.emit("tool", {"id": step.id, "status": "running", "tool_name": step.tool_name}, step.title)
    try:
        result = await in_time(run, tool.run(args, context))
    except (ModelMistake, PersonError, VenueError) as error:
        log.mark(step, "failed")
        run.step(
            "tool_result",
            {"error": masked_text(str(error)), "ok": False},
            parents=parents,
            workflow=log.workflow,
            plan_step=step.id,
        )
        return Observation(step, {}, ok=False, error=error)
    log.mark(step, "done")
    log.record(step, result, parents, time.perf_counter() - started)
    return Observation(step, result.data, ok=result.ok, result=result)


def context_of(run: Run) -> ToolContext:
    """What a tool may know of the turn, with what this run has decided and not yet committed."""
    return replace(run.turn.context(), pending=tuple(run.pending))


async def drafted(run: Run, tool: EffectTool, arguments: Mapping[str, Any]) -> Draft:
    """These exact arguments as they would be carried out now; PersonError, VenueError if not."""
    try:
        args = tool.arguments.model_validate(arguments)
    except ValidationError as error:
        # They were kept since before the tool changed.
        raise NotAllowed("approval.void") from error
    return await in_time(run, tool.draft(args, run.turn.context()))


async def in_time(run: Run, read: Awaitable[R]) -> R:
    """What the read gives; one that hangs is an unknown, not a turn that never ends."""
    try:
        async with asyncio.timeout(run.parts.limits.read_s):
            return await read
    except TimeoutError as error:
        raise VenueError("took too long") from error
