"""The Discord surface: its parts put together, and their lifetimes."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import structlog
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from adapters.chat.discord import commands
from adapters.chat.discord.intake import Intake
from adapters.chat.discord.live import SignsOfLife
from adapters.chat.discord.outbound import Sender
from core.assistant import Assistant
from core.domain.outbound import Progress
from core.domain.records import OutboxItem
from core.errors import DeliveryPostponed
from core.ports import Clock

log = structlog.get_logger(__name__)

REFUSED = (
    "DISCORD_BOT_TOKEN: Discord does not accept this token; copy it again from the developer "
    "portal (or DISCORD_API_URL is not Discord's API)"
)
BACKOFF_S = (1.0, 2.0, 5.0, 15.0, 60.0)
LONGEST_LIMIT_S = 30.0
"""A rate limit that lasts longer is not waited out inside a call: its row is postponed."""


class Bot(discord.Client):
    """The library's client: what it hears goes to the intake, nothing is decided here."""

    def __init__(self) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        intents.guild_messages = True
        intents.dm_messages = True
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_LIMIT_S,
            max_messages=None,
        )
        self.intake: Intake | None = None

    async def setup_hook(self) -> None:
        """Logged in: make the commands known. Without them the bot still answers words."""
        try:
            application = self.application_id
            if application and await commands.register(self.http, application):
                log.info("slash commands registered")
        except discord.HTTPException as error:
            log.warning("slash commands not registered", code=error.code)

    async def on_message(self, message: discord.Message) -> None:
        """Somebody wrote somewhere."""
        if self.intake is not None and self.user is not None:
            await self.intake.message(message, self.user.id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A slash command or a button, whenever it was sent: its custom id says all.

        Forms are the library's: it knows those that are open.
        """
        if self.intake is None:
            return
        if interaction.type == discord.InteractionType.application_command:
            await self.intake.command(interaction)
        elif interaction.type == discord.InteractionType.component:
            await self.intake.button(interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ARG002
        """An event that could not be handled: on record, and no other is held up."""
        error = sys.exc_info()[1]
        log.error("event failed", event_method=event_method, exc_info=error)


class DiscordSurface:
    """Everything between Discord and the front door.

    `run` connects and receives until `stop`. `on_stopped` is told, in one line, when no more will
    come. `api_url` and `gateway_url` are for a server that stands in for Discord.
    """

    platform = "discord"

    def __init__(
        self,
        token: str,
        *,
        assistant: Assistant,
        clock: Clock,
        api_url: str | None = None,
        gateway_url: str | None = None,
        on_stopped: Callable[[str], None] | None = None,
    ) -> None:
        self._token = token
        self._clock = clock
        self._on_stopped = on_stopped
        if api_url:
            Route.BASE = api_url.rstrip("/")
        if gateway_url:
            DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway_url)
        self._client = Bot()
        self._life = SignsOfLife(clock)
        self._sender = Sender(self._client, self._life, assistant, clock)
        self._intake = Intake(assistant, clock, self._life, self._sender)
        self._running: asyncio.Task[None] | None = None

    @property
    def username(self) -> str:
        """The bot's name; a question mark until Discord has told it."""
        return self._client.user.name if self._client.user is not None else "?"

    # -- lifetime -------------------------------------------------------------------------------

    async def run(self) -> None:
        """Receive events and show signs of life, until `stop` or until there is no use."""
        self._client.intake = self._intake
        try:
            async with asyncio.TaskGroup() as group:
                self._life.open(group)
                self._running = group.create_task(self._connected())
                await asyncio.wait([self._running])
                self._life.close()
        finally:
            self._life.close()

    async def stop_receiving(self) -> None:
        """Accept nothing more. What the turns under way say can still be delivered."""
        self._client.intake = None

    async def stop(self) -> None:
        """End `run`, and let go of the connections."""
        await self.stop_receiving()
        await self._client.close()
        if self._running is not None:
            self._running.cancel()

    async def _connected(self) -> None:
        failures = 0
        while True:
            try:
                await self._client.start(self._token, reconnect=True)
            except discord.LoginFailure:
                log.error("Discord stopped", reason=REFUSED)  # noqa: TRY400  it would show the token
                if self._on_stopped is not None:
                    self._on_stopped(REFUSED)
                return
            except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
                wait = BACKOFF_S[min(failures, len(BACKOFF_S) - 1)]
                failures += 1
                log.warning("Discord is not reachable", error=type(error).__name__, again_in_s=wait)
                await self._clock.sleep(wait)
            else:
                return

    # -- the way out ----------------------------------------------------------------------------

    async def deliver(self, item: OutboxItem, target: OutboxItem | None) -> str:
        """Send, edit or remove what the row says; see core.ports.Surface."""
        if self._client.is_closed():
            raise DeliveryPostponed(1.0)
        return await self._sender.deliver(item, target)

    async def progress(self, conversation_id: str, event: Progress) -> None:
        """A sign of life: best effort, may be dropped; other platforms' are none of ours."""
        if conversation_id.startswith("discord:"):
            self._life.event(event)
