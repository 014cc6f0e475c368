"""Fixtures that any test may ask for by name."""

from tests.clocks import clock, ids
from tests.stores import (
    database,
    memory_records,
    memory_waiting,
    migrated_file,
    postgres,
    postgres_url,
    records,
    redis,
    redis_server,
    sqlite_database,
    sqlite_records,
    valkey,
    valkey_server,
)

__all__ = [
    "clock",
    "database",
    "ids",
    "memory_records",
    "memory_waiting",
    "migrated_file",
    "postgres",
    "postgres_url",
    "records",
    "redis",
    "redis_server",
    "sqlite_database",
    "sqlite_records",
    "valkey",
    "valkey_server",
]
