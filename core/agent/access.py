"""What the owner sees and decides about people: who they are, what they may, what they did."""

from dataclasses import replace

from core.agent import menus
from core.agent.desk_commands import tell
from core.agent.moves import Move
from core.agent.notices import notices_of
from core.agent.pairing import audit
from core.agent.people import OWNER, People
from core.agent.run import Run
from core.domain.conversation import Role
from core.domain.outbound import TextBlock
from core.domain.records import (
    AccessToken,
    Account,
    Delete,
    ExchangeAccount,
    Identity,
    Insert,
    OrderRow,
    Query,
    Update,
    Waiting,
)
from core.views.words import say

MOST_PEOPLE = 20
RESTING = ("ACCEPTED", "PARTIALLY_FILLED")


async def people_list(run: Run, people: People, argument: str, line: str) -> bool:  # noqa: ARG001
    """`/people`: everybody with role and places, and buttons to change or end their access."""
    lang = run.turn.lang
    refused = _refusal(run)
    if refused:
        return await tell(run, line, say(lang, refused), counts=False)
    tokens = await run.parts.records.find(Query(kind=AccessToken))
    now = run.parts.clock.now()
    live = {
        one.account_id
        for one in tokens
        if one.revoked_at is None and (one.expires_at is None or one.expires_at > now)
    }
    lines, moves = [], []
    for account in people.everybody()[:MOST_PEOPLE]:
        where = people.identities(account.id)
        where += [say(lang, "people.token")] if account.id in live else []
        text = say(
            lang,
            "people.line",
            name=account.name,
            role=say(lang, f"role.{account.role}"),
            where=where or [say(lang, "people.nowhere")],
        )
        lines.append(f"• {text}")
        if account.id == OWNER or not where:
            continue
        other = "viewer" if account.role == "trader" else "trader"
        moves.append(
            (say(lang, f"choice.make_{other}", name=account.name), Move("role", account.id, other))
        )
        moves.append((say(lang, "choice.revoke", name=account.name), Move("revoke", account.id)))
    run.consume(line, counts=False)
    blocks = [TextBlock(text="\n".join([say(lang, "people.title"), *lines]))]
    if moves:
        menus.offer(run, blocks, moves)
    else:
        run.say(blocks)
    return await run.finish()


async def change_role(run: Run, people: People, move: Move, said: str) -> bool:
    """The owner's press: another role from the next message on."""
    lang = run.turn.lang
    account = people.account(move.target)
    refused = _refusal(run)
    if refused or account is None or account.id == OWNER:
        return await tell(run, said, say(lang, refused or "people.gone"), counts=False)
    role: Role = "viewer" if move.argument == "viewer" else "trader"
    changed = replace(account, role=role)
    run.consume(said, counts=False)
    run.add(
        Update(kind=Account, where={"id": account.id}, set={"role": role}),
        _audited(run, "role.changed", account, role=role),
    )
    home = await notices_of(run.parts).home(account.id)
    told = TextBlock(text=say(home.lang, "people.role_you", role=say(home.lang, f"role.{role}")))
    run.add(*notices_of(run.parts).rows(home, [told]))
    done_text = say(lang, "people.role_done", name=account.name, role=say(lang, f"role.{role}"))
    run.say([TextBlock(text=done_text)])
    done = await run.finish()
    if done:
        people.learn(changed)
        run.parts.wake_delivery(home.conversation_id)
    return done


async def revoke(run: Run, people: People, move: Move, said: str) -> bool:
    """The owner's press: no way in any more, at once.

    Identities and tokens end, open questions close, nothing new opens on their accounts; what rests
    at an exchange stays, and the owner is told how much that is.
    """
    lang, parts = run.turn.lang, run.parts
    account = people.account(move.target)
    refused = _refusal(run)
    if refused or account is None or account.id == OWNER:
        return await tell(run, said, say(lang, refused or "people.gone"), counts=False)
    identities = people.identities(account.id)
    now = parts.clock.now()
    waiting, orders, tokens = await parts.records.read(
        Query(kind=Waiting, where={"account_id": account.id, "status": "open"}),
        Query(kind=OrderRow, where={"account_id": account.id, "status": RESTING}),
        Query(kind=AccessToken, where={"account_id": account.id}),
    )
    home = await notices_of(parts).home(account.id)
    run.consume(said, counts=False)
    for one in identities:
        run.add(Delete(kind=Identity, where={"id": one}))
    for token in tokens:
        if token.revoked_at is None:
            run.add(Update(kind=AccessToken, where={"id": token.id}, set={"revoked_at": now}))
    for item in waiting:
        run.add(
            Update(
                kind=Waiting,
                where={"id": item.id, "status": "open"},
                set={"status": "cancelled", "answered_at": now},
                required=False,
            ),
            *notices_of(parts).closing(item, say(home.lang, "people.ended")),
        )
    run.add(
        Update(
            kind=ExchangeAccount,
            where={"account_id": account.id},
            set={"trading_state": "HALTED"},
            required=False,
        ),
        _audited(run, "access.revoked", account, identities=", ".join(identities)),
        *notices_of(parts).rows(home, [TextBlock(text=say(home.lang, "people.ended"))]),
    )
    key = "people.revoked_rest" if orders else "people.revoked"
    run.say([TextBlock(text=say(lang, key, name=account.name, count=len(orders)))])
    done = await run.finish()
    if done:
        people.unlearn(identities)
        for conversation_id in {home.conversation_id, *(item.conversation_id for item in waiting)}:
            parts.wake_delivery(conversation_id)
    return done


def _refusal(run: Run) -> str:
    """Why this is not for this person or place; empty: it is."""
    if run.turn.account.role != "owner":
        return "people.owner_only"
    return "" if run.turn.conversation.private else "people.private"


def _audited(run: Run, event: str, account: Account, **detail: str) -> Insert:
    return Insert(
        record=audit(
            run.parts,
            run.turn.account.id,
            run.turn.conversation.id,
            event,
            {"account": account.id, "name": account.name, **detail},
        )
    )
