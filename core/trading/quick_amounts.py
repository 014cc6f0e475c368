"""Amounts to press: a person's own, kept as the preference quick_amounts, else the usual ones."""

from decimal import Decimal

from core.domain.amounts import Amount, parse_amount
from core.domain.conversation import Lang
from core.domain.market import Instrument
from core.domain.quick_amounts import USUAL, quick_amounts
from core.views.words import say

_SALES = (Decimal(25), Decimal(50), Decimal(100))


def offered(
    kept: str, instrument: Instrument, price: Decimal, lang: Lang, *, closing: bool
) -> tuple[tuple[str, str], ...]:
    """Amounts as (label, words that state it), those below the market's minimum left out.

    `kept` is the preference's value, empty for none. A part of what is held is offered first where
    something is sold or closed.
    """
    words = quick_amounts(kept) if kept else USUAL
    found = [parse_amount(one, closing=closing) for one in words]
    if closing:
        shares = [Amount(one, "percent_of_position") for one in _SALES]
        found = [*shares, *(one for one in found if one not in shares)]
    enough = [one for one in found if _is_enough(one, instrument, price)]
    if not any(one.unit == "quote" for one in enough) and not closing:
        enough.insert(0, Amount(instrument.min_notional, "quote"))
    return tuple((_label(one, instrument, lang), _said(one, instrument)) for one in enough)


def _is_enough(amount: Amount, instrument: Instrument, price: Decimal) -> bool:
    if amount.unit == "quote":
        return amount.value >= instrument.min_notional
    if amount.unit == "base":
        return amount.value * price >= instrument.min_notional
    return True


def _label(amount: Amount, instrument: Instrument, lang: Lang) -> str:
    named = {Decimal(100): "amount_all", Decimal(50): "amount_half"}
    if amount.unit in ("base", "quote") or amount.value not in named:
        return _said(amount, instrument)
    return say(lang, named[amount.value])


def _said(amount: Amount, instrument: Instrument) -> str:
    return amount.label(instrument.base, instrument.quote)
