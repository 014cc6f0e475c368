"""Messages and interactions as what they mean to us. Pure: by what Discord says alone."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord

from adapters.chat.callback import CallbackData, StopData
from adapters.chat.pieces import speakable
from core.domain.conversation import Command, ConversationKey, Inbound, Lang, Press, Text

WORDS = (discord.MessageType.default, discord.MessageType.reply)


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """Words for us; `unread`: they were kept from us, which needs a mention."""

    inbound: Inbound
    message_id: int
    unread: bool


def heard(message: discord.Message, me: int, now: datetime) -> Heard | None:
    """What the message means, accepted at `now`; None: it is not for us.

    Other bots, webhooks, system messages, and talk in a server that does not name us are not.
    """
    if message.author.bot or message.webhook_id is not None or message.type not in WORDS:
        return None
    private = isinstance(message.channel, discord.DMChannel)
    text = speakable(message.content)
    if not private:
        if not _is_for_us(message, me):
            return None
        text = _without_mention(text, me)
    inbound = Inbound(
        dedupe_key=f"discord:{message.channel.id}:{message.id}",
        conversation=conversation(message.channel, message.author),
        body=Text(text=text, origin_message=str(message.id)),
        received_at=now,
        display_name=message.author.display_name,
        lang=None,
        private=private,
    )
    return Heard(inbound=inbound, message_id=message.id, unread=not text and not private)


def pressed(interaction: discord.Interaction[Any], now: datetime) -> Inbound | None:
    """A press of a button of ours; None: it is none."""
    data: dict[str, Any] = dict(interaction.data or {})
    body = button_body(str(data.get("custom_id", "")))
    return None if body is None else of_interaction(interaction, body, now)


def button_body(custom_id: str) -> Press | Command | None:
    """A choice of a question, or the stop of a run; None: no button of ours."""
    if (choice := CallbackData.unpack(custom_id)) is not None:
        return Press(question_id=choice.question_id, choice=choice.choice)
    stop = StopData.unpack(custom_id)
    return Command(name="cancel", argument=stop.run_id) if stop is not None else None


def of_interaction(
    interaction: discord.Interaction[Any], body: Press | Command | Text, now: datetime
) -> Inbound:
    """What an interaction says, from where it was made."""
    return Inbound(
        dedupe_key=f"discord:interaction:{interaction.id}",
        conversation=conversation(interaction.channel, interaction.user),
        body=body,
        received_at=now,
        display_name=interaction.user.display_name,
        lang=language(interaction.locale),
        private=interaction.guild_id is None,
    )


def conversation(channel: Any, person: discord.abc.User) -> ConversationKey:
    """Where this person talks to us: a channel, and in it a thread."""
    thread = isinstance(channel, discord.Thread)
    return ConversationKey(
        platform="discord",
        chat=str(channel.parent_id if thread else channel.id),
        person=str(person.id),
        thread=str(channel.id) if thread else "",
    )


def language(locale: discord.Locale) -> Lang:
    """The language to answer in by the person's app: Chinese of any kind, else English."""
    return "zh" if str(locale).lower().startswith("zh") else "en"


def _is_for_us(message: discord.Message, me: int) -> bool:
    """In a server: our name, or a reply to us."""
    if any(one.id == me for one in message.mentions):
        return True
    replied = message.reference.resolved if message.reference is not None else None
    return isinstance(replied, discord.Message) and replied.author.id == me


def _without_mention(text: str, me: int) -> str:
    return re.sub(rf"<@!?{me}>", " ", text).strip()
