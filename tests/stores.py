"""Stores for tests: the same fixtures over memory, SQLite and PostgreSQL."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from adapters.store.memory import MemoryRecords, MemoryWaiting
from adapters.store.sql.database import Database
from adapters.store.sql.migrate import migrate
from adapters.store.sql.postgres import PostgresDatabase
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from core.ports import Records
from tests.clocks import ManualClock
from tests.postgres import PostgresServer, postgres_server

__all__ = [
    "database",
    "memory_records",
    "memory_waiting",
    "postgres",
    "postgres_url",
    "records",
    "sqlite_database",
    "sqlite_records",
]


@pytest.fixture
def memory_records() -> MemoryRecords:
    """An empty store in memory."""
    return MemoryRecords()


@pytest.fixture
def memory_waiting(clock: ManualClock) -> MemoryWaiting:
    """No open questions, in memory."""
    return MemoryWaiting(clock)


@pytest.fixture
def sqlite_database(tmp_path: Path) -> SqliteDatabase:
    """A migrated database file."""
    database = SqliteDatabase(tmp_path / "bellwether.db")
    migrate(database)
    return database


@pytest.fixture
async def sqlite_records(sqlite_database: SqliteDatabase) -> AsyncIterator[SqlRecords]:
    """An empty store in a file."""
    async with SqlRecords(sqlite_database) as records:
        yield records


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer | None]:
    """The PostgreSQL server of this run; None where it is not installed."""
    with postgres_server() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: PostgresServer | None) -> Iterator[str]:
    """A fresh migrated PostgreSQL database."""
    if postgres is None:
        pytest.skip("PostgreSQL (initdb, pg_ctl) is not installed")
    url = postgres.create()
    yield url
    postgres.drop(url)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Database:
    """A migrated SQL database: SQLite, then PostgreSQL."""
    if request.param == "sqlite":
        return request.getfixturevalue("sqlite_database")
    return PostgresDatabase(request.getfixturevalue("postgres_url"))


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def records(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Records]:
    """An empty store: in memory, in SQLite, then in PostgreSQL."""
    if request.param == "memory":
        yield MemoryRecords()
        return
    if request.param == "sqlite":
        database: Database = request.getfixturevalue("sqlite_database")
    else:
        database = PostgresDatabase(request.getfixturevalue("postgres_url"))
    async with SqlRecords(database) as store:
        yield store
