"""A run's events in the vocabulary of AG-UI 1.0, as plain objects (DESIGN 11).

The same events of a run always give the same AG-UI events in the same order, so that a number is
enough to go on from: whoever lost the connection skips what they have had.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from core.domain.outbound import Progress

Event = dict[str, Any]
STEP = "worker"
"""A person's turn is the worker's; the memory executor speaks in no run that can be followed."""


class RunTranslator:
    """Turns the events of one run, in order, into AG-UI events; the last ends the run."""

    def __init__(self, run_id: str, thread_id: str) -> None:
        self._run = {"threadId": thread_id, "runId": run_id}
        self._draft = f"{run_id}:draft"
        self._calls: set[str] = set()
        self._drafting = False

    def opening(self) -> Iterator[Event]:
        """What comes first, before anything was done."""
        yield {"type": "RUN_STARTED", **self._run}
        yield {"type": "STEP_STARTED", "stepName": STEP}

    def events(self, event: Progress) -> Iterator[Event]:
        """What this event is in AG-UI; nothing for what only a chat shows."""
        data = event.data
        match event.type:
            case "plan" | "replan":
                yield {"type": "STATE_SNAPSHOT", "snapshot": {"plan": data}}
            case "tool" | "step_start":
                yield from self._call(str(data["id"]), str(data.get("tool_name") or ""))
            case "step_complete":
                yield from self._called(str(data["id"]), str(data["status"]))
            case "delta":
                yield from self._written(str(data["text"]))
            case "question":
                yield {"type": "CUSTOM", "name": "question", "value": data}
            case "done":
                yield from self.closing(data["messages"])
            case "error":
                yield from self._closed([data["message"]])
                yield {"type": "RUN_ERROR", "message": data["message"]["text"], "code": "failed"}
            case "planning":
                return

    def snapshot(self, messages: Sequence[Event]) -> Event:
        """What was said so far, for a reader who missed events that are no longer held."""
        return {"type": "MESSAGES_SNAPSHOT", "messages": [_message(one) for one in messages]}

    def closing(self, messages: Sequence[Event]) -> Iterator[Event]:
        """A run that ended well: all that was said; a question is what it now waits for."""
        yield from self._closed(messages)
        ended: Event = {"type": "RUN_FINISHED", **self._run, "result": {"messages": messages}}
        asked = [one for one in messages if one.get("question_id")]
        if asked:
            interrupts = [
                {"id": one["question_id"], "reason": "question", "message": one["text"]}
                for one in asked
            ]
            ended["outcome"] = {"type": "interrupt", "interrupts": interrupts}
        yield ended

    def _closed(self, messages: Sequence[Event]) -> Iterator[Event]:
        for call in sorted(self._calls):
            yield {"type": "TOOL_CALL_END", "toolCallId": call}
        self._calls.clear()
        if self._drafting:
            yield {"type": "TEXT_MESSAGE_END", "messageId": self._draft}
        yield self.snapshot(messages)
        yield {"type": "STEP_FINISHED", "stepName": STEP}

    def _call(self, key: str, tool: str) -> Iterator[Event]:
        if tool and key not in self._calls:
            self._calls.add(key)
            yield {"type": "TOOL_CALL_START", "toolCallId": key, "toolCallName": tool}

    def _called(self, key: str, status: str) -> Iterator[Event]:
        if key not in self._calls:
            return
        self._calls.discard(key)
        yield {"type": "TOOL_CALL_END", "toolCallId": key}
        yield {
            "type": "TOOL_CALL_RESULT",
            "messageId": f"{key}:result",
            "toolCallId": key,
            "content": status,
        }

    def _written(self, text: str) -> Iterator[Event]:
        if not text:
            return
        if not self._drafting:
            self._drafting = True
            yield {"type": "TEXT_MESSAGE_START", "messageId": self._draft, "role": "assistant"}
        yield {"type": "TEXT_MESSAGE_CONTENT", "messageId": self._draft, "delta": text}


def _message(one: Event) -> Event:
    return {"id": one["id"], "role": one["role"], "content": one["text"]}
