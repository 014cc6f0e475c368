"""Figures as texts state them: 1,234.5, 1 234,5, 64k, 6.4万, 五万, 三成, seventy thousand dollars.

Dates and clock times are none. Which figures are about money is `core.domain.money_figures`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from core.domain.coin_names import NAMES
from core.domain.numerals import NUMERALS, chinese_number
from core.domain.sentences import plain

Unit = Literal["", "money", "percent", "permille", "bps", "tenth", "times"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Figure:
    """A number of a text: its amount without sign, the width of its last digit, and its unit.

    `scale` is the power of ten of its scale word, which `value` and `step` have in them; `sign` is
    +1 or -1 where one is written, else 0; `words` says that it is spelled in words. `start` and
    `end` are its place in `plain(text)`, with its unit and currency.
    """

    value: Decimal
    step: Decimal
    unit: Unit
    sign: int
    start: int
    end: int
    scale: int = 0
    words: bool = False

    @property
    def readings(self) -> tuple[Decimal, ...]:
        """What it may be called elsewhere: a percentage is also a ratio."""
        tens = {"percent": (0, -2), "permille": (0, -1, -3), "bps": (0, -2, -4), "tenth": (1, -1)}
        return tuple(self.value.scaleb(places) for places in tens.get(self.unit, (0,)))


_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_WHEN = re.compile(
    r"\b(?:19|20)\d{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])(?!\d)"
    r"(?:t\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:\d{2})?)?"
    r"|(?<![\d:.])(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?![\d:])(?:\s*[ap]\.?m\b)?"
    r"|(?:(?:19|20)\d{2}\s*年\s*)?\d{1,2}\s*月\s*\d{1,2}\s*[日号]|\d{1,2}\s*月(?:底|初|中|份)?"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?![a-z])(?:,?\s+(?:19|20)\d{{2}}\b)?"
    rf"|\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+(?:19|20)\d{{2}}\b)?(?![.,]?\d)"
    r"|\b\d{1,2}\s*[ap]\.?m\b|\b\d{1,2}\s+o'clock"
    r"|(?:早上|上午|中午|下午|晚上|凌晨)\s*\d{1,2}\s*[点时]"
    r"|(?<![\d.])\d{1,2}\s*点(?:\d{1,2}\s*分|半|整|钟)"
    r"|(?<![\d.,])(?!\d{1,3}(?:\.\d{3})+(?!\d))\d+\.\d+\.\d+(?:\.\d+)*(?![,\d])"
    r"|(?<![\d.,])(?:24/7|50/50|80/20|60/40)(?![\d.,])",
    re.IGNORECASE,
)

_PRICED = re.compile(r"(?:\b(?:price|balance)|价格|余额)\s*(?:[:=：]|是|为)\s*$", re.IGNORECASE)

_COINS = "|".join(
    re.escape(name)
    for name in sorted(
        {*NAMES, *(word for words in NAMES.values() for word in words)}, key=len, reverse=True
    )
)
_CASH = (
    r"usdt?|usdc|fdusd|us dollars?|dollars?|bucks|cents?|euros?|eur|gbp|pounds?|cny|rmb|yuan"
    r"|hkd|jpy"
    r"|sats?|satoshis?|gwei|coins?|contracts|lots|shares"
)
_CASH_ZH = r"美元|美金|刀|块钱?|(?<!美)元|人民币|港币|欧元|个币|枚|颗|张合约|股|手|[uU](?![A-Za-z])"
_MONEY = (
    rf"(?:[-\s]?(?:{_CASH}|{_COINS})(?![A-Za-z])|\s?[$€£¥₿]"
    r"|\s?(?-i:(?!AM\b|PM\b|UTC\b|GMT\b|RSI\b|EMA\b|SMA\b|MA\b|ID\b|API\b|K\b|M\b"
    rf"|B\b)[A-Z][A-Z0-9]{{1,9}})"
    rf"(?![A-Za-z])|\s?(?:{_CASH_ZH})|\s?个?(?:{_COINS}))"
)
_PERCENT = r"\s?(?:%|percent\b|per cent\b|pct\b|percentage points?\b|个?百分点|个点)"
_UNIT = (
    rf"(?P<percent>{_PERCENT})|(?P<permille>\s?‰)"
    r"|(?P<bps>\s?(?:bps?\b|basis points?\b|个?基点))"
    r"|(?P<tenth>\s?成(?![不为功交本立长就员立熟]))"
    r"|(?P<times>\s?(?:[x×](?![A-Za-z0-9])|倍|-?\s?times\b(?=\s+(?:leverage|more|as))|-?fold\b))"
    rf"|(?P<money>{_MONEY})"
)
_SCALES = {
    "k": 3, "w": 4, "m": 6, "mn": 6, "mm": 6, "b": 9, "bn": 9, "t": 12,
    "thousand": 3, "grand": 3, "mio": 6, "million": 6, "billion": 9, "trillion": 12,
    "十": 1, "百": 2, "千": 3, "万": 4, "十万": 5, "百万": 6, "千万": 7, "亿": 8, "十亿": 9,
    "百亿": 10, "千亿": 11, "万亿": 12,
}  # fmt: skip
_SCALE = (
    r"(?P<scale>\s?(?:(?:k|mn|mm|mio|bn)(?![A-Za-z])|(?-i:[MBT])(?![A-Za-z])|w(?=\s?(?:u|刀|美)"
    r"|[\u4e00-\u9fff，。]|$)"
    r"|[-\s]?(?:thousand|grand|million|billion|trillion)s?\b"
    r"|[百千十]?万亿?|[百千十]?亿|[百千]))"
)
_GROUPED = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)"
_SPACED = r"\d{1,3}(?:[ _'\u00a0\u2009\u202f]\d{3})+(?!\d)(?:[.,]\d+)?"
_PLAIN = r"\d+(?:_\d+)*(?:\.\d+)?(?:e[-+]?\d{1,2}(?![A-Za-z0-9]))?|\.\d+"
_EUROPEAN = r"\d+,\d{1,2}(?![\d,])"
_DIGITS = re.compile(
    r"(?<![A-Za-z0-9_])"
    r"(?P<lead>(?:(?:us|hk)?[$€£¥₿]|usdt?|usdc|rmb|btc|eth|[x×])?\s?)"
    r"(?P<sign>(?<![A-Za-z0-9)%‰万亿])[-+–]|负)?(?P<inner>[$€£¥₿]\s?)?"
    rf"(?P<digits>{_GROUPED}|{_SPACED}|{_EUROPEAN}|{_PLAIN})(?![\d])(?:{_SCALE})?(?:{_UNIT})?",
    re.IGNORECASE,
)
_SHORT_SCALE = re.compile(r"\s?[mbt](?![A-Za-z])", re.IGNORECASE)
"""After a currency's sign a small m is a million and no minutes."""
_HUNDREDTHS = re.compile(rf"(?P<mark>百分之|千分之|万分之)(?P<digits>[\d.]+|[{NUMERALS}]+)")
_CHINESE = re.compile(rf"(?P<sign>负)?(?P<digits>[{NUMERALS}]+)(?:{_UNIT})?", re.IGNORECASE)
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = {word: number for number, word in enumerate(_SMALL.split())} | {
    word: 10 * tens for tens, word in enumerate(_TENS.split(), 2)
}
_WORD_SCALES = {
    "hundred": 2, "k": 3, "grand": 3, "thousand": 3, "million": 6, "billion": 9, "trillion": 12,
}  # fmt: skip
_WORD = "|".join(sorted({*_WORDS, *_WORD_SCALES} - {"k", "grand"}, key=len, reverse=True))
_DIGIT_WORD = "zero|one|two|three|four|five|six|seven|eight|nine"
_ENGLISH = re.compile(
    rf"\b(?P<digits>(?:a\s+(?=hundred|thousand|million|billion|trillion))?(?:{_WORD})"
    rf"(?:(?:\s+and\s+|[-\s]+)(?:{_WORD}|grand|k))*)\b(?P<point>\s+point(?:\s+(?:{_DIGIT_WORD}))+)?"
    rf"(?:{_UNIT.replace('(?P<money>', '(?P<money>(?: of)?')})?",
    re.IGNORECASE,
)


