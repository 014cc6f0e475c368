"""Strangers who ask to be let in, and the owner's answer (DESIGN 8).

A stranger is told a code, which opens nothing: with it the owner knows whom they let in, and
somebody known joins that identity to their own account (core.agent.linking).
"""

from datetime import timedelta

from core.agent.approvals import settle_waiting
from core.agent.menus import waiting_row
from core.agent.notices import Home, notices_of
from core.agent.parts import Parts
from core.agent.people import OWNER, People
from core.agent.run import Run
from core.domain.conversation import Inbound, Lang, Role
from core.domain.outbound import Choice, TextBlock
from core.domain.records import (
    AuditEntry,
    Identity,
    Insert,
    PairingRequest,
    Query,
    Update,
    Waiting,
    Write,
)
from core.views.words import say

PENDING = 3
"""How many strangers may wait for the owner at once."""
LASTS = timedelta(hours=1)
CODE_LENGTH = 10
_ROLES: dict[str, Role] = {"opt:1": "trader", "opt:2": "viewer"}


async def open_requests(parts: Parts) -> list[PairingRequest]:
    """Those that still wait for an answer."""
    rows = await parts.records.find(Query(kind=PairingRequest, where={"status": "open"}))
    return [one for one in rows if one.expires_at > parts.clock.now()]


def request_of(parts: Parts, inbound: Inbound, lang: Lang, question_id: str) -> PairingRequest:
    """A request of whoever sent this, with a code of its own."""
    key, now = inbound.conversation, parts.clock.now()
    return PairingRequest(
        id=parts.ids.new(),
        code=parts.ids.code(CODE_LENGTH),
        platform=key.platform,
        person=key.person,
        chat=key.chat,
        name=" ".join(inbound.display_name.split())[:40],
        conversation_id=key.id,
        lang=lang,
        question_id=question_id,
        status="open",
        created_at=now,
        expires_at=now + LASTS,
    )


async def asked_in(parts: Parts, inbound: Inbound, lang: Lang) -> tuple[list[Write], str, str]:
    """A stranger's private message: rows to commit, what to tell them, whose outbox to wake.

    One request for each person, at most three at once; beyond that, and for whom the owner has
    refused within the hour, only the refusal.
    """
    key, now = inbound.conversation, parts.clock.now()
    mine = await parts.records.find(
        Query(kind=PairingRequest, where={"platform": key.platform, "person": key.person})
    )
    recent = [one for one in mine if one.expires_at > now]
    if any(one.status == "refused" for one in recent):
        return [], say(lang, "stranger.refused"), ""
    waits = next((one for one in recent if one.status == "open"), None)
    if waits is not None:
        return [], say(lang, "pairing.waits", code=waits.code), ""
    others = [one for one in await open_requests(parts) if one.question_id]
    if len(others) >= PENDING:
        return [], say(lang, "stranger.refused"), ""
    request = request_of(parts, inbound, lang, parts.ids.new())
    home = await notices_of(parts).home(OWNER)
    rows = _question(parts, request, home)
    entry = audit(parts, "", request.conversation_id, "pairing.asked", _who(request))
    told = say(lang, "pairing.asked", code=request.code)
    return [Insert(record=request), *rows, Insert(record=entry)], told, home.conversation_id


async def decide(run: Run, people: People, waiting: Waiting, choice: str) -> bool:
    """The owner's press: let the stranger in with a role, or not."""
    lang = run.turn.lang
    rows = await run.parts.records.find(
        Query(kind=PairingRequest, where={"question_id": waiting.id})
    )
    if not rows or waiting.status != "open" or waiting.expires_at <= run.turn.inbound.received_at:
        run.consume(None)
        run.say([TextBlock(text=say(lang, "pairing.over"))])
        return await run.finish()
    request = rows[0]
    role = _ROLES.get(choice)
    label = next(str(one["label"]) for one in waiting.choices if one["id"] == choice)
    run.consume(label)
    settle_waiting(run, waiting, choice, "answered")
    run.close_card(waiting, say(lang, "menu.chosen", label=label))
    run.add(closing(request, "approved" if role else "refused"))
    event = "pairing.approved" if role else "pairing.refused"
    detail = _who(request) | ({"role": role} if role else {})
    run.add(Insert(record=audit(run.parts, OWNER, run.turn.conversation.id, event, detail)))
    their_lang: Lang = "zh" if request.lang == "zh" else "en"
    if role is None:
        home = Home(account_id="", conversation_id=request.conversation_id, lang=their_lang)
        run.add(notices_of(run.parts).passing(home, say(their_lang, "pairing.refused_you")))
        run.say([TextBlock(text=say(lang, "pairing.refused", name=request.name))])
        return await _finished(run, request)
    account, created = people.newcomer(request.name, role)
    identity = people.identity(account.id, request.platform, request.person, request.chat)
    home = Home(account_id=account.id, conversation_id=request.conversation_id, lang=their_lang)
    welcome = TextBlock(text=say(their_lang, f"pairing.welcome_{role}", name=account.name))
    run.add(
        *created,
        # A stranger who was linked meanwhile, or let in twice, keeps what they have.
        Insert(record=identity, if_absent=True, required=True),
        *notices_of(run.parts).rows(home, [welcome]),
    )
    run.say([TextBlock(text=say(lang, f"pairing.approved_{role}", name=account.name))])
    done = await _finished(run, request)
    if done:
        people.learn(account, identity)
    return done


def closing(request: PairingRequest, status: str) -> Update:
    """The request answered, once."""
    where = {"id": request.id, "status": "open"}
    return Update(kind=PairingRequest, where=where, set={"status": status})


def audit(
    parts: Parts, account_id: str, conversation_id: str, event: str, detail: dict[str, str]
) -> AuditEntry:
    """Who did what about whom, and where."""
    return AuditEntry(
        id=parts.ids.new(),
        account_id=account_id,
        conversation_id=conversation_id,
        run_id="",
        event=event,
        tool="",
        reason="",
        detail=dict(detail),
        created_at=parts.clock.now(),
    )


def named(identity: Identity | PairingRequest, lang: Lang) -> str:
    """An identity as people know it: `Telegram 123`."""
    return f"{say(lang, f'platform_name.{identity.platform}')} {identity.person}"


async def _finished(run: Run, request: PairingRequest) -> bool:
    done = await run.finish()
    if done:
        run.parts.wake_delivery(request.conversation_id)
    return done


def _who(request: PairingRequest) -> dict[str, str]:
    return {"person": f"{request.platform}:{request.person}", "name": request.name}


def _question(parts: Parts, request: PairingRequest, home: Home) -> list[Write]:
    """The owner's question, where they last talked to us privately."""
    lang = home.lang
    text = say(
        lang,
        "pairing.question",
        name=request.name or "?",
        where=named(request, lang),
        code=request.code,
    )
    choices = [
        Choice(id="opt:1", label=say(lang, "choice.pair_trader")),
        Choice(id="opt:2", label=say(lang, "choice.pair_viewer")),
        Choice(id="cancel", label=say(lang, "choice.pair_refuse")),
    ]
    message_id = parts.ids.new()
    told = notices_of(parts).rows(
        home,
        [TextBlock(text=text)],
        question_id=request.question_id,
        choices=choices,
        message_id=message_id,
    )
    waiting = waiting_row(
        question_id=request.question_id,
        message_id=message_id,
        conversation_id=home.conversation_id,
        account_id=OWNER,
        text=text,
        choices=choices,
        now=request.created_at,
        expires_s=LASTS.total_seconds(),
        kind="pairing",
    )
    return [*told, Insert(record=waiting)]
