"""What a text's pointing words mean: "it", "this strategy", "the second", "both", 那个, 它们."""

import re
from collections.abc import Mapping, Sequence

from core.domain.amount_words import half_width
from core.domain.naming import Nouns, forms
from core.domain.ordinals import ORDINAL, place
from core.domain.references import Reference, ReferenceKind, References

NOUNS: Mapping[ReferenceKind, frozenset[str]] = {
    "symbol": frozenset({"coin", "token", "pair", "币", "币种", "交易对"}),
    "position": frozenset({"position", "holding", "仓位", "持仓", "仓"}),
    "order": frozenset({"order", "订单", "单子", "委托"}),
}
"""The nouns of what no resource keeps by name."""

_CHINESE_THE = r"(?:这一?个|那一?个|这|那|该|此|把|将)"
_MANY = re.compile(
    r"\b(?:both(?:\s+of\s+(?:them|these|those))?|all\s+(?:of\s+(?:them|these|those)|two|three)"
    r"|them|these|those)\b|它们|他们|这些|那些|这几个|那几个|这两个|那两个|两个都",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"\b(?:it|this\s+one|that\s+one|the\s+same\s+one)\b(?!['’]s\s+(?:ok|fine|not))"
    r"|\b(?:this|that)\b(?=\s*(?:[.?!,;]|$))"
    r"|它|(?:这|那)一?个(?!月|星期|礼拜|周|时|价|意思|问题|功能|人)",
    re.IGNORECASE,
)


def meant(
    text: str,
    references: References,
    nouns: Nouns,
    *,
    named: Sequence[tuple[int, int]] = (),
    earlier: References | None = None,
) -> tuple[Reference, ...]:
    """The things that the pointing words of `text` stand for, in its order, each once.

    `nouns` are those of named things; "this strategy" is the strategy spoken of, "it" the newest
    thing of any kind. Words that point at nothing known are left out. `named` is where `text` names
    things: before the first of them "it" is of `earlier`, and "this BTC" only says BTC.
    """
    plain = half_width(text)
    first = min((start for start, _ in named), default=0)
    names = {start for start, _ in named}
    found: list[tuple[int, tuple[Reference | None, ...]]] = []
    taken: set[int] = set()

    def add(hit: re.Match[str], *things: Reference | None) -> None:
        if taken.isdisjoint(range(*hit.span())):
            taken.update(range(*hit.span()))
            found.append((hit.start(), things))

    for hit in ORDINAL.finditer(plain):
        add(hit, references.at(place(hit)))
    for hit in _MANY.finditer(plain):
        add(hit, *references.last_list)

    def spoken_of(hit: re.Match[str]) -> References:
        return earlier if earlier is not None and hit.start() < first else references

    for kind, words in {**NOUNS, **nouns}.items():
        for hit in _the(words).finditer(plain):
            add(hit, spoken_of(hit).of(kind))
    for hit in _ONE.finditer(plain):
        rest = plain[hit.end() :]
        if hit.end() + len(rest) - len(rest.lstrip()) not in names:
            add(hit, spoken_of(hit).newest())
    things = [one for _, of_hit in sorted(found, key=lambda one: one[0]) for one in of_hit if one]
    return tuple({(one.kind, one.id): one for one in things}.values())


def noun_alone(text: str, words: frozenset[str]) -> tuple[int, int] | None:
    """Where one thing is spoken of by its noun alone, as known: "the strategy", 把策略, 这个策略.

    Not the plural, and nothing that is only listed or made: "my strategies", "a strategy". The
    place is that of the noun.
    """
    english, chinese = _any_of(words, plural=False)
    hit = re.search(
        rf"\b(?:the|this|that|my)\s+(?P<english>{english})(?![A-Za-z0-9_-]|\s+(?:rates?|lists?)\b)"
        rf"|{_CHINESE_THE}(?:我的)?(?P<chinese>{chinese})(?!们|都|全|列表)",
        half_width(text),
        re.IGNORECASE,
    )
    return hit.span(hit.lastgroup or 0) if hit else None


def _the(words: frozenset[str]) -> re.Pattern[str]:
    """Finds the noun with a word that points: "this strategy", 这个策略."""
    english, chinese = _any_of(words, plural=True)
    return re.compile(
        rf"\b(?:this|that|the|the\s+same)\s+(?:{english})\b|{_CHINESE_THE}(?:{chinese})",
        re.IGNORECASE,
    )


def _any_of(words: frozenset[str], *, plural: bool) -> tuple[str, str]:
    """The English and the Chinese words as patterns, the longest first."""
    known = {form for word in words for form in (forms(word) if plural else (word,))}
    ordered = [re.escape(word) for word in sorted(known, key=len, reverse=True)]
    english = "|".join(word for word in ordered if word.isascii())
    chinese = "|".join(word for word in ordered if not word.isascii())
    return english or "(?!)", chinese or "(?!)"
