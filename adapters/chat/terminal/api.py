"""The HTTP API of a running Bellwether, over its unix socket."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx

from core.ports import Ids

Message = dict[str, Any]
_HOST = "http://bellwether"
_WAIT = httpx.Timeout(10.0, read=75.0)  # a turn's request is held for up to 55 s


class ServerGone(Exception):
    """The server does not answer any more, or never did."""


class Refused(Exception):
    """A problem: what it says, and the messages that came with it (a fresh card)."""

    def __init__(self, detail: str, messages: Sequence[Message]) -> None:
        super().__init__(detail)
        self.detail = detail
        self.messages = messages


class Api:
    """The few calls a terminal needs. Every one raises ServerGone or Refused."""

    def __init__(self, socket_path: str, ids: Ids) -> None:
        self._ids = ids
        transport = httpx.AsyncHTTPTransport(uds=socket_path)
        self._client = httpx.AsyncClient(transport=transport, base_url=_HOST, timeout=_WAIT)

    async def aclose(self) -> None:
        """Let go of the connection."""
        await self._client.aclose()

    async def history(self) -> list[Message]:
        """The newest messages, oldest first."""
        found: list[Message] = (await self._call("GET", "/api/v1/agent/history"))["messages"]
        return found

    async def open_questions(self) -> list[Message]:
        """Questions that wait for an answer."""
        found: list[Message] = (await self._call("GET", "/api/v1/questions"))["questions"]
        return found

    async def say(self, text: str) -> list[Message]:
        """Say something; the messages of its turn, however long that takes."""
        return await self._turn("/api/agent/chat", {"message": text})

    async def press(self, question_id: str, choice: str) -> list[Message]:
        """Press a button; the messages of its turn."""
        return await self._turn(f"/api/v1/questions/{question_id}/answer", {"choice": choice})

    async def type(self, question_id: str, text: str) -> list[Message]:
        """Answer a question in words; the messages of its turn."""
        return await self._turn(f"/api/v1/questions/{question_id}/answer", {"text": text})

    async def picture(self, url: str) -> bytes:
        """A picture of a message, as PNG."""
        try:
            response = await self._client.get(url)
        except httpx.HTTPError as error:
            raise ServerGone from error
        if not response.is_success:
            raise Refused(response.reason_phrase, ())
        return response.content

    async def news(self, after: str) -> AsyncIterator[Message]:
        """Messages as they come, after that id, until the server goes away."""
        quiet = httpx.Timeout(10.0, read=60.0)
        params = {"after": after}
        try:
            async with self._client.stream(
                "GET", "/api/v1/agent/messages", params=params, timeout=quiet
            ) as response:
                async for line in response.aiter_lines():
                    if line.startswith("data: "):
                        yield json.loads(line.removeprefix("data: "))
        except httpx.HTTPError as error:
            raise ServerGone from error

    async def _turn(self, path: str, body: dict[str, str]) -> list[Message]:
        # One key for all tries: a repeat after a lost connection is the same turn.
        key = self._ids.new()
        answer = await self._call("POST", path, body, key)
        while "messages" not in answer:
            answer = await self._call("POST", path, body, key)
        found: list[Message] = answer["messages"]
        return found

    async def _call(
        self, method: str, path: str, body: dict[str, str] | None = None, key: str = ""
    ) -> dict[str, Any]:
        headers = {"Idempotency-Key": key} if key else {}
        try:
            response = await self._client.request(method, path, json=body, headers=headers)
        except httpx.HTTPError as error:
            raise ServerGone from error
        try:
            answer: dict[str, Any] = response.json()
        except ValueError as error:
            raise ServerGone from error
        if response.is_success:
            return answer
        detail = str(answer.get("detail", response.reason_phrase))
        raise Refused(detail, answer.get("messages", ()))
