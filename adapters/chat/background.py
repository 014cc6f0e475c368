"""Work beside a surface that nothing waits for, and whose failure ends nothing."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

log = structlog.get_logger(__name__)

Work = Coroutine[Any, Any, None]


class Background:
    """Runs what it is given between `open` and `close`; before and after, nothing."""

    def __init__(self) -> None:
        self._group: asyncio.TaskGroup | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_open(self) -> bool:
        """Whether anything would be run now."""
        return self._group is not None

    def open(self, group: asyncio.TaskGroup) -> None:
        """From now on, in this group of tasks."""
        self._group = group

    def close(self) -> None:
        """No more; what is under way is cancelled."""
        self._group = None
        for task in self._tasks:
            task.cancel()

    def start(self, work: Work) -> None:
        """Run this, if open; a failure of it is on record only."""
        if self._group is None:
            work.close()
            return
        task = self._group.create_task(_harmless(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _harmless(work: Work) -> None:
    try:
        await work
    except Exception:
        log.exception("sign of life failed")  # It must not end the surface.
