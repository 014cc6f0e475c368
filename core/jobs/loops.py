"""What runs by itself while the desk is up: expiry, sweeps, and the paper market's prices."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import structlog

from core.domain.market import Quote
from core.errors import VenueError
from core.ports import Clock, MarketData

log = structlog.get_logger(__name__)


class WatchesPrices(Protocol):
    """A venue whose positions we must liquidate ourselves."""

    async def open_symbols(self) -> set[str]:
        """Perpetuals in which somebody has a position."""

    async def on_quote(self, quote: Quote) -> Sequence[object]:
        """Liquidate what is due at this mark."""


async def every(clock: Clock, seconds: float, job: Callable[[], Awaitable[object]]) -> None:
    """Run `job` again and again, `seconds` apart; its failure is logged and does not end it."""
    while True:
        try:
            await job()
        except Exception:
            log.exception("job failed", job=getattr(job, "__name__", "job"))
        await clock.sleep(seconds)


async def watch_prices(
    market: MarketData, venue: WatchesPrices, tell: Callable[[], Awaitable[None]]
) -> int:
    """One look at every open perpetual's price; how many positions were liquidated.

    `tell` is called when there were any: their notices wait in the outbox. A price that cannot be
    read liquidates nothing.
    """
    liquidated = 0
    for symbol in sorted(await venue.open_symbols()):
        try:
            quote = await market.quote(symbol)
        except VenueError:
            continue
        liquidated += len(await venue.on_quote(quote))
    if liquidated:
        await tell()
    return liquidated
