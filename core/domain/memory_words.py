"""What two texts share: content words, numbers and whether they deny; English and Chinese alike.

A word is folded and cut to its stem, a run of Chinese gives its pairs of characters, and a coin is
its ticker whatever it was called, so that "bitcoin" and 比特币 are one word.
"""

import re
from decimal import Decimal

from core.domain.coin_names import NAMES
from core.domain.figures_in_text import figures
from core.domain.numerals import NUMERALS, chinese_number
from core.domain.sentences import plain

LIKE = 0.85
"""From this share of common trigrams on, two texts are one entry, if their words agree too."""
_WORDS_ALIKE = 0.7

_STEM = 6
_ASCII_NAME = "|".join(
    sorted((n for names in NAMES.values() for n in names if n.isascii()), key=len, reverse=True)
)
_NAMES = re.compile(
    rf"\b(?:{_ASCII_NAME})\b|"
    + "|".join(
        sorted(
            (n for names in NAMES.values() for n in names if not n.isascii()), key=len, reverse=True
        )
    )
)
_TICKERS = {name: ticker.lower() for ticker, names in NAMES.items() for name in names}
_WORD = re.compile(r"[a-z][a-z0-9]*(?:'[a-z]+)?")
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_NUMBER_WORDS = "two three four five six seven eight nine ten eleven twelve"
_SMALL = {word: number for number, word in enumerate(_NUMBER_WORDS.split(), 2)}
_NUMERALS = re.compile(rf"[{NUMERALS}]+")
_CLAUSE = re.compile(
    r"[,.;:!?](?=\s|$)|[\n，。；：！？]|\s[-–—]+\s|\b(?:but|though|and|because|since)\b|因为|所以|但是|可是|不过|但|而且"
)

_ANYWHERE = """
    a an the i i'm i'd i've i'll me my mine myself you your yours we us our he she it its they them
    this that these those is are was were be been being am do does did done doing have has had will
    would shall should can could may might must and or but so if then when whenever while as at by
    for from in into of on onto to with about than too very just also please pls ok okay yes well
    there here what which who how why user users person persons trader customer client prefer
    prefers preferred preference preferences like likes liked want wants wanted wish wishes remember
    know always usually generally often now wanna gonna let lets let's some any all every each get
    gets got make makes not no never don't doesn't won't can't cannot
"""
_EMPTY = frozenset(_ANYWHERE.split())
_EMPTY_HAN = re.compile(
    r"用户|客户|喜欢|偏好|希望|总是|通常|一般|以后|今后|从现在起|记住|记得|一下|一点|一些|应该|时候|"
    r"[的了吧呢啊呀哦我你您他她它请都要是用想把在就会给让这那么很时点]"
)
_DENIES = re.compile(
    r"\b(?:not|no|never|nor|neither|without|avoid\w*|hate\w*|dislike\w*|stop\w*|against|refuse\w*"
    r"|cannot|skip\w*|quit|used to)\b|n't\b|[不没别勿]|以前|曾经|讨厌|避免|禁止|拒绝|无需|戒"
)
_PAIRS = """
    positive/negative win/lose buy/sell above/below over/under more/less most/least high/low
    morning/evening day/night long/short before/after first/last rise/fall up/down open/close
    detailed/short bull/bear
    正/负 涨/跌 买/卖 早/晚 赚/亏 赢/输 多/空 高/低 长/短 前/后 多/少 增/减 强/弱
"""
_OPPOSITES = tuple(tuple(pair.split("/")) for pair in _PAIRS.split())
_NO_DENIAL = re.compile(
    r"不错|不过|不仅|不但|没错|区别|特别|分别|类别|不超过|不要超过|别超过|不高于|"
    r"\bno (?:more|less|higher|greater) than\b"
    r"|\bnever (?:(?:go|use|risk|take|put)\s+)?(?:more|over|above|beyond|exceed\w*)\b"
    r"|\bnot (?:more|over|above) (?:than\b)?|\bstop[- ]loss(?:es)?\b"
)


def plain_lines(text: str) -> str:
    """The words alone, line by line: where a line begins says what it is."""
    return "\n".join(plain(line) for line in text.splitlines())


