"""Blocks as pieces of text: a bold title, its badge, aligned rows; nothing is ever cut."""

from collections.abc import Iterator, Sequence

from adapters.chat.pieces import Piece, Style, speakable
from core.domain.outbound import (
    Block,
    CardBlock,
    ImageBlock,
    Outbound,
    TableBlock,
    TextBlock,
)
from core.views.badge import badge
from core.views.render import picture_text, width
from core.views.words import say

PHONE = 34
"""Fixed-width columns that a phone shows without breaking a line."""

_GAP = "  "


def laid_out(message: Outbound, note: str = "") -> list[Piece]:
    """The message as pieces; `note` is put below it: how a card ended."""
    pieces = [*_pieces(message.blocks), *_badge(message)]
    return [*pieces, *paragraphs(note)] if note else pieces


def _pieces(blocks: Sequence[Block]) -> Iterator[Piece]:
    for block in blocks:
        match block:
            case TextBlock():
                yield from paragraphs(block.text)
            case CardBlock():
                yield from _card(block)
            case TableBlock():
                yield from _table(block)
            case ImageBlock():
                yield from paragraphs(picture_text(block.alt, block.lang))


def paragraphs(text: str) -> Iterator[Piece]:
    """A text line by line; empty lines become the space before the next one."""
    gap = 2
    for line in speakable(text).split("\n"):
        if line.strip():
            yield Piece(((line, ""),), gap)
            gap = 1
        else:
            gap = min(gap + 1, 3)


def _badge(message: Outbound) -> Iterator[Piece]:
    """PAPER, LIVE, SIMULATED below a message about money whose blocks do not say it (I7)."""
    seen = "\n".join(piece.text for piece in _pieces(message.blocks))
    missing = {
        "mode": message.mode if message.mode and _mark(message.mode, message) not in seen else None,
        "simulated": message.simulated and _mark("simulated", message) not in seen,
    }
    if text := badge(missing, message.lang):
        yield Piece(((text, "i"),))


def _mark(name: str, message: Outbound) -> str:
    return say(message.lang, f"badge_{name}")


def _card(card: CardBlock) -> Iterator[Piece]:
    yield from _head((speakable(card.title), "b"), (speakable(card.badge), "i"))
    rows = [(_one_line(label), speakable(value)) for label, value in card.rows]
    column = max((width(label) for label, _ in rows), default=0)
    lines = [_pad(label, column) + _GAP + _one_line(value) for label, value in rows]
    if all(width(line) <= PHONE for line in lines):
        yield from (Piece(((line, ""),), pre=True) for line in lines)
    else:
        yield from (Piece(((label, "b"), (f": {value}", ""))) for label, value in rows)
    yield from paragraphs(card.note)


def _table(table: TableBlock) -> Iterator[Piece]:
    yield from _head((speakable(table.title), "b"))
    heads = tuple(_one_line(head) for head in table.columns)
    rows = [tuple(_one_line(cell) for cell in row) for row in table.rows]
    columns = max((len(row) for row in (heads, *rows)), default=0)
    widths = [
        max((width(row[place]) for row in (heads, *rows) if place < len(row)), default=0)
        for place in range(columns)
    ]
    if sum(widths) + len(_GAP) * (columns - 1) <= PHONE:
        for row in (heads, *rows):
            cells = [_pad(cell, cells) for cell, cells in zip(row, widths, strict=False)]
            if line := _GAP.join(cells).rstrip():
                yield Piece(((line, ""),), pre=True)
    else:
        yield from (_entry(heads, row) for row in rows if any(row))
    yield from paragraphs(table.note)


def _entry(heads: tuple[str, ...], row: tuple[str, ...]) -> Piece:
    """A wide row: its first cell as a headline, the labelled others below it, all in one piece."""
    labels = (*heads, *[""] * (len(row) - len(heads)))
    figures = [
        f"{label} {cell}".strip() for label, cell in zip(labels[1:], row[1:], strict=False) if cell
    ]
    if not figures:
        return Piece(((row[0], "b"),))
    return Piece(((row[0], "b"), (f"\n{' · '.join(figures)}", "")))


def _head(*lines: tuple[str, Style]) -> Iterator[Piece]:
    """Title and badge, which stay together."""
    spans: list[tuple[str, Style]] = []
    for text, style in lines:
        if text.strip():
            spans += [("\n", ""), (text, style)] if spans else [(text, style)]
    if spans:
        yield Piece(tuple(spans), gap=2)


def _pad(text: str, cells: int) -> str:
    return text + " " * (cells - width(text))


def _one_line(text: str) -> str:
    return " ".join(speakable(text).split())
