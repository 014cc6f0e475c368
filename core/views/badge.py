"""PAPER, LIVE, SIMULATED: on everything about money (I7)."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import TextBlock
from core.views.words import say


def badge(data: Mapping[str, Any], lang: Lang) -> str:
    """What `mode` and `simulated` of a result say: `PAPER · SIMULATED`; empty without them."""
    parts = []
    if data.get("mode"):
        parts.append(say(lang, f"badge_{data['mode']}"))
    if data.get("simulated"):
        parts.append(say(lang, "badge_simulated"))
    return " · ".join(parts)


def badged(text: str, data: Mapping[str, Any], lang: Lang) -> str:
    """A title or line with its badge."""
    mark = badge(data, lang)
    return f"{text} · {mark}" if mark else text


def line(text: str, data: Mapping[str, Any], lang: Lang) -> TextBlock:
    """A sentence about money with its badge below it."""
    mark = badge(data, lang)
    return TextBlock(text=f"{text}\n{mark}" if mark else text)
