"""The conversation as model services take it: turn about, the first and the last by the user."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.domain.llm import ChatMessage, ToolSchema

# Tokens for thinking come out of max_tokens: without room for them the answer would be cut off.
THINKING_ROOM = 6_000


@dataclass(frozen=True, slots=True)
class Said:
    """What one side said until the other spoke."""

    role: Literal["user", "assistant"]
    texts: list[str]


def turns(window: Sequence[ChatMessage], volatile: str) -> list[Said]:
    """Neighbours merged; `volatile` stands just before the last words."""
    merged = _merged(window)
    if not merged or merged[-1].role == "assistant":
        merged.append(Said("user", []))
    if volatile.strip():
        merged[-1].texts.insert(max(0, len(merged[-1].texts) - 1), volatile)
    return merged


def call_instruction(tool: ToolSchema) -> str:
    """Asks in words for a call that cannot be forced."""
    return (
        f"Answer only by calling the tool {tool.name}, exactly once and without any other text. "
        "If you cannot call it, answer with nothing but its input, as one JSON object."
    )


def _merged(window: Sequence[ChatMessage]) -> list[Said]:
    merged: list[Said] = []
    for message in window:
        if not message.text.strip() or (not merged and message.role == "assistant"):
            continue
        if not merged or merged[-1].role != message.role:
            merged.append(Said(message.role, []))
        merged[-1].texts.append(message.text)
    return merged
