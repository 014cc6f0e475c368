"""/status, /cancel and /clear: answered by code, whatever the model's service does."""

from core.agent.approvals import close_workflow
from core.agent.open_questions import short
from core.agent.run import Run
from core.domain.outbound import TextBlock
from core.domain.records import Delete, MessageRow, Update, Waiting, Workflow
from core.domain.references import References
from core.domain.workflow import WAITING
from core.views.words import say


async def tell(run: Run, said: str | None, text: str, *, counts: bool = True) -> bool:
    """One commit: the words kept, an answer in code."""
    run.consume(said, counts=counts)
    run.say([TextBlock(text=text)])
    return await run.finish()


async def status(run: Run, line: str) -> bool:
    """What runs, and what each open workflow waits for."""
    lang = run.turn.lang
    account = run.turn.exchange_account
    lines = [
        say(
            lang,
            "status.desk",
            planner=run.provider.name,
            market=run.parts.market.name,
            account=account.name,
            mode=account.mode.upper(),
            state=account.trading_state,
        )
    ]
    titles = {waiting.workflow_id: waiting for waiting in run.turn.open}
    for workflow in run.turn.workflows:
        waiting = titles.get(workflow.id)
        goal = workflow.request[:80]
        if waiting is not None:
            far = waiting.expires_at.date() != run.turn.now.date()
            until = f"{waiting.expires_at:%Y-%m-%d %H:%M}" if far else f"{waiting.expires_at:%H:%M}"
            title = short(waiting.question)
            lines.append(say(lang, "status.waits", goal=goal, question=title, until=f"{until} UTC"))
        else:
            lines.append(say(lang, f"status.{workflow.status}", goal=goal))
    if len(lines) == 1:
        lines.append(say(lang, "status.nothing"))
    return await tell(run, line, "\n".join(lines), counts=False)


async def cancel_all(run: Run, line: str) -> bool:
    """Close what is open in this conversation; nothing that was placed is undone."""
    lang = run.turn.lang
    open_ = [item for item in run.turn.open if item.account_id == run.turn.account.id]
    run.consume(line, counts=False)
    for waiting in open_:
        run.add(_cancelled(run, waiting))
        run.close_card(waiting, say(lang, "approval.cancelled"))
    for workflow in run.turn.workflows:
        if workflow.status in WAITING or workflow.status == "suspended":
            close_workflow(run, workflow, "cancelled", "")
    key = "cancel.done" if open_ else "cancel.nothing"
    run.say([TextBlock(text=say(lang, key, count=len(open_)))])
    return await run.finish()


async def clear(run: Run, _: str) -> bool:
    """Forget this conversation: history, workflows, references, open questions (DESIGN 4.3).

    Kept: preferences, orders, audit, and a workflow whose order is still being looked up.
    """
    lang = run.turn.lang
    conversation_id = run.turn.conversation.id
    run.consume(None)
    for waiting in run.turn.open:
        run.close_card(waiting, say(lang, "approval.cancelled"))
    run.add(Delete(kind=MessageRow, where={"conversation_id": conversation_id}))
    run.add(Delete(kind=Waiting, where={"conversation_id": conversation_id}))
    for ended in ("completed", "failed", "cancelled", "suspended", "needs_attention", *WAITING):
        run.add(Delete(kind=Workflow, where={"conversation_id": conversation_id, "status": ended}))
    run.turn.refer(References())
    run.say([TextBlock(text=say(lang, "clear.done"))])
    return await run.finish()


def _cancelled(run: Run, waiting: Waiting) -> Update:
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
