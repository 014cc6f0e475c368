"""Menus: buttons that each do one thing, for when words or a command leave open which is meant.

A menu is a question that nobody has to answer: it lapses when another request comes, nobody is
reminded of it, and it does not count among the open ones. Its choices carry moves.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from core.agent.answers import WhichOne
from core.agent.approvals import settle_waiting
from core.agent.moves import Move
from core.agent.open_questions import short, titles
from core.agent.run import Run
from core.domain.conversation import Lang
from core.domain.orders import Mode
from core.domain.outbound import Block, Choice, Outbound, TextBlock
from core.domain.records import Update, Waiting
from core.domain.resume_words import folded
from core.tools.offers import Offer
from core.views.words import say

_LABEL = 60
_ON = frozenset({"next", "next page", "more", "show more", "下一页", "下页", "更多"})
_BACK = frozenset({"previous", "previous page", "prev", "back", "page back", "上一页", "上页"})
_SIGNS = {"confirm": "✅", "cancel": "✖️", "later": "🕒"}


def offer(
    run: Run,
    blocks: Sequence[Block],
    moves: Sequence[tuple[str, Move]],
    *,
    mode: Mode | None = None,
    simulated: bool | None = None,
    rings: bool = False,
    expires_s: float | None = None,
) -> Outbound:
    """Say the blocks with a button for each labelled move; what an earlier menu offered lapses.

    It may be pressed for `expires_s`, or as long as any question.
    """
    lapse(run)
    question_id = run.parts.ids.new()
    choices = choices_of(moves)
    message = run.say(
        blocks,
        kind="question",
        mode=mode,
        simulated=simulated,
        choices=choices,
        question_id=question_id,
        rings=rings,
    )
    run.opened(
        waiting_row(
            question_id=question_id,
            message_id=message.id,
            conversation_id=run.turn.conversation.id,
            account_id=run.turn.account.id,
            text=message.text,
            choices=choices,
            now=run.parts.clock.now(),
            expires_s=expires_s or run.parts.limits.ask_s,
        )
    )
    return message


def moves_of(offers: Sequence[Offer], lang: Lang) -> list[tuple[str, Move]]:
    """What results offer to do next, as labelled moves."""
    return [
        (say(lang, one.label, **one.params), Move.calling(one.tool, one.arguments))
        for one in offers
    ]


def choices_of(moves: Sequence[tuple[str, Move]]) -> list[Choice]:
    """The buttons of these labelled moves."""
    return [
        Choice(id=f"opt:{number}", label=label[:_LABEL], value=move.pack())
        for number, (label, move) in enumerate(moves, 1)
    ]


def waiting_row(
    *,
    question_id: str,
    message_id: str,
    conversation_id: str,
    account_id: str,
    text: str,
    choices: Sequence[Choice],
    now: datetime,
    expires_s: float,
    kind: Literal["menu", "pairing"] = "menu",
) -> Waiting:
    """The row of a question whose buttons act by themselves, with no workflow behind it."""
    return Waiting(
        id=question_id,
        workflow_id="",
        conversation_id=conversation_id,
        account_id=account_id,
        message_id=message_id,
        step_id="",
        kind=kind,
        question=short(text),
        intent="choose",
        pending_fields=[],
        confirmation_target="",
        choices=[choice.model_dump() for choice in choices],
        arguments={},
        arguments_hash="",
        card={},
        status="open",
        created_at=now,
        expires_at=now + timedelta(seconds=expires_s),
    )


def lapse(run: Run) -> None:
    """Something else goes on: what menus still offer is no longer offered."""
    for menu in run.turn.menus:
        run.add(
            Update(
                kind=Waiting,
                where={"id": menu.id, "status": "open"},
                set={"status": "replaced", "answered_at": run.parts.clock.now()},
                required=False,
            )
        )
        run.close_card(menu, say(run.turn.lang, "menu.lapsed"))
    run.turn.menus = []


def page_said(run: Run, text: str) -> tuple[Waiting, str] | None:
    """The button of a list that these words stand for, and its menu: "next page", 上一页."""
    said = folded(text)
    back = said in _BACK
    if not back and said not in _ON:
        return None
    for menu in run.turn.menus:
        for choice in menu.choices:
            move = Move.unpack(str(choice["value"]))
            if move.verb == "call" and "▶◀"[back] in str(choice["label"]):
                return menu, str(choice["id"])
    return None


def settle(run: Run, menu: Waiting, choice: str) -> Move:
    """The move that was chosen, with the menu closed by it in the next commit."""
    picked = next(item for item in menu.choices if item["id"] == choice)
    settle_waiting(run, menu, choice, "answered")
    run.close_card(menu, say(run.turn.lang, "menu.chosen", label=picked["label"]))
    run.turn.menus = [each for each in run.turn.menus if each.id != menu.id]
    return Move.unpack(str(picked["value"]))


async def which(run: Run, text: str, answer: WhichOne) -> bool:
    """Several questions could be meant: ask which, with what each button would do to its own."""
    run.consume(text)
    asked = say(
        run.turn.lang, "waiting.which", titles=titles(tuple(item for item, _ in answer.among))
    )
    of_money = any(item.card.get("mode") for item, _ in answer.among)
    offer(
        run,
        [TextBlock(text=asked)],
        [(_label(*pair), pair[1]) for pair in answer.among],
        mode=run.turn.exchange_account.mode if of_money else None,
    )
    return await run.finish()


def _label(question: Waiting, move: Move) -> str:
    """What the button does, to which question; PAPER or LIVE for what acts on money."""
    mode = f"{str(question.card['mode']).upper()} · " if question.card.get("mode") else ""
    label = f"{_SIGNS.get(move.argument, '')} {mode}{short(question.question)}".strip()
    return f"✏️ {move.argument}: {mode}{short(question.question)}" if move.verb == "amend" else label
