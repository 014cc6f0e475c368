"""Text in the odd pieces in which a stream brings it."""

from collections.abc import Iterator
from itertools import cycle

SIZES = (1, 3, 2, 7, 5)  # of the pieces, in characters, before they grow with the text
MOST_PIECES = 24


def pieces(text: str) -> Iterator[str]:
    """The text in at most MOST_PIECES parts of odd sizes, and in two at least if it can be."""
    rounds = MOST_PIECES // len(SIZES)
    scale = max(1, -(-len(text) // (rounds * sum(SIZES))))
    start = 0
    for size in cycle(SIZES):
        if start >= len(text):
            return
        yield text[start : start + size * scale]
        start += size * scale
