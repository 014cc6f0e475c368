"""A desk running as a child process, and a client that talks to it over its socket."""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import Any

import httpx

from bot.embedded import socket_path

ROOT = Path(__file__).parents[2]


def environment(data: Path, **more: str) -> dict[str, str]:
    """A clean environment: nothing of the tester's own settings reaches the child."""
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "TMPDIR")}
    return kept | {"BELLWETHER_DATA": str(data), "PYTHONPATH": str(ROOT), "PORT": "0"} | more


class Child:
    """One life of the desk."""

    def __init__(self, data: Path, process: asyncio.subprocess.Process) -> None:
        self.data = data
        self.process = process
        transport = httpx.AsyncHTTPTransport(uds=str(socket_path(data, "desk.sock")))
        self.http = httpx.AsyncClient(transport=transport, base_url="http://desk", timeout=30)

    @classmethod
    async def start(cls, data: Path, *arguments: str) -> "Child":
        """Start it and wait until it is ready."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.processes.launcher", *arguments),
            cwd=data.parent,
            env=environment(data),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        async with asyncio.timeout(40):
            line = await process.stdout.readline()
        assert line == b"ready\n", line
        return cls(data, process)

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
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(15):
            await self.process.wait()

    async def kill(self) -> None:
        """End it as a power cut would; its Valkey server is left behind."""
        await self.http.aclose()
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

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
