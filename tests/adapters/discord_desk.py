"""A desk on Discord: the surface over loopback, against the Discord of the tests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from adapters.chat.discord.app import DiscordSurface
from adapters.clock import SystemClock, SystemIds
from tests.desk import TestDesk, open_desk
from tests.doubles.discord import FakeDiscord
from tests.doubles.discord.server import TOKEN

PUSHED = frozenset({"discord"})


@dataclass
class DiscordDesk:
    """A running desk, its surface, and the Discord it talks to."""

    desk: TestDesk
    surface: DiscordSurface
    discord: FakeDiscord


async def _shown(desk: TestDesk, surface: DiscordSurface) -> None:
    events: Any = desk.desk.parts.events
    with events.follow_everything() as following:
        async for conversation_id, event in following:
            await surface.progress(conversation_id, event)


@asynccontextmanager
async def discord_desk(discord: FakeDiscord, **options: Any) -> AsyncIterator[DiscordDesk]:
    """A desk whose way in and out is Discord; its people are known by what `owners` says."""
    clock = SystemClock()
    async with open_desk(pushed=PUSHED, clock=clock, ids=SystemIds(clock), **options) as desk:
        surface = DiscordSurface(
            TOKEN,
            assistant=desk.desk.assistant,
            clock=clock,
            api_url=discord.url,
            gateway_url=discord.gateway,
        )
        desk.desk.surfaces["discord"] = surface
        tasks = [
            asyncio.create_task(surface.run()),
            asyncio.create_task(desk.desk.delivery.run()),
            asyncio.create_task(_shown(desk, surface)),
        ]
        before = discord.identified
        await discord.until(lambda: discord.identified > before)
        try:
            yield DiscordDesk(desk, surface, discord)
        finally:
            await surface.stop()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
