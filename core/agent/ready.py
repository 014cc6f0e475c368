"""A request that is a ready plan: one call of a tool, and its result."""

from collections.abc import Mapping

from core.agent.opening import opened
from core.agent.planning import plan_and_go
from core.agent.run import Run
from core.domain.plan import Plan, RespondStep, ToolStep


async def go_ready(run: Run, said: str, tool: str, arguments: Mapping[str, object]) -> bool:
    """Open the request and carry it out, without a model call; what it did is shown."""
    plan = Plan(
        goal=said,
        intent="tool_call",
        steps=(
            ToolStep(id="s1", title=said, tool_name=tool, tool_args=dict(arguments)),
            RespondStep(id="s2", show=("s1",)),
        ),
    )
    workflow = opened(run, said, counts=False)
    return await run.commit() and await plan_and_go(run, workflow, plan)
