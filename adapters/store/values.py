"""Values as every store keeps them, so that a row means the same in memory, SQLite and PostgreSQL.

A value of the wrong type (TypeError) or outside what a column holds (ValueError) is refused where
it is written, not where it is read.
"""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Context, Decimal, Inexact

import pydantic_core

from core.domain.money import plain

MOST_INTEGER = 2**63 - 1
_EXACT = Context(prec=1000, traps=[Inexact])
from_json = pydantic_core.from_json
"""What was written as JSON: several times faster than the standard library's reader."""
_write_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def text(value: object) -> str:
    """The text; what no SQL text can hold (NUL, half a surrogate pair) becomes U+FFFD."""
    if not isinstance(value, str):
        raise TypeError(f"not a text: {value!r}")
    if "\0" in value:
        value = value.replace("\0", "\ufffd")
    return value if value.isascii() or _is_unicode(value) else _without_surrogates(value)


def integer(value: object) -> int:
    """The integer, if 64 bits hold it."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"not an integer: {value!r}")
    if not -MOST_INTEGER <= value <= MOST_INTEGER:
        raise ValueError(f"more than 64 bits: {value!r}")
    return value


def boolean(value: object) -> bool:
    """The truth value."""
    if not isinstance(value, bool):
        raise TypeError(f"not a boolean: {value!r}")
    return value


def decimal_text(value: object) -> str:
    """The exact finite decimal in one spelling each: equal decimals are equal texts."""
    if not isinstance(value, Decimal) or not value.is_finite():
        raise ValueError(f"not a finite decimal: {value!r}")
    return plain(value)


def exact_sum(amounts: Iterable[Decimal]) -> Decimal:
    """The sum without any rounding; decimal.Inexact should a thousand digits not hold it."""
    total = Decimal(0)
    add = _EXACT.add
    for amount in amounts:
        total = add(total, amount)
    return total


def time(value: object) -> datetime:
    """The aware time in UTC, to the microsecond."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise ValueError(f"not an aware time: {value!r}")
    return value if value.tzinfo is UTC else value.astimezone(UTC)


def json_text(value: object) -> str:
    """The value as JSON text; TypeError or ValueError for what JSON has not (a Decimal, a NaN)."""
    return text(_write_json(value))


def _is_unicode(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _without_surrogates(value: str) -> str:
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
