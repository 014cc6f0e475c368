"""What a case of the corpus is: what is said and pressed in which world, and what must come of it.

Everything that is expected is what code can decide alone: calls, questions, orders, positions,
figures of the tools. A model's own wording is never expected.
"""

import re
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from core.domain.conversation import Lang, Role
from core.domain.preferences import PreferenceKey
from core.trading.request import TradeAction

Outcome = Literal["done", "asked", "refused", "failed"]
QuestionKind = Literal["approval", "ask", "amount", "menu"]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _compiles(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"{pattern!r} is no regular expression: {error}") from error
    return pattern


Pattern = Annotated[str, AfterValidator(_compiles)]
"""A regular expression that is searched for, in any case, in what the person reads."""


class Fill(_Strict):
    """An order that was filled before the first turn; `amount` is in coins."""

    action: TradeAction
    symbol: str
    amount: Decimal = Field(gt=0)
    leverage: int | None = None


class Wish(_Strict):
    """A preference that is kept before the first turn."""

    key: PreferenceKey
    value: str


class World(_Strict):
    """How things stand before the first turn.

    Prices are the simulator's first ones unless they are set here, by coin. `outage` are coins
    whose price cannot be read. `private` is False in a group.
    """

    balance: Decimal = Field(Decimal(10_000), ge=0)
    role: Role = "owner"
    private: bool = True
    prices: dict[str, Decimal] = Field(default_factory=dict)
    fills: tuple[Fill, ...] = ()
    preferences: tuple[Wish, ...] = ()
    outage: tuple[str, ...] = ()


class CallExpected(_Strict):
    """A call with at least these arguments; `outcome` where it matters what became of it."""

    tool: str
    args: dict[str, Any] = Field(default_factory=dict)
    outcome: Outcome | None = None


class QuestionExpected(_Strict):
    """A question: its kind, buttons that must be there (ids or labels), figures of its card."""

    kind: QuestionKind | None = None
    choices: tuple[str, ...] = ()
    card: dict[str, Any] = Field(default_factory=dict)


class Expected(_Strict):
    """What must and must not come of a turn, or of the whole conversation."""

    calls: tuple[CallExpected, ...] = ()
    forbids: tuple[CallExpected, ...] = ()
    says: tuple[Pattern, ...] = ()
    hides: tuple[Pattern, ...] = ()
    model_calls: int | None = Field(None, ge=0)
    """At most so many."""


class TurnExpected(Expected):
    """What must come of one turn. `asks: nothing` forbids any question."""

    asks: QuestionExpected | Literal["nothing"] | None = None


class OrderExpected(_Strict):
    """An order that was placed; `amount` is as the person asked for it."""

    action: TradeAction
    symbol: str
    amount: Decimal | None = None
    unit: Literal["base", "quote"] | None = None
    leverage: int | None = None
    status: str = "FILLED"


class PositionExpected(_Strict):
    """Something held at the end."""

    symbol: str
    side: Literal["LONG", "SHORT"] = "LONG"
    quantity: Decimal | None = None


class EndExpected(Expected):
    """What must hold at the end.

    `orders` are all that were placed, in any order: a case that names none allows none. `positions`
    are all that is held, where they are given. A preference is a part of a kept value, null none.
    """

    orders: tuple[OrderExpected, ...] = ()
    positions: tuple[PositionExpected, ...] | None = None
    preferences: dict[PreferenceKey, str | None] = Field(default_factory=dict)
    open_questions: int | None = Field(None, ge=0)


class Turn(_Strict):
    """One thing said or pressed, after the world has moved on.

    `press` is a choice's id, or a part of its label; `question` the number of the question that it
    is pressed on, counted from 1 in the order they were asked, the last one if none is given.
    """

    say: str | None = None
    press: str | None = None
    question: int | None = Field(None, ge=1)
    advance: float = Field(0, ge=0)
    """Seconds that pass before it."""
    prices: dict[str, Decimal] = Field(default_factory=dict)
    outage: tuple[str, ...] | None = None
    expect: TurnExpected = TurnExpected()

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        if (self.say is None) == (self.press is None):
            raise ValueError("a turn has either say or press")
        if self.question is not None and self.press is None:
            raise ValueError("question goes with press")
        return self


class Case(_Strict):
    """One conversation. `offline`: the planner without a model must pass it too."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    category: str
    lang: Lang
    offline: bool
    note: str = ""
    world: World = World()
    turns: tuple[Turn, ...] = Field(min_length=1)
    expect: EndExpected = EndExpected()

    def tools(self) -> frozenset[str]:
        """Every tool that its expectations name."""
        expected: list[Expected] = [self.expect, *(turn.expect for turn in self.turns)]
        return frozenset(call.tool for each in expected for call in (*each.calls, *each.forbids))
