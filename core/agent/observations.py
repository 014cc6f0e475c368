"""What came of a plan's steps, and how later steps use it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from core.domain.masking import masked_text
from core.domain.plan import Step
from core.domain.records import StepType
from core.errors import ModelMistake, PersonError, VenueError
from core.tools.registry import ToolResult

STEP: TypeAdapter[Step] = TypeAdapter(Step)
ROW_TYPES: dict[str, StepType] = {
    "tool": "tool_call",
    "reason": "llm_call",
    "ask_user": "ask_user",
    "respond": "conclusion",
}


@dataclass(frozen=True, slots=True)
class Observation:
    """What came of a step: its tool's data, a note, or why it failed."""

    step: Step
    data: dict[str, Any]
    ok: bool = True
    result: ToolResult | None = None
    error: PersonError | VenueError | ModelMistake | None = None

    @property
    def acted(self) -> bool:
        """Whether something was certainly done or changed."""
        return self.ok and self.result is not None and bool(self.result.writes)

    def for_model(self) -> dict[str, Any]:
        """The observation as it is put before a model."""
        tool = self.step.tool_name if self.step.type == "tool" else self.step.type
        if self.ok:
            return {"step": self.step.id, "tool": tool, "result": self.data}
        return {"step": self.step.id, "tool": tool, "error": masked_text(str(self.error))}


def labels(shown: Sequence[Observation]) -> dict[str, Any]:
    """PAPER or LIVE, and SIMULATED, for a message that shows these results (I7)."""
    results = [seen.result for seen in shown if seen.result]
    mode = next((result.mode for result in results if result.mode), None)
    simulated = [result.simulated for result in results if result.simulated is not None]
    return {"mode": mode, "simulated": any(simulated) if simulated else None}


def resolved(arguments: Any, seen: Mapping[str, Observation]) -> Any:
    """Arguments with every `{"from", "path"}` replaced by the earlier step's value."""
    if isinstance(arguments, dict):
        source = arguments.get("from")
        if isinstance(source, str) and set(arguments) <= {"from", "path"}:
            return _value(source, str(arguments.get("path", "")), seen)
        return {key: resolved(value, seen) for key, value in arguments.items()}
    if isinstance(arguments, list | tuple):
        return [resolved(value, seen) for value in arguments]
    return arguments


def _value(source: str, path: str, seen: Mapping[str, Observation]) -> Any:
    observation = seen.get(source)
    if observation is None or not observation.ok:
        raise ModelMistake(f"step {source} has no result to use")
    value: Any = observation.data
    for part in path.split(".") if path else ():
        try:
            value = value[int(part)] if isinstance(value, list) else value[part]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise ModelMistake(f"the result of {source} has no {path!r}") from error
    return value


def plan_event(goal: str, steps: Sequence[Step]) -> dict[str, Any]:
    """The data of a `plan` or `replan` event (DESIGN 11)."""
    return {
        "goal": goal,
        "steps": [
            {
                "id": step.id,
                "type": step.type,
                "title": getattr(step, "title", ""),
                "tool_name": getattr(step, "tool_name", None),
                "tool_args": getattr(step, "tool_args", None),
            }
            for step in steps
        ],
    }
