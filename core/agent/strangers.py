"""People we do not know: the owner's code binds, everybody else is refused politely (DESIGN 8)."""

from core.agent.commands import parse
from core.agent.parts import Parts
from core.agent.people import People, looks_like_code
from core.agent.turn import language
from core.domain.conversation import Command, Inbound, Press, Text
from core.domain.outbound import Outbound, TextBlock
from core.domain.records import AuditEntry, InboxItem, Insert, OutboxItem, Update
from core.views.words import say

ANSWERED = 3
"""How often a stranger is answered before we fall silent, until the next start."""


async def receive(parts: Parts, people: People, item: InboxItem, inbound: Inbound) -> None:
    """One message of a stranger: the code, or a refusal; never a trace of what else was written."""
    lang = language(
        getattr(inbound.body, "text", ""),
        chosen="",
        hinted=inbound.lang,
        last=None,
        default=parts.default_lang,
    )
    if isinstance(inbound.body, Press):
        await _refuse_press(parts, item, inbound, inbound.body)
        return
    code = _code(inbound)
    account = None
    if code and inbound.private:
        account = await people.claim_owner(inbound.conversation, code)
    if account is not None:
        key = "stranger.bound"
    elif code and people.tries_left(inbound.conversation):
        key = "stranger.wrong_code" if inbound.private else "stranger.code_in_private"
    else:
        key = "stranger.refused"
    done = _done(item)
    quiet = account is None and people.refused(item.conversation_id) > ANSWERED
    if (
        quiet
        or (not inbound.private and account is None)
        or (inbound.conversation.platform not in parts.pushed)
    ):
        await parts.records.commit(done)
        return
    now = parts.clock.now()
    block = TextBlock(text=say(lang, key))
    outbound = Outbound(
        id=parts.ids.new(),
        run_id=item.id,
        kind="reply",
        text=block.text,
        blocks=(block,),
        created_at=now,
        lang=lang,
    )
    row = OutboxItem(
        id=parts.ids.new(),
        conversation_id=item.conversation_id,
        platform=inbound.conversation.platform,
        run_id=item.id,
        kind="message",
        message_id=outbound.id,
        payload=outbound.model_dump(mode="json"),
        status="new",
        created_at=now,
    )
    if await parts.records.commit(done, Insert(record=row)):
        parts.wake_delivery(item.conversation_id)


async def _refuse_press(parts: Parts, item: InboxItem, inbound: Inbound, press: Press) -> None:
    """A stranger's press on somebody's card: on record, and nothing said where the card stands."""
    key = inbound.conversation
    entry = AuditEntry(
        id=parts.ids.new(),
        account_id="",
        conversation_id=item.conversation_id,
        run_id=item.id,
        event="press.refused",
        tool="",
        reason="a stranger",
        detail={"question_id": press.question_id, "person": f"{key.platform}:{key.person}"},
        created_at=parts.clock.now(),
    )
    await parts.records.commit(_done(item), Insert(record=entry))


def _done(item: InboxItem) -> Update:
    """The inbox item handled, and emptied."""
    return Update(
        kind=InboxItem,
        where={"id": item.id, "status": "new"},
        set={"status": "done", "payload": ""},
    )


def _code(inbound: Inbound) -> str:
    """The code that a message may carry: bare, or as `/start CODE`."""
    body = inbound.body
    if isinstance(body, Text):
        command = parse(body.text)
        typed = command.argument if command and command.name == "start" else body.text
        return typed if looks_like_code(typed) else ""
    if isinstance(body, Command) and body.name == "start" and looks_like_code(body.argument):
        return body.argument
    return ""
