"""Reads: short ones at once in the event loop's thread, where the database allows; others apart."""

import asyncio
import contextlib
import queue
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from adapters.store.sql.database import Connection, Database, Operation
from core.errors import BellwetherError

T = TypeVar("T")
Rows = list[Any]
THREADS = 4


class Reader:
    """Runs queries on connections of its own, which see what is committed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._brief = database.connect_brief()
        self._idle: queue.LifoQueue[Connection] = queue.LifoQueue()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="sql-reader")
        self._closed = False

    async def read(self, operations: Sequence[Operation], finish: Callable[[list[Rows]], T]) -> T:
        """What `finish` makes of the rows of each query, all of them from one moment.

        BellwetherError when the database failed.
        """
        if self._closed:
            raise BellwetherError("the database is closed")
        if self._brief is not None:
            try:
                return finish(self._database.fetch(self._brief, operations))
            except self._database.errors as error:
                if not self._database.is_given_up(error):
                    raise BellwetherError(f"the database failed: {error}") from error
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._read_apart, operations, finish)

    def close(self) -> None:
        """Wait for the reads that run, and let go of the connections."""
        self._closed = True
        self._threads.shutdown()
        if self._brief is not None:
            self._brief.close()
        with contextlib.suppress(queue.Empty):
            while True:
                self._idle.get_nowait().close()

    def _read_apart(self, operations: Sequence[Operation], finish: Callable[[list[Rows]], T]) -> T:
        """In a thread; again over another connection when an idle one turns out to be lost."""
        connection, was_idle = self._connection()
        try:
            rows = self._database.fetch(connection, operations)
        except self._database.errors as error:
            lost = self._database.is_lost(connection)
            if lost:
                connection.close()
            else:
                self._idle.put(connection)
            if lost and was_idle:
                return self._read_apart(operations, finish)
            raise BellwetherError(f"the database failed: {error}") from error
        self._idle.put(connection)
        return finish(rows)

    def _connection(self) -> tuple[Connection, bool]:
        try:
            return self._idle.get_nowait(), True
        except queue.Empty:
            return self._database.connect(write=False), False
