"""How much an order is for, and with which leverage; asked for where that is not certain."""

from decimal import Decimal

from adapters.llm.offline.reading import Ask, Request
from adapters.llm.offline.token import Token
from adapters.llm.offline.words import Word
from core.domain.amounts import Amount, AmountRefused, parse_amount
from core.domain.amounts_in_text import LEVERAGE
from core.domain.market import Instrument
from core.domain.money import plain
from core.domain.numerals import chinese_number
from core.domain.quick_amounts import USUAL
from core.views.errors import error_text

_PARTS = ("25%", "50%", "100%")


def order_amount(request: Request, instrument: Instrument, *, closing: bool) -> Amount | Ask:
    """The one amount that is stated; percentages are of what is held where `closing`."""
    said = request.of(Word.AMOUNT, Word.SHARE, Word.VAGUE)
    options = _PARTS if closing else _offered(request, instrument)
    if not said or (len(said) == 1 and said[0].word is Word.VAGUE):
        key = "offline_how_much_of" if closing else "offline_how_much"
        question = request.say(key, coin=instrument.base)
        least = request.say(
            "offline_minimum", minimum=instrument.min_notional, quote=instrument.quote
        )
        return Ask("amount", f"{question} {least}", options)
    if len(said) > 1:
        written = tuple(token.text for token in said if token.word is not Word.VAGUE)
        return Ask("amount", request.say("offline_one_amount"), written)
    base, quote = instrument.base, instrument.quote
    if _is_half_a_coin(request, said[0]):
        return Ask("amount", request.say("offline_half", coin=base), ("50%", f"0.5 {base}"))
    try:
        return parse_amount(said[0].text, base=base, quote=quote, closing=closing)
    except AmountRefused as refused:
        offered = tuple(label for label, _ in refused.choices)
        return Ask("amount", error_text(refused, request.context.lang), offered or options)


def leverage_of(text: str) -> int | None:
    """The whole number that a leverage is written with; None for a fraction or none."""
    hit = LEVERAGE.fullmatch(text.strip())
    number = (hit["after"] or hit["before"] or hit["named"]) if hit else ""
    value = Decimal(number) if number.isascii() and number else chinese_number(number)
    return int(value) if value is not None and value == value.to_integral_value() else None


def _offered(request: Request, instrument: Instrument) -> tuple[str, ...]:
    """The person's own amounts to press, those below the market's minimum left out."""
    kept = request.context.quick_amounts or USUAL
    found = [(one, parse_amount(one)) for one in kept]
    enough = [one for one, a in found if a.unit != "quote" or a.value >= instrument.min_notional]
    return tuple(enough) or (f"{plain(instrument.min_notional)} {instrument.quote}",)


def _is_half_a_coin(request: Request, share: Token) -> bool:
    """Whether it is "half btc", perhaps half a coin; "half my btc" and 一半比特币 are not."""
    place = request.tokens.index(share)
    behind = request.tokens[place + 1 : place + 2]
    before_coin = bool(behind) and behind[0].word is Word.SYMBOL
    return (
        share.word is Word.SHARE and share.text.isascii() and "half" in share.text and before_coin
    )
