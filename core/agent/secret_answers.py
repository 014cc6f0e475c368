"""What a person types while a secret is awaited, or just after: it goes to the vault or nowhere.

Whatever may be the secret is taken out of the turn before anything else of it runs, so that neither
history nor steps, traces, prompts or events can hold it (I8). Each field is kept in the commit that
answers its question: a crash before it finds the sealed inbox row, one after it the next question.
"""

from dataclasses import dataclass, replace

from core.agent.approvals import close_workflow, settle_waiting
from core.agent.effects import remaining
from core.agent.endings import BROKEN_OFF, broken_off
from core.agent.erasing import meant_for, newest_asked
from core.agent.execution import Execution
from core.agent.guard import Guard
from core.agent.kept_secrets import completed
from core.agent.open_questions import was_shown
from core.agent.planning import request_for
from core.agent.run import Outcome, Run
from core.agent.secrets import ask_next, vault
from core.domain.conversation import Inbound, Text
from core.domain.llm import OFFLINE
from core.domain.outbound import TextBlock
from core.domain.records import InboxItem, Query, StepRow, Update, Waiting, Workflow
from core.domain.typed_secrets import (
    Meant,
    looks_like_password,
    may_be_secret,
    strictly_masked,
    trimmed,
    unfit,
)
from core.views.secrets import field_text
from core.views.words import say


@dataclass(frozen=True, slots=True)
class Typed:
    """Words that may be a secret, and the question that they may be meant for.

    `spilled`: they are more than the secret, and only told to be sent alone.
    """

    waiting: Waiting
    secret: str
    meant: Meant


async def withheld(run: Run, inbound: Inbound) -> Typed | None:
    """What may be a secret in this inbound, taken out of the turn; None: it is an ordinary one."""
    body = inbound.body
    waiting = await _asked(run, body) if isinstance(body, Text) else None
    if waiting is None or not isinstance(body, Text):
        return None
    meant = meant_for(waiting, body, inbound)
    if meant == "answer":
        _replace(run, body, say(run.turn.lang, "secret.received"))
    elif meant == "spilled":
        _replace(run, body, strictly_masked(body.text))
    return Typed(waiting, trimmed(body.text), meant) if meant else None


async def _asked(run: Run, body: Text) -> Waiting | None:
    """The question for a secret that is named or open here; for a lone password, the newest one."""
    if body.question_id:
        named = await run.parts.records.get(Waiting, body.question_id)
        return named if named is not None and named.kind == "secret" else None
    mine = run.turn.account.id
    open_ = [item for item in run.turn.open if item.kind == "secret" and item.account_id == mine]
    if open_ or not (may_be_secret(body.text) and looks_like_password(trimmed(body.text))):
        return open_[0] if open_ else None
    return await newest_asked(run.parts, run.turn.conversation.id)


def _replace(run: Run, body: Text, text: str) -> None:
    """From here on the turn knows these words and no others."""
    run.turn.inbound = replace(run.turn.inbound, body=replace(body, text=text))


async def handle(run: Run, typed: Typed) -> bool:
    """Keep it, or say why not; False when a commit found that somebody else was first."""
    lang, waiting = run.turn.lang, typed.waiting
    field = field_text(waiting.pending_fields[0], lang)
    if typed.meant == "spilled":
        masked = getattr(run.turn.inbound.body, "text", "")
        return await _not_kept(run, say(lang, "secret.spilled", field=field), said=masked)
    if waiting.account_id != run.turn.account.id:
        return await _not_kept(run, say(lang, "press.not_yours"), outcome="not_yours")
    if waiting.status != "open":
        return await _over(run, waiting)
    if waiting.expires_at <= run.turn.inbound.received_at:
        return await _expired(run, waiting)
    if not await was_shown(run, waiting):
        return await _not_kept(run, say(lang, "secret.unseen", field=field))
    reason = unfit(waiting.pending_fields[0], typed.secret)
    if reason is not None:
        return await _not_kept(run, say(lang, f"secret.{reason}", field=field))
    return await _kept(run, waiting, typed.secret)


