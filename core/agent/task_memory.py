"""TaskState as a turn meets it: what the person is told of it, and what ends with a workflow."""

from core.agent.guard import Guard
from core.agent.run import Run
from core.domain.outbound import TextBlock
from core.domain.records import TaskStateRow, Update
from core.domain.task_state import QUESTION, TaskState, without_goal
from core.views.words import say

_NAMED = 3


def tell_summed_up(run: Run) -> None:
    """Lead this turn's answer with one line on what was summed up, once, to whom it belongs.

    A model wrote it: what the guard would not show is not told. That it was said is committed with
    the answer.
    """
    turn = run.turn
    if not turn.compacted or turn.account.id != turn.conversation.account_id:
        return
    guard = Guard(turn.lang)
    kept = [text for text in _kept(turn.task_state) if guard.vouches(text)][:_NAMED]
    text = (
        say(turn.lang, "memory.summed_up", items="; ".join(kept))
        if kept
        else say(turn.lang, "memory.summed_up_nothing")
    )
    run.lead.append(TextBlock(text=text))
    run.lead_writes.append(
        Update(
            kind=TaskStateRow,
            where={"id": turn.conversation.id, "told": False},
            set={"told": True},
            required=False,
        )
    )


def goal_reached(run: Run) -> None:
    """A workflow is finished: goal and flow of the conversation end with it, in its last commit."""
    turn = run.turn
    after = without_goal(turn.task_state)
    if after == turn.task_state:
        return
    run.add(
        Update(
            kind=TaskStateRow,
            where={"id": turn.conversation.id, "version": turn.task_state_version},
            set={
                "state": after.model_dump(mode="json"),
                "version": turn.task_state_version + 1,
                "updated_at": run.parts.clock.now(),
            },
            required=False,
        )
    )
    turn.task_state = after
    turn.task_state_version += 1


def _kept(state: TaskState) -> list[str]:
    goal = [state.current_goal.text] if state.current_goal else []
    loops = [item.text for item in state.open_loops if not item.id.startswith(QUESTION)]
    return [*goal, *loops, *(item.text for item in state.important_facts)]
