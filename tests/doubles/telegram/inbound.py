"""The test's side: what people write, press and send to the bot."""

import asyncio
from typing import Any

from .api.media import save_media
from .backend import Backend
from .callbacks import Press
from .files import Upload
from .model import Chat, Message, Topic, User
from .places import ANONYMOUS_ADMIN
from .text import Formatted, Json, settle, utf16_slice
from .updates import Update


class Inbound:
    backend: Backend
    _resend_after: float | None
    _tasks: set["asyncio.Task[None]"]

    def push_text(
        self,
        user: User,
        chat: Chat,
        text: str,
        *,
        topic: Topic | None = None,
        reply_to: Message | None = None,
        anonymous: bool = False,
    ) -> Update:
        """The person writes; `.message` of what comes back is the stored message.

        `anonymous`: an admin writing as the group. In a channel it is a post of the channel.
        """
        details = self._from(user, chat, topic, reply_to, anonymous=anonymous)
        message = self.backend.store.add_message(chat, settle(Formatted(text)), **details)
        return self._send(message, user)

    def push_document(
        self,
        user: User,
        chat: Chat,
        name: str,
        data: bytes,
        *,
        content_type: str = "application/octet-stream",
        caption: str = "",
    ) -> Update:
        return self._push_media(user, chat, "document", Upload(name, content_type, data), caption)

    def push_photo(self, user: User, chat: Chat, data: bytes, *, caption: str = "") -> Update:
        upload = Upload("photo.jpg", "image/jpeg", data)
        return self._push_media(user, chat, "photo", upload, caption)

    def edit_text(self, message: Message, text: str) -> Update:
        """The author edits what they wrote."""
        message.versions.append(message.text)
        new = settle(Formatted(text))
        message.text, message.entities = new.text, new.entities
        message.edit_date = self.backend.store.now()
        kind = "edited_channel_post" if message.chat.type == "channel" else "edited_message"
        return self.backend.queue.push(kind, message.json(), message.chat.id, message)

    def push_update(self, kind: str, payload: Json, *, lane: object = None) -> Update:
        """Any other update, checked against Telegram's own shape."""
        return self.backend.queue.push(kind, payload, lane)

    def redeliver(self, update: Update, *, same_id: bool = False) -> Update:
        """The same message under a new update id; or the very same update at the same instant."""
        queue = self.backend.queue
        if same_id:
            return queue.repeat(update)
        return queue.push(update.kind, update.payload, object(), update.message)

    def press(self, user: User, message: Message, data_or_label: str) -> Press:
        """A tap on a button that the message has right now."""
        button = message.button(data_or_label)
        if button.data is None:
            raise AssertionError(f"{button.label!r} sends nothing to the bot")
        return self.press_data(user, message, button.data)

    def press_data(self, user: User, message: Message, data: str) -> Press:
        """A tap whose data need not be on the message any more: an old screen, or a forgery."""
        if message.deleted:
            shown: Json = {"chat": message.chat.json(), "message_id": message.id, "date": 0}
        else:
            shown = message.json()
        presses = self.backend.presses
        query_id = presses.next_id()
        payload: Json = {
            "id": query_id,
            "from": user.json(),
            "message": shown,
            "chat_instance": str(-message.chat.id * 7919),
            "data": data,
        }
        now = self.backend.clock.now()
        update = self.backend.queue.push("callback_query", payload, ("press", user.id), message)
        press = Press(query_id, user, message, data, now, payload, update)
        presses.all.append(press)
        if self._resend_after is not None:
            task = asyncio.create_task(self._resend_later(press, self._resend_after))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return press

    def resend(self, press: Press) -> Update:
        """The same press once more: a new update id, the same callback query id."""
        queue = self.backend.queue
        press.update = queue.push("callback_query", press.payload, object(), press.message)
        return press.update

    async def _resend_later(self, press: Press, seconds: float) -> None:
        await self.backend.clock.sleep(seconds)
        if self.backend.presses.waiting(press):
            self.resend(press)

    def _push_media(
        self, user: User, chat: Chat, kind: str, upload: Upload, caption: str
    ) -> Update:
        media = save_media(self.backend.files, upload, kind)
        message = self.backend.store.add_message(
            chat, settle(Formatted(caption)), media=media, **self._from(user, chat)
        )
        return self._send(message, user)

    def _from(
        self,
        user: User,
        chat: Chat,
        topic: Topic | None = None,
        reply_to: Message | None = None,
        *,
        anonymous: bool = False,
    ) -> dict[str, Any]:
        assert chat.migrated_to is None, f"{chat.title} is a supergroup by now"
        if chat.user is not None:
            assert chat.user is user, "a private chat belongs to one person"
            assert not user.blocked, f"{user.first_name} must unblock the bot first"
            user.started = True
        details: dict[str, Any] = {"thread_id": topic and topic.id, "reply_to": reply_to}
        if chat.type == "channel":
            return details | {"sender_chat": chat}
        if anonymous:
            group = User(ANONYMOUS_ADMIN, "Group", "GroupAnonymousBot", is_bot=True)
            return details | {"sender": group, "sender_chat": chat}
        chat.members.setdefault(user.id, "member")
        return details | {"sender": user}

    def _send(self, message: Message, user: User) -> Update:
        kind = "channel_post" if message.chat.type == "channel" else "message"
        queue = self.backend.queue
        if not self._reaches_bot(message):
            return queue.unseen(kind, message.json(), message)
        return queue.push(kind, message.json(), message.chat.id, message)

    def _reaches_bot(self, message: Message) -> bool:
        """In privacy mode a group's talk stays unseen unless it is meant for the bot."""
        chat = message.chat
        if chat.is_group and chat.members[self.backend.bot.id] in ("left", "kicked"):
            return False
        if not chat.is_group or not self.backend.privacy or self.backend.store.is_admin(chat):
            return True
        if message.reply_to is not None and message.reply_to.sender is self.backend.bot:
            return True
        name = f"@{self.backend.bot.username}".lower()
        for entity in message.entities:
            word = utf16_slice(message.text, entity["offset"], entity["length"]).lower()
            if entity["type"] == "mention" and word == name:
                return True
            if entity["type"] == "bot_command" and word.partition("@")[2] in ("", name[1:]):
                return True
        return False
