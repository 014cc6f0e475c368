"""Follows a turn to its end: events as they come, and SQL whenever it is quiet.

Events may be dropped; what is in SQL may not. So a turn is watched by its events, and looked up
when none came for a while: the end is always found, and in the usual case nothing is read.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

from adapters.chat.web.door import Door
from core.assistant import Accepted, RunView
from core.domain.outbound import Progress

FINAL = ("done", "error")
QUIET_S = (0.25, 1.0, 2.0, 5.0)
"""How long nothing may come before SQL is asked; the last one repeats."""


async def events(door: Door, accepted: Accepted) -> AsyncGenerator[Progress | None, None]:
    """The turn's events, exactly one `done` or `error` last; None where it is quiet.

    The first is a None as soon as the turn is followed: whoever waits for it right after the accept
    misses nothing that this process does.
    """
    run_id = accepted.run_id
    look = accepted.status != "new"
    quiet = 0
    while True:
        async with door.assistant.follow(run_id) as progress:
            yield None
            if accepted.queued is not None and not look:
                yield accepted.queued
            if look:
                ended = final_of(await door.assistant.run(run_id))
                if ended is not None:
                    yield ended
                    return
            while (event := await next_event(progress, QUIET_S[quiet])) is not None:
                quiet = 0
                if event.type in FINAL:
                    await anext(progress, None)  # ends here and now, not when it is collected
                    yield event
                    return
                yield event
        look = True
        quiet = min(quiet + 1, len(QUIET_S) - 1)


async def ended(door: Door, accepted: Accepted) -> Progress | None:
    """The turn's last event; None when it takes longer than a request waits."""
    try:
        async with asyncio.timeout(door.wait_s), aclosing(events(door, accepted)) as stream:
            async for event in stream:
                if event is not None and event.type in FINAL:
                    return event
    except TimeoutError:
        pass
    return None


async def messages(door: Door, run_id: str, last: Progress) -> list[dict[str, Any]]:
    """All messages of a turn that ended with this event."""
    if last.type == "done":
        found: list[dict[str, Any]] = last.data["messages"]
        return found
    view = await door.assistant.run(run_id)
    return view.messages if view is not None else [last.data["message"]]


def final_of(view: RunView | None) -> Progress | None:
    """The last event of a turn, made from SQL; None while it runs."""
    if view is None or view.status == "running":
        return None
    run_id, said = view.run_id, view.messages
    if view.status == "failed" and said:
        data: dict[str, Any] = {"run_id": run_id, "message": said[-1]}
        return Progress(run_id=run_id, type="error", data=data)
    data = {"run_id": run_id, "messages": said}
    return Progress(run_id=run_id, type="done", data=data)


async def next_event(progress: AsyncIterator[Progress], seconds: float) -> Progress | None:
    """The next event, None when none came for so long or there is none left."""
    try:
        async with asyncio.timeout(seconds):
            return await anext(progress, None)
    except TimeoutError:
        return None
