"""The guard on model text: no figure and no deed that this turn cannot vouch for (DESIGN 4.10).

Text is released sentence by sentence. A sentence with a figure about money that is neither in this
turn's tool results nor in the request, or that claims an effect no tool result shows, is withheld;
the person is told that something was left out.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d,_]*(?:\.\d+)?(?:[eE][-+]?\d+)?\s*(?:[kKmMbB]\b|[万亿])?")
_MONEY = re.compile(
    r"[$€£¥%]|\b(?:usdt?|usdc|btc|eth|sol|bnb|doge|coins?|dollars?|bucks|price|balance|equity|profit"
    r"|loss|pnl|fee|worth|value|leverage|margin|percent)\b|美元|美金|刀|块|价|余额|权益|盈|亏|费|仓|杠杆|倍",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b|\b(?:19|20)\d{2}-\d{2}-\d{2}\b")
_LIST_MARK = re.compile(r"^\s*\d{1,2}[.)、]\s")
_DEEDS = (
    r"bought|sold|opened|closed|placed|executed|filled|cancell?ed|paused|stopped|started|created"
    r"|deleted|updated|saved|changed"
)
_DEED = re.compile(
    r"\b(?:i(?:'ve| have)?|we(?:'ve| have)?|order|position|trade)\b[^.!?\n]{0,40}"
    rf"\b(?:{_DEEDS}|set)\b"
    rf"|\b(?:has|have) been\s+(?:\w+\s+)?(?:{_DEEDS})\b"
    r"|^\s*(?:done|all set|filled|executed|bought|sold|closed)\b"
    r"|(?:已经?|成功)[^。！？\n]{0,12}(?:买|卖|开仓|平仓|下单|成交|取消|暂停|停止|启动|创建|删除|更新|保存|设置|执行)"
    r"|(?:买入|卖出|平仓|下单|执行|成交)(?:了|成功|完成)",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:not|n't|never|nothing|no (?:order|trade|position)|can(?:not|'t)|unable|if|would|could"
    r"|once|until|when)\b|没有?|未|不|无法|如果|若",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_SCALE = {"k": 1000, "m": 1_000_000, "b": 1_000_000_000, "万": 10_000, "亿": 100_000_000}


def figures(text: str) -> list[Decimal]:
    """Every number that `text` states, with its scale word applied; dates and clock times aside."""
    return [number for number, _ in _stated(text)]


def _stated(text: str) -> list[tuple[Decimal, bool]]:
    """The same numbers, each with whether it is a percentage."""
    folded = _CLOCK.sub(" ", unicodedata.normalize("NFKC", text))
    found = []
    for match in NUMBER.finditer(folded):
        token = match.group(0).strip().replace(",", "").replace("_", "")
        scale = 1
        if token and token[-1].lower() in _SCALE:
            scale = _SCALE[token[-1].lower()]
            token = token[:-1].strip()
        try:
            number = abs(Decimal(token)) * scale
        except InvalidOperation:
            continue
        found.append((number, folded[match.end() :].lstrip().startswith("%")))
    return found


def numbers_in(value: Any) -> Iterable[Decimal]:
    """Every number within a JSON-able result, those inside texts included."""
    if isinstance(value, dict):
        for item in value.values():
            yield from numbers_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from numbers_in(item)
    elif isinstance(value, str):
        yield from figures(value)
    elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        yield abs(Decimal(str(value)))


@dataclass
class Guard:
    """What this turn can vouch for, and the judgement of one sentence at a time."""

    known: set[Decimal] = field(default_factory=set)
    trusted: bool = False
    """The text is written by code (the offline planner's catalogue): nothing to withhold."""
    acted: bool = False
    withheld: int = 0
    _buffer: str = ""

    def learn(self, *values: Any) -> None:
        """Numbers that may be repeated: from the request and from tool results."""
        for value in values:
            self.known.update(number.normalize() for number in numbers_in(value))

    def feed(self, piece: str) -> str:
        """Whole sentences that may be shown, from what has streamed in so far."""
        self._buffer += piece
        released = []
        while match := _SENTENCE_END.search(self._buffer):
            sentence, self._buffer = self._buffer[: match.end()], self._buffer[match.end() :]
            released.append(self._judge(sentence))
        return "".join(released)

    def rest(self) -> str:
        """The last sentence, judged, when the stream has ended."""
        sentence, self._buffer = self._buffer, ""
        return self._judge(sentence)

    def check(self, text: str) -> str:
        """A whole text, sentence by sentence."""
        return self.feed(text) + self.rest()

    def _judge(self, sentence: str) -> str:
        if self.trusted or not sentence.strip():
            return sentence
        if self._claims_a_deed(sentence) or not self._figures_are_known(sentence):
            self.withheld += 1
            return ""
        return sentence

    def _claims_a_deed(self, sentence: str) -> bool:
        return not self.acted and bool(_DEED.search(sentence)) and not _DENIAL.search(sentence)

    def _figures_are_known(self, sentence: str) -> bool:
        about_money = bool(_MONEY.search(sentence))
        for number, percent in _stated(_LIST_MARK.sub("", sentence)):
            if self._is_known(number) or (percent and self._is_known(number / 100)):
                continue
            if not about_money and number == number.to_integral_value() and number <= 31:
                continue
            return False
        return True

    def _is_known(self, number: Decimal) -> bool:
        """Known exactly, or a known figure rounded to the digits shown."""
        if number.normalize() in self.known:
            return True
        exponent = number.as_tuple().exponent
        if not isinstance(exponent, int) or len(number.as_tuple().digits) < 2:
            return False
        unit = Decimal(1).scaleb(exponent)
        return any(abs(known - number) * 2 <= unit for known in self.known if known)
