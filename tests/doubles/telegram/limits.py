"""How fast a bot may talk: 30/s in all, 1/s in a chat, 20/min in a group (Telegram's FAQ)."""

import math
from collections import deque
from dataclasses import dataclass, field

from .clock import Clock
from .errors import too_many_requests
from .model import Chat


@dataclass(frozen=True)
class Rates:
    per_second: int = 30
    chat_interval: float = 1.0
    chat_burst: int = 5
    """Short bursts in one private chat pass; the FAQ promises that, but no number."""
    group_per_minute: int = 20


@dataclass
class Limiter:
    """Counts what the bot sends and edits; off until switched on."""

    clock: Clock
    rates: Rates = field(default_factory=Rates)
    on: bool = False
    _all: deque[float] = field(default_factory=deque)
    _groups: dict[int, deque[float]] = field(default_factory=dict)
    _private: dict[int, float] = field(default_factory=dict)

    def check(self, chat: Chat) -> None:
        """429 with the whole seconds to wait, or nothing."""
        wait = max(self._wait_for_chat(chat), self._window(self._all, self.rates.per_second, 1.0))
        if self.on and wait > 0:
            raise too_many_requests(math.ceil(wait))

    def count(self, chat: Chat) -> None:
        now = self.clock.now()
        self._all.append(now)
        if chat.is_group:
            self._groups.setdefault(chat.id, deque()).append(now)
        else:
            due = self._private.get(chat.id, now)
            self._private[chat.id] = max(due, now) + self.rates.chat_interval

    def _wait_for_chat(self, chat: Chat) -> float:
        if chat.is_group:
            sent = self._groups.setdefault(chat.id, deque())
            return self._window(sent, self.rates.group_per_minute, 60.0)
        ahead = self._private.get(chat.id, 0.0) - self.clock.now()
        return ahead - (self.rates.chat_burst - 1) * self.rates.chat_interval

    def _window(self, sent: deque[float], most: int, seconds: float) -> float:
        now = self.clock.now()
        while sent and sent[0] <= now - seconds:
            sent.popleft()
        return sent[-most] + seconds - now if len(sent) >= most else 0.0
