"""The Telegram surface: its parts put together, and their lifetimes."""

import asyncio
from collections.abc import Callable

import structlog
from telegram import BotCommand
from telegram.error import InvalidToken, TelegramError

from adapters.chat.telegram.client import ALLOWED_UPDATES, connect
from adapters.chat.telegram.intake import Intake
from adapters.chat.telegram.limiter import Pace, PacingLimiter
from adapters.chat.telegram.live import SignsOfLife
from adapters.chat.telegram.outbound import Sender
from adapters.chat.telegram.places import Places
from adapters.chat.telegram.polling import BACKOFF_S, Polling, Stopped
from adapters.chat.telegram.webhook import TRY_AGAIN, Webhook
from core.agent.commands import COMMANDS
from core.assistant import Assistant
from core.domain.conversation import Lang
from core.domain.outbound import Progress
from core.domain.records import OutboxItem
from core.errors import SetupError
from core.ports import Clock, Ids
from core.views.words import say

log = structlog.get_logger(__name__)

REFUSED = (
    "TELEGRAM_BOT_TOKEN: Telegram does not accept this token; copy it again from @BotFather "
    "(or TELEGRAM_API_URL is not a Bot API server)"
)
WHY_STOPPED: dict[Stopped, str] = {
    "rival": "another process polls Telegram with the same bot token; "
    "this one no longer receives messages. Stop the other one and start again",
    "token": REFUSED,
}


class TelegramSurface:
    """Everything between Telegram and the front door.

    `start` before `run`; `stop` ends both. With `webhook_url` updates come through `receive`,
    else by polling. `on_stopped` is told, in one line, when no more updates will come.
    """

    platform = "telegram"

    def __init__(
        self,
        token: str,
        *,
        assistant: Assistant,
        clock: Clock,
        ids: Ids,
        api_url: str | None = None,
        webhook_url: str | None = None,
        webhook_secret: str | None = None,
        on_stopped: Callable[[str], None] | None = None,
        pace: Pace | None = None,
        poll_s: int = 30,
    ) -> None:
        self._clock = clock
        self._webhook_url = webhook_url
        self._secret = webhook_secret or ids.token()
        self._on_stopped = on_stopped
        try:
            self._client = connect(token, api_url, PacingLimiter(clock, pace or Pace()))
        except InvalidToken:
            raise SetupError(REFUSED) from None
        self._places = Places()
        self._life = SignsOfLife(self._client, clock)
        self._sender = Sender(self._client, self._places, self._life, assistant)
        self._intake = Intake(
            self._client, assistant, clock, self._places, self._life, self._sender
        )
        self._polling = Polling(self._client, self._intake, clock, poll_s)
        self._webhook = Webhook(self._client, self._intake, self._secret)
        self._ready = False
        self._listening: asyncio.Task[None] | None = None
        self._stopping = False
        self._ended = asyncio.Event()
        self._ended.set()

    @property
    def username(self) -> str:
        """The bot's name without @; a question mark until Telegram has told it."""
        return self._client.username if self._ready else "?"

    # -- lifetime -------------------------------------------------------------------------------

    async def start(self) -> None:
        """Make ourselves known to Telegram. SetupError: it refuses the token.

        Where Telegram cannot be reached, `run` goes on trying.
        """
        try:
            await self._introduce()
        except TelegramError as error:
            log.warning("Telegram is not reachable", error=type(error).__name__)

    async def run(self) -> None:
        """Receive updates and show signs of life, until `stop` or until there is no use."""
        if self._stopping:
            return
        self._ended.clear()
        try:
            async with asyncio.TaskGroup() as group:
                self._life.open(group)
                self._listening = group.create_task(self._listen())
                await asyncio.wait([self._listening])
                self._life.close()
        finally:
            self._life.close()
            self._ended.set()

    async def stop_receiving(self) -> None:
        """End `run`: no more updates. What the turns under way say can still be delivered."""
        self._stopping = True
        if self._listening is not None:
            self._listening.cancel()
        await self._ended.wait()

    async def stop(self) -> None:
        """End `run`, and let go of the connections. A later delivery is postponed, not in doubt."""
        await self.stop_receiving()
        await self._client.disconnect()

    # -- the way out ----------------------------------------------------------------------------

    async def deliver(self, item: OutboxItem, target: OutboxItem | None) -> str:
        """Send, edit or remove what the row says; see core.ports.Surface."""
        return await self._sender.deliver(item, target)

    async def progress(self, conversation_id: str, event: Progress) -> None:
        """A sign of life: best effort, may be dropped; other platforms' are none of ours."""
        if not conversation_id.startswith("telegram:"):
            return
        self._life.event(self._places.of(conversation_id), event)

    # -- the way in -----------------------------------------------------------------------------

    async def receive(self, body: bytes, secret: str | None) -> int:
        """An update posted to the webhook, and its secret header: the status to answer with."""
        try:
            await self._introduce()
        except (TelegramError, SetupError) as error:
            log.warning("update not accepted", error=type(error).__name__)
            return TRY_AGAIN
        return await self._webhook.receive(body, secret)

    async def _listen(self) -> None:
        reason = WHY_STOPPED[await self._received()]
        log.error("Telegram stopped", reason=reason)
        if self._on_stopped is not None:
            self._on_stopped(reason)

    async def _received(self) -> Stopped:
        """Why no more updates come; until then they do."""
        try:
            await self._introduced()
        except SetupError:
            return "token"
        if self._webhook_url:
            await asyncio.Event().wait()
        return await self._polling.run()

    async def _introduced(self) -> None:
        failures = 0
        while not self._ready:
            try:
                await self._introduce()
            except TelegramError as error:
                wait = BACKOFF_S[min(failures, len(BACKOFF_S) - 1)]
                failures += 1
                log.warning(
                    "Telegram is not reachable", error=type(error).__name__, again_in_s=wait
                )
                await self._clock.sleep(wait)

    async def _introduce(self) -> None:
        """Who we are, where updates go, what can be said. What waits at Telegram is kept."""
        if self._ready:
            return
        try:
            await self._client.initialize()
            if self._webhook_url:
                await self._client.set_webhook(
                    self._webhook_url, secret_token=self._secret, allowed_updates=ALLOWED_UPDATES
                )
            else:
                await self._client.delete_webhook()
        except InvalidToken:
            # The library's own text would show the token.
            raise SetupError(REFUSED) from None
        self._ready = True
        await self._register_commands()

    async def _register_commands(self) -> None:
        languages: tuple[tuple[Lang, str | None], ...] = (("en", None), ("zh", "zh"))
        try:
            for lang, code in languages:
                await self._client.set_my_commands(
                    [BotCommand(item.name, say(lang, f"command.{item.name}")) for item in COMMANDS],
                    language_code=code,
                )
        except TelegramError as error:
            log.warning("commands not registered", error=type(error).__name__)
