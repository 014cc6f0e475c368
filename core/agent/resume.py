"""Work that was put aside, that failed, or that waits: later, continue, retry (DESIGN 3)."""

from datetime import timedelta

from core.agent import approvals, capability, menus
from core.agent.answers import WhichOne
from core.agent.commands import parse, shortcut
from core.agent.kept_secrets import let_go
from core.agent.moves import Move
from core.agent.open_questions import close_oldest, goal, open_now, short
from core.agent.placed import said_of
from core.agent.planning import plan_and_go
from core.agent.presses import lapse_suggestions
from core.agent.questions import SUGGESTION, show_again
from core.agent.run import Run
from core.domain.outbound import TextBlock
from core.domain.records import Query, Update, Waiting, Workflow
from core.domain.resume_words import Word
from core.domain.workflow import STUCK
from core.views.words import say

CONFIGURATION = frozenset(
    {
        "ai_model_id",
        "api_key",
        "exchange",
        "exchange_id",
        "model",
        "passphrase",
        "secret_key",
        "strategy_id",
    }
)
"""Fields whose value may have been set somewhere else meanwhile."""


async def said(run: Run, what: Word, text: str) -> bool | None:
    """What the words do to waiting work; None: they mean none of it, and are a request."""
    if what == "retry":
        return await _retry_newest(run, text)
    questions = await open_now(run)
    asked = [item for item in questions if item.intent != SUGGESTION]
    if what == "later":
        return await _later(run, asked or questions, text)
    if what in ("continue", "configured"):
        return await _go_on(run, asked, text, set_up=what == "configured")
    return None


async def _later(run: Run, questions: list[Waiting], text: str) -> bool | None:
    if not questions:
        newest = _newest_aside(run)
        return await _tell(run, text, "suspended.already", goal=goal(newest)) if newest else None
    if len(questions) > 1:
        aside = [(item, Move("answer", item.id, "later")) for item in questions]
        return await menus.which(run, text, WhichOne(tuple(aside)))
    return await put_aside(run, questions[0], text)


async def _go_on(run: Run, questions: list[Waiting], text: str, *, set_up: bool) -> bool | None:
    """An open question comes first, then what was put aside last, then there is nothing."""
    if len(questions) == 1:
        [question] = questions
        if set_up and _is_about_configuration(question):
            return await _set_up(run, question, text)
        return await show_again(run, question, text)
    if questions:
        again = [(item, Move("show", item.id)) for item in questions]
        return await menus.which(run, text, WhichOne(tuple(again)))
    if newest := _newest_aside(run):
        more = sum(each.status == "suspended" for each in run.turn.workflows) - 1
        return await resume(run, newest, text, more=more)
    return None if set_up else await _tell(run, text, "continue.nothing")


def _newest_aside(run: Run) -> Workflow | None:
    aside = [each for each in run.turn.workflows if each.status == "suspended"]
    return max(aside, key=lambda each: (each.updated_at, each.id), default=None)


def _is_about_configuration(question: Waiting) -> bool:
    """Whether its answer may lie in the settings by now, rather than in the person's words."""
    about = bool(CONFIGURATION.intersection(question.pending_fields))
    return question.kind != "secret" and (question.intent.startswith("complete_") or about)


async def _set_up(run: Run, question: Waiting, text: str) -> bool | None:
    """It has been set up elsewhere: the same request, planned from what is there now."""
    workflow = await run.parts.records.get(Workflow, question.workflow_id)
    if workflow is None:
        return None
    approvals.settle_waiting(run, question, text[:60], "answered")
    run.close_card(question, say(run.turn.lang, "ask.answered", answer=text[:200]))
    return await _planned_again(run, workflow, text)


