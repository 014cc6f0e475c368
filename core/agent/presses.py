"""What happens to a press, or to words that stand for one (DESIGN 4.4, 7)."""

from core.agent import approvals, effects, menus, other_amount, void
from core.agent.planning import plan_and_go, request_for
from core.agent.questions import SUGGESTION
from core.agent.run import Outcome, Run
from core.domain.conversation import Lang, Press, Text
from core.domain.outbound import TextBlock
from core.domain.records import AuditEntry, Insert, Waiting, Workflow
from core.domain.requests import with_answer
from core.errors import PersonError, VenueError
from core.views.errors import error_text
from core.views.words import say

CLOSED = ("answered", "replaced", "cancelled")
"""Statuses of a question that no press can change; an expired one may still be offered again."""


async def pressed(run: Run, body: Press) -> Waiting | bool:
    """The question whose button this may press; else whether the refusal's commit went through."""
    waiting = await run.parts.records.get(Waiting, body.question_id)
    if waiting is None or waiting.conversation_id != run.turn.conversation.id:
        return await _told(run, "press.unknown", "unknown_question")
    if waiting.account_id != run.turn.account.id:
        return await _foreign(run, waiting)
    if waiting.status in CLOSED:
        return await already(run, waiting)
    if all(item["id"] != body.choice for item in waiting.choices):
        return await _told(run, "press.unknown_choice", "unknown_choice")
    return waiting


async def answer(run: Run, waiting: Waiting, choice: str, said: str) -> bool:
    """The asker's choice on an open or expired question, pressed or said."""
    workflow = await run.parts.records.get(Workflow, waiting.workflow_id)
    if workflow is None:
        return await _told(run, "press.unknown", "unknown_question")
    if waiting.status in CLOSED:
        return await already(run, waiting)
    expired = waiting.status == "expired" or waiting.expires_at <= run.turn.inbound.received_at
    if expired and choice != "cancel":
        return await _expired(run, waiting, workflow, choice, said)
    await run.parts.waiting.claim(waiting.id, run.turn.inbound.dedupe_key)
    menus.lapse(run)
    if choice != "cancel" and void.is_void(run, waiting):
        done = await void.close(run, waiting, workflow, said)
        return done or await _lost(run, waiting, choice, said)
    if choice == "cancel":
        done = await approvals.cancel(run, waiting, workflow, said)
    elif waiting.kind == "ask":
        return await _option(run, waiting, choice, said)
    elif choice == "amount":
        done = await other_amount.ask_amount(run, waiting, workflow)
    elif waiting.kind == "amount":
        return await amended(run, waiting, _value(waiting, choice))
    else:
        return await _confirmed(run, waiting, workflow, choice, said)
    return done or await _lost(run, waiting, choice, said)


async def amended(run: Run, waiting: Waiting, text: str) -> bool:
    """Another amount in words: a fresh card, or why there is none."""
    workflow = await run.parts.records.get(Workflow, waiting.workflow_id)
    if workflow is None:
        return await _told(run, "press.unknown", "unknown_question")
    menus.lapse(run)
    if void.is_void(run, waiting):
        done = await void.close(run, waiting, workflow, text)
        return done or await _lost(run, waiting, "amount", text)
    try:
        done = await other_amount.amend(run, waiting, workflow, text)
    except PersonError as error:
        run.discard()
        run.consume(text)
        run.say([TextBlock(text=error_text(error, run.turn.lang))])
        done = await run.finish()
    except VenueError as error:
        run.discard()
        run.consume(text)
        run.say(approvals.problem(run, error))
        done = await run.finish()
    return done or await _lost(run, waiting, "amount", text)


async def filled(run: Run, waiting: Waiting, value: str, said: str) -> bool:
    """A question's answer: the request, with it, is planned anew in the same workflow."""
    workflow = await run.parts.records.get(Workflow, waiting.workflow_id)
    if workflow is None:
        return await _told(run, "press.unknown", "unknown_question")
    rephrased = waiting.intent == SUGGESTION
    name = waiting.pending_fields[0] if waiting.pending_fields else "answer"
    request = value if rephrased else with_answer(workflow.request, name, value)
    run.consume(said)
    menus.lapse(run)
    approvals.settle_waiting(run, waiting, said[:60], "answered")
    run.close_card(waiting, say(run.turn.lang, "ask.answered", answer=said[:200]))
    run.step("answer", {"question_id": waiting.id, "text": said}, parents=[waiting.step_id])
    run.open_trace(request)
    run.add(approvals.drop_pending(workflow))
    workflow = run.move(
        workflow,
        "planning",
        run_id=run.turn.run_id,
        request=request,
        plan_rev=workflow.plan_rev + 1,
    )
    if not await run.commit():
        run.discard()
        return await _lost(run, waiting, "", said)
    return await plan_and_go(run, workflow)


