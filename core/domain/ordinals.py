"""Places in a list as people say them: "the second one", "#2", 第二个, 最后一个, 倒数第二个."""

import re

from core.domain.numerals import NUMERALS, chinese_number

_WORDS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip
_WORD = "|".join(_WORDS)
_END = r"(?![A-Za-z0-9])"
ORDINAL = re.compile(
    # "Wait a second" is no place in a list, nor are 第一次 and 第二天.
    rf"(?<![A-Za-z])(?<!\ba )(?<!\bone )(?:the\s+)?"
    rf"(?:(?:(?P<back>{_WORD})(?:\s+|-)(?:to(?:\s+|-))?last|(?P<but>last\s+but\s+one))(?:\s+one)?"
    rf"|(?:(?P<word>{_WORD})|(?P<digits>[0-9]+)(?:st|nd|rd|th))(?:\s+one)?"
    rf"|(?P<last>last)\s+one){_END}"
    rf"|(?:#|\bnumber\s+|\bno\.?\s*)(?P<number>[0-9]+)(?![A-Za-z0-9.])"
    rf"|倒数第(?P<behind>[0-9]+|[{NUMERALS}]+)[个只项条笔]?"
    rf"|第(?P<chinese>[0-9]+|[{NUMERALS}]+)(?![次天周季年期])[个只项条笔]?"
    rf"|(?P<end>最后(?:一个|一只|一项|那个))",
    re.IGNORECASE,
)
"""Finds a place; `place` reads it."""


def place(found: re.Match[str]) -> int:
    """The place that ORDINAL found: 1 is the first, -1 the last; 0 is none."""
    if found["last"] or found["end"]:
        return -1
    if found["but"]:
        return -2
    if found["back"]:
        return -(_WORDS.index(found["back"].lower()) + 1)
    if found["word"]:
        return _WORDS.index(found["word"].lower()) + 1
    if found["behind"]:
        return -_number(found["behind"])
    return _number(found["digits"] or found["number"] or found["chinese"])


def _number(digits: str) -> int:
    number = int(digits) if digits.isdecimal() else chinese_number(digits)
    return int(number or 0)
