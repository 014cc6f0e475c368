"""Stores without a server or a file: for tests and for what need not outlive the process.

They keep to the contract of the real ones, down to what a column can hold.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, TypeVar

from adapters.store import values
from adapters.store.shape import (
    UNIQUE,
    ColumnType,
    Unique,
    column,
    column_of_type,
    columns,
    order_column,
)
from adapters.store.values import exact_sum
from core.domain.records import Delete, Insert, Query, Update, Waiting, Write
from core.ports import Clock

R = TypeVar("R")
Row = dict[str, Any]
Table = dict[str, Row]

_KEEP: dict[ColumnType, Callable[[Any], Any]] = {
    "text": values.text,
    "integer": values.integer,
    "boolean": values.boolean,
    "decimal": lambda value: Decimal(values.decimal_text(value)),
    "time": values.time,
    "json": values.json_text,
}


class _Stale(Exception):
    pass


class MemoryRecords:
    """Records in dictionaries: the port's contract without durability."""

    def __init__(self) -> None:
        self._tables: dict[type[Any], Table] = {}

    async def commit(self, *writes: Write) -> bool:
        """Apply all writes or none. False: stale. ValueError, TypeError: what no store takes."""
        changed: dict[type[Any], Table] = {}
        try:
            for write in writes:
                kind = type(write.record) if isinstance(write, Insert) else write.kind
                table = changed.setdefault(kind, dict(self._tables.get(kind, {})))
                _apply(table, write)
        except _Stale:
            return False
        self._tables.update(changed)
        return True

    async def find(self, query: Query[R]) -> list[R]:
        """The rows that the query describes, as committed."""
        return [_record(query.kind, row) for row in self._rows(query)]

    async def read(self, *queries: Query[Any]) -> list[list[Any]]:
        """Several finds at one moment, in the order asked."""
        return [await self.find(query) for query in queries]

    async def get(self, kind: type[R], key: str) -> R | None:
        """The row with this primary key."""
        row = self._tables.get(kind, {}).get(key)
        return None if row is None else _record(kind, row)

    async def total(self, query: Query[Any], column: str) -> Decimal:
        """The exact sum of a Decimal column over the query's rows; zero when there are none."""
        name = column_of_type(query.kind, column, "decimal").name
        return exact_sum(row[name] for row in self._rows(query) if row[name] is not None)

    async def count(self, query: Query[Any]) -> int:
        """How many rows the query describes, its limit aside."""
        return sum(1 for _ in self._matching(query))

    def _matching(self, query: Query[Any]) -> Iterable[Row]:
        wanted, order = _wanted(query.kind, query.where), _order(query)
        key = columns(query.kind)[0].name
        for row in self._tables.get(query.kind, {}).values():
            if query.after is not None and not row[key] > query.after:
                continue
            if query.before is not None and not row[key] < query.before:
                continue
            if not _is_within(row, query):
                continue
            if query.by and query.past and not _is_behind(order(row), query.past, query):
                continue
            if _matches(row, wanted):
                yield row

    def _rows(self, query: Query[Any]) -> list[Row]:
        found = sorted(self._matching(query), key=_order(query), reverse=query.newest)
        return found if query.limit is None else found[: query.limit]


