"""Rows as the driver returns them, made into records."""

from collections.abc import Callable, Sequence
from typing import Any

from adapters.store.shape import columns
from adapters.store.sql.database import Database

Decode = Callable[[Any], Any]
Fill = Callable[[Any, Any], None]


class RowReader:
    """Makes records of the rows of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._plans: dict[type[Any], tuple[tuple[Fill, Decode | None], ...]] = {}

    def records(self, kind: type[Any], rows: Sequence[Sequence[Any]]) -> list[Any]:
        """A record for each row, whose values are in the order of the fields.

        Slots are filled directly, as unpickling does: the constructor of a frozen dataclass takes
        twice as long, and a window of messages is read in every turn.
        """
        plan = self._plans.get(kind) or self._plan(kind)
        found = []
        for row in rows:
            record = object.__new__(kind)
            for (fill, decode), value in zip(plan, row, strict=True):
                fill(record, value if decode is None or value is None else decode(value))
            found.append(record)
        return found

    def _plan(self, kind: type[Any]) -> tuple[tuple[Fill, Decode | None], ...]:
        self._plans[kind] = tuple(
            (getattr(kind, one.name).__set__, self._database.decode[one.type])
            for one in columns(kind)
        )
        return self._plans[kind]
