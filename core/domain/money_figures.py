"""Which figures a text may state: those vouched for, and those that are not about money.

The rule is strict on facts and lenient on explanation. A figure is a fact when the sentence speaks
of this account or of the market as it is (your, you hold, now, trades at, a coin by name, price,
balance, fee, profit): then it must be vouched for. Without such a word a percentage or a leverage
explains ("a stop 2 % below"), and so it does beside one where the sentence says that it is general
or supposed ("usually", "a rule of thumb", "if it falls 10 %"). An amount of money passes unvouched
only as a round example ("say you have 100 USDT") that names no coin. Counts, dates, durations,
years, labels, ids and idioms are not about money. What none of these rules knows is withheld.
"""

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import permutations
from typing import Any

from core.domain.figures_in_text import Figure, figures
from core.domain.not_money import NAMED_COIN, counts_yours, is_not_money
from core.domain.sentences import plain

_MOST_OPERANDS = 8
_NEAR = 24
_MOST_FIGURES = 80
_SMALL = 31
"""Whole numbers up to a day of the month count things, where nothing speaks of money."""

_SOFT = re.compile(
    r"\b(?:price[sd]?|balances?|equity|profits?|loss(?:es)?|pnl|p&l|fees?|costs?|worth|value[sd]?"
    r"|leverage of your|margin|funding|market cap|volume|support|resistance|entry|liquidation"
    r"|returns?|yield|apr|apy|up|down|rose|risen|fell|fallen|gained|lost|dropped|climbed|jumped"
    r"|position size|holdings?|portfolio|bid|ask|spread)\b"
    r"|价|余额|权益|净值|盈|亏|费|仓|收益|回报|涨|跌|市值|成交|资金费率|支撑|阻力|保证金|年化",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:now|currently|today|tonight|yesterday|at the moment|at present|latest"
    r"|this (?:week|month|morning|year)|last (?:week|night|month|year)|in the (?:last|past)"
    r"|24h|24-hour|(?:is|are|was|were|been) (?:now )?set"
    r"|(?:trades?|trading|traded|stands?|sits?|sitting|hovers?|hovering|priced|quoted)"
    r" (?:just |right )?(?:at|near|around|above|below))\b"
    r"|现在|目前|当前|今[天日]|昨[天日]|刚刚|最新|现价|本周|上周|已[经为设]?|过去",
    re.IGNORECASE,
)
_YOURS = re.compile(
    r"\byour\b|\byou(?:'re|'ve| are| have| hold| own| made| earned| lost| paid| owe)\b"
    r"|[您你](?:的|有|持有|赚|亏|现)|账户",
    re.IGNORECASE,
)
_SHARE_OF_YOURS = re.compile(
    r"\bof (?:your|the) (?:\w+ )?(?:account|equity|capital|balance|portfolio|funds|money)\b"
    r"|(?:账户|总)?(?:资金|本金|权益)的|总资金|本金",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|suppose|supposing|imagine|assume|assuming|say you|let's say|for example|for instance"
    r"|as an example|hypothetical(?:ly)?|e\.g)\b|假设|假如|如果|若|例如|比如|举例|举个例子"
    r"|打个比方",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"\b(?:usually|typically|generally|commonly|in general|often|most (?:traders|people)"
    r"|many (?:traders|people)|traders|rule of thumb|means?|such as|is when|at most|no more than"
    r"|consider|suggest|recommend|(?:a|an|any|every|each) (?:[\w.%-]+ ){0,2}"
    r"(?:stop|stop-loss|position|trade|order|move|drop|rise|gain|loss|leverage|trader|strategy))\b"
    r"|通常|一般|往往|大多|意味着|是指|建议|可以考虑|经验|不超过|控制在|指的是|每笔",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|over|under|above|below"
    r"|more than|less than|just)\s*$|[~≈]\s*$|(?:大约|约|大概|将近|接近|差不多|超过|近)\s*$",
    re.IGNORECASE,
)
_ABOUT_AFTER = re.compile(r"\s*(?:左右|上下|or so\b)", re.IGNORECASE)
_GAIN = re.compile(
    r"\b(?:up|rose|gain(?:ed|s)?|profit|earned|climbed|jumped)\b|涨|盈利|赚|浮盈", re.IGNORECASE
)
_DROP = re.compile(r"\b(?:down|fell|dropped|declined|slid)\b|跌|下降", re.IGNORECASE)
_LOSS = re.compile(r"\b(?:loss|losses|lost|negative|not|no)\b|亏|损|负|没", re.IGNORECASE)
_YOU_GET = re.compile(r"\byou (?:will |would )?(?:gain|make|earn|lose) \d", re.IGNORECASE)
_OWNED = re.compile(r"\b(?:balance|equity|account)\b|余额|权益|净值|账户", re.IGNORECASE)


