"""The Records port over SQL."""

from decimal import Decimal
from types import TracebackType
from typing import Any, Self, TypeVar

from adapters.store.sql.database import Database
from adapters.store.sql.reader import Reader, Rows
from adapters.store.sql.rows import RowReader
from adapters.store.sql.statements import Statements
from adapters.store.sql.writer import Writer
from core.domain.records import Query, Write

R = TypeVar("R")


class SqlRecords:
    """Rows of a database whose tables are up to date, for the event loop that it is made in."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = Statements(database)
        self._rows = RowReader(database)
        self._writer = Writer(database)
        self._reader = Reader(database)

    async def commit(self, *writes: Write) -> bool:
        """Apply all writes or none, durably. False: stale, nothing was changed.

        Raises ValueError or TypeError for what no column takes and ValueError where a row with a
        unique key exists already; BellwetherError when the database failed.
        """
        operations = tuple(self._statements.write(write) for write in writes)
        return await self._writer.commit(operations) if operations else True

    async def find(self, query: Query[R]) -> list[R]:
        """The rows that the query describes, as committed."""
        operations = (self._statements.find(query),)
        return await self._reader.read(
            operations, lambda found: self._rows.records(query.kind, found[0])
        )

    async def read(self, *queries: Query[Any]) -> list[list[Any]]:
        """Several finds in one trip and of one moment, in the order asked."""
        operations = [self._statements.find(query) for query in queries]

        def finish(found: list[Rows]) -> list[list[Any]]:
            pairs = zip(queries, found, strict=True)
            return [self._rows.records(query.kind, rows) for query, rows in pairs]

        return await self._reader.read(operations, finish)

    async def get(self, kind: type[R], key: str) -> R | None:
        """The row with this primary key."""
        operations = (self._statements.get(kind, key),)
        found = await self._reader.read(
            operations, lambda found: self._rows.records(kind, found[0])
        )
        return found[0] if found else None

    async def total(self, query: Query[Any], column: str) -> Decimal:
        """The exact sum of a Decimal column over the query's rows; zero when there are none."""
        operations = (self._statements.total(query, column),)
        return await self._reader.read(
            operations, lambda found: self._database.exact(found[0][0][0])
        )

    async def count(self, query: Query[Any]) -> int:
        """How many rows the query describes, its limit aside."""
        operations = (self._statements.count(query),)
        return await self._reader.read(operations, lambda found: int(found[0][0][0]))

    async def aclose(self) -> None:
        """Commit what is queued, end the reads that run, and close every connection."""
        await self._writer.aclose()
        self._reader.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()
