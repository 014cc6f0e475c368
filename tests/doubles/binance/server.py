"""The venue's servers on loopback: TLS, signatures, clocks, faults, and the user's stream.

An instance keeps its real addresses: `session()` gives it an aiohttp session whose resolver answers
127.0.0.1 and which trusts this venue's certificate alone. (Rewritten addresses would cost it its
table of errors, which ccxt chooses by address.)
"""

import asyncio
import functools
import hashlib
import hmac
import json
import re
import socket
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qsl

import aiohttp
import trustme
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult

from tests.doubles.binance import shapes
from tests.doubles.binance.book import Book, Order, Refused
from tests.doubles.binance.rest import endpoints, fresh

KEY, SECRET = "binance-key-of-tests", "binance-secret-of-tests"
HOSTS = ["*.binance.com", "*.binance.vision", "*.binancefuture.com"]
Kind = Literal[
    "hang",
    "hang_before",
    "drop",
    "drop_before",
    "unavailable",
    "busy",
    "banned",
    "empty",
    "page",
    "refuse",
]
_BEFORE = frozenset({"hang_before", "drop_before", "busy", "banned", "refuse"})
"""Faults of a request that does nothing."""
_PUBLIC = re.compile(r"/(exchangeInfo|time|ticker/24hr)$")


@dataclass
class Fault:
    """What goes wrong with the next `times` requests that match; `hang` and `drop` come after it
    was carried out, `hang_before` and `drop_before` instead."""

    method: str
    path: str
    kind: Kind
    times: int = 1
    refused: Refused | None = None


@dataclass
class Seen:
    """A request as it came in."""

    method: str
    host: str
    path: str
    params: dict[str, str]


