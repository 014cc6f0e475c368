"""Replies as chat completions on the wire."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.doubles.llm import wire
from tests.doubles.llm.errors import Json
from tests.doubles.llm.faults import ErrorEvent, Status
from tests.doubles.llm.replies import Answer

from .compose import Composed, Envelope, compose, stream, whole
from .errors import Unsupported, error_json, usual
from .script import Request


@dataclass
class Wire(wire.Wire):
    """The answer to one request."""

    request: Request
    cached: Callable[[Request], int] = field(kw_only=True)
    """How many tokens of the prompt were seen before."""
    unsupported: Unsupported | None = field(default=None, kw_only=True)

    def whole(self, answer: Answer) -> Json:
        return whole(self._compose(answer), self._envelope())

    def events(self, answer: Answer) -> Iterator[bytes]:
        counted = bool((self.request.body.get("stream_options") or {}).get("include_usage"))
        for chunk in stream(self._compose(answer), self._envelope(), counted=counted):
            yield _framed(chunk)

    def end(self) -> bytes:
        return b"data: [DONE]\n\n"

    def error_json(self, status: Status) -> Json:
        words, kind, code = usual(status.code)
        if self.unsupported is not None:
            return error_json(
                self.unsupported.message,
                kind,
                code=self.unsupported.code,
                param=self.unsupported.param,
            )
        return error_json(
            status.message or words, status.type or kind, code=status.error_code or code
        )

    def error_event(self, fault: ErrorEvent) -> bytes:
        return _framed(error_json(fault.message, fault.type))

    def ping(self) -> bytes:
        return b": keep-alive\n\n"

    def headers(self) -> dict[str, str]:
        return {"x-request-id": self.request.request_id}

    def _compose(self, answer: Answer) -> Composed:
        return compose(answer, lambda: self.new_id("call"))

    def _envelope(self) -> Envelope:
        tokens = sum(segment.tokens for segment in self.request.segments)
        model = self.request.body["model"]
        return Envelope(self.new_id("chatcmpl"), model, tokens, self.cached(self.request))


def _framed(chunk: Json) -> bytes:
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode()
