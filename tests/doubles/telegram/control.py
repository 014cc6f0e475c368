"""FakeTelegram: the double as a test holds it."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from .backend import Backend, Call, Unexpected
from .callbacks import Presses
from .changes import Changes
from .clock import Clock, SystemClock
from .faults import Fault, Planned
from .inbound import Inbound
from .limits import Limiter, Rates
from .model import Chat, Message, User
from .places import Places
from .profile import Profile
from .server import Server
from .store import Store
from .text import Json
from .updates import UpdateQueue
from .webhook import Delivery, Webhook

T = TypeVar("T")

TOKEN = "123456789:AAFakeTokenOfTheTestDouble_0123456789"


class FakeTelegram(Inbound, Places):
    """A Bot API server for one bot, on a free loopback port, to be used as `async with`.

    Leaving the block fails if the bot called something that the double does not model, or broke
    Telegram's list of parameters; see `unexpected`.
    """

    def __init__(
        self,
        *,
        token: str = TOKEN,
        username: str = "bellwether_bot",
        name: str = "Bellwether",
        clock: Clock | None = None,
        limits: Rates | bool = False,
        privacy: bool = False,
        press_ttl: float = 15.0,
        resend_presses_after: float | None = None,
        longest_poll: float = 50.0,
        webhook_retry_delay: float = 1.0,
        first_update_id: int = 700_000_001,
    ) -> None:
        """`limits`: True for the real rates. `longest_poll`: real seconds an empty poll may last.

        `privacy`: the bot sees of group talk only commands, mentions and replies to itself.
        `resend_presses_after`: a press still unanswered then comes again under a new update id.
        """
        clock = clock or SystemClock()
        changes = Changes()
        bot = User(int(token.partition(":")[0]), name, username, is_bot=True)
        queue = UpdateQueue(clock, changes, first_update_id, longest_poll)
        rates = limits if isinstance(limits, Rates) else Rates()
        self.backend = Backend(
            token=token,
            bot=bot,
            privacy=privacy,
            clock=clock,
            changes=changes,
            store=Store(clock, bot),
            queue=queue,
            webhook=Webhook(clock, changes, queue, webhook_retry_delay),
            limiter=Limiter(clock, rates, on=limits is not False),
            presses=Presses(clock, press_ttl),
        )
        self._resend_after = resend_presses_after
        self._tasks: set[asyncio.Task[None]] = set()
        self._server = Server(self.backend)

    async def __aenter__(self) -> "FakeTelegram":
        await self._server.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.backend.webhook.close()
        await self._server.close()
        if kind is None:
            self.assert_nothing_unexpected()

    # Where it is

    @property
    def token(self) -> str:
        return self.backend.token

    @property
    def bot(self) -> User:
        return self.backend.bot

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.port}"

    @property
    def base_url(self) -> str:
        """As python-telegram-bot takes it."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        return f"{self.url}/file/bot"

    # What the bot did

    def calls(self, method: str | None = None) -> list[Call]:
        """All calls with the right token, oldest first, refused ones included."""
        return [call for call in self.backend.calls if method in (None, call.method)]

    def messages(self, chat: Chat, *, everything: bool = False) -> list[Message]:
        """What the chat shows now; `everything`: with what was deleted, and service messages."""
        there = [m for m in self.backend.store.messages.values() if m.chat is chat]
        return [m for m in there if everything or not (m.deleted or m.service)]

    def sent(self, chat: Chat) -> list[Message]:
        """What the bot wrote into the chat and has not deleted."""
        return [message for message in self.messages(chat) if message.by_bot]

    async def said(
        self,
        chat: Chat,
        part: str,
        timeout: float = 5.0,  # noqa: ASYNC109 - a test says how long it has patience
    ) -> Message:
        """The bot's newest message with these words, waited for if it is not there yet."""

        def found() -> Message | None:
            return next((m for m in reversed(self.sent(chat)) if part in m.text), None)

        message = await self.wait_for(found, timeout)
        assert message is not None
        return message

    def commands(self, scope: Json | None = None, language: str = "") -> list[Json]:
        return self.profile.commands(scope, language)

    @property
    def profile(self) -> Profile:
        return self.backend.profile

    @property
    def drafts(self) -> dict[tuple[int, int], str]:
        return self.backend.drafts

    @property
    def polling(self) -> bool:
        """Whether a long poll waits right now."""
        return self.backend.queue.polling

    @property
    def pending(self) -> int:
        """Updates that no one has acknowledged."""
        return len(self.backend.queue.pending())

    @property
    def deliveries(self) -> list[Delivery]:
        """Every POST to the webhook."""
        return self.backend.webhook.deliveries

    @property
    def unexpected(self) -> list[Unexpected]:
        return self.backend.unexpected

    def assert_nothing_unexpected(self) -> None:
        if self.unexpected or self.backend.webhook.replies:
            raise AssertionError(
                f"the bot did what the double does not know: {self.unexpected}"
                f"{self.backend.webhook.replies or ''}"
            )

    async def wait_for(
        self,
        predicate: Callable[[], T],
        timeout: float = 5.0,  # noqa: ASYNC109 - a test says how long it has patience
    ) -> T:
        """The predicate's first truthy answer; looked at after every call, press and delivery."""
        try:
            return await self.backend.changes.until(predicate, timeout)
        except TimeoutError:
            raise AssertionError(f"did not come within {timeout} s\n{self.transcript()}") from None

    def transcript(self) -> str:
        """What happened, for a person who reads a failed test."""
        lines = [f"call    {call}" for call in self.backend.calls if call.method != "getUpdates"]
        for message in self.backend.store.messages.values():
            who = message.sender.first_name if message.sender else "(post)"
            gone = " (deleted)" if message.deleted else ""
            lines.append(
                f"message {message.chat.id}/{message.id} {who}{gone}: "
                f"{message.text[:120]!r} {message.labels or ''}"
            )
        return "\n".join(lines)

    # What goes wrong

    def fault(
        self,
        method: str,
        error: Fault | int,
        times: int | None = 1,
        *,
        chat: Chat | None = None,
        when: Callable[[Json], bool] = lambda _params: True,
    ) -> Planned:
        """Plans a fault for the next calls of a method ("*": any); an int is a bare HTTP status.

        `times=None`: until `clear_faults`. `when` sees the parameters as they came.
        """
        fault = Fault.http(error) if isinstance(error, int) else error
        planned = Planned(method, fault, times, chat.id if chat else None, when)
        self.backend.faults.planned.append(planned)
        return planned

    def clear_faults(self) -> None:
        self.backend.faults.planned.clear()

    def release(self) -> None:
        """Lets calls go on that hang by a fault, and those planned to hang later."""
        self._server.released.set()

    @property
    def limits(self) -> Limiter:
        """`.on = True` switches the real rates on."""
        return self.backend.limiter