def numbers_in(value: Any) -> Iterable[Decimal]:
    """Every number within a JSON-able result, signed; those inside texts included."""
    if isinstance(value, dict):
        for item in value.values():
            yield from numbers_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from numbers_in(item)
    elif isinstance(value, str):
        yield from _in_text(value)
    elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        number = Decimal(str(value))
        if number.is_finite():
            yield number


def _in_text(text: str) -> Iterable[Decimal]:
    try:
        number = Decimal(text)
    except InvalidOperation:
        for figure in figures(text):
            for reading in figure.readings:
                yield reading * (figure.sign or 1)
    else:
        if number.is_finite():
            yield number


def is_crowded(sentence: str) -> bool:
    """Whether it holds more figures than anyone says in one sentence: too many to judge."""
    return sum(1 for _ in re.finditer(r"\d+", sentence)) > _MOST_FIGURES


@dataclass
class Vouched:
    """The numbers that one turn's tool results and request contain, and what they allow."""

    _gains: list[Decimal] = field(default_factory=list)
    _losses: list[Decimal] = field(default_factory=list)
    """Amounts without sign, sorted: of numbers from zero up, and of those below."""
    _operands: list[Decimal] = field(default_factory=list)
    _counts: set[int] = field(default_factory=set)

    def learn(self, value: Any) -> None:
        """Numbers of a tool's result, and how many its lists hold."""
        if isinstance(value, Mapping):
            self._counts.update(len(rows) for rows in value.values() if isinstance(rows, list))
        for number in numbers_in(value):
            self._add(self._losses if number < 0 else self._gains, abs(number))

    def learn_request(self, text: str) -> None:
        """Numbers of the request: with either sign, and as operands of one operation."""
        for figure in figures(text):
            for number in figure.readings:
                self._add(self._gains, number)
                self._add(self._losses, number)
            if figure.value not in self._operands and len(self._operands) < _MOST_OPERANDS:
                self._operands.append(figure.value)

    @staticmethod
    def _add(numbers: list[Decimal], number: Decimal) -> None:
        place = bisect_left(numbers, number)
        if place == len(numbers) or numbers[place] != number:
            insort(numbers, number)

    def allows(self, sentence: str, lead: str = "") -> bool:
        """Whether every figure of the sentence is vouched for or not about money.

        `lead` is the heading that it stands under: a list's first line, a table's head.
        """
        found = figures(sentence)
        if not found:
            return True
        text = plain(sentence)
        context, tone = _Context(text, plain(lead)), _tone(text)
        return all(
            self._knows(text, figure, tone)
            or (figure.value in self._counts and counts_yours(text, figure))
            or context.excuses(figure)
            or self._computed(text, figure)
            for figure in found
        )

    def _knows(self, text: str, figure: Figure, tone: int) -> bool:
        """Vouched for, rounded to the digits shown, and not in the opposite direction."""
        direction = figure.sign or (tone if tone > 0 or figure.unit == "percent" else 0)
        pools = [self._gains] if direction > 0 else [self._losses] if direction < 0 else []
        pools = pools or [self._gains, self._losses]
        step = _shown_step(text, figure)
        for reading in figure.readings:
            width = step * reading / figure.value / 2 if figure.value else Decimal(0)
            if any(_near(pool, reading, width) for pool in pools):
                return True
        return False

    def _computed(self, text: str, figure: Figure) -> bool:
        """The result of one operation over two numbers of the request; never a balance."""
        if len(self._operands) < 2 or _OWNED.search(text):
            return False
        half = _shown_step(text, figure) / 2
        results = [one for pair in permutations(self._operands, 2) for one in _operations(*pair)]
        return any(abs(abs(one) - figure.value) <= half for one in results)


