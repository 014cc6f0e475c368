"""The requests as they came."""

import json
from dataclasses import dataclass
from functools import cached_property

from tests.doubles.llm import script
from tests.doubles.llm.errors import Json


@dataclass(frozen=True)
class Segment:
    """A part of the prompt, as the model reads it."""

    place: str
    words: str

    @property
    def tokens(self) -> int:
        """About as many as there are. The same words, the same number."""
        return max(1, (len(self.words.encode()) + 3) // 4)


@dataclass(eq=False)
class Request(script.Request):
    """A request for a completion."""

    @property
    def tools(self) -> list[str]:
        return [tool["function"]["name"] for tool in self.body.get("tools", ())]

    @property
    def forced(self) -> bool:
        return self.body.get("tool_choice") not in (None, "auto", "none")

    @property
    def messages(self) -> list[tuple[str, str]]:
        """Role and words of each."""
        return [(message["role"], _words(message)) for message in self.body["messages"]]

    @property
    def system(self) -> str:
        return "\n\n".join(words for role, words in self.messages if role == "system")

    @property
    def last_words(self) -> str:
        return self.messages[-1][1]

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        tools = self.body.get("tools", ())
        first = [Segment("tools", json.dumps(tools))] if tools else []
        said = enumerate(self.body["messages"])
        return (*first, *(Segment(f"messages.{i}", json.dumps(one)) for i, one in said))

    def shares(self, other: "Request") -> tuple[Segment, ...]:
        """The longest prefix that both prompts have."""
        if self.body["model"] != other.body["model"]:
            return ()
        shared = []
        for one, two in zip(self.segments, other.segments, strict=False):
            if one != two:
                break
            shared.append(one)
        return tuple(shared)


def _words(message: Json) -> str:
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "\n\n".join(part["text"] for part in content)
