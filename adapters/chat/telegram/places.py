"""Where a conversation is on Telegram, groups that moved included."""

from dataclasses import dataclass

from core.domain.conversation import ConversationKey


@dataclass(frozen=True, slots=True)
class Place:
    """A chat and, in a forum, its topic."""

    chat: str
    thread: str = ""

    @property
    def private(self) -> bool:
        """Whether only one person is there: groups and channels have negative ids."""
        return not self.chat.startswith("-")


class Places:
    """Conversations' places. A group that became a supergroup is found under its new id.

    What is learnt lasts as long as the process: Telegram names the new id again when asked.
    """

    def __init__(self) -> None:
        self._moved: dict[str, str] = {}

    def of(self, conversation_id: str) -> Place:
        """Where to write to this conversation."""
        key = ConversationKey.parse(conversation_id)
        return Place(self._moved.get(key.chat, key.chat), key.thread)

    def moved(self, before: str, after: str) -> None:
        """The chat `before` is `after` from now on."""
        self._moved[before] = after
