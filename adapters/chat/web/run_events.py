"""GET /api/v1/agent/runs/{id}/events: a run from its start, or from where a reader was."""

from collections.abc import AsyncIterator
from itertools import chain
from typing import Annotated

from fastapi import APIRouter, Header
from starlette.responses import Response

from adapters.chat.web import turns
from adapters.chat.web.agui import Event, RunTranslator
from adapters.chat.web.auth import Caller
from adapters.chat.web.door import Door
from adapters.chat.web.problems import Problem
from adapters.chat.web.readable import Readable
from adapters.chat.web.schemas import problems
from adapters.chat.web.stream import HEARTBEAT, EventStream, event_bytes
from core.domain.outbound import Progress
from core.domain.records import InboxItem

LastEventId = Annotated[
    int | None,
    Header(alias="Last-Event-ID", ge=0, le=2**53, description="The last event that was read."),
]


def add_routes(router: APIRouter, door: Door) -> None:
    """The one stream."""

    @router.get(
        "/api/v1/agent/runs/{run_id}/events",
        response_class=EventStream,
        responses={200: {"content": {"text/event-stream": {}}}, **problems(401, 404, 422)},
    )
    async def events(
        run_id: Readable, account: Caller, last_event_id: LastEventId = None
    ) -> Response:
        """A run of the caller in AG-UI events; RUN_FINISHED or RUN_ERROR is the last."""
        item = await door.assistant.parts.records.get(InboxItem, run_id)
        if item is None or item.account_id != account.id:
            raise Problem(404, "unknown_run", "You have no such run.")
        return EventStream(run_stream(door, item, last_event_id or 0))


async def run_stream(door: Door, item: InboxItem, after: int) -> AsyncIterator[bytes]:
    """The run's events behind number `after`, until it ends, the reader leaves or we stop."""
    translator = RunTranslator(item.id, item.conversation_id)
    async with door.assistant.follow(item.id) as progress:
        held = door.assistant.parts.events.so_far(item.id)
        # Not begun, or its beginning is held no more: what was said stands in for it.
        said = await _said(door, item.id) if held is None else []
        number = after if said else 0
        first = chain.from_iterable(translator.events(one) for one in held or ())
        snapshot = [translator.snapshot(said)] if said else []
        for event in (*translator.opening(), *snapshot, *first):
            number += 1
            if number > after:
                yield event_bytes(event["type"], event, str(number))
        if held and held[-1].type in turns.FINAL:
            return
        async for found in _rest(door, item.id, progress):
            if found is None:
                yield HEARTBEAT
                continue
            for event in translator.events(found):
                number += 1
                if number > after:
                    yield event_bytes(event["type"], event, str(number))


async def _said(door: Door, run_id: str) -> list[Event]:
    view = await door.assistant.run(run_id)
    return [one for one in view.messages if one["role"] == "assistant"] if view else []


async def _rest(
    door: Door, run_id: str, progress: AsyncIterator[Progress]
) -> AsyncIterator[Progress | None]:
    """What comes from now on up to the end, which is looked up in SQL too; None where quiet."""
    while not door.closing.is_set():
        found = await turns.next_event(progress, turns.QUIET_S[1])
        if found is None:
            yield None
            found = turns.final_of(await door.assistant.run(run_id))
        elif found.type in turns.FINAL:
            await anext(progress, None)  # ends here and now, not when it is collected
        if found is not None:
            yield found
            if found.type in turns.FINAL:
                return