def figures(text: str) -> list[Figure]:
    """Every figure of `text`, as `plain` leaves it, in order; overlapping readings once."""
    clean = _WHEN.sub(_blank, plain(text))
    found: list[Figure] = []
    for read in (_hundredths, _digits, _chinese, _english):
        for figure in read(clean):
            if all(figure.end <= one.start or figure.start >= one.end for one in found):
                found.append(figure)
    return sorted(_ranged(clean, found), key=lambda one: one.start)


def _blank(match: re.Match[str]) -> str:
    """Spaces for a date or time, unless it stands as a price or a balance."""
    priced = _PRICED.search(match.string[max(0, match.start() - 20) : match.start()])
    return match.group(0) if priced else " " * len(match.group(0))


def _hundredths(text: str) -> Iterator[Figure]:
    units: dict[str, Unit] = {"百": "percent", "千": "permille", "万": "bps"}
    for match in _HUNDREDTHS.finditer(text):
        number = _number(match["digits"].rstrip("."))
        if number is not None:
            unit = units[match["mark"][0]]
            yield _figure(number, 0, unit, 0, match)


def _digits(text: str) -> Iterator[Figure]:
    for match in _DIGITS.finditer(text):
        number = _number(match["digits"])
        if number is None:
            continue
        lead = match["lead"].strip().lower()
        unit = _unit(match)
        if lead in ("x", "×"):
            unit = unit or "times"
        elif lead or match["inner"]:
            unit = "money" if unit in ("", "times") else unit
        scale = (match["scale"] or "").strip(" -").lower().removesuffix("s")
        if unit == "money" and not scale and (short := _SHORT_SCALE.match(text, match.end())):
            scale = short.group(0).strip().lower()
        sign = match["sign"] or ""
        signed = 0 if not sign else 1 if "+" in sign else -1
        yield _figure(number, _SCALES.get(scale, 0), unit, signed, match)


