"""The audit as lines: when, who, from where, and what."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, TextBlock
from core.views.money_text import moment_text
from core.views.pages import page_notes
from core.views.words import WORDS, say


def audit_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """A page of entries under its title."""
    if not data["entries"]:
        return (TextBlock(text=say(lang, "audit_none")),)
    lines = [_line(one, data["zone"], lang) for one in data["entries"]]
    title = say(lang, "audit_title", count=data["count"])
    return (TextBlock(text="\n".join([title, *lines, *page_notes(data, lang)])),)


def _line(one: Mapping[str, Any], zone: str, lang: Lang) -> str:
    key = f"audit.{one['event']}"
    what = say(lang, key) if key in WORDS else str(one["event"])
    parts = [moment_text(one["at"], zone), one["who"] or say(lang, "audit_stranger")]
    if one["platform"]:
        parts.append(say(lang, f"platform_name.{one['platform']}"))
    parts.append(what)
    more = [str(text) for text in (one["tool"], one["about"], one["reason"]) if text]
    return "• " + " · ".join(parts) + (f": {', '.join(more)}" if more else "")
