"""The writer: one thread and one connection that commit together whatever units are queued.

An fsync costs far more than the statements before it, so units that wait for the same one share it.
Each still succeeds or fails alone. A batch is run ahead in one trip. If something in it is stale,
it is undone and run again with savepoints, so that stale units are skipped. If something breaks it,
it is undone and repeated unit by unit, so that only the guilty one fails.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from adapters.store.sql.database import Connection, Cursor, Database, Operation
from core.errors import BellwetherError, SetupError

MOST_UNITS = 256
Result = bool | Exception


@dataclass(frozen=True, slots=True)
class _Unit:
    operations: tuple[Operation, ...]
    done: "asyncio.Future[bool]"

    @property
    def may_undo(self) -> bool:
        """Whether it can turn out stale after it has changed something."""
        return any(operation.required for operation in self.operations[1:])


class Writer:
    """Commits units of work for one event loop, the one that it was made in."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = database.connect(write=True)
        self._cursor: Cursor = self._connection.cursor()
        self._phase: Literal["begin", "apply", "commit"] = "begin"
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[_Unit | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._refusal: BellwetherError | None = None
        self._stopped = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, name="sql-writer", daemon=True)
        self._thread.start()

    async def commit(self, operations: tuple[Operation, ...]) -> bool:
        """One transaction, durable when this returns True; False: stale, nothing was changed.

        Raises ValueError where a row exists already, BellwetherError when the database failed; then
        nothing was changed either, unless the connection broke in the very commit. Whoever is
        cancelled while waiting does not know how it ended.
        """
        unit = _Unit(operations, self._loop.create_future())
        with self._lock:
            if self._refusal is not None:
                raise self._refusal
            self._queue.put(unit)
        return await unit.done

    async def aclose(self) -> None:
        """Commit what is queued, then let go of the connection. What comes later is refused."""
        self._refuse(BellwetherError("the database writer is closed"))
        self._queue.put(None)
        await asyncio.shield(self._stopped)
        self._thread.join()

    def _refuse(self, reason: BellwetherError) -> None:
        with self._lock:
            self._refusal = self._refusal or reason

    def _run(self) -> None:
        batch: list[_Unit] = []
        try:
            while batch := self._next_batch():
                self._deliver(batch, self._commit(batch))
        except BaseException as error:  # noqa: BLE001 - a writer that dies silently hangs everybody
            reason = BellwetherError(f"the database writer stopped: {error!r}")
            self._refuse(reason)
            self._deliver(batch, [reason] * len(batch))
            while batch := self._next_batch(block=False):
                self._deliver(batch, [reason] * len(batch))
        finally:
            self._disconnect()
            self._call(self._tell_stopped)

    def _tell_stopped(self) -> None:
        if not self._stopped.done():
            self._stopped.set_result(None)

    def _next_batch(self, *, block: bool = True) -> list[_Unit]:
        """What is queued, waiting for the first of it; nothing when there will be no more."""
        batch: list[_Unit] = []
        try:
            while len(batch) < MOST_UNITS:
                unit = self._queue.get(block=block and not batch)
                if unit is None:
                    self._queue.put(None)
                    break
                batch.append(unit)
        except queue.Empty:
            pass
        return batch

    def _commit(self, batch: list[_Unit]) -> list[Result]:
        try:
            return self._together(batch)
        except self._database.errors as error:
            if not self._is_lost():
                return self._separately(batch, error)
            if self._phase == "commit":
                return [_lost_in_commit(error)] * len(batch)
        except SetupError as error:
            return [error] * len(batch)
        return self._once_more(batch)

    def _together(self, batch: list[_Unit]) -> list[Result]:
        """All units in one transaction; any error leaves it to be undone."""
        self._phase = "begin"
        connection = self._connection or self._connect()
        results: list[Result] = [True] * len(batch)
        if not self._went_ahead(connection, batch):
            self._cursor.execute(self._database.begin_write)
            self._phase = "apply"
            results = [self._apply(unit, alone=len(batch) == 1) for unit in batch]
        self._phase = "commit"
        self._cursor.execute("COMMIT" if any(results) else "ROLLBACK")
        return results

    def _went_ahead(self, connection: Connection, batch: list[_Unit]) -> bool:
        """Whether the batch was run in one trip, as it can when nothing in it is stale or wrong.

        If not, nothing of it is left, and it takes the way that looks at each statement.
        """
        writes = [Operation(self._database.begin_write, ())]
        writes += [operation for unit in batch for operation in unit.operations]
        try:
            if self._database.run_ahead(connection, writes):
                return True
        except self._database.errors:
            if self._database.is_lost(connection):
                raise
        connection.rollback()
        return False

    def _apply(self, unit: _Unit, *, alone: bool) -> bool:
        """Whether the unit was applied; a stale one has changed nothing, or stands alone."""
        execute = self._cursor.execute
        saved = unit.may_undo and not alone
        if saved:
            execute("SAVEPOINT unit")
        for operation in unit.operations:
            execute(operation.sql, operation.parameters)
            if operation.required and self._cursor.rowcount == 0:
                if saved:
                    execute("ROLLBACK TO SAVEPOINT unit")
                    execute("RELEASE SAVEPOINT unit")
                return False
        if saved:
            execute("RELEASE SAVEPOINT unit")
        return True

    def _separately(self, batch: list[_Unit], error: Exception) -> list[Result]:
        """Each unit in its own transaction, after the batch failed with `error`."""
        self._undo()
        if self._phase == "begin" or len(batch) == 1:
            return [self._explained(error)] * len(batch)
        results: list[Result] = []
        for unit in batch:
            results += self._commit([unit])
        return results

    def _once_more(self, batch: list[_Unit]) -> list[Result]:
        """The batch again over a new connection: the lost one had committed nothing of it."""
        try:
            return self._together(batch)
        except self._database.errors as error:
            if not self._is_lost():
                return self._separately(batch, error)
            return [self._explained(error)] * len(batch)
        except SetupError as error:
            return [error] * len(batch)

    def _is_lost(self) -> bool:
        """Whether the connection is gone; then it is let go."""
        lost = self._connection is not None and self._database.is_lost(self._connection)
        if lost:
            self._disconnect()
        return lost

    def _explained(self, error: Exception) -> Exception:
        if self._database.is_duplicate(error):
            reason: Exception = ValueError(f"a row with this key exists already: {error}")
        else:
            reason = BellwetherError(f"the database failed: {error}")
        reason.__cause__ = error
        return reason

    def _undo(self) -> None:
        if self._connection is not None:
            self._connection.rollback()

    def _connect(self) -> Connection:
        self._connection = self._database.connect(write=True)
        self._cursor = self._connection.cursor()
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(*self._database.errors):
                self._connection.close()
        self._connection = None

    def _deliver(self, batch: Sequence[_Unit], results: Sequence[Result]) -> None:
        """Tell everybody of the batch, in one trip to the loop."""
        self._call(lambda: _settle(batch, results))

    def _call(self, tell: Callable[[], object]) -> None:
        # A loop that is closed has nobody left who waits.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(tell)


def _settle(batch: Sequence[_Unit], results: Sequence[Result]) -> None:
    for unit, result in zip(batch, results, strict=True):
        if unit.done.done():
            continue
        if isinstance(result, Exception):
            unit.done.set_exception(result)
        else:
            unit.done.set_result(result)


def _lost_in_commit(error: Exception) -> BellwetherError:
    reason = BellwetherError(f"the connection broke in a commit, its outcome is unknown: {error}")
    reason.__cause__ = error
    return reason
