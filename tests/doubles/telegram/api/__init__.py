"""The methods that the double can do; all others are answered 501 and remembered."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.doubles.telegram.backend import Backend, Request

from . import chats, delivery, media, messages, profile

Handler = Callable[[Backend, Request], Any | Awaitable[Any]]

HANDLERS: dict[str, Handler] = {
    handler.__name__.replace("_", ""): handler
    for handler in (
        delivery.get_me,
        delivery.get_updates,
        delivery.set_webhook,
        delivery.delete_webhook,
        delivery.get_webhook_info,
        messages.send_message,
        messages.send_message_draft,
        messages.send_chat_action,
        messages.edit_message_text,
        messages.edit_message_caption,
        messages.edit_message_reply_markup,
        messages.delete_message,
        messages.delete_messages,
        messages.set_message_reaction,
        messages.pin_chat_message,
        messages.unpin_chat_message,
        messages.answer_callback_query,
        media.send_photo,
        media.send_document,
        media.edit_message_media,
        media.get_file,
        profile.set_my_commands,
        profile.get_my_commands,
        profile.delete_my_commands,
        profile.set_my_name,
        profile.get_my_name,
        profile.set_my_description,
        profile.get_my_description,
        profile.set_my_short_description,
        profile.get_my_short_description,
        chats.get_chat,
        chats.get_chat_member,
        chats.get_chat_administrators,
        chats.get_chat_member_count,
        chats.leave_chat,
        chats.create_forum_topic,
    )
}
"""By lower-case name, as Telegram looks them up."""
