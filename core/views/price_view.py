"""Prices as blocks."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, CardBlock, TableBlock
from core.views.badge import badge, badged
from core.views.money_text import UNKNOWN, clock_text, percent_text, price_text
from core.views.source import source_text
from core.views.words import say

MOMENT_S = 5
"""A price is of this moment for so many seconds."""


def prices_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """One price as a card, several as a table; what could not be read is named, never a number."""
    prices = data["prices"]
    note = say(lang, "no_price_for", symbols=data["missing"]) if data["missing"] else ""
    if len(prices) == 1:
        return (_card(prices[0], data, note, lang),)
    return (
        TableBlock(
            title=badged(say(lang, "prices_title"), data, lang),
            columns=tuple(say(lang, head) for head in ("market", "price", "change_24h", "time")),
            rows=tuple(
                (
                    one["symbol"],
                    priced(one, "price", lang),
                    percent_text(one["change_24h"], lang),
                    when_text(one, lang),
                )
                for one in prices
            ),
            note=note,
        ),
    )


def _card(one: Mapping[str, Any], data: Mapping[str, Any], note: str, lang: Lang) -> CardBlock:
    spread = " / ".join(price_text(one[side], lang, one["tick"]) for side in ("bid", "ask"))
    source = say(
        lang, "price_source", source=source_text(one["source"], lang), time=when_text(one, lang)
    )
    return CardBlock(
        title=one["symbol"],
        badge=badge(data, lang),
        rows=(
            (say(lang, "price"), priced(one, "price", lang)),
            (say(lang, "bid_ask"), spread),
            (say(lang, "change_24h"), percent_text(one["change_24h"], lang)),
            (say(lang, "source"), source),
        ),
        note=note,
    )


def when_text(one: Mapping[str, Any], lang: Lang) -> str:
    """When a price was made; its age too where it is no longer of this moment."""
    at, age = clock_text(one["at"], lang), one.get("age_s")
    return at if age is None or age <= MOMENT_S else say(lang, "time_and_age", time=at, age=age)


def priced(one: Mapping[str, Any], name: str, lang: Lang) -> str:
    """A price with its currency."""
    text = price_text(one[name], lang, one["tick"])
    return text if text == UNKNOWN[lang] else f"{text} {one['currency']}"
