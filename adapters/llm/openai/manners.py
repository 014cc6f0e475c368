"""What a server turns out to refuse, so that it is asked for it only once.

Servers that speak chat completions differ in what they take. Nothing tells beforehand: each
refusal takes one thing away, and the same request goes out again without it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

Tools = Literal["forced", "auto", "text"]
"""How a call is asked for: forced, left to the model, or as JSON in its text."""

# What every request has: a server that refuses one of them speaks something else.
_ALWAYS = frozenset({"model", "messages", "stream", "tools", "tool_choice"})
_STATUSES = frozenset({400, 404, 422, 501})
_CHOICE = re.compile(r"\btool[_ ]choice\b")
_TOOLS = re.compile(r"\b(?:tools?|function calling|function tools)\b")
_TOO_LONG = re.compile(r"context[_ ](?:length|window)")


@dataclass(slots=True)
class Manners:
    """Learns from refusals. Calls that run at once may learn the same thing twice."""

    tools: Tools = "forced"
    refused: set[str] = field(default_factory=set)
    """Names of parameters that may be left out."""

    def learn(self, status: int, said: str, *, sent: Iterable[str], tools: Tools | None) -> bool:
        """Whether this refusal names something that can be done without.

        `said` is all that the server says of it, `sent` the names of the parameters it was sent,
        and `tools` how a call was asked for; None: there was no tool.
        """
        words = said.lower()
        if status not in _STATUSES or _TOO_LONG.search(words):
            return False
        if tools == "forced" and _CHOICE.search(words):
            self.tools = "auto" if self.tools == "forced" else self.tools
            return True
        if tools in ("forced", "auto") and (_CHOICE.search(words) or _TOOLS.search(words)):
            self.tools = "text"
            return True
        named = {
            name for name in set(sent) - _ALWAYS if re.search(rf"\b{re.escape(name)}\b", words)
        }
        self.refused |= named
        return bool(named)
