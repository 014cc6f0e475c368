"""Approvals: money and destructive calls become a question, and only its press lets them run.

One approval authorises exactly one call. The key of the order derives from the question's id, so
that whatever crashes or repeats, the same approval can only ever be one order (I2, I3).
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.agent.calls import drafted, in_time
from core.agent.card_choices import choices_of, confirmed_text, is_change, not_done_text
from core.agent.context import refuse
from core.agent.kept_secrets import cancelled_text, let_go
from core.agent.placed import said_of
from core.agent.run import Outcome, Run
from core.agent.task_memory import goal_reached
from core.domain.conversation import Lang
from core.domain.masking import masked_text
from core.domain.outbound import Block, TextBlock
from core.domain.records import (
    ExchangeAccount,
    Query,
    StepRow,
    Update,
    Waiting,
    Workflow,
    WorkflowStatus,
)
from core.errors import ModelMistake, NotAllowed, PersonError, VenueError
from core.tools.registry import Draft, EffectTool
from core.trading.accounts import default_account
from core.trading.draft import same_terms
from core.views.errors import error_text, unreadable_text
from core.views.words import say

CLAIM_TRIES = 100
"""Each failed one means that another order of the account went through meanwhile."""


@dataclass(frozen=True, slots=True)
class Started:
    """An approved call whose intent is committed: it may be performed now, once."""

    tool: EffectTool
    draft: Draft
    key: str
    workflow: Workflow
    step: StepRow


def order_key(question_id: str) -> str:
    """The client order id of the call that this question approves: 26 lower-case alphanumerics."""
    digest = hashlib.blake2b(question_id.encode(), digest_size=16).digest()
    return base64.b32encode(digest).decode().rstrip("=").lower()


def arguments_hash(arguments: dict[str, Any]) -> str:
    """The hash of canonical arguments: what an approval is bound to."""
    text = json.dumps(arguments, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def effect_tool(run: Run, name: str) -> EffectTool:
    """The effect tool called `name`."""
    tool = run.parts.registry.get(name)
    if not isinstance(tool, EffectTool):
        raise ModelMistake(f"{name} does not act under approval")
    return tool


def ask(
    run: Run,
    workflow: Workflow,
    step_id: str,
    tool_name: str,
    draft: Draft,
    *,
    notice: str = "",
    second: bool = False,
) -> Workflow:
    """Put the card before the person and let the workflow wait for it."""
    lang = run.turn.lang
    question_id = run.parts.ids.new()
    if second:
        notice = notice or say(lang, "approval.large")
    blocks: tuple[Block, ...] = (TextBlock(text=notice), *draft.blocks) if notice else draft.blocks
    choices = choices_of(draft, lang, second=second)
    message = run.say(
        blocks,
        kind="question",
        mode=draft.mode,
        simulated=draft.simulated,
        choices=choices,
        question_id=question_id,
        data=draft.data,
    )
    run.opened(
        Waiting(
            id=question_id,
            workflow_id=workflow.id,
            conversation_id=run.turn.conversation.id,
            account_id=run.turn.account.id,
            message_id=message.id,
            step_id=step_id,
            kind="approval",
            question=title(draft),
            intent="confirm_large" if second else "confirm_action",
            pending_fields=[],
            confirmation_target=tool_name,
            choices=[choice.model_dump() for choice in choices],
            arguments=draft.arguments,
            arguments_hash=arguments_hash(draft.arguments),
            card=draft.model_dump(mode="json"),
            status="open",
            created_at=run.parts.clock.now(),
            expires_at=draft.expires_at,
        )
    )
    if workflow.status == "waiting_confirmation":
        return run.move(workflow, "waiting_confirmation", run_id=run.turn.run_id)
    if workflow.status in ("failed", "waiting_user"):
        workflow = replace(workflow, status="planning")
    return run.move(workflow, "waiting_confirmation", run_id=run.turn.run_id, last_error="")


def title(draft: Draft) -> str:
    """The card's title, as the question is called in a reminder."""
    return next((block.title for block in draft.blocks if block.type == "card"), "")


