"""The real desk behind the real Telegram surface, over loopback, on the fake Telegram."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from adapters.chat.telegram.app import TelegramSurface
from adapters.chat.telegram.limiter import Pace
from adapters.events import InProcessEvents
from core.domain.records import InboxItem, OutboxItem, Query
from tests.desk import TestDesk, open_desk
from tests.doubles.telegram import Chat, FakeTelegram, Message, User

AT_ONCE = Pace(per_second=1000, chat_interval_s=0.0, chat_burst=1000, group_per_minute=1000)
"""No pacing: the clock of most tests stands still."""


@dataclass
class Chatting:
    """One person's phone, and the desk behind it."""

    fake: FakeTelegram
    desk: TestDesk
    surface: TelegramSurface
    user: User
    chat: Chat
    stopped: list[str]

    async def say(self, text: str, part: str, *, chat: Chat | None = None) -> Message:
        """Write something; the bot's next message or edit with `part` in it."""
        before = self.shown(chat)
        self.fake.push_text(self.user, chat or self.chat, text)
        return await self.fresh(part, before, chat=chat)

    async def press(self, message: Message, label: str, part: str) -> Message:
        """Tap a button; the bot's next message or edit with `part` in it."""
        before = self.shown(message.chat)
        self.fake.press(self.user, message, self.label(message, label))
        return await self.fresh(part, before, chat=message.chat)

    async def fresh(
        self, part: str, before: dict[int, str], *, chat: Chat | None = None
    ) -> Message:
        def found() -> Message | None:
            return next(
                (
                    message
                    for message in reversed(self.fake.sent(chat or self.chat))
                    if part in message.text and before.get(message.id) != message.text
                ),
                None,
            )

        message = await self.fake.wait_for(found)
        assert message is not None
        return message

    def shown(self, chat: Chat | None = None) -> dict[int, str]:
        return {message.id: message.text for message in self.fake.sent(chat or self.chat)}

    async def befriend(self, user: User) -> User:
        """Makes somebody a trader here, with an account of their own."""
        person = await self.desk.somebody(user.first_name)
        people = self.desk.desk.people
        await people._identify(person.key.person, "telegram", str(user.id), str(user.id))
        return user

    @staticmethod
    def label(message: Message, part: str) -> str:
        return next(label for label in message.labels if part in label)

    async def quiet(self) -> None:
        """Until everything that came in is answered and everything to say is said."""
        records = self.desk.desk.parts.records
        async with asyncio.timeout(10):
            while (  # noqa: ASYNC110 - several processes' worth of state
                self.fake.pending
                or self.desk.desk.worker.busy()
                or await records.count(Query(kind=InboxItem, where={"status": "new"}))
                or await records.count(Query(kind=OutboxItem, where={"status": "new"}))
            ):
                await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def chatting(
    fake: FakeTelegram,
    user: User | None = None,
    *,
    known: bool = True,
    pace: Pace = AT_ONCE,
    surface_options: dict[str, Any] | None = None,
    **options: Any,
) -> AsyncIterator[Chatting]:
    """A desk whose owner is `user`, with the surface polling and the dispatcher running."""
    user = user or fake.user("Ann")
    stopped: list[str] = []
    options.setdefault("pushed", frozenset({"telegram"}))
    options.setdefault("owners", (("telegram", str(user.id)),) if known else ())
    async with open_desk(**options) as desk:
        surface = TelegramSurface(
            fake.token,
            assistant=desk.desk.assistant,
            clock=desk.clock,
            ids=desk.ids,
            api_url=fake.url,
            pace=pace,
            on_stopped=stopped.append,
            **(surface_options or {}),
        )
        desk.desk.surfaces["telegram"] = surface
        await surface.start()
        tasks = [
            asyncio.create_task(surface.run()),
            asyncio.create_task(desk.desk.delivery.run()),
            asyncio.create_task(_signs_of_life(desk, surface)),
        ]
        try:
            yield Chatting(fake, desk, surface, user, fake.private(user), stopped)
        finally:
            await surface.stop()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _signs_of_life(desk: TestDesk, surface: TelegramSurface) -> None:
    events = desk.desk.parts.events
    assert isinstance(events, InProcessEvents)
    with events.follow_everything() as everything:
        async for conversation_id, event in everything:
            await surface.progress(conversation_id, event)
