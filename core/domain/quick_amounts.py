"""The preference quick_amounts: a short list of amounts that a person presses most."""

import re

from core.domain.amount_words import SHARES
from core.domain.amounts import AmountRefused, parse_amount
from core.errors import PersonError

USUAL = ("50 USDT", "100 USDT", "500 USDT", "half", "all")
"""What is offered to who kept nothing."""
MOST = 6
_APART = re.compile(
    r"\s*[,，、;；/]\s*|\s+(?:and|和)\s+|\s+(?=[0-9$]|half|all|quarter|一半|半仓|全部|全仓)"
)


def checked_quick_amounts(value: str) -> str:
    """The list as it is kept, a bare number being USDT; PersonError says what it should be."""
    words = [one for one in _APART.split(value.strip(" .。[]")) if one]
    if not 1 <= len(words) <= MOST:
        raise PersonError("preference_quick_amounts", value=value, most=MOST)
    kept = []
    for word in words:
        if word.casefold() in SHARES:
            kept.append(word.casefold())
            continue
        try:
            amount = parse_amount(word, bare="quote")
        except AmountRefused:
            raise PersonError("preference_quick_amounts", value=word, most=MOST) from None
        if amount.unit == "base":
            raise PersonError("preference_quick_amounts", value=word, most=MOST)
        kept.append(amount.label("", "USDT"))
    return ", ".join(dict.fromkeys(kept))


def quick_amounts(kept: str) -> tuple[str, ...]:
    """The amounts of a kept value."""
    return tuple(kept.split(", "))
