"""The web surface over a desk of its own, and somebody who talks to it over HTTP."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from adapters.chat.web.app import create_app
from adapters.chat.web.auth import StartCodes
from adapters.llm.offline.planner import OfflinePlanner
from core.domain.llm import ChatRequest, LLMEvent
from core.domain.records import Query
from tests.desk import TestDesk, open_desk

OWNER_TOKEN = "the owner's token"
PROBLEM = "application/problem+json"


class HeldPlanner:
    """The offline planner, which does not answer before it is let go."""

    name = "held"

    def __init__(self) -> None:
        self._planner = OfflinePlanner()
        self._free = asyncio.Event()
        self.asked = asyncio.Event()

    def release(self) -> None:
        self._free.set()

    def hold(self) -> None:
        self._free.clear()

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        self.asked.set()
        await self._free.wait()
        async for event in self._planner.chat(request):
            yield event

    async def aclose(self) -> None:
        """Nothing is held."""


@dataclass
class Caller:
    """Somebody with a bearer (or none, on the unix socket)."""

    http: httpx.AsyncClient

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self.http.get(path, **options)

    async def post(self, path: str, body: Any, key: str = "", **options: Any) -> httpx.Response:
        headers = {**options.pop("headers", {}), **({"Idempotency-Key": key} if key else {})}
        return await self.http.post(path, json=body, headers=headers, **options)

    async def chat(self, message: str, key: str = "", **more: Any) -> httpx.Response:
        return await self.post("/api/agent/chat", {"message": message, **more}, key)

    async def said(self, message: str, **more: Any) -> list[dict[str, Any]]:
        """The messages that answer this one."""
        response = await self.chat(message, **more)
        assert response.status_code == 200, response.text
        found: list[dict[str, Any]] = response.json()["messages"]
        return found

    async def asked(self, message: str, **more: Any) -> dict[str, Any]:
        """The question that answers this one."""
        return next(one for one in await self.said(message, **more) if one["kind"] == "question")

    async def stream(self, message: str, key: str = "") -> list[tuple[str, Any]]:
        """The events of a turn."""
        response = await self.post("/api/agent/chat/stream", {"message": message}, key)
        assert response.status_code == 200, response.text
        return events_in(response.text)

    async def answer(self, question_id: str, key: str = "", **body: str) -> httpx.Response:
        return await self.post(f"/api/v1/questions/{question_id}/answer", body, key)

    async def questions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.get("/api/v1/questions")).json()["questions"]
        return found

    async def history(self, **params: str) -> list[dict[str, Any]]:
        response = await self.get("/api/v1/agent/history", params=params)
        found: list[dict[str, Any]] = response.json()["messages"]
        return found


@dataclass
class Web:
    """The app, its desk, and its callers."""

    app: FastAPI
    desk: TestDesk
    codes: StartCodes
    owner: Caller
    nobody: Caller
    _stack: contextlib.AsyncExitStack

    async def trader(self, name: str = "ann") -> Caller:
        """Another account's caller."""
        token = await self.desk.desk.people.create_token(name, "trader")
        return await self.bearer(token)

    async def bearer(self, token: str, host: str = "localhost") -> Caller:
        return Caller(await self._stack.enter_async_context(http(self.app, token, host)))

    async def count(self, kind: type[Any], **where: Any) -> int:
        """How many such rows there are."""
        return await self.desk.desk.parts.records.count(Query(kind=kind, where=where))


def http(app: FastAPI, token: str = "", host: str = "localhost") -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=f"http://{host}", headers=headers)


@contextlib.asynccontextmanager
async def open_web(
    *,
    local: bool = False,
    wait_s: float = 20.0,
    hosts: tuple[str, ...] = (),
    moves: bool = True,
    **options: Any,
) -> AsyncIterator[Web]:
    """The surface on a desk with the offline planner, unless `options` say otherwise."""
    async with contextlib.AsyncExitStack() as stack:
        desk = await stack.enter_async_context(open_desk(**options))
        codes, closing = StartCodes(desk.ids), asyncio.Event()
        app = create_app(
            desk.desk.assistant,
            clock=desk.clock,
            ids=desk.ids,
            web_token=OWNER_TOKEN,
            allowed_hosts=hosts,
            start_codes=codes,
            local=local,
            move_market=desk.market.move if moves else None,
            wait_s=wait_s,
            closing=closing,
        )
        app.state.closing = closing
        owner = await stack.enter_async_context(http(app, "" if local else OWNER_TOKEN))
        nobody = await stack.enter_async_context(http(app))
        yield Web(app, desk, codes, Caller(owner), Caller(nobody), stack)


@contextlib.asynccontextmanager
async def served(app: FastAPI, uds: Path | None = None) -> AsyncIterator[str]:
    """The app on a port (or unix socket) of its own; its address."""
    where: dict[str, Any] = {"uds": str(uds)} if uds else {"host": "127.0.0.1", "port": 0}
    config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=5, **where)
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server._serve())
    try:
        while not server.started:  # noqa: ASYNC110  uvicorn tells nobody
            await asyncio.sleep(0.01)
        yield "" if uds else f"http://localhost:{port_of(server)}"
    finally:
        app.state.closing.set()
        server.should_exit = True
        await task


def port_of(server: uvicorn.Server) -> int:
    port: int = server.servers[0].sockets[0].getsockname()[1]
    return port


def events_in(text: str) -> list[tuple[str, Any]]:
    """(event, data) of each server-sent event; comments are none."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line.find(":") > 0)
        if "data" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def problem(response: httpx.Response, status: int) -> dict[str, Any]:
    """The response as a problem of RFC 9457, whole and with this status."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == PROBLEM
    body: dict[str, Any] = response.json()
    assert body["status"] == status
    assert {"type", "title", "status", "code", "detail"} <= body.keys()
    assert "Traceback" not in response.text
    return body