@dataclass
class BinanceVenue:
    """One account at the venue, and what it is told to do wrong."""

    port: int = 0
    skew_ms: int = 0
    can_withdraw: bool = False
    revoked: bool = False
    faults: list[Fault] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    streams: list[web.WebSocketResponse] = field(default_factory=list)
    listened: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.book: Book = fresh(self.now)
        self.book.on_change = self._tell
        self._endpoints = endpoints()
        self._gone = asyncio.Event()
        self._came = asyncio.Condition()
        self._telling: set[asyncio.Task[None]] = set()

    def now(self) -> int:
        """The venue's clock, in milliseconds."""
        return int(time.time() * 1000) + self.skew_ms

    def fail(self, method: str, path: str, kind: Kind, times: int = 1) -> None:
        """Let the next requests go wrong."""
        self.faults.append(Fault(method, path, kind, times))

    def refuse(self, method: str, path: str, code: int, msg: str, status: int = 400) -> None:
        """Answer the next request with an error of the venue's own."""
        refused = Refused(code, msg, status)
        self.faults.append(Fault(method, path, "refuse", refused=refused))

    def asked(self, method: str, path: str) -> list[dict[str, str]]:
        """The parameters of every such request so far."""
        return [one.params for one in self.seen if (one.method, one.path) == (method, path)]

    async def arrival(self, method: str, path: str) -> None:
        """Wait until such a request has come in."""
        async with self._came:
            await self._came.wait_for(lambda: self.asked(method, path))

    async def listener(self, path: str, times: int = 1) -> None:
        """Wait until a stream has been opened so many times."""
        async with self._came:
            await self._came.wait_for(lambda: self.listened.get(path, 0) >= times)

    def session(self) -> aiohttp.ClientSession:
        """What an instance must speak through to reach this venue."""
        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        _authority()[0].configure_trust(trust)
        connector = aiohttp.TCPConnector(resolver=_Here(self.port), ssl=trust)
        return aiohttp.ClientSession(connector=connector)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["BinanceVenue"]:
        """Serve until the block ends."""
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._handle)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        _authority()[1].configure_cert(context)
        site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context)
        await site.start()
        self.port = runner.addresses[0][1]
        try:
            yield self
        finally:
            self._gone.set()
            await self.hang_up()
            await runner.cleanup()

    async def hang_up(self) -> None:
        """Close every stream, as a venue does now and then."""
        streams, self.streams = self.streams, []
        for one in streams:
            await one.close()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._stream(request)
        query, body = request.query_string, await request.text()
        text = "&".join(one for one in (query, body) if one)
        params = dict(parse_qsl(text, keep_blank_values=True))
        self.seen.append(Seen(request.method, request.host, request.path, params))
        async with self._came:
            self._came.notify_all()
        fault = self._fault(request)
        if fault is not None and fault.kind in (
            "hang_before",
            "drop_before",
            "busy",
            "banned",
            "refuse",
        ):
            return await self._before(request, fault)
        try:
            answer = self._answer(request, text, params)
        except Refused as refused:
            return _error(refused)
        return await self._after(request, fault, answer)

    def _fault(self, request: web.Request) -> Fault | None:
        for one in self.faults:
            if one.times and (one.method, one.path) == (request.method, request.path):
                one.times -= 1
                return one
        return None

    async def _before(self, request: web.Request, fault: Fault) -> web.StreamResponse:
        match fault.kind:
            case "busy" | "banned":
                busy = fault.kind == "busy"
                headers = {"Retry-After": "3" if busy else "30"}
                body = {"code": -1003, "msg": "Too many requests."}
                return web.json_response(body, status=429 if busy else 418, headers=headers)
            case "refuse":
                assert fault.refused is not None
                return _error(fault.refused)
            case "hang_before":
                await self._gone.wait()
        return _dropped(request)

    async def _after(
        self, request: web.Request, fault: Fault | None, answer: Any
    ) -> web.StreamResponse:
        match fault.kind if fault is not None else "":
            case "hang":
                await self._gone.wait()
                return _dropped(request)
            case "drop":
                return _dropped(request)
            case "unavailable":
                return web.Response(status=503, text="Service Unavailable")
            case "empty":
                return web.Response(status=200, text="")
            case "page":
                return web.Response(status=200, text="<html>maintenance</html>")
        return web.Response(text=json.dumps(answer), content_type="application/json")

    def _answer(self, request: web.Request, text: str, params: dict[str, str]) -> Any:
        if not _PUBLIC.search(request.path):
            self._check(request, text, params)
        if request.path == "/sapi/v1/account/apiRestrictions":
            return {"ipRestrict": False, "enableReading": True, "enableFutures": True} | {
                "enableWithdrawals": self.can_withdraw
            }
        if request.path == "/fapi/v1/listenKey":
            return {"listenKey": "the-listen-key"}
        endpoint = self._endpoints.get((request.method, request.path))
        if endpoint is None:
            raise Refused(-1, f"no such endpoint: {request.method} {request.path}", 404)
        return endpoint(self.book, params)

    def _check(self, request: web.Request, text: str, params: dict[str, str]) -> None:
        """The key, the signature over all that was sent, and the request's time."""
        if self.revoked or request.headers.get("X-MBX-APIKEY") != KEY:
            raise Refused(-2015, "Invalid API-key, IP, or permissions for action.", 401)
        if request.path.endswith("/listenKey"):
            return
        signed, _, signature = text.rpartition("&signature=")
        expected = hmac.new(SECRET.encode(), signed.encode(), hashlib.sha256).hexdigest()
        if signature != expected:
            raise Refused(-1022, "Signature for this request is not valid.")
        age = self.now() - int(params["timestamp"])
        if age > int(params.get("recvWindow", "5000")) or age < -1000:
            raise Refused(-1021, "Timestamp for this request is outside of the recvWindow.")

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        stream = web.WebSocketResponse()
        await stream.prepare(request)
        self.streams.append(stream)
        async with self._came:
            self.listened[request.path] = self.listened.get(request.path, 0) + 1
            self._came.notify_all()
        async for message in stream:
            if message.type == aiohttp.WSMsgType.TEXT:
                said = json.loads(message.data)
                answer = {"id": said.get("id"), "status": 200, "result": {"subscriptionId": 0}}
                await stream.send_json(answer)
        return stream

    def _tell(self, order: Order, trade: dict[str, Any] | None) -> None:
        """Send the event to whoever listens; order matters little, as in life."""
        if order.market != "linear":
            return
        event = shapes.order_update(order, trade)
        for stream in self.streams:
            task = asyncio.get_running_loop().create_task(_send(stream, event))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)


@functools.cache
def _authority() -> tuple[trustme.CA, trustme.LeafCert]:
    """Who vouches for the venue, and the venue's certificate."""
    authority = trustme.CA()
    return authority, authority.issue_cert(*HOSTS)


class _Here(AbstractResolver):
    """Every name is this machine."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(
                hostname=host,
                host="127.0.0.1",
                port=self._port,
                family=socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
        ]

    async def close(self) -> None:
        return None


async def _send(stream: web.WebSocketResponse, event: dict[str, Any]) -> None:
    if not stream.closed:
        await stream.send_json(event)


def _dropped(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _error(refused: Refused) -> web.Response:
    body = {"code": refused.code, "msg": refused.msg}
    return web.json_response(body, status=refused.status)
