"""One answer, put together from the chunks of its stream, and judged when they have ended."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from openai.types.chat import ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import Choice, ChoiceDelta, ChoiceDeltaToolCall
from pydantic import BaseModel

from adapters.llm.json_text import as_object, call_input, sound, the_object_in
from adapters.llm.openai.thoughts import Thoughts
from adapters.llm.openai.usage import finished
from core.domain.llm import LLMEvent, TextDelta, ToolCall, ToolSchema
from core.errors import ModelError, ModelErrorKind

# Reasons to finish that end a whole answer, and those that are a failure of a known kind: OpenAI's,
# then DeepSeek's and GLM's. Any other is one nobody here knows the meaning of.
_WHOLE = frozenset({"stop", "tool_calls", "function_call"})
_FAILED: dict[str, ModelErrorKind] = {
    "length": "truncated",
    "model_context_window_exceeded": "truncated",
    "content_filter": "refused",
    "sensitive": "refused",
    "insufficient_system_resource": "overloaded",
    "network_error": "overloaded",
}


@dataclass(slots=True)
class _Call:
    """A tool call on its way: its arguments arrive as pieces of JSON."""

    id: str | None
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    given: object = field(default_factory=dict)
    """The arguments where a server sends them as an object."""

    def finished(self) -> ToolCall:
        raw = "".join(self.pieces)
        return ToolCall(name=self.name, input=call_input(raw) if raw else as_object(self.given))


class Answer:
    """Takes the chunks in order. Nothing that is not whole comes out of `finish`."""

    def __init__(self, model: str, tool: ToolSchema | None) -> None:
        self._model = model
        self._tool = tool
        self._text: list[str] = []
        self._thoughts = Thoughts()
        self._calls: list[_Call] = []
        self._open: dict[int, _Call] = {}
        self._refused = False
        self._reason: str | None = None
        self._usage: Mapping[str, Any] = {}

    def take(self, chunk: ChatCompletionChunk) -> str:
        """What of this chunk is to be told at once. An odd chunk raises as Python does."""
        # The SDK builds what it is sent without checking it.
        choices = getattr(chunk, "choices", None)
        usage = getattr(chunk, "usage", None)
        if not isinstance(choices, list) and not usage:
            raise TypeError(f"no chunk of an answer: {type(chunk).__name__}")
        self._model = getattr(chunk, "model", None) or self._model
        self._count(usage)
        return "".join(self._choice(choice) for choice in choices or () if not choice.index)

    def finish(self) -> Iterator[LLMEvent]:
        """The rest of the answer, when it is whole; ModelError when it is not."""
        self._judge()
        rest = self._say(self._thoughts.rest())
        if rest:
            yield TextDelta(text=rest)
        if self._tool is not None:
            yield from self._called(self._tool)
        elif not "".join(self._text).strip():
            raise ModelError("malformed", "the answer is empty")
        yield finished(self._model, self._usage)

    def _choice(self, choice: Choice) -> str:
        self._count(getattr(choice, "usage", None))  # where Kimi puts it
        reason: object = choice.finish_reason
        delta: object = choice.delta
        if not isinstance(reason, str | None) or not isinstance(delta, ChoiceDelta | None):
            raise TypeError("an odd choice")
        self._reason = reason or self._reason
        if delta is None:  # some servers send none with the reason to finish
            return ""
        self._refused = self._refused or bool(getattr(delta, "refusal", None))
        for call in getattr(delta, "tool_calls", None) or ():
            self._add(call)
        return self._say(self._thoughts.said(getattr(delta, "content", None) or ""))

    def _add(self, delta: ChoiceDeltaToolCall) -> None:
        """A piece of a call. Some servers number all calls alike: another id is another call."""
        index = getattr(delta, "index", None) or 0
        call = self._open.get(index)
        identity = getattr(delta, "id", None) or None
        if call is None or (identity and call.id and identity != call.id):
            call = self._open[index] = _Call(identity)
            self._calls.append(call)
        function = delta.function
        if function is None:
            return
        call.name = call.name or getattr(function, "name", None) or ""
        arguments: object = getattr(function, "arguments", None)
        if isinstance(arguments, str):
            call.pieces.append(arguments)
        elif arguments is not None:
            call.given = arguments

    def _say(self, piece: str) -> str:
        """Text is told as it comes, unless a call is wanted: then it is only talk beside it."""
        self._text.append(piece)
        return sound(piece) if self._tool is None else ""

    def _judge(self) -> None:
        reason = self._reason
        if self._refused:
            raise ModelError("refused", "it refused")
        if reason is None:
            raise ModelError("truncated", "the stream ended before the answer did")
        if reason in _FAILED:
            raise ModelError(_FAILED[reason], f"it stopped with {reason}")
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

    def _count(self, usage: object) -> None:
        """Counts are running totals; the last one holds."""
        if isinstance(usage, BaseModel):
            usage = usage.model_dump(warnings=False)
        if isinstance(usage, Mapping):
            self._usage = usage
