"""Figures that are not about money, told by what stands beside them."""

import re
from decimal import Decimal

from core.domain.coin_names import COMMON_WORDS, NAMES
from core.domain.figures_in_text import Figure

_TICKERS = "|".join(sorted(NAMES, key=len, reverse=True))
_NICKNAMES = "|".join(
    re.escape(word)
    for words in NAMES.values()
    for word in sorted(words, key=len, reverse=True)
    if word not in COMMON_WORDS
)
NAMED_COIN = re.compile(
    rf"(?<![A-Za-z])(?:{_TICKERS}|btc|eth|sol)(?![A-Za-z])|(?<![A-Za-z])(?i:{_NICKNAMES})(?![A-Za-z])"
)
"""A coin by its ticker or name."""

_NEAR = 60
"""Characters on either side of a figure that say what it is."""
_NOUNS = (
    r"positions?|orders?|trades?|traders?|bots?|alerts?|strateg(?:y|ies)|exchanges?|steps?|things?"
    r"|items?|options?|ways?|points?|reasons?|factors?|questions?|times|results?|messages?|lines?"
    r"|examples?|rules?|tips?|indicators?|pairs?|symbols?|assets?|markets?|accounts?|confirmations?"
    r"|buttons?|people|users?|characters?|words?|parts?|types?|kinds?|wins?|losses|sides?|ideas?"
    r"|scenarios?|choices?|notes?|preferences?|fills?|entries|cards?|commands?|legs?|blocks?"
)
_ADJECTIVES = (
    r"open|closed|resting|pending|active|running|recent|new|more|other|different|main|key|possible"
    r"|separate|paper|limit|market|long|short|winning|losing|profitable|simple|important|small"
    r"|quick|good|common|saved|latest|last|filled|basic|major|big|of the|of your"
)
_RANGE = r"(?:\s*(?:[-–~/至到或]|to|or)\s*\d[\d,.]*)?"
_COUNT = re.compile(
    rf"{_RANGE}(?:\s*-?\s*(?:(?:{_ADJECTIVES})\s+){{0,3}}(?:{_NOUNS})\b"
    r"|\s*(?:个(?!点|百分点|基点|币)|笔|条|项|次|步|种|家|位|句|段|类|轮|组|层|件|行|名)(?!\s*[A-Za-z])"
    r"|\s*点(?=建议|原因|理由|注意|说明|提示|总结|[：:]))",
    re.IGNORECASE,
)
_DURATION = re.compile(
    rf"{_RANGE}(?:\s*-?\s*(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?"
    r"|mo|months?|y|yrs?|years?|candles?|bars?|periods?|sessions?|trading days?)(?![A-Za-z])"
    r"|\s*(?:秒|分钟|分|个?小时|天|日|号|周|个月|月|年|根|个?交易日|时))",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)
