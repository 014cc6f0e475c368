"""A ChatRequest as the parameters of one chat completion.

The order keeps the longest prefix that stays the same from call to call, byte for byte, because
these servers cache what they have seen by themselves: the tool, one system message, the window,
and what changes each turn just before the last words. There is one system message, with the texts
in order: many chat templates take no second one. Contents are plain strings, which every server
takes.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from openai.types.chat import ChatCompletionMessageParam
from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming

from adapters.llm.json_text import sound
from adapters.llm.openai import models
from adapters.llm.openai.manners import Manners, Tools
from adapters.llm.window import THINKING_ROOM, Said, call_instruction, turns
from core.domain.llm import ChatRequest, ToolSchema


@dataclass(frozen=True, slots=True)
class Sent:
    """One request: `extra` are the fields that only some vendors know."""

    parameters: CompletionCreateParamsStreaming
    extra: dict[str, Any] = field(default_factory=dict)
    tools: Tools | None = None

    @property
    def names(self) -> frozenset[str]:
        """Of everything that is sent."""
        return frozenset({*self.parameters, *self.extra})


def sent(request: ChatRequest, model: str, of: models.Vendor, manners: Manners) -> Sent:
    """Everything that one call sends to a server with these manners."""
    how = _how(request, of, manners)
    offered = request.tool if how in ("forced", "auto") else None
    parameters: CompletionCreateParamsStreaming = {
        "model": model,
        "messages": _messages(request, how),
        "stream": True,
    }
    if "stream_options" not in manners.refused:
        parameters["stream_options"] = {"include_usage": True}
    if offered is not None:
        # A model that thinks may take no choice at all; none is the same as "auto".
        _offer(parameters, offered, None if how == "auto" and request.thinking else how)
        if "parallel_tool_calls" not in manners.refused:
            parameters["parallel_tool_calls"] = False
    thinking = models.thinking(model, of, wanted=request.thinking, tools=offered is not None)
    extra = {name: value for name, value in thinking.fields.items() if name not in manners.refused}
    # A server that will not be told may think all the same.
    thinks = thinking.thinks or len(extra) < len(thinking.fields)
    _limit(parameters, request.max_tokens + (THINKING_ROOM if thinks else 0), of, manners)
    return Sent(parameters, extra, how)


def _how(request: ChatRequest, of: models.Vendor, manners: Manners) -> Tools | None:
    if request.tool is None:
        return None
    if manners.tools == "forced" and request.thinking and not models.forces_while_thinking(of):
        return "auto"
    return manners.tools


def _offer(
    parameters: CompletionCreateParamsStreaming, tool: ToolSchema, choice: Tools | None
) -> None:
    parameters["tools"] = [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.parameters,
            },
        }
    ]
    if choice == "forced":
        parameters["tool_choice"] = {"type": "function", "function": {"name": tool.name}}
    elif choice == "auto":
        parameters["tool_choice"] = "auto"


def _limit(
    parameters: CompletionCreateParamsStreaming, tokens: int, of: models.Vendor, manners: Manners
) -> None:
    """OpenAI's later models refuse the old name, and many servers never heard of the new one."""
    old, new = (name not in manners.refused for name in ("max_tokens", "max_completion_tokens"))
    if new and (of == "openai" or not old):
        parameters["max_completion_tokens"] = tokens
    elif old:
        parameters["max_tokens"] = tokens


def _messages(request: ChatRequest, how: Tools | None) -> list[ChatCompletionMessageParam]:
    system = [text for text in request.system if text.strip()]
    volatile = request.volatile
    if request.tool is not None and how == "text":
        system.append(_form(request.tool))
        volatile = f"{volatile}\n\nAnswer with nothing but one JSON object, as the schema asks."
    elif request.tool is not None and how == "auto":
        volatile = f"{volatile}\n\n{call_instruction(request.tool)}"
    messages: list[ChatCompletionMessageParam] = []
    if system:
        messages.append({"role": "system", "content": _joined(system)})
    messages += [_message(said) for said in turns(request.messages, volatile)]
    return messages


def _form(tool: ToolSchema) -> str:
    schema = json.dumps(tool.parameters, ensure_ascii=False)
    return (
        f"Your answer is the input of {tool.name}: {tool.description}\n"
        f"It is one JSON object that fits this JSON schema:\n{schema}"
    )


def _message(said: Said) -> ChatCompletionMessageParam:
    content = _joined(said.texts)
    if said.role == "user":
        return {"role": "user", "content": content}
    return {"role": "assistant", "content": content}


def _joined(texts: list[str]) -> str:
    return sound("\n\n".join(texts))
