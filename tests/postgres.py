"""A PostgreSQL server for the tests of one run: its own cluster, on a socket in a short folder."""

import os
import pwd
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
from adapters.store.sql.tables import METADATA

OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
OFF = ("fsync", "synchronous_commit", "full_page_writes", "autovacuum", "jit")


class PostgresServer:
    """A running server with one migrated database, emptied after each test that used it.

    (Making one for each test takes a hundred times as long.)
    """

    def __init__(self, folder: Path, user: str) -> None:
        self._folder = folder
        self._user = user
        self._numbers = count(1)
        self.migrated = self.create()
        migrate(PostgresDatabase(self.migrated))

    def create(self) -> str:
        """The URL of a new database without tables."""
        name = f"t_{next(self._numbers)}"
        self._run("postgres", f"CREATE DATABASE {name}")
        return self._url(name)

    def empty(self) -> None:
        """Remove all rows from the migrated database, ending whoever still uses it."""
        name = self.migrated.partition(":///")[2].partition("?")[0]
        self._run(name, OTHERS, *(f"DELETE FROM {table}" for table in METADATA.tables))

    def _url(self, name: str) -> str:
        return f"postgresql:///{name}?host={self._folder}&user={self._user}"

    def _run(self, name: str, *statements: str) -> None:
        with psycopg.connect(self._url(name), autocommit=True) as connection:
            connection.execute("; ".join(statements).encode())


def tool(name: str) -> str | None:
    """Where this program of PostgreSQL is, if it is installed."""
    found = [shutil.which(name), *map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))]
    return next((path for path in found if path), None)


def _is_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


@contextmanager
def postgres_server(*, durable: bool = False) -> Iterator[PostgresServer | None]:
    """A server while it is needed; None where PostgreSQL is not installed.

    `durable`: it writes to the disk as in earnest, which tests need not wait for.
    """
    initdb, pg_ctl = tool("initdb"), tool("pg_ctl")
    runuser = shutil.which("runuser")
    # The server refuses to be root; the package makes a user for it.
    as_root = os.geteuid() == 0
    if initdb is None or pg_ctl is None or (as_root and not (runuser and _is_user("postgres"))):
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    prefix: list[str] = []
    user = "postgres"
    if as_root and runuser:
        prefix = [runuser, "-u", user, "--"]
        shutil.chown(folder, user)
    data, log = folder / "data", folder / "log"
    settings = "" if durable else " ".join(f"-c {name}=off" for name in OFF)
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
