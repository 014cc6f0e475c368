"""PostgreSQL by psycopg 3."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import psycopg
from psycopg.types.json import set_json_loads
from sqlalchemy import ColumnElement, Engine, Insert, NullPool, Table, create_engine, func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.dialects.postgresql.psycopg import dialect

from adapters.store import values
from adapters.store.shape import ColumnType
from adapters.store.sql.database import Connection
from core.errors import SetupError

CONNECT_S = 10
MIGRATION_LOCK = 0x62656C6C  # any number that nobody else locks by


def _decimal(value: object) -> Decimal:
    return Decimal(values.decimal_text(value))


def _utc(value: datetime) -> datetime:
    return value.astimezone(UTC)


class PostgresDatabase:
    """A database of a server, by its URL (postgres://, postgresql:// or postgresql+psycopg://)."""

    dialect = dialect(paramstyle="format")  # type: ignore[no-untyped-call]  # not typed there
    encode: Mapping[ColumnType, Callable[[Any], Any]] = {
        "text": values.text,
        "integer": values.integer,
        "boolean": values.boolean,
        "decimal": _decimal,
        "time": values.time,
        "json": values.json_text,
    }
    decode: Mapping[ColumnType, Callable[[Any], Any] | None] = {
        "text": None,
        "integer": None,
        "boolean": None,
        "decimal": None,
        "time": _utc,
        "json": None,
    }
    begin_write = "BEGIN"
    begin_read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    begin_migration = ("BEGIN", f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
    errors: tuple[type[Exception], ...] = (psycopg.Error,)

    def __init__(self, url: str) -> None:
        self._conninfo = "postgresql://" + url.partition("://")[2]

    def connect(self, *, write: bool) -> psycopg.Connection:
        """A new connection, usable by one thread at a time; SetupError when that fails."""
        try:
            connection = psycopg.connect(self._conninfo, autocommit=True, connect_timeout=CONNECT_S)
            connection.execute("SET TIME ZONE 'UTC'")
            connection.execute(f"SET default_transaction_read_only = {'off' if write else 'on'}")
        except psycopg.Error as error:
            raise SetupError(f"PostgreSQL cannot be reached: {error}") from error
        # A statement is prepared at its second run: ours are few, and each is run for ever.
        connection.prepare_threshold = 1
        connection.prepared_max = 512
        set_json_loads(values.from_json, connection)
        return connection

    def engine(self) -> Engine:
        """SQLAlchemy's own way to connect, in autocommit, for migrations."""
        return create_engine(
            "postgresql+psycopg://",
            creator=lambda: self.connect(write=True),
            isolation_level="AUTOCOMMIT",
            poolclass=NullPool,
        )

    def connect_brief(self) -> None:
        """None: a server may be slow, or far away."""

    def insert_if_absent(self, table: Table) -> Insert:
        """An INSERT that leaves an existing row as it is."""
        return insert(table).on_conflict_do_nothing()

    def total(self, amounts: ColumnElement[Any]) -> ColumnElement[Any]:
        """The sum: that of NUMERIC is exact."""
        return func.sum(amounts)

    def exact(self, total: Decimal | None) -> Decimal:
        """The sum, zero for None."""
        return Decimal(0) if total is None else total

    def is_duplicate(self, error: Exception) -> bool:
        """Whether a unique key stands in another row."""
        return isinstance(error, psycopg.errors.UniqueViolation)

    def is_given_up(self, error: Exception) -> bool:
        """Whether the server was told to give up such statements (its statement_timeout)."""
        return isinstance(error, psycopg.errors.QueryCanceled)

    def is_lost(self, connection: Connection) -> bool:
        """Whether the connection is of no more use, after an error."""
        return isinstance(connection, psycopg.Connection) and connection.closed
