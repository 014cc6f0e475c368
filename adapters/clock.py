"""The machine's time and randomness."""

import asyncio
import secrets
from datetime import UTC, datetime, timedelta

from core.ports import Clock

# Crockford's base32: no i, l, o or u, and in the order of ASCII, so that ids sort as numbers do.
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_PAIRS = [first + second for first in ALPHABET for second in ALPHABET]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RANDOM_BITS = 80


def base32(number: int) -> str:
    """The 26 characters of a number below 2**130."""
    pairs = [_PAIRS[number >> shift & 0x3FF] for shift in range(120, -1, -10)]
    return "".join(pairs)


class SystemClock:
    """The wall clock."""

    def now(self) -> datetime:
        """The present, aware, UTC."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Return after `seconds`."""
        await asyncio.sleep(seconds)


class SystemIds:
    """Ids as ULIDs are made: milliseconds, then 80 random bits; never below the one before.

    Ids of one process rise strictly, also within a millisecond and when the clock is set back.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> str:
        """A new id: 26 characters of lower-case base32, sorting by the time of making."""
        milliseconds = (self._clock.now() - _EPOCH) // timedelta(milliseconds=1)
        number = milliseconds << _RANDOM_BITS | secrets.randbits(_RANDOM_BITS)
        if milliseconds <= self._last >> _RANDOM_BITS:
            number = self._last + 1
        self._last = number
        return base32(number)

    def code(self, length: int) -> str:
        """An unguessable code of `length` base32 characters, to be typed by a person."""
        return "".join(secrets.choice(ALPHABET) for _ in range(length))

    def token(self) -> str:
        """An unguessable bearer token (256 bits, URL-safe)."""
        return secrets.token_urlsafe(32)