def _operations(a: Decimal, b: Decimal) -> list[Decimal]:
    part = a * b / 100
    results = [a + b, a - b, a * b, part, a + part, a - part]
    try:
        results += [a / b, a / b * 100, (a - b) / b * 100]
    except (DivisionByZero, InvalidOperation):
        return results
    return results


def _near(numbers: list[Decimal], number: Decimal, width: Decimal) -> bool:
    place = bisect_left(numbers, number - width)
    return place < len(numbers) and numbers[place] <= number + width


def _shown_step(text: str, figure: Figure) -> Decimal:
    """The width of the last digit shown; 0 where only the exact number will do.

    A whole number of one digit and zero are exact. Zeros at the end of a whole number were shown
    too, unless the words say that it is about so much.
    """
    digits = "".join(map(str, (figure.value / figure.step).to_integral_value().as_tuple().digits))
    if figure.value == 0 or (len(digits) < 2 and figure.step >= 1):
        return Decimal(0)
    about = _ABOUT.search(text[max(0, figure.start - _NEAR) : figure.start]) or _ABOUT_AFTER.match(
        text, figure.end
    )
    zeros = len(digits) - len(digits.rstrip("0"))
    if about and figure.step == 1 and len(digits) - zeros >= 2:
        return figure.step.scaleb(zeros)
    return figure.step


def _tone(text: str) -> int:
    """+1 where the words leave no doubt of a gain, -1 of a fall; else 0."""
    gain, drop = bool(_GAIN.search(text)), bool(_DROP.search(text))
    if gain == drop or _LOSS.search(text):
        return 0
    return 1 if gain else -1


class _Context:
    """What a sentence speaks of: how strict to be with a figure in it."""

    def __init__(self, text: str, lead: str) -> None:
        whole = f"{lead} {text}"
        others = _SHARE_OF_YOURS.sub(" ", whole)
        self.text = text
        self.now = bool(_NOW.search(whole))
        self.yours = bool(_YOURS.search(others))
        self.coin = bool(NAMED_COIN.search(whole))
        self.soft = self.coin or bool(_SOFT.search(others))
        self.supposed = bool(_SUPPOSED.search(whole))
        self.general = bool(_GENERAL.search(whole))

    def excuses(self, figure: Figure) -> bool:
        """Whether the figure is no fact about money."""
        if is_not_money(self.text, figure):
            return True
        if figure.unit == "money":
            return self._example(figure)
        if figure.unit:
            return self._explains() and (self.supposed or not self._labelled(figure))
        if figure.value <= _SMALL and figure.step == 1 and not (self.soft or self.yours):
            return True
        said = self.general or self.supposed
        return figure.value <= 100 and said and self._explains() and not self.coin

    def _labelled(self, figure: Figure) -> bool:
        """Whether it is a value beside its name: "Leverage: 20x"."""
        before, after = self.text[: figure.start].rstrip(), self.text[figure.end :]
        return before.endswith((":", "：", "=", "|")) and not re.match(r"\s*\w", after)

    def _explains(self) -> bool:
        if self.now:
            return False
        if self.supposed:
            return not _YOU_GET.search(self.text)
        if self.yours or self.coin:
            return False
        return self.general or not self.soft

    def _example(self, figure: Figure) -> bool:
        """A round amount in what is only supposed, with no coin named."""
        digits = str((figure.value / figure.step).to_integral_value()).rstrip("0")
        return self.supposed and not self.now and not self.coin and len(digits) <= 2
