"""Secrets kept for a call that has not run yet: whose they are, and when they are deleted again.

The workflow's notes say under which resource they are kept and for which step of its plan. The note
goes when the call has succeeded; until then, whatever ends the workflow deletes them.
"""

from dataclasses import replace
from typing import Any

from core.agent.card_choices import is_change
from core.agent.observations import Observation
from core.agent.run import Run
from core.credentials import forget
from core.domain.conversation import Lang
from core.domain.records import Waiting, Workflow, Write
from core.views.words import say

_NOTE = "secrets"


def noted(workflow: Workflow, step: str, resource: str, *, complete: bool) -> dict[str, Any]:
    """The workflow's notes once secrets are asked for; `complete` when all of them are kept."""
    note = {"step": step, "resource": resource, "complete": complete}
    return {**workflow.notes, _NOTE: note}


def completed(workflow: Workflow) -> dict[str, Any]:
    """The workflow's notes once the last secret is kept."""
    return {**workflow.notes, _NOTE: {**workflow.notes[_NOTE], "complete": True}}


def are_complete(workflow: Workflow) -> bool:
    """Whether a call waits for nothing any more but to be made."""
    return bool(workflow.notes.get(_NOTE, {}).get("complete"))


def resource_for(workflow: Workflow, step: str) -> str:
    """The resource of this step's secrets when all of them are kept; empty otherwise."""
    note = workflow.notes.get(_NOTE, {})
    return str(note["resource"]) if note.get("complete") and note["step"] == step else ""


def dropped(workflow: Workflow) -> tuple[list[Write], dict[str, Any]]:
    """The writes that delete what is kept for this workflow, and its notes without them."""
    note = workflow.notes.get(_NOTE)
    notes = {name: value for name, value in workflow.notes.items() if name != _NOTE}
    return ([forget(str(note["resource"]))] if note else []), notes


def let_go(run: Run, workflow: Workflow) -> Workflow:
    """Delete what was kept for a call that will not be made."""
    writes, notes = dropped(workflow)
    run.add(*writes)
    return replace(workflow, notes=notes)


def settled(run: Run, workflow: Workflow, observation: Observation) -> Workflow:
    """After a call: its secrets stay if it succeeded, and are deleted if not."""
    if not resource_for(workflow, observation.step.id):
        return workflow
    if not observation.ok:
        return let_go(run, workflow)
    return replace(workflow, notes=dropped(workflow)[1])


def cancelled_text(waiting: Waiting, lang: Lang) -> str:
    """What a question says once the person has called it off."""
    if waiting.kind == "secret":
        return say(lang, "secret.cancelled")
    return say(lang, "approval.cancelled_change" if is_change(waiting) else "approval.cancelled")
