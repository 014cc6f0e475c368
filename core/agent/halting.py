"""/halt and /unhalt: answered by code, whatever the model's service does (DESIGN 4.3, 7).

The halt itself is in the transaction that accepts the command: from then on nothing of this person
opens, whatever else is under way. What follows here takes back what rests, and tells.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from core.agent import menus
from core.agent.desk_commands import tell
from core.agent.moves import Move
from core.agent.ready import go_ready
from core.agent.run import Run
from core.domain.conversation import Lang
from core.domain.instruments import QUOTE
from core.domain.orders import Mode
from core.domain.outbound import Block, TextBlock
from core.domain.records import (
    AuditEntry,
    ExchangeAccount,
    Insert,
    Query,
    Update,
    Waiting,
    Write,
)
from core.errors import BellwetherError
from core.ports import Records
from core.tools.flatten import FlattenTool
from core.trading.at_rest import holdings
from core.trading.halt import Cleared, clear, taken_rows
from core.trading.loss_stop import loss_stop
from core.views.halt_view import account_text, order_text
from core.views.money_text import cash_text
from core.views.words import say

EVERYTHING = "all"


async def halt_writes(account_id: str, records: Records, now: datetime) -> tuple[Write, ...]:
    """All exchange accounts of this person HALTED: no order that opens passes its guard then.

    What was offered before to trade again is offered no more, wherever that was: a press that is
    under way finds its offer closed, and does nothing.
    """
    offers = await records.find(
        Query(kind=Waiting, where={"account_id": account_id, "kind": "menu", "status": "open"})
    )
    return (
        *(
            Update(
                kind=Waiting,
                where={"id": offer.id, "status": "open"},
                set={"status": "replaced", "answered_at": now},
                required=False,
            )
            for offer in offers
            if any(Move.unpack(str(one["value"])).verb == "unhalt" for one in offer.choices)
        ),
        Update(
            kind=ExchangeAccount,
            where={"account_id": account_id},
            set={"trading_state": "HALTED"},
            required=False,
        ),
    )


async def halt(run: Run, line: str) -> bool:
    """Take back what rests and would open, on every account; say what was done and what was not."""
    lang = run.turn.lang
    accounts = run.turn.exchange_accounts
    venues = run.parts.venues
    cleared = await asyncio.gather(*(clear(account, venues) for account in accounts))
    held = await asyncio.gather(*(holdings(account, venues) for account in accounts))
    writes = await taken_rows(cleared, run.parts.records, run.parts.clock.now())
    run.consume(line, counts=False)
    halted = await halt_writes(run.turn.account.id, run.parts.records, run.parts.clock.now())
    run.add(*halted, *writes, _audit(run, "trading.halted", accounts))
    names = [account_text(account.name, account.mode, lang) for account in accounts]
    blocks: list[Block] = [TextBlock(text=say(lang, "halt.done", accounts=names))]
    if not run.turn.conversation.private:
        # What rests is nobody else's business.
        run.say(blocks, mode=_mode(cleared))
        return await run.finish()
    blocks += [TextBlock(text=cleared_text(each, lang)) for each in cleared]
    if all(one == () for one in held):
        # Nothing is held: certain, so there is nothing to close.
        blocks.append(TextBlock(text=say(lang, "halt.nothing_held")))
        run.say(blocks, mode=_mode(cleared))
        return await run.finish()
    blocks.append(TextBlock(text=say(lang, "halt.next")))
    button = (say(lang, "halt.flatten"), Move("flatten", EVERYTHING))
    menus.offer(run, blocks, [button], mode=_mode(cleared))
    return await run.finish()


async def flatten(run: Run, said: str) -> bool:
    """The first press: the card of all that is held, which asks once more."""
    return await go_ready(run, said, FlattenTool.name, {})


async def unhalt(run: Run, line: str) -> bool:
    """Offer to trade again, where nothing speaks against it."""
    lang = run.turn.lang
    if not run.turn.conversation.private:
        return await tell(run, line, say(lang, "unhalt.private"), counts=False)
    if run.turn.account.role == "viewer":
        return await tell(run, line, say(lang, "policy.role"), counts=False)
    free, held = await _divided(run)
    if not free and not held:
        return await tell(run, line, say(lang, "unhalt.nothing"), counts=False)
    blocks: list[Block] = [TextBlock(text=text) for text in held]
    run.consume(line, counts=False)
    if not free:
        run.say(blocks)
        return await run.finish()
    names = [account_text(account.name, account.mode, lang) for account in free]
    blocks.append(TextBlock(text=say(lang, "unhalt.ask", accounts=names)))
    button = (say(lang, "unhalt.button"), Move("unhalt", EVERYTHING))
    mode: Mode = "live" if any(account.mode == "live" for account in free) else "paper"
    menus.offer(run, blocks, [button], mode=mode, expires_s=run.parts.trading.approval_s)
    return await run.finish()


async def resume_trading(run: Run, said: str) -> bool:
    """The press: accounts that nothing speaks against are ACTIVE again, on record."""
    lang = run.turn.lang
    if run.turn.account.role == "viewer":
        raise BellwetherError("a viewer was offered to resume trading")
    free, held = await _divided(run)
    run.consume(said, counts=False)
    run.add(
        *(
            Update(
                kind=ExchangeAccount,
                where={"id": one.id, "version": one.version, "trading_state": one.trading_state},
                set={"trading_state": "ACTIVE", "version": one.version + 1},
            )
            for one in free
        )
    )
    texts = [TextBlock(text=text) for text in held]
    if free:
        run.add(_audit(run, "trading.resumed", free))
        names = [account_text(account.name, account.mode, lang) for account in free]
        texts.insert(0, TextBlock(text=say(lang, "unhalt.done", accounts=names)))
    run.say(texts or [TextBlock(text=say(lang, "unhalt.nothing"))])
    return await run.finish()


async def _divided(run: Run) -> tuple[list[ExchangeAccount], list[str]]:
    """Accounts that do not trade now: those that may again, and words for those that may not."""
    parts, lang = run.parts, run.turn.lang
    rows = await parts.records.find(
        Query(kind=ExchangeAccount, where={"account_id": run.turn.account.id})
    )
    free, held = [], []
    for account in rows:
        if account.trading_state == "ACTIVE":
            continue
        stop = await loss_stop(
            account, parts.venues, parts.records, parts.clock.now(), parts.default_timezone
        )
        if stop is None or (stop.day.loss is not None and not stop.is_hit):
            free.append(account)
            continue
        key = "unhalt.loss" if stop.is_hit else "unhalt.unknown"
        held.append(
            say(
                lang,
                key,
                account=account_text(account.name, account.mode, lang),
                loss=cash_text(stop.day.loss, lang, QUOTE),
                limit=cash_text(stop.limit, lang, QUOTE),
                ends=stop.day.ends,
                zone=stop.day.zone,
            )
        )
    return free, held


def cleared_text(cleared: Cleared, lang: Lang) -> str:
    """What was taken back on one account, what was kept, and what could not be reached."""
    name = account_text(cleared.account.name, cleared.account.mode, lang)
    if cleared.unread:
        return say(lang, "halt.unread", account=name)
    taken = [order_text(one.order, lang) for one in cleared.taken]
    key = "halt.taken" if taken else "halt.none"
    lines = [say(lang, key, account=name, orders=taken)]
    if cleared.left:
        left = [order_text(one, lang) for one in cleared.left]
        lines.append(say(lang, "halt.left", orders=left))
    if cleared.kept:
        lines.append(say(lang, "halt.kept", count=len(cleared.kept)))
    return " ".join(lines)


def _mode(cleared: Sequence[Cleared]) -> Mode:
    return "live" if any(each.account.mode == "live" for each in cleared) else "paper"


def _audit(run: Run, event: str, accounts: Sequence[ExchangeAccount]) -> Insert:
    return Insert(
        record=AuditEntry(
            id=run.parts.ids.new(),
            account_id=run.turn.account.id,
            conversation_id=run.turn.conversation.id,
            run_id=run.turn.run_id,
            event=event,
            tool="",
            reason="",
            detail={"accounts": [account.id for account in accounts]},
            created_at=run.parts.clock.now(),
        )
    )
