"""Pieces as Telegram's messages: HTML, and the same as plain text.

Telegram counts a text in UTF-16 units, after its markup is read, and trims what is around it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from adapters.chat.layout import laid_out, paragraphs
from adapters.chat.pieces import Piece, split
from core.domain.outbound import Outbound
from core.views.words import say

LIMIT = 4096
ROOM = 196
"""Kept free in every message, for a note put before it."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One message's text, in HTML and as plain text of the same length."""

    html: str
    plain: str


def chunks(message: Outbound, note: str = "") -> list[Chunk]:
    """The message as the texts to send, at least one, each within Telegram's limit.

    `note` is put below it: how a card ended.
    """
    made = rendered(laid_out(message, note))
    return made or words(say(message.lang, "chat.empty"))


def words(text: str) -> list[Chunk]:
    """A plain text as the texts to send; none if there is nothing to see in it."""
    return rendered(list(paragraphs(text)))


def rendered(pieces: Sequence[Piece]) -> list[Chunk]:
    """The pieces as messages."""
    return [_render(group) for group in split(pieces, LIMIT - ROOM)]


def _html(piece: Piece) -> str:
    """The piece with its markup, everything else escaped."""
    return "".join(
        f"<{style}>{escape(text, quote=False)}</{style}>" if style else escape(text, quote=False)
        for text, style in piece.spans
        if text
    )


def _render(pieces: Sequence[Piece]) -> Chunk:
    html: list[str] = []
    plain: list[str] = []
    fixed = False
    for index, piece in enumerate(pieces):
        breaks = "\n" * piece.gap if index else ""
        plain += [breaks, piece.text]
        if fixed and not piece.pre:
            html.append("</pre>")
        html.append(breaks)
        if piece.pre and not fixed:
            html.append("<pre>")
        html.append(_html(piece))
        fixed = piece.pre
    if fixed:
        html.append("</pre>")
    return Chunk("".join(html), "".join(plain))
