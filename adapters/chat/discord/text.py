"""Pieces as Discord's messages: its markdown, with everything that is not ours escaped.

Discord counts a message's characters with its markup, at most 2,000.
"""

import re
from collections.abc import Sequence

from adapters.chat.layout import laid_out, paragraphs
from adapters.chat.pieces import Piece, split, units
from core.domain.outbound import Outbound
from core.views.words import say

LIMIT = 2000
ROOM = 150
"""Kept free in every message, for a note put before it and for the fences of fixed width."""
_SPECIAL = re.compile(r"([\\*_~`|<>#\[\]@])")
_MARKS = {"b": "**", "i": "*"}


def escaped(text: str) -> str:
    """The text as Discord shows it letter by letter: no markup, no mention, no emoji by name."""
    return _SPECIAL.sub(r"\\\1", text)


def measured(text: str) -> int:
    """The length of a text once it is escaped."""
    return units(escaped(text))


def messages(message: Outbound, note: str = "") -> list[str]:
    """The message as the texts to send, at least one; `note` stands below: how a card ended."""
    return rendered(laid_out(message, note)) or words(say(message.lang, "chat.empty"))


def words(text: str) -> list[str]:
    """A plain text as the texts to send; none if there is nothing to see in it."""
    return rendered(list(paragraphs(text)))


def rendered(pieces: Sequence[Piece]) -> list[str]:
    """The pieces as messages."""
    return [_render(group) for group in split(pieces, LIMIT - ROOM, measured)]


def _render(pieces: Sequence[Piece]) -> str:
    parts: list[str] = []
    fixed = False
    for index, piece in enumerate(pieces):
        breaks = "\n" * piece.gap if index else ""
        if fixed and not piece.pre:
            parts.append("\n```")
        if piece.pre and not fixed:
            # A fence begins a line of its own.
            parts.append(f"{breaks}```\n")
        else:
            parts.append(breaks)
        parts.append(_fixed(piece.text) if piece.pre else _marked(piece))
        fixed = piece.pre
    if fixed:
        parts.append("\n```")
    return "".join(parts)


def _fixed(text: str) -> str:
    """Text of fixed width: nothing in it is markup but what would end it."""
    return text.replace("```", "'''")


def _marked(piece: Piece) -> str:
    return "".join(_span(text, _MARKS.get(style, "")) for text, style in piece.spans if text)


def _span(text: str, mark: str) -> str:
    """Marks stand at letters, never at spaces: Discord would show them."""
    inner = text.strip()
    if not mark or not inner:
        return escaped(text)
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{mark}{escaped(inner)}{mark}{after}"
