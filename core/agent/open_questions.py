"""The person's open questions: what a message answers among them, and the line that they wait."""

from core.agent.amount_answers import CERTAIN, is_amount, is_symbol, is_value
from core.agent.answers import Answer, Unseen, match
from core.agent.approvals import close_workflow, settle_waiting
from core.agent.consent import verdict
from core.agent.context import plan_request, planning_context
from core.agent.questions import SUGGESTION
from core.agent.run import Run
from core.domain.conversation import Text
from core.domain.llm import ToolCall
from core.domain.outbound import Block, TextBlock
from core.domain.records import OutboxItem, Query, Waiting
from core.domain.workflow import WAITING
from core.views.words import say

MOST_WAITING = 5
_TITLE = 120


async def answer_to_open(run: Run, text: str) -> Answer | None:
    """What `text` answers among this person's open questions; None: it is a request of its own.

    Words answer only what was shown before they were sent. A question whose time is over is still
    meant where no other is open: it is then told so.
    """
    mine = [item for item in run.turn.open if item.account_id == run.turn.account.id]
    body = run.turn.inbound.body
    if isinstance(body, Text) and body.question_id:
        mine = [item for item in mine if item.id == body.question_id]
    if not mine:
        return None
    shown = [item for item in mine if await _was_shown(run, item)]
    if not shown:
        return Unseen(mine[0]) if verdict(text) is not None else None
    live = [item for item in shown if item.expires_at > run.turn.inbound.received_at] or shown
    instruments = await run.parts.market.instruments()
    free = any(set(item.pending_fields) - CERTAIN for item in live if item.intent != SUGGESTION)
    requests = free and not is_symbol(text, instruments) and await _is_request(run, text)

    def fits(name: str, value: str) -> bool:
        return is_value(name, value, instruments) and (name in CERTAIN or not requests)

    return match(text, live, is_amount=is_amount, is_value=fits)


async def _was_shown(run: Run, waiting: Waiting) -> bool:
    """Whether the person could have seen the question when they sent these words.

    Where messages are sent, that is when the platform had it; else, when it was in history. Words
    that name their question have seen it.
    """
    received_at = run.turn.inbound.received_at
    body = run.turn.inbound.body
    if isinstance(body, Text) and body.question_id == waiting.id:
        return True
    if run.turn.conversation.platform not in run.parts.pushed:
        return waiting.created_at <= received_at
    sent = await run.parts.records.find(
        Query(kind=OutboxItem, where={"message_id": waiting.message_id, "status": "sent"})
    )
    return any(item.sent_at is not None and item.sent_at <= received_at for item in sent)


async def _is_request(run: Run, text: str) -> bool:
    """Whether the closed grammar reads the words as something to do, so as no mere value."""
    context = await planning_context(run.parts, run.turn, text, None)
    request = plan_request(run.parts, run.turn, context, None)
    async for event in run.parts.fallback.chat(request):
        if isinstance(event, ToolCall):
            return any(step.get("type") == "tool" for step in event.input.get("steps", ()))
    return False


def close_oldest(run: Run) -> None:
    """A new request comes: beyond five waiting ones the oldest is closed, and that is said."""
    waiting = [workflow for workflow in run.turn.workflows if workflow.status in WAITING]
    for workflow in waiting[MOST_WAITING:]:
        lang = run.turn.lang
        for item in [each for each in run.turn.open if each.workflow_id == workflow.id]:
            note = say(lang, "waiting.too_many", title=short(item.question))
            settle_waiting(run, item, "", "replaced")
            run.close_card(item, note)
            run.lead.append(TextBlock(text=note))
            run.turn.open.remove(item)
        close_workflow(run, workflow, "cancelled", "too many")


def reminder(run: Run, workflow_id: str) -> list[Block]:
    """One line on what still waits elsewhere: the newest question, and how many more."""
    waiting = [
        item
        for item in run.turn.open
        if item.workflow_id != workflow_id and item.expires_at > run.turn.now
    ]
    if not waiting:
        return []
    more = len(waiting) - 1
    key = "waiting.reminder_more" if more else "waiting.reminder"
    title = short(waiting[0].question)
    return [TextBlock(text=say(run.turn.lang, key, title=title, more=more))]


def short(question: str) -> str:
    """A question in one line: its last paragraph, since what leads to it comes first."""
    line = " ".join(question.strip().rpartition("\n\n")[2].split())
    return line if len(line) <= _TITLE else f"{line[:_TITLE]}…"


def titles(waiting: tuple[Waiting, ...]) -> str:
    """A numbered list of questions, a line each."""
    return "\n".join(f"{number}. {short(item.question)}" for number, item in enumerate(waiting, 1))
