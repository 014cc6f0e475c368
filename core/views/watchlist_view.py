"""The watchlist as blocks."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, TableBlock, TextBlock
from core.views.badge import badged
from core.views.money_text import percent_text
from core.views.pages import page_notes
from core.views.price_view import priced, when_text
from core.views.source import source_text
from core.views.words import say


def watchlist_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """Every market, numbered in the order of the list; what could not be read is named."""
    items = data["watchlist"]
    if not items:
        return (TextBlock(text=say(lang, "watchlist_empty")),)
    unread = [one["symbol"] for one in items if one["listed"] and one["price"] is None]
    gone = [one["symbol"] for one in items if not one["listed"]]
    notes = page_notes(data, lang)
    if unread:
        notes.append(say(lang, "no_price_for", symbols=unread))
    if gone:
        notes.append(say(lang, "watch_not_listed", symbols=gone))
    notes.append(f"{say(lang, 'source')}: {source_text(data['source'], lang)}")
    return (
        TableBlock(
            title=badged(say(lang, "watchlist_title", count=data["count"]), data, lang),
            columns=tuple(say(lang, head) for head in ("market", "price", "change_24h", "time")),
            rows=tuple(
                (
                    f"{number}. {one['symbol']}",
                    priced(one, "price", lang),
                    percent_text(one["change_24h"], lang),
                    when_text(one, lang),
                )
                for number, one in enumerate(items, data["first"])
            ),
            note="\n".join(notes),
        ),
    )


def watch_change_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """The change read back."""
    return (TextBlock(text=say(lang, f"watch_{data['done']}", symbol=data["symbol"])),)
