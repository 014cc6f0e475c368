"""Places: what they are, who is in them, their topics."""

from tests.doubles.telegram.backend import Backend, Request
from tests.doubles.telegram.errors import bad_request
from tests.doubles.telegram.model import Chat, Topic, User
from tests.doubles.telegram.text import Json

TOPIC_COLOUR = 0x6FB9F0
_RIGHTS = [
    "can_be_edited",
    "is_anonymous",
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",
]
_NO_GIFTS = dict.fromkeys(
    (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    ),
    False,
)


def get_chat(backend: Backend, request: Request) -> Json:
    chat = backend.store.find_chat(request.params["chat_id"])
    full = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": _NO_GIFTS}
    return chat.json() | full


def get_chat_member(backend: Backend, request: Request) -> Json:
    chat = backend.store.find_chat(request.params["chat_id"])
    user = backend.store.users.get(request.params["user_id"])
    if user is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    return member(user, chat.members.get(user.id, "left"))


def get_chat_administrators(backend: Backend, request: Request) -> list[Json]:
    chat = _shared(backend, request)
    people = backend.store.users
    return [
        member(people[user_id], status)
        for user_id, status in chat.members.items()
        if status in ("administrator", "creator")
    ]


def get_chat_member_count(backend: Backend, request: Request) -> int:
    chat = backend.store.find_chat(request.params["chat_id"])
    present = [status for status in chat.members.values() if status not in ("left", "kicked")]
    return 2 if chat.type == "private" else len(present)


def leave_chat(backend: Backend, request: Request) -> bool:
    chat = _shared(backend, request)
    chat.members[backend.bot.id] = "left"
    return True


def create_forum_topic(backend: Backend, request: Request) -> Json:
    chat = _shared(backend, request)
    if not chat.is_forum:
        raise bad_request("the chat is not a forum")
    if not backend.store.is_admin(chat):
        raise bad_request("not enough rights to create a topic")
    topic = add_topic(backend, chat, request.params["name"])
    return {"message_thread_id": topic.id, "name": topic.name, "icon_color": TOPIC_COLOUR}


def add_topic(backend: Backend, chat: Chat, name: str) -> Topic:
    """A topic's id is that of the service message that opens it."""
    service = {"forum_topic_created": {"name": name, "icon_color": TOPIC_COLOUR}}
    message = backend.store.add_message(chat, sender=backend.bot, service=service)
    message.thread_id = message.id
    topic = chat.topics[message.id] = Topic(message.id, name)
    return topic


def member(user: User, status: str) -> Json:
    known: Json = {"user": user.json(), "status": status}
    if status == "creator":
        known["is_anonymous"] = False
    elif status == "administrator":
        known |= dict.fromkeys(_RIGHTS, True) | {"can_be_edited": False, "is_anonymous": False}
    elif status == "kicked":
        known["until_date"] = 0
    return known


def _shared(backend: Backend, request: Request) -> Chat:
    chat = backend.store.writable_chat(request.params["chat_id"])
    if chat.type == "private":
        raise bad_request("there are no administrators in the private chat")
    return chat
