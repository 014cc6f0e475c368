"""A price that only one source knows may be wrong: where there is a second one, they must agree."""

import asyncio
from decimal import Decimal

from core.domain.conversation import Lang
from core.domain.market import Quote
from core.domain.records import ExchangeAccount
from core.errors import OrderDenied, VenueError
from core.trading.venue import Venues
from core.views.money_text import percent_text, price_text

TOLERANCE = Decimal("0.02")
"""A fraction of the second source's price."""
_WAIT_S = 2.0


async def check_second_source(
    quote: Quote, account: ExchangeAccount, venues: Venues, lang: Lang
) -> None:
    """OrderDenied where the desk's other market prices this symbol more than 2 % apart.

    A second source that does not know the symbol, or does not answer at once, says nothing.
    """
    second = venues.second_source(account)
    if second is None:
        return
    try:
        async with asyncio.timeout(_WAIT_S):
            other = await second.quote(quote.symbol)
    except (VenueError, TimeoutError):
        return
    if abs(quote.mark - other.mark) > TOLERANCE * other.mark:
        raise OrderDenied(
            "price_disagrees",
            symbol=quote.symbol,
            price=price_text(quote.mark, lang),
            other=price_text(other.mark, lang),
            source=other.source,
            tolerance=percent_text(TOLERANCE, lang, sign=False),
        )
