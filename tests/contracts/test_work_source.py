"""What every WorkSource does."""

import asyncio

import pytest

from adapters.work import InProcessWork
from core.ports import WorkSource


@pytest.fixture(params=[InProcessWork])
def work(request) -> WorkSource:
    made: WorkSource = request.param()
    return made


async def nothing_to_take(work: WorkSource) -> bool:
    try:
        async with asyncio.timeout(0.02):
            await work.take()
    except TimeoutError:
        return True
    return False


async def test_conversations_are_taken_in_the_order_they_were_put(work: WorkSource):
    for conversation in ("a", "b", "c"):
        await work.put(conversation)
    assert [await work.take() for _ in range(3)] == ["a", "b", "c"]


async def test_one_that_waits_for_work_gets_it(work: WorkSource):
    taking = asyncio.ensure_future(work.take())
    await asyncio.sleep(0)
    await work.put("a")
    assert await taking == "a"


async def test_work_put_twice_before_it_is_taken_is_one_wake_up(work: WorkSource):
    await work.put("a")
    await work.put("a")
    assert await work.take() == "a"
    await work.done("a")
    assert await nothing_to_take(work)


async def test_a_held_conversation_is_offered_to_nobody_else(work: WorkSource):
    await work.put("a")
    await work.take()
    await work.put("a")
    await work.put("b")
    assert await work.take() == "b"
    assert await nothing_to_take(work)


async def test_work_put_while_held_is_offered_again_once_let_go(work: WorkSource):
    await work.put("a")
    await work.take()
    await work.put("a")
    await work.put("a")
    await work.done("a")
    assert await work.take() == "a"
    await work.done("a")
    assert await nothing_to_take(work)


async def test_a_busy_conversation_does_not_starve_the_others(work: WorkSource):
    await work.put("busy")
    await work.put("other")
    taken = []
    for _ in range(3):
        conversation = await work.take()
        taken.append(conversation)
        if conversation == "busy":
            await work.put("busy")
        await work.done(conversation)
    assert taken == ["busy", "other", "busy"]


async def test_a_taker_that_gives_up_takes_nothing_along(work: WorkSource):
    assert await nothing_to_take(work)
    await work.put("a")
    async with asyncio.timeout(1):
        assert await work.take() == "a"


async def test_letting_go_of_what_is_not_held_changes_nothing(work: WorkSource):
    await work.done("a")
    assert await nothing_to_take(work)


async def test_many_workers_never_hold_the_same_conversation(work: WorkSource):
    """200 wake-ups of 5 conversations by 8 workers: each is handled, never two at once."""
    left = {f"c{number}": 40 for number in range(5)}
    held: set[str] = set()

    finished = asyncio.Event()

    async def worker() -> None:
        while True:
            conversation = await work.take()
            assert conversation not in held
            held.add(conversation)
            await asyncio.sleep(0)
            left[conversation] -= 1
            if left[conversation]:
                await work.put(conversation)
            elif not any(left.values()):
                finished.set()
            held.discard(conversation)
            await work.done(conversation)

    for conversation in left:
        await work.put(conversation)
    workers = [asyncio.ensure_future(worker()) for _ in range(8)]
    async with asyncio.timeout(5):
        await finished.wait()
    for one in workers:
        one.cancel()
    ends = await asyncio.gather(*workers, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends)
    assert set(left.values()) == {0}
