"""Stopping what may be stopped: a model call or a read, never a commit or a started effect."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from core.errors import BellwetherError

R = TypeVar("R")


class TurnCancelled(BellwetherError):
    """The person cancelled while a model call or a read was under way."""


class Abort:
    """One turn's stop button."""

    def __init__(self) -> None:
        self._pressed = False
        self._under_way: asyncio.Future[Any] | None = None

    def press(self) -> None:
        """Abort the model call or read under way, and any that would follow."""
        self._pressed = True
        if self._under_way is not None:
            self._under_way.cancel()

    async def guard(self, work: Coroutine[Any, Any, R]) -> R:
        """The result of `work`, unless the button is pressed: TurnCancelled."""
        if self._pressed:
            work.close()
            raise TurnCancelled
        task = asyncio.get_running_loop().create_task(work)
        self._under_way = task
        try:
            return await task
        except asyncio.CancelledError:
            task.cancel()
            if self._pressed and not _we_are_cancelled():
                raise TurnCancelled from None
            raise
        finally:
            self._under_way = None


def _we_are_cancelled() -> bool:
    """Whether it is our own task that is being cancelled (a shutdown), not the work."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
