"""Messages of the person's that hold a secret: deleted where the platform lets us."""

from core.agent.commands import parse, spec
from core.agent.parts import Parts
from core.agent.run_rows import OutboxKind
from core.domain.conversation import Inbound, Text
from core.domain.masking import masked_text
from core.domain.records import Insert, OutboxItem, Query, Waiting
from core.domain.typed_secrets import Meant, judged

KIND: OutboxKind = "erase"


def names_command(text: str) -> bool:
    """Whether the text starts with a command that exists; a key may start with a slash, too."""
    command = parse(text)
    return command is not None and spec(command.name) is not None


def meant_for(waiting: Waiting, body: Text, received: Inbound) -> Meant | None:
    """What a text is to the newest question for a secret of its conversation."""
    if waiting.id == body.question_id:
        return "answer"
    if names_command(body.text):
        return None
    return judged(body.text, waiting, received.received_at)


async def newest_asked(parts: Parts, conversation_id: str) -> Waiting | None:
    """The newest question for a secret in a conversation, open or not."""
    where = {"conversation_id": conversation_id, "kind": "secret"}
    rows = await parts.records.find(Query(kind=Waiting, where=where, newest=True, limit=1))
    return rows[0] if rows else None


async def erasure(
    parts: Parts, inbound: Inbound, conversation_id: str, run_id: str
) -> Insert | None:
    """The outbox row that deletes this message, to be stored with it; None: it may stay.

    It goes out at once, however long the turn itself has to wait.
    """
    body = inbound.body
    if (
        not isinstance(body, Text)
        or not body.origin_message
        or inbound.conversation.platform not in parts.pushed
    ):
        return None
    if masked_text(body.text) == body.text:
        waiting = await newest_asked(parts, conversation_id)
        if waiting is None or meant_for(waiting, body, inbound) is None:
            return None
    row = OutboxItem(
        id=parts.ids.new(),
        conversation_id=conversation_id,
        platform=inbound.conversation.platform,
        run_id=run_id,
        kind=KIND,
        message_id=parts.ids.new(),
        payload={"message": body.origin_message, "lang": inbound.lang or parts.default_lang},
        status="new",
        created_at=parts.clock.now(),
    )
    return Insert(record=row)
