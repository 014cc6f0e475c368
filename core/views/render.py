"""Blocks as plain text: what history, the terminal and the HTTP API show.

Nothing is cut: every row, cell and note is in the text, whatever it holds and however long it is.
"""

import unicodedata
from collections.abc import Sequence

from core.domain.conversation import Lang
from core.domain.outbound import Block, CardBlock, ImageBlock, TableBlock, TextBlock
from core.views.words import say

_GAP = "  "
_WIDE = 64
"""Columns a phone or a narrow terminal shows; a wider table is written one row per entry."""


def plain(blocks: Sequence[Block]) -> str:
    """The blocks as one text, an empty line between them."""
    return "\n\n".join(text for block in blocks if (text := _block(block)))


def picture_text(alt: str, lang: Lang) -> str:
    """What stands for a picture in plain text."""
    return say(lang, "picture", alt=alt)


def width(text: str) -> int:
    """Terminal cells that `text` takes: two for each wide (Chinese, emoji) character."""
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _block(block: Block) -> str:
    match block:
        case TextBlock():
            return block.text
        case TableBlock():
            return _table(block)
        case CardBlock():
            return _card(block)
        case ImageBlock():
            return picture_text(block.alt, block.lang)


def _card(card: CardBlock) -> str:
    head = " · ".join(part for part in (card.title, card.badge) if part)
    lines = [head, *(f"{label}: {value}" for label, value in card.rows), card.note]
    return "\n".join(line for line in lines if line)


def _table(table: TableBlock) -> str:
    rows = [tuple(_one_line(cell) for cell in row) for row in table.rows]
    heads = tuple(_one_line(head) for head in table.columns)
    widths = [
        max((width(row[place]) for row in (heads, *rows) if place < len(row)), default=0)
        for place in range(max(map(len, (heads, *rows))))
    ]
    if sum(widths) + len(_GAP) * (len(widths) - 1) <= _WIDE:
        body = [_aligned(row, widths) for row in (heads, *rows)]
    else:
        body = [line for row in rows for line in _entry(heads, row)]
    return "\n".join(line for line in (table.title, *body, table.note) if line)


def _aligned(row: tuple[str, ...], widths: Sequence[int]) -> str:
    # A row may have fewer cells than the widest one: the rest of its line is empty.
    padded = [cell + " " * (cells - width(cell)) for cell, cells in zip(row, widths, strict=False)]
    return _GAP.join(padded).rstrip()


def _entry(heads: tuple[str, ...], row: tuple[str, ...]) -> list[str]:
    """A wide row as a headline and labelled figures below it."""
    labels = (*heads, *[""] * (len(row) - len(heads)))
    figures = [
        f"{label} {cell}".strip() for label, cell in zip(labels[1:], row[1:], strict=False) if cell
    ]
    return [row[0], *([f"   {' · '.join(figures)}"] if figures else [])] if row else []


def _one_line(cell: str) -> str:
    return " ".join(cell.split())
