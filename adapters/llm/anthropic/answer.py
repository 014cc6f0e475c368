"""One answer, put together from the events of its stream, and judged when they have ended."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from anthropic.types import (
    RawContentBlockDelta,
    RawContentBlockStartEvent,
    RawMessageStreamEvent,
)

from adapters.llm.anthropic.models import cost
from adapters.llm.json_text import as_object, call_input, sound, the_object_in
from adapters.llm.prices import Usage
from core.domain.llm import Finished, LLMEvent, TextDelta, ToolCall, ToolSchema
from core.errors import ModelError, ModelErrorKind

# Reasons to stop that end a whole answer, and those that are a failure of a known kind. Any other
# is one nobody here knows the meaning of.
_WHOLE = frozenset({"end_turn", "tool_use"})
_FAILED: dict[str, ModelErrorKind] = {
    "max_tokens": "truncated",
    "model_context_window_exceeded": "truncated",
    "refusal": "refused",
}


@dataclass(slots=True)
class _Call:
    """A tool call on its way: its input arrives as pieces of JSON."""

    name: str
    given: object
    """The input where a server sends it whole, with the block's start."""
    pieces: list[str] = field(default_factory=list)

    def finished(self) -> ToolCall:
        raw = "".join(self.pieces)
        return ToolCall(name=self.name, input=call_input(raw) if raw else as_object(self.given))


class Answer:
    """Takes the events in order. Nothing that is not whole comes out of `finish`."""

    def __init__(self, model: str, tool: ToolSchema | None) -> None:
        self._model = model
        self._tool = tool
        self._text: list[str] = []
        self._calls: list[_Call] = []
        self._open: dict[int, _Call | None] = {}
        self._stop_reason: str | None = None
        self._stopped = False
        self._usage: dict[str, int] = {}

    def take(self, event: RawMessageStreamEvent) -> str:
        """What of this event is to be told at once. An odd event raises as Python does."""
        # The SDK builds what it is sent without checking it, and new types of event may come.
        if not getattr(event, "type", None):
            raise TypeError(f"an event without a type: {type(event).__name__}")
        if event.type == "message_start":
            self._model = event.message.model or self._model
            self._count(event.message)
        elif event.type == "content_block_start":
            return self._start(event)
        elif event.type == "content_block_delta":
            return self._add(event.index, event.delta)
        elif event.type == "content_block_stop":
            del self._open[event.index]
        elif event.type == "message_delta":
            self._stop_reason = event.delta.stop_reason or self._stop_reason
            self._count(event)
        elif event.type == "message_stop":
            self._stopped = True
        return ""

    def finish(self) -> Iterator[LLMEvent]:
        """The rest of the answer, when it is whole; ModelError when it is not."""
        self._judge()
        if self._tool is not None:
            yield from self._called(self._tool)
        elif not "".join(self._text).strip():
            raise ModelError("malformed", "the answer is empty")
        yield self._finished()

    def _start(self, event: RawContentBlockStartEvent) -> str:
        block = event.content_block
        self._open[event.index] = None
        if block.type == "tool_use":
            call = _Call(block.name, block.input)
            self._open[event.index] = call
            self._calls.append(call)
        return self._say(block.text) if block.type == "text" else ""

    def _add(self, index: int, delta: RawContentBlockDelta) -> str:
        call = self._open[index]
        if delta.type == "text_delta":
            return self._say(delta.text)
        if delta.type == "input_json_delta" and call is not None:
            call.pieces.append(delta.partial_json)
        return ""

    def _say(self, piece: str) -> str:
        """Text is told as it comes, unless a call is wanted: then it is only talk beside it."""
        self._text.append(piece)
        return sound(piece) if self._tool is None else ""

    def _judge(self) -> None:
        reason = self._stop_reason
        if reason in _FAILED:
            raise ModelError(_FAILED[reason], f"it stopped with {reason}")
        if not self._stopped or reason is None or self._open:
            raise ModelError("truncated", "the stream ended before the answer did")
        if reason not in _WHOLE:
            raise ModelError("malformed", f"it stopped with {reason!r}")

    def _called(self, tool: ToolSchema) -> Iterator[LLMEvent]:
        """The one call, made as a call or written out; else the words, for whoever repairs it."""
        if len(self._calls) > 1:
            raise ModelError("malformed", f"{len(self._calls)} calls where one was asked for")
        text = "".join(self._text)
        if self._calls:
            yield self._calls[0].finished()
        elif (written := the_object_in(text, tool)) is not None:
            yield ToolCall(name=tool.name, input=written)
        elif text.strip():
            yield TextDelta(text=sound(text))

    def _count(self, said: Any) -> None:
        """Counts are running totals, and a server may leave out any of them."""
        usage = getattr(said, "usage", None)
        for name in (
            "input_tokens",
            "cache_creation_input_tokens",
            "cache_read_input_tokens",
            "output_tokens",
        ):
            if isinstance(tokens := getattr(usage, name, None), int):
                self._usage[name] = tokens

    def _finished(self) -> Finished:
        counted = self._usage
        if not {"input_tokens", "output_tokens"} <= counted.keys():
            return Finished(
                model=self._model,
                input_tokens=counted.get("input_tokens"),
                output_tokens=counted.get("output_tokens"),
            )
        usage = Usage(
            input=counted["input_tokens"],
            cache_write=counted.get("cache_creation_input_tokens", 0),
            cache_read=counted.get("cache_read_input_tokens", 0),
            output=counted["output_tokens"],
        )
        return Finished(
            model=self._model,
            input_tokens=usage.prompt,
            output_tokens=usage.output,
            cached_tokens=usage.cache_read,
            cost=cost(self._model, usage),
        )
