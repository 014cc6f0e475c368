"""A scripted chat completions API on a loopback port, as strict as OpenAI's where that is known."""

import asyncio
from collections.abc import Set

from aiohttp import web

from tests.doubles.llm.errors import Rejected
from tests.doubles.llm.faults import Status
from tests.doubles.llm.fitting import answer_in, calls
from tests.doubles.llm.replies import Text
from tests.doubles.llm.script import Entry, Reply
from tests.doubles.llm.script import Request as AnyRequest
from tests.doubles.llm.server import API_KEY, FINAL, ScriptedApi, headers_of, read_json

from .errors import Unsupported
from .rules import check_body, check_messages, check_model, check_tools, check_vendor
from .script import Request
from .wire import Wire


class ChatApi(ScriptedApi):
    """The one endpoint, with the habits of the server that the test is about.

    `refuses` names what is answered with 400: a parameter, "tools" for tools altogether,
    "tool_choice" for a forced one. `takes` names the fields of other vendors that it knows. Such
    refusals are in `declined`, not in `refused`: whoever asks cannot know. No key: `api_key=""`.
    """

    def __init__(
        self,
        *script: Entry,
        api_key: str = API_KEY,
        refuses: Set[str] = frozenset(),
        takes: Set[str] = frozenset(),
        min_cacheable_tokens: int = 1024,
    ) -> None:
        super().__init__(script, api_key=api_key)
        self.requests: list[Request] = []
        """Refused ones too. Every attempt of the SDK is one."""
        self.declined: list[str] = []
        self._refuses = refuses
        self._takes = takes
        self._min_cacheable = min_cacheable_tokens

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_post("/v1/chat/completions", self._on_completion)
        router.add_route("*", "/{path:.*}", self._on_anything_else)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    @property
    def calls(self) -> int:
        return len(self.requests)

    @property
    def last_request(self) -> Request:
        return self.requests[-1]

    def misfit(self, reply: Reply, request: AnyRequest) -> str | None:
        assert isinstance(request, Request)
        answer = answer_in(reply)
        if answer is None:
            return None
        called = calls(answer)
        if request.forced and isinstance(reply, Text):
            return "words are said, but a tool is forced"
        if len(called) > 1 and request.body.get("parallel_tool_calls") is False:
            return "several tools are called, but parallel_tool_calls is false"
        unlisted = {one.name for one in called if not one.unlisted} - set(request.tools)
        if unlisted:
            return f"{sorted(unlisted)} are called, but the request offers {request.tools}"
        return None

    async def _on_completion(self, http: web.Request) -> web.StreamResponse:
        request = Request(http.path, headers_of(http), {}, self._new_id("req"))
        self.requests.append(request)
        wire = self._wire(request, http)
        try:
            await self._accept(request, http)
            reply = self.next_reply(request, self.requests.index(request))
            response = await wire.send(reply)
        except Unsupported as unsupported:
            self.declined.append(unsupported.message)
            wire.unsupported = unsupported
            response = wire.error(Status(unsupported.status))
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

    async def _on_anything_else(self, http: web.Request) -> web.StreamResponse:
        self.unexpected.append(f"{http.method} {http.path}: there is no such endpoint here")
        request = Request(http.path, headers_of(http), {}, self._new_id("req"))
        return self._wire(request, http).error(Status(404, headers=FINAL))

    async def _accept(self, request: Request, http: web.Request) -> None:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self.api_key and given != self.api_key:
            raise Rejected(f"Incorrect API key provided: {given[:4]}***", status=401)
        request.body = await read_json(http)
        check_body(request.body)
        check_messages(request.body)
        check_tools(request.body)
        check_model(request.body)
        check_vendor(request.body, refuses=self._refuses, takes=self._takes)

    def _wire(self, request: Request, http: web.Request) -> Wire:
        return Wire(request, http, self._new_id, self._closing, cached=self._cached)

    def _cached(self, request: Request) -> int:
        """Prefixes are kept by themselves, of every request that was answered."""
        before = [one for one in self.requests if one is not request and one.status == 200]
        shared = (sum(part.tokens for part in request.shares(one)) for one in before)
        longest = max(shared, default=0)
        return longest if longest >= self._min_cacheable else 0
