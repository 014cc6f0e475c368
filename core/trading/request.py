"""What an order is asked for with: the arguments of execute_trade, closed and exact."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from core.domain.amounts import Unit
from core.domain.money import decimal
from core.domain.orders import OrderType
from core.domain.outbound import Value

TradeAction = Literal["buy", "sell", "open_long", "open_short", "close_long", "close_short"]

OPENING: frozenset[str] = frozenset({"buy", "open_long", "open_short"})
CLOSING: frozenset[str] = frozenset({"close_long", "close_short"})
BUYING: frozenset[str] = frozenset({"buy", "open_long", "close_short"})
TRIGGERED: frozenset[str] = frozenset({"stop", "take_profit"})
"""Order types that become market orders at a trigger."""

_LARGEST = Decimal(10) ** 15
_EXACT_DIGITS = 15
"""Digits that a JSON number keeps through a float."""


def _digits(value: object) -> object:
    """A number as the digits that were written, where that is certain; anything else as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    certain = len(Decimal(repr(value)).as_tuple().digits) <= _EXACT_DIGITS
    return repr(value) if certain else value


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
        return _digits(value)

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


def _is_price(value: object) -> object:
    """A price as plain digits; a JSON number is taken where it is certain which were written."""
    text = _digits(value)
    if not isinstance(text, str):
        return text
    try:
        number = decimal(text.strip())
    except ValueError:
        raise ValueError("must be plain digits, such as '90000' or '0.0125'") from None
    if not 0 < number <= _LARGEST:
        raise ValueError("must be above zero and at most 1e15")
    return text.strip()


Price = Annotated[str, Field(max_length=40), BeforeValidator(_is_price)]
"""A price as a decimal string."""


class TradeArguments(Value):
    """One order, as asked for."""

    action: TradeAction = Field(
        description="buy and sell are spot. open_long, open_short, close_long and close_short are "
        "USDT perpetuals, isolated; closing is always reduce-only.",
    )
    symbol: str = Field(
        min_length=1,
        max_length=40,
        description="The market: a unified id (BTC/USDT spot, BTC/USDT:USDT perpetual) or a coin.",
    )
    amount: Amount | None = Field(
        default=None,
        description="Leave out where the person named none: they are asked with their own amounts. "
        "For a stop or take_profit on what is held, leaving it out means all.",
    )
    leverage: int | None = Field(
        default=None,
        ge=1,
        le=125,
        description="Only when the person named it; any leverage makes it a perpetual.",
    )
    type: OrderType = Field(
        default="market",
        description="limit needs price. stop and take_profit need trigger and are market orders "
        "once the mark reaches it: with sell or close_* they protect what is held.",
    )
    price: Price | None = Field(default=None, description="A limit's price, as a string.")
    trigger: Price | None = Field(
        default=None, description="A stop's or take_profit's trigger price, as a string."
    )
    post_only: bool = Field(
        default=False, description="A limit that must rest (maker only); only if asked for."
    )
    stop: Price | None = Field(
        default=None, description="Stop-loss price that goes with an order that opens."
    )
    target: Price | None = Field(
        default=None, description="Take-profit price that goes with an order that opens."
    )
    account: str | None = Field(
        default=None,
        min_length=1,
        max_length=60,
        description="Which exchange account, by name ('paper'); only when the person named one.",
    )

    @model_validator(mode="after")
    def _unit_fits(self) -> "TradeArguments":
        unit = self.amount.unit if self.amount else ""
        if self.action in OPENING and unit == "percent_of_position":
            raise ValueError(f"{self.action} opens: use percent_of_free, not percent_of_position")
        if self.action in CLOSING and unit == "percent_of_free":
            raise ValueError(f"{self.action} closes: use percent_of_position, not percent_of_free")
        return self

    @model_validator(mode="after")
    def _prices_fit(self) -> "TradeArguments":
        if (self.price is not None) != (self.type == "limit"):
            raise ValueError("price goes with type limit, and a limit needs one")
        if (self.trigger is not None) != (self.type in TRIGGERED):
            raise ValueError("trigger goes with type stop or take_profit, which need one")
        if self.post_only and self.type != "limit":
            raise ValueError("post_only goes with type limit")
        if not self.opens and (self.stop is not None or self.target is not None):
            raise ValueError(
                "stop and target go with an order that opens; to protect what is held use type "
                "stop or take_profit with trigger"
            )
        return self

    @property
    def opens(self) -> bool:
        """Whether it opens or adds; a sell with a leverage is a short."""
        return self.action in OPENING or (self.action == "sell" and self.leverage is not None)

    @property
    def protects(self) -> bool:
        """Whether it is a stop or target on what is held."""
        return self.type in TRIGGERED and not self.opens
