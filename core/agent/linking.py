"""One account on several platforms: identities are joined, taken off, and ended (DESIGN 8).

The identity that is to be joined gets a code where it is; whoever is known elsewhere sends that
code there, sees whose it is, and presses. Nothing is joined by words alone.
"""

from core.agent import menus
from core.agent.desk_commands import tell
from core.agent.moves import Move
from core.agent.notices import Home, notices_of
from core.agent.pairing import audit, closing, named, open_requests, request_of
from core.agent.people import LOCAL, People
from core.agent.run import Run
from core.domain.conversation import Lang
from core.domain.outbound import TextBlock
from core.domain.records import (
    Account,
    Credential,
    Delete,
    Identity,
    Insert,
    OrderRow,
    PairingRequest,
    Query,
    Update,
    Waiting,
    Write,
)
from core.views.words import say


async def link(run: Run, people: People, argument: str, line: str) -> bool:
    """`/link`: a code for this identity; `/link CODE`: whose it is, with the button that joins."""
    lang, inbound = run.turn.lang, run.turn.inbound
    if not run.turn.conversation.private:
        return await tell(run, line, say(lang, "link.private"), counts=False)
    if argument:
        return await _offer(run, people, argument, line)
    if inbound.conversation.platform in LOCAL:
        where = _where(people, run.turn.account, lang)
        return await tell(run, line, say(lang, "link.how", where=where), counts=False)
    here = inbound.conversation.id
    mine = [one for one in await open_requests(run.parts) if one.conversation_id == here]
    request = mine[0] if mine else request_of(run.parts, inbound, lang, "")
    run.consume(line, counts=False)
    if not mine:
        run.add(Insert(record=request))
    run.say([TextBlock(text=say(lang, "link.code", code=request.code))])
    return await run.finish()


async def _offer(run: Run, people: People, code: str, line: str) -> bool:
    lang = run.turn.lang
    request = await _request(run, code)
    if request is None:
        return await tell(run, line, say(lang, "link.unknown"), counts=False)
    why = await _why_not(run, people, request)
    if why:
        return await tell(run, line, say(lang, why), counts=False)
    run.consume(line, counts=False)
    asked = say(lang, "link.ask", name=request.name or "?", where=named(request, lang))
    button = (say(lang, "choice.link", where=named(request, lang)), Move("link", request.id))
    menus.offer(run, [TextBlock(text=asked)], [button], expires_s=run.parts.trading.approval_s)
    return await run.finish()


async def join(run: Run, people: People, move: Move, said: str) -> bool:
    """The press: the identity is this account's from now on, and both are told."""
    lang = run.turn.lang
    request = await run.parts.records.get(PairingRequest, move.target)
    if request is None or request.status != "open" or request.expires_at <= run.parts.clock.now():
        return await tell(run, said, say(lang, "link.unknown"), counts=False)
    why = await _why_not(run, people, request)
    if why:
        return await tell(run, said, say(lang, why), counts=False)
    account = run.turn.account
    identity = people.identity(account.id, request.platform, request.person, request.chat)
    before = await run.parts.records.get(Identity, identity.id)
    run.consume(said, counts=False)
    run.add(closing(request, "linked"))
    if before is None:
        run.add(Insert(record=identity, if_absent=True, required=True))
    else:
        where = {"id": before.id, "account_id": before.account_id}
        run.add(Update(kind=Identity, where=where, set={"account_id": account.id}))
    detail = {"person": identity.id}
    run.add(
        Insert(
            record=audit(run.parts, account.id, run.turn.conversation.id, "identity.linked", detail)
        )
    )
    run.add(*await _question_closed(run, request))
    their: Lang = "zh" if request.lang == "zh" else "en"
    home = Home(account_id=account.id, conversation_id=request.conversation_id, lang=their)
    told = TextBlock(text=say(their, "link.joined_you", name=account.name))
    run.add(*notices_of(run.parts).rows(home, [told]))
    run.say([TextBlock(text=say(lang, "link.joined", where=named(request, lang)))])
    done = await run.finish()
    if done:
        people.learn(identity)
        run.parts.wake_delivery(request.conversation_id)
    return done


async def unlink(run: Run, people: People, argument: str, line: str) -> bool:
    """`/unlink telegram`: that identity is a stranger again; bare, which there are."""
    lang, account = run.turn.lang, run.turn.account
    if not run.turn.conversation.private:
        return await tell(run, line, say(lang, "link.private"), counts=False)
    mine = people.identities(account.id)
    wanted = argument.strip().casefold()
    gone = [one for one in mine if wanted and wanted in (one, one.split(":", 1)[0])]
    if not gone:
        where = _where(people, account, lang)
        return await tell(run, line, say(lang, "unlink.which", where=where), counts=False)
    left = [one for one in mine if one not in gone]
    if not left and account.role != "owner":
        return await tell(run, line, say(lang, "unlink.last"), counts=False)
    run.consume(line, counts=False)
    for one in gone:
        run.add(Delete(kind=Identity, where={"id": one}))
        entry = audit(
            run.parts, account.id, run.turn.conversation.id, "identity.unlinked", {"person": one}
        )
        run.add(Insert(record=entry))
    run.say([TextBlock(text=say(lang, "unlink.done", where=gone))])
    done = await run.finish()
    if done:
        people.unlearn(gone)
    return done


async def _request(run: Run, code: str) -> PairingRequest | None:
    typed = code.strip().casefold()
    return next(
        (one for one in await open_requests(run.parts) if one.code.casefold() == typed), None
    )


async def _why_not(run: Run, people: People, request: PairingRequest) -> str:
    """The key of the words for why the identity cannot be joined; empty: it can."""
    before = people.whose(request.platform, request.person)
    if before is None:
        return ""
    if before.id == run.turn.account.id:
        return "link.already"
    if before.role == "owner":
        return "link.owner"
    where = {"account_id": before.id}
    orders, keys = await run.parts.records.read(
        Query(kind=OrderRow, where=where, limit=1), Query(kind=Credential, where=where, limit=1)
    )
    if orders:
        return "link.has_orders"
    return "link.has_keys" if keys else ""


async def _question_closed(run: Run, request: PairingRequest) -> list[Write]:
    """The owner is not asked any more about somebody who is known now."""
    waiting = await run.parts.records.get(Waiting, request.question_id)
    if waiting is None or waiting.status != "open":
        return []
    home = await notices_of(run.parts).home(waiting.account_id, waiting.conversation_id)
    closed = Update(
        kind=Waiting,
        where={"id": waiting.id, "status": "open"},
        set={"status": "replaced", "answered_at": run.parts.clock.now()},
        required=False,
    )
    text = say(home.lang, "pairing.linked_meanwhile")
    return [closed, *notices_of(run.parts).closing(waiting, text)]


def _where(people: People, account: Account, lang: Lang) -> list[str]:
    """Where the account is known; that it is nowhere else is said too."""
    return people.identities(account.id) or [say(lang, "none")]
