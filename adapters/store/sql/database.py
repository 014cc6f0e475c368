"""What differs between the databases: how to connect, what values look like, what errors mean."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from sqlalchemy import ColumnElement, Insert, Table
from sqlalchemy.engine import Dialect, Engine

from adapters.store.shape import ColumnType


class Cursor(Protocol):
    """The part of a DBAPI cursor that is used here."""

    @property
    def rowcount(self) -> int:
        """How many rows the last write changed."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> object:
        """Run one statement."""

    def fetchall(self) -> list[Any]:
        """All rows of the last statement."""


class Connection(Protocol):
    """A DBAPI connection that starts no transaction by itself."""

    def cursor(self) -> Cursor:
        """A new cursor."""

    def rollback(self) -> None:
        """End the transaction, if there is one, keeping nothing of it."""

    def close(self) -> None:
        """Let go, undoing what was not committed."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A statement with its values. `required`: that it changes nothing makes its unit stale."""

    sql: str
    parameters: tuple[Any, ...]
    required: bool = False


class Database(Protocol):
    """A place for tables."""

    @property
    def dialect(self) -> Dialect:
        """How its SQL is spelt, with positional parameters."""

    @property
    def encode(self) -> Mapping[ColumnType, Callable[[Any], Any]]:
        """Values (never None) as its driver takes them; TypeError, ValueError for wrong ones."""

    @property
    def decode(self) -> Mapping[ColumnType, Callable[[Any], Any] | None]:
        """Values (never None) from what its driver returns; None where that is the value."""

    @property
    def begin_write(self) -> str:
        """The statement that starts a transaction of writes."""

    @property
    def begin_migration(self) -> Sequence[str]:
        """The statements that start a transaction of which there is one at a time."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What its driver raises."""

    def connect(self, *, write: bool) -> Connection:
        """A new connection, usable by one thread at a time; SetupError when that fails."""

    def engine(self) -> Engine:
        """SQLAlchemy's own way to connect, in autocommit, for migrations."""

    def connect_brief(self) -> Connection | None:
        """A connection for short reads in the event loop's own thread, None where none is short.

        It gives up a read that turns out long: `is_given_up` knows the error.
        """

    def fetch(self, connection: Connection, queries: Sequence[Operation]) -> list[list[Any]]:
        """The rows of each query, all of one moment, in as few trips as possible."""

    def run_ahead(self, connection: Connection, writes: Sequence[Operation], /) -> bool:
        """Run all of these in one trip: whether each required one changed something."""

    def insert_if_absent(self, table: Table) -> Insert:
        """An INSERT that leaves an existing row as it is."""

    def total(self, amounts: ColumnElement[Any]) -> ColumnElement[Any]:
        """An aggregate from which `exact` makes the sum."""

    def exact(self, total: Any) -> Decimal:
        """The exact sum from the aggregate's value; zero for None."""

    def is_duplicate(self, error: Exception) -> bool:
        """Whether a unique key stands in another row."""

    def is_given_up(self, error: Exception) -> bool:
        """Whether a brief connection gave up a read."""

    def is_lost(self, connection: Connection, /) -> bool:
        """Whether the connection is of no more use, after an error."""
