"""A planner that plays a written list of answers: for trying things out, and for tests.

The list is JSON: `{"tool": NAME, "input": {…}}`, `{"text": "…"}` or `{"error": KIND}`, one entry a
model call, repairs included. Every conversation plays it from its first entry.
"""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from core.domain.llm import ChatRequest, Finished, LLMEvent, TextDelta, ToolCall
from core.errors import ModelError, ModelErrorKind, SetupError

_DELTAS = 4
_KINDS: tuple[ModelErrorKind, ...] = (
    "rate_limited",
    "key_refused",
    "out_of_credit",
    "timeout",
    "refused",
    "overloaded",
)

Entry = Mapping[str, Any]


class ScriptedProvider:
    """An LLMProvider that answers from a list, whatever it is asked.

    SetupError for an entry that is none of the three forms. A call beyond the last entry is a
    ModelError `malformed`, so that a script that is too short is seen as a failure.
    """

    def __init__(self, entries: Sequence[Entry], *, name: str = "scripted") -> None:
        for number, entry in enumerate(entries, 1):
            _check(entry, f"{name}: entry {number}")
        self._entries = tuple(deepcopy(entry) for entry in entries)
        self._name = name
        self._played: dict[str, int] = {}

    @classmethod
    def from_file(cls, path: Path) -> "ScriptedProvider":
        """The script in a JSON file; SetupError says in one line what is wrong with it."""
        try:
            entries = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise SetupError(f"scripted model: cannot read {path}: {error.strerror}") from error
        except ValueError as error:
            raise SetupError(f"scripted model: {path} is not JSON: {error}") from error
        if not isinstance(entries, list):
            raise SetupError(f"scripted model: {path} must hold a JSON list")
        return cls(entries, name=f"scripted:{path.name}")

    @property
    def name(self) -> str:
        """`scripted`, with the file's name where there is one."""
        return self._name

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        """Play the conversation's next entry; a text comes in a few deltas."""
        entry = self._next(request.context.conversation_id)
        if "error" in entry:
            raise ModelError(entry["error"], "as scripted")
        if "tool" in entry:
            yield ToolCall(name=entry["tool"], input=deepcopy(entry["input"]))
        else:
            for piece in _pieces(entry["text"]):
                yield TextDelta(text=piece)
        yield Finished(model=self._name, input_tokens=0, output_tokens=0, cost="0")

    async def aclose(self) -> None:
        """Nothing is held."""

    def _next(self, conversation_id: str) -> Entry:
        place = self._played.get(conversation_id, 0)
        if place >= len(self._entries):
            raise ModelError("malformed", f"the script of {len(self._entries)} entries is over")
        self._played[conversation_id] = place + 1
        return self._entries[place]


def _check(entry: object, where: str) -> None:
    """SetupError unless the entry is {tool, input}, {text} or {error}."""
    match entry:
        case {"tool": str(), "input": dict(), **more} if not more:
            return
        case {"text": str(), **more} if not more:
            return
        case {"error": kind, **more} if not more:
            if kind not in _KINDS:
                raise SetupError(f"{where}: error must be one of {', '.join(_KINDS)}, not {kind!r}")
        case _:
            raise SetupError(f"{where} must be {{tool, input}}, {{text}} or {{error}}")


def _pieces(text: str) -> list[str]:
    size = max(1, -(-len(text) // _DELTAS))
    return [text[start : start + size] for start in range(0, len(text), size)]
