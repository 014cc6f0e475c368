"""An answer as one completion, whole or as the chunks of a stream."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import assert_never

from tests.doubles.llm.errors import Json
from tests.doubles.llm.pieces import pieces
from tests.doubles.llm.replies import (
    Answer,
    MaxTokens,
    PauseTurn,
    Refusal,
    Silence,
    StopSequence,
    Text,
    ToolCutInHalf,
    ToolUse,
    ToolUses,
    UnknownStop,
)


@dataclass(frozen=True)
class Call:
    id: str
    name: str
    raw: str
    """The arguments as JSON, which may break off anywhere."""


@dataclass(frozen=True)
class Composed:
    finish_reason: str
    text: str = ""
    refusal: str = ""
    thinking: str = ""
    calls: tuple[Call, ...] = ()

    @property
    def output_tokens(self) -> int:
        said = self.text + self.refusal + self.thinking + "".join(one.raw for one in self.calls)
        return max(1, (len(said.encode()) + 3) // 4)


@dataclass(frozen=True)
class Envelope:
    id: str
    model: str
    prompt_tokens: int
    cached_tokens: int

    def usage(self, output: int) -> Json:
        return {
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": output,
            "total_tokens": self.prompt_tokens + output,
            "prompt_tokens_details": {"cached_tokens": self.cached_tokens, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 0},
        }


def compose(answer: Answer, new_id: Callable[[], str]) -> Composed:
    match answer:
        case Text():
            return Composed("stop", answer.text, thinking=answer.thinking or "")
        case ToolUse():
            call = _call(answer, new_id)
            return Composed(
                "tool_calls", answer.text, thinking=answer.thinking or "", calls=(call,)
            )
        case ToolUses():
            calls = tuple(_call(call, new_id) for call in answer.calls)
            return Composed("tool_calls", answer.text, calls=calls)
        case Refusal(text=text, explanation=explanation):
            # In the model's own words, or by a filter.
            return Composed("stop" if explanation else "content_filter", text, explanation or "")
        case MaxTokens(text=text, tool=tool):
            cut = () if tool is None else (Call(new_id(), tool, answer.partial_json),)
            return Composed("length", text, calls=cut)
        case StopSequence(text=text) | PauseTurn(text=text):
            return Composed("stop", text)
        case UnknownStop(stop_reason=reason, text=text):
            return Composed(reason, text)
        case ToolCutInHalf(name=name, partial_json=raw):
            return Composed("tool_calls", calls=(Call(new_id(), name, raw),))
        case Silence():
            return Composed("stop")
        case _:
            assert_never(answer)


def whole(composed: Composed, envelope: Envelope) -> Json:
    message: Json = {
        "role": "assistant",
        "content": composed.text or None,
        "refusal": composed.refusal or None,
    }
    if composed.calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.raw},
            }
            for call in composed.calls
        ]
    return {
        "id": envelope.id,
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": envelope.model,
        "choices": [{"index": 0, "message": message, "finish_reason": composed.finish_reason}],
        "usage": envelope.usage(composed.output_tokens),
    }


def stream(composed: Composed, envelope: Envelope, *, counted: bool) -> Iterator[Json]:
    """The chunks; the last one has the usage, and no choice, where it was asked for."""

    def chunk(choices: list[Json]) -> Json:
        body: Json = {
            "id": envelope.id,
            "object": "chat.completion.chunk",
            "created": 1_790_000_000,
            "model": envelope.model,
            "choices": choices,
        }
        return {**body, "usage": None} if counted else body

    def said(delta: Json, reason: str | None = None) -> Json:
        return chunk([{"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}])

    yield said({"role": "assistant", "content": None if composed.calls else "", "refusal": None})
    for piece in pieces(composed.thinking):
        yield said({"reasoning_content": piece, "content": None})
    for piece in pieces(composed.text):
        yield said({"content": piece})
    for piece in pieces(composed.refusal):
        yield said({"refusal": piece})
    for index, call in enumerate(composed.calls):
        yield said({"tool_calls": [_opening(index, call)]})
        for piece in pieces(call.raw):
            yield said({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield said({}, composed.finish_reason)
    if counted:
        yield {**chunk([]), "usage": envelope.usage(composed.output_tokens)}


def event_count(answer: Answer) -> int:
    """How many chunks the answer streams until it is whole: the usage comes after them."""
    composed = compose(answer, lambda: "call")
    return sum(1 for _ in stream(composed, Envelope("id", "model", 1, 0), counted=False))


def _call(call: ToolUse, new_id: Callable[[], str]) -> Call:
    return Call(call.id or new_id(), call.name, json.dumps(dict(call.input), ensure_ascii=False))


def _opening(index: int, call: Call) -> Json:
    function = {"name": call.name, "arguments": ""}
    return {"index": index, "id": call.id, "type": "function", "function": function}
