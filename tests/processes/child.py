"""A desk running as a child process, and a client that talks to it over its socket."""

import asyncio
import contextlib
import signal
from pathlib import Path
from typing import Any

import httpx

from bot.embedded import socket_path
from tests.processes.program import Process, begin, environment


class Child:
    """One life of the desk."""

    def __init__(self, data: Path, process: Process) -> None:
        self.data = data
        self._process = process
        transport = httpx.AsyncHTTPTransport(uds=str(socket_path(data, "desk.sock")))
        self.http = httpx.AsyncClient(transport=transport, base_url="http://desk", timeout=30)

    @classmethod
    async def start(cls, data: Path, at: int = 0, when: str = "") -> "Child":
        """Start it and wait until it is ready."""
        process = await begin(
            *(str(at), when),
            module="tests.processes.killed",
            cwd=data.parent,
            env=environment(data),
            stderr=None,
        )
        assert process.stdout is not None
        async with asyncio.timeout(40):
            said = await process.stdout.readline()
        assert said == b"ready\n", f"the desk ended with {await process.wait()}"
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
        self._process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(15):
            await self._process.communicate()

    async def kill(self) -> None:
        """End it as a power cut would; its Valkey server is left behind."""
        await self.http.aclose()
        self._process.send_signal(signal.SIGKILL)
        await self._process.communicate()

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
