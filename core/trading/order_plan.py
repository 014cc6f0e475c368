"""What an approval allows, as it is stored with it: enough to place the order and nothing else."""

from datetime import datetime
from decimal import Decimal
from typing import Literal

from core.domain.orders import Side
from core.domain.outbound import Value
from core.trading.request import TradeAction


class OrderPlan(Value):
    """A market order as it will be sent; `cost` is what it takes from the free quote balance."""

    action: TradeAction
    symbol: str
    base: str
    quote: str
    side: Side
    quantity: Decimal
    leverage: int | None
    reduce_only: bool
    opens: bool
    amount: Decimal
    unit: Literal["base", "quote"]
    price: Decimal
    cost: Decimal
    taker: Decimal
    simulated: bool
    expires_at: datetime
