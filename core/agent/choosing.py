"""A choice, pressed or said: of a question, or of a menu whose button stands for something else."""

import json

from core.agent import (
    access,
    desk_commands,
    halting,
    linking,
    menus,
    pairing,
    presses,
    resume,
)
from core.agent.answers import is_large
from core.agent.moves import Move
from core.agent.open_questions import short
from core.agent.people import People
from core.agent.questions import show_again
from core.agent.ready import go_ready
from core.agent.run import Run
from core.domain.records import Waiting, Workflow
from core.views.words import say

_OF_PEOPLE = {"link": linking.join, "role": access.change_role, "revoke": access.revoke}


async def choose(
    run: Run, people: People, waiting: Waiting, choice: str, said: str, *, pressed: bool
) -> bool:
    """Do what this choice means. `pressed`: by a button; words never confirm a large order."""
    if waiting.kind == "pairing":
        return await pairing.decide(run, people, waiting, choice)
    if waiting.kind != "menu":
        return await presses.answer(run, waiting, choice, said)
    if waiting.status != "open" or waiting.expires_at <= run.turn.inbound.received_at:
        return await desk_commands.tell(run, said, say(run.turn.lang, "menu.over"))
    move = menus.settle(run, waiting, choice)
    if move.verb in ("answer", "amend", "fill", "show"):
        return await _to_question(run, move, said, pressed=pressed)
    if move.verb == "flatten":
        return await halting.flatten(run, said)
    if move.verb == "mark":
        marked = {"action": "mark_closed", "symbol": move.argument, "account": move.target}
        return await go_ready(run, said, "manage_order", marked)
    if move.verb == "call":
        return await go_ready(run, said, move.target, json.loads(move.argument))
    if move.verb in _OF_PEOPLE:
        return await _OF_PEOPLE[move.verb](run, people, move, said)
    if move.verb == "unhalt":
        return await halting.resume_trading(run, said)
    return await _to_workflow(run, move, said)


async def _to_question(run: Run, move: Move, said: str, *, pressed: bool) -> bool:
    """Exactly what its own button, or those words to it alone, would do."""
    lang = run.turn.lang
    question = await run.parts.records.get(Waiting, move.target)
    if question is None or question.account_id != run.turn.account.id:
        return await desk_commands.tell(run, said, say(lang, "press.unknown"))
    if question.status in presses.CLOSED:
        return await presses.already(run, question)
    if move.verb == "amend":
        return await presses.amended(run, question, move.argument)
    if move.verb == "fill":
        return await presses.filled(run, question, move.argument, move.argument)
    if move.verb == "show" and question.status == "open":
        return await show_again(run, question, said)
    if move.verb == "show":
        first = str(question.choices[0]["id"])
        return await presses.answer(run, question, first, said)
    if move.argument == "later":
        return await resume.put_aside(run, question, said)
    if move.argument == "confirm" and not pressed and is_large(question):
        text = say(lang, "approval.press_needed", title=short(question.question))
        return await desk_commands.tell(run, said, text)
    return await presses.answer(run, question, move.argument, said)


async def _to_workflow(run: Run, move: Move, said: str) -> bool:
    workflow = await run.parts.records.get(Workflow, move.target)
    if workflow is None or workflow.account_id != run.turn.account.id:
        return await desk_commands.tell(run, said, say(run.turn.lang, "press.unknown"))
    if move.verb == "resume":
        return await resume.resume(run, workflow, said)
    if move.verb == "retry":
        return await resume.retry(run, workflow, said)
    return await desk_commands.cancel_workflow(run, workflow, said)
