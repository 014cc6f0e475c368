"""PostgreSQL by psycopg 3."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, cast

import psycopg
from psycopg.types.json import set_json_loads
from sqlalchemy import ColumnElement, Engine, Insert, NullPool, Table, create_engine, func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.dialects.postgresql.psycopg import dialect

from adapters.store import values
from adapters.store.shape import ColumnType
from adapters.store.sql.database import Connection, Operation
from core.errors import SetupError

CONNECT_S = 10
SILENCE_S = 30
MIGRATION_LOCK = 0x62656C6C  # any number that nobody else locks by


def _decimal(value: object) -> Decimal:
    return Decimal(values.decimal_text(value))


def _utc(value: datetime) -> datetime:
    return value.astimezone(UTC)


class PostgresDatabase:
    """A database of a server, by its URL (postgres:// or postgresql://)."""

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
    begin_migration = ("BEGIN", f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
    errors: tuple[type[Exception], ...] = (psycopg.Error,)

    def __init__(self, url: str) -> None:
        self._conninfo = "postgresql://" + url.partition("://")[2]

    def connect(self, *, write: bool) -> psycopg.Connection:
        """A new connection, usable by one thread at a time; SetupError when that fails."""
        try:
            connection = psycopg.connect(
                self._conninfo,
                autocommit=True,
                connect_timeout=CONNECT_S,
                # A server that vanished from the network is an error after this, not a hang.
                keepalives_idle=SILENCE_S,
                tcp_user_timeout=SILENCE_S * 1000,
            )
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

    def fetch(self, connection: Connection, queries: Sequence[Operation]) -> list[list[Any]]:
        """The rows of each query, all of one moment, in one trip."""
        server = cast("psycopg.Connection", connection)
        run = server.execute
        if len(queries) == 1:
            return [run(queries[0].sql.encode(), queries[0].parameters).fetchall()]
        try:
            with server.pipeline():
                run(b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                found = [run(query.sql.encode(), query.parameters) for query in queries]
                run(b"COMMIT")
        except psycopg.Error:
            if not server.closed:
                server.rollback()
            raise
        return [cursor.fetchall() for cursor in found]

    def run_ahead(self, connection: Connection, writes: Sequence[Operation]) -> bool:
        """Run all of these in one trip: whether each required one changed something."""
        server = cast("psycopg.Connection", connection)
        with server.pipeline():
            changed = [server.execute(write.sql.encode(), write.parameters) for write in writes]
        return all(
            cursor.rowcount > 0
            for cursor, write in zip(changed, writes, strict=True)
            if write.required
        )

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
