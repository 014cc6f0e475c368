"""Questions to the person: stored with their choices, sent as buttons, and the turn ends."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import TypeAdapter

from core.agent.run import Run
from core.domain.outbound import Block, Choice, TextBlock
from core.domain.plan import Option
from core.domain.records import MessageRow, StepRow, Update, Waiting, Workflow
from core.errors import PersonError
from core.views.errors import error_text
from core.views.words import say

_BLOCKS: TypeAdapter[tuple[Block, ...]] = TypeAdapter(tuple[Block, ...])

MISSING = "provide_missing_information"
SUGGESTION = "rephrase"
"""The intent of a question whose choices are whole requests: it lapses when another one comes."""


async def ask_user(
    run: Run,
    workflow: Workflow,
    question: str,
    options: Sequence[Option],
    pending_fields: Sequence[str],
    rows: dict[str, StepRow],
    plan_step: str | None = None,
    intent: str = MISSING,
    target: str = "",
) -> bool:
    """Ask in the planner's words; an answer plans the request anew with what was said.

    `target` is what a yes would be about, where the question asks for one.
    """
    row = rows.get(plan_step) if plan_step else None
    if row is None:
        row = run.step("ask_user", {"question": question}, workflow=workflow, status="pending")
    choices = [
        Choice(id=f"opt:{number}", label=option.label, value=option.value)
        for number, option in enumerate(options, 1)
    ]
    blocks = [TextBlock(text=question)]
    _open(run, workflow, row.step_id, question, choices, blocks, pending_fields, intent, target)
    return await run.finish()


async def offer_choices(
    run: Run, workflow: Workflow, error: PersonError, shown: Sequence[Block]
) -> bool:
    """Say what was wrong and offer what would have worked: whole requests, or what is missing."""
    text = error_text(error, run.turn.lang)
    row = run.step("ask_user", {"question": text}, workflow=workflow, status="pending")
    choices = [
        Choice(id=f"opt:{number}", label=label, value=value)
        for number, (label, value) in enumerate(error.choices, 1)
    ]
    blocks = [*shown, TextBlock(text=text)]
    missing = (error.pending,) if error.pending else ()
    intent = MISSING if missing else SUGGESTION
    _open(run, workflow, row.step_id, text, choices, blocks, missing, intent)
    return await run.finish()


async def show_again(run: Run, waiting: Waiting, said: str) -> bool:
    """Put the open question before the person once more, as it was; its older copy is closed."""
    run.consume(said)
    shown = await run.parts.records.get(MessageRow, waiting.message_id)
    blocks = _BLOCKS.validate_python(shown.blocks) if shown else ()
    message = run.say(
        [TextBlock(text=say(run.turn.lang, "waiting.again")), *blocks],
        kind="question",
        mode=shown.mode if shown else None,
        simulated=shown.simulated if shown else None,
        choices=[Choice.model_validate(item) for item in waiting.choices],
        question_id=waiting.id,
        data=shown.data if shown else None,
    )
    run.add(
        Update(
            kind=Waiting,
            where={"id": waiting.id, "status": "open"},
            set={"message_id": message.id},
        )
    )
    run.close_card(waiting, say(run.turn.lang, "waiting.asked_again"), ends=False)
    return await run.finish()


def _open(
    run: Run,
    workflow: Workflow,
    step_id: str,
    question: str,
    options: Sequence[Choice],
    blocks: Sequence[Block],
    pending_fields: Sequence[str],
    intent: str,
    target: str = "",
) -> None:
    turn = run.turn
    question_id = run.parts.ids.new()
    choices = (*options, Choice(id="cancel", label=say(turn.lang, "choice.cancel")))
    message = run.say(blocks, kind="question", choices=choices, question_id=question_id)
    run.opened(
        Waiting(
            id=question_id,
            workflow_id=workflow.id,
            conversation_id=turn.conversation.id,
            account_id=turn.account.id,
            message_id=message.id,
            step_id=step_id,
            kind="ask",
            question=question,
            intent=intent,
            pending_fields=list(pending_fields),
            confirmation_target=target,
            choices=[choice.model_dump() for choice in choices],
            arguments={},
            arguments_hash="",
            card={},
            status="open",
            created_at=run.parts.clock.now(),
            expires_at=run.expires(run.parts.limits.ask_s),
        )
    )
    if workflow.status in ("waiting_user", "waiting_confirmation"):
        workflow = replace(workflow, status="planning")
    run.move(workflow, "waiting_user", run_id=turn.run_id)
