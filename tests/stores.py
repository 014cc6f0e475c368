"""Stores for tests: the same fixtures over memory, SQLite and PostgreSQL, Valkey and Redis."""

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from adapters.store.memory import MemoryRecords, MemoryWaiting
from adapters.store.redis.client import connect
from adapters.store.sql.database import Database
from adapters.store.sql.migrate import migrate
from adapters.store.sql.postgres import PostgresDatabase
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from bot.embedded import server_binary
from core.ports import Records
from tests.clocks import ManualClock
from tests.postgres import PostgresServer, postgres_server
from tests.valkey import running_server

__all__ = [
    "database",
    "memory_records",
    "memory_waiting",
    "migrated_file",
    "postgres",
    "postgres_url",
    "records",
    "redis",
    "redis_server",
    "sqlite_database",
    "sqlite_records",
    "valkey",
    "valkey_server",
]


@pytest.fixture
def memory_records() -> MemoryRecords:
    """An empty store in memory."""
    return MemoryRecords()


@pytest.fixture
def memory_waiting(clock: ManualClock) -> MemoryWaiting:
    """No open questions, in memory."""
    return MemoryWaiting(clock)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "bellwether.db"
    migrate(SqliteDatabase(path))
    return path


@pytest.fixture
def sqlite_database(tmp_path: Path, migrated_file: Path) -> SqliteDatabase:
    """A migrated database file."""
    path = tmp_path / "bellwether.db"
    shutil.copy(migrated_file, path)
    return SqliteDatabase(path)


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
    """A migrated PostgreSQL database without rows."""
    if postgres is None:
        pytest.skip("PostgreSQL (initdb, pg_ctl) is not installed")
    yield postgres.migrated
    postgres.empty()


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[str]:
    """The URL of the Valkey server of this run, the one that the product brings along."""
    with running_server(server_binary()) as url:
        yield url


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str | None]:
    """The URL of the Redis server of this run; None where it is not installed."""
    binary = shutil.which("redis-server")
    if binary is None:
        yield None
        return
    with running_server(binary) as url:
        yield url


@pytest.fixture
async def valkey(valkey_server: str) -> AsyncIterator[Redis]:
    """A client of an empty Valkey server."""
    async with _emptied(valkey_server) as client:
        yield client


@pytest.fixture(params=["valkey", "redis"])
async def redis(request: pytest.FixtureRequest) -> AsyncIterator[Redis]:
    """A client of an empty server: Valkey, then Redis."""
    url: str | None = request.getfixturevalue(f"{request.param}_server")
    if url is None:
        pytest.skip("redis-server is not installed")
    async with _emptied(url) as client:
        yield client


@asynccontextmanager
async def _emptied(url: str) -> AsyncIterator[Redis]:
    async with connect(url) as client:
        await client.flushall()
        yield client


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Database:
    """A migrated SQL database: SQLite, then PostgreSQL."""
    return _sql_database(request, request.param)


def _sql_database(request: pytest.FixtureRequest, name: str) -> Database:
    if name == "postgres":
        return PostgresDatabase(request.getfixturevalue("postgres_url"))
    database: SqliteDatabase = request.getfixturevalue("sqlite_database")
    return database


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def records(request: pytest.FixtureRequest) -> AsyncIterator[Records]:
    """An empty store: in memory, in SQLite, then in PostgreSQL."""
    if request.param == "memory":
        yield MemoryRecords()
        return
    async with SqlRecords(_sql_database(request, request.param)) as store:
        yield store