async def _kept(run: Run, waiting: Waiting, secret: str) -> bool:
    """The answer's only commit: the question closed, the secret sealed, and what comes next."""
    lang, field = run.turn.lang, waiting.pending_fields[0]
    workflow = await run.parts.records.get(Workflow, waiting.workflow_id)
    if workflow is None:
        return await _over(run, waiting)
    await run.parts.waiting.claim(waiting.id, run.turn.inbound.dedupe_key)
    received = say(lang, "secret.received")
    _consume(run, received)
    settle_waiting(run, waiting, received, "answered")
    run.close_card(waiting, say(lang, "secret.kept", field=field_text(field, lang)))
    kept = await vault(run).keep(
        str(waiting.card["resource"]),
        field,
        secret,
        account_id=run.turn.account.id,
        now=run.turn.now,
    )
    run.add(*kept)
    run.step("answer", {"question_id": waiting.id, "secret": field}, parents=[waiting.step_id])
    if len(waiting.pending_fields) > 1:
        ask_next(run, waiting)
        run.move(workflow, workflow.status, run_id=run.turn.run_id)
        return await run.finish() or await _lost(run, waiting)
    run.open_trace(waiting.question)
    workflow = run.move(
        workflow, "running", run_id=run.turn.run_id, notes=completed(workflow), attempts=0
    )
    if not await run.commit():
        return await _lost(run, waiting)
    return await go_on(run, workflow)


async def go_on(run: Run, workflow: Workflow) -> bool:
    """All is kept: make the call that asked for it, and carry out the rest of its plan."""
    rows = await run.parts.records.find(Query(kind=StepRow, where={"workflow_id": workflow.id}))
    steps, done, stored = remaining(rows)
    guard = Guard(run.turn.lang)
    guard.learn_request(workflow.request)
    guard.trusted = workflow.notes.get("planner") == OFFLINE
    execution = Execution(
        run,
        workflow,
        steps,
        request=await request_for(run, workflow),
        guard=guard,
        done=done,
        rows=stored,
    )
    try:
        return await execution.go()
    except BROKEN_OFF as error:
        return await broken_off(run, execution, workflow, error)


async def _over(run: Run, waiting: Waiting) -> bool:
    """Nobody waits for it any more."""
    ended: Outcome = "expired" if waiting.status == "expired" else "already_answered"
    return await _not_kept(run, say(run.turn.lang, "secret.over"), outcome=ended)


async def _expired(run: Run, waiting: Waiting) -> bool:
    """Its time was over before it was typed: what was kept before it is deleted."""
    workflow = await run.parts.records.get(Workflow, waiting.workflow_id)
    settle_waiting(run, waiting, "", "expired")
    run.close_card(waiting, say(run.turn.lang, "secret.expired_card"))
    if workflow is not None:
        close_workflow(run, workflow, "failed", "expired")
    text = say(run.turn.lang, "secret.expired")
    return await _not_kept(run, text, outcome="expired") or await _lost(run, waiting)


async def _not_kept(run: Run, text: str, *, said: str = "", outcome: Outcome = "ok") -> bool:
    """Said why; history holds `said`, or a note in place of the words."""
    _consume(run, said or say(run.turn.lang, "secret.not_kept"))
    run.say([TextBlock(text=text)])
    return await run.finish(outcome=outcome)


async def _lost(run: Run, waiting: Waiting) -> bool:
    """The question was closed meanwhile; if it was not, the whole turn is repeated."""
    run.discard()
    row = await run.parts.records.get(Waiting, waiting.id)
    if row is None or row.status == "open":
        return False
    return await _over(run, row)


def _consume(run: Run, said: str) -> None:
    """The inbox row emptied, and the words kept that stand for those."""
    run.consume(said)
    forget_digest(run)


def forget_digest(run: Run) -> None:
    """What the inbox row keeps of the body, by which a short secret could be guessed."""
    run.add(
        Update(
            kind=InboxItem,
            where={"id": run.turn.item.id},
            set={"fingerprint": ""},
            required=False,
        )
    )
