"""What became of closing everything: each close, and what was not closed."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, TextBlock
from core.views.badge import badged
from core.views.order_view import order_view
from core.views.words import say


def flatten_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """The fills as cards; refusals, doubts and problems as lines."""
    blocks: list[Block] = []
    for each in data["closes"]:
        if each["outcome"] == "done":
            blocks.extend(order_view(each["order"], lang))
            continue
        text = say(
            lang, f"flatten_{each['outcome']}", symbol=each["symbol"], account=each["account"]
        )
        blocks.append(TextBlock(text=badged(text, each, lang)))
    if data["problems"]:
        lines = [say(lang, "flatten_left"), *data["problems"]]
        blocks.append(TextBlock(text="\n".join(lines)))
    return tuple(blocks)
