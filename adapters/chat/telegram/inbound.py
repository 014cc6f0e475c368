"""Updates as what they mean to us. Pure: what is read here depends on the update alone."""

import re
from dataclasses import dataclass
from datetime import datetime

from telegram import CallbackQuery, Chat, Message, MessageEntity, Update

from adapters.chat.callback import CallbackData, StopData
from adapters.chat.pieces import speakable
from core.agent.commands import parse, spec
from core.domain.conversation import Command, ConversationKey, Inbound, Lang, Press, Text

GROUPS = (Chat.GROUP, Chat.SUPERGROUP)


@dataclass(frozen=True, kw_only=True, slots=True)
class Me:
    """Our own identity on Telegram."""

    id: int
    username: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """Words for us, or a picture with none; `album` names the set that a picture belongs to."""

    inbound: Inbound
    message_id: int
    wordless: bool
    album: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Pressed:
    """A button; `inbound` is None for data that is not ours, `press` also for a Stop button."""

    query_id: str
    lang: Lang | None
    inbound: Inbound | None = None
    press: Press | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Faceless:
    """Somebody who hides behind a group or channel: nobody that we could know.

    `query_id` when they pressed a button, `chat` and `thread` when they wrote.
    """

    chat: str
    thread: str
    query_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """A group became a supergroup, under another id."""

    before: str
    after: str


Meaning = Heard | Pressed | Faceless | Moved


def read(update: Update, me: Me, now: datetime) -> Meaning | None:
    """What the update means, accepted at `now`; None: it is not for us.

    Edited messages, channel posts, other bots, and group talk that does not name us are not.
    """
    if update.message is not None:
        return _message(update.message, me, now)
    if update.callback_query is not None:
        return _press(update.callback_query, now)
    return None


def _message(message: Message, me: Me, now: datetime) -> Meaning | None:
    chat, person = message.chat, message.from_user
    if message.migrate_to_chat_id is not None:
        return Moved(before=str(chat.id), after=str(message.migrate_to_chat_id))
    text = _text(message)
    if text is None or person is None or message.is_automatic_forward:
        return None
    private = chat.type == Chat.PRIVATE
    if not private and chat.type not in GROUPS:
        return None
    if _is_for_another_bot(text, me):
        return None
    if not private:
        if not _is_for_us(message, text, me):
            return None
        text = _without_mention(text, me)
    if message.sender_chat is not None:
        return Faceless(chat=str(chat.id), thread=_thread(message))
    if person.is_bot:
        return None
    return Heard(
        inbound=Inbound(
            dedupe_key=f"telegram:{chat.id}:{message.message_id}",
            conversation=ConversationKey(
                platform="telegram",
                chat=str(chat.id),
                person=str(person.id),
                thread=_thread(message),
            ),
            body=Text(text=text, origin_message=str(message.message_id)),
            received_at=now,
            display_name=person.full_name,
            lang=language(person.language_code),
            private=private,
        ),
        message_id=message.message_id,
        wordless=not text,
        album=message.media_group_id or "",
    )


def _press(query: CallbackQuery, now: datetime) -> Meaning:
    person, lang = query.from_user, language(query.from_user.language_code)
    body = _pressed(query.data or "")
    if query.message is None or body is None:
        return Pressed(query_id=query.id, lang=lang)
    chat = query.message.chat
    thread = _thread(query.message) if isinstance(query.message, Message) else ""
    if person.is_bot:
        return Faceless(chat=str(chat.id), thread=thread, query_id=query.id)
    return Pressed(
        query_id=query.id,
        lang=lang,
        press=body if isinstance(body, Press) else None,
        inbound=Inbound(
            # Telegram repeats an unanswered press under another update id; this one stays.
            dedupe_key=f"telegram:press:{query.id}",
            conversation=ConversationKey(
                platform="telegram", chat=str(chat.id), person=str(person.id), thread=thread
            ),
            body=body,
            received_at=now,
            display_name=person.full_name,
            lang=lang,
            private=chat.type == Chat.PRIVATE,
        ),
    )


def _pressed(data: str) -> Press | Command | None:
    """A choice of a question, or the stop of a run; None: no button of ours."""
    if (choice := CallbackData.unpack(data)) is not None:
        return Press(question_id=choice.question_id, choice=choice.choice)
    stop = StopData.unpack(data)
    return Command(name="cancel", argument=stop.run_id) if stop is not None else None


def language(code: str | None) -> Lang | None:
    """The language to answer in by the person's app: Chinese of any kind, else English."""
    if not code:
        return None
    return "zh" if code.lower().startswith("zh") else "en"


def _text(message: Message) -> str | None:
    """What was written; empty for a picture, a voice or the like without words.

    None for what nobody wrote: somebody joined, a message was pinned.
    """
    written = message.text if message.text is not None else message.caption
    if written is not None:
        return speakable(written)  # No store keeps a NUL, nor half of a surrogate pair.
    return "" if message.effective_attachment is not None else None


def _thread(message: Message) -> str:
    if message.is_topic_message and message.message_thread_id is not None:
        return str(message.message_thread_id)
    return ""


def _addressee(text: str) -> str | None:
    """The bot that a command names, empty when it names none; None: it is not a command."""
    if parse(text) is None:
        return None
    head = text.split(maxsplit=1)[0]
    return head.partition("@")[2]


def _is_for_another_bot(text: str, me: Me) -> bool:
    named = _addressee(text) or ""
    return named != "" and named.casefold() != me.username.casefold()


def _is_for_us(message: Message, text: str, me: Me) -> bool:
    """In a group: our command, our name, or a reply to us."""
    named = _addressee(text)
    command = parse(text)
    if named or (command is not None and spec(command.name) is not None):
        return True
    replied = message.reply_to_message
    if (
        replied is not None
        and replied.from_user is not None
        and replied.from_user.id == me.id
        # Everything in a topic formally answers the message that opened it.
        and replied.forum_topic_created is None
    ):
        return True
    return _names_us(message, me)


def _names_us(message: Message, me: Me) -> bool:
    kinds: list[str | None] = [MessageEntity.MENTION, MessageEntity.TEXT_MENTION]
    if message.text:
        found = message.parse_entities(kinds)
    else:
        found = message.parse_caption_entities(kinds) if message.caption else {}
    return any(
        (entity.user is not None and entity.user.id == me.id)
        or word.casefold() == f"@{me.username}".casefold()
        for entity, word in found.items()
    )


def _without_mention(text: str, me: Me) -> str:
    if parse(text) is not None:
        return text
    name = re.compile(rf"(?<![\w@])@{re.escape(me.username)}(?!\w)", re.IGNORECASE)
    without = name.sub(" ", text)
    return text if without == text else re.sub(r"[ \t]{2,}", " ", without).strip(" \t,:，：")
