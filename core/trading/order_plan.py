"""What an approval allows, as it is stored with it: enough to place the order and nothing else."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import PlainSerializer

from core.domain.money import plain
from core.domain.orders import Leg, OrderType, Side
from core.domain.outbound import Value
from core.trading.request import TradeAction

Figure = Annotated[Decimal, PlainSerializer(plain, return_type=str, when_used="json")]
"""A decimal that is stored as plain digits: the same figure is always the same text."""


class OrderPlan(Value):
    """An order as it will be sent; `cost` is the most it takes from the free quote balance.

    `price` is the one it was sized at, `mark` the live one. `limit_price` and `trigger` are the
    order's own, `stop` and `target` those of the protection that follows an entry once it fills.
    `leg` is `stop` or `target` for an order that protects what is held already, `oco` its group.
    """

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
    exchange_account_id: str
    type: OrderType = "market"
    mark: Figure
    limit_price: Figure | None = None
    trigger: Figure | None = None
    post_only: bool = False
    stop: Figure | None = None
    target: Figure | None = None
    leg: Leg = "entry"
    oco: str = ""
