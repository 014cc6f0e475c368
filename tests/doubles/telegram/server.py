"""The HTTP side: `/bot<token>/<method>` and `/file/bot<token>/<path>` on a free loopback port."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from . import schema
from .api import HANDLERS
from .backend import Backend, Call, Described, Request, Unexpected
from .errors import ApiError, ContractBroken, NotModelled
from .faults import Fault
from .files import Upload
from .model import Chat
from .text import Json

MAX_BODY = 60 * 1024 * 1024
_LIMITED = ("send", "edit")
_NOT_MODELLED = (
    "business_connection_id",
    "direct_messages_topic_id",
    "suggested_post_parameters",
    "ephemeral_message_parameters",
    "receiver_user_id",
)
_UNLIMITED = ("sendChatAction", "sendMessageDraft")


class Server:
    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._runner: web.AppRunner | None = None
        self.port = 0
        self.released = asyncio.Event()
        """Set to let calls go on that hang by a fault."""

    async def start(self) -> None:
        app = web.Application(client_max_size=MAX_BODY)
        app.router.add_route("*", "/bot{token}/{method}", self._answer)
        app.router.add_get("/file/bot{token}/{path:.+}", self._download)
        app.router.add_route("*", "/{rest:.*}", _not_found)
        # A client that hangs up ends its long poll.
        self._runner = web.AppRunner(
            app, handler_cancellation=True, access_log=None, shutdown_timeout=1.0
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        self.released.set()
        self._backend.queue.interrupt(None)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _answer(self, http: web.Request) -> web.StreamResponse:
        backend = self._backend
        if http.match_info["token"] != backend.token:
            return _refusal(ApiError(401, "Unauthorized"))
        name = http.match_info["method"]
        model = schema.METHODS.get(name.lower())
        if model is None:
            backend.unexpected.append(Unexpected("unknown method", name, http.path))
            return _refusal(ApiError(404, "Not Found: method not found"))
        params, files = await _read(http)
        call = Call(model.__api_method__, params, files, backend.clock.now())
        backend.calls.append(call)
        backend.changes.notify()
        call.fault = fault = backend.faults.take(call.method, params)
        return await self._with_fault(http, call, fault, lambda: self._execute(call, model))

    async def _with_fault(
        self,
        http: web.Request,
        call: Call,
        fault: Fault | None,
        execute: Callable[[], Awaitable[web.Response]],
    ) -> web.StreamResponse:
        """What the client gets, and whether the call happens, as the fault has it."""
        match fault.kind if fault else None:
            case "answer":
                assert fault is not None
                call.status, call.description = fault.status, fault.description
                return web.Response(
                    status=fault.status,
                    text=fault.body,
                    content_type=fault.content_type,
                    headers=fault.headers,
                )
            case "drop":
                return _cut(http)
            case "lose_answer":
                await execute()
                call.status = None
                return _cut(http)
            case "hang":
                await self.released.wait()
            case "hang_after":
                response = await execute()
                await self.released.wait()
                return response
            case _:
                pass
        return await execute()

    async def _execute(self, call: Call, model: schema.Model) -> web.Response:
        try:
            return await self._answered(call, model)
        finally:
            self._backend.changes.notify()

    async def _answered(self, call: Call, model: schema.Model) -> web.Response:
        try:
            result = await self._perform(call, model)
        except ContractBroken as broken:
            self._remember("contract broken", call, str(broken))
            error = ApiError(400, f"Bad Request: {broken}")
        except NotModelled as gap:
            self._remember("not modelled", call, str(gap))
            error = ApiError(501, f"Not Implemented: the double does not model {gap}")
        except ApiError as refused:
            error = refused
        else:
            body: Json = {"ok": True, "result": result}
            if isinstance(result, Described):
                body = {"ok": True, "result": result.result, "description": result.description}
                call.description = result.description
            schema.check_result(model, body["result"])
            call.status, call.result = 200, body["result"]
            return _json(200, body)
        call.status, call.description = error.code, error.description
        return _refusal(error)

    async def _perform(self, call: Call, model: schema.Model) -> Any:
        handler = HANDLERS.get(call.method.lower())
        if handler is None:
            raise NotModelled(call.method)
        call.params = schema.check_request(model, call.params)
        if gaps := [name for name in _NOT_MODELLED if call.params.get(name)]:
            raise NotModelled(f"{call.method} with {gaps[0]}")
        chat = self._limited_chat(call)
        if chat is not None:
            self._backend.limiter.check(chat)
        result = handler(self._backend, Request(call.method, call.params, call.files))
        if inspect.isawaitable(result):
            result = await result
        if chat is not None:
            self._backend.limiter.count(chat)
        return result

    def _limited_chat(self, call: Call) -> Chat | None:
        if not call.method.startswith(_LIMITED) or call.method in _UNLIMITED:
            return None
        try:
            return self._backend.store.find_chat(call.params.get("chat_id", ""))
        except ApiError:
            return None  # The method itself says what is wrong with it.

    def _remember(self, kind: Any, call: Call, detail: str) -> None:
        self._backend.unexpected.append(Unexpected(kind, call.method, detail))

    async def _download(self, http: web.Request) -> web.Response:
        if http.match_info["token"] != self._backend.token:
            return _refusal(ApiError(401, "Unauthorized"))
        stored = self._backend.files.by_path(http.match_info["path"])
        if stored is None:
            return await _not_found(http)
        return web.Response(body=stored.upload.data, content_type="application/octet-stream")


async def _read(http: web.Request) -> tuple[Json, dict[str, Upload]]:
    """Parameters from the query and from a form, multipart or JSON body; files by part name."""
    params: Json = dict(http.query)
    files: dict[str, Upload] = {}
    if http.content_type == "application/json" and http.can_read_body:
        params |= await http.json()
    elif http.can_read_body:
        for name, value in (await http.post()).items():
            if isinstance(value, web.FileField):
                with value.file as file:
                    files[name] = Upload(value.filename, value.content_type, file.read())
            else:
                params[name] = value
    model = schema.METHODS[http.match_info["method"].lower()]
    for name in files:
        if name in model.model_fields:
            params.setdefault(name, f"attach://{name}")
    return params, files


def _json(status: int, body: Json, headers: dict[str, str] | None = None) -> web.Response:
    return web.json_response(body, status=status, headers=headers)


def _refusal(error: ApiError) -> web.Response:
    body: Json = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    wait = error.parameters.get("retry_after")
    return _json(error.code, body, {"Retry-After": str(wait)} if wait else None)


async def _not_found(_http: web.Request) -> web.Response:
    return _refusal(ApiError(404, "Not Found"))


def _cut(http: web.Request) -> web.StreamResponse:
    if http.transport is not None:
        http.transport.abort()
    return web.Response()
