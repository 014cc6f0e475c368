"""What the API refuses in a conversation: the order of its roles, and tools without results."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.doubles.llm.errors import Json, Rejected

from .models import Traits, traits
from .prompt import blocks_of

ID = re.compile(r"[a-zA-Z0-9_-]+")
NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
OWNERS = {"tool_use": "assistant", "tool_result": "user"}


@dataclass(frozen=True)
class Turn:
    """Messages of one role in a row: the API joins them."""

    role: str
    index: int
    blocks: tuple[tuple[str, Json], ...]

    def ids(self, kind: str, key: str) -> list[str]:
        return [block[key] for _, block in self.blocks if block["type"] == kind]

    @property
    def answered_first(self) -> list[str]:
        """The calls answered before anything else is said: later results do not count."""
        found = []
        for _, block in self.blocks:
            if block["type"] != "tool_result":
                break
            found.append(block["tool_use_id"])
        return found


def check_conversation(body: Json) -> None:
    messages: list[Json] = body["messages"]
    if not messages:
        raise Rejected("messages: at least one message is required")
    if messages[0]["role"] != "user":
        raise Rejected('messages: first message must use the "user" role')
    for index, message in enumerate(messages):
        _check_message(index, message, final=index == len(messages) - 1)
    turns = list(_turns(messages))
    _check_roles(turns, body["model"])
    _check_tools(turns)


def _check_message(index: int, message: Json, *, final: bool) -> None:
    if not message["content"] and not (final and message["role"] == "assistant"):
        raise Rejected(
            f"messages.{index}: all messages must have non-empty content except for the optional "
            f"final assistant message"
        )
    for place, block in blocks_of(f"messages.{index}", message["content"]):
        kind = block["type"]
        if kind == "text" and not block["text"]:
            raise Rejected("messages: text content blocks must be non-empty")
        if kind == "text" and not block["text"].strip():
            raise Rejected("messages: text content blocks must contain non-whitespace text")
        owner = OWNERS.get(kind, message["role"])
        if owner != message["role"]:
            raise Rejected(f"messages.{index}: `{kind}` blocks can only be in `{owner}` messages")
        if kind == "tool_use":
            _check_match(f"{place}.tool_use.id", ID, block["id"])
            _check_match(f"{place}.tool_use.name", NAME, block["name"])


def _check_match(place: str, pattern: re.Pattern[str], value: str) -> None:
    if not pattern.fullmatch(value):
        raise Rejected(f"{place}: String should match pattern '^{pattern.pattern}$'")


def _turns(messages: list[Json]) -> Iterator[Turn]:
    current: Turn | None = None
    for index, message in enumerate(messages):
        blocks = tuple(blocks_of(f"messages.{index}", message["content"]))
        if current is not None and current.role == message["role"]:
            current = Turn(current.role, current.index, current.blocks + blocks)
            continue
        if current is not None:
            yield current
        current = Turn(message["role"], index, blocks)
    if current is not None:
        yield current


def _check_roles(turns: list[Turn], model: str) -> None:
    allowed = traits(model)
    for before, turn, after in zip([None, *turns], turns, [*turns[1:], None], strict=False):
        if turn.role != "system":
            continue
        if not allowed.system_turns:
            raise Rejected(
                'messages: Unexpected role "system". The Messages API accepts a top-level `system` '
                'parameter, not "system" as an input message role.'
            )
        if before is None or before.role != "user" or (after and after.role != "assistant"):
            raise Rejected(
                f"messages.{turn.index}: a system message must come right after a user message, "
                f"and be the last message or be followed by an assistant message"
            )
    if turns[-1].role == "assistant":
        _check_prefill(turns[-1], allowed)


def _check_prefill(last: Turn, allowed: Traits) -> None:
    if not allowed.prefill:
        raise Rejected(
            "This model does not support assistant message prefill. The conversation must end "
            "with a user message."
        )
    words = last.blocks[-1][1].get("text", "") if last.blocks else ""
    if words != words.rstrip():
        raise Rejected("messages: final assistant content cannot end with trailing whitespace")


def _check_tools(turns: list[Turn]) -> None:
    seen: set[str] = set()
    spoken = [turn for turn in turns if turn.role != "system"]
    for turn, before, after in zip(spoken, [None, *spoken], [*spoken[1:], None], strict=False):
        _check_results(turn, before.ids("tool_use", "id") if before is not None else [])
        for place, block in turn.blocks:
            if block["type"] == "tool_use":
                if block["id"] in seen:
                    raise Rejected(f"{place}: `tool_use` ids must be unique")
                seen.add(block["id"])
        answered = after.answered_first if after is not None else []
        missing = [call for call in turn.ids("tool_use", "id") if call not in answered]
        if missing:
            raise Rejected(
                f"messages.{turn.index}: `tool_use` ids were found without `tool_result` blocks "
                f"immediately after: {', '.join(missing)}. Each `tool_use` block must have a "
                f"corresponding `tool_result` block in the next message."
            )


def _check_results(turn: Turn, calls: list[str]) -> None:
    done: set[str] = set()
    for place, block in turn.blocks:
        if block["type"] != "tool_result":
            continue
        call = block["tool_use_id"]
        if call not in calls:
            raise Rejected(
                f"{place}: unexpected `tool_use_id` found in `tool_result` blocks: {call}. Each "
                f"`tool_result` block must have a corresponding `tool_use` block in the previous "
                f"message."
            )
        if call in done:
            raise Rejected(
                f"{place}: each tool_use must have a single result. Found multiple `tool_result` "
                f"blocks with id: {call}"
            )
        done.add(call)
