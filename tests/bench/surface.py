"""Telegram as people feel it: how soon something stirs, and how much gets out under its limits.

Flow `first_sign`: one update from each of many chats at once; until each chat has its first call of
ours (typing or a message), and until all are accepted. The yardstick is a bare handler of
python-telegram-bot that answers with the same text, on the same server in the same run. Flow
`delivered`: messages that go out under the platform's real limits, as a share of what they allow.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from telegram import Update
from telegram.ext import ApplicationBuilder, MessageHandler, filters

from adapters.chat.telegram.app import TelegramSurface
from adapters.chat.telegram.limiter import Pace
from adapters.clock import SystemClock, SystemIds
from adapters.store.sql.migrate import migrate
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from core.agent.notices import Home, notices_of
from core.domain.conversation import ConversationKey
from core.domain.outbound import TextBlock
from core.domain.records import InboxItem, OutboxItem, Query, Write
from tests.adapters.telegram_desk import AT_ONCE
from tests.desk import TestDesk, open_desk
from tests.doubles.telegram import FakeTelegram, User

Row = dict[str, object]
SIGNS = ("sendChatAction", "sendMessage")
TEXT = "btc price"
COMMON: Row = {"engine": "sqlite"}


@dataclass(frozen=True, kw_only=True)
class Size:
    """How much is measured: chats at once by round, and messages under the limits."""

    chats: tuple[int, ...] = (1, 100, 1000)
    delivered: int = 300
    patience_s: float = 240.0


def run(size: Size = Size()) -> Iterator[Row]:
    """A row for each number of chats, then one for what gets out."""
    for chats in size.chats:
        yield asyncio.run(_first_sign(chats, size))
    yield asyncio.run(_delivered(size))


async def _first_sign(chats: int, size: Size) -> Row:
    ours, accepted_s = await _ours(chats, size)
    floor, floor_s = await _bare(chats, size)
    p50, floor_p50 = statistics.median(ours), statistics.median(floor)
    return COMMON | {
        "flow": "first_sign",
        "concurrency": chats,
        "updates_per_s": round(chats / accepted_s, 1),
        "floor_updates_per_s": round(chats / floor_s, 1),
        "p50_ms": round(p50 * 1000, 1),
        "p99_ms": round(_p99(ours) * 1000, 1),
        "floor_p50_ms": round(floor_p50 * 1000, 1),
        "floor_p99_ms": round(_p99(floor) * 1000, 1),
        "vs_floor": round(p50 / floor_p50, 2),
    }


async def _ours(chats: int, size: Size) -> tuple[list[float], float]:
    """Seconds to each chat's first sign, and until all updates were accepted."""
    async with FakeTelegram() as fake:
        people = [fake.user(f"P{number}") for number in range(chats)]
        async with _desk(fake, people, AT_ONCE) as desk:
            began = _push(fake, people)

            async def accepted() -> bool:
                return await desk.desk.parts.records.count(Query(kind=InboxItem)) >= chats

            await _until(accepted, size.patience_s)
            taken = time.time() - began
            signs = await _signs(fake, chats, began, size)
            await desk.idle()
            return signs, taken


async def _bare(chats: int, size: Size) -> tuple[list[float], float]:
    """The same of a handler that answers at once and keeps nothing."""

    async def answer(update: Update, _: object) -> None:
        assert update.message is not None
        await update.message.reply_text("BTC/USDT 95,000 USDT")

    async with FakeTelegram() as fake:
        people = [fake.user(f"P{number}") for number in range(chats)]
        app = (
            ApplicationBuilder()
            .token(fake.token)
            .base_url(fake.base_url)
            .base_file_url(fake.base_file_url)
            .concurrent_updates(256)
            .build()
        )
        app.add_handler(MessageHandler(filters.TEXT, answer))
        async with app:
            await app.start()
            assert app.updater is not None
            await app.updater.start_polling(poll_interval=0)
            began = _push(fake, people)
            signs = await _signs(fake, chats, began, size)
            await app.updater.stop()
            await app.stop()
        return signs, max(signs)


