"""What runs by itself while the desk is up: expiry, sweeps, and the paper market's prices."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import structlog

from core.domain.market import Quote
from core.domain.paper_liquidation import Liquidation
from core.errors import VenueError
from core.ports import Clock, MarketData

log = structlog.get_logger(__name__)


class WatchesPrices(Protocol):
    """A venue that has to be told its prices."""

    async def open_symbols(self) -> set[str]:
        """Markets in which somebody has a perpetual position or a resting order."""

    async def on_quote(self, quote: Quote) -> Sequence[object]:
        """Do what this price does, and say what happened."""


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
    """One look at every price that matters to somebody; how much happened.

    `tell` is called when a position was liquidated: its notice waits in the outbox. A price that
    cannot be read does nothing, and an error in one market does not keep the others from theirs.
    """
    happened: list[object] = []
    failed: Exception | None = None
    for symbol in sorted(await venue.open_symbols()):
        try:
            happened += await venue.on_quote(await market.quote(symbol))
        except VenueError:
            continue
        except ValueError as error:
            failed = failed or error
    if any(isinstance(one, Liquidation) for one in happened):
        await tell()
    if failed is not None:
        raise failed
    return len(happened)
