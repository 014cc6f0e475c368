"""Two Bot API clients that nobody here wrote, behind one small face, to drive the fake Telegram."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Literal

import aiogram
import aiogram.exceptions
import aiogram.types
import aiohttp
import pytest
import telegram
import telegram.error
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from telegram.request import HTTPXRequest

from tests.doubles.telegram import FakeTelegram

Which = Literal["ptb", "aiogram"]
PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (640).to_bytes(4) + (480).to_bytes(4) + b"\x08\x06"


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


async def raw(tg, method, verb="POST", token=None, **kwargs):
    """A request as no well-behaved client would make it."""
    url = f"{tg.url}/bot{token or tg.token}/{method}"
    async with aiohttp.ClientSession() as session, session.request(verb, url, **kwargs) as answer:
        return answer.status, await answer.json()


def expect_unexpected(tg, kind, detail):
    assert [(seen.kind, detail in seen.detail) for seen in tg.unexpected] == [(kind, True)]
    tg.unexpected.clear()


async def poll(client, **params):
    return list(await client.do("get_updates", **params))
