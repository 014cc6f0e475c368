"""What the guard may let a model say after a step: figures that were read, deeds that were done."""

from core.agent.guard import Guard
from core.agent.observations import Observation
from core.domain.plan import Step
from core.tools.policy import QUOTING_TOOLS
from core.tools.registry import Registry


def learn(
    guard: Guard, registry: Registry, observation: Observation, *, acted_before: bool = False
) -> None:
    """Vouch for what a tool read (what it only quotes is no reading), and for what it did.

    `acted_before`: the observation is of an earlier turn, and its kind of step says if it acted.
    """
    step = observation.step
    if step.type != "tool":
        return
    if step.tool_name not in QUOTING_TOOLS:
        guard.learn(observation.data)
    if _changes(registry, step) if acted_before else observation.acted:
        _learn_effect(guard, observation)


def _changes(registry: Registry, step: Step) -> bool:
    """Whether the step is one that changes something."""
    tool = registry.get(step.tool_name) if step.type == "tool" else None
    if tool is None or step.type != "tool":
        return False
    named = [one for one in tool.actions if one.name == step.tool_args.get("action")]
    return any(one.effect != "read" for one in named or tool.actions)


def _learn_effect(guard: Guard, observation: Observation) -> None:
    """Tell the guard what was done; an order that rests was placed, and bought nothing yet."""
    step, data = observation.step, observation.data
    if step.type != "tool":
        return
    action = step.tool_args.get("action")
    if data.get("status") in ("SUBMITTED", "ACCEPTED"):
        action = "place"
    guard.learn_effect(step.tool_name, action if isinstance(action, str) else "")
