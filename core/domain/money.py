"""Exact money: Decimal from strings, booked to eight decimals."""

from collections.abc import Iterable
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_UP, Decimal, InvalidOperation

CASH = Decimal("0.00000001")
ZERO = Decimal(0)


def decimal(text: str) -> Decimal:
    """The finite decimal that `text` spells out; ValueError for anything else (NaN, '1,5')."""
    try:
        value = Decimal(text)
    except InvalidOperation as error:
        raise ValueError(f"not a decimal number: {text!r}") from error
    if not value.is_finite():
        raise ValueError(f"not a finite number: {text!r}")
    return value


def book_pnl(amount: Decimal) -> Decimal:
    """A cash movement as it is booked: half-even at 1e-8."""
    return amount.quantize(CASH, rounding=ROUND_HALF_EVEN)


def book_fee(amount: Decimal) -> Decimal:
    """A fee as it is booked: rounded up at 1e-8, never in the payer's favour."""
    return amount.quantize(CASH, rounding=ROUND_UP)


def derived_price(price: Decimal) -> Decimal:
    """A price that was computed, as it is shown: eight decimals, or eight digits of a tiny one."""
    places = min(CASH.adjusted(), price.adjusted() - 7)
    return price.quantize(Decimal(1).scaleb(places), rounding=ROUND_HALF_EVEN)


def floor_to_step(quantity: Decimal, step: Decimal) -> Decimal:
    """The largest multiple of `step` not above `quantity` (which is not negative)."""
    return (quantity / step).to_integral_value(rounding=ROUND_DOWN) * step


def plain(value: Decimal) -> str:
    """`value` in plain digits, no exponent, no trailing zeros: how decimals leave the program."""
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def total(amounts: Iterable[Decimal | None]) -> Decimal | None:
    """The sum; None (unknown) as soon as one of them is."""
    found = list(amounts)
    known = [one for one in found if one is not None]
    return sum(known, ZERO) if len(known) == len(found) else None
