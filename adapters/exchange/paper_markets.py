"""The markets that the paper venue trades, and their funding, as its source of prices has them."""

import contextlib
from collections.abc import Mapping
from datetime import datetime, timedelta

from core.domain.instruments import paper_market
from core.domain.market import Instrument
from core.domain.paper_steps import Funding
from core.errors import VenueError
from core.ports import Clock, MarketData

_LISTED_FOR = timedelta(minutes=1)
_MISSED_FOR = timedelta(seconds=1)
_RATE_FOR = timedelta(seconds=30)


class PaperMarkets:
    """What is listed, read again after a minute, or a second for what is not found."""

    def __init__(self, market: MarketData, clock: Clock) -> None:
        self._market = market
        self._clock = clock
        self._listed: Mapping[str, Instrument] = {}
        self._read_at: datetime | None = None
        self._rates: dict[str, tuple[datetime, Funding | None]] = {}

    async def find(self, symbol: str) -> Instrument | None:
        """The market; None when it is not listed. VenueError when nothing was ever read."""
        listed = await self.all(_MISSED_FOR if symbol not in self._listed else _LISTED_FOR)
        return listed.get(symbol)

    async def all(self, fresh_for: timedelta = _LISTED_FOR) -> Mapping[str, Instrument]:
        """Every market by its symbol; while the list cannot be read, as it was read last."""
        now = self._clock.now()
        if self._read_at is not None and now - self._read_at < fresh_for:
            return self._listed
        try:
            found = await self._market.instruments()
        except VenueError:
            if self._read_at is None:
                raise
            return self._listed
        markets = (paper_market(one) for one in found)
        self._listed, self._read_at = {one.symbol: one for one in markets if one}, now
        return self._listed

    async def funding(self, symbol: str) -> Funding | None:
        """The rate now; None while it cannot be read, asked again after half a minute."""
        now = self._clock.now()
        read_at, known = self._rates.get(symbol, (None, None))
        if read_at is not None and now - read_at < _RATE_FOR:
            return known
        found: Funding | None = None
        with contextlib.suppress(VenueError):
            found = Funding(rate=(await self._market.stats(symbol)).funding_rate)
        self._rates[symbol] = (now, found)
        return found
