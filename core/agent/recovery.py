"""Takes up what an earlier process, or a doubt, left unfinished (DESIGN 13).

A workflow found planning or running has nobody driving it: its conversation is ours alone. What was
only read is done again; an effect that was started is settled first, by its key, and never guessed.
"""

from dataclasses import replace

from core.agent import approvals, capability, effects, secret_answers
from core.agent.approvals import Started
from core.agent.calls import drafted
from core.agent.commands import parse, shortcut
from core.agent.kept_secrets import are_complete, let_go
from core.agent.parts import Parts
from core.agent.planning import plan_and_go, request_for
from core.agent.run import Run
from core.agent.turn import Turn, load
from core.domain.conversation import ConversationKey, Inbound, Text
from core.domain.outbound import TextBlock
from core.domain.records import (
    Account,
    ConversationRow,
    InboxItem,
    OutboxItem,
    Query,
    StepRow,
    Waiting,
    Workflow,
)
from core.errors import ModelMistake, OutcomeUnknown, PersonError, VenueError
from core.tools.registry import Draft
from core.trading.draft import same_terms
from core.views.words import say


async def recover(parts: Parts, account: Account, workflow: Workflow) -> None:
    """Drive this workflow to where its turn would have ended, or settle what is in doubt.

    A request that broke its worker too often is set aside. One with a started effect never is:
    looking that up by its key harms nobody, and its outcome must be told.
    """
    turn = await _turn(parts, account, workflow)
    if turn is None:
        return
    rows = await parts.records.find(Query(kind=StepRow, where={"workflow_id": workflow.id}))
    run = Run(parts, turn)
    run.adopt(await _placeholder(parts, turn.run_id), len(rows))
    step = effects.started_step(rows)
    if step is not None:
        await _settle(run, workflow, step)
        return
    crashes = workflow.attempts + 1
    if crashes >= parts.limits.crashes:
        await _give_up(run, workflow, crashes)
        return
    workflow = run.move(workflow, workflow.status, attempts=crashes)
    if not await run.commit():
        return
    if are_complete(workflow):
        await secret_answers.go_on(run, workflow)
    else:
        command = parse(workflow.request)
        ready = shortcut(command) if command else None
        await plan_and_go(run, _afresh(run, workflow), ready)


async def _settle(run: Run, workflow: Workflow, step: StepRow) -> None:
    """Look the started effect up by its key; go on from what is certain."""
    key = str(step.idempotency_key)
    run.card = effects.card_of(step)
    try:
        tool = approvals.effect_tool(run, str(step.data["tool_name"]))
        result = await tool.settle(key, run.turn.context())
    except (OutcomeUnknown, VenueError, ModelMistake, PersonError) as doubt:
        # A tool or account that is there no more cannot be asked: as unknown as a venue that does
        # not answer.
        await effects.unknown(run, workflow, step, key, doubt)
        return
    request = await request_for(run, workflow)
    if result is not None:
        await effects.conclude(run, workflow, step, result, request, 0.0)
        return
    draft = await _still_allowed(run, step)
    if draft is None:
        await effects.proven_absent(run, workflow, step, key)
        return
    await effects.perform(run, Started(tool, draft, key, workflow, step), request)


async def _still_allowed(run: Run, step: StepRow) -> Draft | None:
    """The approved call as it was, if its approval still holds in time and price."""
    shown = Draft.model_validate(step.data["draft"])
    waiting = await run.parts.records.get(Waiting, str(step.data.get("question_id", "")))
    if waiting is None or waiting.expires_at < run.parts.clock.now():
        return None
    tool = approvals.effect_tool(run, str(step.data["tool_name"]))
    try:
        fresh = await drafted(run, tool, shown.arguments)
    except (PersonError, VenueError):
        return None
    return shown if same_terms(shown, fresh, run.parts.trading) is None else None


async def _give_up(run: Run, workflow: Workflow, crashes: int) -> None:
    """A request that keeps breaking its worker: told, set aside, and nothing else waits for it."""
    workflow = let_go(run, workflow)
    run.move(workflow, "needs_attention", attempts=crashes, last_error="crashed")
    run.say([TextBlock(text=say(run.turn.lang, "error.needs_attention", number=run.turn.run_id))])
    await run.finish(outcome="failed")


def _afresh(run: Run, workflow: Workflow) -> Workflow:
    """The workflow with a plan of its own again: what was read is read again."""
    if workflow.status == "planning":
        return workflow
    if capability.changed(run.parts, run.turn, workflow):
        run.lead.append(TextBlock(text=say(run.turn.lang, "capability.changed")))
    run.add(approvals.drop_pending(workflow))
    return replace(workflow, plan_rev=workflow.plan_rev + 1)


async def _turn(parts: Parts, account: Account, workflow: Workflow) -> Turn | None:
    item, row = (
        await parts.records.get(InboxItem, workflow.run_id),
        await parts.records.get(ConversationRow, workflow.conversation_id),
    )
    if item is None or row is None:
        return None
    key = ConversationKey.parse(row.id)
    inbound = Inbound(
        dedupe_key=item.dedupe_key,
        conversation=key,
        body=Text(text=workflow.request),
        received_at=item.received_at,
        private=row.private,
    )
    return await load(parts, item, inbound, account)


async def _placeholder(parts: Parts, run_id: str) -> str:
    """The placeholder that this turn opened and nothing has replaced yet."""
    rows = await parts.records.find(Query(kind=OutboxItem, where={"run_id": run_id}))
    used = {row.target for row in rows}
    opened = [row.message_id for row in rows if row.kind == "placeholder"]
    return next((message_id for message_id in opened if message_id not in used), "")
