"""T1 of a request: it is consumed and becomes a workflow of its own."""

from core.agent import capability, menus, presses
from core.agent.run import Run
from core.domain.records import Insert, Workflow
from core.domain.requests import as_written


def opened(run: Run, text: str, *, counts: bool) -> Workflow:
    """The workflow of this request, with the rows that open it, for the next commit."""
    turn, now = run.turn, run.parts.clock.now()
    workflow = Workflow(
        id=run.parts.ids.new(),
        conversation_id=turn.conversation.id,
        account_id=turn.account.id,
        run_id=turn.run_id,
        goal="",
        request=as_written(text),
        status="planning",
        version=0,
        plan_rev=0,
        capability=capability.signature(run.parts, turn),
        references={},
        snapshots={},
        notes={},
        created_at=now,
        updated_at=now,
    )
    run.consume(text, counts=counts)
    presses.lapse_suggestions(run)
    menus.lapse(run)
    run.add(Insert(record=workflow))
    run.open_trace(text)
    return workflow
