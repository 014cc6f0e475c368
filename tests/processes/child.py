"""A desk running as a child process, and a client that talks to it over its socket."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx

from bot.embedded import socket_path

ROOT = Path(__file__).parents[2]


def environment(data: Path, **more: str) -> dict[str, str]:
    """A clean environment: nothing of the tester's own settings reaches the child."""
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "TMPDIR")}
    return kept | {"BELLWETHER_DATA": str(data), "PYTHONPATH": str(ROOT), "PORT": "0"} | more


class Launcher:
    """The process that lives are forked from."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._told: dict[tuple[int, str], asyncio.Future[int]] = {}
        self._lives = 0
        self._reader = asyncio.create_task(self._read())

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls) -> AsyncIterator["Launcher"]:
        """Running until left; its lives must have been ended by then."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.processes.launcher"),
            cwd=ROOT,
            env=environment(ROOT),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        launcher = cls(process)
        try:
            yield launcher
        finally:
            process.terminate()
            await process.wait()
            await launcher._reader

    async def life(self, data: Path, at: int, when: str) -> tuple[int, int]:
        """A new life that is ready: its number and process."""
        self._lives += 1
        life = self._lives
        spec = {"life": life, "env": environment(data), "at": at, "when": when}
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(spec)}\n".encode())
        async with asyncio.timeout(40):
            pid = await self.told(life, "pid")
            await self.told(life, "ready")
        return life, pid

    def told(self, life: int, what: str) -> asyncio.Future[int]:
        """What was or will be said of a life."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        return self._told.setdefault((life, what), future)

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            said = json.loads(line)
            life = said.pop("life")
            for what, value in said.items():
                self.told(life, what).set_result(value)
            if "status" in said and not (ready := self.told(life, "ready")).done():
                ready.set_exception(AssertionError(f"the desk ended with {said['status']}"))


class Child:
    """One life of the desk."""

    def __init__(self, data: Path, launcher: Launcher, life: int, pid: int) -> None:
        self.data = data
        self._pid = pid
        self._ended = launcher.told(life, "status")
        transport = httpx.AsyncHTTPTransport(uds=str(socket_path(data, "desk.sock")))
        self.http = httpx.AsyncClient(transport=transport, base_url="http://desk", timeout=30)

    @classmethod
    async def start(cls, launcher: Launcher, data: Path, at: int = 0, when: str = "") -> "Child":
        """Start it and wait until it is ready."""
        return cls(data, launcher, *await launcher.life(data, at, when))

    async def say(self, text: str, key: str) -> dict[str, Any]:
        """A message, under a key that a repeat would carry too."""
        return await self._post("/api/agent/chat", {"message": text}, key)

    async def press(self, question_id: str, choice: str, key: str) -> dict[str, Any]:
        return await self._post(f"/api/v1/questions/{question_id}/answer", {"choice": choice}, key)

    async def _post(self, path: str, body: dict[str, Any], key: str) -> dict[str, Any]:
        answer = await self.http.post(path, json=body, headers={"Idempotency-Key": key})
        found: dict[str, Any] = answer.json()
        return found | {"status_code": answer.status_code}

    async def end(self) -> None:
        """Ask it to end, as an operator would."""
        await self.http.aclose()
        self._send(signal.SIGTERM)
        async with asyncio.timeout(15):
            await self._ended

    async def kill(self) -> None:
        """End it as a power cut would; its Valkey server is left behind."""
        await self.http.aclose()
        self._send(signal.SIGKILL)
        await self._ended

    def _send(self, number: signal.Signals) -> None:
        """The launcher tells of its end before the number can be another process's."""
        if not self._ended.done():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, number)

    async def clean_up(self) -> None:
        """End whatever is left of it, its Valkey server too."""
        await self.kill()
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_unix_connection(
                str(socket_path(self.data, "redis.sock"))
            )
            writer.write(b"SHUTDOWN\r\n")
            await reader.read()
            writer.close()
