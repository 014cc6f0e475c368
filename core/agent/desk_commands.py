"""/status, /cancel and /clear: answered by code, whatever the model's service does."""

from datetime import datetime

from core.agent import menus
from core.agent.approvals import close_workflow
from core.agent.kept_secrets import cancelled_text, let_go
from core.agent.moves import Move, Verb
from core.agent.open_questions import goal, short
from core.agent.placed import said_of
from core.agent.questions import SUGGESTION
from core.agent.run import Run
from core.domain.outbound import TextBlock
from core.domain.records import (
    Delete,
    InboxItem,
    MessageRow,
    Picture,
    TaskStateRow,
    Update,
    Waiting,
    Workflow,
)
from core.domain.references import References
from core.domain.workflow import OPEN, WAITING
from core.views.source import source_text
from core.views.words import say

_OFFERED: tuple[Verb, ...] = ("resume", "cancel")


async def tell(run: Run, said: str | None, text: str, *, counts: bool = True) -> bool:
    """One commit: the words kept, an answer in code."""
    run.consume(said, counts=counts)
    run.say([TextBlock(text=text)])
    return await run.finish()


async def status(run: Run, line: str) -> bool:
    """What runs, and what each open workflow waits for; buttons for what was put aside."""
    lang = run.turn.lang
    account = run.turn.exchange_account
    lines = [
        say(
            lang,
            "status.desk",
            planner=run.provider.name,
            market=source_text(run.parts.venues.market.name, lang),
            account=account.name,
            mode=account.mode.upper(),
            state=account.trading_state,
        )
    ]
    questions = {waiting.workflow_id: waiting for waiting in run.turn.open}
    lines += [_line(run, each, questions.get(each.id)) for each in run.turn.workflows]
    if len(lines) == 1:
        lines.append(say(lang, "status.nothing"))
    aside = [each for each in run.turn.workflows if each.status == "suspended"]
    if not aside:
        return await tell(run, line, "\n".join(lines), counts=False)
    run.consume(line, counts=False)
    moves = [
        (say(lang, f"choice.{verb}_goal", goal=goal(each)), Move(verb, each.id))
        for each in aside
        for verb in _OFFERED
    ]
    menus.offer(run, [TextBlock(text="\n".join(lines))], moves)
    return await run.finish()


def _line(run: Run, workflow: Workflow, waiting: Waiting | None) -> str:
    """One workflow: what it is for, what it waits for, and until when."""
    lang = run.turn.lang
    said = goal(workflow)
    if waiting is not None:
        until = _until(run, waiting.expires_at)
        return say(lang, "status.waits", goal=said, question=short(waiting.question), until=until)
    if workflow.status == "suspended" and workflow.expires_at is not None:
        return say(lang, "status.aside", goal=said, until=_until(run, workflow.expires_at))
    return say(lang, f"status.{workflow.status}", goal=said)


def _until(run: Run, at: datetime) -> str:
    far = at.date() != run.turn.now.date()
    return f"{at:%Y-%m-%d %H:%M} UTC" if far else f"{at:%H:%M} UTC"


async def cancel_newest(run: Run, line: str) -> bool:
    """Close the workflow that was asked about last; nothing that was placed is undone."""
    mine = [item for item in run.turn.open if item.account_id == run.turn.account.id]
    asked = [item for item in mine if item.intent != SUGGESTION] or mine
    workflows = {each.id: each for each in run.turn.workflows if each.status in WAITING}
    newest = next((item for item in asked if item.workflow_id in workflows), None)
    if newest is None:
        aside = [each for each in run.turn.workflows if each.status == "suspended"]
        key = "cancel.only_aside" if aside else "cancel.nothing"
        return await tell(run, line, say(run.turn.lang, key, count=len(aside)), counts=False)
    return await cancel_workflow(run, workflows[newest.workflow_id], line)


async def cancel_workflow(run: Run, workflow: Workflow, said: str) -> bool:
    """Close this one with its question: told which it was, and how many others still wait."""
    lang = run.turn.lang
    if workflow.status not in OPEN:
        return await tell(run, said, say(lang, "resume.gone", goal=goal(workflow)), counts=False)
    run.consume(said, counts=False)
    menus.lapse(run)
    closed = [item for item in run.turn.open if item.workflow_id == workflow.id]
    for waiting in closed:
        run.add(cancelled_row(run, waiting))
        run.close_card(waiting, cancelled_text(waiting, lang))
    close_workflow(run, workflow, "cancelled", "")
    title = short(closed[0].question) if closed else goal(workflow)
    others = sum(each.status in OPEN and each.id != workflow.id for each in run.turn.workflows)
    text = say(lang, await said_of(run, "cancel.one", [workflow]), title=title)
    if others:
        text = f"{text} {say(lang, 'cancel.others', count=others)}"
    run.say([TextBlock(text=text)])
    return await run.finish()


async def cancel_run(run: Run, line: str | None, run_id: str, *, stopped: bool) -> bool:
    """A run was to be stopped, by /cancel while it went or by its button: what became of that.

    `line` is None for the button: where messages are sent, the stopped run's own says enough then.
    """
    item = await run.parts.records.get(InboxItem, run_id)
    if stopped and line is None and run.turn.conversation.platform in run.parts.pushed:
        run.consume(None)
        return await run.finish()
    if item is None or item.account_id != run.turn.account.id:
        key = "cancel.no_run"
    else:
        key = "cancel.stopped" if stopped else "cancel.ended"
    return await tell(run, line, say(run.turn.lang, key), counts=False)


async def clear(run: Run, _: str) -> bool:
    """Forget this conversation: history, workflows, references, open questions (DESIGN 4.3).

    Kept: preferences, orders, audit, and a workflow whose order is still being looked up.
    """
    lang = run.turn.lang
    conversation_id = run.turn.conversation.id
    run.consume(None)
    for waiting in (*run.turn.open, *run.turn.menus):
        run.close_card(waiting, cancelled_text(waiting, lang))
    for workflow in run.turn.workflows:
        let_go(run, workflow)
    run.lead, run.lead_writes = [], []
    run.add(Delete(kind=TaskStateRow, where={"id": conversation_id}))
    run.add(Delete(kind=MessageRow, where={"conversation_id": conversation_id}))
    run.add(Delete(kind=Picture, where={"conversation_id": conversation_id}))
    run.add(Delete(kind=Waiting, where={"conversation_id": conversation_id}))
    for ended in ("completed", "failed", "cancelled", "suspended", "needs_attention", *WAITING):
        run.add(Delete(kind=Workflow, where={"conversation_id": conversation_id, "status": ended}))
    run.turn.refer(References())
    run.say([TextBlock(text=say(lang, "clear.done"))])
    return await run.finish()


def cancelled_row(run: Run, waiting: Waiting) -> Update:
    """The question as called off by this turn."""
    return Update(
        kind=Waiting,
        where={"id": waiting.id, "status": "open"},
        set={
            "status": "cancelled",
            "answered_by": run.turn.inbound.dedupe_key,
            "answered_where": run.turn.inbound.conversation.platform,
            "answered_choice": "cancel",
            "answered_at": run.parts.clock.now(),
        },
        required=False,
    )
