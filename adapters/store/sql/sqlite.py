"""SQLite in one file: write-ahead log, and an fsync for each commit."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Engine, Insert, NullPool, Table, create_engine, func
from sqlalchemy.dialects.sqlite import dialect, insert

from adapters.store import values
from adapters.store.shape import ColumnType
from adapters.store.sql.database import Connection, Operation
from core.errors import SetupError

# Another process (an admin command) may write too; each waits for the other this long.
BUSY_S = 10.0
# A commit writes whole pages to the log, and every row and index entry lies on another: halving the
# usual size saves a third of what is written in a turn, and costs nothing else.
PAGE_BYTES = 2048
# The longer the log may grow, the less often a page is written back: 16 MB save a tenth.
LOG_BYTES = 16 * 1024 * 1024
# About 2 ms of work: some 2,000 rows.
BRIEF_INSTRUCTIONS = 50_000


def _time_text(value: object) -> str:
    return values.time(value).isoformat(timespec="microseconds")


class SqliteDatabase:
    """A database file, made when absent."""

    dialect = dialect(paramstyle="qmark")
    encode: Mapping[ColumnType, Callable[[Any], Any]] = {
        "text": values.text,
        "integer": values.integer,
        "boolean": values.boolean,
        "decimal": values.decimal_text,
        "time": _time_text,
        "json": values.json_text,
    }
    decode: Mapping[ColumnType, Callable[[Any], Any] | None] = {
        "text": None,
        "integer": None,
        "boolean": bool,
        "decimal": Decimal,
        "time": datetime.fromisoformat,
        "json": values.from_json,
    }
    begin_write = "BEGIN IMMEDIATE"
    begin_migration = ("BEGIN IMMEDIATE",)
    errors: tuple[type[Exception], ...] = (sqlite3.Error,)

    def __init__(self, path: Path) -> None:
        self._path = path

    def connect(self, *, write: bool) -> sqlite3.Connection:
        """A new connection, usable by one thread at a time; SetupError when that fails."""
        try:
            connection = sqlite3.connect(
                self._path,
                timeout=BUSY_S,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=512,
            )
            connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute(f"PRAGMA wal_autocheckpoint={LOG_BYTES // PAGE_BYTES}")
            connection.execute("PRAGMA synchronous=FULL")
            if not write:
                connection.execute("PRAGMA query_only=ON")
        except sqlite3.Error as error:
            raise SetupError(f"the database {self._path} cannot be opened: {error}") from error
        return connection

    def engine(self) -> Engine:
        """SQLAlchemy's own way to connect, in autocommit, for migrations."""
        return create_engine(
            "sqlite://",
            creator=lambda: self.connect(write=True),
            isolation_level="AUTOCOMMIT",
            poolclass=NullPool,
        )

    def connect_brief(self) -> sqlite3.Connection:
        """A connection for short reads in the event loop's own thread.

        A read by key takes 0.03 ms so, and 0.2 ms by way of a thread.
        """
        connection = self.connect(write=False)
        # A handler that returns true interrupts. SQLite counts the instructions of a statement over
        # all its runs, so now and then a short read is given up too, and takes the longer way.
        connection.set_progress_handler(lambda: 1, BRIEF_INSTRUCTIONS)
        return connection

    def fetch(self, connection: Connection, queries: Sequence[Operation]) -> list[list[Any]]:
        """The rows of each query, all of one moment."""
        cursor = connection.cursor()
        if len(queries) == 1:
            cursor.execute(queries[0].sql, queries[0].parameters)
            return [cursor.fetchall()]
        try:
            cursor.execute("BEGIN")
            found = []
            for query in queries:
                cursor.execute(query.sql, query.parameters)
                found.append(cursor.fetchall())
            return found
        finally:
            connection.rollback()

    def run_ahead(self, connection: Connection, writes: Sequence[Operation]) -> bool:
        """Run all of these: whether each required one changed something."""
        cursor = connection.cursor()
        enough = True
        for write in writes:
            cursor.execute(write.sql, write.parameters)
            enough = enough and not (write.required and cursor.rowcount == 0)
        return enough

    def insert_if_absent(self, table: Table) -> Insert:
        """An INSERT that leaves an existing row as it is."""
        return insert(table).on_conflict_do_nothing()

    def total(self, amounts: ColumnElement[Any]) -> ColumnElement[Any]:
        """All amounts as one text, to be added in Python: SQLite has no exact sum of fractions.

        100,000 rows take about 50 ms, half of what an aggregate function in Python does.
        """
        return func.group_concat(amounts, " ")

    def exact(self, total: str | None) -> Decimal:
        """The exact sum of the amounts in the text; zero for None."""
        return values.exact_sum(map(Decimal, total.split())) if total else Decimal(0)

    def is_duplicate(self, error: Exception) -> bool:
        """Whether a unique key stands in another row."""
        return isinstance(error, sqlite3.IntegrityError) and "UNIQUE" in str(error)

    def is_given_up(self, error: Exception) -> bool:
        """Whether a brief connection gave up a read."""
        return isinstance(error, sqlite3.OperationalError) and (
            error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT
        )

    def is_lost(self, _connection: Connection) -> bool:
        """Never: there is no server to go away."""
        return False