class MemoryWaiting:
    """Live questions in a dictionary, forgotten when they expire by the clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._held: dict[str, tuple[datetime, str]] = {}

    async def put(self, waiting: Waiting) -> None:
        """Hold the question until it expires; one that is held keeps its claim."""
        _, claimed_by = self._held.get(waiting.id, (waiting.expires_at, ""))
        self._held[waiting.id] = (waiting.expires_at, claimed_by)

    async def claim(self, question_id: str, by: str) -> bool | None:
        """True for the first key, and again for the same; False for others; None: not held."""
        expires_at, claimed_by = self._held.get(question_id, (None, ""))
        if expires_at is None or expires_at <= self._clock.now():
            self._held.pop(question_id, None)
            return None
        self._held[question_id] = (expires_at, claimed_by or by)
        return claimed_by in ("", by)

    async def drop(self, question_ids: Sequence[str]) -> None:
        """Forget these questions."""
        for question_id in question_ids:
            self._held.pop(question_id, None)

    async def ping(self) -> bool:
        """Always: there is no server."""
        return True


def _apply(table: Table, write: Write) -> None:
    match write:
        case Insert():
            _insert(table, write)
        case Update():
            _update(table, write)
        case Delete():
            wanted = _wanted(write.kind, write.where)
            for key in [key for key, row in table.items() if _matches(row, wanted)]:
                del table[key]


def _insert(table: Table, write: Insert) -> None:
    kind = type(write.record)
    row = _kept(kind, {item.name: getattr(write.record, item.name) for item in columns(kind)})
    key = row[columns(kind)[0].name]
    if key in table or _collides(kind, table.values(), row):
        if not write.if_absent:
            raise ValueError(f"{kind.__name__} {key!r} exists already")
        if write.required:
            raise _Stale
        return
    table[key] = row


def _update(table: Table, write: Update) -> None:
    if not write.set:
        raise ValueError("an update that sets nothing")
    wanted = _wanted(write.kind, write.where)
    change = _kept(write.kind, write.set)
    keys = [key for key, row in table.items() if _matches(row, wanted)]
    if not keys and write.required:
        raise _Stale
    name = columns(write.kind)[0].name
    for key in keys:
        row = table.pop(key) | change
        if row[name] in table or _collides(write.kind, table.values(), row):
            raise ValueError(f"another {write.kind.__name__} has these unique values already")
        table[row[name]] = row


def _collides(kind: type[Any], others: Iterable[Row], row: Row) -> bool:
    keys = [values for unique in UNIQUE.get(kind, ()) if (values := _key(unique, row))]
    return bool(keys) and any(
        _key(unique, other) in keys for other in others for unique in UNIQUE[kind]
    )


def _key(unique: Unique, row: Row) -> Row | None:
    """The values that no other row may have; None where this row takes no part."""
    key = {name: row[name] for name in unique.columns}
    applies = all(row[name] == value for name, value in unique.only)
    return key if applies and None not in key.values() else None


def _kept(kind: type[Any], given: Mapping[str, Any]) -> Row:
    return {name: _keep(kind, name, value) for name, value in given.items()}


def _keep(kind: type[Any], name: str, value: object) -> object:
    known = column(kind, name)
    if value is None:
        if known.nullable:
            return None
        raise ValueError(f"{kind.__name__}.{name} must have a value")
    return _KEEP[known.type](value)


def _wanted(kind: type[Any], where: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """The values that each column may have, as they are kept."""
    return {
        name: tuple(
            None if one is None else _KEEP[column(kind, name).type](one)
            for one in (value if isinstance(value, tuple) else (value,))
        )
        for name, value in where.items()
    }


def _matches(row: Row, wanted: Mapping[str, tuple[Any, ...]]) -> bool:
    return all(row[name] in allowed for name, allowed in wanted.items())


def _is_within(row: Row, query: Query[Any]) -> bool:
    """Whether its times are within the bounds; a time that is not there is in none."""
    for bound, is_lower in ((query.since, True), (query.until, False)):
        if bound is None:
            continue
        value = row[column_of_type(query.kind, bound[0], "time").name]
        moment = values.time(bound[1])
        if value is None or (value < moment if is_lower else value > moment):
            return False
    return True


def _order(query: Query[Any]) -> Callable[[Row], tuple[Any, ...]]:
    """A row's place in the query's order."""
    key = columns(query.kind)[0].name
    if not query.by:
        return lambda row: (row[key],)
    by = order_column(query.kind, query.by).name
    return lambda row: (row[by], row[key])


def _is_behind(place: tuple[Any, ...], past: tuple[datetime, str], query: Query[Any]) -> bool:
    """Whether this place in the query's order is behind where the page before ended."""
    return place < past if query.newest else place > past


def _record(kind: type[R], row: Row) -> R:
    json_columns = [item.name for item in columns(kind) if item.type == "json"]
    loaded = {name: values.from_json(row[name]) for name in json_columns if row[name] is not None}
    return kind(**(row | loaded))
