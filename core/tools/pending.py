"""Rows as they will be once what this run has decided is committed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from core.domain.records import Delete, Insert, Update, Write

R = TypeVar("R")


def with_pending(kind: type[R], rows: Sequence[R], writes: Sequence[Write]) -> list[R]:
    """The rows after these writes, whose `where` may name any column; those added come last."""
    now = list(rows)
    for write in writes:
        match write:
            case Insert(record=record) if isinstance(record, kind):
                now.append(record)
            case Update(kind=of, where=where, set=changes) if of is kind:
                now = [_changed(row, changes) if _fits(row, where) else row for row in now]
            case Delete(kind=of, where=where) if of is kind:
                now = [row for row in now if not _fits(row, where)]
            case _:
                pass
    return now


def _changed(row: R, changes: dict[str, Any]) -> R:
    return replace(row, **changes)  # type: ignore[type-var]  # rows are dataclasses


def _fits(row: object, where: dict[str, object]) -> bool:
    return all(getattr(row, name) == value for name, value in where.items())
