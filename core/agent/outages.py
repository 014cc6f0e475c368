"""A model's service that just failed is not waited for again by what can be answered without it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from core.errors import ModelError

REST_S = 30.0
LONGEST_REST_S = 300.0
_OF_SERVICE = frozenset(
    {
        "rate_limited",
        "key_refused",
        "out_of_credit",
        "not_permitted",
        "timeout",
        "overloaded",
        "unreachable",
    }
)
"""Failures that the next call would most likely meet again."""


@dataclass(slots=True)
class Outages:
    """By provider: how it failed last, and until when that is taken for its state."""

    _failed: dict[str, tuple[datetime, ModelError]] = field(default_factory=dict)

    def now(self, provider: str, now: datetime) -> ModelError | None:
        """The failure that still stands; None: worth asking."""
        until, error = self._failed.get(provider, (now, None))
        return error if until > now else None

    def failed(self, provider: str, error: ModelError, now: datetime) -> None:
        """Take note of a failure; where the service said how long to wait, that long."""
        if error.kind in _OF_SERVICE:
            rest = min(error.retry_after_s or REST_S, LONGEST_REST_S)
            self._failed[provider] = (now + timedelta(seconds=rest), error)

    def answered(self, provider: str) -> None:
        """The service is back."""
        self._failed.pop(provider, None)
