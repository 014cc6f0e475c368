"""A few words that come by themselves: history, and an outbox row where messages are sent."""

from core.agent.parts import Parts
from core.domain.conversation import Lang
from core.domain.outbound import Outbound, TextBlock
from core.domain.records import ConversationRow, Insert, MessageRow, OutboxItem, Write


def notice(parts: Parts, conversation: ConversationRow, account_id: str, text: str) -> list[Write]:
    """The rows that tell this text, already in the person's language, in their conversation."""
    lang: Lang = "zh" if conversation.lang == "zh" else "en"
    outbound = Outbound(
        id=parts.ids.new(),
        run_id="",
        kind="alert",
        text=text,
        blocks=(TextBlock(text=text),),
        created_at=parts.clock.now(),
        lang=lang,
    )
    dumped = outbound.model_dump(mode="json")
    message = MessageRow(
        id=outbound.id,
        conversation_id=conversation.id,
        account_id=account_id,
        run_id="",
        role="assistant",
        kind="alert",
        text=text,
        blocks=dumped["blocks"],
        created_at=outbound.created_at,
        lang=lang,
        origin="automation",
    )
    writes: list[Write] = [Insert(record=message)]
    if conversation.platform in parts.pushed:
        item = OutboxItem(
            id=parts.ids.new(),
            conversation_id=conversation.id,
            platform=conversation.platform,
            run_id="",
            kind="message",
            message_id=outbound.id,
            payload=dumped,
            status="new",
            created_at=outbound.created_at,
        )
        writes.append(Insert(record=item))
    return writes
