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
_DRAWN = 64


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
        self._pool = b""

    def new(self) -> str:
        """A new id: 26 characters of lower-case base32, sorting by the time of making."""
        milliseconds = (self._clock.now() - _EPOCH) // timedelta(milliseconds=1)
        number = milliseconds << _RANDOM_BITS | self._random()
        if milliseconds <= self._last >> _RANDOM_BITS:
            number = self._last + 1
        self._last = number
        return base32(number)

    def _random(self) -> int:
        """80 random bits; drawn for many ids at once, since each draw lets other threads run."""
        if not self._pool:
            self._pool = secrets.token_bytes(_RANDOM_BITS // 8 * _DRAWN)
        drawn, self._pool = self._pool[: _RANDOM_BITS // 8], self._pool[_RANDOM_BITS // 8 :]
        return int.from_bytes(drawn, "big")

    def code(self, length: int) -> str:
        """An unguessable code of `length` base32 characters, to be typed by a person."""
        return "".join(secrets.choice(ALPHABET) for _ in range(length))

    def token(self) -> str:
        """An unguessable bearer token (256 bits, URL-safe)."""
        return secrets.token_urlsafe(32)
