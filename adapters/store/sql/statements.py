"""Writes and queries as SQL texts with positional values.

SQLAlchemy writes each shape of statement once; what runs a thousand times a second is the driver,
with a text and a tuple.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Literal, cast

from sqlalchemy import (
    BindParameter,
    ClauseElement,
    ColumnElement,
    Select,
    and_,
    bindparam,
    delete,
    false,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.sql.compiler import SQLCompiler

from adapters.store.shape import column, column_of_type, columns, order_column
from adapters.store.sql.database import Database, Operation
from adapters.store.sql.tables import BY_KIND, NEW
from core.domain.records import Delete, Insert, Query, Update, Write

# A column's condition: `=`, `null`, `new` (that value, written into the text since an index of such
# rows only is not considered for a parameter), or one of n values: `in`, or NULL too: `in?`.
Condition = tuple[str, str, int]
_Row = tuple[Callable[[Any], tuple[Any, ...]], tuple[tuple[Callable[[Any], Any], bool], ...]]
Wanted = Literal["rows", "count", "total"]


@dataclass(frozen=True, slots=True)
class _Compiled:
    sql: str
    constants: tuple[Any, ...]
    order: tuple[int, ...] | None
    """Where each parameter stands among values and constants; None: the values as they are."""

    def with_values(self, values: list[Any], *, required: bool = False) -> Operation:
        if self.order is None:
            return Operation(self.sql, tuple(values), required)
        given = (*values, *self.constants)
        return Operation(self.sql, tuple(given[place] for place in self.order), required)


class _Binds:
    """Parameters named by the place of their value."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def next(self, like: ColumnElement[Any]) -> BindParameter[Any]:
        self.names.append(f"v{len(self.names)}")
        return bindparam(self.names[-1], type_=like.type)


class Statements:
    """The SQL of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._compiled: dict[Any, _Compiled] = {}
        self._rows: dict[type[Any], _Row] = {}

    def write(self, write: Write) -> Operation:
        """The statement of a write; TypeError, ValueError for values or columns that are not."""
        match write:
            case Insert():
                return self._insert(write)
            case Update():
                return self._update(write)
            case Delete():
                return self._delete(write)

    def find(self, query: Query[Any]) -> Operation:
        """The rows, with all columns in the order of the fields."""
        return self._query(query, "rows", "")

    def count(self, query: Query[Any]) -> Operation:
        """One row with their number, the limit aside."""
        return self._query(query, "count", "")

    def total(self, query: Query[Any], name: str) -> Operation:
        """One row with the database's aggregate of a Decimal column."""
        return self._query(query, "total", column_of_type(query.kind, name, "decimal").name)

    def get(self, kind: type[Any], key: str) -> Operation:
        """The row with this primary key."""
        shape = (kind, "get")
        if (compiled := self._compiled.get(shape)) is None:
            binds, table = _Binds(), BY_KIND[kind]
            condition = table.primary_key.columns[0] == binds.next(table.primary_key.columns[0])
            compiled = self._compile(shape, select(table).where(condition), binds)
        return Operation(compiled.sql, (self._database.encode["text"](key),))

    def _insert(self, write: Insert) -> Operation:
        kind = type(write.record)
        shape = (kind, "insert", write.if_absent)
        if (compiled := self._compiled.get(shape)) is None:
            binds, table = _Binds(), BY_KIND[kind]
            into = self._database.insert_if_absent(table) if write.if_absent else insert(table)
            compiled = self._compile(
                shape, into.values({one.name: binds.next(one) for one in table.c}), binds
            )
        take, encoders = self._rows.get(kind) or self._row(kind)
        values = [
            None if value is None and nullable else encode(value)
            for (encode, nullable), value in zip(encoders, take(write.record), strict=True)
        ]
        return compiled.with_values(values, required=write.if_absent and write.required)

    def _update(self, write: Update) -> Operation:
        if not write.set:
            raise ValueError("an update that sets nothing")
        values = [self._value(write.kind, name, value) for name, value in write.set.items()]
        conditions = self._conditions(write.kind, write.where, values)
        shape = (write.kind, "update", tuple(write.set), conditions)
        if (compiled := self._compiled.get(shape)) is None:
            binds, table = _Binds(), BY_KIND[write.kind]
            changes = {name: binds.next(table.c[name]) for name in write.set}
            where = _where(write.kind, conditions, binds)
            compiled = self._compile(shape, update(table).where(*where).values(changes), binds)
        return compiled.with_values(values, required=write.required)

    def _delete(self, write: Delete) -> Operation:
        values: list[Any] = []
        conditions = self._conditions(write.kind, write.where, values)
        shape = (write.kind, "delete", conditions)
        if (compiled := self._compiled.get(shape)) is None:
            binds = _Binds()
            where = _where(write.kind, conditions, binds)
            compiled = self._compile(shape, delete(BY_KIND[write.kind]).where(*where), binds)
        return compiled.with_values(values)

    def _query(self, query: Query[Any], wanted: Wanted, name: str) -> Operation:
        kind, encode = query.kind, self._database.encode
        values: list[Any] = []
        conditions = self._conditions(kind, query.where, values)
        since = until = ""
        if query.after is not None:
            values.append(encode["text"](query.after))
        if query.before is not None:
            values.append(encode["text"](query.before))
        if query.since is not None:
            since = column_of_type(kind, query.since[0], "time").name
            values.append(encode["time"](query.since[1]))
        if query.until is not None:
            until = column_of_type(kind, query.until[0], "time").name
            values.append(encode["time"](query.until[1]))
        by = order_column(kind, query.by).name if query.by else ""
        if by and query.past is not None:
            moment, key = encode["time"](query.past[0]), encode["text"](query.past[1])
            values += (moment, moment, key)
        limited = query.limit is not None and wanted != "count"
        if limited:
            values.append(query.limit)
        shape = (
            *(kind, wanted, name, conditions, query.after is not None, query.before is not None),
            *(since, until, query.newest, limited, by, query.past is not None),
        )
        if (compiled := self._compiled.get(shape)) is None:
            binds = _Binds()
            found = _select(query, wanted, name, _where(kind, conditions, binds), binds)
            if wanted == "total":
                amounts = found.subquery()
                found = select(self._database.total(amounts.c[0]))
            compiled = self._compile(shape, found, binds)
        return compiled.with_values(values)

    def _row(self, kind: type[Any]) -> _Row:
        """How the values of a whole row are taken and encoded."""
        known = columns(kind)
        encoders = tuple((self._database.encode[one.type], one.nullable) for one in known)
        self._rows[kind] = (attrgetter(*(one.name for one in known)), encoders)
        return self._rows[kind]

    def _value(self, kind: type[Any], name: str, value: object) -> object:
        known = column(kind, name)
        if value is None:
            if known.nullable:
                return None
            raise ValueError(f"{kind.__name__}.{name} must have a value")
        return self._database.encode[known.type](value)

    def _conditions(
        self, kind: type[Any], where: Mapping[str, Any], values: list[Any]
    ) -> tuple[Condition, ...]:
        """The shape of `where`, whose values are added to `values`."""
        shape: list[Condition] = []
        for name, value in where.items():
            encode = self._database.encode[column(kind, name).type]
            if value is None:
                shape.append((name, "null", 0))
            elif value == "new" and name == "status" and kind in NEW:
                shape.append((name, "new", 0))
            elif isinstance(value, tuple):
                given = [encode(one) for one in value if one is not None]
                values.extend(given)
                shape.append((name, "in?" if None in value else "in", len(given)))
            else:
                values.append(encode(value))
                shape.append((name, "=", 1))
        return tuple(shape)

    def _compile(self, shape: object, statement: ClauseElement, binds: _Binds) -> _Compiled:
        compiled = cast("SQLCompiler", statement.compile(dialect=self._database.dialect))
        used = list(compiled.positiontup or ())
        added = [name for name in used if name not in binds.names]
        names = [*binds.names, *added]
        places = tuple(names.index(name) for name in used)
        self._compiled[shape] = _Compiled(
            str(compiled),
            tuple(compiled.params[name] for name in added),
            None if places == tuple(range(len(binds.names))) else places,
        )
        return self._compiled[shape]


