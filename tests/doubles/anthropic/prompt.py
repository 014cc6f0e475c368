"""A request as the model reads it: one block after another, tools, then system, then messages.

Prompt caching is about prefixes of that row. Two requests share a prefix when their blocks are the
same, byte for byte and key for key in the same order, up to a block that the first one marked.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tests.doubles.llm.errors import Json


@dataclass(frozen=True)
class Marked:
    """A block with cache_control."""

    place: str
    block: Json

    @property
    def ttl(self) -> str:
        ttl: str = self.block["cache_control"].get("ttl", "5m")
        return ttl


@dataclass(frozen=True)
class Segment:
    place: str
    tokens: int
    digest: str
    """Of everything from the start of the prompt to the end of this block."""
    ttl: str | None
    """How long the prefix that ends here is to be cached; None where nothing was marked."""


@dataclass(frozen=True)
class Prompt:
    body: Json

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        digest = _digest("", [self.body["model"]])
        in_messages = False
        found = []
        for place, role, block in _blocks(self.body):
            if place.startswith("messages.") and not in_messages:
                # A change of these keeps what was cached of tools and system, and nothing after.
                in_messages = True
                digest = _digest(digest, [self.body.get("tool_choice"), self.body.get("thinking")])
            said = _unmarked(block)
            digest = _digest(digest, [role, said])
            ttl = next((mark.ttl for mark in _marks_in(place, block)), None)
            found.append(Segment(place, tokens_in(said), digest, ttl))
        automatic = self.body.get("cache_control")
        if automatic and found and found[-1].ttl is None:
            last = found[-1]
            ttl = automatic.get("ttl", "5m")
            found[-1] = Segment(last.place, last.tokens, last.digest, ttl)
        return tuple(found)

    @property
    def tokens(self) -> int:
        return sum(segment.tokens for segment in self.segments)

    @property
    def marked(self) -> tuple[int, ...]:
        """Indexes of the segments that end a prefix to be cached."""
        return tuple(i for i, segment in enumerate(self.segments) if segment.ttl is not None)

    def departs_from(self, earlier: "Prompt") -> str | None:
        """The first block of what the earlier request cached that this one does not repeat."""
        if not earlier.marked:
            raise ValueError("the earlier request marks nothing to be cached")
        for index, segment in enumerate(earlier.segments[: earlier.marked[-1] + 1]):
            if index >= len(self.segments) or self.segments[index].digest != segment.digest:
                return segment.place
        return None


def tokens_in(value: object) -> int:
    """About as many as there are: no tokenizer is published. The same text, the same number."""
    text = value if isinstance(value, str) else _canonical(value)
    return max(1, (len(text.encode("utf-8")) + 3) // 4)


def blocks_of(place: str, content: str | list[Json]) -> Iterator[tuple[str, Json]]:
    """The blocks of a message: a plain string is one block of text."""
    if isinstance(content, str):
        if content:
            yield f"{place}.content.0", {"type": "text", "text": content}
        return
    for index, block in enumerate(content):
        yield f"{place}.content.{index}", block


def marks(body: Json) -> Iterator[Marked]:
    """Every cache_control of the request, in the order of the prompt."""
    last: Json = {}
    for place, _, last in _blocks(body):
        yield from _marks_in(place, last)
    if body.get("cache_control") and not last.get("cache_control"):
        yield Marked("cache_control", {"cache_control": body["cache_control"]})


def _marks_in(place: str, block: Json) -> Iterator[Marked]:
    inner = block.get("content")
    if isinstance(inner, list):
        for index, part in enumerate(inner):
            yield from _marks_in(f"{place}.content.{index}", part)
    if block.get("cache_control"):
        yield Marked(place, block)


def _blocks(body: Json) -> Iterator[tuple[str, str, Json]]:
    for index, tool in enumerate(body.get("tools", ())):
        yield f"tools.{index}", "tools", tool
    system = body.get("system", ())
    if isinstance(system, str):
        yield "system", "system", {"type": "text", "text": system}
    else:
        for index, block in enumerate(system):
            yield f"system.{index}", "system", block
    for index, message in enumerate(body["messages"]):
        for place, block in blocks_of(f"messages.{index}", message["content"]):
            yield place, message["role"], block


def _unmarked(block: Json) -> Json:
    """Where a prefix ends is no part of what it says."""
    said = {key: value for key, value in block.items() if key != "cache_control"}
    if isinstance(said.get("content"), list):
        said["content"] = [_unmarked(part) for part in said["content"]]
    return said


def _canonical(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _digest(before: str, value: object) -> str:
    return hashlib.sha256(f"{before}\n{_canonical(value)}".encode()).hexdigest()
