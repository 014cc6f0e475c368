"""The Bot API client: python-telegram-bot's, with our pacing and our reading of failures.

Whether a request may have happened decides if it can be repeated without a word, so failures that
are certain to have happened before it left are told from those that are not.
"""

import json
from typing import Any

import httpx
from telegram import InlineKeyboardMarkup, LinkPreviewOptions, ReplyParameters
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.ext import BaseRateLimiter, ExtBot
from telegram.request import BaseRequest, HTTPXRequest, RequestData

from adapters.chat.masking import masked

ALLOWED_UPDATES = ["message", "callback_query"]
"""Edited messages and channel posts never act, so they are not asked for."""
HOME = "https://api.telegram.org"
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

_NEVER_LEFT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_TOO_MANY = 429


class Throttled(TelegramError):
    """Telegram (429), or our own pacing, asks to wait `wait_s` seconds. Nothing was sent."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"wait {wait_s:.1f} s")
        self.wait_s = wait_s


class NotSent(NetworkError):
    """No connection: the request never left, so nothing can have happened."""


class Request(HTTPXRequest):
    """One connection pool, with failures as above and no token in their text."""

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Status and body; Throttled for a 429, NotSent, TimedOut or NetworkError without one."""
        if self._client.is_closed:
            raise NotSent("closed")
        try:
            status, body = await super().do_request(
                url,
                method,
                request_data,
                read_timeout,
                write_timeout,
                connect_timeout,
                pool_timeout,
            )
        except NetworkError as error:
            if isinstance(error.__cause__, _NEVER_LEFT):
                raise NotSent(masked(error.message)) from None
            if isinstance(error, TimedOut):
                raise TimedOut(masked(error.message)) from None
            raise NetworkError(masked(error.message)) from None
        if status == _TOO_MANY:
            raise Throttled(_wait(body))
        return status, body


class Client(ExtBot[str]):
    """The bot, as this surface uses it: a chat is an id in text, a message's id a number."""

    async def disconnect(self) -> None:
        """Let go of the connections, also of those made before Telegram has told who we are."""
        for request in self._request:
            await request.shutdown()

    async def poll(self, offset: int, timeout_s: int) -> list[dict[str, Any]]:
        """Updates from `offset` on, as JSON: one that cannot be read must not hide the others.

        Waits up to `timeout_s` seconds for the first one.
        """
        raw: list[dict[str, Any]] = await self._post(
            "getUpdates",
            {"offset": offset, "timeout": timeout_s, "allowed_updates": ALLOWED_UPDATES},
            read_timeout=timeout_s + 10.0,
        )
        return raw

    async def write(
        self,
        chat: str,
        text: str,
        *,
        thread: str = "",
        html: bool = False,
        buttons: InlineKeyboardMarkup | None = None,
        reply_to: int | None = None,
        urgency: str | None = None,
    ) -> int:
        """A new message; its id."""
        reply = None
        if reply_to is not None:
            reply = ReplyParameters(message_id=reply_to, allow_sending_without_reply=True)
        message = await self.send_message(
            chat,
            text,
            parse_mode="HTML" if html else None,
            message_thread_id=int(thread) if thread else None,
            reply_markup=buttons,
            reply_parameters=reply,
            link_preview_options=NO_PREVIEW,
            rate_limit_args=urgency,
        )
        return message.message_id

    async def show(
        self,
        chat: str,
        photo: bytes,
        caption: str,
        *,
        thread: str = "",
        html: bool = False,
        buttons: InlineKeyboardMarkup | None = None,
        reply_to: int | None = None,
    ) -> int:
        """A new photo with its caption; its id."""
        reply = None
        if reply_to is not None:
            reply = ReplyParameters(message_id=reply_to, allow_sending_without_reply=True)
        message = await self.send_photo(
            chat,
            photo,
            caption=caption,
            parse_mode="HTML" if html else None,
            message_thread_id=int(thread) if thread else None,
            reply_markup=buttons,
            reply_parameters=reply,
            filename="picture.png",
        )
        return message.message_id

    async def rewrite(
        self,
        chat: str,
        message_id: int,
        text: str,
        *,
        html: bool = False,
        buttons: InlineKeyboardMarkup | None = None,
        urgency: str | None = None,
    ) -> None:
        """An edit of our own message; without `buttons` it has none any more."""
        await self.edit_message_text(
            text,
            chat,
            message_id,
            parse_mode="HTML" if html else None,
            reply_markup=buttons,
            link_preview_options=NO_PREVIEW,
            rate_limit_args=urgency,
        )


def connect(token: str, api_url: str | None, limiter: BaseRateLimiter[str]) -> Client:
    """A client of Telegram, or of a self-hosted server at `api_url`; nothing is opened yet."""
    home = (api_url or HOME).rstrip("/")
    # Where no TLS is spoken none of it is set up, which costs tens of milliseconds.
    options: dict[str, Any] = {"verify": False} if home.startswith("http://") else {}
    return Client(
        token,
        base_url=f"{home}/bot",
        base_file_url=f"{home}/file/bot",
        request=Request(
            read_timeout=15.0,
            write_timeout=15.0,
            connect_timeout=10.0,
            pool_timeout=5.0,
            httpx_kwargs=options,
        ),
        get_updates_request=Request(connection_pool_size=1, httpx_kwargs=options),
        rate_limiter=limiter,
    )


def _wait(body: bytes) -> float:
    """The seconds that a 429 asks for; a second where it does not say."""
    try:
        return max(1.0, float(json.loads(body)["parameters"]["retry_after"]))
    except (ValueError, KeyError, TypeError):
        return 1.0
