"""Which of a person's things a text calls by name: strategies, traders, accounts.

A name counts as a whole word: aster is not in "faster", OP is not in "stop". Chinese is written
without spaces, so a Chinese name counts wherever it stands, unless a longer name stands there.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from core.domain.coin_names import COMMON_WORDS
from core.domain.references import Reference, ReferenceKind

How = Literal["exact", "nickname", "prefix"]
Nouns = Mapping[ReferenceKind, frozenset[str]]
"""What people call a thing of each kind, lower case: `strategy`, `策略`."""

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_LETTER = rf"[^\W{_CJK}]"
"""Of a word that spaces set apart."""

_SHORTEST = 2
_STARTS = (
    "帮我 给我 替我 请帮 麻烦 我要 我想 我的 我有 把我 一个 一下 这个 那个 哪个 什么 怎么 看看 查看"
)
_OPENERS = frozenset(_STARTS.split())
"""What any Chinese request may begin with: never the beginning of a name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NameSaid:
    """A name in a text between `start` and `end`, and the things of one kind that it may mean."""

    start: int
    end: int
    how: How
    kind: ReferenceKind
    candidates: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class NicknameSaid:
    """A nickname in a text between `start` and `end`, and the words that it stands for."""

    start: int
    end: int
    meaning: str


@dataclass(frozen=True, slots=True)
class _Span:
    """A place in a folded text, and what may be meant there."""

    start: int
    end: int
    how: How
    candidates: tuple[Reference, ...]


class _Folded:
    """A text as it is compared: NFKC and case-folded, each character with its place as written."""

    def __init__(self, text: str) -> None:
        pieces = [
            (one, place)
            for place, letter in enumerate(text)
            for one in unicodedata.normalize("NFKC", letter).casefold()
        ]
        self.text = "".join(one for one, _ in pieces)
        self._places = [place for _, place in pieces]

    def written(self, start: int, end: int) -> tuple[int, int]:
        """The place as written of what stands here between `start` and `end`."""
        return self._places[start], self._places[end - 1] + 1


def folded(text: str) -> str:
    """A name as it is compared: NFKC, case-folded, one space between words."""
    return " ".join(_Folded(text).text.split())


def names_said(
    text: str, things: Sequence[Reference], nicknames: Mapping[str, str], nouns: Nouns
) -> tuple[NameSaid, ...]:
    """The things that `text` names, in its order: by name or id, by nickname, by a beginning.

    `nicknames` are by name, with what each stands for. The beginning of a name counts only where
    no thing of its kind is named in full, and the noun of its kind is said too or nothing else is.
    """
    plain = _Folded(text)
    spoken = nouns_said(text, nouns)
    whole = _whole(plain.text, things, nicknames, spoken)
    named = {one.kind for span in whole for one in span.candidates}
    begun = [
        span
        for kind in dict.fromkeys(one.kind for one in things)
        if kind not in named
        for span in _begun(plain.text, [one for one in things if one.kind == kind], nouns, spoken)
    ]
    return tuple(
        NameSaid(
            start=plain.written(span.start, span.end)[0],
            end=plain.written(span.start, span.end)[1],
            how=span.how,
            kind=kind,
            candidates=tuple(one for one in span.candidates if one.kind == kind),
        )
        for span in sorted((*whole, *begun), key=lambda one: one.start)
        for kind in dict.fromkeys(one.kind for one in span.candidates)
    )


def nicknames_said(text: str, nicknames: Mapping[str, str]) -> tuple[NicknameSaid, ...]:
    """Where `text` says a nickname, and what it stands for; the longest where several fit."""
    plain = _Folded(text)
    spans = [
        (hit.span(), meaning)
        for name, meaning in nicknames.items()
        for hit in _pattern(folded(name)).finditer(plain.text)
    ]
    found = _longest([span for span, _ in spans])
    return tuple(
        NicknameSaid(*plain.written(*span), next(meaning for one, meaning in spans if one == span))
        for span in sorted(found)
    )


def expanded(text: str, nicknames: Mapping[str, str]) -> str:
    """`text` with what its nicknames stand for in their place."""
    for said in reversed(nicknames_said(text, nicknames)):
        before, after = text[: said.start], text[said.end :]
        text = _apart(_apart(before, said.meaning), after)
    return text


def _apart(before: str, after: str) -> str:
    """One behind the other, with a space where two words would become one: 50u and ETH."""
    around = before[-1:] + after[:1]
    return (
        f"{before} {after}"
        if len(around) == 2 and around.isalnum() and around.isascii()
        else (before + after)
    )