def settle_waiting(run: Run, waiting: Waiting, choice: str, status: str) -> None:
    """Close the question's row: only the first to do so goes on (the row decides)."""
    run.add(
        Update(
            kind=Waiting,
            where={"id": waiting.id, "status": waiting.status},
            set={
                "status": status,
                "answered_by": run.turn.inbound.dedupe_key,
                "answered_where": run.turn.inbound.conversation.platform,
                "answered_choice": choice,
                "answered_at": run.parts.clock.now(),
            },
        )
    )


async def offer_again(
    run: Run, waiting: Waiting, workflow: Workflow, choice: str, notice_key: str
) -> bool:
    """Close this card and open a fresh one for the same arguments, in one transaction.

    False when the row was closed by somebody else meanwhile. When no card can be made any more the
    person is told why, and that nothing was placed.
    """
    tool = effect_tool(run, waiting.confirmation_target)
    lang = run.turn.lang
    run.consume(label(waiting, choice, lang))
    notice = say(lang, f"{notice_key}_change" if is_change(waiting) else notice_key)
    settle_waiting(run, waiting, choice, "replaced")
    run.close_card(waiting, notice)
    try:
        draft = await drafted(run, tool, waiting.arguments)
    except (PersonError, VenueError) as error:
        run.say([TextBlock(text=notice), *problem(run, error)])
        close_workflow(run, workflow, "failed", notice_key)
        return await run.finish(outcome=_outcome(notice_key))
    ask(run, workflow, waiting.step_id, waiting.confirmation_target, draft, notice=notice)
    return await run.finish(outcome=_outcome(notice_key))


def _outcome(notice_key: str) -> Outcome:
    return "expired" if notice_key == "approval.expired" else "ok"


async def cancel(run: Run, waiting: Waiting, workflow: Workflow, said: str) -> bool:
    """The person said no: the question is closed and nothing was placed."""
    lang = run.turn.lang
    run.consume(said)
    settle_waiting(run, waiting, "cancel", "answered")
    run.close_card(waiting, cancelled_text(waiting, lang))
    close_workflow(run, workflow, "cancelled", "")
    key = await said_of(run, "approval.cancelled", [workflow])
    own_words = waiting.kind == "secret" or is_change(waiting)
    text = cancelled_text(waiting, lang) if own_words else say(lang, key)
    run.say([TextBlock(text=text)])
    return await run.finish()


def close_workflow(run: Run, workflow: Workflow, status: WorkflowStatus, error: str) -> None:
    """End a workflow together with its steps that never ran, and secrets kept for them."""
    workflow = let_go(run, workflow)
    if workflow.status not in ("completed", "failed", "cancelled"):
        run.move(workflow, status, last_error=masked_text(error))
    if status == "completed":
        goal_reached(run)
    run.add(drop_pending(workflow))


def drop_pending(workflow: Workflow) -> Update:
    """The workflow's steps that never ran, and never will."""
    return Update(
        kind=StepRow,
        where={"workflow_id": workflow.id, "status": "pending"},
        set={"status": "dropped"},
        required=False,
    )


async def confirm(
    run: Run, waiting: Waiting, workflow: Workflow, choice: str, said: str
) -> Started | bool:
    """A yes: check it all again, then commit the claim together with the intent (T1 and T3).

    Started: the call may be performed now. True: the turn has ended otherwise (a fresh card, a
    second question, a refusal told). False: somebody else was first.
    """
    tool = effect_tool(run, waiting.confirmation_target)
    refusal = refuse(run, tool.name, waiting.arguments)
    if refusal is not None:
        refused = NotAllowed(f"policy.{refusal}")
        return await _refused(run, waiting, workflow, choice, refused)
    shown = Draft.model_validate(waiting.card)
    late = (run.turn.now - run.turn.inbound.received_at).total_seconds()
    if late > run.parts.limits.late_press_s:
        return await offer_again(run, waiting, workflow, choice, "approval.late")
    for _ in range(CLAIM_TRIES):
        context = run.turn.context(workflow.id, waiting.step_id, waiting.message_id)
        try:
            draft = await drafted(run, tool, waiting.arguments)
            terms = same_terms(shown, draft, run.parts.trading)
            if terms is not None:
                return await offer_again(run, waiting, workflow, choice, terms)
            if draft.large and waiting.intent != "confirm_large":
                return await _second_question(run, waiting, workflow, draft, choice)
            key = order_key(waiting.id)
            intents = await in_time(run, tool.intend(draft, key, context))
        except (PersonError, VenueError) as error:
            return await _refused(run, waiting, workflow, choice, error)
        started = await _claim(run, waiting, workflow, draft, key, choice, said, intents)
        if started is not None:
            return Started(tool, draft, key, *started)
        if await _is_closed(run, waiting):
            return False
        await _renew_accounts(run)
    return await _refused(run, waiting, workflow, choice, PersonError("approval.busy"))


