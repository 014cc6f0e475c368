"""Cancelling everything: what waits here is closed, and what rests at exchanges is offered.

"Cancel all" may mean questions or orders. Questions close at once, since nothing is lost with them.
Orders are named with a button for each account, or go on the card at once where there is nothing
else it could mean; stops and targets are among them, so a press decides.
"""

from collections.abc import Sequence

from core.agent import menus
from core.agent.approvals import close_workflow
from core.agent.desk_commands import cancelled_row
from core.agent.kept_secrets import cancelled_text
from core.agent.moves import Move
from core.agent.placed import said_of
from core.agent.ready import go_ready
from core.agent.run import Run
from core.domain.conversation import Lang
from core.domain.orders import Mode
from core.domain.outbound import TextBlock
from core.domain.workflow import OPEN
from core.trading.at_rest import AtRest, at_rest
from core.views.halt_view import account_text, order_text
from core.views.words import say

_TOOL = "manage_order"
_NAMED = 5
_READ_S = 3.0
"""How long stopping waits for a venue; one that takes longer is named as not read."""


async def cancel_all(run: Run, line: str) -> bool:
    """Close all that is open or put aside here; nothing that was placed is undone by that alone.

    In a group nothing is told of orders: they are nobody else's business.
    """
    lang = run.turn.lang
    open_ = [item for item in run.turn.open if item.account_id == run.turn.account.id]
    workflows = [each for each in run.turn.workflows if each.status in OPEN]
    rests = await _at_rest(run)
    if not open_ and not workflows and len(rests) == 1 and rests[0].orders:
        return await go_ready(run, line, _TOOL, _everything(rests[0]))
    run.consume(line, counts=False)
    menus.lapse(run)
    for waiting in open_:
        run.add(cancelled_row(run, waiting))
        run.close_card(waiting, cancelled_text(waiting, lang))
    for workflow in workflows:
        close_workflow(run, workflow, "cancelled", "")
    said = []
    if workflows:
        done = await said_of(run, "cancel.done", run.turn.workflows)
        said.append(say(lang, done, count=len(workflows)))
    said += [_told(one, lang) for one in rests]
    blocks = [TextBlock(text="\n".join(said or [say(lang, "cancel.nothing")]))]
    moves = [
        (_label(one, lang), Move.calling(_TOOL, _everything(one))) for one in rests if one.orders
    ]
    if moves:
        menus.offer(run, blocks, moves, mode=_mode(rests))
    else:
        run.say(blocks)
    return await run.finish()


async def _at_rest(run: Run) -> list[AtRest]:
    """The accounts where something rests, or where that cannot be read."""
    if not run.turn.conversation.private:
        return []
    found = await at_rest(run.turn.exchange_accounts, run.parts.venues, within_s=_READ_S)
    return [one for one in found if one.orders is None or one.orders]


def _everything(rests: AtRest) -> dict[str, object]:
    return {"action": "cancel_everything", "account": rests.account.id}


def _told(rests: AtRest, lang: Lang) -> str:
    """What rests on one account: the first orders by name, and how many more."""
    name = account_text(rests.account.name, rests.account.mode, lang)
    if rests.orders is None:
        return say(lang, "cancel.unread", account=name)
    lines = [say(lang, "cancel.resting", account=name, count=len(rests.orders))]
    lines += [f"• {order_text(one, lang)}" for one in rests.orders[:_NAMED]]
    if (more := len(rests.orders) - _NAMED) > 0:
        lines.append(say(lang, "orders_more", count=more))
    return "\n".join(lines)


def _label(rests: AtRest, lang: Lang) -> str:
    name = account_text(rests.account.name, rests.account.mode, lang)
    return say(lang, "cancel_everything_of", account=name, count=len(rests.orders or ()))


def _mode(rests: Sequence[AtRest]) -> Mode:
    return "live" if any(one.account.mode == "live" for one in rests) else "paper"
