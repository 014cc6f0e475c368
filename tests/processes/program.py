"""Programs of ours as processes: begun, written to, read, signalled and waited for."""

import asyncio
import atexit
import functools
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]


def environment(data: Path, **more: str) -> dict[str, str]:
    """A clean environment: nothing of the tester's own settings reaches the child."""
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "TMPDIR")}
    return kept | {"BELLWETHER_DATA": str(data), "PYTHONPATH": str(ROOT), "PORT": "0"} | more


class Forked:
    """A forked program; the same calls as those of asyncio's own `Process`."""

    def __init__(self, pid: int, told: asyncio.StreamReader) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdin: asyncio.StreamWriter | None = None
        self.stdout: asyncio.StreamReader | None = None
        self.stderr: asyncio.StreamReader | None = None
        self._ended = asyncio.create_task(self._end(told))

    async def _end(self, told: asyncio.StreamReader) -> int:
        self.returncode = int(await told.readline())
        await told.read()
        return self.returncode

    async def wait(self) -> int:
        """The exit code, negative after a signal."""
        return await asyncio.shield(self._ended)

    async def communicate(self, said: bytes | None = None) -> tuple[bytes, bytes]:
        """Say this, read both streams to their ends, and wait for the end of the program."""
        if self.stdin is not None:
            self.stdin.write(said or b"")
            self.stdin.close()
            await self.stdin.wait_closed()
        out, err = await asyncio.gather(_rest(self.stdout), _rest(self.stderr))
        await self.wait()
        return out, err

    def send_signal(self, number: int) -> None:
        """To a program that has ended nothing: the number may be another's by now."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Process = Forked | asyncio.subprocess.Process


async def begin(
    *words: str,
    cwd: Path,
    env: dict[str, str],
    module: str = "bot",
    stdin: bool = False,
    stderr: int | None = asyncio.subprocess.PIPE,
    fresh: bool = False,
) -> Process:
    """A program with pipes for stdout, for `stderr` as asyncio has it, and for stdin if asked.

    `fresh`: in an interpreter of its own, as a person starts it; else forked from one that has the
    product imported already, which spares the two seconds of importing.
    """
    if fresh:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module, *words),
            cwd=cwd,
            env=env,
            stdin=asyncio.subprocess.PIPE if stdin else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=stderr,
        )
    asked = {"module": module, "arguments": words, "env": env, "cwd": str(cwd)}
    with ExitStack() as theirs:

        def kept(descriptor: int) -> int:
            theirs.callback(os.close, descriptor)
            return descriptor

        told, tells = os.pipe()
        out, writes_out = os.pipe()
        given = [kept(os.open(os.devnull, os.O_RDONLY)), kept(writes_out), 2, kept(tells)]
        says = err = None
        if stdin:
            given[0], says = os.pipe()
            kept(given[0])
        if stderr == asyncio.subprocess.PIPE:
            err, given[2] = os.pipe()
            kept(given[2])
        elif stderr == asyncio.subprocess.STDOUT:
            given[2] = writes_out
        socket.send_fds(_parent(), [json.dumps(asked).encode()], given)
    ended = await _reader(told)
    process = Forked(int(await ended.readline()), ended)
    process.stdout = await _reader(out)
    process.stderr = None if err is None else await _reader(err)
    process.stdin = None if says is None else await _writer(says)
    return process


@functools.cache
def _parent() -> socket.socket:
    """The way to what programs are forked from: begun when first asked for, ended with us."""
    ours, theirs = socket.socketpair()
    with theirs:
        parent = subprocess.Popen(
            [sys.executable, "-m", "tests.processes.forking", str(theirs.fileno())],
            cwd=ROOT,
            env=environment(ROOT),
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )

    def end() -> None:
        ours.close()
        parent.wait()

    atexit.register(end)
    return ours


async def _reader(descriptor: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(descriptor, "rb", 0)
    )
    return reader


async def _writer(descriptor: int) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()),
        os.fdopen(descriptor, "wb", 0),
    )
    return asyncio.StreamWriter(transport, protocol, None, loop)


async def _rest(stream: asyncio.StreamReader | None) -> bytes:
    return b"" if stream is None else await stream.read()
