"""What a database holds under seal, read without opening any of it."""

import contextlib

from adapters.store.sql.database import Database

_SEALED = (
    "SELECT sealed FROM credentials",
    "SELECT payload FROM inbox WHERE status = 'new'",
)


def sealed_texts(database: Database) -> list[str]:
    """Every sealed text in a database of this version; SetupError when it cannot be reached."""
    found: list[str] = []
    with contextlib.closing(database.connect(write=False)) as connection:
        cursor = connection.cursor()
        for statement in _SEALED:
            cursor.execute(statement)
            found.extend(str(row[0]) for row in cursor.fetchall() if row[0])
    return found
