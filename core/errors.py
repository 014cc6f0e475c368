"""The error tree: every failure is named by who can put it right.

BellwetherError
├── PersonError          the person can: shown to them, in their language
│   ├── NotAllowed       ... but not this person, or not here
│   └── OrderDenied      our own rules or the venue's: certain, nothing was placed
├── ModelMistake         the model can: told to it once (one repair), then an honest failure
├── ModelError           nobody here: the model's service failed, `kind` says how
├── VenueError           nobody here: the venue could not be read
│   └── OutcomeUnknown   a write whose result is not known: look it up, never send it again
├── PictureError         nobody here: a picture could not be drawn; the words go without it
├── DeliveryRefused      nobody: this recipient will never get it (blocked, chat gone)
├── DeliveryPostponed    nobody: the platform said when to try again
├── Stale                another writer was first; read again
└── SetupError           whoever starts the program: one clear line, exit code 2
"""

from datetime import datetime
from typing import Literal

ModelErrorKind = Literal[
    "rate_limited",
    "key_refused",
    "out_of_credit",
    "timeout",
    "not_permitted",
    "rejected",
    "refused",
    "overloaded",
    "unreachable",
    "truncated",
    "malformed",
    "budget",
    "day_budget",
]


class BellwetherError(Exception):
    """Any failure that we raise on purpose."""


class PersonError(BellwetherError):
    """A mistake a person can correct: `key` names a text of core.views.words, `params` fill it.

    `choices` are (label, value) pairs offered as buttons: what would have worked, as whole
    requests; with `pending`, the name of what is missing, as values of it, which may be typed too.
    """

    def __init__(
        self,
        key: str,
        *,
        choices: tuple[tuple[str, str], ...] = (),
        pending: str = "",
        **params: object,
    ) -> None:
        super().__init__(key)
        self.key = key
        self.params = params
        self.choices = choices
        self.pending = pending


class NotAllowed(PersonError):
    """This person, role or place may not do this."""


class OrderDenied(PersonError):
    """An order refused before or by the venue, with certainty: nothing was placed."""


class ModelMistake(BellwetherError):
    """What the model returned is not acceptable; the text says what was expected."""


class ModelError(BellwetherError):
    """The model's service failed. `kind` is told to the person, `detail` is only logged."""

    def __init__(
        self, kind: ModelErrorKind, detail: str = "", *, retry_after_s: float | None = None
    ) -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind
        self.detail = detail
        self.retry_after_s = retry_after_s


class VenueError(BellwetherError):
    """A venue or market could not be read: what it would have said is unknown, never zero.

    `last_good` is when the same was last read, where that is known.
    """

    def __init__(self, text: str = "", *, last_good: datetime | None = None) -> None:
        super().__init__(text)
        self.last_good = last_good


class OutcomeUnknown(VenueError):
    """A write was sent and its result is not known. It is looked up by its own id, never resent."""


class PictureError(BellwetherError):
    """A picture could not be drawn, or not in time; what it would have shown is said in words."""


class DeliveryRefused(BellwetherError):
    """The platform refuses this recipient for good; the reason is kept, the recipient parked."""


class DeliveryPostponed(BellwetherError):
    """The platform asks to wait `wait_s` seconds before this recipient is tried again."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"try again in {wait_s} s")
        self.wait_s = wait_s


class Stale(BellwetherError):
    """The row moved on since it was read."""


class SetupError(BellwetherError):
    """A wrong setting or surrounding at start: one line with what was wrong and what to do."""
