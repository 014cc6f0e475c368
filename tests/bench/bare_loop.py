"""The floor under a turn: the same durability with nothing around it.

As many commits as a turn of ours makes, each a row of 1.6 KB grouped with whatever else is queued,
and two trips to Redis. What it does a second is what is left if everything else were free.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from redis.asyncio import Redis

BODY = "x" * 1600
_KEEP = "INSERT INTO states VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body"


class GroupCommits:
    """One thread and one connection that commit together whatever is queued, with an fsync."""

    def __init__(self, path: Path) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[tuple[str, asyncio.Future[None]] | None] = (
            queue.SimpleQueue()
        )
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute("CREATE TABLE states (id TEXT PRIMARY KEY, body TEXT)")
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    async def commit(self, key: str) -> None:
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((key, done))
        await done

    async def aclose(self) -> None:
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            while not self._queue.empty():
                if (more := self._queue.get()) is None:
                    return
                batch.append(more)
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(_KEEP, [(key, BODY) for key, _ in batch])
            self._connection.execute("COMMIT")
            self._loop.call_soon_threadsafe(_settle, [done for _, done in batch])


def _settle(waiting: list[asyncio.Future[None]]) -> None:
    for done in waiting:
        done.set_result(None)


class BareLoop:
    """Turns that do nothing but keep."""

    def __init__(self, commits: GroupCommits, redis: Redis) -> None:
        self._commits = commits
        self._redis = redis

    async def turn(self, key: str, commits: int) -> None:
        await self._redis.set(key, BODY)
        for _ in range(commits):
            await self._commits.commit(key)
        await self._redis.get(key)


@asynccontextmanager
async def bare_loop(path: Path, redis: Redis) -> AsyncIterator[BareLoop]:
    """The loop over a new database file."""
    commits = GroupCommits(path)
    try:
        yield BareLoop(commits, redis)
    finally:
        await commits.aclose()
