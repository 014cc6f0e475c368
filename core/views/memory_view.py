"""What is remembered about a person, as blocks."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, TableBlock, TextBlock
from core.views.money_text import clock_text
from core.views.pages import page_notes
from core.views.preference_view import preference_change_view
from core.views.words import say


def memories_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """Every memory, numbered, with where it is from."""
    memories = data["memories"]
    if not memories:
        return (TextBlock(text=say(lang, "memories_none")),)
    heads = ("memory", "memory_value", "memory_from")
    return (
        TableBlock(
            title=say(lang, "memories_title", count=data["count"]),
            columns=tuple(say(lang, head) for head in heads),
            rows=tuple(
                _row(number, one, lang) for number, one in enumerate(memories, data["first"])
            ),
            note="\n".join([*page_notes(data, lang), say(lang, "memories_note")]),
        ),
    )


def _row(number: int, one: Mapping[str, Any], lang: Lang) -> tuple[str, str, str]:
    said = say(lang, f"memory_source_{one['source']}", time=clock_text(one["at"], lang))
    if one["kind"] == "preference":
        return (f"{number}. {say(lang, 'pref_' + one['key'])}", one["value"], said)
    rule = say(lang, "memory_rule_text", condition=one["key"], rule=one["value"])
    sure = say(lang, "memory_confidence", confidence=one["confidence"])
    return (f"{number}. {say(lang, 'memory_rule')}", rule, f"{said}, {sure}")


def memory_saved_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """What is kept now, read back, with what it was."""
    if data["kind"] == "preference":
        return preference_change_view(data, lang)
    value, old = data["value"], data["old"]
    if old is None:
        key = "memory_rule_saved"
    else:
        key = "memory_rule_same" if old == value else "memory_rule_changed"
    return (TextBlock(text=say(lang, key, value=value, old=old)),)


def memory_forgotten_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """What is gone, read back."""
    if data["kind"] == "experience":
        return (TextBlock(text=say(lang, "memory_rule_forgotten", value=data["old"])),)
    name = say(lang, f"pref_{data['key']}")
    return (TextBlock(text=say(lang, "memory_forgotten", name=name, value=data["old"])),)
