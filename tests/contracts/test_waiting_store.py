"""What every WaitingStore does: in memory, in Valkey and in Redis."""

import asyncio
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from adapters.clock import SystemClock
from adapters.store.memory import MemoryWaiting
from adapters.store.redis import keys
from adapters.store.redis.client import connect
from adapters.store.redis.waiting import RedisWaiting
from core.ports import WaitingStore
from tests.contracts.samples import waiting

CLOCK = SystemClock()


def open_for(seconds: float, key: str = "q1"):
    return waiting(key, expires_at=CLOCK.now() + timedelta(seconds=seconds))


@pytest.fixture(params=["memory", "redis"])
def store(request: pytest.FixtureRequest) -> WaitingStore:
    if request.param == "memory":
        return MemoryWaiting(CLOCK)
    client: Redis = request.getfixturevalue("valkey")
    return RedisWaiting(client, CLOCK)


async def test_a_question_that_was_never_put_is_not_held(store: WaitingStore):
    assert await store.claim("q1", "update-1") is None


async def test_the_first_update_wins_and_wins_again(store: WaitingStore):
    await store.put(open_for(60))
    assert await store.claim("q1", "update-1") is True
    assert await store.claim("q1", "update-2") is False
    assert await store.claim("q1", "update-1") is True


async def test_of_fifty_that_claim_at_once_one_wins(store: WaitingStore):
    await store.put(open_for(60))
    won = await asyncio.gather(*(store.claim("q1", f"update-{number}") for number in range(50)))
    assert (won.count(True), won.count(False)) == (1, 49)


async def test_putting_a_question_again_keeps_its_claim(store: WaitingStore):
    await store.put(open_for(60))
    await store.claim("q1", "update-1")
    await store.put(open_for(90))
    assert await store.claim("q1", "update-2") is False


async def test_dropped_questions_are_not_held(store: WaitingStore):
    for key in ("q1", "q2", "q3"):
        await store.put(open_for(60, key))
    await store.drop(["q1", "q3", "never"])
    await store.drop([])
    held = [await store.claim(key, "update-1") for key in ("q1", "q2", "q3")]
    assert held == [None, True, None]


async def test_a_question_is_forgotten_when_it_expires(store: WaitingStore):
    await store.put(open_for(0.05))
    await store.put(open_for(60, "q2"))
    await asyncio.sleep(0.1)
    assert await store.claim("q1", "update-1") is None
    assert await store.claim("q2", "update-1") is True


async def test_an_expired_question_is_not_held(store: WaitingStore):
    await store.put(open_for(-1))
    assert await store.claim("q1", "update-1") is None


async def test_a_store_that_is_there_answers(store: WaitingStore):
    assert await store.ping()


async def test_the_same_holds_on_redis_itself(redis: Redis):
    store = RedisWaiting(redis, CLOCK)
    await store.put(open_for(60))
    assert [await store.claim("q1", f"update-{n}") for n in (1, 2, 1)] == [True, False, True]


async def test_an_emptied_server_holds_nothing_and_goes_on_I15(redis: Redis):
    store = RedisWaiting(redis, CLOCK)
    await store.put(open_for(60))
    await redis.flushall()
    await redis.script_flush()
    assert await store.claim("q1", "update-1") is None
    await store.put(open_for(60))
    assert await store.claim("q1", "update-1") is True


async def test_what_is_held_ends_by_itself(redis: Redis):
    await RedisWaiting(redis, CLOCK).put(open_for(60))
    assert 59_000 < await redis.pttl(keys.waiting("q1")) <= 60_000


async def test_without_a_server_nothing_is_held_and_nothing_fails(tmp_path):
    async with connect(f"unix://{tmp_path}/nobody.sock") as nobody:
        store = RedisWaiting(nobody, CLOCK)
        await store.put(open_for(60))
        await store.drop(["q1"])
        assert await store.claim("q1", "update-1") is None
        assert not await store.ping()


async def test_a_server_that_is_silent_is_waited_for_but_briefly(tmp_path):
    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_unix_server(say_nothing, path=tmp_path / "silent.sock")
    async with server, connect(f"unix://{tmp_path}/silent.sock") as silent:
        async with asyncio.timeout(20):
            assert await RedisWaiting(silent, CLOCK).claim("q1", "update-1") is None
