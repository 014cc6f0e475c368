"""The way out: outbox rows as messages, edits and deletions, each as harmless to repeat as can be.

An edit can be repeated. A new message cannot, so what may have arrived already is labelled, and of
a text in several messages only those are sent again that are not known to be there.
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import structlog
from telegram import InlineKeyboardMarkup
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    TelegramError,
)

from adapters.chat.telegram.client import Client, NotSent, Throttled
from adapters.chat.telegram.keyboard import keyboard, stop_button
from adapters.chat.telegram.live import PLACEHOLDER, SignsOfLife
from adapters.chat.telegram.photos import Part, Photo, parts, text_parts
from adapters.chat.telegram.pieces import Chunk, words
from adapters.chat.telegram.places import Place, Places
from core.assistant import Assistant
from core.domain.outbound import Outbound
from core.domain.records import OutboxItem
from core.errors import DeliveryPostponed, DeliveryRefused
from core.views.words import say

log = structlog.get_logger(__name__)

CERTAIN = (BadRequest, ChatMigrated, Forbidden, InvalidToken, NotSent, Throttled)
"""Failures after which it is known that nothing was sent; after any other one it may have been."""
GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "no text in the message",
)
NO_CONNECTION_S = 3.0
"""How soon to try again when nothing can have been sent."""


@dataclass
class _Begun:
    """How far a message of several parts has come in this process."""

    ids: list[int] = field(default_factory=list)
    doubtful: int | None = None
    """The part that was sent without an answer: it may be there."""


class Sender:
    """Delivers one outbox row at a time for each conversation, as the dispatcher asks."""

    def __init__(
        self,
        client: Client,
        places: Places,
        life: SignsOfLife,
        assistant: Assistant,
    ) -> None:
        self._client = client
        self._assistant = assistant
        self._places = places
        self._life = life
        self._begun: dict[str, _Begun] = {}
        self._asked_in: dict[str, int] = {}

    def asked(self, run_id: str, message_id: int) -> None:
        """In a group, what this turn says answers this message."""
        if len(self._asked_in) >= 1000:
            self._asked_in.pop(next(iter(self._asked_in)))
        self._asked_in[run_id] = message_id

    async def deliver(self, item: OutboxItem, target: OutboxItem | None) -> str:
        """Message ids, comma-separated, of what the row is on Telegram now; empty: of nothing.

        Raises DeliveryRefused, DeliveryPostponed, or TelegramError when it may have arrived.
        """
        try:
            place = self._places.of(item.conversation_id)
            try:
                return await self._deliver(item, target, place)
            except ChatMigrated as moved:
                self._places.moved(place.chat, str(moved.new_chat_id))
                place = replace(place, chat=str(moved.new_chat_id))
                return await self._deliver(item, target, place)
        except Throttled as error:
            raise DeliveryPostponed(error.wait_s) from None
        except NotSent:
            raise DeliveryPostponed(NO_CONNECTION_S) from None
        except (BadRequest, Forbidden, ChatMigrated) as error:
            # What Telegram has understood and refused once, it refuses for ever.
            self._begun.pop(item.id, None)
            raise DeliveryRefused(error.message) from None
        except ValueError as error:
            self._begun.pop(item.id, None)
            raise DeliveryRefused(f"not a message: {type(error).__name__}") from error

    async def _deliver(self, item: OutboxItem, target: OutboxItem | None, place: Place) -> str:
        match item.kind:
            case "placeholder":
                return await self._placeholder(item, place)
            case "message":
                message = Outbound.model_validate(item.payload)
                return await self._put(
                    item, place, parts(message), buttons=_buttons(message), answers=_ids(target)
                )
            case "answer":
                await self._life.finish(item.run_id)
                message = Outbound.model_validate(item.payload)
                return await self._put(
                    item, place, parts(message), over=_ids(target), buttons=_buttons(message)
                )
            case "close":
                return await self._close(item, target, place)
            case "drop":
                await self._life.finish(item.run_id)
                await self._remove(place, _ids(target))
                return ""
            case "erase":
                return await self._erase(item, place)

    async def _erase(self, item: OutboxItem, place: Place) -> str:
        """The person's own message, which holds a secret; where we may not, they are told to."""
        message_id = int(item.payload["message"])
        try:
            await self._client.delete_message(place.chat, message_id)
        except (BadRequest, Forbidden) as error:
            if _says(error, "message to delete not found"):
                return ""
            log.warning("message not deleted", reason=error.message)
        else:
            return ""
        text = say(item.payload["lang"], "secret.not_deleted")
        told = await self._client.write(place.chat, text, thread=place.thread, reply_to=message_id)
        return str(told)

    async def _placeholder(self, item: OutboxItem, place: Place) -> str:
        queued = str(item.payload.get("text", ""))
        text = f"⏳ {queued}" if queued else PLACEHOLDER
        stop = stop_button(item.run_id, item.payload.get("lang", "en"))
        try:
            sent = await self._client.write(
                place.chat,
                text,
                thread=place.thread,
                buttons=stop,
                reply_to=self._reply(item, place),
            )
        except CERTAIN:
            raise
        except TelegramError:
            # It may be there or not. A second one would leave the first behind for ever.
            log.warning("placeholder in doubt", item=item.id)
            return ""
        self._life.placed(item.run_id, place, sent, text, stop)
        return str(sent)

    async def _close(self, item: OutboxItem, target: OutboxItem | None, place: Place) -> str:
        """The card as it was sent, with how it ended below it and without buttons."""
        ids = _ids(target)
        if target is None or not ids:
            return ""
        card = Outbound.model_validate(target.payload)
        photos, closed = text_parts(card, note=str(item.payload.get("text", "")))
        return await self._put(item, place, closed, over=ids[photos:], resend=False)

    async def _put(
        self,
        item: OutboxItem,
        place: Place,
        wanted: Sequence[Part],
        *,
        over: Sequence[int] = (),
        answers: Sequence[int] = (),
        buttons: InlineKeyboardMarkup | None = None,
        resend: bool = True,
    ) -> str:
        """The parts over the messages that are there, and as new ones; the last has the buttons.

        A photo is always a new message: no text becomes one by an edit.

        `resend`: a message that is gone is sent anew instead of being let go. The first new message
        replies to the last of those that it `answers`.
        """
        known = item.id in self._begun
        begun = self._begun.setdefault(item.id, _Begun())
        if not known and item.kind == "message" and item.attempts > 1:
            begun.doubtful = 0
        for number in range(len(begun.ids), len(wanted)):
            part = wanted[number]
            under = buttons if number == len(wanted) - 1 else None
            sent = None
            slot = sum(isinstance(one, Chunk) for one in wanted[:number])
            if isinstance(part, Chunk) and slot < len(over):
                sent = await self._edit(place, over[slot], part, under)
                if sent is None and not resend:
                    sent = over[slot]
            if sent is None:
                reply_to = None
                if number == 0:
                    reply_to = answers[-1] if answers else self._reply(item, place)
                sent = await self._send(item, place, part, under, begun, number, reply_to)
            begun.ids.append(sent)
        await self._remove(place, over[sum(isinstance(one, Chunk) for one in wanted) :])
        del self._begun[item.id]
        return ",".join(str(sent) for sent in begun.ids)

    async def _send(
        self,
        item: OutboxItem,
        place: Place,
        part: Part,
        buttons: InlineKeyboardMarkup | None,
        begun: _Begun,
        number: int,
        reply_to: int | None,
    ) -> int:
        if begun.doubtful == number:
            label = words(say(item.payload.get("lang", "en"), "chat.repeat"))[0]
            part = _labelled(part, label)
        try:
            if isinstance(part, Photo):
                return await self._photo(place, part, buttons, reply_to)
            return await self._new(place, part, buttons, reply_to)
        except CERTAIN:
            raise
        except TelegramError:
            begun.doubtful = number
            raise

    async def _photo(
        self, place: Place, part: Photo, buttons: InlineKeyboardMarkup | None, reply_to: int | None
    ) -> int:
        """The photo; its words where there is no picture, or none is taken here."""
        picture = await self._assistant.picture(part.id)
        if picture is not None:
            try:
                return await self._client.show(
                    place.chat,
                    base64.b64decode(picture.data),
                    part.caption.html,
                    thread=place.thread,
                    html=True,
                    buttons=buttons,
                    reply_to=reply_to,
                )
            except BadRequest as error:
                log.warning("photo refused", reason=error.message)
        return await self._new(place, part.instead, buttons, reply_to)

    async def _new(
        self, place: Place, part: Chunk, buttons: InlineKeyboardMarkup | None, reply_to: int | None
    ) -> int:
        try:
            return await self._client.write(
                place.chat,
                part.html,
                thread=place.thread,
                html=True,
                buttons=buttons,
                reply_to=reply_to,
            )
        except BadRequest as error:
            if not _is_about_markup(error):
                raise
            log.warning("markup refused", reason=error.message)
        return await self._client.write(
            place.chat, part.plain, thread=place.thread, buttons=buttons, reply_to=reply_to
        )

    async def _edit(
        self, place: Place, message_id: int, part: Chunk, buttons: InlineKeyboardMarkup | None
    ) -> int | None:
        """The message's id once it reads like this; None: it is not there (any more)."""
        try:
            try:
                await self._client.rewrite(
                    place.chat, message_id, part.html, html=True, buttons=buttons
                )
            except BadRequest as error:
                if not _is_about_markup(error):
                    raise
                log.warning("markup refused", reason=error.message)
                await self._client.rewrite(place.chat, message_id, part.plain, buttons=buttons)
        except BadRequest as error:
            if _says(error, "message is not modified"):
                return message_id
            if _says(error, *GONE):
                return None
            raise
        return message_id

    async def _remove(self, place: Place, ids: Sequence[int]) -> None:
        for message_id in ids:
            try:
                await self._client.delete_message(place.chat, message_id)
            except BadRequest as error:
                if not _says(error, "message to delete not found", "message can't be deleted"):
                    raise

    def _reply(self, item: OutboxItem, place: Place) -> int | None:
        return None if place.private else self._asked_in.get(item.run_id)


def _labelled(part: Part, label: Chunk) -> Part:
    """The part with a line before it: it may be there already."""
    if isinstance(part, Photo):
        both = (part.caption, part.instead)
        caption, instead = (
            Chunk(f"{label.html}\n{one.html}", f"{label.plain}\n{one.plain}") for one in both
        )
        return Photo(part.id, caption, instead)
    return Chunk(f"{label.html}\n{part.html}", f"{label.plain}\n{part.plain}")


def _buttons(message: Outbound) -> InlineKeyboardMarkup | None:
    if message.question_id is None:
        return None
    return keyboard(message.question_id, message.choices)


def _ids(target: OutboxItem | None) -> list[int]:
    if target is None:
        return []
    return [int(one) for one in target.platform_message_id.split(",") if one]


def _is_about_markup(error: BadRequest) -> bool:
    return _says(error, "can't parse entities", "entity beginning", "entities")


def _says(error: TelegramError, *parts: str) -> bool:
    return any(part in error.message.lower() for part in parts)
