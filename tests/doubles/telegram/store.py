"""All people, places and messages, and who may write where."""

import itertools
from typing import Any

from .clock import Clock
from .errors import bad_request, forbidden
from .model import Chat, ChatType, Message, User
from .text import Formatted, Json


class Store:
    def __init__(self, clock: Clock, bot: User) -> None:
        self.clock = clock
        self.bot = bot
        self.users: dict[int, User] = {bot.id: bot}
        self.chats: dict[int, Chat] = {}
        self.messages: dict[tuple[int, int], Message] = {}
        self._user_ids = itertools.count(5_000_001)
        self._group_ids = itertools.count(4_000_001)
        self._shared_message_ids = itertools.count(101)
        self._own_message_ids: dict[int, itertools.count[int]] = {}

    def now(self) -> int:
        return int(self.clock.now())

    def add_user(self, first_name: str, user_id: int | None = None, **details: Any) -> User:
        user = User(user_id or next(self._user_ids), first_name, **details)
        if user.id in self.users:
            raise AssertionError(f"there is already a user {user.id}")
        self.users[user.id] = user
        return user

    def private(self, user: User) -> Chat:
        if user.id not in self.chats:
            self.chats[user.id] = Chat(user.id, "private", user=user)
        return self.chats[user.id]

    def add_chat(self, kind: ChatType, title: str, members: tuple[User, ...], **more: Any) -> Chat:
        number = next(self._group_ids)
        chat_id = -number if kind == "group" else -1_000_000_000_000 - number
        chat = Chat(chat_id, kind, title, **more)
        chat.members = {user.id: "member" for user in (self.bot, *members)}
        self.chats[chat.id] = chat
        return chat

    def next_message_id(self, chat: Chat) -> int:
        """Supergroups and channels count by themselves; all other chats share one counter."""
        if chat.type in ("supergroup", "channel"):
            return next(self._own_message_ids.setdefault(chat.id, itertools.count(1)))
        return next(self._shared_message_ids)

    def add_message(self, chat: Chat, text: Formatted | None = None, **details: Any) -> Message:
        message = Message(chat, self.next_message_id(chat), self.now(), **details)
        if text is not None:
            message.text, message.entities = text.text, text.entities
        self.messages[chat.id, message.id] = message
        return message

    def find_chat(self, chat_id: int | str) -> Chat:
        wanted = str(chat_id).strip()
        if not wanted:
            raise bad_request("chat_id is empty")
        for chat in self.chats.values():
            if wanted == str(chat.id) or (chat.username and wanted == f"@{chat.username}"):
                return chat
        raise bad_request("chat not found")

    def writable_chat(self, chat_id: int | str) -> Chat:
        chat = self.find_chat(chat_id)
        if chat.user is not None:
            if chat.user.blocked:
                raise forbidden("bot was blocked by the user")
            if not chat.user.started:
                raise forbidden("bot can't initiate conversation with a user")
        elif chat.migrated_to is not None:
            raise bad_request(
                "group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to
            )
        elif chat.members[self.bot.id] == "kicked":
            raise forbidden(f"bot was kicked from the {chat.type} chat")
        elif chat.members[self.bot.id] == "left":
            raise forbidden(f"bot is not a member of the {chat.type} chat")
        return chat

    def find_message(self, chat: Chat, message_id: int, what: str) -> Message:
        message = self.messages.get((chat.id, message_id))
        if message is None or message.deleted:
            raise bad_request(f"{what} not found")
        return message

    def own_message(self, params: Json) -> Message:
        """The message an edit is about."""
        if params.get("inline_message_id"):
            raise bad_request("MESSAGE_ID_INVALID")
        chat = self.writable_chat(params.get("chat_id", ""))
        if not params.get("message_id"):
            raise bad_request("message identifier is not specified")
        message = self.find_message(chat, params["message_id"], "message to edit")
        if not message.by_bot:
            raise bad_request("message can't be edited")
        return message

    def is_admin(self, chat: Chat) -> bool:
        return chat.members.get(self.bot.id) in ("administrator", "creator")
