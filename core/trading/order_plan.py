"""What an approval allows, as it is stored with it: enough to place the order and nothing else."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import PlainSerializer

from core.domain.money import plain
from core.domain.orders import Side
from core.domain.outbound import Value
from core.trading.request import TradeAction

Figure = Annotated[Decimal, PlainSerializer(plain, return_type=str, when_used="json")]
"""A decimal that is stored as plain digits: the same figure is always the same text."""


class OrderPlan(Value):
    """A market order as it will be sent; `cost` is what it takes from the free quote balance."""

    action: TradeAction
    symbol: str
    base: str
    quote: str
    side: Side
    quantity: Figure
    leverage: int | None
    reduce_only: bool
    opens: bool
    amount: Figure
    unit: Literal["base", "quote"]
    price: Figure
    cost: Figure
    taker: Figure
    simulated: bool
    expires_at: datetime
