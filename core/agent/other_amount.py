"""Another amount for a card: said, pressed among those that fit, or asked for."""

from dataclasses import replace

from core.agent.approvals import ask, effect_tool, label, settle_waiting
from core.agent.calls import drafted, in_time
from core.agent.run import Run
from core.domain.outbound import Choice, TextBlock
from core.domain.records import Waiting, Workflow
from core.errors import PersonError, VenueError
from core.tools.registry import Amounts, AmountTool
from core.views.words import say


async def amend(run: Run, waiting: Waiting, workflow: Workflow, text: str) -> bool:
    """The same call with another amount: closes the card (if any) and asks again."""
    tool = effect_tool(run, waiting.confirmation_target)
    lang = run.turn.lang
    args = tool.amend(tool.arguments.model_validate(waiting.arguments), text, lang)
    draft = await drafted(run, tool, args.model_dump())
    run.consume(text)
    settle_waiting(run, waiting, "amount", "replaced")
    run.close_card(waiting, say(lang, "approval.amended"))
    ask(run, workflow, waiting.step_id, waiting.confirmation_target, draft)
    return await run.finish()


async def ask_amount(run: Run, waiting: Waiting, workflow: Workflow) -> bool:
    """Close the card and ask for another amount instead: to be said, or one of those that fit."""
    lang = run.turn.lang
    offered = await _amounts(run, waiting)
    run.consume(label(waiting, "amount", lang))
    settle_waiting(run, waiting, "amount", "replaced")
    run.close_card(waiting, say(lang, "approval.changing"))
    question_id = run.parts.ids.new()
    choices = (
        *(
            Choice(id=f"opt:{number}", label=label, value=words)
            for number, (label, words) in enumerate(offered.options, 1)
        ),
        Choice(id="cancel", label=say(lang, "choice.cancel")),
    )
    question = say(lang, "ask.amount", title=waiting.question)
    blocks = [TextBlock(text=text) for text in (question, offered.text) if text]
    message = run.say(blocks, kind="question", choices=choices, question_id=question_id)
    run.opened(
        replace(
            waiting,
            id=question_id,
            message_id=message.id,
            kind="amount",
            question=question,
            intent="change_amount",
            pending_fields=["amount"],
            choices=[choice.model_dump() for choice in choices],
            status="open",
            created_at=run.parts.clock.now(),
            expires_at=run.expires(run.parts.trading.approval_s),
        )
    )
    run.move(workflow, workflow.status, run_id=run.turn.run_id)
    return await run.finish()


async def _amounts(run: Run, waiting: Waiting) -> Amounts:
    """Amounts that fit this call now; none where that cannot be told."""
    tool = effect_tool(run, waiting.confirmation_target)
    if not isinstance(tool, AmountTool):
        return Amounts(text="", options=())
    args = tool.arguments.model_validate(waiting.arguments)
    try:
        return await in_time(run, tool.amounts(args, run.turn.context()))
    except (PersonError, VenueError):
        return Amounts(text="", options=())
