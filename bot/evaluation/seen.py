"""What came of a case: turn by turn, and at the end."""

from dataclasses import dataclass
from typing import Any

from bot.evaluation.cases import Outcome
from core.domain.positions import Position
from core.domain.records import OrderRow, Preference


@dataclass(frozen=True, kw_only=True, slots=True)
class SeenCall:
    """A tool call that a plan made."""

    tool: str
    arguments: dict[str, Any]
    outcome: Outcome


@dataclass(frozen=True, kw_only=True, slots=True)
class SeenQuestion:
    """A question that was asked; `choices` are (id, label)."""

    id: str
    kind: str
    choices: tuple[tuple[str, str], ...]
    card: dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeenTurn:
    """What came of one turn; `did` says what the person did, `text` is all that they then read.

    `broke`: no plan came of it, or something failed inside; the person was told so.
    """

    did: str
    text: str
    calls: tuple[SeenCall, ...]
    questions: tuple[SeenQuestion, ...]
    model_calls: int
    broke: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class SeenEnd:
    """How things stand after the last turn; `orders` are those of the conversation alone."""

    orders: tuple[OrderRow, ...]
    positions: tuple[Position, ...]
    preferences: tuple[Preference, ...]
    open_questions: int
