"""The names of secrets as people know them."""

from core.domain.conversation import Lang
from core.views.words import WORDS, say


def field_text(field: str, lang: Lang) -> str:
    """A secret's name; a field that has no words of its own, as the venue calls it."""
    key = f"secret.field.{field}"
    return say(lang, key) if key in WORDS else field
