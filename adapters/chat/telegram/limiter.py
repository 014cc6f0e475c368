"""Pacing: Telegram's own limits kept beforehand, and its 429 for the chat it is about.

A chat waits in its own lane, first come first served; nobody waits for another chat's lane.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from telegram.error import TelegramError
from telegram.ext import BaseRateLimiter

from adapters.chat.telegram.client import Throttled
from core.ports import Clock

DROPPABLE = "droppable"
"""The urgency of what is not worth waiting for: signs of life."""

_PACED = ("send", "edit", "copy", "forward")
_MINUTE = 60.0
MARGIN_S = 0.1
"""What was sent a second apart may arrive closer, and a refusal holds everybody up for longer."""
_MOST_LANES = 1000
_FEW = 3
"""This many chats refused at once mean that the bot as a whole is too fast."""


class Busy(TelegramError):
    """Not the moment for something droppable; it was not sent."""

    def __init__(self) -> None:
        super().__init__("dropped to keep the pace")


@dataclass(frozen=True, kw_only=True, slots=True)
class Pace:
    """Telegram's limits: messages and edits a second overall and in a chat, a minute in a group.

    `patience_s`: a longer wait is not sat out here but told to the caller.
    """

    per_second: int = 30
    chat_interval_s: float = 1.0
    chat_burst: int = 4
    group_per_minute: int = 20
    patience_s: float = 5.0


@dataclass
class _Lane:
    group: bool
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)
    sent: deque[float] = field(default_factory=deque)
    due: float = 0.0
    held_until: float = 0.0


class PacingLimiter(BaseRateLimiter[str]):
    """Lets each request through when its chat and the bot as a whole may send."""

    def __init__(self, clock: Clock, pace: Pace) -> None:
        self._clock = clock
        self._pace = pace
        self._lanes: dict[str, _Lane] = {}
        self._all: deque[float] = deque()
        self._everybody = asyncio.Lock()
        self._held_until = 0.0

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, Any]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: str | None,
    ) -> Any:
        """The request's result; Throttled when the wait is long, Busy for what may be dropped."""
        chat = data.get("chat_id")
        if chat is None or not endpoint.startswith(_PACED):
            return await callback(*args, **kwargs)
        lane = self._lane(str(chat))
        if endpoint == "sendChatAction":
            if self._held(lane) > 0:
                raise Busy
        elif rate_limit_args == DROPPABLE:
            if lane.queue.locked() or self._everybody.locked() or self._wait(lane) > 0:
                raise Busy
            self._count(lane)
        else:
            await self._turn(lane)
        try:
            return await callback(*args, **kwargs)
        except Throttled as error:
            self._hold(lane, error.wait_s)
            raise

    async def _turn(self, lane: _Lane) -> None:
        """Wait for the chat's turn, then for the bot's; the order within each is kept."""
        async with lane.queue:
            while (wait := max(self._held(lane), self._chat_wait(lane))) > 0:
                if wait > self._pace.patience_s:
                    raise Throttled(wait)
                await self._clock.sleep(wait)
            async with self._everybody:
                while (wait := self._overall_wait()) > 0:
                    await self._clock.sleep(wait)
                self._count(lane)

    def _wait(self, lane: _Lane) -> float:
        return max(self._held(lane), self._chat_wait(lane), self._overall_wait())

    def _held(self, lane: _Lane) -> float:
        return max(lane.held_until, self._held_until) - self._now()

    def _chat_wait(self, lane: _Lane) -> float:
        pace, now = self._pace, self._now()
        if lane.due > now + pace.chat_burst * pace.chat_interval_s:
            lane.due = now  # The clock was set back.
        ahead = lane.due - now - (pace.chat_burst - 1) * pace.chat_interval_s
        if not lane.group:
            return ahead
        return max(ahead, self._window(lane.sent, pace.group_per_minute, _MINUTE))

    def _overall_wait(self) -> float:
        return self._window(self._all, self._pace.per_second, 1.0 + MARGIN_S)

    def _window(self, sent: deque[float], most: int, seconds: float) -> float:
        now = self._now()
        # A clock that was set back must not lengthen the wait.
        while sent and not now - seconds < sent[0] <= now:
            sent.popleft()
        return sent[-most] + seconds - now if len(sent) >= most else 0.0

    def _count(self, lane: _Lane) -> None:
        now = self._now()
        lane.due = max(lane.due, now) + self._pace.chat_interval_s
        self._all.append(now)
        if lane.group:
            lane.sent.append(now)

    def _hold(self, lane: _Lane, wait_s: float) -> None:
        now = self._now()
        lane.held_until = max(lane.held_until, now + wait_s)
        if sum(other.held_until > now for other in self._lanes.values()) >= _FEW:
            self._held_until = max(self._held_until, now + wait_s)

    def _lane(self, chat: str) -> _Lane:
        if chat not in self._lanes:
            if len(self._lanes) >= _MOST_LANES:
                self._forget_idle()
            # Groups and channels have negative ids, or names.
            self._lanes[chat] = _Lane(group=not chat.isdigit())
        return self._lanes[chat]

    def _forget_idle(self) -> None:
        now = self._now()
        self._lanes = {
            chat: lane
            for chat, lane in self._lanes.items()
            if lane.queue.locked() or max(lane.due + _MINUTE, lane.held_until) > now
        }

    def _now(self) -> float:
        return self._clock.now().timestamp()
