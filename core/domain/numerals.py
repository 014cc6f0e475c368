"""Chinese numerals as people write amounts: 两万, 一百五十, 两千五 (2500), 三点五."""

from decimal import Decimal

_DIGITS = dict(
    zip(
        "零〇一二两三四五六七八九壹贰叁肆伍柒捌玖",
        (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 7, 8, 9),
        strict=True,
    )
)
_FORMAL = str.maketrans("拾佰仟萬億貳參兩", "十百千万亿贰叁两")
_PLACES = (("亿", 10**8), ("万", 10**4), ("千", 1000), ("百", 100), ("十", 10))
NUMERALS = "".join(_DIGITS) + "十百千万亿点拾佰仟萬億貳參兩"
"""Every character that a numeral is written with, those of cheques and of old forms included.

陆 is not among them: beside 股 or 美 it is the mainland.
"""


def chinese_number(text: str) -> Decimal | None:
    """The number that the numerals spell out; None for anything else, digits in a row included.

    A last digit without its place belongs to the next smaller one: 两千五 is 2500, 一万二 is 12000.
    """
    whole, point, decimals = text.translate(_FORMAL).partition("点")
    if point and not (decimals and all(digit in _DIGITS for digit in decimals)):
        return None
    number = _whole(whole, _PLACES)
    if number is None:
        return None
    fraction = "".join(str(_DIGITS[digit]) for digit in decimals)
    return Decimal(f"{number}.{fraction}" if fraction else number)


def _whole(text: str, places: tuple[tuple[str, int], ...]) -> int | None:
    if len(text) == 1 and text in _DIGITS:
        return _DIGITS[text]
    for index, (mark, unit) in enumerate(places):
        head, found, tail = text.partition(mark)
        if not found:
            continue
        smaller = places[index + 1 :]
        # Before 千, 百 and 十 stands one digit; 十 may stand alone.
        count = 1 if (mark, head) == ("十", "") else _whole(head, smaller if unit > 1000 else ())
        rest = _rest(tail, unit, smaller)
        return None if not count or rest is None else count * unit + rest
    return None


def _rest(text: str, unit: int, places: tuple[tuple[str, int], ...]) -> int | None:
    """What follows a place: nothing, a smaller number, or one digit of the next place."""
    if not text:
        return 0
    if text[0] in "零〇":
        return _whole(text[1:], places)
    number = _whole(text, places)
    if number is None or len(text) > 1 or unit == 10:
        return number
    return number * unit // 10
