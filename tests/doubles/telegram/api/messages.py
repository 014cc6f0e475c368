"""Texts: send, edit, delete, react, pin, answer a press."""

from aiogram.enums import ChatAction
from telegram.constants import ReactionEmoji

from tests.doubles.telegram.backend import Backend, Request
from tests.doubles.telegram.callbacks import Answer
from tests.doubles.telegram.errors import NotModelled, bad_request
from tests.doubles.telegram.keyboard import check_markup
from tests.doubles.telegram.model import Chat, Message
from tests.doubles.telegram.text import Formatted, Json

from . import outgoing

DELETABLE_SECONDS = 48 * 60 * 60
_ACTIONS = frozenset(action.value for action in ChatAction)
_REACTIONS = frozenset(emoji.value for emoji in ReactionEmoji)
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


def send_message(backend: Backend, request: Request) -> Json:
    text = outgoing.message_text(backend, request.params, too_long="message is too long")
    return outgoing.post(backend, request, text).json()


def send_message_draft(backend: Backend, request: Request) -> bool:
    params = request.params
    chat = backend.store.writable_chat(params["chat_id"])
    if chat.user is None:
        raise bad_request("TEXTDRAFT_PEER_INVALID")
    if params["draft_id"] == 0:
        raise bad_request("draft_id must be non-zero")
    text = outgoing.formatted(backend, params, "text", "entities")
    if text.length > outgoing.MAX_TEXT:
        raise bad_request("message is too long")
    backend.drafts[chat.id, params["draft_id"]] = text.text
    return True


def send_chat_action(backend: Backend, request: Request) -> bool:
    if request.params["action"] not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat = backend.store.writable_chat(request.params["chat_id"])
    outgoing.thread(chat, request.params.get("message_thread_id"))
    return True


def edit_message_text(backend: Backend, request: Request) -> Json:
    params = request.params
    if params.get("rich_message"):
        raise NotModelled("editMessageText with rich_message")
    text = outgoing.message_text(backend, params, too_long="MESSAGE_TOO_LONG")
    message = backend.store.own_message(params)
    if message.media:
        raise bad_request("there is no text in the message to edit")
    return edit(backend, message, params, text)


def edit_message_caption(backend: Backend, request: Request) -> Json:
    params = request.params
    text = outgoing.caption(backend, params, too_long="MEDIA_CAPTION_TOO_LONG")
    message = backend.store.own_message(params)
    if not message.media:
        raise bad_request("there is no caption in the message to edit")
    return edit(backend, message, params, text)


def edit_message_reply_markup(backend: Backend, request: Request) -> Json:
    message = backend.store.own_message(request.params)
    same = Formatted(message.text, message.entities)
    return edit(backend, message, request.params, same, extra=message.extra)


def edit(
    backend: Backend,
    message: Message,
    params: Json,
    text: Formatted,
    *,
    media: Json | None = None,
    extra: Json | None = None,
) -> Json:
    """An edit without a keyboard takes the keyboard away; one that changes nothing is refused."""
    markup = check_markup(params.get("reply_markup"), inline_only=True)
    if extra is None:  # A new text is previewed anew, unless told otherwise.
        kept = {key: message.extra[key] for key in message.extra if key in outgoing.LASTING}
        extra = kept | outgoing.extras(params)
    now = (text.text, text.entities, markup, media or message.media, extra)
    before = (
        message.text,
        message.entities,
        message.reply_markup,
        message.media,
        message.extra,
    )
    if now == before:
        raise bad_request(NOT_MODIFIED)
    if text.text != message.text:
        message.versions.append(message.text)
    message.text, message.entities, message.reply_markup, message.media, message.extra = now
    message.edit_date = backend.store.now()
    return message.json()


def delete_message(backend: Backend, request: Request) -> bool:
    chat = backend.store.writable_chat(request.params["chat_id"])
    message = backend.store.find_message(chat, request.params["message_id"], "message to delete")
    _delete(backend, message)
    return True


def delete_messages(backend: Backend, request: Request) -> bool:
    """Skips those it does not find."""
    ids = request.params["message_ids"]
    if not ids:
        raise bad_request("message identifiers are not specified")
    if len(ids) > 100:
        raise bad_request("too many message identifiers specified")
    chat = backend.store.writable_chat(request.params["chat_id"])
    for message_id in ids:
        message = backend.store.messages.get((chat.id, message_id))
        if message is not None and not message.deleted:
            _delete(backend, message)
    return True


def _delete(backend: Backend, message: Message) -> None:
    if backend.store.now() - message.date > DELETABLE_SECONDS:
        raise bad_request("message can't be deleted for everyone")
    mine = message.by_bot or message.chat.type == "private"
    if message.service.get("supergroup_chat_created") or not (
        mine or backend.store.is_admin(message.chat)
    ):
        raise bad_request("message can't be deleted")
    message.deleted = True


def set_message_reaction(backend: Backend, request: Request) -> bool:
    chat = backend.store.writable_chat(request.params["chat_id"])
    message = backend.store.find_message(chat, request.params["message_id"], "message to react")
    reactions = request.params.get("reaction") or []
    if len(reactions) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    for reaction in reactions:
        if reaction["type"] == "emoji" and reaction["emoji"] not in _REACTIONS:
            raise bad_request("REACTION_INVALID")
    message.reactions = reactions
    return True


def pin_chat_message(backend: Backend, request: Request) -> bool:
    chat = _where_it_may_pin(backend, request)
    message = backend.store.find_message(chat, request.params["message_id"], "message to pin")
    message.pinned = True
    return True


def unpin_chat_message(backend: Backend, request: Request) -> bool:
    chat = _where_it_may_pin(backend, request)
    pinned = [m for m in backend.store.messages.values() if m.chat is chat and m.pinned]
    wanted = request.params.get("message_id")
    found = [m for m in pinned if wanted is None or m.id == wanted]
    if not found:
        raise bad_request("message to unpin not found")
    found[-1].pinned = False
    return True


def _where_it_may_pin(backend: Backend, request: Request) -> Chat:
    chat = backend.store.writable_chat(request.params["chat_id"])
    if chat.type != "private" and not backend.store.is_admin(chat):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return chat


def answer_callback_query(backend: Backend, request: Request) -> bool:
    params = request.params
    answer = Answer(
        params.get("text") or "", bool(params.get("show_alert")), params.get("url") or ""
    )
    backend.presses.answer(params["callback_query_id"], answer)
    return True
