"""The store against its driver: the group-commit writer and the reader, each beside a bare loop.

The floor of a commit is the driver in one thread with the same statements, ready made, committing
as many units together as there are writers at once: nothing asynchronous, nothing encoded.
"""

import asyncio
import contextlib
import itertools
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from adapters.store.sql.database import Database
from adapters.store.sql.migrate import migrate
from adapters.store.sql.postgres import PostgresDatabase
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from adapters.store.sql.statements import Statements
from core.domain.records import Insert, MessageRow, OutboxItem, Query, Update, Workflow, Write
from tests.contracts.samples import NOW, workflow
from tests.postgres import postgres_server

SECONDS = 1.5
CONCURRENCY = (1, 32, 256)
STATE = {"facts": ["x" * 100] * 14}
WINDOW = 40


def run() -> Iterator[dict[str, Any]]:
    """A row for each engine and concurrency, and for the two commonest reads."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        database = SqliteDatabase(Path(folder) / "bellwether.db")
        migrate(database)
        yield from _engine("sqlite", database)
    with postgres_server(durable=True) as server:
        if server is None:
            print("PostgreSQL is not installed: left out", file=sys.stderr)
        else:
            yield from _engine("postgresql", PostgresDatabase(server.migrated))


def _engine(engine: str, database: Database) -> Iterator[dict[str, Any]]:
    for place, concurrency in enumerate(CONCURRENCY):
        floor = _bare_commits(database, concurrency, f"f{place}")
        ours = asyncio.run(_commits(database, concurrency, f"w{place}"))
        yield {
            "flow": "a unit of 3 writes",
            "engine": engine,
            "concurrency": concurrency,
            "commits_per_s": round(ours),
            "floor_commits_per_s": round(floor),
            "ratio": round(ours / floor, 2),
        }
    for flow, query in (
        ("one row by its key", Query(kind=Workflow, where={"id": "w0-0"})),
        (f"a window of {WINDOW} messages", Query(kind=MessageRow, newest=True, limit=WINDOW)),
    ):
        floor = _bare_reads(database, query)
        ours = asyncio.run(_reads(database, query))
        yield {
            "flow": flow,
            "engine": engine,
            "concurrency": 1,
            "reads_per_s": round(ours),
            "floor_reads_per_s": round(floor),
            "ratio": round(ours / floor, 2),
        }


def _unit(lane: str, version: int) -> tuple[Write, ...]:
    """What a step of a turn writes: the workflow moves on, a message and an outbox row."""
    text = "BTC/USDT is at 64,250.12 (simulated). " * 3
    return (
        Update(
            kind=Workflow,
            where={"id": lane, "version": version},
            set={"version": version + 1, "snapshots": STATE, "updated_at": NOW},
        ),
        Insert(
            record=MessageRow(
                id=f"{lane}-{version:07}m",
                conversation_id=lane,
                account_id="a1",
                run_id=lane,
                role="assistant",
                kind="reply",
                text=text,
                blocks=[{"type": "text", "text": text}],
                created_at=NOW,
            )
        ),
        Insert(
            record=OutboxItem(
                id=f"{lane}-{version:07}o",
                conversation_id=lane,
                platform="telegram",
                run_id=lane,
                kind="answer",
                message_id=f"{lane}-{version:07}m",
                payload={"text": text},
                status="new",
                created_at=NOW,
            )
        ),
    )


async def _commits(database: Database, concurrency: int, name: str) -> float:
    """Commits a second by this many writers at once, each waiting for its own."""
    async with SqlRecords(database) as records:
        lanes = [f"{name}-{number}" for number in range(concurrency)]
        await records.commit(*(Insert(record=workflow(lane)) for lane in lanes))
        done = 0
        end = time.monotonic() + SECONDS

        async def write(lane: str) -> None:
            nonlocal done
            for version in itertools.count():
                if time.monotonic() > end or not await records.commit(*_unit(lane, version)):
                    return
                done += 1

        return await _rate(lambda: asyncio.gather(*map(write, lanes)), lambda: done)


def _bare_commits(database: Database, concurrency: int, name: str) -> float:
    """Units a second by the driver alone, as many in a transaction as there are writers."""
    statements = Statements(database)
    lanes = [f"{name}-{number}" for number in range(concurrency)]
    done, spent = 0, 0.0
    with contextlib.closing(database.connect(write=True)) as connection:
        execute = connection.cursor().execute

        def transaction(operations: list[Any]) -> None:
            execute(database.begin_write)
            for operation in operations:
                execute(operation.sql, operation.parameters)
            execute("COMMIT")

        transaction([statements.write(Insert(record=workflow(lane))) for lane in lanes])
        for version in itertools.count():
            units = [write for lane in lanes for write in _unit(lane, version)]
            operations = [statements.write(write) for write in units]
            began = time.perf_counter()
            transaction(operations)
            spent += time.perf_counter() - began
            done += concurrency
            if spent > SECONDS:
                return done / spent
    raise AssertionError("unreachable")


async def _reads(database: Database, query: Query[Any]) -> float:
    """Reads a second, one after the other."""
    async with SqlRecords(database) as records:
        done = 0
        end = time.monotonic() + SECONDS

        async def read() -> None:
            nonlocal done
            while time.monotonic() < end:
                await records.find(query)
                done += 1

        return await _rate(read, lambda: done)


def _bare_reads(database: Database, query: Query[Any]) -> float:
    """Reads a second by the driver alone, rows left as it returns them."""
    operation = Statements(database).find(query)
    done = 0
    with contextlib.closing(database.connect(write=False)) as connection:
        cursor = connection.cursor()
        began = time.perf_counter()
        while (spent := time.perf_counter() - began) < SECONDS:
            cursor.execute(operation.sql, operation.parameters)
            cursor.fetchall()
            done += 1
    return done / spent


async def _rate(work: Callable[[], Awaitable[object]], done: Callable[[], int]) -> float:
    began = time.perf_counter()
    await work()
    return done() / (time.perf_counter() - began)
