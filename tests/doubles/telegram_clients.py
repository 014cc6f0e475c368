"""Two Bot API clients that nobody here wrote, behind one small face, to drive the fake Telegram."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Literal

import aiogram
import aiogram.exceptions
import aiogram.types
import pytest
import telegram
import telegram.error
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from telegram.request import HTTPXRequest

from tests.doubles.telegram import FakeTelegram

Which = Literal["ptb", "aiogram"]


class Client:
    """Both libraries name methods and parameters alike; the rest is bridged here."""

    def __init__(self, fake: FakeTelegram, which: Which, bot: Any) -> None:
        self.fake = fake
        self.which = which
        self.bot = bot

    async def do(self, method: str, **params: Any) -> Any:
        return await getattr(self.bot, method)(**params)

    async def refused(self, method: str, **params: Any) -> str:
        """The words of the refusal that the call must meet."""
        with pytest.raises(_REFUSALS):
            await self.do(method, **params)
        return self.fake.calls()[-1].description

    async def unreachable(self, method: str, **params: Any) -> None:
        with pytest.raises(_NETWORK):
            await self.do(method, **params)

    def keyboard(self, *rows: list[tuple[str, str]]) -> Any:
        plain = [[{"text": text, "callback_data": data} for text, data in row] for row in rows]
        return self.object("InlineKeyboardMarkup", {"inline_keyboard": plain})

    def object(self, name: str, value: dict[str, Any]) -> Any:
        if self.which == "ptb":
            return getattr(telegram, name).de_json(value, self.bot)
        return getattr(aiogram.types, name).model_validate(value)

    def upload(self, data: bytes, name: str) -> Any:
        if self.which == "ptb":
            return telegram.InputFile(data, name, attach=True)
        return aiogram.types.BufferedInputFile(data, name)

    async def download(self, file_id: str) -> bytes:
        if self.which == "ptb":
            return bytes(await (await self.bot.get_file(file_id)).download_as_bytearray())
        stored = await self.bot.get_file(file_id)
        content = await self.bot.download_file(stored.file_path)
        return bytes(content.read())


_REFUSALS = (telegram.error.TelegramError, aiogram.exceptions.TelegramAPIError)
_NETWORK = (telegram.error.NetworkError, aiogram.exceptions.TelegramNetworkError)


@asynccontextmanager
async def connected(
    fake: FakeTelegram, which: Which, token: str | None = None
) -> AsyncIterator[Client]:
    token = token or fake.token
    async with AsyncExitStack() as stack:
        bot: Any
        if which == "ptb":
            # No TLS is spoken here, so none of it is set up.
            polls, others = (HTTPXRequest(httpx_kwargs={"verify": False}) for _ in range(2))
            bot = telegram.Bot(
                token,
                base_url=fake.base_url,
                base_file_url=fake.base_file_url,
                request=others,
                get_updates_request=polls,
            )
            await stack.enter_async_context(bot)
        else:
            server = TelegramAPIServer.from_base(fake.url)
            session = AiohttpSession(api=server)
            bot = aiogram.Bot(token, session=session)
            # Its own close() sleeps for the sake of TLS, which is not spoken here.
            await stack.enter_async_context(await session.create_session())
        yield Client(fake, which, bot)
