"""Fixtures that any test may ask for by name."""

from tests.clocks import clock, ids
from tests.stores import (
    database,
    memory_records,
    memory_waiting,
    postgres,
    postgres_url,
    records,
    sqlite_database,
    sqlite_records,
)

__all__ = [
    "clock",
    "database",
    "ids",
    "memory_records",
    "memory_waiting",
    "postgres",
    "postgres_url",
    "records",
    "sqlite_database",
    "sqlite_records",
]
