"""Who talks, where, and what was said: the state that a test looks at."""

from dataclasses import dataclass, field
from typing import Literal

from .text import Json

ChatType = Literal["private", "group", "supergroup", "channel"]


@dataclass(eq=False)
class User:
    id: int
    first_name: str
    username: str = ""
    language_code: str = ""
    is_bot: bool = False
    started: bool = True
    """False: has never written to the bot, so the bot may not write first."""
    blocked: bool = False

    def json(self) -> Json:
        known = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        return known | _given(username=self.username, language_code=self.language_code)


@dataclass(eq=False)
class Topic:
    id: int
    name: str
    closed: bool = False


@dataclass(eq=False)
class Chat:
    id: int
    type: ChatType
    title: str = ""
    username: str = ""
    user: User | None = None
    """The other person of a private chat."""
    is_forum: bool = False
    members: dict[int, str] = field(default_factory=dict)
    """User id -> status (member, administrator, creator, left, kicked), the bot included."""
    topics: dict[int, Topic] = field(default_factory=dict)
    migrated_to: int | None = None

    def json(self) -> Json:
        if self.user is not None:
            name = _given(first_name=self.user.first_name, username=self.user.username)
            return {"id": self.id, "type": "private"} | name
        known = {"id": self.id, "type": self.type, "title": self.title}
        return known | _given(username=self.username, is_forum=self.is_forum)

    @property
    def is_group(self) -> bool:
        return self.type in ("group", "supergroup")


@dataclass(frozen=True)
class Button:
    label: str
    data: str | None
    raw: Json


@dataclass(eq=False)
class Message:
    """One message, kept up to date; `versions` holds the texts it had before."""

    chat: Chat
    id: int
    date: int
    sender: User | None = None
    sender_chat: Chat | None = None
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    """Of the text, or of the caption of a message with media."""
    media: Json = field(default_factory=dict)
    reply_markup: Json | None = None
    reply_to: "Message | None" = None
    thread_id: int | None = None
    edit_date: int | None = None
    service: Json = field(default_factory=dict)
    extra: Json = field(default_factory=dict)
    """Kept as sent: link_preview_options, has_protected_content, effect_id."""
    by_bot: bool = False
    deleted: bool = False
    pinned: bool = False
    reactions: list[Json] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)

    @property
    def rows(self) -> list[list[Button]]:
        keyboard = (self.reply_markup or {}).get("inline_keyboard", [])
        return [[Button(b["text"], b.get("callback_data"), b) for b in row] for row in keyboard]

    @property
    def buttons(self) -> list[Button]:
        return [button for row in self.rows for button in row]

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.buttons]

    def button(self, data_or_label: str) -> Button:
        found = [b for b in self.buttons if data_or_label in (b.data, b.label)]
        if len(found) != 1:
            raise AssertionError(f"{len(found)} buttons {data_or_label!r} among {self.labels}")
        return found[0]

    def json(self, *, with_reply: bool = True) -> Json:
        known: Json = {"message_id": self.id, "date": self.date, "chat": self.chat.json()}
        if self.sender is not None:
            known["from"] = self.sender.json()
        if self.sender_chat is not None:
            known["sender_chat"] = self.sender_chat.json()
        if self.thread_id is not None:
            known["message_thread_id"] = self.thread_id
            if self.chat.is_forum:
                known["is_topic_message"] = True
        if with_reply and self.reply_to is not None:
            known["reply_to_message"] = self.reply_to.json(with_reply=False)
        if "inline_keyboard" in (self.reply_markup or {}):
            known["reply_markup"] = self.reply_markup
        known |= self.service | self.extra | self.media | _given(edit_date=self.edit_date)
        if self.media:
            return known | _given(caption=self.text, caption_entities=self.entities)
        return known | _given(text=self.text, entities=self.entities)


def _given(**values: object) -> Json:
    return {name: value for name, value in values.items() if value}
