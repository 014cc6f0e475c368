"""The writer under trouble: everybody who waits for a commit learns how it ended."""

import asyncio
import sqlite3
import threading

import psycopg
import pytest

from adapters.store.sql.database import Database, Operation
from adapters.store.sql.postgres import PostgresDatabase
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from adapters.store.sql.writer import Writer
from core.domain.records import Insert, Query, Setting, Update, Workflow
from core.errors import BellwetherError, SetupError
from tests.contracts.samples import setting, workflow


def bump(key: str, version: int) -> Update:
    return Update(kind=Setting, where={"id": key, "version": version}, set={"version": version + 1})


async def keys(records: SqlRecords) -> list[str]:
    return [row.id for row in await records.find(Query(kind=Setting))]


async def test_closing_commits_what_is_queued(database: Database):
    records = SqlRecords(database)
    commits = [
        asyncio.ensure_future(records.commit(Insert(record=setting(f"{number:03}"))))
        for number in range(300)
    ]
    await asyncio.sleep(0)
    await records.aclose()
    assert all(await asyncio.gather(*commits))
    async with SqlRecords(database) as again:
        assert len(await keys(again)) == 300


async def test_a_closed_store_refuses_loudly(database: Database):
    records = SqlRecords(database)
    await records.aclose()
    with pytest.raises(BellwetherError, match="closed"):
        await records.commit(Insert(record=setting("late")))
    with pytest.raises(BellwetherError, match="closed"):
        await records.get(Setting, "late")
    await records.aclose()


async def test_stale_units_of_a_batch_are_skipped_and_the_others_kept(database: Database):
    async with SqlRecords(database) as records:
        await records.commit(Insert(record=setting("counter", 0)))
        units = [(Insert(record=setting(f"{n:03}")), bump("counter", n % 7)) for n in range(70)]
        kept = await asyncio.gather(*(records.commit(*unit) for unit in units))
        counter, *others = reversed(await records.find(Query(kind=Setting)))
        assert counter.version == kept.count(True) >= 7
        expected = [f"{number:03}" for number, one in enumerate(kept) if one]
        assert [row.id for row in reversed(others)] == expected


async def test_a_stale_unit_is_stale_even_where_it_would_also_collide(database: Database):
    """A unit that is repeated after a crash finds its own rows: it is stale, not wrong."""
    async with SqlRecords(database) as records:
        await records.commit(Insert(record=setting("counter", 0)))
        unit = (bump("counter", 0), Insert(record=setting("made once")))
        first, *repeated = await asyncio.gather(*(records.commit(*unit) for _ in range(5)))
        assert (first, repeated) == (True, [False] * 4)
        assert not await records.commit(*unit)


async def test_who_stops_waiting_disturbs_nobody(database: Database):
    async with SqlRecords(database) as records:
        commits = [
            asyncio.ensure_future(records.commit(Insert(record=setting(f"{number:02}"))))
            for number in range(20)
        ]
        await asyncio.sleep(0)
        for one in commits[::2]:
            one.cancel()
        ended = await asyncio.gather(*commits, return_exceptions=True)
        assert ended[1::2] == [True] * 10
        assert {f"{number:02}" for number in range(1, 20, 2)} <= set(await keys(records))


async def test_a_writer_that_breaks_fails_every_commit_instead_of_hanging(database: Database):
    writer = Writer(database)
    broken = Operation(None, ())  # type: ignore[arg-type]
    fine = Operation("DELETE FROM settings", ())
    commits = [writer.commit((broken,)), *(writer.commit((fine,)) for _ in range(10))]
    async with asyncio.timeout(10):
        ended = await asyncio.gather(*commits, return_exceptions=True)
        assert {type(end) for end in ended} == {BellwetherError}
        with pytest.raises(BellwetherError, match="writer stopped"):
            await writer.commit((fine,))
        await writer.aclose()


async def test_a_refused_statement_is_an_error_of_its_unit_alone(database: Database):
    writer = Writer(database)
    wrong = Operation("DELETE FROM nowhere", ())
    fine = Operation("DELETE FROM settings", ())
    ended = await asyncio.gather(
        writer.commit((fine,)),
        writer.commit((fine, wrong)),
        writer.commit((fine,)),
        return_exceptions=True,
    )
    await writer.aclose()
    assert [type(end) for end in ended] == [bool, BellwetherError, bool]


