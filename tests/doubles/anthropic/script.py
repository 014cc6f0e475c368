"""The requests as they came."""

from dataclasses import dataclass
from functools import cached_property

from tests.doubles.llm import script

from .prompt import Prompt, blocks_of


@dataclass(eq=False)
class Request(script.Request):
    """A request for a message, or for a count of its tokens."""

    @property
    def tools(self) -> list[str]:
        return [tool["name"] for tool in self.body.get("tools", ()) if "name" in tool]

    @property
    def system(self) -> str:
        """The words of the system prompt, blocks joined by blank lines."""
        system = self.body.get("system", "")
        if isinstance(system, str):
            return system
        return "\n\n".join(block["text"] for block in system)

    @property
    def last_words(self) -> str:
        """The text of the last message."""
        blocks = blocks_of("", self.body["messages"][-1]["content"])
        return "\n\n".join(block["text"] for _, block in blocks if block["type"] == "text")

    @cached_property
    def prompt(self) -> Prompt:
        return Prompt(self.body)