def _where(
    kind: type[Any], conditions: tuple[Condition, ...], binds: _Binds
) -> list[ColumnElement[bool]]:
    table = BY_KIND[kind]
    found: list[ColumnElement[bool]] = []
    for name, how, number in conditions:
        one = table.c[name]
        given = [binds.next(one) for _ in range(number)]
        match how:
            case "null":
                found.append(one.is_(None))
            case "new":
                found.append(one == literal_column("'new'"))
            case "=":
                found.append(one == given[0])
            case "in":
                found.append(one.in_(given) if given else false())
            case _:
                found.append(or_(one.in_(given), one.is_(None)) if given else one.is_(None))
    return found


def _select(
    query: Query[Any],
    wanted: Wanted,
    name: str,
    where: list[ColumnElement[bool]],
    binds: _Binds,
) -> Select[Any]:
    table = BY_KIND[query.kind]
    key = table.primary_key.columns[0]
    match wanted:
        case "rows":
            found: Select[Any] = select(table)
        case "count":
            found = select(func.count()).select_from(table)
        case "total":
            found = select(table.c[name])
    found = found.where(*where)
    if query.after is not None:
        found = found.where(key > binds.next(key))
    if query.before is not None:
        found = found.where(key < binds.next(key))
    if query.since is not None:
        since = table.c[query.since[0]]
        found = found.where(since >= binds.next(since))
    if query.until is not None:
        until = table.c[query.until[0]]
        found = found.where(until <= binds.next(until))
    order = [table.c[query.by], key] if query.by else [key]
    if query.by and query.past is not None:
        found = found.where(_behind(order[0], key, binds, newest=query.newest))
    limited = query.limit is not None and wanted != "count"
    if wanted == "rows" or limited:
        found = found.order_by(*(one.desc() if query.newest else one for one in order))
    if limited:
        found = found.limit(binds.next(func.count()))
    return found


def _behind(
    by: ColumnElement[Any], key: ColumnElement[Any], binds: _Binds, *, newest: bool
) -> ColumnElement[bool]:
    """Rows behind a (time, key) in the order of both; the time is given twice."""
    moment, same, last = binds.next(by), binds.next(by), binds.next(key)
    if newest:
        return or_(by < moment, and_(by == same, key < last))
    return or_(by > moment, and_(by == same, key > last))
