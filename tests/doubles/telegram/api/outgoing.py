"""What all sending methods have in common: the text, the address, the keyboard."""

import re
from typing import Any

from tests.doubles.telegram.backend import Backend, Request
from tests.doubles.telegram.errors import NotModelled, bad_request
from tests.doubles.telegram.keyboard import check_markup
from tests.doubles.telegram.markup import parse_html
from tests.doubles.telegram.model import Chat, Message
from tests.doubles.telegram.text import Formatted, Json, settle, utf16_length

MAX_TEXT = 4096
MAX_CAPTION = 1024
MAX_RAW_BYTES = 1 << 15
_BY_THE_BOT = frozenset(
    [
        "bold",
        "italic",
        "underline",
        "strikethrough",
        "spoiler",
        "code",
        "pre",
        "text_link",
        "text_mention",
        "custom_emoji",
        "blockquote",
        "expandable_blockquote",
        "date_time",
    ]
)
_KEPT = ("link_preview_options", "show_caption_above_media")
LASTING = ("has_protected_content", "effect_id")
"""What no edit takes away."""


def formatted(backend: Backend, params: Json, text: str, entities: str) -> Formatted:
    """The text with its markup understood, as it will be stored."""
    raw = params.get(text) or ""
    if len(raw.encode()) > MAX_RAW_BYTES:
        raise bad_request("text is too long")
    mode = (params.get("parse_mode") or "none").lower()
    if mode == "html":
        draft = parse_html(raw)
    elif mode in ("markdown", "markdownv2"):
        raise NotModelled(f"parse_mode {mode}")
    elif mode == "none":
        given = params.get(entities) or []
        draft = Formatted(raw, [entity for entity in given if entity["type"] in _BY_THE_BOT])
        _check_bounds(draft)
    else:
        raise bad_request("unsupported parse_mode")
    return settle(_with_mentions(backend, draft))


def message_text(backend: Backend, params: Json, *, too_long: str) -> Formatted:
    if not params.get("text"):
        raise bad_request("message text is empty")
    text = formatted(backend, params, "text", "entities")
    if not text.text:
        raise bad_request("text must be non-empty")
    if text.length > MAX_TEXT:
        raise bad_request(too_long)
    return text


def caption(backend: Backend, params: Json, *, too_long: str) -> Formatted:
    text = formatted(backend, params, "caption", "caption_entities")
    if text.length > MAX_CAPTION:
        raise bad_request(too_long)
    return text


def post(backend: Backend, request: Request, text: Formatted, media: Json | None = None) -> Message:
    """Stores a new message from the bot once its address and its keyboard are right."""
    params = request.params
    markup = check_markup(params.get("reply_markup"))
    chat = backend.store.writable_chat(params["chat_id"])
    thread_id = thread(chat, params.get("message_thread_id"))
    details: dict[str, Any] = {
        "reply_markup": markup,
        "thread_id": thread_id,
        "reply_to": _replied(backend, chat, params),
        "media": media or {},
        "extra": extras(params),
        "by_bot": True,
    }
    if chat.type == "channel":
        return backend.store.add_message(chat, text, sender_chat=chat, **details)
    return backend.store.add_message(chat, text, sender=backend.bot, **details)


def extras(params: Json) -> Json:
    kept = {name: params[name] for name in _KEPT if params.get(name)}
    if params.get("disable_web_page_preview"):
        kept["link_preview_options"] = {"is_disabled": True}
    if params.get("protect_content"):
        kept["has_protected_content"] = True
    if params.get("message_effect_id"):
        kept["effect_id"] = params["message_effect_id"]
    return kept


def thread(chat: Chat, thread_id: int | None) -> int | None:
    """The topic a message goes to; None is the general one."""
    if not thread_id:
        return None
    topic = chat.topics.get(thread_id)
    if topic is None:
        raise bad_request("message thread not found")
    if topic.closed:
        raise bad_request("TOPIC_CLOSED")
    return thread_id


def _replied(backend: Backend, chat: Chat, params: Json) -> Message | None:
    asked = params.get("reply_parameters") or {
        "message_id": params.get("reply_to_message_id"),
        "allow_sending_without_reply": params.get("allow_sending_without_reply"),
    }
    if not asked.get("message_id"):
        return None
    if asked.get("chat_id") not in (None, chat.id, str(chat.id)):
        raise NotModelled("a reply to a message of another chat")
    found = backend.store.messages.get((chat.id, asked["message_id"]))
    if found is not None and not found.deleted:
        return found
    if asked.get("allow_sending_without_reply"):
        return None
    raise bad_request("message to be replied not found")


def _check_bounds(draft: Formatted) -> None:
    length = utf16_length(draft.text)
    for entity in draft.entities:
        if entity["offset"] < 0 or entity["length"] < 1 or entity["offset"] >= length:
            raise bad_request(
                f"entity beginning at UTF-16 offset {entity['offset']} "
                f"ends after the end of the text at UTF-16 offset {length}"
            )


def _with_mentions(backend: Backend, draft: Formatted) -> Formatted:
    """Links to `tg://user?id=` mention people the bot has met; others lose the link."""
    entities = []
    for entity in draft.entities:
        match = re.fullmatch(r"tg://user\?id=(\d+)", entity.get("url", ""))
        if match is None:
            entities.append(entity)
        elif user := backend.store.users.get(int(match[1])):
            plain = {key: entity[key] for key in ("offset", "length")}
            entities.append(plain | {"type": "text_mention", "user": user.json()})
    return Formatted(draft.text, entities)
