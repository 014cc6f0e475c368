"""A database is brought to the program's version, whole, and only once."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.script import ScriptDirectory

from adapters.store.sql.database import Database
from adapters.store.sql.migrate import alembic_config, migrate
from adapters.store.sql.postgres import PostgresDatabase
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from adapters.store.sql.tables import METADATA
from adapters.store.sql.version import HEAD, is_current
from core.domain.records import InboxItem, Preference
from core.errors import SetupError
from tests.postgres import PostgresServer

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A database without tables."""
    if request.param == "sqlite":
        return SqliteDatabase(tmp_path / "empty.db")
    server: PostgresServer | None = request.getfixturevalue("postgres")
    if server is None:
        pytest.skip("PostgreSQL (initdb, pg_ctl) is not installed")
    return PostgresDatabase(server.create())


def rows(database: Database, sql: str) -> list[tuple[object, ...]]:
    with contextlib.closing(database.connect(write=True)) as connection:
        cursor = connection.cursor()
        cursor.execute(sql)
        return [tuple(row) for row in cursor.fetchall()]


def run(database: Database, sql: str) -> None:
    with contextlib.closing(database.connect(write=True)) as connection:
        connection.cursor().execute(sql)


def schema_of(database: Database) -> list[tuple[object, ...]]:
    """Tables, columns and indexes as the database itself describes them."""
    if isinstance(database, SqliteDatabase):
        # A table that was rebuilt has its own name in quotes: no difference.
        described = rows(
            database,
            "SELECT type, name, replace(sql, '\"', '') FROM sqlite_master ORDER BY type, name",
        )
    else:
        described = rows(
            database,
            "SELECT 'column', table_name, column_name, ordinal_position, data_type, is_nullable,"
            " collation_name, column_default FROM information_schema.columns"
            " WHERE table_schema = 'public'"
            " UNION ALL SELECT 'index', tablename, indexname, 0, indexdef, '', '', ''"
            " FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2, 3",
        )
    return [row for row in described if not any("alembic" in str(value) for value in row)]


def tables(database: Database) -> set[str]:
    found = schema_of(database)
    return {str(row[1]) for row in found if row[0] in ("table", "column")}


def test_the_migrated_tables_are_those_that_the_program_works_with(empty: Database, request):
    migrate(empty)
    made: Database
    if isinstance(empty, SqliteDatabase):
        made = SqliteDatabase(empty._path.with_name("made.db"))
    else:
        made = PostgresDatabase(request.getfixturevalue("postgres").create())
    engine = made.engine()
    METADATA.create_all(engine)
    engine.dispose()
    assert schema_of(empty) == schema_of(made)
    assert tables(empty) == set(METADATA.tables)


def test_a_fresh_database_is_behind_and_a_migrated_one_current(empty: Database):
    assert not is_current(empty)
    migrate(empty)
    assert is_current(empty)
    migrate(empty)
    assert is_current(empty)


def test_the_newest_script_is_the_version_that_the_program_asks_for():
    scripts = ScriptDirectory.from_config(alembic_config())
    assert scripts.get_current_head() == HEAD


def test_a_migration_that_fails_leaves_nothing_behind(empty: Database):
    run(empty, "CREATE TABLE ledger (mine TEXT)")
    with pytest.raises(SetupError, match="cannot be brought up to date"):
        migrate(empty)
    assert tables(empty) == {"ledger"}
    assert not is_current(empty)
    run(empty, "DROP TABLE ledger")
    migrate(empty)
    assert is_current(empty)


def test_a_database_of_a_newer_version_is_left_alone(empty: Database):
    migrate(empty)
    run(empty, "UPDATE alembic_version SET version_num = '9999'")
    before = schema_of(empty)
    assert not is_current(empty)
    with pytest.raises(SetupError, match="update Bellwether"):
        migrate(empty)
    assert schema_of(empty) == before


def test_processes_that_start_at_once_migrate_once(empty: Database):
    words = [sys.executable, "-c", CHILD, *place(empty)]
    starting = [subprocess.Popen(words, cwd=ROOT) for _ in range(3)]
    assert [one.wait(60) for one in starting] == [0, 0, 0]
    assert is_current(empty)
    assert tables(empty) == set(METADATA.tables)


