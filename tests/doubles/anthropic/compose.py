"""An answer as the parts of one message, whole or as the events of a stream."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from jiter import from_json

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

from .cache import Usage
from .prompt import tokens_in

SIGNATURE = "EqQBCgIYAhIM1gbcDa9GJwZA2b3h"


@dataclass(frozen=True)
class TextPart:
    text: str


@dataclass(frozen=True)
class ThinkingPart:
    text: str


@dataclass(frozen=True)
class ToolPart:
    id: str
    name: str
    raw: str
    """The input as JSON, which may break off anywhere."""


Part: TypeAlias = TextPart | ThinkingPart | ToolPart
Event: TypeAlias = tuple[str, Json]


@dataclass(frozen=True)
class Composed:
    parts: tuple[Part, ...]
    stop_reason: str
    stop_sequence: str | None = None
    stop_details: Json | None = None

    @property
    def output_tokens(self) -> int:
        said = sum(tokens_in(_said(part)) for part in self.parts if _said(part))
        return said if said or self.stop_reason == "max_tokens" else 1


def compose(answer: Answer, new_id: Callable[[], str]) -> Composed:
    match answer:
        case Text():
            return Composed((*_thought(answer.thinking), *_words(answer.text)), "end_turn")
        case ToolUse():
            return Composed(tuple(_call(answer, new_id)), "tool_use")
        case ToolUses():
            calls = [part for call in answer.calls for part in _call(call, new_id)]
            return Composed((*_words(answer.text), *calls), "tool_use")
        case Refusal():
            details = {
                "type": "refusal",
                "category": answer.category,
                "explanation": answer.explanation,
            }
            return Composed(_words(answer.text), "refusal", stop_details=details)
        case MaxTokens():
            cut = (
                ()
                if answer.tool is None
                else (ToolPart(new_id(), answer.tool, answer.partial_json),)
            )
            return Composed((*_words(answer.text), *cut), "max_tokens")
        case StopSequence():
            return Composed(_words(answer.text), "stop_sequence", stop_sequence=answer.sequence)
        case PauseTurn():
            return Composed(_words(answer.text), "pause_turn")
        case UnknownStop():
            return Composed(_words(answer.text), answer.stop_reason)
        case ToolCutInHalf():
            part = ToolPart(new_id(), answer.name, answer.partial_json)
            return Composed((part,), answer.stop_reason)
        case Silence():
            return Composed((), "end_turn")
        case _:
            assert_never(answer)


def whole(composed: Composed, message_id: str, model: str, usage: Usage) -> Json:
    return {
        "id": message_id,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [_block(part) for part in composed.parts],
        "stop_reason": composed.stop_reason,
        "stop_sequence": composed.stop_sequence,
        "stop_details": composed.stop_details,
        "usage": usage.as_json(composed.output_tokens),
    }


def stream(composed: Composed, message_id: str, model: str, usage: Usage) -> Iterator[Event]:
    begun = whole(Composed((), ""), message_id, model, usage)
    yield _event("message_start", message={**begun, "stop_reason": None})
    for index, part in enumerate(composed.parts):
        yield _event("content_block_start", index=index, content_block=_opening(part))
        if index == 0:
            yield _event("ping")
        for delta in _deltas(part):
            yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
    counted = usage.as_json(composed.output_tokens)
    yield _event(
        "message_delta",
        delta={
            "stop_reason": composed.stop_reason,
            "stop_sequence": composed.stop_sequence,
            "stop_details": composed.stop_details,
        },
        usage={key: counted[key] for key in counted if key.endswith("_tokens")},
    )
    yield _event("message_stop")


def _event(name: str, **data: object) -> Event:
    return name, {"type": name, **data}


def _thought(text: str | None) -> tuple[Part, ...]:
    return () if text is None else (ThinkingPart(text),)


def _words(text: str) -> tuple[Part, ...]:
    return (TextPart(text),) if text else ()


def _call(call: ToolUse, new_id: Callable[[], str]) -> Iterator[Part]:
    yield from _thought(call.thinking)
    yield from _words(call.text)
    raw = json.dumps(dict(call.input), ensure_ascii=False)
    yield ToolPart(call.id or new_id(), call.name, raw)


def _said(part: Part) -> str:
    return part.raw if isinstance(part, ToolPart) else part.text


def _block(part: Part) -> Json:
    match part:
        case TextPart(text):
            return {"type": "text", "text": text, "citations": None}
        case ThinkingPart(text):
            return {"type": "thinking", "thinking": text, "signature": SIGNATURE}
        case ToolPart(tool_id, name, raw):
            return {
                "type": "tool_use",
                "id": tool_id,
                "name": name,
                "input": _as_far_as_it_goes(raw),
            }
        case _:
            assert_never(part)


def _opening(part: Part) -> Json:
    match part:
        case TextPart():
            return {"type": "text", "text": ""}
        case ThinkingPart():
            return {"type": "thinking", "thinking": "", "signature": ""}
        case ToolPart(tool_id, name, _):
            return {"type": "tool_use", "id": tool_id, "name": name, "input": {}}
        case _:
            assert_never(part)


def _deltas(part: Part) -> Iterator[Json]:
    match part:
        case TextPart(text):
            yield from ({"type": "text_delta", "text": piece} for piece in pieces(text))
        case ThinkingPart(text):
            yield from ({"type": "thinking_delta", "thinking": piece} for piece in pieces(text))
            yield {"type": "signature_delta", "signature": SIGNATURE}
        case ToolPart(_, _, raw):
            yield {"type": "input_json_delta", "partial_json": ""}
            yield from (
                {"type": "input_json_delta", "partial_json": piece} for piece in pieces(raw)
            )
        case _:
            assert_never(part)


def _as_far_as_it_goes(raw: str) -> Json:
    try:
        found = from_json(raw.encode(), partial_mode=True)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def event_count(answer: Answer) -> int:
    """How many events the answer streams, for a test that breaks it off after each of them."""
    composed = compose(answer, lambda: "toolu")
    return sum(1 for _ in stream(composed, "msg", "model", Usage(1)))
