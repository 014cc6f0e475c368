"""Live questions in Redis or Valkey: who was first to answer, until the question expires.

SQL decides, so a server that does not answer is no failure: nothing is held there then.
"""

from collections.abc import Sequence
from datetime import timedelta

import structlog
from pydantic import TypeAdapter
from redis.asyncio import Redis
from redis.exceptions import RedisError

from adapters.store.redis import keys
from core.domain.records import Waiting
from core.ports import Clock

# Says yes again to whom it said yes before: a process that dies after its claim may repeat it.
CLAIM = """
local claimed = redis.call('HGET', KEYS[1], 'claimed_by')
if claimed then
    return claimed == ARGV[1] and 1 or 0
end
if redis.call('EXISTS', KEYS[1]) == 0 then
    return -1
end
redis.call('HSET', KEYS[1], 'claimed_by', ARGV[1])
return 1
"""

_VALUE = TypeAdapter(Waiting)
log = structlog.get_logger(__name__)


class RedisWaiting:
    """A hash for each question, with its value and its claim, that ends when the question does."""

    def __init__(self, redis: Redis, clock: Clock) -> None:
        self._redis = redis
        self._clock = clock
        self._claim = redis.register_script(CLAIM)

    async def put(self, waiting: Waiting) -> None:
        """Hold the question until it expires; one that is held keeps its claim."""
        left = (waiting.expires_at - self._clock.now()) // timedelta(milliseconds=1)
        if left <= 0:
            return
        key = keys.waiting(waiting.id)
        try:
            async with self._redis.pipeline(transaction=True) as pipeline:
                pipeline.hset(key, "value", _VALUE.dump_json(waiting).decode())
                pipeline.pexpire(key, left)
                await pipeline.execute()
        except RedisError as error:
            log.warning("question_not_held", question_id=waiting.id, error=str(error))

    async def claim(self, question_id: str, by: str) -> bool | None:
        """True for the first key, and again for the same; False for others; None: not held."""
        try:
            answer = await self._claim(keys=[keys.waiting(question_id)], args=[by])
        except RedisError as error:
            log.warning("question_not_claimed", question_id=question_id, error=str(error))
            return None
        return None if answer == -1 else answer == 1

    async def drop(self, question_ids: Sequence[str]) -> None:
        """Forget these questions."""
        if not question_ids:
            return
        try:
            await self._redis.delete(*map(keys.waiting, question_ids))
        except RedisError as error:
            log.warning("questions_not_dropped", error=str(error))

    async def ping(self) -> bool:
        """Whether the server answers."""
        try:
            return bool(await self._redis.ping())
        except RedisError:
            return False
