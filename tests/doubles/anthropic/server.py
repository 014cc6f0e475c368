"""A scripted Messages API on a loopback port, as strict as the real one where that is known."""

import asyncio

from aiohttp import web

from tests.doubles.llm.errors import Rejected
from tests.doubles.llm.faults import Status
from tests.doubles.llm.replies import MaxTokens
from tests.doubles.llm.script import Entry, Reply
from tests.doubles.llm.script import Request as AnyRequest
from tests.doubles.llm.server import API_KEY, FINAL, ScriptedApi, headers_of, read_json

from .cache import PromptCache
from .conversation import check_conversation
from .fitting import misfit
from .rules import check_marks, check_settings, check_tools
from .schema import check_body
from .script import Request
from .wire import Wire

VERSIONS = frozenset({"2023-06-01", "2026-10-21"})


class MessagesApi(ScriptedApi):
    """The endpoints for messages and for counts of their tokens."""

    def __init__(
        self, *script: Entry, api_key: str = API_KEY, min_cacheable_tokens: int | None = None
    ) -> None:
        super().__init__(script, api_key=api_key)
        self.requests: list[Request] = []
        """For messages, refused ones too. Every attempt of the SDK is one."""
        self.counts: list[Request] = []
        """For counts of tokens."""
        self.cache = PromptCache(min_cacheable_tokens)
        """As the real one, it keeps no prefix that is too short for the model, which takes a long
        prompt to test; `min_cacheable_tokens` says otherwise."""

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_post("/v1/messages", self._on_message)
        router.add_post("/v1/messages/count_tokens", self._on_count)
        router.add_route("*", "/{path:.*}", self._on_anything_else)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

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

    def misfit(self, reply: Reply, request: AnyRequest) -> str | None:
        return misfit(reply, request)

    async def _on_message(self, http: web.Request) -> web.StreamResponse:
        request = Request(http.path, headers_of(http), {}, self._new_id("req"))
        self.requests.append(request)
        wire = self._wire(request, http)
        try:
            await self._accept(request, http, counting=False)
            response = await wire.send(self._reply_to(request))
        except Rejected as rejected:
            response = self.refuse(wire, rejected)
        except (asyncio.CancelledError, ConnectionResetError):
            request.hung_up = not self._closing.is_set()
            raise
        except Exception as bug:
            self.unexpected.append(f"request {self.requests.index(request)}: {bug!r}")
            raise
        request.status = None if wire.dropped else response.status
        return response

    async def _on_count(self, http: web.Request) -> web.StreamResponse:
        request = Request(http.path, headers_of(http), {}, self._new_id("req"))
        self.counts.append(request)
        wire = self._wire(request, http)
        try:
            await self._accept(request, http, counting=True)
        except Rejected as rejected:
            response = self.refuse(wire, rejected)
        else:
            response = wire.counted()
        request.status = response.status
        return response

    async def _on_anything_else(self, http: web.Request) -> web.StreamResponse:
        self.unexpected.append(f"{http.method} {http.path}: there is no such endpoint here")
        request = Request(http.path, headers_of(http), {}, self._new_id("req"))
        wire = self._wire(request, http)
        return wire.error(Status(404, headers=FINAL))

    async def _accept(self, request: Request, http: web.Request, *, counting: bool) -> None:
        self._check_headers(request)
        request.body = await read_json(http)
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
        return self.next_reply(request, self.requests.index(request))

    def _wire(self, request: Request, http: web.Request) -> Wire:
        return Wire(request, http, self._new_id, self._closing, cache=self.cache)
