"""What the models take and cost, by vendor and name.

An unknown name, such as that of a model on one's own machine, is sent nothing special and has no
price. What is wrong here is no more than a refused request: see manners.
"""

import re
from dataclasses import dataclass, field
from typing import Any, Literal

from adapters.llm import prices
from adapters.llm.prices import Usage, price

Vendor = Literal["openai", "switch", "dashscope", "qwen", "other"]

_SNAPSHOT = re.compile(r"-\d{4}-\d{2}-\d{2}$")
_GPT = re.compile(r"gpt-(\d+)(?:\.(\d+))?")
# developers.openai.com/docs/models, each model's page, as of November 2026: these refuse "none".
_LOW_AT_LEAST = frozenset({"gpt-6.1-sol", "gpt-6.2-sol", "gpt-6.2-astra"})
_REASONING = ("o1", "o3", "o4", "gpt-oss")
_NO_EFFORT = ("-chat", "-pro", "-audio", "-search")
# Models that think whatever they are told.
_ONLY_THINKS = re.compile(r"thinking|reasoner|qwq|\br1\b")

_SOL = price("2", "2.50", "0.10", "10", longest_prompt=272_000)

# developers.openai.com/docs/models, each model's page, as of 2026-11-18: standard tier, cache
# writes kept for 30 minutes. The other vendors' prices depend on the hour, the region or the day.
_PRICES = {
    "gpt-6.2-sol": _SOL,
    "gpt-6.1-sol": _SOL,
    "gpt-6.1-terra": price("1", "1.25", "0.05", "5", longest_prompt=272_000),
    "gpt-6-astra": price("10", "12.50", "1", "50", longest_prompt=272_000),
    "gpt-6-sol": price("2", "2.50", "0.20", "10", longest_prompt=272_000),
    "gpt-6-luna": price("0.10", "0.125", "0.01", "0.50", longest_prompt=272_000),
}


@dataclass(frozen=True, slots=True)
class Thinking:
    """What is said to the model about thinking, and whether room is needed for it."""

    fields: dict[str, Any] = field(default_factory=dict)
    thinks: bool = False


def family(model: str) -> str:
    """The name that the tables use, without snapshot date and gateway's prefix."""
    return _SNAPSHOT.sub("", model.rpartition("/")[2].lower())


def vendor(model: str, host: str) -> Vendor:
    """Whose way of turning thinking on and off holds for this model on this host.

    `switch` is {"thinking": {"type": …}}: DeepSeek, Kimi and GLM share it.
    """
    name = family(model)
    if host.endswith(".aliyuncs.com"):
        return "dashscope"
    if name.startswith(("deepseek", "kimi", "glm")):
        return "switch"
    if name.startswith(("qwen", "qwq")):
        return "qwen"
    if name.startswith(("gpt-", *_REASONING)):
        return "openai"
    return "other"


def thinking(model: str, of: Vendor, *, wanted: bool, tools: bool) -> Thinking:
    """What to send so that the model thinks when that is wanted, else as little as it can.

    `tools`: the request offers a tool.
    """
    if of == "openai":
        return _effort(family(model), wanted=wanted, tools=tools)
    if _ONLY_THINKS.search(family(model)):
        return Thinking(thinks=True)
    if of == "switch":
        return Thinking({"thinking": {"type": "enabled" if wanted else "disabled"}}, wanted)
    if of == "dashscope":
        return Thinking({"enable_thinking": wanted}, wanted)
    if of == "qwen":
        # Servers of one's own take it as a setting of the chat template.
        template = {"chat_template_kwargs": {"enable_thinking": wanted}}
        return Thinking({"enable_thinking": wanted, **template}, wanted)
    return Thinking()


def forces_while_thinking(of: Vendor) -> bool:
    """Whether a tool can be forced upon a model that thinks."""
    return of in ("openai", "other")


def cost(model: str, usage: Usage) -> str | None:
    """The price of a call in USD; None when it is not known."""
    return prices.cost(_PRICES.get(family(model)), usage)


def _effort(name: str, *, wanted: bool, tools: bool) -> Thinking:
    least = _least_effort(name)
    if least is None:
        return Thinking()
    # From gpt-5.4 on a tool and any other effort than "none" exclude each other here.
    effort = "medium" if wanted and not (tools and least == "none") else least
    return Thinking({"reasoning_effort": effort}, thinks=effort != "none")


def _least_effort(name: str) -> str | None:
    if name in _LOW_AT_LEAST or name.startswith(_REASONING):
        return "low"
    found = _GPT.match(name)
    if found is None or any(part in name for part in _NO_EFFORT):
        return None
    version = int(found[1]), int(found[2] or 0)
    if version < (5, 0):
        return None
    return "minimal" if version == (5, 0) else "none"
