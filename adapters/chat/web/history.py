"""What was said, at once or as it comes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from starlette.responses import JSONResponse, Response

from adapters.chat.web.auth import Caller
from adapters.chat.web.door import Door
from adapters.chat.web.problems import Problem
from adapters.chat.web.readable import Readable
from adapters.chat.web.schemas import MessagesReply, problems
from adapters.chat.web.stream import HEARTBEAT, EventStream, event_bytes
from core.domain.records import Account

POLL_S = 1.0
_OVERLAP = timedelta(seconds=15)
"""Ids are given before the commit: one made earlier may become visible after one made later."""
_BEATS = 15
"""A heartbeat after so many looks that found nothing."""

After = Annotated[Readable, Query(max_length=64, description="Only messages after this id.")]
LastEventId = Annotated[str | None, Header(alias="Last-Event-ID", max_length=64)]


def add_routes(router: APIRouter, door: Door) -> None:
    """The history."""

    @router.get(
        "/api/v1/agent/history",
        responses={200: {"model": MessagesReply}, **problems(401, 403, 422)},
    )
    async def history(account: Caller, after: After = "", audit: bool = False) -> Response:  # noqa: FBT001,FBT002  a query parameter
        """Messages of the caller, oldest first; the newest 200 without `after`."""
        _may_audit(account, audit=audit)
        found = await door.assistant.history(account, after=after, audit=audit)
        return JSONResponse({"messages": found})

    @router.get(
        "/api/v1/agent/messages",
        response_class=EventStream,
        responses={200: {"content": {"text/event-stream": {}}}, **problems(401, 422)},
    )
    async def messages(
        account: Caller, after: After = "", last_event_id: LastEventId = None
    ) -> Response:
        """The history as a stream that goes on: an event `message` each, its id the message's."""
        return EventStream(message_stream(door, account, last_event_id or after))


def _may_audit(account: Account, *, audit: bool) -> None:
    if audit and account.role != "owner":
        raise Problem(403, "owner_only", "Only the owner may see hidden messages.")


async def message_stream(door: Door, account: Account, after: str) -> AsyncIterator[bytes]:
    """Messages as they come, each once, until the reader leaves or the server stops."""
    window = Window(after)
    beats = 0
    while not door.closing.is_set():
        found = await door.assistant.history(account, after=window.after)
        fresh = window.unseen(found, door.clock.now())
        for message in fresh:
            yield event_bytes("message", message, message["id"])
        beats = 0 if fresh else beats + 1
        if beats % _BEATS == 1:
            yield HEARTBEAT
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(POLL_S):
                await door.closing.wait()


class Window:
    """Which messages a reader has had: asks again for the latest ones, and lets each pass once."""

    def __init__(self, after: str) -> None:
        self.after = after
        self._recent: dict[str, datetime] = {}

    def unseen(self, messages: list[dict[str, Any]], now: datetime) -> list[dict[str, Any]]:
        """Those not let through before."""
        fresh = [message for message in messages if message["id"] not in self._recent]
        for message in fresh:
            self._recent[message["id"]] = datetime.fromisoformat(message["created_at"])
        settled = [key for key, made in self._recent.items() if now - made > _OVERLAP]
        for key in settled:
            del self._recent[key]
        self.after = max([self.after, *settled])
        return fresh
