"""The words and marks that amounts are made of, in English and Chinese."""

import re
from decimal import Decimal

SCALES = {
    "k": 3,
    "m": 6,
    "w": 4,
    "thousand": 3,
    "million": 6,
    "百": 2,
    "千": 3,
    "万": 4,
    "百万": 6,
    "千万": 7,
    "亿": 8,
}
"""Powers of ten; w is how Chinese traders type 万."""

DOLLARS = frozenset({"USDT", "USDC", "FDUSD", "TUSD", "BUSD", "USD"})
"""Quote currencies that a dollar stands for."""

DOLLAR_WORDS = ("dollars", "dollar", "bucks", "usd", "u", "$", "刀", "美元", "美金")
PERCENT_WORDS = ("%", "percent", "per cent", "pct")
COUNTERS = ("个", "枚", "颗", "coins", "coin")
TENTH = "成"

FOREIGN = re.compile(
    r"[€£¥￥₩₹₿块]|(?<!美)元|人民币|(?<![a-z])(?:eur|euros?|gbp|pounds?|jpy|cny|rmb|yuan)(?![a-z])",
    re.IGNORECASE,
)
"""Currencies that no amount here is in."""

_SHARES = {
    "100": "all|everything|all of it|all in|all-in|max|maximum|full|the whole|whole|"
    "全部|所有|全仓|满仓|全数|梭哈|全部的",
    "50": "half|a half|one half|half of it|一半|半仓|一半的",
    "25": "quarter|a quarter|a quarter of it|四分之一",
}
SHARES = {word: Decimal(share) for share, words in _SHARES.items() for word in words.split("|")}
"""Words for a part of what there is, in percent."""

_VAGUE = (
    "some|a bit|a little|a few|few|several|a lot|lots|any|a small amount|"
    "一点|一点点|点|一些|些|少量|随便|几个|多少"
)
VAGUE = frozenset(_VAGUE.split("|"))
"""Words that say that there is an amount, and not which."""

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}


def half_width(text: str) -> str:
    """`text` with full-width letters, digits and signs as plain ones, and nothing else changed.

    Not NFKC, which makes 102 of 10², and more than one character of some.
    """
    return text.translate(_FULL_WIDTH)
