"""Matches words to open questions, in code, before any model is asked (DESIGN 4.4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.agent.consent import chosen
from core.agent.moves import Move
from core.agent.questions import SUGGESTION
from core.domain.leverage_words import stated_leverage
from core.domain.outbound import Choice
from core.domain.records import Waiting
from core.domain.resume_words import consents, word
from core.domain.stated_amount import stated_amount

CONFIRM = "confirm_action"
"""The intent of a planner's question that a plain yes or no answers."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The words stand for pressing this choice of this question."""

    waiting: Waiting
    choice: str


@dataclass(frozen=True, slots=True)
class Amended:
    """The words name another amount (or leverage, where it has one) for this approval."""

    waiting: Waiting
    text: str


@dataclass(frozen=True, slots=True)
class Filled:
    """The words are the value that this question asked for."""

    waiting: Waiting
    value: str


@dataclass(frozen=True, slots=True)
class WhichOne:
    """Words that several open questions could take: each with what they would do to it."""

    among: tuple[tuple[Waiting, Move], ...]


@dataclass(frozen=True, slots=True)
class PressNeeded:
    """A yes in words to a large order: only its button counts."""

    waiting: Waiting


@dataclass(frozen=True, slots=True)
class Unseen:
    """A bare yes or no that was sent before this question was shown: it answers nothing."""

    waiting: Waiting


Answer = Chosen | Amended | Filled | WhichOne | PressNeeded | Unseen


def match(
    text: str,
    waiting: Sequence[Waiting],
    *,
    is_amount: Callable[[str], bool],
    is_value: Callable[[str, str], bool],
) -> Answer | None:
    """What `text` answers among the open questions (newest first); None: it is something else.

    `is_amount(text)` tells an amount; `is_value(field, text)` a value for a pending field.
    """
    if not waiting:
        return None
    questions = [item for item in waiting if item.intent != SUGGESTION] or waiting[:1]
    said = word(text)
    if said in ("yes", "no"):
        return _bare(said, text, questions, is_value)
    for question in waiting:
        option = _option(question, text)
        if option is not None:
            return Chosen(question, option)
    if said is not None:
        only_card = len(questions) == 1 and questions[0].kind == "approval"
        return _bare("yes", text, questions, is_value) if consents(text) and only_card else None
    amount = stated_amount(text)
    for question in questions:
        if question.kind == "ask":
            if _takes(question, text, is_value):
                return Filled(question, text.strip())
        elif is_amount(amount) or (question.arguments.get("leverage") and stated_leverage(amount)):
            return _amended(question, waiting, amount)
    return None


def _bare(
    said: str, text: str, waiting: Sequence[Waiting], is_value: Callable[[str, str], bool]
) -> Answer | None:
    """A plain yes or no: only where a single question is open is it certain which one it means."""
    options = {item.id: _meant(item, text, said) for item in waiting}
    if said == "yes" and not any(
        item.kind == "approval" or options[item.id] or _takes(item, text, is_value)
        for item in waiting
    ):
        return None
    if len(waiting) > 1:
        meant = [(item, _move(item, text, said, options[item.id], is_value)) for item in waiting]
        return WhichOne(tuple(meant))
    question = waiting[0]
    option = options[question.id]
    if option is not None:
        return Chosen(question, option)
    if said == "no":
        return Chosen(question, "cancel")
    if question.kind != "approval":
        return Filled(question, text.strip())
    if is_large(question):
        return PressNeeded(question)
    return Chosen(question, "confirm")


def is_large(question: Waiting) -> bool:
    """Whether words never confirm this question."""
    return question.intent == "confirm_large" or bool(question.card.get("large"))


def _move(
    question: Waiting,
    text: str,
    said: str,
    option: str | None,
    is_value: Callable[[str, str], bool],
) -> Move:
    """What a plain yes or no would do to this one of several questions."""
    if option is not None:
        return Move("answer", question.id, option)
    if said == "no":
        return Move("answer", question.id, "cancel")
    if question.kind == "approval" and question.intent != "confirm_large":
        return Move("answer", question.id, "confirm")
    if _takes(question, text, is_value):
        return Move("fill", question.id, text.strip())
    return Move("show", question.id)


def _option(question: Waiting, text: str) -> str | None:
    """The id of this question's option that the words name."""
    option = chosen(text, [Choice.model_validate(item) for item in question.choices])
    return option.id if option else None


def _meant(question: Waiting, text: str, said: str) -> str | None:
    """The option that a yes or no means: the one so labelled, or for a yes the only one."""
    options = [str(item["id"]) for item in question.choices if str(item["id"]).startswith("opt:")]
    if said == "yes" and len(options) == 1:
        return options[0]
    return _option(question, text)


def _takes(question: Waiting, text: str, is_value: Callable[[str, str], bool]) -> bool:
    """Whether the words are a value that this question asks for: a plain yes where it asks so."""
    if question.kind != "ask":
        return False
    if question.intent == CONFIRM and word(text) == "yes":
        return True
    return any(is_value(name, text) for name in question.pending_fields)


def _amended(question: Waiting, waiting: Sequence[Waiting], amount: str) -> Answer:
    """Another amount: for the question that asks for one, or for the one card that is open."""
    cards = [item for item in waiting if item.kind == "approval"]
    if question.kind == "approval" and len(cards) > 1:
        return WhichOne(tuple((card, Move("amend", card.id, amount)) for card in cards))
    return Amended(question, amount)
