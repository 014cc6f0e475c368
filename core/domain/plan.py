"""Plans: what the model submits, validated before anything runs (DESIGN 5)."""

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from core.domain.outbound import Value

MAX_STEPS = 8
Intent = Literal["chat", "tool_call", "memory_write", "memory_forget", "reject"]
"""What kind of turn a plan makes; of several that fit, the model names the first of: reject,
memory_forget, memory_write, tool_call, chat."""

MEMORY_TOOLS: dict[Intent, frozenset[str]] = {
    "memory_write": frozenset({"memory_write", "manage_preferences"}),
    "memory_forget": frozenset({"memory_forget", "manage_preferences"}),
}
"""The tools of which a plan with this label must use one."""


class Option(Value):
    """A choice of a question: what the person sees and what it stands for."""

    label: str = Field(min_length=1, max_length=60)
    value: str = Field(min_length=1, max_length=200)


class ToolStep(Value):
    """Call a tool; an argument may be `{"from": "s1", "path": "strategy.id"}`."""

    type: Literal["tool"] = "tool"
    id: str = Field(min_length=1, max_length=40)
    title: str = Field(default="", max_length=120)
    tool_name: str
    tool_args: dict[str, Any] = Field(default_factory=dict)
    requires_confirmation: bool = False
    replan_after: bool = False


class ReasonStep(Value):
    """Think about what was found, in a short model call; the note is stored."""

    type: Literal["reason"] = "reason"
    id: str = Field(min_length=1, max_length=40)
    title: str = Field(default="", max_length=120)
    instruction: str = Field(min_length=1, max_length=2000)


class AskUserStep(Value):
    """Ask the person and end the turn; with the intent confirm_action, a plain yes answers."""

    type: Literal["ask_user"] = "ask_user"
    id: str = Field(min_length=1, max_length=40)
    question: str = Field(min_length=1, max_length=2000)
    intent: str = Field(default="provide_missing_information", max_length=60)
    pending_fields: tuple[str, ...] = ()
    options: tuple[Option, ...] = Field(default=(), max_length=10)
    confirmation_target: str | None = None

    @field_validator("pending_fields")
    @classmethod
    def _tidy(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        """Without spaces around them, blanks or repeats, in their order."""
        return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))


class RespondStep(Value):
    """Answer: ready text, or the views of earlier steps, or an instruction for a model call."""

    type: Literal["respond"] = "respond"
    id: str = Field(min_length=1, max_length=40)
    text: str | None = Field(default=None, max_length=20000)
    show: tuple[str, ...] = ()
    instruction: str | None = Field(default=None, max_length=2000)

    @model_validator(mode="after")
    def _says_something(self) -> "RespondStep":
        if not (self.text or self.show or self.instruction):
            raise ValueError("respond needs text, show or instruction")
        return self


Step = Annotated[ToolStep | ReasonStep | AskUserStep | RespondStep, Field(discriminator="type")]


class Plan(Value):
    """`submit_plan`: one goal, at most eight steps, and the label that says what kind of turn."""

    goal: str = Field(min_length=1, max_length=500)
    intent: Intent
    steps: tuple[Step, ...] = Field(min_length=1, max_length=MAX_STEPS)

    @model_validator(mode="after")
    def _is_sound(self) -> "Plan":
        ids = [step.id for step in self.steps]
        if len(set(ids)) != len(ids):
            raise ValueError("step ids must be unique within a plan")
        tools = [step.tool_name for step in self.steps if step.type == "tool"]
        asks = any(step.type == "ask_user" for step in self.steps)
        if self.intent in ("chat", "reject") and tools:
            raise ValueError(f"intent {self.intent} must not have tool steps")
        if self.intent == "reject" and [step.type for step in self.steps] != ["respond"]:
            raise ValueError("intent reject is exactly one respond step")
        if self.intent == "tool_call" and not tools and not asks:
            raise ValueError("intent tool_call needs a tool or an ask_user step")
        needed = MEMORY_TOOLS.get(self.intent)
        if needed and not asks and not needed.intersection(tools):
            raise ValueError(
                f"intent {self.intent} needs {' or '.join(sorted(needed))}, or an ask_user step"
            )
        _check_links(self.steps)
        return self


class Revision(Value):
    """`revise_plan`: what to do with the rest of the plan after an observation."""

    action: Literal["continue", "replace_remaining", "ask_user", "finish"]
    steps: tuple[Step, ...] = Field(default=(), max_length=MAX_STEPS)
    question: str | None = Field(default=None, max_length=2000)
    options: tuple[Option, ...] = Field(default=(), max_length=10)
    instruction: str | None = Field(default=None, max_length=2000)
    reason: str = Field(min_length=1, max_length=1000)

    @model_validator(mode="after")
    def _is_sound(self) -> "Revision":
        if self.action == "replace_remaining" and not self.steps:
            raise ValueError("replace_remaining needs steps")
        if self.action == "ask_user" and not self.question:
            raise ValueError("ask_user needs a question")
        return self


def links(arguments: object) -> list[str]:
    """Ids of the steps whose results these arguments use."""
    if isinstance(arguments, dict):
        source = arguments.get("from")
        if isinstance(source, str) and set(arguments) <= {"from", "path"}:
            return [source]
        return [found for value in arguments.values() for found in links(value)]
    if isinstance(arguments, list | tuple):
        return [found for value in arguments for found in links(value)]
    return []


def _check_links(steps: tuple[Step, ...]) -> None:
    """Every `from` and `show` names an earlier tool step."""
    earlier: set[str] = set()
    for step in steps:
        if step.type == "tool":
            missing = [name for name in links(step.tool_args) if name not in earlier]
            if missing:
                raise ValueError(
                    f"step {step.id} uses {missing[0]!r}, which is no earlier tool step"
                )
            earlier.add(step.id)
        elif step.type == "respond":
            missing = [name for name in step.show if name not in earlier]
            if missing:
                raise ValueError(
                    f"step {step.id} shows {missing[0]!r}, which is no earlier tool step"
                )
