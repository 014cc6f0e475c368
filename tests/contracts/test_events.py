"""What every event stream does."""

import asyncio

import pytest

from adapters.events import MOST_HELD, MOST_RUNS, InProcessEvents
from core.domain.outbound import Progress
from core.ports import Events


def event(kind: str, run_id: str = "r1", **data: object) -> Progress:
    return Progress.model_validate({"run_id": run_id, "type": kind, "data": data})


@pytest.fixture(params=[InProcessEvents])
def events(request) -> Events:
    made: Events = request.param()
    return made


@pytest.mark.parametrize("last", ["done", "error"])
async def test_a_follower_gets_every_event_of_the_run_up_to_the_last(events: Events, last):
    async with events.follow("r1") as stream:
        events.publish("c1", event("planning"))
        events.publish("c2", event("planning", "r2"))
        events.publish("c1", event("delta", text="hi"))
        events.publish("c1", event(last))
        events.publish("c1", event("delta", text="too late"))
        got = [one async for one in stream]
    assert got == [event("planning"), event("delta", text="hi"), event(last)]
    assert await anext(stream, None) is None


async def test_following_starts_on_entering(events: Events):
    events.publish("c1", event("planning"))
    async with events.follow("r1") as stream:
        events.publish("c1", event("done"))
        assert [one.type async for one in stream] == ["done"]


async def test_every_follower_gets_every_event(events: Events):
    async with events.follow("r1") as first, events.follow("r1") as second:
        for kind in ("plan", "done"):
            events.publish("c1", event(kind))
        assert [one.type async for one in first] == ["plan", "done"]
        assert [one.type async for one in second] == ["plan", "done"]


async def test_a_wait_that_times_out_can_be_taken_up_again(events: Events):
    async with events.follow("r1") as stream:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await anext(stream)
        events.publish("c1", event("plan"))
        events.publish("c1", event("done"))
        assert [one.type async for one in stream] == ["plan", "done"]


async def test_nobody_needs_to_follow(events: Events):
    events.publish("c1", event("planning"))
    async with events.follow("r1"):
        pass
    events.publish("c1", event("done"))


async def test_a_follower_who_does_not_read_loses_the_oldest_but_never_the_end(events: Events):
    async with events.follow("r1") as stream:
        for number in range(3 * MOST_HELD):
            events.publish("c1", event("delta", text=str(number)))
        events.publish("c1", event("done"))
        got = [one async for one in stream]
    assert len(got) <= MOST_HELD
    assert (got[-2].data, got[-1].type) == ({"text": str(3 * MOST_HELD - 1)}, "done")


async def test_signs_of_life_come_from_every_conversation():
    events = InProcessEvents()
    with events.follow_everything() as stream:
        events.publish("c1", event("planning"))
        events.publish("c2", event("done", "r2"))
        assert await anext(stream) == ("c1", event("planning"))
        assert await anext(stream) == ("c2", event("done", "r2"))
    events.publish("c1", event("done"))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await anext(stream)


async def test_the_events_so_far_are_held_for_who_comes_late(events: Events):
    assert events.so_far("r1") is None
    for kind in ("planning", "plan", "done"):
        events.publish("c1", event(kind))
    events.publish("c1", event("planning", "r2"))
    held = events.so_far("r1")
    assert held is not None
    assert [one.type for one in held] == ["planning", "plan", "done"]


async def test_of_a_run_whose_beginning_is_gone_none_are_held(events: Events):
    for number in range(MOST_HELD + 1):
        events.publish("c1", event("delta", text=str(number)))
    assert events.so_far("r1") is None
    events.publish("c1", event("done"))
    assert events.so_far("r1") is None


async def test_the_newest_runs_are_held(events: Events):
    for number in range(MOST_RUNS + 1):
        events.publish("c1", event("planning", f"run {number}"))
    assert events.so_far("run 0") is None
    assert events.so_far(f"run {MOST_RUNS}")
