"""A ChatRequest as the parameters of one call of the Messages API.

The order keeps the longest prefix that stays the same from call to call, byte for byte: the tool's
form, role and tools (shared by all conversations), what is kept of the person (each marked to be
cached where it ends), then the window, which only grows until it is full. What changes each turn
stands in the last user message, just before the request itself: put before the window, as one more
system block, it would make the whole window new each time for every server that caches what it has
seen by itself. The window is not marked: once it is full its start moves with each turn, and every
write to the cache would be paid for and lost.
"""

from collections.abc import Sequence
from typing import Literal

from anthropic.types import MessageParam, TextBlockParam, ToolChoiceParam
from anthropic.types.message_create_params import MessageCreateParamsStreaming

from adapters.llm.anthropic import models
from adapters.llm.json_text import sound
from adapters.llm.window import THINKING_ROOM, call_instruction, turns
from core.domain.llm import ChatRequest, ToolSchema

_MOST_MARKS = 4
"""More marks than this in one request are refused."""


def parameters(request: ChatRequest, model: str, *, forced: bool) -> MessageCreateParamsStreaming:
    """Everything that one call sends; `forced` says whether this model lets itself be made to."""
    tool = request.tool
    volatile = request.volatile
    if tool is not None and not forced:
        volatile = f"{volatile}\n\n{call_instruction(tool)}"
    sent: MessageCreateParamsStreaming = {
        "model": model,
        "max_tokens": request.max_tokens,
        "messages": [
            _message(said.role, [_block(text) for text in said.texts])
            for said in turns(request.messages, volatile)
        ],
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
    """Each block ends what is the same for fewer people than the one before: all are marked."""
    blocks = [_block(text) for text in texts if text.strip()]
    for block in blocks[-_MOST_MARKS:]:
        block["cache_control"] = {"type": "ephemeral"}
    return blocks


def _message(role: Literal["user", "assistant"], blocks: list[TextBlockParam]) -> MessageParam:
    if role == "user":
        return {"role": "user", "content": blocks}
    return {"role": "assistant", "content": blocks}


def _block(text: str) -> TextBlockParam:
    return {"type": "text", "text": sound(text)}
