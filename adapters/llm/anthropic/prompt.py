"""A ChatRequest as the parameters of one call of the Messages API.

The order keeps the longest prefix that stays the same from call to call, byte for byte: the tool's
form, role and tools (marked to be cached, and shared by all conversations), then the window, which
only grows until it is full. What changes each turn stands in the last user message, just before the
request itself: put before the window, as a second system block, it would make the whole window new
each time for every server that caches what it has seen by itself. The window is not marked: once it
is full its start moves with each turn, and every write to the cache would be paid for and lost.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from anthropic.types import MessageParam, TextBlockParam, ToolChoiceParam
from anthropic.types.message_create_params import MessageCreateParamsStreaming

from adapters.llm.anthropic import models
from adapters.llm.anthropic.json_text import sound
from core.domain.llm import ChatMessage, ChatRequest, ToolSchema

# Tokens for thinking come out of max_tokens: without room for them the answer would be cut off.
THINKING_ROOM = 6_000


@dataclass(frozen=True, slots=True)
class _Said:
    """What one side said until the other spoke."""

    role: Literal["user", "assistant"]
    texts: list[str]


def parameters(request: ChatRequest, model: str, *, forced: bool) -> MessageCreateParamsStreaming:
    """Everything that one call sends; `forced` says whether this model lets itself be made to."""
    tool = request.tool
    volatile = request.volatile
    if tool is not None and not forced:
        volatile = f"{volatile}\n\n{_instruction(tool)}"
    sent: MessageCreateParamsStreaming = {
        "model": model,
        "max_tokens": request.max_tokens,
        "messages": list(_messages(request.messages, volatile)),
        "stream": True,
    }
    if system := _system(request.system):
        sent["system"] = system
    if tool is not None:
        sent["tools"] = [
            {
                "name": tool.name,
                "description": tool.description,
                "input_schema": tool.parameters,
            }
        ]
        sent["tool_choice"] = _choice(tool, forced=forced)
    _set_thinking(sent, models.thinking(model, wanted=request.thinking), wanted=request.thinking)
    return sent


def _instruction(tool: ToolSchema) -> str:
    return (
        f"Answer only by calling the tool {tool.name}, exactly once and without any other text. "
        "If you cannot call it, answer with nothing but its input, as one JSON object."
    )


def _choice(tool: ToolSchema, *, forced: bool) -> ToolChoiceParam:
    if forced:
        return {"type": "tool", "name": tool.name, "disable_parallel_tool_use": True}
    return {"type": "auto", "disable_parallel_tool_use": True}


def _set_thinking(
    sent: MessageCreateParamsStreaming, mode: models.Thinking | None, *, wanted: bool
) -> None:
    if mode == "adaptive":
        sent["max_tokens"] += THINKING_ROOM
        if not wanted:
            sent["output_config"] = {"effort": "low"}
            return
        sent["thinking"] = {"type": "adaptive"}
    elif mode == "disabled":
        sent["thinking"] = {"type": "disabled"}
    elif mode == "between_tools":
        sent["thinking"] = {"type": "between_tools"}


def _system(texts: Sequence[str]) -> list[TextBlockParam]:
    blocks = [_block(text) for text in texts if text.strip()]
    if blocks:
        blocks[-1]["cache_control"] = {"type": "ephemeral"}
    return blocks


def _messages(window: Sequence[ChatMessage], volatile: str) -> Iterator[MessageParam]:
    """Turn about, the first and the last by the user; `volatile` just before the last words."""
    merged = _merged(window)
    if not merged or merged[-1].role == "assistant":
        merged.append(_Said("user", []))
    if volatile.strip():
        merged[-1].texts.insert(max(0, len(merged[-1].texts) - 1), volatile)
    for said in merged:
        yield _message(said.role, [_block(text) for text in said.texts])


def _message(role: Literal["user", "assistant"], blocks: list[TextBlockParam]) -> MessageParam:
    if role == "user":
        return {"role": "user", "content": blocks}
    return {"role": "assistant", "content": blocks}


def _merged(window: Sequence[ChatMessage]) -> list[_Said]:
    merged: list[_Said] = []
    for message in window:
        if not message.text.strip() or (not merged and message.role == "assistant"):
            continue
        if not merged or merged[-1].role != message.role:
            merged.append(_Said(message.role, []))
        merged[-1].texts.append(message.text)
    return merged


def _block(text: str) -> TextBlockParam:
    return {"type": "text", "text": sound(text)}
