"""Figures as people read them: grouped thousands, no exponent, no noise, and nothing lost to zero.

Every function takes a Decimal or its text; None is "unknown", never a number (I6).
"""

from datetime import datetime
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from zoneinfo import ZoneInfo

from core.domain.conversation import Lang

Figure = Decimal | str | None

UNKNOWN: dict[Lang, str] = {"en": "unknown", "zh": "未知"}
_ENOUGH_DIGITS = 5
"""Significant digits kept of an amount too small for its usual decimals."""
_PRICE_DIGITS = 6
_PRECISION = 60
"""More digits than any money here has, so that rounding is the only loss."""


def amount_text(value: Figure, lang: Lang = "en", *, sign: bool = False) -> str:
    """All digits of the value, thousands grouped: quantities, and figures that must match."""
    number = _number(value)
    return UNKNOWN[lang] if number is None else _grouped(number, sign=sign)


def cash_text(value: Figure, lang: Lang = "en", currency: str = "", *, sign: bool = False) -> str:
    """An amount of money to two decimals, or to five digits where two would say less."""
    number = _number(value)
    if number is None:
        return UNKNOWN[lang]
    text = _grouped(_rounded(number, 2, _ENOUGH_DIGITS), sign=sign, least=2)
    return f"{text} {currency}" if currency else text


def price_text(value: Figure, lang: Lang = "en", tick: Figure = None) -> str:
    """A price to the decimals of its tick; without one, to six digits and at least two decimals."""
    number, step = _number(value), _number(tick)
    if number is None:
        return UNKNOWN[lang]
    if step is None:
        return _grouped(_rounded(number, 2, _PRICE_DIGITS))
    return _grouped(_rounded(number, max(0, -_exponent(step)), _ENOUGH_DIGITS))


def percent_text(fraction: Figure, lang: Lang = "en", *, sign: bool = True, places: int = 2) -> str:
    """A fraction as a percentage with two decimals or `places`: 0.0125 is +1.25%."""
    number = _number(fraction)
    if number is None:
        return UNKNOWN[lang]
    return f"{_grouped(_rounded(number * 100, places, 2), sign=sign, least=2)}%"


def clock_text(value: datetime | str | None, lang: Lang) -> str:
    """A time of day in UTC, to the second: 09:30:05 UTC."""
    if value is None:
        return UNKNOWN[lang]
    return f"{_time(value):%H:%M:%S} UTC"


def minute_text(value: datetime | str) -> str:
    """A time of day in UTC, to the minute: 09:35 UTC."""
    return f"{_time(value):%H:%M} UTC"


def day_text(value: datetime | str) -> str:
    """A date and time of day in UTC: 2026-03-02 09:30 UTC."""
    return f"{_time(value):%Y-%m-%d %H:%M} UTC"


def moment_text(value: datetime | str | None, zone: str, lang: Lang = "en") -> str:
    """A date and time of day in a zone, with how far that is from UTC: 2026-03-02 15:00 +05:30."""
    if value is None:
        return UNKNOWN[lang]
    if zone == "UTC":
        return day_text(value)
    local = _time(value).astimezone(ZoneInfo(zone))
    offset = f"{local:%z}"
    return f"{local:%Y-%m-%d %H:%M} {offset[:3]}:{offset[3:5]}"


def seconds_between(earlier: datetime | str, later: datetime | str) -> int:
    """Whole seconds from one to the other, never below zero."""
    return max(0, int((_time(later) - _time(earlier)).total_seconds()))


def _time(value: datetime | str) -> datetime:
    return value if isinstance(value, datetime) else datetime.fromisoformat(value)


def _number(value: Figure) -> Decimal | None:
    return Decimal(value) if isinstance(value, str) else value


def _exponent(value: Decimal) -> int:
    """The power of ten of the last digit that is not zero: -1 for 0.1 and for 0.10."""
    exponent = value.normalize().as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _rounded(number: Decimal, places: int, digits: int) -> Decimal:
    """Half-even to `places` decimals, or further where fewer than `digits` digits would be left."""
    if number:
        places = max(places, min(digits, _width(number)) - 1 - number.adjusted())
    with localcontext(prec=_PRECISION):
        return number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)


def _width(number: Decimal) -> int:
    return len(number.normalize().as_tuple().digits)


def _grouped(number: Decimal, *, sign: bool = False, least: int = 0) -> str:
    """Plain digits with commas; trailing zeros beyond `least` decimals go, and none is added.

    With `least`, an amount that has any decimals has that many: 9,999.5 is 9,999.50, 50 stays 50.
    """
    text = format(number, "+,f" if sign and number else ",f")
    whole, _, decimals = text.partition(".")
    decimals = decimals.rstrip("0")
    if decimals:
        return f"{whole}.{decimals.ljust(least, '0')}"
    return "0" if whole == "-0" else whole
