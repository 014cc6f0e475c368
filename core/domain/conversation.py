"""Who says what to us, and where."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast, get_args
from urllib.parse import quote, unquote

Platform = Literal["telegram", "discord", "web", "terminal"]
Role = Literal["owner", "trader", "viewer"]
Lang = Literal["en", "zh"]


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationKey:
    """A place and a person in it: in a group each person has their own conversation."""

    platform: Platform
    chat: str
    person: str
    thread: str = ""

    @property
    def id(self) -> str:
        """The key as one text, used in rows and queues."""
        parts = (self.platform, self.chat, self.thread, self.person)
        return ":".join(quote(part, safe="") for part in parts)

    @classmethod
    def parse(cls, text: str) -> "ConversationKey":
        """The key that `id` wrote as `text`; ValueError for any other text."""
        platform, chat, thread, person = (unquote(part) for part in text.split(":"))
        if platform not in get_args(Platform):
            raise ValueError(f"no platform {platform!r}")
        return cls(platform=cast("Platform", platform), chat=chat, thread=thread, person=person)


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """Words, as typed. `origin_message` is the platform's id of the person's message.

    `question_id` names the open question that they answer, where the surface knows which.
    """

    text: str
    question_id: str = ""
    origin_message: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Press:
    """A button: the question's id and one of its language-free choice ids."""

    question_id: str
    choice: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A slash command: name without slash, lower case, and the rest of the line."""

    name: str
    argument: str = ""


Body = Text | Press | Command


@dataclass(frozen=True, kw_only=True, slots=True)
class Inbound:
    """One update of a surface.

    `dedupe_key` is platform + chat + message id, or the press id: the same key is one turn.
    `display_name` is how the platform calls the person; `private` is False in groups and channels.
    `fingerprint` is the body's hash where a caller may repeat a key with another body (HTTP).
    `profile` names an execution profile for this turn alone and `history_n` a window length; empty
    and 0: what the account has chosen.
    """

    dedupe_key: str
    conversation: ConversationKey
    body: Body
    received_at: datetime
    display_name: str = ""
    lang: Lang | None = None
    private: bool = True
    fingerprint: str = ""
    profile: str = ""
    history_n: int = 0
