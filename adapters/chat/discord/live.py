"""Signs of life while a turn runs: "is typing…", and the placeholder telling of each step.

Nothing here is stored or waited for, and nothing comes after a turn's answer.
"""

import asyncio
from dataclasses import dataclass, field

import discord
import structlog
from discord.ui import View

from adapters.chat.background import Background
from adapters.chat.discord.text import LIMIT, words
from core.domain.outbound import Progress
from core.ports import Clock

log = structlog.get_logger(__name__)

PLACEHOLDER = "⏳ …"
EDIT_S = 1.5
"""Between two edits of one message: Discord takes five in five seconds of a channel."""
LONGEST_S = 150.0


@dataclass
class _Turn:
    channel: discord.PartialMessageable
    message_id: int
    view: View | None
    shown: str = PLACEHOLDER
    line: str = PLACEHOLDER
    text: str = ""
    ended: bool = False
    editing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def wanted(self) -> str:
        """What the placeholder should say now."""
        said = words(self.text)
        return said[0] if len(said) == 1 and len(said[0]) < LIMIT else self.line


class SignsOfLife:
    """Follows the turns that run here, between `open` and `close`."""

    def __init__(self, clock: Clock) -> None:
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

    def typing(self, channel: discord.PartialMessageable) -> None:
        """Say at once that something was seen."""
        self._work.start(self._type(channel))

    def placed(
        self, run_id: str, channel: discord.PartialMessageable, message_id: int, view: View | None
    ) -> None:
        """The turn's placeholder is there, and keeps its button while it grows."""
        self._turns[run_id] = _Turn(channel, message_id, view)
        self._work.start(self._watch(run_id))

    def event(self, event: Progress) -> None:
        """A turn goes on, or ends."""
        turn = self._turns.get(event.run_id)
        if turn is None:
            return
        if event.type in ("done", "error"):
            turn.ended = True
        elif event.type == "delta":
            turn.text += str(event.data.get("text", ""))
        elif event.line:
            turn.line = f"⏳ {words(event.line)[0] if words(event.line) else '…'}"

    async def finish(self, run_id: str) -> None:
        """Return when nothing of this turn is being edited any more, nor ever will be."""
        turn = self._turns.pop(run_id, None)
        if turn is not None:
            turn.ended = True
            async with turn.editing:
                pass

    async def _watch(self, run_id: str) -> None:
        began = self._clock.now()
        while turn := self._turns.get(run_id):
            await self._clock.sleep(EDIT_S)
            if (self._clock.now() - began).total_seconds() > LONGEST_S:
                self._turns.pop(run_id, None)
                return
            async with turn.editing:
                if turn.ended:
                    return
                if turn.wanted == turn.shown:
                    continue
                turn.shown = turn.wanted
                message = turn.channel.get_partial_message(turn.message_id)
                try:
                    await message.edit(content=turn.shown, view=turn.view)
                except discord.DiscordException as error:
                    log.info("sign of life not shown", error=type(error).__name__)

    async def _type(self, channel: discord.PartialMessageable) -> None:
        try:
            await channel.typing()
        except discord.DiscordException as error:
            log.info("typing not shown", error=type(error).__name__)
