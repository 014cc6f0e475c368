"""What is asked of a language model, and what comes back: provider-neutral values."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from core.domain.conversation import Lang
from core.domain.market import Instrument
from core.domain.positions import Position
from core.domain.references import Reference, References

OFFLINE = "offline"
"""The name of the planner that is code: what it says was written here."""

Purpose = Literal["plan", "revise", "reason", "respond", "memory"]


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolSchema:
    """A tool as the model sees it; `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatMessage:
    """A turn of the window. Roles alternate after rendering; adapters merge neighbours."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanningContext:
    """The structured facts behind a prompt, for planners that are code (offline, scripted)."""

    conversation_id: str
    text: str
    lang: Lang
    now: datetime
    references: References
    instruments: tuple[Instrument, ...]
    positions: tuple[Position, ...] | None
    """None: not known now."""
    tools: frozenset[str]
    introduce: bool
    """True when this planner has not yet said in this conversation that it is the offline one."""
    meant: tuple[Reference, ...] = ()
    """What the text's pointing words ("it", "the second one", 这个策略, "both") stand for, in
    their order; words that point at nothing known are not in it."""
    gone: tuple[Reference, ...] = ()
    """What they would stand for, had it not been deleted or closed: the person was told so, and
    nothing else may take its place."""
    nicknames: tuple[tuple[str, str], ...] = ()
    """The person's nicknames that the text says, each with what it stands for."""
    quick_amounts: tuple[str, ...] = ()
    """The amounts that the person presses most; empty where they kept none."""
    accounts: tuple[str, ...] = ()
    """What the person's exchange accounts are called."""
    before: tuple[str, ...] = ()
    """What the person said before this, the newest first: "the same for eth" is about one of it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatRequest:
    """One model call.

    `system` is the stable prefix in blocks, each of which ends where a prefix may be cached: what
    is the same for everybody comes first. `volatile` is the part that changes each turn;
    `tool` is the one tool the model is forced to call, None for free text. Times are limits in
    seconds; `max_tokens` bounds the output.
    """

    purpose: Purpose
    model: str
    system: tuple[str, ...]
    volatile: str
    messages: tuple[ChatMessage, ...]
    context: PlanningContext
    tool: ToolSchema | None = None
    max_tokens: int = 2000
    timeout_s: float = 36.0
    thinking: bool = False
    metadata: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class TextDelta:
    """A piece of streamed text."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolCall:
    """The forced call, complete: `input` is the parsed JSON object."""

    name: str
    input: dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Finished:
    """The end of a complete answer. Tokens are None where the provider does not say.

    `cost` is in USD, None when the model has no price here.
    """

    model: str
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None = None
    cost: str | None = None


LLMEvent = TextDelta | ToolCall | Finished
