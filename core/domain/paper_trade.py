"""What the paper venue's order rules speak in: a trade at a price, filled or refused as a whole."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from core.domain.market import Instrument
from core.domain.orders import Side
from core.domain.paper import Event
from core.domain.records import PaperOpenOrderRow


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperRules:
    """What venues do differently: each a setting, the first value as Binance does it.

    A resting limit fills when the price trades `through` it or already at a `touch`. Stops and
    take-profits look at the `mark` or at the `last` price (the middle of bid and ask, since a quote
    carries no last trade). Funding comes from the position's `margin` or from what is `free` first.
    """

    limits: Literal["through", "touch"] = "through"
    triggers: Literal["mark", "last"] = "mark"
    funding: Literal["margin", "free"] = "margin"


@dataclass(frozen=True, kw_only=True, slots=True)
class Trade:
    """An order at its fill price; `quantity` is on step, `mark` is what it is valued at.

    A `maker` rested: it pays the maker fee, and fills even at a mark at which its position is due
    for liquidation already, as it would have at the venue while the price was on its way there.
    """

    instrument: Instrument
    side: Side
    quantity: Decimal
    price: Decimal
    mark: Decimal
    leverage: int | None
    reduce_only: bool
    at: datetime
    maker: bool = False

    @property
    def sign(self) -> int:
        """+1 for a buy, -1 for a sell."""
        return 1 if self.side == "BUY" else -1

    @property
    def fee_rate(self) -> Decimal:
        """The fee as a fraction of the value."""
        return self.instrument.maker if self.maker else self.instrument.taker


@dataclass(frozen=True, kw_only=True, slots=True)
class Filled:
    """The order fills: what that does to the book. `realized_pnl` is None where nothing closed.

    `fee` is in the quote currency, whatever it was paid in.
    """

    event: Event
    quantity: Decimal
    price: Decimal
    fee: Decimal
    realized_pnl: Decimal | None
    maker: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Rests:
    """The order waits at the venue."""

    event: Event
    order: PaperOpenOrderRow


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """Nothing is booked: a key of core.views.words_venue and what fills it (plain decimals)."""

    reason: str
    params: dict[str, str]
