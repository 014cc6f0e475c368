"""Server-sent events: how they are written, and a turn as such a stream."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

from starlette.responses import StreamingResponse

from core.domain.outbound import Progress

HEARTBEAT = b": still here\n\n"


class EventStream(StreamingResponse):
    """A stream of server-sent events that nothing on the way should hold back or keep."""

    media_type = "text/event-stream"

    def init_headers(self, headers: Any = None) -> None:
        """With what proxies need to be told."""
        super().init_headers({"X-Accel-Buffering": "no", **(headers or {})})


def event_bytes(event: str, data: Any, event_id: str = "") -> bytes:
    """One event; its data is one line of JSON, whatever text is in it."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    head = f"id: {event_id}\n" if event_id else ""
    return f"{head}event: {event}\ndata: {body}\n\n".encode(errors="replace")


async def turn_stream(events: AsyncGenerator[Progress | None, None]) -> AsyncIterator[bytes]:
    """A turn's events as bytes. A reader who leaves stops the stream, never the turn."""
    async with aclosing(events):
        async for event in events:
            yield HEARTBEAT if event is None else event_bytes(event.type, event.data)
