"""Which part of a long list is shown."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.views.words import say


def page_notes(data: Mapping[str, Any], lang: Lang) -> list[str]:
    """Which page of a list this is, in a line; nothing where the whole list is shown."""
    if data["pages"] == 1:
        return []
    return [say(lang, "list_page", page=data["page"], pages=data["pages"])]