async def _delivered(size: Size) -> Row:
    """Alerts to as many chats, all due at once, against the limits that the server enforces."""
    async with FakeTelegram(limits=True) as fake:
        people = [fake.user(f"P{number}") for number in range(size.delivered)]
        async with _desk(fake, people, Pace()) as desk:
            began = time.time()
            rows = [row for person in people for row in _alert(desk, person)]
            await desk.desk.parts.records.commit(*rows)
            for person in people:
                desk.desk.parts.wake_delivery(_key(person).id)

            async def sent() -> bool:
                where = {"status": "sent"}
                rows = await desk.desk.parts.records.count(Query(kind=OutboxItem, where=where))
                return rows >= size.delivered

            await _until(sent, size.patience_s)
            took = time.time() - began
        allowed = Pace().per_second
        refused = sum(call.status == 429 for call in fake.calls("sendMessage"))
    rate = size.delivered / took
    return COMMON | {
        "flow": "delivered",
        "concurrency": size.delivered,
        "messages_per_s": round(rate, 2),
        "limit_per_s": allowed,
        "share_of_limit": round(rate / allowed, 3),
        "refused": refused,
    }


# -- parts ----------------------------------------------------------------------------------------


@asynccontextmanager
async def _desk(fake: FakeTelegram, people: list[User], pace: Pace) -> AsyncIterator[TestDesk]:
    """A desk on SQLite whose owner is all of these people, polling."""
    clock = SystemClock()
    with tempfile.TemporaryDirectory() as folder:
        database = SqliteDatabase(Path(folder) / "desk.db")
        migrate(database)
        async with SqlRecords(database) as records:
            owners = tuple(("telegram", str(one.id)) for one in people)
            async with open_desk(
                records=records,
                clock=clock,
                ids=SystemIds(clock),
                owners=owners,
                pushed=frozenset({"telegram"}),
                workers=32,
            ) as desk:
                surface = TelegramSurface(
                    fake.token,
                    assistant=desk.desk.assistant,
                    clock=clock,
                    ids=SystemIds(clock),
                    api_url=fake.url,
                    pace=pace,
                )
                desk.desk.surfaces["telegram"] = surface
                await surface.start()
                tasks = [
                    asyncio.create_task(surface.run()),
                    asyncio.create_task(desk.desk.delivery.run()),
                ]
                try:
                    yield desk
                finally:
                    await surface.stop()
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)


def _push(fake: FakeTelegram, people: list[User]) -> float:
    began = time.time()
    for person in people:
        fake.push_text(person, fake.private(person), TEXT)
    return began


async def _signs(fake: FakeTelegram, chats: int, began: float, size: Size) -> list[float]:
    """Seconds from the updates to each chat's first call of ours."""
    first: dict[str, float] = {}

    async def seen() -> bool:
        for method in SIGNS:
            for call in fake.calls(method):
                chat = str(call.params["chat_id"])
                first[chat] = min(first.get(chat, call.at), call.at)
        return len(first) >= chats

    await _until(seen, size.patience_s)
    return [at - began for at in first.values()]


async def _until(holds: Callable[[], Awaitable[bool]], patience_s: float) -> None:
    async with asyncio.timeout(patience_s):
        while not await holds():  # noqa: ASYNC110 - what is waited for is another's
            await asyncio.sleep(0.005)


def _key(person: User) -> ConversationKey:
    return ConversationKey(platform="telegram", chat=str(person.id), person=str(person.id))


def _alert(desk: TestDesk, person: User) -> list[Write]:
    """An alert to this person, as a job tells it."""
    parts = desk.desk.parts
    notices = notices_of(parts)
    home = Home(account_id="owner", conversation_id=_key(person).id, lang="en")
    return notices.rows(home, [TextBlock(text="BTC crossed 70,000 USDT")])


def _p99(times: list[float]) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.99))]
