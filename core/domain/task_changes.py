"""Changes to a TaskState, field by field: proposed by a model, merged and filtered by code.

The state is never written anew as a whole: what no change names stays as it is.
"""

from collections.abc import Collection, Iterable, Mapping

from pydantic import Field

from core.domain.lasting import is_lasting, is_record
from core.domain.outbound import Value
from core.domain.records import MessageRow
from core.domain.task_state import (
    MOST_FACTS,
    MOST_LOOPS,
    QUESTION,
    About,
    Item,
    LastDecision,
    TaskState,
    keepable,
)

Cited = Mapping[str, MessageRow]
"""The messages that were read, by the label a proposal cites them by."""


class Proposed(Value):
    """An item to keep, with the messages that said so."""

    text: str = Field(min_length=1, max_length=300)
    about: About = "general"
    messages: tuple[str, ...] = Field(min_length=1, max_length=8)


class ProposedDecision(Value):
    """What the person decided."""

    action: str = Field(min_length=1, max_length=300)
    reason: str = Field(default="", max_length=300)
    still_valid: bool = True
    messages: tuple[str, ...] = Field(min_length=1, max_length=8)


class TaskChanges(Value):
    """What `update_task_state` is called with; what is left out stays as it is."""

    current_goal: Proposed | None = None
    active_flow: str | None = Field(default=None, max_length=120)
    add_open_loops: tuple[Proposed, ...] = Field(default=(), max_length=MOST_LOOPS)
    close_open_loops: tuple[str, ...] = ()
    add_facts: tuple[Proposed, ...] = Field(default=(), max_length=MOST_FACTS)
    drop_facts: tuple[str, ...] = ()
    last_decision: ProposedDecision | None = None

    def cited(self) -> Iterable[str]:
        """The label of every message that a proposal rests on."""
        proposals = (self.current_goal, self.last_decision, *self.add_open_loops, *self.add_facts)
        return [label for one in proposals if one is not None for label in one.messages]


def changed(state: TaskState, changes: TaskChanges, cited: Cited) -> TaskState:
    """The state with the changes that may be kept; all cited labels must be known.

    What is closed or dropped goes first, then the oldest where the bounds are reached.
    """
    loops = _without(state.open_loops, changes.close_open_loops)
    facts = _without(state.important_facts, changes.drop_facts)
    kept_loops = [
        item
        for item in _items("l", loops, changes.add_open_loops, cited)
        if item.about == "general"
    ]
    goal = _items("g", (), (changes.current_goal,) if changes.current_goal else (), cited)
    flow = state.active_flow if changes.active_flow is None else changes.active_flow.strip()
    return TaskState(
        current_goal=goal[0] if goal else state.current_goal,
        active_flow=flow if _fit(flow) else "",
        open_loops=_bounded(loops, kept_loops, MOST_LOOPS),
        important_facts=_bounded(facts, _items("f", facts, changes.add_facts, cited), MOST_FACTS),
        last_decision=_decision(changes.last_decision, cited) or state.last_decision,
    )


def with_questions(
    state: TaskState, open_questions: Mapping[str, str], folded: Collection[str | None]
) -> TaskState:
    """The state with the open questions among those that were folded as loops, and no others.

    `open_questions` are the texts of those that are open now, by id.
    """
    loops = [
        item
        for item in state.open_loops
        if not item.id.startswith(QUESTION) or item.id.removeprefix(QUESTION) in open_questions
    ]
    known = {item.id for item in loops}
    asked = [
        Item(id=f"{QUESTION}{id_}", text=text[:300])
        for id_, text in open_questions.items()
        if id_ in folded and f"{QUESTION}{id_}" not in known and text and is_lasting(text)
    ]
    return state.model_copy(update={"open_loops": _bounded(loops, asked, MOST_LOOPS)})


def _without(items: Iterable[Item], ids: tuple[str, ...]) -> list[Item]:
    """Those that are not closed; a question is closed by its answer alone."""
    return [item for item in items if item.id not in ids or item.id.startswith(QUESTION)]


def _items(
    letter: str, known: Iterable[Item], proposed: Iterable[Proposed], cited: Cited
) -> list[Item]:
    """The proposals that may be kept and say something new, as items with ids of their own."""
    number = max((int(item.id[1:]) for item in known if item.id[1:].isdigit()), default=0)
    texts = {_same(item.text) for item in known}
    made: list[Item] = []
    for one in proposed:
        ids = tuple(dict.fromkeys(cited[label].id for label in one.messages))
        item = Item(
            id=f"{letter}{number + 1}", text=one.text.strip() or "?", about=one.about, messages=ids
        )
        if not one.text.strip() or _same(item.text) in texts or not keepable(item):
            continue
        texts.add(_same(item.text))
        made.append(item)
        number += 1
    return made


def _decision(proposed: ProposedDecision | None, cited: Cited) -> LastDecision | None:
    if proposed is None or not _fit(proposed.action):
        return None
    return LastDecision(
        action=proposed.action,
        reason=proposed.reason if _fit(proposed.reason) else "",
        still_valid=proposed.still_valid,
        at=max(cited[label].created_at for label in proposed.messages),
    )


def _bounded(old: Iterable[Item], new: Iterable[Item], most: int) -> tuple[Item, ...]:
    return (*old, *new)[-most:]


def _same(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".。")


def _fit(text: str) -> bool:
    """Whether a flow or a decision may be kept so: lasting, and no record of something done."""
    return is_lasting(text) and not is_record(text)
