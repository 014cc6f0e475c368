"""How we connect to Redis or Valkey: it is a help, so nobody waits long for it."""

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as ConnectionFailed

MOST_CONNECTIONS = 32
PATIENCE_S = 1.0


def connect(url: str) -> Redis:
    """A client for a `redis://`, `rediss://` or `unix://` URL; it connects at its first command.

    Commands share a few connections. A broken one is replaced once, at once; a server that does not
    answer within a second is an error.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=MOST_CONNECTIONS,
        timeout=PATIENCE_S,
        socket_timeout=PATIENCE_S,
        socket_connect_timeout=PATIENCE_S,
        retry=Retry(NoBackoff(), 1),
        retry_on_error=[ConnectionFailed],
        decode_responses=True,
    )
    return Redis.from_pool(pool)
