"""The queue of updates and its two ways out: the long poll, and a look for the webhook."""

import asyncio
import itertools
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from . import schema
from .changes import Changes
from .clock import Clock
from .errors import ApiError, conflict
from .model import Message
from .text import Json

NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
KEPT_SECONDS = 24 * 60 * 60


@dataclass(eq=False)
class Update:
    """One update as it was when it happened; a later edit of the message does not change it."""

    id: int
    kind: str
    payload: Json
    lane: Hashable
    """Updates of one lane reach a webhook one after the other, as those of one chat do."""
    queued_at: float
    message: Message | None = None
    again: bool = False
    """The same update id a second time: handed out once more even if it was acknowledged."""

    def json(self) -> Json:
        return {"update_id": self.id, self.kind: self.payload}


class UpdateQueue:
    def __init__(
        self, clock: Clock, changes: Changes, first_update_id: int, longest_poll: float
    ) -> None:
        self._clock = clock
        self._changes = changes
        self._ids = itertools.count(first_update_id)
        self._longest_poll = longest_poll
        self._poll: asyncio.Future[None] | None = None
        self._pending: list[Update] = []
        self._allowed: tuple[str, ...] = ()
        self.on_push: Callable[[], None] = lambda: None
        """What the webhook wants to be told."""

    @property
    def polling(self) -> bool:
        return self._poll is not None

    @property
    def allowed(self) -> tuple[str, ...]:
        """As the bot named them; empty means Telegram's default."""
        return self._allowed

    def allow(self, kinds: list[str] | None) -> None:
        """None keeps what was set before; names that Telegram does not know are ignored."""
        if kinds is not None:
            self._allowed = tuple(kind for kind in kinds if kind in schema.UPDATE_KINDS)

    def pending(self) -> list[Update]:
        oldest = self._clock.now() - KEPT_SECONDS
        self._pending = [update for update in self._pending if update.queued_at > oldest]
        return list(self._pending)

    def push(
        self, kind: str, payload: Json, lane: Hashable, message: Message | None = None
    ) -> Update:
        update = Update(next(self._ids), kind, payload, lane, self._clock.now(), message)
        schema.check_update(update.json())
        wanted = kind in self._allowed if self._allowed else kind not in NOT_BY_DEFAULT
        if wanted:
            self._pending.append(update)
        self._wake()
        return update

    def unseen(self, kind: str, payload: Json, message: Message) -> Update:
        """An update that never reaches the bot, for what privacy mode hides."""
        return Update(0, kind, payload, object(), self._clock.now(), message)

    def repeat(self, update: Update) -> Update:
        """The very same update once more, at the same instant as any copy still queued."""
        copy = replace(update, lane=object(), queued_at=self._clock.now(), again=True)
        after = self._pending.index(update) + 1 if update in self._pending else 0
        self._pending.insert(after, copy)
        self._wake()
        return copy

    def forget(self, update: Update) -> None:
        if update in self._pending:
            self._pending.remove(update)
        self._changes.notify()

    def clear(self) -> None:
        self._pending.clear()

    def interrupt(self, why: ApiError | None) -> None:
        """Ends the poll that waits, with a refusal or (None) with nothing."""
        if self._poll is not None and not self._poll.done():
            if why is None:
                self._poll.set_result(None)
            else:
                self._poll.set_exception(why)

    async def poll(self, offset: int, limit: int, wait: float) -> list[Json]:
        self._acknowledge(offset)
        batch = self._batch(offset, limit)
        if batch or wait <= 0:
            return batch
        self.interrupt(
            conflict(
                "terminated by other getUpdates request; "
                "make sure that only one bot instance is running"
            )
        )
        self._poll = mine = asyncio.get_running_loop().create_future()
        self._changes.notify()
        try:
            async with asyncio.timeout(min(wait, self._longest_poll)):
                await mine
        except TimeoutError:
            return []
        finally:
            if self._poll is mine:
                self._poll = None
            self._changes.notify()
        return self._batch(offset, limit)

    def _acknowledge(self, offset: int) -> None:
        if offset < 0:
            self._pending = self._pending[offset:]
        elif offset > 0:
            self._pending = [u for u in self._pending if u.again or u.id >= offset]
        self._changes.notify()

    def _batch(self, offset: int, limit: int) -> list[Json]:
        batch = [u for u in self.pending() if u.again or offset <= 0 or u.id >= offset][:limit]
        for update in batch:
            update.again = False
        return [update.json() for update in batch]

    def _wake(self) -> None:
        self.interrupt(None)
        self.on_push()
        self._changes.notify()
