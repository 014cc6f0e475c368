"""A PostgreSQL server for the tests of one run: its own cluster, on a socket in a short folder."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from adapters.store.sql.migrate import migrate
from adapters.store.sql.postgres import PostgresDatabase

OFF = ("fsync", "synchronous_commit", "full_page_writes", "autovacuum", "jit")


class PostgresServer:
    """A running server, which makes a fresh migrated database for each test that asks."""

    def __init__(self, folder: Path, user: str) -> None:
        self._folder = folder
        self._user = user
        self._numbers = count(1)
        migrate(PostgresDatabase(self.create("migrated", "template1")))

    def url(self, name: str) -> str:
        return f"postgresql:///{name}?host={self._folder}&user={self._user}"

    def create(self, name: str = "", template: str = "migrated") -> str:
        """The URL of a new database, a copy of the template."""
        name = name or f"t_{next(self._numbers)}"
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove the database, ending whoever still uses it."""
        name = url.partition(":///")[2].partition("?")[0]
        self._run(f'DROP DATABASE "{name}" WITH (FORCE)')

    def _run(self, sql: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql)  # type: ignore[call-overload]  # names are our own


def tool(name: str) -> str | None:
    """Where this program of PostgreSQL is, if it is installed."""
    found = [shutil.which(name), *map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))]
    return next((path for path in found if path), None)


@contextmanager
def postgres_server() -> Iterator[PostgresServer | None]:
    """A server while it is needed; None where PostgreSQL is not installed."""
    initdb, pg_ctl = tool("initdb"), tool("pg_ctl")
    if initdb is None or pg_ctl is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    # The server refuses to be root.
    prefix, user = [], os.environ.get("USER", "postgres")
    if os.geteuid() == 0:
        prefix, user = ["runuser", "-u", "postgres", "--"], "postgres"
        shutil.chown(folder, "postgres")
    data, log = folder / "data", folder / "log"
    settings = " ".join(f"-c {name}=off" for name in OFF)
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} {settings}"

    def run(*words: str) -> None:
        subprocess.run([*prefix, *words], check=True, cwd="/", stdout=subprocess.DEVNULL)

    try:
        run(initdb, "--auth=trust", "--no-sync", "--encoding=UTF8", f"--username={user}", f"{data}")
        run(pg_ctl, "--wait", f"--pgdata={data}", f"--log={log}", f"--options={options}", "start")
        try:
            yield PostgresServer(folder, user)
        finally:
            run(pg_ctl, "--wait", f"--pgdata={data}", "--mode=immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
