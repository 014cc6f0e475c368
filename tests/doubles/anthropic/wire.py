"""Replies as the Messages API puts them on the wire."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from aiohttp import web

from tests.doubles.llm import wire
from tests.doubles.llm.errors import Json
from tests.doubles.llm.faults import ErrorEvent, Status
from tests.doubles.llm.replies import Answer

from .cache import PromptCache, Usage
from .compose import Composed, Event, compose, stream, whole
from .errors import error_body, usual
from .script import Request


@dataclass
class Wire(wire.Wire):
    """The answer to one request."""

    request: Request
    cache: PromptCache = field(kw_only=True)

    def counted(self) -> web.Response:
        return web.json_response(
            {"input_tokens": self.request.prompt.tokens}, headers=self.headers()
        )

    def whole(self, answer: Answer) -> Json:
        return whole(self._compose(answer), *self._envelope())

    def events(self, answer: Answer) -> Iterator[bytes]:
        for event in stream(self._compose(answer), *self._envelope()):
            yield _framed(event)

    def error_json(self, status: Status) -> Json:
        kind, words = usual(status.code)
        return error_body(
            status.type or kind,
            status.message or words,
            self.request.request_id,
            error_code=status.error_code,
        )

    def error_event(self, fault: ErrorEvent) -> bytes:
        body = error_body(fault.type, fault.message, self.request.request_id)
        return _framed(("error", body))

    def ping(self) -> bytes:
        return _framed(("ping", {"type": "ping"}))

    def headers(self) -> dict[str, str]:
        return {"request-id": self.request.request_id}

    def _compose(self, answer: Answer) -> Composed:
        return compose(answer, lambda: self.new_id("toolu"))

    def _envelope(self) -> tuple[str, str, Usage]:
        usage = self.cache.serve(self.request.prompt)
        return self.new_id("msg"), self.request.body["model"], usage


def _framed(event: Event) -> bytes:
    name, data = event
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
