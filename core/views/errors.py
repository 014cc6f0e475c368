"""Failures as sentences."""

from core.domain.conversation import Lang
from core.errors import ModelErrorKind, PersonError
from core.views.words import say


def error_text(error: PersonError, lang: Lang) -> str:
    """What the person must know to correct it."""
    return say(lang, error.key, **error.params)


_OF_SERVICE = frozenset(
    {
        "rate_limited",
        "key_refused",
        "not_permitted",
        "rejected",
        "out_of_credit",
        "timeout",
        "overloaded",
        "unreachable",
    }
)
"""Failures that are the service's, not the request's."""


def model_error_text(kind: ModelErrorKind, lang: Lang, own: str = "") -> str:
    """How the model's service failed, each kind in its own words.

    `own` names the person's own model that failed: they can put it right, or use the desk's.
    """
    if not own or kind not in _OF_SERVICE:
        return say(lang, f"model_{kind}")
    return say(lang, "own_model_failed", name=own, why=say(lang, f"own_model_{kind}"))
