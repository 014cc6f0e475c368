"""What is kept for a person, as blocks."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, TableBlock, TextBlock
from core.views.words import say


def preferences_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """Every preference and note, numbered."""
    kept = data["preferences"]
    if not kept:
        return (TextBlock(text=say(lang, "no_preferences")),)
    return (
        TableBlock(
            title=say(lang, "preferences_title"),
            columns=(say(lang, "preference"), say(lang, "preference_value")),
            rows=tuple(
                (f"{number}. {say(lang, 'pref_' + one['key'])}", one["value"])
                for number, one in enumerate(kept, 1)
            ),
        ),
    )


def preference_change_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """The value read back, with the one before it."""
    name, value, old = say(lang, f"pref_{data['key']}"), data["value"], data["old"]
    if value is None:
        key = "preference_deleted"
    elif old is None:
        key = "preference_saved"
    else:
        key = "preference_same" if old == value else "preference_changed"
    return (TextBlock(text=say(lang, key, name=name, value=value, old=old)),)