def folded(text: str) -> str:
    """The text as words are looked for in it: compatible forms, lower case, coins by ticker."""
    lower = " ".join(plain(text).casefold().split())
    return _NAMES.sub(lambda found: f" {_TICKERS[found.group()]} ", lower)


def content_words(text: str) -> frozenset[str]:
    """What the text is about; numbers and the words any sentence may have are left out."""
    clean = folded(text)
    words = {_stem(word) for word in _WORD.findall(clean) if word not in _EMPTY}
    for run in _HAN.findall(clean):
        for piece in _EMPTY_HAN.sub(" ", run).split():
            words.update(piece[at : at + 2] for at in range(max(1, len(piece) - 1)))
    return frozenset(words)


def _stem(word: str) -> str:
    word = word.removesuffix("'s")
    for ending in ("ing", "ies", "es", "ed", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("e")[:_STEM]
    return word.rstrip("e")[:_STEM] or word


def numbers(text: str) -> frozenset[Decimal]:
    """Every number of the text, however it is written: 2%, 百分之二, two percent, 十点."""
    clean = folded(text)
    found = {reading for figure in figures(text) for reading in (figure.value, *figure.readings)}
    found.update(Decimal(digits) for digits in _DIGITS.findall(clean))
    return frozenset(found | _spelt(clean))


def stated_numbers(text: str) -> frozenset[Decimal]:
    """The numbers that a text asserts: in digits, or spelt from two on ("one" is often none)."""
    clean = folded(text)
    found = {figure.value for figure in figures(text) if not figure.words}
    found.update(Decimal(digits) for digits in _DIGITS.findall(clean))
    found.update(number for number in _spelt(clean) if number > 1)
    return frozenset(found)


def _spelt(clean: str) -> set[Decimal]:
    words = {Decimal(_SMALL[word]) for word in _WORD.findall(clean) if word in _SMALL}
    runs = {chinese_number(run) for run in _NUMERALS.findall(clean)}
    return words | {number for number in runs if number is not None}


def clauses(text: str) -> list[str]:
    """The parts of a text that may each say something of their own."""
    return [part for part in (one.strip() for one in _CLAUSE.split(folded(text))) if part]


def denies(text: str) -> bool:
    """Whether the clause says that something is not, or is not wanted."""
    return _DENIES.search(_NO_DENIAL.sub(" ", folded(text))) is not None


def share(part: frozenset[str], of: frozenset[str]) -> float:
    """How much of the words in `part` is also in `of`; 0 for no words."""
    return len(part & of) / len(part) if part else 0.0


def turns_round(value: str, heard: str) -> bool:
    """Whether the value says the opposite word where the text says the other: up for down."""
    one, other = f" {folded(value)} ", f" {folded(heard)} "
    return any(
        _has(one, this) and _has(other, that) and not _has(other, this)
        for pair in _OPPOSITES
        for this, that in (pair, pair[::-1])
    )


def _has(text: str, word: str) -> bool:
    return re.search(rf"\b{word}", text) is not None if word.isascii() else word in text


def is_alike(one: str, other: str) -> bool:
    """Whether two entries are one and the same, said again or said anew.

    The same content words, or nearly the same letters about the same coins. Numbers and denial do
    not count: "risk 2 %" is the new wording of "risk 1 %".
    """
    ones, others = content_words(one), content_words(other)
    if ones == others and ones:
        return True
    if _coins(ones) != _coins(others):
        return False
    common = len(ones & others) / max(1, len(ones | others))
    return common >= _WORDS_ALIKE and likeness(one, other) >= LIKE


def likeness(one: str, other: str) -> float:
    """Dice's share of common trigrams, 0 to 1."""
    ones, others = _trigrams(one), _trigrams(other)
    return 2 * len(ones & others) / (len(ones) + len(others))


def _trigrams(text: str) -> frozenset[str]:
    padded = f"  {folded(text)} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))


_COIN_WORDS = frozenset(_stem(ticker.lower()) for ticker in NAMES)


def _coins(words: frozenset[str]) -> frozenset[str]:
    return words & _COIN_WORDS
