"""Approvals that nothing can be done with any more: their tool, or its arguments, have changed."""

from pydantic import ValidationError

from core.agent import approvals, menus
from core.agent.card_choices import not_done_text
from core.agent.moves import Move
from core.agent.run import Run
from core.domain.outbound import TextBlock
from core.domain.records import Waiting, Workflow
from core.tools.registry import EffectTool
from core.views.words import say


def is_void(run: Run, waiting: Waiting) -> bool:
    """Whether the call that this question is about can no longer be made as it was shown."""
    if waiting.kind not in ("approval", "amount"):
        return False
    tool = run.parts.registry.get(waiting.confirmation_target)
    if not isinstance(tool, EffectTool):
        return True
    try:
        tool.arguments.model_validate(waiting.arguments)
    except ValidationError:
        return True
    return False


async def close(run: Run, waiting: Waiting, workflow: Workflow, said: str) -> bool:
    """Told, nothing placed, and a fresh plan of the same request offered."""
    lang = run.turn.lang
    run.consume(said)
    approvals.settle_waiting(run, waiting, said[:60], "replaced")
    run.close_card(waiting, not_done_text(waiting, lang))
    approvals.close_workflow(run, workflow, "failed", "void")
    again = (say(lang, "choice.retry"), Move("retry", workflow.id))
    menus.offer(run, [TextBlock(text=say(lang, "approval.void"))], [again])
    return await run.finish()
