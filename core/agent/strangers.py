"""People we do not know: the owner's code binds, anybody else may ask to be let in (DESIGN 8)."""

from core.agent.commands import parse
from core.agent.notices import Home, notices_of
from core.agent.pairing import asked_in
from core.agent.parts import Parts
from core.agent.people import People, looks_like_code
from core.agent.turn import language
from core.domain.conversation import Command, Inbound, Press, Text
from core.domain.records import AuditEntry, InboxItem, Insert, Update
from core.views.words import say

ANSWERED = 3
"""How often a stranger is answered before we fall silent, until the next start."""


async def receive(parts: Parts, people: People, item: InboxItem, inbound: Inbound) -> None:
    """One message of a stranger: the code, or a request; never a trace of what else was written."""
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
        key = ""
    done = _done(item)
    quiet = account is None and people.refused(item.conversation_id) > ANSWERED
    if (
        quiet
        or (not inbound.private and account is None)
        or (inbound.conversation.platform not in parts.pushed)
    ):
        await parts.records.commit(done)
        return
    asked, told, ask_in = ([], say(lang, key), "") if key else await asked_in(parts, inbound, lang)
    if asked and people.code:
        told = f"{told} {say(lang, 'pairing.if_owner')}"
    home = Home(account_id="", conversation_id=item.conversation_id, lang=lang)
    if await parts.records.commit(done, notices_of(parts).passing(home, told), *asked):
        parts.wake_delivery(item.conversation_id)
        if ask_in:
            parts.wake_delivery(ask_in)


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
