"""A message as pieces that stay whole, and pieces as as few messages as they need.

What a platform counts is told by a measure: the length of a text, which is that of its characters
together.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

_SPACE = re.compile(r"\s")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_JOINER = "\u200d"

Style = Literal["", "b", "i"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A line, or a table's row of several lines: torn only if no message could hold it.

    `gap` is how many line breaks stand before it; neighbours that are `pre` share one block of
    fixed width.
    """

    spans: tuple[tuple[str, Style], ...]
    gap: int = 1
    pre: bool = False

    @property
    def text(self) -> str:
        """The piece without its markup."""
        return "".join(text for text, _ in self.spans)


Measure = Callable[[str], int]


def units(text: str) -> int:
    """The length of a text in UTF-16 units."""
    return len(text) + sum(char > "\uffff" for char in text)


def speakable(text: str) -> str:
    """The text as a platform will have it: no halves of surrogate pairs, spaces for controls."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _CONTROL.sub(" ", whole.replace("\r", ""))


def visible(text: str) -> bool:
    """Whether there is anything to see in it; platforms refuse a text without."""
    return any(unicodedata.category(char) not in _UNSEEN for char in text)


def split(pieces: Sequence[Piece], limit: int, measure: Measure = units) -> list[list[Piece]]:
    """The pieces as messages, in order, none empty: parted at paragraphs, else between pieces."""
    groups: list[list[Piece]] = []
    current: list[Piece] = []
    size = 0
    for piece in (part for whole in pieces for part in _torn(whole, limit, measure)):
        added = piece.gap + measure(piece.text)
        while current and size + added > limit:
            cut = len(current) if piece.gap > 1 else _cut(current, limit, measure)
            groups.append(current[:cut])
            current = current[cut:]
            size = _size(current, measure)
        current.append(piece)
        size += added
    groups.append(current)
    return [group for group in groups if visible("".join(piece.text for piece in group))]


def _size(pieces: Sequence[Piece], measure: Measure) -> int:
    return sum(piece.gap + measure(piece.text) for piece in pieces)


def _cut(pieces: Sequence[Piece], limit: int, measure: Measure) -> int:
    """Where to end a message that is full within a paragraph.

    Before that paragraph, if this leaves the message at least half full; else where it is.
    """
    size = _size(pieces, measure)
    for index in range(len(pieces) - 1, 0, -1):
        size -= pieces[index].gap + measure(pieces[index].text)
        if size < limit // 2:
            break
        if pieces[index].gap > 1:
            return index
    return len(pieces)


def _torn(piece: Piece, limit: int, measure: Measure) -> Iterator[Piece]:
    """The piece itself, or parts of it that fit a message each."""
    most = limit - piece.gap
    if measure(piece.text) <= most:
        yield piece
        return
    gap = piece.gap
    for text, style in piece.spans:
        rest = text
        while rest:
            part, rest = _parted(rest, most, measure)
            yield Piece(((part, style),), gap, piece.pre)
            gap = 0


def _parted(text: str, most: int, measure: Measure) -> tuple[str, str]:
    """The longest beginning that measures `most` or less, at a space near its end if possible."""
    end = taken = 0
    while end < len(text):
        taken += measure(text[end])
        if taken > most:
            break
        end += 1
    if end == len(text):
        return text, ""
    spaces = [found.end() for found in _SPACE.finditer(text, max(1, end - most // 5), end)]
    if spaces:
        return text[: spaces[-1]], text[spaces[-1] :]
    back = end
    while back > max(1, end - 16) and _clings(text[back - 1], text[back]):
        back -= 1
    end = back if back > max(1, end - 16) else end
    return text[:end], text[end:]


def _clings(before: str, char: str) -> bool:
    """Whether `char` belongs to the visible sign that `before` began."""
    return _JOINER in (before, char) or unicodedata.combining(char) > 0 or char in "\ufe0e\ufe0f"
