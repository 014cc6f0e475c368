"""The person's open questions: what a message answers among them, and the line that they wait."""

from core.agent.amount_answers import CERTAIN, is_amount, is_symbol, is_value
from core.agent.answers import Answer, Chosen, Unseen, match
from core.agent.approvals import close_workflow, settle_waiting
from core.agent.consent import chosen
from core.agent.context import plan_request, planning_context
from core.agent.questions import SUGGESTION
from core.agent.run import Run
from core.domain.conversation import Text
from core.domain.llm import ToolCall
from core.domain.outbound import Block, Choice, TextBlock
from core.domain.records import OutboxItem, Query, Waiting, Workflow
from core.domain.requests import split_answers
from core.domain.resume_words import word
from core.domain.workflow import OPEN
from core.trading.markets import listed
from core.views.words import say

_TITLE = 120


async def answer_to_open(run: Run, text: str) -> Answer | None:
    """What `text` answers among this person's open questions; None: it is a request of its own.

    Words answer only what was shown before they were sent. A question whose time is over is still
    meant where no other is open: it is then told so.
    """
    mine = _mine(run)
    if (picked := await _picked(run, text, mine)) is not None:
        return picked
    if not mine:
        return None
    # A question for a secret takes words only where they call it off (core.agent.secret_answers).
    live = [q for q in await open_now(run) if q.kind != "secret" or word(text) == "no"]
    if not live:
        return Unseen(mine[0]) if word(text) in ("yes", "no") else None
    instruments = await listed(run.parts.venues.market)
    free = any(set(item.pending_fields) - CERTAIN for item in live if item.intent != SUGGESTION)
    requests = free and not is_symbol(text, instruments) and await _is_request(run, text)

    def fits(name: str, value: str) -> bool:
        return is_value(name, value, instruments) and (name in CERTAIN or not requests)

    return match(text, live, is_amount=is_amount, is_value=fits)


async def open_now(run: Run) -> list[Waiting]:
    """The questions that words can mean: shown to this person, newest first, unexpired if any is.

    Words that name their question mean no other.
    """
    shown = [item for item in _mine(run) if await was_shown(run, item)]
    return [item for item in shown if item.expires_at > run.turn.inbound.received_at] or shown


def _mine(run: Run) -> list[Waiting]:
    body = run.turn.inbound.body
    named = body.question_id if isinstance(body, Text) else ""
    account_id = run.turn.account.id
    return [
        item for item in run.turn.open if item.account_id == account_id and named in ("", item.id)
    ]


async def _picked(run: Run, text: str, questions: list[Waiting]) -> Answer | None:
    """The line of a menu that the words name, where nothing was asked since the menu came."""
    newest = questions[0].id if questions else ""
    for menu in run.turn.menus:
        if menu.account_id != run.turn.account.id or menu.id < newest:
            continue
        choice = chosen(text, [Choice.model_validate(item) for item in menu.choices])
        if choice is not None and await was_shown(run, menu):
            return Chosen(menu, choice.id)
    return None


async def was_shown(run: Run, waiting: Waiting) -> bool:
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
    """Whether the closed grammar reads the words as something to do or answer, so as no value."""
    context = await planning_context(run.parts, run.turn, text)
    request = plan_request(run.parts, run.turn, context)
    async for event in run.parts.fallback.chat(request):
        if isinstance(event, ToolCall):
            return not any(step.get("intent") == SUGGESTION for step in event.input["steps"])
    return False


def close_oldest(run: Run, but: str = "", room: int = 0) -> None:
    """At most five are open or put aside beside the active one: older ones close, which is said.

    `but` is the id of one that is not counted, `room` how many of the five places stay free.
    """
    lang = run.turn.lang
    open_ = [each for each in run.turn.workflows if each.status in OPEN and each.id != but]
    for workflow in open_[run.parts.limits.suspended - room :]:
        if workflow.status == "suspended":
            note = say(lang, "suspended.too_many", goal=goal(workflow))
            run.lead.append(TextBlock(text=note))
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


def goal(workflow: Workflow) -> str:
    """What a workflow is for, in one line: the person's own words, and what they answered."""
    said, answers = split_answers(workflow.request)
    return short(" · ".join((said, *answers.values())))


def short(question: str) -> str:
    """A question in one line: its last paragraph, since what leads to it comes first."""
    line = " ".join(question.strip().rpartition("\n\n")[2].split())
    return line if len(line) <= _TITLE else f"{line[:_TITLE]}…"


def titles(waiting: tuple[Waiting, ...]) -> str:
    """A numbered list of questions, a line each."""
    return "\n".join(f"{number}. {short(item.question)}" for number, item in enumerate(waiting, 1))
