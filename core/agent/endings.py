"""How a turn ends that could not go on: honestly, with what was done so far."""

from core.agent.abort import TurnCancelled
from core.agent.approvals import close_workflow
from core.agent.execution import Execution
from core.agent.observations import Observation, labels
from core.agent.providers import own_model
from core.agent.run import Run
from core.domain.outbound import Block, TextBlock
from core.domain.records import Workflow
from core.errors import ModelError, ModelMistake
from core.views.errors import model_error_text
from core.views.words import say

BROKEN_OFF = (ModelError, ModelMistake, TurnCancelled)
"""What ends a plan before its last step: the model's service, its answer, or the person."""


async def broken_off(
    run: Run, execution: Execution | None, workflow: Workflow, error: Exception
) -> bool:
    """What was done stands and is shown, what failed is named, and the rest is not done.

    The person's own /cancel shows no more of what was only read.
    """
    lang = run.turn.lang
    cancelled = run.stopped = isinstance(error, TurnCancelled)
    blocks: list[Block] = []
    shown: list[Observation] = []
    rest = False
    if execution is not None:
        workflow, rest = execution.workflow, execution.has_more()
        shown = [seen for seen in execution.fresh() if seen.acted or not cancelled]
        blocks = [block for seen in shown for block in execution.view(seen)]
    acted = any(seen.acted for seen in shown)
    blocks.append(TextBlock(text=_reason(run, error)))
    if not acted:
        blocks.append(TextBlock(text=say(lang, "failed.nothing_done")))
    elif rest:
        blocks.append(TextBlock(text=say(lang, "failed.rest")))
    run.say(blocks, rings=acted, **labels(shown))
    close_workflow(run, workflow, "cancelled" if cancelled else "failed", str(error))
    return await run.finish(outcome="ok" if cancelled else "failed")


def _reason(run: Run, error: Exception) -> str:
    lang = run.turn.lang
    if isinstance(error, ModelError):
        return model_error_text(error.kind, lang, own_model(run.turn))
    return say(lang, "cancelled.turn" if isinstance(error, TurnCancelled) else "plan.failed")