CHILD = """
import sys
from pathlib import Path
from adapters.store.sql.migrate import migrate
from adapters.store.sql.postgres import PostgresDatabase
from adapters.store.sql.sqlite import SqliteDatabase

kind, place = sys.argv[1:]
migrate(SqliteDatabase(Path(place)) if kind == "sqlite" else PostgresDatabase(place))
"""


def place(database: Database) -> tuple[str, str]:
    if isinstance(database, SqliteDatabase):
        return "sqlite", str(database._path)
    assert isinstance(database, PostgresDatabase)
    return "postgres", database._conninfo


def test_what_is_no_database_is_told(tmp_path: Path):
    path = tmp_path / "letter.db"
    path.write_text("Dear reader, this is not a database. " * 100)
    with pytest.raises(SetupError, match=r"letter\.db"):
        migrate(SqliteDatabase(path))
    assert path.read_text().startswith("Dear reader")


def test_a_current_database_is_recognised_without_alembic(sqlite_database: SqliteDatabase):
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from adapters.store.sql.sqlite import SqliteDatabase\n"
        "from adapters.store.sql.version import is_current\n"
        "print(is_current(SqliteDatabase(Path(sys.argv[1]))), 'alembic' in sys.modules)"
    )
    words = [sys.executable, "-c", code, str(sqlite_database._path)]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "False"]


def test_a_downgrade_removes_the_tables(empty: Database):
    migrate(empty)
    engine = empty.engine()
    with engine.connect() as connection:
        for statement in empty.begin_migration:
            connection.exec_driver_sql(statement)
        command.downgrade(alembic_config(connection), "base")
        connection.commit()
    engine.dispose()
    assert tables(empty) == set()


def test_the_file_is_written_to_the_disk_at_each_commit(sqlite_database: SqliteDatabase):
    with contextlib.closing(sqlite_database.connect(write=True)) as connection:
        modes = [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "page_size")
        ]
    assert modes == ["wal", 2, 2048]


def test_a_reader_cannot_write(database: Database):
    refused = (sqlite3.OperationalError, psycopg.errors.ReadOnlySqlTransaction)
    with contextlib.closing(database.connect(write=False)) as reader, pytest.raises(refused):
        reader.cursor().execute("DELETE FROM settings")


def test_rows_from_before_what_is_remembered_get_the_values_of_new_columns(empty: Database):
    to(empty, "0001")
    run(
        empty,
        "INSERT INTO inbox (id, dedupe_key, conversation_id, account_id, kind, payload,"
        " fingerprint, status, received_at) VALUES ('i1', 'k1', 'web:a::a', 'a', 'text', '', '',"
        " 'done', '2026-03-02T09:30:00.000000+00:00')",
    )
    run(
        empty,
        "INSERT INTO preferences (id, account_id, key, value, created_at, updated_at) VALUES"
        " ('p1', 'a', 'language', 'zh', '2026-03-02T09:30:00.000000+00:00',"
        " '2026-03-02T09:30:00.000000+00:00')",
    )
    assert not is_current(empty)
    migrate(empty)
    assert is_current(empty)
    item, preference = asyncio.run(kept(empty))
    assert (item.id, item.announced, item.status) == ("i1", False, "done")
    assert (preference.value, preference.source, preference.messages) == ("zh", "manual", [])
    assert tables(empty) == set(METADATA.tables)


async def kept(database: Database) -> tuple[InboxItem, Preference]:
    """The two rows as the program reads them."""
    async with SqlRecords(database) as records:
        item = await records.get(InboxItem, "i1")
        preference = await records.get(Preference, "p1")
    assert item is not None
    assert preference is not None
    return item, preference


def to(database: Database, version: str) -> None:
    """Bring an empty database to an old version."""
    engine = database.engine()
    with engine.connect() as connection:
        for statement in database.begin_migration:
            connection.exec_driver_sql(statement)
        command.upgrade(alembic_config(connection), version)
        connection.commit()
    engine.dispose()