async def test_no_thread_or_file_is_left_behind(sqlite_database: SqliteDatabase, tmp_path):
    before = threading.active_count()
    async with SqlRecords(sqlite_database) as records:
        rows = [setting(f"{number:05}") for number in range(5_000)]
        await records.commit(*(Insert(record=row) for row in rows))
        assert len(await keys(records)) == 5_000
    assert threading.active_count() == before
    assert [path.name for path in tmp_path.iterdir()] == ["bellwether.db"]


async def test_another_process_may_write_the_same_file(sqlite_database: SqliteDatabase, tmp_path):
    async with SqlRecords(sqlite_database) as records:
        other = sqlite3.connect(tmp_path / "bellwether.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO settings VALUES ('theirs', '{}', 0)")
        ours = asyncio.ensure_future(records.commit(Insert(record=setting("ours"))))
        await asyncio.sleep(0.1)
        assert not ours.done()
        other.execute("COMMIT")
        other.close()
        assert await ours
        assert await keys(records) == ["ours", "theirs"]


async def test_a_file_that_cannot_be_opened_is_named(tmp_path):
    with pytest.raises(SetupError, match=r"nowhere/bellwether\.db"):
        SqlRecords(SqliteDatabase(tmp_path / "nowhere" / "bellwether.db"))


async def test_a_server_that_is_not_there_is_told_without_the_password(tmp_path):
    with pytest.raises(SetupError, match="PostgreSQL cannot be reached") as refused:
        SqlRecords(PostgresDatabase(f"postgres://me:hunter2@/db?host={tmp_path}"))
    assert "hunter2" not in str(refused.value)


def _end_all_connections(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


async def test_after_a_lost_connection_the_next_commit_and_read_go_through(postgres_url: str):
    async with SqlRecords(PostgresDatabase(postgres_url)) as records:
        await records.commit(Insert(record=workflow("w1")))
        assert await records.count(Query(kind=Workflow)) == 1
        for version in range(3):
            _end_all_connections(postgres_url)
            assert await records.commit(
                Update(
                    kind=Workflow,
                    where={"id": "w1", "version": version},
                    set={"version": version + 1},
                )
            )
            _end_all_connections(postgres_url)
            first, second = await records.read(Query(kind=Workflow), Query(kind=Workflow))
            assert first[0].version == second[0].version == version + 1


class BreaksInCommit(PostgresDatabase):
    """Its writer's first connection breaks when it is told to commit."""

    broken = False

    def connect(self, *, write: bool) -> psycopg.Connection:
        connection = super().connect(write=write)
        database = self

        class Cursor(psycopg.Cursor[tuple[object, ...]]):
            def execute(self, query, *words, **named):
                if query == "COMMIT" and not database.broken:
                    database.broken = True
                    connection.close()
                return super().execute(query, *words, **named)

        connection.cursor_factory = Cursor
        return connection


async def test_a_commit_in_which_the_connection_broke_is_told_to_be_unknown(postgres_url: str):
    async with SqlRecords(BreaksInCommit(postgres_url)) as records:
        with pytest.raises(BellwetherError, match="outcome is unknown"):
            await records.commit(Insert(record=setting("one")))
        assert await records.commit(Insert(record=setting("two")))
        assert await keys(records) == ["two"]


async def test_a_server_that_went_away_fails_commits_and_reads_loudly(postgres_url: str):
    database = PostgresDatabase(postgres_url)
    async with SqlRecords(database) as records:
        await records.commit(Insert(record=setting("one")))
        _end_all_connections(postgres_url)
        database._conninfo = "postgresql:///nowhere?host=/nonexistent"
        for _ in range(3):
            with pytest.raises(BellwetherError, match="PostgreSQL cannot be reached"):
                await records.commit(Insert(record=setting("two")))
        with pytest.raises(BellwetherError, match="PostgreSQL cannot be reached"):
            await records.get(Setting, "one")
        database._conninfo = postgres_url
        assert await records.commit(Insert(record=setting("three")))
        assert await keys(records) == ["one", "three"]