_AVERAGE = re.compile(r"\s*-?\s*(?:ema|sma|ma|moving average|日均线|均线)\b", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:\b(?:steps?|no\.?|option|choice|point|item|rule|stage|phase|part|page|version|python|layer"
    r"|top|tier|s&p|nasdaq|dow|rank(?:ed)?|e?ma|sma)|#|第|选项|步骤|前|排名)\s*[:：.]?\s*$"
    r"|(?:rsi|atr|macd|kdj|boll|adx|ema|sma|ma)\s*\((?:\d+\s*,\s*)*$|[A-Za-z]{2,}-$|^\s*$",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r"\b(?:in|since|year|during|until|early|late|mid|summer|spring|autumn|winter|q[1-4]"
    r"|jan\w*|feb\w*|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*"
    r"|halving of|crash of)[\s-]*$",
    re.IGNORECASE,
)
_YEAR_AFTER = re.compile(
    r"\s*年|\s+(?:bull|bear|crash|cycle|halving|peak|season|run)\b", re.IGNORECASE
)
_ID = re.compile(
    r"(?:\b(?:order|id|ticket|reference|ref|code|run|phone|call|tel)|编号|订单号?|单号|号码|电话|id)"
    r"\s*(?:(?:is|was|number|no\.?|id|#|:|：|为|是|号)\s*)*$",
    re.IGNORECASE,
)
_LIST_MARK = re.compile(r"\s*[.)、:：]")
_RATIO = re.compile(r"(?<![\d.])\d{1,2}(?:\.\d)?\s?[:：]\s?\d{1,2}(?:\.\d)?(?![\d.])")
_TOP = re.compile(r"(?:\btop|前)\s*$", re.IGNORECASE)
_COINS = re.compile(r"coins?|个币", re.IGNORECASE)
_SURE = re.compile(
    r"\s*(?:sure|certain|safe|secure|guaranteed?|confident|right|correct|accurate|reliable"
    r"|risk[- ]free|of the time|agree|honest|clear|的?(?:确定|肯定|保证|安全|准确|把握|可靠|靠谱))",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"(?:\b(?:never|not|nothing is)|isn't|没有|不是|不能|无法|并非|不)\s*$", re.IGNORECASE
)
_SUPPLY = re.compile(
    r"\b(?:supply|satoshis?|sats|halvings?|block reward)\b|总量|上限|聪|减半", re.IGNORECASE
)
_CONSTANTS = frozenset(
    map(
        Decimal,
        ("21000000", "100000000", "0.00000001", "50", "25", "12.5", "6.25", "3.125", "210000"),
    )
)
"""What everyone knows of Bitcoin's supply."""


_PRICED = re.compile(
    r"\bprice(?: is| at|:| now)?\s*$|\bbalance(?: is|:)?\s*(?:order )?$"
    r"|\b(?:trades?|trading) (?:now )?at\s*$|(?:价格|现价|余额)(?:是|为|:|：)?\s*$",
    re.IGNORECASE,
)
_IS_NOW = re.compile(rf"(?:{NAMED_COIN.pattern}) (?:is|at)\s*$")
_IS_PRICE = re.compile(r"\s*is (?:the|its) (?:\w+ )?price\b", re.IGNORECASE)
_YOUR_COUNT = re.compile(
    r"\byou (?:now |currently )?(?:have|hold)\s*$|\byour\s*$|[您你](?:现在)?有\s*$", re.IGNORECASE
)
_TRADED = re.compile(
    r"\s*(?:(?:open|pending|resting|active|limit) )*(?:positions?|orders?|trades?)\b"
    r"|\s*[个笔](?:持仓|仓位|挂单|订单)",
    re.IGNORECASE,
)
_LAST_YEAR = 2035


def counts_yours(text: str, figure: Figure) -> bool:
    """Whether it counts the person's positions, orders or trades."""
    before = text[max(0, figure.start - _NEAR) : figure.start]
    return bool(_YOUR_COUNT.search(before) and _TRADED.match(text, figure.end))


def is_not_money(text: str, figure: Figure) -> bool:
    """Whether the words beside the figure make it a count, a date, a label, an id or an idiom."""
    before, value = text[max(0, figure.start - _NEAR) : figure.start], figure.value
    if _PRICED.search(before) or _IS_NOW.search(before) or _IS_PRICE.match(text, figure.end):
        return False
    if counts_yours(text, figure):
        return False
    if _SUPPLY.search(text) and value in _CONSTANTS:
        return True
    if figure.unit == "percent" and value == 100:
        return bool(_SURE.match(text, figure.end) or _NEVER.search(before))
    if figure.unit == "money" and value <= 500 and _TOP.search(before):
        return _COINS.search(text[figure.start : figure.end]) is not None
    if figure.unit:
        return False
    whole = figure.step == 1 and not figure.sign
    return _by_its_neighbours(text, before, figure, whole=whole) or any(
        match.start() <= figure.start and figure.end <= match.end()
        for match in _RATIO.finditer(text, max(0, figure.start - _NEAR), figure.end + _NEAR)
    )


def _by_its_neighbours(text: str, before: str, figure: Figure, *, whole: bool) -> bool:
    value, end = figure.value, figure.end
    if value <= 10_000 and _DURATION.match(text, end):
        return True
    if not whole:
        return bool(re.search(r"\b(?:version|python)\s*$", before, re.IGNORECASE))
    if (value <= 999 or figure.words) and (_COUNT.match(text, end) or _AVERAGE.match(text, end)):
        return True
    if value <= 500 and _LABEL.search(before):
        return bool(before.strip()) or (value <= 99 and bool(_LIST_MARK.match(text, end)))
    if _ORDINAL.match(text, end):
        return True
    if 1900 <= value <= _LAST_YEAR and (
        _YEAR_BEFORE.search(before) or _YEAR_AFTER.match(text, end)
    ):
        return True
    return value >= 10_000 and bool(_ID.search(before))
