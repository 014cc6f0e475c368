"""Which version of the tables a database has: asked at every start, so without Alembic."""

import contextlib

from adapters.store.sql.database import Database

HEAD = "0003"
"""The newest version, the one that the program works with."""


def is_current(database: Database) -> bool:
    """Whether the tables are of this program's version; if not, `migrate` does what it takes.

    SetupError when the database cannot be reached.
    """
    with contextlib.closing(database.connect(write=False)) as connection:
        cursor = connection.cursor()
        try:
            cursor.execute("SELECT version_num FROM alembic_version")
        except database.errors:
            return False
        return [row[0] for row in cursor.fetchall()] == [HEAD]
