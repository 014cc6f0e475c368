"""A scripted API on a loopback port."""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NoReturn, Self

from aiohttp import web

from .errors import Json, Rejected
from .faults import Status
from .script import Entry, Reply, Request, Script
from .wire import Numbers, Wire

API_KEY = "test-key"
LARGEST_BODY = 32 * 1024 * 1024
# Tells the SDKs that another attempt is of no use, so that a broken test fails at once.
FINAL = {"x-should-retry": "false"}


class ScriptedApi(ABC):
    """Answers requests from its script, in order, and remembers them.

    A request that the real API would refuse is refused, takes nothing from the script, and is in
    `refused`. What should not have happened at all is in `unexpected`, and `verify` fails for it.
    """

    def __init__(self, script: Sequence[Entry], *, api_key: str) -> None:
        self.api_key = api_key
        self.refused: list[str] = []
        self.unexpected: list[str] = []
        self._script = Script()
        self._script.add(*script)
        self._new_id = Numbers()
        self._closing = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self._port = 0

    @abstractmethod
    def add_routes(self, router: web.UrlDispatcher) -> None:
        """The endpoints of the API."""

    @abstractmethod
    def misfit(self, reply: Reply, request: Request) -> str | None:
        """Why the real model could not have given this reply, or None."""

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        app = web.Application(client_max_size=LARGEST_BODY)
        self.add_routes(app.router)
        self._runner = web.AppRunner(
            app, access_log=None, handler_cancellation=True, shutdown_timeout=1
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]

    async def close(self) -> None:
        self._closing.set()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def script(self, *entries: Entry) -> None:
        """Adds to what is still to be answered."""
        self._script.add(*entries)

    def verify(self) -> None:
        """Everything scripted was asked for, and nothing else, and nothing was refused."""
        for what, found in (
            ("unexpected", self.unexpected),
            ("refused", self.refused),
            ("scripted, but not asked for", self._script.left),
        ):
            if found:
                raise AssertionError(f"{what}: {found}")

    def next_reply(self, request: Request, number: int) -> Reply:
        """What the script has for it; an error where that cannot be."""
        reply = self._script.take(request)
        problem = "the script has no reply left for it" if reply is None else ""
        if reply is not None:
            problem = self.misfit(reply, request) or ""
        if reply is None or problem:
            problem = f"request {number}: {problem}"
            self.unexpected.append(problem)
            return Status(500, message=f"The test double: {problem}", headers=FINAL)
        return reply

    def refuse(self, wire: Wire, rejected: Rejected) -> web.Response:
        self.refused += [rejected.message, *rejected.others]
        return wire.error(Status(rejected.status, message=rejected.message, headers=FINAL))


def headers_of(http: web.Request) -> dict[str, str]:
    return {name.lower(): value for name, value in http.headers.items()}


async def read_json(http: web.Request) -> Json:
    """The body, which must be a JSON object of sound text."""
    if http.content_type != "application/json":
        raise Rejected("content-type: must be application/json")
    try:
        raw = await http.read()
    except web.HTTPRequestEntityTooLarge:
        raise Rejected("Request exceeds the maximum size", status=413) from None
    try:
        body = json.loads(raw, parse_constant=_not_json)
        json.dumps(body, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except ValueError as invalid:
        raise Rejected(f"The request body is not valid JSON: {invalid}") from None
    if not isinstance(body, dict):
        raise Rejected("Input should be a valid dictionary")
    return body


def _not_json(constant: str) -> NoReturn:
    raise ValueError(f"unexpected {constant}")
