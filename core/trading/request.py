"""What an order is asked for with: the arguments of execute_trade, closed and exact."""

from decimal import Decimal
from typing import Literal

from pydantic import Field, field_validator, model_validator

from core.domain.amounts import Unit
from core.domain.money import decimal
from core.domain.outbound import Value

TradeAction = Literal["buy", "sell", "open_long", "open_short", "close_long", "close_short"]

OPENING: frozenset[str] = frozenset({"buy", "open_long", "open_short"})
CLOSING: frozenset[str] = frozenset({"close_long", "close_short"})
BUYING: frozenset[str] = frozenset({"buy", "open_long", "close_short"})

_LARGEST = Decimal(10) ** 15
_EXACT_DIGITS = 15
"""Digits that a JSON number keeps through a float."""


class Amount(Value):
    """How much, in a unit that leaves nothing to interpretation."""

    value: str = Field(
        max_length=40,
        description="A positive decimal number as a string, plain digits: '50', '0.0005'.",
    )
    unit: Unit = Field(
        description="base: coins (0.5 of BTC). quote: the order's value in USDT, never its margin. "
        "percent_of_free: percent of the free USDT, for opening. "
        "percent_of_position: percent of what is held, for closing or selling ('100' is all).",
    )

    @field_validator("value", mode="before")
    @classmethod
    def _from_number(cls, value: object) -> object:
        """A JSON number is taken too, as long as it is certain which digits were written."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return value
        certain = len(Decimal(repr(value)).as_tuple().digits) <= _EXACT_DIGITS
        return repr(value) if certain else value

    @field_validator("value")
    @classmethod
    def _is_positive(cls, value: str) -> str:
        # The text itself is not repeated: errors go where a mistyped secret must not.
        try:
            number = decimal(value.strip())
        except ValueError:
            raise ValueError("must be plain digits, such as '50' or '0.0005'") from None
        if not 0 < number <= _LARGEST:
            raise ValueError("must be above zero and at most 1e15")
        return value.strip()

    @model_validator(mode="after")
    def _at_most_all(self) -> "Amount":
        if self.unit.startswith("percent") and self.number > 100:
            raise ValueError("a percentage must be at most 100")
        return self

    @property
    def number(self) -> Decimal:
        """The value, exactly as written."""
        return Decimal(self.value)


class TradeArguments(Value):
    """One market order, as asked for."""

    action: TradeAction = Field(
        description="buy and sell are spot. open_long, open_short, close_long and close_short are "
        "USDT perpetuals, isolated; closing is always reduce-only.",
    )
    symbol: str = Field(
        min_length=1,
        max_length=40,
        description="The market: a unified id (BTC/USDT spot, BTC/USDT:USDT perpetual) or a coin.",
    )
    amount: Amount
    leverage: int | None = Field(
        default=None,
        ge=1,
        le=125,
        description="Only when the person named it; any leverage makes it a perpetual.",
    )
    type: Literal["market"] = Field(default="market", description="The only order type: market.")

    @model_validator(mode="after")
    def _unit_fits(self) -> "TradeArguments":
        unit = self.amount.unit
        if self.action in OPENING and unit == "percent_of_position":
            raise ValueError(f"{self.action} opens: use percent_of_free, not percent_of_position")
        if self.action in CLOSING and unit == "percent_of_free":
            raise ValueError(f"{self.action} closes: use percent_of_position, not percent_of_free")
        return self
