"""The prompt cache: which prefixes were written, and what a request reads back of them."""

from dataclasses import dataclass, field

from tests.doubles.llm.errors import Json

from .models import traits
from .prompt import Prompt

LOOK_BACK = 20  # blocks before a mark in which an earlier, shorter prefix is still found


@dataclass(frozen=True)
class Usage:
    input: int
    read: int = 0
    written: dict[str, int] = field(default_factory=dict)
    """Tokens written to the cache, by how long they are kept."""

    def as_json(self, output: int) -> Json:
        return {
            "input_tokens": self.input,
            "cache_creation_input_tokens": sum(self.written.values()),
            "cache_read_input_tokens": self.read,
            "cache_creation": {
                "ephemeral_5m_input_tokens": self.written.get("5m", 0),
                "ephemeral_1h_input_tokens": self.written.get("1h", 0),
            },
            "output_tokens": output,
            "service_tier": "standard",
        }


class PromptCache:
    """Nothing in it ages: a test that needs an expired prefix empties it."""

    def __init__(self, min_tokens: int | None = None) -> None:
        self._min_tokens = min_tokens
        self._kept: set[str] = set()

    def clear(self) -> None:
        self._kept.clear()

    def serve(self, prompt: Prompt) -> Usage:
        """What the request costs; afterwards the prefixes it marked are in the cache."""
        least = self._min_tokens
        if least is None:
            least = traits(prompt.body["model"]).min_cacheable
        segments, ends, total = prompt.segments, [], 0
        for segment in segments:
            total += segment.tokens
            ends.append(total)
        marked = [index for index in prompt.marked if ends[index] >= least]
        if not marked:
            return Usage(total)
        read = max((ends[index] for index in self._hits(prompt, marked)), default=0)
        written: dict[str, int] = {}
        reached = read
        for index in marked:
            if ends[index] > reached:
                ttl = segments[index].ttl or "5m"
                written[ttl] = written.get(ttl, 0) + ends[index] - reached
                reached = ends[index]
            self._kept.add(segments[index].digest)
        return Usage(total - reached, read, written)

    def _hits(self, prompt: Prompt, marked: list[int]) -> list[int]:
        return [
            index
            for end in marked
            for index in range(max(0, end - LOOK_BACK), end + 1)
            if prompt.segments[index].digest in self._kept
        ]
