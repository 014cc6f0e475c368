"""Amounts and leverages inside a sentence: where they stand."""

import re

from core.domain.amount_words import COUNTERS, DOLLAR_WORDS, PERCENT_WORDS
from core.domain.amounts import DIGITS, SCALE
from core.domain.numerals import NUMERALS

_FOREIGN = ("元", "块", "rmb", "eur", "euros?", "gbp", "cny", "yuan", "人民币")
_UNITS = sorted(
    {"usdt", *DOLLAR_WORDS, *PERCENT_WORDS, *COUNTERS, *_FOREIGN} - {"$"}, key=len, reverse=True
)
# A Latin letter goes on with a Latin unit only: 0.1个eth is a count of eth.
_UNIT = rf"(?:{'|'.join(_UNITS)})(?:(?<![A-Za-z])|(?![A-Za-z]))"
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