async def put_aside(run: Run, question: Waiting, text: str) -> bool:
    """Close the question and keep its workflow for a day; False when somebody was first."""
    workflow = await run.parts.records.get(Workflow, question.workflow_id)
    if workflow is None:
        return await _tell(run, text, "press.unknown")
    lang, until = run.turn.lang, run.turn.now + timedelta(seconds=run.parts.limits.suspended_s)
    run.consume(text)
    menus.lapse(run)
    approvals.settle_waiting(run, question, text[:60], "answered")
    run.close_card(question, say(lang, "suspended.card"))
    run.turn.open = [item for item in run.turn.open if item.id != question.id]
    workflow = let_go(run, workflow)
    run.move(workflow, "suspended", expires_at=until)
    run.add(approvals.drop_pending(workflow))
    close_oldest(run, workflow.id, room=1)
    until_text = f"{until:%Y-%m-%d %H:%M} UTC"
    key = await said_of(run, "suspended.done", [workflow])
    note = say(lang, key, title=short(question.question), until=until_text)
    run.say([TextBlock(text=note)])
    return await run.finish()


async def resume(run: Run, workflow: Workflow, text: str | None, *, more: int = 0) -> bool:
    """Take a suspended workflow up again: its request planned anew, with what is done kept."""
    if workflow.status != "suspended":
        return await _tell(run, text, "resume.gone", goal=goal(workflow))
    if workflow.expires_at is not None and workflow.expires_at <= run.turn.now:
        run.consume(text)
        approvals.close_workflow(run, workflow, "failed", "expired")
        note = say(run.turn.lang, "suspended.expired", goal=goal(workflow))
        run.say([TextBlock(text=note)])
        return await run.finish(outcome="expired")
    note = say(run.turn.lang, "resume.again", goal=goal(workflow))
    if more:
        note = f"{note} {say(run.turn.lang, 'resume.more', count=more)}"
    return await _planned_again(run, workflow, text, note)


async def _retry_newest(run: Run, text: str) -> bool:
    """Try again what failed last, within a day."""
    rows = await run.parts.records.find(
        Query(
            kind=Workflow,
            where={
                "conversation_id": run.turn.conversation.id,
                "account_id": run.turn.account.id,
                "status": STUCK,
            },
            newest=True,
            limit=20,
        )
    )
    newest = max(rows, key=lambda each: (each.updated_at, each.id), default=None)
    if newest is None or not _is_recent(run, newest):
        return await _tell(run, text, "retry.nothing")
    return await retry(run, newest, text)


async def retry(run: Run, workflow: Workflow, text: str | None) -> bool:
    """The same request once more; what it has changed already is not done again."""
    if workflow.status not in STUCK or not _is_recent(run, workflow):
        return await _tell(run, text, "resume.gone", goal=goal(workflow))
    note = say(run.turn.lang, "retry.again", goal=goal(workflow))
    return await _planned_again(run, workflow, text, note)


def _is_recent(run: Run, workflow: Workflow) -> bool:
    return workflow.updated_at > run.turn.now - timedelta(seconds=run.parts.limits.retry_s)


async def _planned_again(run: Run, workflow: Workflow, text: str | None, note: str = "") -> bool:
    run.consume(text)
    menus.lapse(run)
    lapse_suggestions(run)
    if note:
        run.lead.append(TextBlock(text=note))
    if capability.changed(run.parts, run.turn, workflow):
        run.lead.append(TextBlock(text=say(run.turn.lang, "capability.changed")))
    run.open_trace(workflow.request)
    run.add(
        approvals.drop_pending(workflow),
        # Nobody is offered a card of the earlier plan again.
        Update(
            kind=Waiting,
            where={"workflow_id": workflow.id, "status": "expired"},
            set={"status": "replaced", "answered_at": run.parts.clock.now()},
            required=False,
        ),
    )
    workflow = run.move(
        workflow,
        "planning",
        run_id=run.turn.run_id,
        plan_rev=workflow.plan_rev + 1,
        attempts=0,
        expires_at=None,
        last_error="",
    )
    close_oldest(run, workflow.id)
    if not await run.commit():
        return False
    command = parse(workflow.request)
    return await plan_and_go(run, workflow, shortcut(command) if command else None)


async def _tell(run: Run, text: str | None, key: str, **params: object) -> bool:
    run.consume(text)
    run.say([TextBlock(text=say(run.turn.lang, key, **params))])
    return await run.finish()
