"""What a test scripts the model to say, as opposed to `faults`: what goes wrong on the way."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Category: TypeAlias = Literal[
    "cyber", "bio", "frontier_llm", "reasoning_extraction", "general_harms"
]


@dataclass(frozen=True)
class Text:
    """An answer in words, to the end."""

    text: str
    thinking: str | None = field(default=None, kw_only=True)
    """Put before the answer; "" is what most models show of it by default."""


@dataclass(frozen=True)
class ToolUse:
    """A call of a tool, after a few words if there are any."""

    name: str
    input: Mapping[str, Any]
    text: str = field(default="", kw_only=True)
    thinking: str | None = field(default=None, kw_only=True)
    id: str | None = field(default=None, kw_only=True)
    unlisted: bool = field(default=False, kw_only=True)
    """The model makes up a tool that the request did not offer."""


@dataclass(frozen=True)
class ToolUses:
    """Several calls at once."""

    calls: tuple[ToolUse, ...]
    text: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class Refusal:
    """The safety classifiers step in; perhaps after some words were already said."""

    text: str = ""
    category: Category | None = field(default=None, kw_only=True)
    explanation: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class MaxTokens:
    """The answer reaches max_tokens: in its words, or in the middle of `tool`'s JSON."""

    text: str = ""
    tool: str | None = field(default=None, kw_only=True)
    partial_json: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class StopSequence:
    text: str
    sequence: str


@dataclass(frozen=True)
class PauseTurn:
    text: str = ""


@dataclass(frozen=True)
class UnknownStop:
    """A stop reason that the SDK has never heard of."""

    stop_reason: str
    text: str = "Words before a stop that nobody knows."


@dataclass(frozen=True)
class ToolCutInHalf:
    """A server that ends a call whose JSON is not complete as if nothing were wrong."""

    name: str
    partial_json: str
    stop_reason: str = field(default="tool_use", kw_only=True)


@dataclass(frozen=True)
class Silence:
    """A finished answer with nothing in it: the API does that now and then."""


Answer: TypeAlias = (
    Text
    | ToolUse
    | ToolUses
    | Refusal
    | MaxTokens
    | StopSequence
    | PauseTurn
    | UnknownStop
    | ToolCutInHalf
    | Silence
)
