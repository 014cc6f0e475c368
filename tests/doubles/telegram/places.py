"""The test's side: people, groups, channels, and what happens to them."""

from .api.chats import add_topic, member
from .backend import Backend
from .model import Chat, Topic, User
from .updates import Update

ANONYMOUS_ADMIN = 1087968824
"""The user that Telegram names when an admin writes as the group; `user(user_id=...)` makes it."""


class Places:
    """Makes chats and changes them; each change sends the updates that Telegram would send."""

    backend: Backend

    def user(
        self,
        first_name: str = "Ann",
        *,
        user_id: int | None = None,
        username: str = "",
        language_code: str = "en",
        is_bot: bool = False,
        started: bool = True,
    ) -> User:
        """A person; `started=False` has not written yet, so that the bot may not write to them."""
        user = self.backend.store.add_user(
            first_name,
            user_id,
            username=username,
            language_code=language_code,
            is_bot=is_bot,
            started=started,
        )
        self.backend.store.private(user)
        return user

    def private(self, user: User) -> Chat:
        return self.backend.store.private(user)

    def group(self, title: str, *members: User) -> Chat:
        return self.backend.store.add_chat("group", title, members)

    def supergroup(
        self, title: str, *members: User, forum: bool = False, username: str = ""
    ) -> Chat:
        return self.backend.store.add_chat(
            "supergroup", title, members, is_forum=forum, username=username
        )

    def channel(self, title: str, *, username: str = "") -> Chat:
        """The bot is an administrator of it, as it must be to post."""
        chat = self.backend.store.add_chat("channel", title, (), username=username)
        chat.members[self.backend.bot.id] = "administrator"
        return chat

    def topic(self, chat: Chat, name: str) -> Topic:
        assert chat.is_forum, f"{chat.title} has no topics"
        return add_topic(self.backend, chat, name)

    def promote(self, chat: Chat, user: User | None = None) -> None:
        """Makes the person, or the bot itself, an administrator."""
        chat.members[(user or self.backend.bot).id] = "administrator"

    def block(self, user: User) -> Update:
        user.blocked = True
        return self._bot_membership(self.private(user), user, "member", "kicked")

    def unblock(self, user: User) -> Update:
        user.blocked = False
        return self._bot_membership(self.private(user), user, "kicked", "member")

    def kick(self, chat: Chat, by: User) -> Update:
        """Removes the bot from a group or channel."""
        before, chat.members[self.backend.bot.id] = chat.members[self.backend.bot.id], "kicked"
        return self._bot_membership(chat, by, before, "kicked")

    def invite(self, chat: Chat, by: User) -> Update:
        """Takes the bot (back) into a group."""
        before = chat.members.get(self.backend.bot.id, "left")
        chat.members[self.backend.bot.id] = "member"
        return self._bot_membership(chat, by, before, "member")

    def migrate(self, group: Chat, *, announce: bool = True) -> Chat:
        """The supergroup that a group became; sending to the group now names the new id.

        `announce=False` holds the two service messages back until `announce_migration`.
        """
        assert group.type == "group", "only a group becomes a supergroup"
        new = self.backend.store.add_chat("supergroup", group.title, ())
        new.members = dict(group.members)
        group.migrated_to = new.id
        if announce:
            self.announce_migration(group)
        return new

    def announce_migration(self, group: Chat) -> tuple[Update, Update]:
        assert group.migrated_to is not None
        new = self.backend.store.chats[group.migrated_to]
        left = self._service(group, migrate_to_chat_id=new.id)
        entered = self._service(new, migrate_from_chat_id=group.id)
        return left, entered

    def _service(self, chat: Chat, **service: int) -> Update:
        anonymous = User(ANONYMOUS_ADMIN, "Group", "GroupAnonymousBot", is_bot=True)
        message = self.backend.store.add_message(
            chat, sender=anonymous, sender_chat=chat, service=dict(service)
        )
        return self.backend.queue.push("message", message.json(), chat.id, message)

    def _bot_membership(self, chat: Chat, by: User, before: str, after: str) -> Update:
        bot = self.backend.bot
        payload = {
            "chat": chat.json(),
            "from": by.json(),
            "date": self.backend.store.now(),
            "old_chat_member": member(bot, before),
            "new_chat_member": member(bot, after),
        }
        return self.backend.queue.push("my_chat_member", payload, chat.id)
