"""Failures as sentences."""

from datetime import datetime

from core.domain.conversation import Lang
from core.errors import ModelErrorKind, PersonError, VenueError
from core.views.money_text import day_text
from core.views.words import say


def error_text(error: PersonError, lang: Lang) -> str:
    """What the person must know to correct it."""
    return say(lang, error.key, **error.params)


def unreadable_text(error: VenueError, at: datetime, lang: Lang) -> str:
    """That a venue could not be read at this time, and when it last could, where that is known."""
    if error.last_good is None:
        return say(lang, "venue.unreadable", at=f"{at:%H:%M:%S}")
    last = day_text(error.last_good)
    return say(lang, "venue.unreadable_since", at=f"{at:%H:%M:%S}", last=last)


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