def _chinese(text: str) -> Iterator[Figure]:
    for match in _CHINESE.finditer(text):
        number = chinese_number(match["digits"])
        unit = _unit(match)
        big = number is not None and number >= 100
        if number is not None and (unit or big or "点" in match["digits"]):
            yield _figure(number, 0, unit, -1 if match["sign"] else 0, match, words=True)


def _english(text: str) -> Iterator[Figure]:
    for match in _ENGLISH.finditer(text):
        number = _spelled(match["digits"].lower(), (match["point"] or "").lower())
        unit = _unit(match)
        big = number >= 100 and number != 100
        if unit or big or match["point"]:
            yield _figure(number, 0, unit, 0, match, words=True)


def _spelled(text: str, point: str) -> Decimal:
    total, part = 0, 0
    for word in re.findall(r"[a-z]+", text):
        if word == "hundred":
            part = max(part, 1) * 100
        elif word in _WORD_SCALES:
            total, part = total + max(part, 1) * 10 ** _WORD_SCALES[word], 0
        else:
            part += _WORDS.get(word, 0)
    decimals = "".join(str(_WORDS[word]) for word in point.split()[1:])
    return Decimal(f"{total + part}.{decimals}" if decimals else total + part)


def _number(text: str) -> Decimal | None:
    """The amount that digits or numerals spell; None for what spells none."""
    if not text[0].isdigit() and text[0] != ".":
        return chinese_number(text)
    digits = re.sub(r"[ _'\u00a0\u2009\u202f]", "", text.lower())
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})*,\d{1,2}|\d+,\d{1,2}", digits):
        digits = digits.replace(".", "").replace(",", ".")
    digits = digits.replace(",", "")
    return Decimal(digits) if re.fullmatch(r"\d*\.?\d+(?:e[-+]?\d+)?", digits) else None


def _unit(match: re.Match[str]) -> Unit:
    names: tuple[Unit, ...] = ("percent", "permille", "bps", "tenth", "times", "money")
    return next((name for name in names if match[name]), "")


def _figure(
    number: Decimal, scale: int, unit: Unit, sign: int, match: re.Match[str], *, words: bool = False
) -> Figure:
    exponent = number.as_tuple().exponent
    step = Decimal(1).scaleb((exponent if isinstance(exponent, int) else 0) + scale)
    return Figure(
        value=number.scaleb(scale),
        step=step,
        unit=unit,
        sign=sign,
        start=match.start(),
        end=match.end(),
        scale=scale,
        words=words,
    )


_DASH = re.compile(r"\s*(?:[-–—~至到]|to|and|或)\s*", re.IGNORECASE)


def _ranged(text: str, found: list[Figure]) -> Iterator[Figure]:
    """In "60-65k" and "2 to 3 %" the first has the unit and, where it has none, the scale too."""
    ordered = sorted(found, key=lambda one: one.start)
    for one, after in zip(ordered, [*ordered[1:], None], strict=False):
        joined = after is not None and _DASH.fullmatch(text[one.end : after.start])
        if after is None or not joined or one.unit:
            yield one
            continue
        shared = not one.scale and one.value <= after.value.scaleb(-after.scale)
        scale = after.scale if shared else 0
        yield replace(
            one, value=one.value.scaleb(scale), step=one.step.scaleb(scale), unit=after.unit
        )
