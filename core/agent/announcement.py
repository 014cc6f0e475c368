"""What is queued behind others says so at once: a placeholder that later becomes its answer."""

from dataclasses import dataclass

from core.agent.parts import Parts
from core.domain.conversation import ConversationKey, Lang
from core.domain.outbound import Progress
from core.domain.records import Insert, OutboxItem
from core.views.words import say


@dataclass(frozen=True, kw_only=True, slots=True)
class Announcement:
    """A run that waits behind `behind` others in its conversation."""

    run_id: str
    conversation_id: str
    behind: int
    lang: Lang

    @property
    def line(self) -> str:
        """What a person is told of it."""
        return say(self.lang, "queue.behind", count=self.behind)

    @property
    def event(self) -> Progress:
        """The same for whoever follows the run."""
        data = {"run_id": self.run_id, "queued": self.behind}
        return Progress(run_id=self.run_id, type="planning", data=data, line=self.line)

    def placeholder(self, parts: Parts) -> Insert | None:
        """The row that says so where messages are sent; its message bears the run's id."""
        platform = ConversationKey.parse(self.conversation_id).platform
        if platform not in parts.pushed:
            return None
        return Insert(
            record=OutboxItem(
                id=parts.ids.new(),
                conversation_id=self.conversation_id,
                platform=platform,
                run_id=self.run_id,
                kind="placeholder",
                message_id=self.run_id,
                payload={"text": self.line, "lang": self.lang},
                status="new",
                created_at=parts.clock.now(),
            )
        )