async def _claim(
    run: Run,
    waiting: Waiting,
    workflow: Workflow,
    draft: Draft,
    key: str,
    choice: str,
    said: str,
    intents: Sequence[Any],
) -> tuple[Workflow, StepRow] | None:
    """The commit that decides: question answered, step started, order INITIALIZED, or nothing."""
    step = await run.parts.records.get(StepRow, waiting.step_id)
    if step is None:
        return None
    lang = run.turn.lang
    run.consume(said)
    run.open_trace(waiting.question, placeholder=False)
    settle_waiting(run, waiting, choice, "answered")
    run.close_card(waiting, confirmed_text(draft, lang))
    running = run.move(workflow, "running", run_id=run.turn.run_id)
    data = {
        **step.data,
        "draft": draft.model_dump(mode="json"),
        "question_id": waiting.id,
        "card": waiting.message_id,
    }
    run.add(
        Update(
            kind=StepRow,
            where={"step_id": step.step_id, "status": "pending"},
            set={
                "status": "started",
                "idempotency_key": key,
                "arguments_hash": waiting.arguments_hash,
                "data": data,
            },
        ),
        *intents,
    )
    run.step("answer", {"question_id": waiting.id, "choice": choice}, parents=[step.step_id])
    if not await run.commit():
        run.discard()
        return None
    return running, replace(step, status="started", idempotency_key=key, data=data)


async def _second_question(
    run: Run, waiting: Waiting, workflow: Workflow, draft: Draft, choice: str
) -> bool:
    lang = run.turn.lang
    run.consume(label(waiting, choice, lang))
    settle_waiting(run, waiting, choice, "replaced")
    run.close_card(waiting, say(lang, "approval.large"))
    ask(run, workflow, waiting.step_id, waiting.confirmation_target, draft, second=True)
    return await run.finish()


async def _refused(
    run: Run, waiting: Waiting, workflow: Workflow, choice: str, error: PersonError | VenueError
) -> bool:
    """It cannot be done any more: told with the reason, and that nothing was placed."""
    lang = run.turn.lang
    run.consume(label(waiting, choice, lang))
    settle_waiting(run, waiting, choice, "answered")
    run.close_card(waiting, not_done_text(waiting, lang))
    close_workflow(run, workflow, "failed", str(error))
    run.say([*problem(run, error), TextBlock(text=not_done_text(waiting, lang))])
    return await run.finish()


def problem(run: Run, error: PersonError | VenueError) -> list[Block]:
    """What went wrong, in the person's words."""
    lang = run.turn.lang
    if isinstance(error, PersonError):
        return [TextBlock(text=error_text(error, lang))]
    return [TextBlock(text=unreadable_text(error, run.turn.now, lang))]


def label(waiting: Waiting, choice: str, lang: Lang) -> str:
    """What the person pressed, as history shows it; words that answered stand for themselves."""
    return next(
        (str(item["label"]) for item in waiting.choices if item["id"] == choice),
        choice or say(lang, "choice.unknown"),
    )


async def _is_closed(run: Run, waiting: Waiting) -> bool:
    row = await run.parts.records.get(Waiting, waiting.id)
    return row is None or row.status != waiting.status


async def _renew_accounts(run: Run) -> None:
    """The person's exchange accounts as they are now: another order may have changed one."""
    mine = Query(kind=ExchangeAccount, where={"account_id": run.turn.account.id})
    accounts = tuple(await run.parts.records.find(mine))
    same = next((one for one in accounts if one.id == run.turn.exchange_account.id), None)
    run.turn.exchange_account = same or default_account(accounts)
    run.turn.exchange_accounts = accounts