def lapse_suggestions(run: Run) -> None:
    """Another request came: what was only suggested is no longer asked."""
    kept = []
    for waiting in run.turn.open:
        if waiting.intent != SUGGESTION or waiting.account_id != run.turn.account.id:
            kept.append(waiting)
            continue
        approvals.settle_waiting(run, waiting, "", "replaced")
        run.close_card(waiting, say(run.turn.lang, "ask.superseded"))
        for workflow in run.turn.workflows:
            if workflow.id == waiting.workflow_id:
                approvals.close_workflow(run, workflow, "cancelled", "")
    run.turn.open = kept


async def closed_meanwhile(run: Run) -> Waiting | None:
    """The question that these words were meant for, if it is no longer open."""
    body = run.turn.inbound.body
    if not isinstance(body, Text) or not body.question_id:
        return None
    waiting = await run.parts.records.get(Waiting, body.question_id)
    return waiting if waiting and waiting.status not in ("open", "expired") else None


async def already(run: Run, waiting: Waiting) -> bool:
    """Too late: told what was chosen, where and when; a race's loser too."""
    run.consume(None)
    told_by_surface = (
        waiting.answered_at is not None
        and waiting.answered_at <= run.turn.inbound.received_at
        and run.turn.conversation.platform in run.parts.pushed
    )
    if not told_by_surface:
        run.say([TextBlock(text=closed_text(waiting, run.turn.lang))])
    return await run.finish(outcome="already_answered")


def closed_text(waiting: Waiting, lang: Lang) -> str:
    """Why nothing more is done: by what, where and when the question was answered or replaced."""
    at = waiting.answered_at
    return say(
        lang,
        "press.replaced" if waiting.status == "replaced" else "press.already",
        choice=approvals.label(waiting, waiting.answered_choice, lang),
        where=say(lang, f"platform.{waiting.answered_where or 'web'}"),
        at=f"{at:%H:%M:%S}" if at else "",
    )


async def _confirmed(
    run: Run, waiting: Waiting, workflow: Workflow, choice: str, said: str
) -> bool:
    started = await approvals.confirm(run, waiting, workflow, choice, said)
    if isinstance(started, bool):
        return started or await _lost(run, waiting, choice, said)
    request = await request_for(run, started.workflow)
    return await effects.perform(run, started, request)


async def _option(run: Run, waiting: Waiting, choice: str, said: str) -> bool:
    value = _value(waiting, choice)
    if not value:
        return await _told(run, "press.unknown_choice", "unknown_choice")
    return await filled(run, waiting, value, said)


def _value(waiting: Waiting, choice: str) -> str:
    """What an option stands for; empty for none of this question's."""
    option = next((item for item in waiting.choices if item["id"] == choice), None)
    return str(option["value"] or option["label"]) if option else ""


async def _expired(run: Run, waiting: Waiting, workflow: Workflow, choice: str, said: str) -> bool:
    """After the deadline nothing happens on the old card; a fresh one is offered."""
    if waiting.kind == "approval":
        done = await approvals.offer_again(run, waiting, workflow, choice, "approval.expired")
        return done or await _lost(run, waiting, choice, said)
    run.consume(said)
    approvals.settle_waiting(run, waiting, choice, "replaced")
    run.say([TextBlock(text=say(run.turn.lang, "ask.expired"))])
    approvals.close_workflow(run, workflow, "failed", "expired")
    return await run.finish(outcome="expired") or await _lost(run, waiting, choice, said)


async def _foreign(run: Run, waiting: Waiting) -> bool:
    """Somebody else's card: refused, on record, and nothing in their conversation changes."""
    run.take()
    run.add(
        Insert(
            record=AuditEntry(
                id=run.parts.ids.new(),
                account_id=run.turn.account.id,
                conversation_id=run.turn.conversation.id,
                run_id=run.turn.run_id,
                event="press.refused",
                tool=waiting.confirmation_target,
                reason="not the asker",
                detail={"question_id": waiting.id},
                created_at=run.parts.clock.now(),
            )
        )
    )
    return await run.finish(outcome="not_yours")


async def _lost(run: Run, waiting: Waiting, choice: str, said: str) -> bool:
    """The question was closed meanwhile: this update is told so, or offered a fresh one."""
    run.discard()
    row = await run.parts.records.get(Waiting, waiting.id)
    if row is None or row.status == waiting.status:
        return False
    if row.status in CLOSED:
        return await already(run, row)
    return await answer(run, row, choice, said)


async def _told(run: Run, key: str, outcome: Outcome) -> bool:
    """A button that leads nowhere: told here, unless its platform's own alert has said it."""
    run.consume(None)
    if run.turn.conversation.platform not in run.parts.pushed:
        run.say([TextBlock(text=say(run.turn.lang, key))])
    return await run.finish(outcome=outcome)
