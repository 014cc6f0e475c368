"""Text that fits a budget of tokens: whole items and whole rows, and how many were left out."""

import json
from collections.abc import Sequence
from typing import Any

from core.domain.tokens import estimated_tokens

_LEAST_ROWS = (64, 32, 16, 8, 4, 2, 0)
_LONGEST_TEXTS = (2000, 500, 100)


def more(count: int) -> str:
    """The line that stands for what was left out."""
    return f"… and {count} more"


def whole_items(items: Sequence[str], budget: int) -> list[str]:
    """As many of the items, in order and each whole, as fit; then how many more there are."""
    kept: list[str] = []
    used = 0
    for item in items:
        used += estimated_tokens(item) + 1
        if used > budget:
            break
        kept.append(item)
    if len(kept) == len(items):
        return kept
    room = budget - estimated_tokens(more(len(items))) - 1
    while kept and sum(estimated_tokens(item) + 1 for item in kept) > room:
        kept.pop()
    return [*kept, more(len(items) - len(kept))]


def newest_items(items: Sequence[str], budget: int) -> list[str]:
    """The same of a list whose last items count most: how many came before stands first."""
    return whole_items(items[::-1], budget)[::-1]


def bounded_json(value: Any, budget: int) -> str:
    """The value as JSON that fits: of long lists the first and the last rows, each row whole.

    Where even that is too long, long texts in it are cut, and say so. What still does not fit is
    left out, and its length told. Deterministic.
    """
    rows = [most for most in _LEAST_ROWS if most < budget]
    tries: list[tuple[int, int | None]] = [(most, None) for most in (budget, *rows)]
    tries += [(rows[-1] if rows else 0, longest) for longest in _LONGEST_TEXTS]
    for most, longest in tries:
        text = _json(_cut(value, most, longest))
        if estimated_tokens(text) <= budget:
            return text
    return _json(f"… {len(_json(value))} characters left out")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _cut(value: Any, rows: int, longest: int | None) -> Any:
    match value:
        case dict():
            return {name: _cut(item, rows, longest) for name, item in value.items()}
        case list() | tuple():
            kept = [_cut(item, rows, longest) for item in _ends(value, rows)]
            if len(kept) < len(value):
                kept.insert(rows - rows // 2, more(len(value) - len(kept)))
            return kept
        case str() if longest is not None and len(value) > longest:
            return f"{value[:longest]}… and {len(value) - longest} more characters"
        case _:
            return value


def _ends(rows: Sequence[Any], most: int) -> Sequence[Any]:
    """The first and the last of the rows, `most` in all."""
    if len(rows) <= most:
        return rows
    last = most // 2
    return [*rows[: most - last], *rows[len(rows) - last :]]
