"""Failures as sentences."""

from core.domain.conversation import Lang
from core.errors import ModelErrorKind, PersonError
from core.views.words import say


def error_text(error: PersonError, lang: Lang) -> str:
    """What the person must know to correct it."""
    return say(lang, error.key, **error.params)


def model_error_text(kind: ModelErrorKind, lang: Lang) -> str:
    """How the model's service failed, each kind in its own words."""
    return say(lang, f"model_{kind}")
