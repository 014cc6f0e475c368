"""Signs of life while a turn runs: "typing…", and the placeholder growing into the answer.

Nothing here is stored or waited for. What matters is the order: nothing before the placeholder's
id is known, and nothing after its answer.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import structlog
from telegram import InlineKeyboardMarkup
from telegram.error import TelegramError

from adapters.chat.background import Background
from adapters.chat.pieces import speakable, units
from adapters.chat.telegram.client import Client
from adapters.chat.telegram.limiter import DROPPABLE
from adapters.chat.telegram.pieces import LIMIT
from adapters.chat.telegram.places import Place
from core.domain.outbound import Progress
from core.ports import Clock

log = structlog.get_logger(__name__)

TYPING_S = 4.0
"""Telegram takes "typing…" away after five seconds."""
EDIT_S = 1.0
GROUP_EDIT_S = 6.0
"""A group takes twenty messages and edits a minute, the answers among them."""
LONGEST_S = 150.0
"""A turn ends sooner; whose end we did not hear of is not watched any longer."""
PLACEHOLDER = "⏳ …"


@dataclass
class _Turn:
    place: Place
    message_id: int | None = None
    buttons: InlineKeyboardMarkup | None = None
    text: str = ""
    line: str = PLACEHOLDER
    shown: str = PLACEHOLDER
    edited_at: float = 0.0
    ended: bool = False
    watched: bool = False
    editing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def wanted(self) -> str:
        """What the placeholder should say now."""
        text = speakable(self.text)
        return text if text.strip() and units(text) <= LIMIT else self.line


class SignsOfLife:
    """Follows the turns that run here. Does nothing until `open`, nor after `close`."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._work = Background()
        self._turns: dict[str, _Turn] = {}

    def open(self, group: asyncio.TaskGroup) -> None:
        """From now on, in this group of tasks."""
        self._work.open(group)

    def close(self) -> None:
        """No more; what is under way is cancelled."""
        self._work.close()
        self._turns.clear()

    def accepted(self, place: Place) -> None:
        """Something was accepted from here: say at once that it was seen."""
        self._work.start(self._type(place))

    def event(self, place: Place, event: Progress) -> None:
        """A turn goes on, or ends."""
        if not self._work.is_open:
            return
        if event.type in ("done", "error"):
            if (ended := self._turns.get(event.run_id)) is not None:
                ended.ended = True
            return
        turn = self._turns.setdefault(event.run_id, _Turn(place))
        if event.type == "delta":
            turn.text += str(event.data.get("text", ""))
        elif event.line and not turn.text:
            turn.line = f"⏳ {event.line}"
        if not turn.watched:
            turn.watched = True
            self._work.start(self._watch(event.run_id, turn))

    def placed(
        self,
        run_id: str,
        place: Place,
        message_id: int,
        text: str = PLACEHOLDER,
        buttons: InlineKeyboardMarkup | None = None,
    ) -> None:
        """The turn's placeholder is there, under this id, and keeps its buttons while it grows."""
        turn = self._turns.setdefault(run_id, _Turn(place))
        turn.message_id, turn.buttons, turn.shown = message_id, buttons, text
        if turn.line == PLACEHOLDER:
            turn.line = text
        turn.edited_at = self._now()

    async def finish(self, run_id: str) -> None:
        """Return when nothing of this turn is being edited any more, nor ever will be."""
        turn = self._turns.pop(run_id, None)
        if turn is not None:
            turn.ended = True
            async with turn.editing:
                pass

    async def _watch(self, run_id: str, turn: _Turn) -> None:
        started = typed = self._now()
        while True:
            await self._clock.sleep(EDIT_S)
            now = self._now()
            if turn.ended or now - started > LONGEST_S:
                self._turns.pop(run_id, None)
                return
            if now - typed >= TYPING_S:
                typed = now
                await self._type(turn.place)
            await self._grow(turn)

    async def _grow(self, turn: _Turn) -> None:
        every = EDIT_S if turn.place.private else GROUP_EDIT_S
        async with turn.editing:
            wanted = turn.wanted
            if (
                turn.ended
                or turn.message_id is None
                or wanted == turn.shown
                or self._now() - turn.edited_at < every
            ):
                return
            turn.edited_at, turn.shown = self._now(), wanted
            await self._quietly(
                self._client.rewrite(
                    turn.place.chat,
                    turn.message_id,
                    wanted,
                    buttons=turn.buttons,
                    urgency=DROPPABLE,
                )
            )

    async def _type(self, place: Place) -> None:
        await self._quietly(
            self._client.send_chat_action(
                place.chat,
                "typing",
                message_thread_id=int(place.thread) if place.thread else None,
            )
        )

    async def _quietly(self, call: Coroutine[Any, Any, Any]) -> None:
        try:
            await call
        except TelegramError:
            return  # The answer itself says what is wrong, if anything is.

    def _now(self) -> float:
        return self._clock.now().timestamp()
