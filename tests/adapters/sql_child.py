"""A process that commits without end and says what was committed, until somebody kills it.

`python -m tests.adapters.sql_child sqlite FILE`, or `postgres URL`. A line for each commit, written
only once it returned: the lane's number and the lane's new version.
"""

import asyncio
import os
import sys
from pathlib import Path

from adapters.store.sql.postgres import PostgresDatabase
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from core.domain.records import Insert, Setting, Update

LANES = 8


async def lane(records: SqlRecords, number: int) -> None:
    """Raise the lane's version by one, with a row that says so, again and again."""
    row = await records.get(Setting, f"lane {number}")
    assert row is not None
    version = row.version
    while True:
        done = await records.commit(
            Insert(record=Setting(id=f"step {number} {version + 1:06}", value={"text": "x" * 500})),
            Update(
                kind=Setting,
                where={"id": f"lane {number}", "version": version},
                set={"version": version + 1},
            ),
        )
        assert done
        version += 1
        os.write(1, f"{number} {version}\n".encode())


async def main(kind: str, place: str) -> None:
    database = SqliteDatabase(Path(place)) if kind == "sqlite" else PostgresDatabase(place)
    async with SqlRecords(database) as records, asyncio.TaskGroup() as group:
        for number in range(LANES):
            await records.commit(
                Insert(record=Setting(id=f"lane {number}", value={}), if_absent=True)
            )
            group.create_task(lane(records, number))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
