"""What is asked of a store: rows to add, change, remove and find."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

R = TypeVar("R")


@dataclass(frozen=True, kw_only=True, slots=True)
class Insert:
    """Add a row. `if_absent`: leave an existing row with the same unique key as it is.

    `required` (with `if_absent`): an existing row makes the whole unit stale.
    """

    record: Any
    if_absent: bool = False
    required: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Update:
    """Set columns of the rows that match `where` exactly (None matches NULL).

    `required`: no matching row makes the whole unit stale, and nothing of it is kept.
    """

    kind: type[Any]
    where: dict[str, Any]
    set: dict[str, Any]
    required: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Delete:
    """Remove the rows that match `where` exactly."""

    kind: type[Any]
    where: dict[str, Any]


Write = Insert | Update | Delete


@dataclass(frozen=True, kw_only=True, slots=True)
class Query(Generic[R]):
    """Rows of `kind` where each column equals its value (a tuple: one of; None: NULL).

    `after` / `before` are exclusive bounds on the primary key; `since` and `until` are inclusive
    bounds on one time column each, as (column, time). Ordered by primary key, or by the time column
    `by` and then the key; newest first when `newest`. `past`, a (time, key) of that order, is where
    a page before ended: only rows behind it are found, with `by` only.
    """

    kind: type[R]
    where: dict[str, Any] = field(default_factory=dict)
    after: str | None = None
    before: str | None = None
    since: tuple[str, datetime] | None = None
    until: tuple[str, datetime] | None = None
    newest: bool = False
    limit: int | None = None
    by: str = ""
    past: tuple[datetime, str] | None = None
