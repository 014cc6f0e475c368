"""The paper venue's synthetic book: what a market order pays.

The quote's bid and ask hold `touch_depth`; what an order wants beyond that pays more, evenly with
its size. A rule of thumb for a liquid book, made so that sizes people start with fill as quoted.
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from core.domain.market import Instrument, Quote
from core.domain.money import ZERO
from core.domain.orders import Side

_TOUCH_DEPTH = {
    "BTC": Decimal(500_000),
    "ETH": Decimal(250_000),
    "SOL": Decimal(100_000),
    "BNB": Decimal(50_000),
    "XRP": Decimal(50_000),
    "DOGE": Decimal(50_000),
}
_SMALL_DEPTH = Decimal(25_000)
# An order of this many depths beyond the first moves its own average price by 1 %.
_DEPTHS_A_PERCENT = 100
_MOST_SLIPPAGE = Decimal("0.05")


def touch_depth(instrument: Instrument) -> Decimal:
    """The value (quote currency) that trades at the bid or ask itself."""
    return _TOUCH_DEPTH.get(instrument.base, _SMALL_DEPTH)


def slippage(instrument: Instrument, notional: Decimal) -> Decimal:
    """How much worse than the bid or ask an order of this value fills, as a fraction up to 5 %."""
    depth = touch_depth(instrument)
    beyond = max(ZERO, notional - depth)
    return min(_MOST_SLIPPAGE, beyond / (depth * _DEPTHS_A_PERCENT * 100))


def fill_price(instrument: Instrument, side: Side, quantity: Decimal, quote: Quote) -> Decimal:
    """The average price of a market order now, on tick, rounded against the one who orders."""
    touch = quote.ask if side == "BUY" else quote.bid
    slipped = touch * slippage(instrument, touch * quantity)
    price, rounding = (
        (touch + slipped, ROUND_CEILING) if side == "BUY" else (touch - slipped, ROUND_FLOOR)
    )
    ticks = (price / instrument.tick).to_integral_value(rounding=rounding)
    return max(ticks, Decimal(1)) * instrument.tick
