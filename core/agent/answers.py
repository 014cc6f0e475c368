"""Matches words to open questions, in code, before any model is asked (DESIGN 4.4)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.agent.consent import chosen, verdict
from core.domain.outbound import Choice
from core.domain.records import Waiting

_BUT = re.compile(
    r"^\s*(?:(?:yes|yep|yeah|ok|okay|sure|好的?|可以|行|是的?)\s*[,，。.]?\s*)?"
    r"(?:but|make it|make that|change (?:it )?to|change the amount to|only|just|with|instead"
    r"|但是?|不过|改成|改为|只要|换成)\s*[,，]?\s*(?P<rest>.+?)\s*(?:instead|please|吧|就行|就好)?\s*$",
    re.IGNORECASE | re.DOTALL,
)
_NOT_THAT = re.compile(r"^(?P<amount>.+?)[,，]?\s+(?:not|rather than)\s+\S+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The words stand for pressing this choice of this question."""

    waiting: Waiting
    choice: str


@dataclass(frozen=True, slots=True)
class Amended:
    """The words name another amount for this approval."""

    waiting: Waiting
    text: str


@dataclass(frozen=True, slots=True)
class Filled:
    """The words are the value that this question asked for."""

    waiting: Waiting
    value: str


@dataclass(frozen=True, slots=True)
class WhichOne:
    """A bare yes or no with several questions open."""

    among: tuple[Waiting, ...]
    said: str


@dataclass(frozen=True, slots=True)
class PressNeeded:
    """A yes in words to a large order: only its button counts."""

    waiting: Waiting


Answer = Chosen | Amended | Filled | WhichOne | PressNeeded


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
    said = verdict(text)
    if said is not None:
        return _bare(said, waiting)
    for question in waiting:
        option = chosen(text, [Choice.model_validate(item) for item in question.choices])
        if option is not None:
            return Chosen(question, option.id)
    amended = _amended(text, waiting, is_amount)
    if amended is not None:
        return amended
    newest = waiting[0]
    if newest.kind == "ask":
        for name in newest.pending_fields or ():
            if is_value(name, text):
                return Filled(newest, text.strip())
    return None


def _bare(said: str, waiting: Sequence[Waiting]) -> Answer | None:
    """A plain yes or no: for the one approval that is open, or for the one question to cancel."""
    approvals = [item for item in waiting if item.kind == "approval"]
    candidates = approvals if said == "yes" else list(waiting)
    if said == "yes" and not approvals:
        asked = waiting[0]
        labels = {str(item["label"]).casefold() for item in asked.choices}
        return Filled(asked, said) if asked.pending_fields and "yes" in labels else None
    if len(candidates) > 1 or (said == "yes" and len(waiting) > 1):
        return WhichOne(tuple(waiting), said)
    question = candidates[0]
    if said == "no":
        return Chosen(question, "cancel")
    if question.intent == "confirm_large" or question.card.get("large"):
        return PressNeeded(question)
    return Chosen(question, "confirm")


def _amended(
    text: str, waiting: Sequence[Waiting], is_amount: Callable[[str], bool]
) -> Amended | None:
    """Another amount: "yes but 50", "make it 100 usdt", or a bare amount where one is asked for."""
    approvals = [item for item in waiting if item.kind in ("approval", "amount")]
    if not approvals:
        return None
    found = _BUT.match(text)
    rest = found.group("rest") if found else text.strip()
    cut = _NOT_THAT.match(rest)
    amount = cut.group("amount") if cut else rest
    if not is_amount(amount):
        return None
    asked = [item for item in approvals if item.kind == "amount"]
    if asked:
        return Amended(asked[0], amount)
    return Amended(approvals[0], amount) if len(approvals) == 1 else None
