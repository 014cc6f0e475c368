"""The question for a secret: opened before a call that needs some, one field after another."""

from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from core.agent.approvals import close_workflow, settle_waiting
from core.agent.calls import in_time
from core.agent.kept_secrets import noted, resource_for
from core.agent.run import Run
from core.credentials import Credentials
from core.domain.conversation import Lang
from core.domain.outbound import Block, Choice, TextBlock
from core.domain.plan import ToolStep
from core.domain.records import Waiting, Workflow
from core.errors import BellwetherError, NotAllowed
from core.tools.registry import SecretRequest, SecretTool, Tool
from core.views.secrets import field_text
from core.views.words import WORDS, say


async def wanted(
    run: Run, workflow: Workflow, step: ToolStep, tool: Tool, args: BaseModel
) -> SecretRequest | None:
    """What must be typed before this call can run; None: nothing, or it is all kept already.

    PersonError or VenueError when the call cannot be made anyway; never asked where others read.
    """
    if not isinstance(tool, SecretTool) or resource_for(workflow, step.id):
        return None
    request = await run.abort.guard(in_time(run, tool.secrets(args, run.turn.context())))
    if request is None:
        return None
    if not run.turn.conversation.private:
        raise NotAllowed("secret.private_only")
    if not request.fields or await vault(run).hints(request.resource):
        raise BellwetherError(f"{tool.name} asks for secrets under a resource that is in use")
    return request


def vault(run: Run) -> Credentials:
    """Where the answers go, and nowhere else."""
    return Credentials(run.parts.records, run.parts.sealer)


def ask(
    run: Run, workflow: Workflow, step: ToolStep, step_id: str, request: SecretRequest
) -> Workflow:
    """Ask for the first field; another question for a secret in this conversation is closed.

    A single word would not say which of two it answers.
    """
    _close_others(run, workflow)
    card = {"resource": request.resource, "of": len(request.fields), "about": request.about}
    _open(run, workflow.id, step_id, step.tool_name, request.fields, card)
    if workflow.status in ("waiting_user", "waiting_confirmation"):
        workflow = replace(workflow, status="planning")
    notes = noted(workflow, step.id, request.resource, complete=False)
    return run.move(workflow, "waiting_user", run_id=run.turn.run_id, notes=notes)


def ask_next(run: Run, answered: Waiting) -> None:
    """Ask for the field after the one that was just kept."""
    _open(
        run,
        answered.workflow_id,
        answered.step_id,
        answered.confirmation_target,
        tuple(answered.pending_fields[1:]),
        answered.card,
    )


def _open(
    run: Run,
    workflow_id: str,
    step_id: str,
    tool_name: str,
    fields: tuple[str, ...],
    card: dict[str, Any],
) -> None:
    turn, lang = run.turn, run.turn.lang
    question_id = run.parts.ids.new()
    choices = (Choice(id="cancel", label=say(lang, "choice.cancel")),)
    question = say(lang, "secret.title", field=field_text(fields[0], lang), about=card["about"])
    place = f"{card['of'] - len(fields) + 1}/{card['of']}"
    message = run.say(
        _blocks(f"🔑 {question} ({place})", turn.conversation.platform, lang),
        kind="question",
        choices=choices,
        question_id=question_id,
        data={"secret": fields[0]},
    )
    run.opened(
        Waiting(
            id=question_id,
            workflow_id=workflow_id,
            conversation_id=turn.conversation.id,
            account_id=turn.account.id,
            message_id=message.id,
            step_id=step_id,
            kind="secret",
            question=question,
            intent="provide_secret",
            pending_fields=list(fields),
            confirmation_target=tool_name,
            choices=[choice.model_dump() for choice in choices],
            arguments={},
            arguments_hash="",
            card=card,
            status="open",
            created_at=run.parts.clock.now(),
            expires_at=run.expires(run.parts.limits.secret_s),
        )
    )


def _blocks(title: str, platform: str, lang: Lang) -> tuple[Block, ...]:
    """What is asked for, and how the answer is handled."""
    how = f"secret.how.{platform}"
    lines = [say(lang, "secret.how"), say(lang, how)] if how in WORDS else [say(lang, "secret.how")]
    return (TextBlock(text=title), TextBlock(text="\n".join(lines)))


def _close_others(run: Run, workflow: Workflow) -> None:
    lang = run.turn.lang
    others = [
        item for item in run.turn.open if item.kind == "secret" and item.workflow_id != workflow.id
    ]
    for waiting in others:
        note = say(lang, "secret.replaced", title=waiting.question)
        settle_waiting(run, waiting, "", "replaced")
        run.close_card(waiting, note)
        run.lead.append(TextBlock(text=note))
        run.turn.open.remove(waiting)
        for other in run.turn.workflows:
            if other.id == waiting.workflow_id:
                close_workflow(run, other, "cancelled", "")
