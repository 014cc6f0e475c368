"""What the real API takes and refuses by model, as its documentation had it in October 2026.

A name that is not here, such as that of another vendor's server, is taken to allow everything.
"""

import re
from dataclasses import dataclass, replace

SNAPSHOT = re.compile(r"-\d{8}$")


@dataclass(frozen=True, kw_only=True)
class Traits:
    forced_tools: bool = True
    """Whether tool_choice "any" and "tool" are taken."""
    prefill: bool = True
    """Whether the conversation may end with the beginning of the answer."""
    thinking: frozenset[str] = frozenset({"enabled", "disabled", "adaptive", "between_tools"})
    effort: bool = True
    high_at_most_without_thinking: bool = False
    """Whether turning thinking off, or down to "between_tools", limits the effort."""
    system_turns: bool = True
    """Whether a message may have the role "system"."""
    max_output: int | None = None
    min_cacheable: int = 1024
    """The shortest prefix, in tokens, that the prompt cache keeps."""


_4_5 = Traits(
    thinking=frozenset({"enabled", "disabled"}),
    effort=False,
    system_turns=False,
    max_output=64_000,
)
_4_6 = Traits(
    prefill=False,
    thinking=frozenset({"enabled", "disabled", "adaptive"}),
    system_turns=False,
    max_output=128_000,
)
_4_7 = replace(_4_6, thinking=frozenset({"disabled", "adaptive"}), min_cacheable=2048)
_4_8 = replace(_4_7, system_turns=True, min_cacheable=1024)
_5 = replace(_4_8, high_at_most_without_thinking=True, min_cacheable=512)
_ALWAYS_THINKS = replace(_5, thinking=frozenset({"adaptive"}))
_UNFORCED = replace(_ALWAYS_THINKS, forced_tools=False)

KNOWN = {
    "claude-haiku-4-5": replace(_4_5, min_cacheable=4096),
    "claude-sonnet-4-5": _4_5,
    "claude-opus-4-5": replace(_4_5, effort=True, min_cacheable=4096),
    "claude-sonnet-4-6": _4_6,
    "claude-opus-4-6": replace(_4_6, min_cacheable=4096),
    "claude-opus-4-7": _4_7,
    "claude-opus-4-8": _4_8,
    "claude-sonnet-5": replace(_4_8, system_turns=False),
    "claude-opus-5": _5,
    "claude-haiku-5-5": _5,
    "claude-fable-5": _ALWAYS_THINKS,
    "claude-mythos-5": _ALWAYS_THINKS,
    "claude-mythos-preview": replace(_4_7, thinking=frozenset({"adaptive", "enabled"})),
    "claude-sonnet-5-5": replace(_UNFORCED, thinking=frozenset({"adaptive", "between_tools"})),
    "claude-opus-5-5": _UNFORCED,
    "claude-fable-5-1": _UNFORCED,
    "claude-mythos-5-1": _UNFORCED,
    "claude-fable-5-2": _UNFORCED,
    "claude-mythos-5-2": _UNFORCED,
}


def traits(model: str) -> Traits:
    return KNOWN.get(SNAPSHOT.sub("", model), Traits())
