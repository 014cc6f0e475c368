"""What the models take and cost, by name.

An unknown name, such as one of another vendor's server, is sent nothing special and has no price.
"""

import re
from typing import Literal

from adapters.llm import prices
from adapters.llm.prices import Usage, price

Thinking = Literal["disabled", "between_tools", "adaptive"]

_FAMILY = re.compile(r"claude-[a-z]+-\d+(?:[-.]\d{1,2})?(?!\d)")

# platform.claude.com/docs, "Thinking" and each model's "What's new", as of October 2026. Until 4.8
# thinking is off unless asked for, so those need no entry. "adaptive" is for what cannot be told
# to stop: there a low effort is what the migration guides put in its place.
LEAST_THINKING: dict[str, Thinking] = {
    "claude-haiku-5-5": "disabled",
    "claude-sonnet-5": "disabled",
    "claude-opus-5": "disabled",
    "claude-sonnet-5-5": "between_tools",
    "claude-opus-5-5": "adaptive",
    "claude-fable-5": "adaptive",
    "claude-fable-5-1": "adaptive",
    "claude-fable-5-2": "adaptive",
    "claude-mythos-5": "adaptive",
    "claude-mythos-5-1": "adaptive",
    "claude-mythos-5-2": "adaptive",
}
# The same pages: 4.6 brought adaptive thinking. What came before thinks by a fixed budget only,
# which forced tools exclude.
_ADAPTIVE_BEFORE_5 = frozenset(
    {"claude-opus-4-6", "claude-sonnet-4-6", "claude-opus-4-7", "claude-opus-4-8"}
)
# The same pages, "Forced tool use is not supported".
_UNFORCED = frozenset(
    {
        "claude-sonnet-5-5",
        "claude-opus-5-5",
        "claude-fable-5-1",
        "claude-fable-5-2",
        "claude-mythos-5-1",
        "claude-mythos-5-2",
    }
)


_FABLE_5 = price("10", "12.50", "1", "50")
_FABLE_5_1 = price("10", "12.50", "0.25", "50")
_OPUS = price("5", "6.25", "0.50", "25")
_SONNET_4 = price("3", "3.75", "0.30", "15")

# platform.claude.com/docs/en/about-claude/pricing, as of 2026-10-24; Fable 5.2 as of 2026-11-10.
_PRICES = {
    "claude-fable-5-2": price("8", "10", "0.20", "40"),
    "claude-fable-5-1": _FABLE_5_1,
    "claude-mythos-5-1": _FABLE_5_1,
    "claude-fable-5": _FABLE_5,
    "claude-mythos-5": _FABLE_5,
    "claude-opus-5-5": price("4", "5", "0.20", "20"),
    "claude-opus-5": _OPUS,
    "claude-opus-4-8": _OPUS,
    "claude-opus-4-7": _OPUS,
    "claude-opus-4-6": _OPUS,
    "claude-opus-4-5": _OPUS,
    "claude-sonnet-5-5": price("2", "2.50", "0.10", "10"),
    "claude-sonnet-5": price("2", "2.50", "0.20", "10"),
    "claude-sonnet-4-6": _SONNET_4,
    "claude-sonnet-4-5": _SONNET_4,
    "claude-haiku-5-5": price("0.10", "0.125", "0.01", "0.50", longest_prompt=100_000),
    "claude-haiku-4-5": price("1", "1.25", "0.10", "5"),
}


def family(model: str) -> str:
    """The name that the tables use, without snapshot date, gateway's prefix or version suffix."""
    found = _FAMILY.search(model)
    return found.group().replace(".", "-") if found else model


def thinking(model: str, *, wanted: bool) -> Thinking | None:
    """What to ask of the model; None where nothing need be said, or nothing is known."""
    name = family(model)
    if not wanted:
        return LEAST_THINKING.get(name)
    return "adaptive" if name in LEAST_THINKING or name in _ADAPTIVE_BEFORE_5 else None


def takes_forced_tools(model: str) -> bool:
    """Whether a tool may be forced, as far as is known: who refuses says so."""
    return family(model) not in _UNFORCED


def cost(model: str, usage: Usage) -> str | None:
    """The price of a call in USD; None when it is not known."""
    return prices.cost(_PRICES.get(family(model)), usage)
