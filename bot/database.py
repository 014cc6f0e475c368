"""The database that the settings name, its tables brought up to date."""

import asyncio
import importlib
from pathlib import Path

from adapters.store.sql.database import Database
from adapters.store.sql.postgres import PostgresDatabase
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from adapters.store.sql.version import is_current
from core.errors import SetupError

SQLITE = "sqlite:///"


def database_of(url: str) -> Database:
    """The database behind a URL; SetupError for a kind that we do not speak."""
    if url.startswith(SQLITE):
        return SqliteDatabase(Path(url.removeprefix(SQLITE)))
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresDatabase(url)
    raise SetupError("DATABASE_URL is not valid: expected sqlite:///FILE or postgresql://…")


async def open_records(url: str) -> SqlRecords:
    """The rows of this database, after migrations; SetupError when it cannot be had."""
    database = database_of(url)
    await asyncio.to_thread(_bring_up_to_date, database)
    return SqlRecords(database)


def _bring_up_to_date(database: Database) -> None:
    if not is_current(database):
        importlib.import_module("adapters.store.sql.migrate").migrate(database)
