"""A scripted Messages API on a loopback port, as strict as the real one where that is known."""

import asyncio
import json
from typing import NoReturn, Self

from aiohttp import web

from .cache import PromptCache
from .conversation import check_conversation
from .errors import Json, Rejected
from .faults import Status
from .fitting import misfit
from .replies import MaxTokens
from .rules import check_marks, check_settings, check_tools
from .schema import check_body
from .script import Entry, Reply, Request, Script
from .wire import Numbers, Wire

API_KEY = "test-key"
VERSIONS = frozenset({"2023-06-01", "2026-10-21"})
LARGEST_BODY = 32 * 1024 * 1024
# Tells the SDK that another attempt is of no use, so that a broken test fails at once.
FINAL = {"x-should-retry": "false"}


class MessagesApi:
    """Answers requests from its script, in order, and remembers them.

    A request that the real API would refuse is refused, takes nothing from the script, and is in
    `refused`. What should not have happened at all is in `unexpected`, and `verify` fails for it.
    """

    def __init__(
        self, *script: Entry, api_key: str = API_KEY, min_cacheable_tokens: int | None = None
    ) -> None:
        self.api_key = api_key
        self.requests: list[Request] = []
        """For messages, refused ones too. Every attempt of the SDK is one."""
        self.counts: list[Request] = []
        """For counts of tokens."""
        self.refused: list[str] = []
        self.unexpected: list[str] = []
        self.cache = PromptCache(min_cacheable_tokens)
        """As the real one, it keeps no prefix that is too short for the model, which takes a long
        prompt to test; `min_cacheable_tokens` says otherwise."""
        self._script = Script()
        self._script.add(*script)
        self._new_id = Numbers()
        self._closing = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self._port = 0

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        app = web.Application(client_max_size=LARGEST_BODY)
        app.router.add_post("/v1/messages", self._on_message)
        app.router.add_post("/v1/messages/count_tokens", self._on_count)
        app.router.add_route("*", "/{path:.*}", self._on_anything_else)
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

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def script(self, *entries: Entry) -> None:
        """Adds to what is still to be answered."""
        self._script.add(*entries)

    @property
    def calls(self) -> int:
        return len(self.requests)

    @property
    def last_request(self) -> Request:
        return self.requests[-1]

    def prefix_stable(self, earlier: int, later: int) -> bool:
        """Whether the later request repeats everything that the earlier one marked for caching."""
        return self.prefix_departs(earlier, later) is None

    def prefix_departs(self, earlier: int, later: int) -> str | None:
        """The place of the first block that breaks the cached prefix, such as "system.1"."""
        return self.requests[later].prompt.departs_from(self.requests[earlier].prompt)

    def verify(self) -> None:
        """Everything scripted was asked for, and nothing else, and nothing was refused."""
        for what, found in (
            ("unexpected", self.unexpected),
            ("refused", self.refused),
            ("scripted, but not asked for", self._script.left),
        ):
            if found:
                raise AssertionError(f"{what}: {found}")

    async def _on_message(self, http: web.Request) -> web.StreamResponse:
        request = Request(http.path, _headers(http), {}, self._new_id("req"))
        self.requests.append(request)
        wire = Wire(request, http, self.cache, self._new_id, self._closing)
        try:
            await self._accept(request, http, counting=False)
            response = await wire.send(self._reply_to(request))
        except Rejected as rejected:
            response = self._refuse(wire, rejected)
        except (asyncio.CancelledError, ConnectionResetError):
            request.hung_up = not self._closing.is_set()
            raise
        except Exception as bug:
            self.unexpected.append(f"request {self.requests.index(request)}: {bug!r}")
            raise
        request.status = None if wire.dropped else response.status
        return response

    async def _on_count(self, http: web.Request) -> web.StreamResponse:
        request = Request(http.path, _headers(http), {}, self._new_id("req"))
        self.counts.append(request)
        wire = Wire(request, http, self.cache, self._new_id, self._closing)
        try:
            await self._accept(request, http, counting=True)
        except Rejected as rejected:
            response = self._refuse(wire, rejected)
        else:
            response = wire.counted()
        request.status = response.status
        return response

    async def _on_anything_else(self, http: web.Request) -> web.StreamResponse:
        self.unexpected.append(f"{http.method} {http.path}: there is no such endpoint here")
        request = Request(http.path, _headers(http), {}, self._new_id("req"))
        wire = Wire(request, http, self.cache, self._new_id, self._closing)
        return wire.error(Status(404, headers=FINAL))

    async def _accept(self, request: Request, http: web.Request, *, counting: bool) -> None:
        self._check_headers(request)
        request.body = await _read(http)
        check_body(request.body, counting=counting)
        check_settings(request.body)
        check_tools(request.body)
        check_conversation(request.body)
        check_marks(request.body)

    def _check_headers(self, request: Request) -> None:
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        key = request.headers.get("x-api-key") or bearer  # the SDK sends the latter
        if not key:
            raise Rejected("x-api-key header is required", status=401)
        if key != self.api_key:
            raise Rejected("invalid x-api-key", status=401)
        version = request.headers.get("anthropic-version")
        if not version:
            raise Rejected("anthropic-version: header is required")
        if version not in VERSIONS:
            raise Rejected(f'anthropic-version: "{version}" is not a valid version')

    def _reply_to(self, request: Request) -> Reply:
        if request.body["max_tokens"] == 0:
            return MaxTokens()  # only warms the prompt cache
        reply = self._script.take(request)
        problem = "the script has no reply left for it" if reply is None else ""
        if reply is not None:
            problem = misfit(reply, request) or ""
        if reply is None or problem:
            problem = f"request {self.requests.index(request)}: {problem}"
            self.unexpected.append(problem)
            return Status(500, message=f"The test double: {problem}", headers=FINAL)
        return reply

    def _refuse(self, wire: Wire, rejected: Rejected) -> web.Response:
        self.refused += [rejected.message, *rejected.others]
        return wire.error(Status(rejected.status, message=rejected.message, headers=FINAL))


def _headers(http: web.Request) -> dict[str, str]:
    return {name.lower(): value for name, value in http.headers.items()}


async def _read(http: web.Request) -> Json:
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
