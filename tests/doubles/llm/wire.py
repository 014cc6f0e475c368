"""Putting a reply on the wire, or failing to as scripted."""

import asyncio
import json
import socket
import struct
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import assert_never

from aiohttp import web

from .errors import Json
from .faults import (
    AbortStream,
    BadChunk,
    CutStream,
    Drop,
    ErrorEvent,
    Fault,
    Hang,
    Html,
    Midway,
    Paced,
    StallStream,
    Status,
)
from .replies import Answer
from .script import Reply, Request

SSE = "text/event-stream; charset=utf-8"


class Numbers:
    """Ids that look like an API's, and are the same in every run."""

    def __init__(self) -> None:
        self._next = count(1)

    def __call__(self, prefix: str) -> str:
        return f"{prefix}_01{next(self._next):022d}"


@dataclass
class Wire(ABC):
    """The answer to one request. What an API puts into it is for its own double to say."""

    request: Request
    http: web.Request
    new_id: Numbers
    closing: asyncio.Event
    """Set when the server stops: whoever waits goes home."""
    dropped: bool = False
    """No status was sent, and none will be."""

    @abstractmethod
    def whole(self, answer: Answer) -> Json:
        """The answer in one piece."""

    @abstractmethod
    def events(self, answer: Answer) -> Iterator[bytes]:
        """The answer as the events of a stream, as they go over the wire."""

    @abstractmethod
    def error_json(self, status: Status) -> Json:
        """The body of an answer that is an error."""

    @abstractmethod
    def error_event(self, fault: ErrorEvent) -> bytes:
        """The event with which the API gives up."""

    @abstractmethod
    def ping(self) -> bytes:
        """What keeps a connection alive."""

    @abstractmethod
    def headers(self) -> dict[str, str]:
        """What every answer has."""

    def end(self) -> bytes:
        """What comes after the last event."""
        return b""

    async def send(self, reply: Reply) -> web.StreamResponse:
        if isinstance(reply, Fault):
            return await self._fail(reply)
        return await self._answer(reply)

    async def _fail(self, fault: Fault) -> web.StreamResponse:
        match fault:
            case Status():
                return self.error(fault)
            case Html():
                return web.Response(status=fault.code, text=fault.body, content_type="text/html")
            case Hang():
                await self._wait(fault.seconds)
                return await self._answer(fault.then) if fault.then else self._hang_up()
            case Drop():
                return self._hang_up()
            case Paced():
                return await self._answer(fault.answer, pace=fault.seconds)
            case CutStream() | AbortStream() | StallStream() | BadChunk() | ErrorEvent():
                return await self._break_off(fault)
            case _:
                assert_never(fault)

    def error(self, status: Status) -> web.Response:
        headers = {**self.headers(), **status.headers}
        if status.retry_after is not None:
            headers["retry-after"] = f"{status.retry_after:g}"
        return web.json_response(self.error_json(status), status=status.code, headers=headers)

    async def _answer(self, answer: Answer, *, pace: float = 0) -> web.StreamResponse:
        if not self.request.streams:
            await self._wait(pace)
            return web.json_response(self.whole(answer), headers=self.headers())
        response = await self._begin()
        for event in self.events(answer):
            await self._wait(pace)
            await self._write(response, event)
        await response.write(self.end())
        await response.write_eof()
        return response

    async def _break_off(self, fault: Midway) -> web.StreamResponse:
        if not self.request.streams:
            return await self._break_off_whole(fault)
        response = await self._begin()
        events = list(self.events(fault.answer))
        for event in events[: fault.after_events]:
            await self._write(response, event)
        match fault:
            case CutStream():
                await response.write_eof()
            case AbortStream(how=how):
                await self._abort(reset=how == "reset")
            case StallStream(ping_every=ping_every):
                await self._stall(response, ping_every)
            case BadChunk(raw=raw):
                await response.write(raw)
                for event in events[fault.after_events :]:
                    await self._write(response, event)
                await response.write(self.end())
                await response.write_eof()
            case ErrorEvent():
                await self._write(response, self.error_event(fault))
                await response.write_eof()
            case _:
                assert_never(fault)
        return response

    async def _break_off_whole(self, fault: Midway) -> web.StreamResponse:
        if isinstance(fault, ErrorEvent):
            kind_status = 529 if fault.type == "overloaded_error" else 500
            return self.error(Status(kind_status, type=fault.type, message=fault.message))
        body = json.dumps(self.whole(fault.answer), ensure_ascii=False).encode()
        headers = {**self.headers(), "content-type": "application/json"}
        if not isinstance(fault, BadChunk | CutStream):
            headers["content-length"] = str(len(body))
        response = web.StreamResponse(headers=headers)
        await response.prepare(self.http)
        await response.write(body[: len(body) // 2])
        match fault:
            case AbortStream(how=how):
                await self._abort(reset=how == "reset")
            case StallStream():
                await self._stall(response, None)
            case CutStream() | BadChunk():
                await response.write_eof()
            case _:
                assert_never(fault)
        return response

    async def _stall(self, response: web.StreamResponse, ping_every: float | None) -> None:
        while not self.closing.is_set():
            await self._wait(ping_every)
            if ping_every is not None and not self.closing.is_set():
                await self._write(response, self.ping())
        self._hang_up()

    async def _wait(self, seconds: float | None) -> None:
        if seconds == 0:
            return
        try:
            await asyncio.wait_for(self.closing.wait(), seconds)
        except TimeoutError:
            return

    async def _begin(self) -> web.StreamResponse:
        response = web.StreamResponse(
            headers={**self.headers(), "content-type": SSE, "cache-control": "no-cache"}
        )
        response.enable_chunked_encoding()
        await response.prepare(self.http)
        return response

    async def _write(self, response: web.StreamResponse, raw: bytes) -> None:
        """In two chunks, cut where it hurts: inside a character if there is a long one."""
        cut = next((i for i, byte in enumerate(raw) if byte & 0xC0 == 0x80), len(raw) // 2)
        await response.write(raw[:cut])
        await response.write(raw[cut:])

    async def _abort(self, *, reset: bool) -> None:
        await asyncio.sleep(0.01)  # what was written is on its way
        transport = self.http.transport
        if transport is None:
            return
        if reset:
            linger = struct.pack("ii", 1, 0)
            sock = transport.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            transport.abort()
        else:
            transport.close()

    def _hang_up(self) -> web.Response:
        self.dropped = True
        if self.http.transport is not None:
            self.http.transport.close()
        return web.Response()
