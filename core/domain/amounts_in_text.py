"""Amounts inside a sentence: where they stand, and which ones it states beyond doubt."""

import re

from core.domain.amount_words import COUNTERS, DOLLAR_WORDS, PERCENT_WORDS, SHARES, half_width
from core.domain.amounts import DIGITS, SCALE, Amount, AmountRefused, parse_amount
from core.domain.coin_names import NAMES
from core.domain.numerals import NUMERALS

_FOREIGN = ("元", "块", "rmb", "eur", "euros?", "gbp", "cny", "yuan", "人民币")
_UNITS = sorted(
    {"usdt", *DOLLAR_WORDS, *PERCENT_WORDS, *COUNTERS, *_FOREIGN} - {"$"}, key=len, reverse=True
)
_UNIT = rf"(?:{'|'.join(_UNITS)})(?![A-Za-z])"
_SIGN = r"(?:(?<![A-Za-z0-9])[-−–]|负)"

AMOUNT_RUN = re.compile(
    rf"(?:{_SIGN}\s?)?(?P<currency>(?:us)?[$€£¥￥]\s?)?"
    rf"(?:{DIGITS}(?:{SCALE})?(?:\s*(?P<unit>{_UNIT}|成))?"
    rf"|(?P<hundredths>百分之)(?:[0-9.]{{1,12}}|[{NUMERALS}]{{1,24}})"
    rf"|(?:[{NUMERALS}]{{1,24}}|半(?=[个枚颗]))\s*(?P<counted>{_UNIT}|成))",
    re.IGNORECASE,
)
"""One amount, readable or not, with the unit that follows it; to be matched at a word's start.

None of its groups is set where there is no unit.
"""

_NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,4})?"
_SAID = r"(?:leverage|杠杆)(?:\s*(?:of|to|at|=|:|为|是))?\s*"
LEVERAGE = re.compile(
    rf"(?<![0-9.])(?:(?:{_SAID})?(?:at\s+)?"
    rf"(?:[x×]\s?(?P<after>{_NUMBER})(?![A-Za-z0-9.])"
    rf"|(?P<before>{_NUMBER}|[{NUMERALS}]{{1,8}})\s*(?:[x×](?![A-Za-z0-9])|倍|times\b)"
    rf"(?:\s*(?:leverage|杠杆))?)"
    rf"|{_SAID}(?P<named>{_NUMBER})(?![A-Za-z0-9.%]))",
    re.IGNORECASE,
)
"""A leverage, to be matched at a word's start: 5x, x5, 5倍, leverage 5, 五倍杠杆."""

_LONGEST = 2000
_SHARE_WORD = re.compile(
    "|".join(
        rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])" if word.isascii() else re.escape(word)
        for word in sorted(SHARES, key=len, reverse=True)
    ),
    re.IGNORECASE,
)


def stated_amounts(
    text: str, *, base: str, quote: str = "USDT", closing: bool = False
) -> tuple[Amount, ...]:
    """The amounts that a sentence states with a unit, in order; to check a model's reading by.

    Numbers without a unit, leverage, and whatever parse_amount refuses are left out: they state
    nothing for certain. Only the first 2,000 characters are read.
    """
    folded = LEVERAGE.sub(" ", half_width(text[:_LONGEST]))
    names = sorted((base, *NAMES.get(base, ())), key=len, reverse=True)
    unit = re.compile(rf"\s*(?:{'|'.join(map(re.escape, names))})(?![A-Za-z])", re.IGNORECASE)
    behind = tuple(name.casefold() for name in names)
    found: list[tuple[int, Amount]] = []
    for hit in (*AMOUNT_RUN.finditer(folded), *_SHARE_WORD.finditer(folded)):
        before = folded[: hit.start()]
        if re.search(r"[A-Za-z0-9_.,]$", before) and not before.casefold().endswith(behind):
            continue
        coin = unit.match(folded, hit.end())
        whole = folded[hit.start() : coin.end() if coin and hit.re is AMOUNT_RUN else hit.end()]
        for written in dict.fromkeys((whole, hit.group())):
            try:
                amount = parse_amount(written, base=base, quote=quote, closing=closing)
            except AmountRefused:
                continue
            found.append((hit.start(), amount))
            break
    return tuple(amount for _, amount in sorted(found, key=lambda pair: pair[0]))
