"""Amounts as people write them: a closed grammar that refuses what could be misread.

`50 usdt`, `$50`, `100u`, `1.5k`, `0.001 btc`, `50%`, `half`, `两万`, `1.5万`, `一半`, `全部`.
A separator (`1,234`) is never interpreted: what it could mean is offered instead.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from core.domain.amount_words import (
    COUNTERS,
    DOLLAR_WORDS,
    DOLLARS,
    FOREIGN,
    PERCENT_WORDS,
    SCALES,
    SHARES,
    TENTH,
    VAGUE,
    half_width,
)
from core.domain.coin_names import NAMES
from core.domain.money import plain
from core.domain.numerals import NUMERALS, chinese_number
from core.domain.symbols import is_name_of
from core.errors import PersonError

Unit = Literal["base", "quote", "percent_of_free", "percent_of_position"]

DIGITS = r"(?:[0-9](?:[0-9.,'_]*[0-9])?(?: [0-9]{3}(?![0-9]))*(?:e[-+]?[0-9]+)?|\.[0-9]+)"
"""What is written with digits, readable or not."""
SCALE = r"[kmw](?=u|[^a-z]|$)|\s*(?:thousand|million)\b|\s*(?:百万|千万|[百千万亿])"
SIGN = r"[-−–]|负"

_LONGEST = 60
_SHOWN = 30
_MOST = Decimal(10) ** 12
_MOST_DIGITS = 24
"""Kept below the precision of a Decimal, so that no digit is ever rounded away."""
_AMOUNT = re.compile(
    rf"(?P<sign>{SIGN})?\s*(?P<dollar>(?:us)?\$)?\s*(?P<hundredths>百分之)?"
    rf"(?P<number>{DIGITS}|[{NUMERALS}]+|半(?=[个枚颗]))(?P<scale>{SCALE})?\s*(?P<unit>\S.*)?",
    re.IGNORECASE | re.DOTALL,
)
_PLAIN = re.compile(r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|\.[0-9]+")
_ENGLISH = re.compile(r"[1-9][0-9]{0,2}(?:([,'_ ])[0-9]{3})(?:\1[0-9]{3})*(?:\.[0-9]+)?")
_CONTINENTAL = re.compile(
    r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+|[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}"
)
_COMMA = re.compile(r"[0-9]+,[0-9]+")
_LEADING_ZEROS = re.compile(r"0[0-9]+(?:\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Amount:
    """A positive amount: of the coin, of its quote currency, or in percent of what there is."""

    value: Decimal
    unit: Unit

    def label(self, base: str, quote: str) -> str:
        """The amount as a button says it, in words that parse_amount reads back."""
        return _label(self.value, self.unit, base, quote)

    def argument(self) -> dict[str, str]:
        """The amount as a tool takes it."""
        return {"value": plain(self.value), "unit": self.unit}


class AmountRefused(PersonError):
    """Not one certain amount; `choices` hold what it could have meant, as (label, value)."""


@dataclass(frozen=True, slots=True)
class _Terms:
    """What the amount is of, and the text as it can be quoted back."""

    shown: str
    base: str
    quote: str
    share: Unit

    def refused(self, key: str, *choices: tuple[Decimal, Unit | None]) -> AmountRefused:
        labels = [_label(value, unit, self.base, self.quote) for value, unit in choices]
        return AmountRefused(
            key,
            choices=tuple((label, label) for label in labels),
            text=self.shown,
            quote=self.quote,
            base=self.base or "BTC",
        )


def parse_amount(
    text: str,
    *,
    base: str = "",
    quote: str = "USDT",
    closing: bool = False,
    bare: Unit | None = None,
) -> Amount:
    """The amount that `text`, nothing but an amount, states. AmountRefused for anything else.

    `base` is the coin that may be named as the unit (empty: any known one). Percentages are of the
    position where `closing`, else of the free balance. A number without a unit has the unit `bare`;
    without that it is refused, with both units offered.
    """
    words = " ".join(half_width(text).split()).rstrip(" .。!！,，;；").casefold()
    share: Unit = "percent_of_position" if closing else "percent_of_free"
    terms = _Terms(words[:_SHOWN], base, quote, share)
    if words in SHARES:
        return Amount(SHARES[words], share)
    if words in VAGUE:
        raise terms.refused("amount_vague")
    if FOREIGN.search(words):
        raise terms.refused("amount_currency")
    hit = _AMOUNT.fullmatch(words) if len(words) <= _LONGEST else None
    if hit is None:
        raise terms.refused("amount_unclear")
    if hit["sign"]:
        raise terms.refused("amount_negative")
    unit = _unit(hit, terms) or bare
    values = _values(hit, terms)
    if unit is None and _is_plain(hit["number"]):
        both: tuple[Unit, ...] = ("quote", "base") if base else ("quote",)
        raise terms.refused("amount_unit", *((values[0], one) for one in both))
    if unit is None or not _is_plain(hit["number"]):
        raise terms.refused("amount_separator", *((value, unit) for value in values))
    return Amount(values[0], unit)


def _is_plain(number: str) -> bool:
    """Whether the number is written as it should be: digits and a point, or numerals."""
    return not number.isascii() or bool(_PLAIN.fullmatch(number))


def _unit(hit: re.Match[str], terms: _Terms) -> Unit | None:
    """The unit that is said; None where there is none."""
    unit, dollar = hit["unit"] or "", bool(hit["dollar"])
    in_quote = unit == terms.quote.casefold()
    if terms.quote in DOLLARS:
        in_quote = in_quote or unit in DOLLAR_WORDS or (dollar and not unit)
        dollar = False
    if hit["hundredths"] or unit in (*PERCENT_WORDS, TENTH):
        if hit["dollar"] or (hit["hundredths"] and unit):
            raise terms.refused("amount_unclear")
        return terms.share
    if dollar or (hit["dollar"] and not in_quote):
        raise terms.refused("amount_unclear")
    if in_quote:
        return "quote"
    if unit and not _names_base(unit, terms.base):
        raise terms.refused("amount_unclear")
    return "base" if unit else None


def _names_base(unit: str, base: str) -> bool:
    counter = next((word for word in COUNTERS if unit.startswith(word)), "")
    name = unit.removeprefix(counter).removeprefix("币").strip()
    if not name:
        return bool(counter)
    return any(is_name_of(name, one) for one in ([base] if base else NAMES))


def _values(hit: re.Match[str], terms: _Terms) -> tuple[Decimal, ...]:
    """Every value that the number can have, at least one."""
    number = hit["number"]
    if re.search("[0-9]e", number):
        raise terms.refused("amount_exponent")
    power = SCALES[hit["scale"].strip()] if hit["scale"] else 0
    if hit["unit"] == TENTH:
        power += 1
    values = tuple(value.scaleb(power) for value in _readings(number))
    if not values:
        raise terms.refused("amount_unclear")
    if not any(values):
        raise terms.refused("amount_zero")
    in_percent = hit["hundredths"] or hit["unit"] in (*PERCENT_WORDS, TENTH)
    possible = tuple(value for value in values if value <= (100 if in_percent else _MOST))
    if not possible:
        raise terms.refused("amount_percent" if in_percent else "amount_range")
    return possible


def _readings(number: str) -> tuple[Decimal, ...]:
    """What the digits or numerals can mean; one value does not make them well written."""
    if len(number) > _MOST_DIGITS:
        return ()
    if number == "半":
        return (Decimal("0.5"),)
    if not number.isascii():
        value = chinese_number(number)
        return () if value is None else (value,)
    if _PLAIN.fullmatch(number) or _LEADING_ZEROS.fullmatch(number):
        return (Decimal(number),)
    readings = []
    if _ENGLISH.fullmatch(number):
        readings.append(re.sub("[,'_ ]", "", number))
    if _CONTINENTAL.fullmatch(number):
        readings.append(number.replace(".", "").replace(",", "."))
    elif _COMMA.fullmatch(number):
        readings.append(number.replace(",", "."))
    return tuple(Decimal(reading) for reading in readings)


def _label(value: Decimal, unit: Unit | None, base: str, quote: str) -> str:
    match unit:
        case "base" | "quote":
            return f"{plain(value)} {base if unit == 'base' else quote}".strip()
        case None:
            return plain(value)
        case _:
            return f"{plain(value)}%"
