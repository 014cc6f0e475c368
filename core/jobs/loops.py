"""What runs by itself while the desk is up, again and again."""

from collections.abc import Awaitable, Callable

import structlog

from core.ports import Clock

log = structlog.get_logger(__name__)


async def every(clock: Clock, seconds: float, job: Callable[[], Awaitable[object]]) -> None:
    """Run `job` again and again, `seconds` apart; its failure is logged and does not end it."""
    while True:
        try:
            await job()
        except Exception:
            log.exception("job failed", job=getattr(job, "__name__", "job"))
        await clock.sleep(seconds)