def nouns_said(text: str, nouns: Nouns) -> frozenset[ReferenceKind]:
    """The kinds whose noun stands in `text`, one of them or several."""
    plain = _Folded(text).text
    return frozenset(
        kind
        for kind, words in nouns.items()
        if any(_pattern(form).search(plain) for word in words for form in forms(word))
    )


def forms(noun: str) -> tuple[str, ...]:
    """A noun and its plural; Chinese has none."""
    if not noun.isascii():
        return (noun,)
    return (noun, f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s")


def _whole(
    text: str,
    things: Sequence[Reference],
    nicknames: Mapping[str, str],
    spoken: frozenset[ReferenceKind],
) -> list[_Span]:
    """Names said in full. Longer ones hide the shorter, and exact ones nicknames as long."""
    exact = [span for one in things for span in _spans_of(text, one, spoken)]
    named = [
        _Span(*hit.span(), "nickname", meant)
        for name, meaning in nicknames.items()
        if (meant := _meant_by(meaning, things))
        for hit in _pattern(folded(name)).finditer(text)
    ]
    places = _longest([(span.start, span.end) for span in (*exact, *named)])
    spans = [
        _Span(*place, at[0].how, tuple(dict.fromkeys(c for one in at for c in one.candidates)))
        for place in places
        if (at := _at(place, exact) or _at(place, named))
    ]
    return _by_id(text, spans)


def _at(place: tuple[int, int], spans: Iterable[_Span]) -> list[_Span]:
    return [one for one in spans if (one.start, one.end) == place]


def _spans_of(text: str, thing: Reference, spoken: frozenset[ReferenceKind]) -> list[_Span]:
    """Where the thing's name or id stands. A name that is an everyday word needs its noun too."""
    found = []
    for name in dict.fromkeys((folded(thing.name), folded(thing.id))):
        if (name in COMMON_WORDS or len(name) < _SHORTEST) and thing.kind not in spoken:
            continue
        found += [_Span(*hit.span(), "exact", (thing,)) for hit in _pattern(name).finditer(text)]
    return found


def _meant_by(meaning: str, things: Sequence[Reference]) -> tuple[Reference, ...]:
    """The things whose name or id a nickname stands for."""
    words = folded(meaning)
    return tuple(one for one in things if words in (folded(one.name), folded(one.id)))


def _by_id(text: str, spans: Sequence[_Span]) -> list[_Span]:
    """Of things that share a name, those whose id is said too."""
    kept = []
    for span in spans:
        said = tuple(one for one in span.candidates if _pattern(folded(one.id)).search(text))
        several = len(span.candidates) > 1
        kept.append(_Span(span.start, span.end, span.how, said) if several and said else span)
    return kept


def _begun(
    text: str, things: Sequence[Reference], nouns: Nouns, spoken: frozenset[ReferenceKind]
) -> list[_Span]:
    """The longest beginning of a name of this one kind, and every thing that begins so."""
    kind = things[0].kind
    alone = text.strip().rstrip(".!?。！？").rstrip()
    refused = {form for words in nouns.values() for word in words for form in forms(word)}
    best: tuple[int, int] | None = None
    for thing in things:
        name = folded(thing.name)
        for length in range(len(name) - 1, _SHORTEST - 1, -1):
            part = name[:length].rstrip()
            counts = kind in spoken or alone == part
            hit = _pattern(part).search(text) if counts and _may_begin(part, refused) else None
            if hit is None:
                continue
            if best is None or len(hit.group()) > best[1] - best[0]:
                best = hit.span()
            break
    if best is None:
        return []
    start = " ".join(text[slice(*best)].split())
    fitting = tuple(one for one in things if folded(one.name).startswith(start))
    return [_Span(*best, "prefix", fitting)]


def _may_begin(part: str, refused: set[str]) -> bool:
    everyday = part in COMMON_WORDS or part in refused or part in _OPENERS
    return len(part) >= _SHORTEST and not everyday


# The same few nouns are looked for in every message.
@lru_cache(maxsize=512)
def _pattern(name: str) -> re.Pattern[str]:
    """Finds a folded name as a whole word in a folded text; runs of spaces are alike."""
    parts = name.split()
    if not parts:
        return re.compile(r"(?!)")
    words = r"\s+".join(re.escape(part) for part in parts)
    before = rf"(?<!{_LETTER})(?<!{_LETTER}-)" if re.match(_LETTER, parts[0]) else ""
    after = rf"(?!-?{_LETTER})" if re.match(_LETTER, parts[-1][-1]) else ""
    return re.compile(f"{before}{words}{after}")


def _longest(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places that no longer one overlaps; of equally long ones the first."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(set(places), key=lambda one: (one[0] - one[1], one[0])):
        if all(end <= other[0] or start >= other[1] for other in kept):
            kept.append((start, end))
    return kept
