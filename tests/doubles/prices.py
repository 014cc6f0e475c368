"""A market whose prices a test sets."""

from decimal import Decimal

from core.domain.candles import opened_at
from core.domain.instruments import INSTRUMENTS
from core.domain.market import Candle, MarketStats, Quote
from core.errors import VenueError
from tests.clocks import START


class SetPrices:
    """MarketData with the prices it was told; asking for any other fails, as for an outage."""

    name = "set prices"
    simulated = True

    def __init__(self, **prices):
        self._quotes: dict[str, Quote] = {}
        for base, price in prices.items():
            self.set(f"{base}/USDT", price)
            self.set(f"{base}/USDT:USDT", price)

    def set(self, symbol, mark, *, half_spread="0") -> Quote:
        """The price of a symbol from now on; bid and ask stand `half_spread` around the mark."""
        mark, half = Decimal(mark), Decimal(half_spread)
        self._quotes[symbol] = Quote(
            symbol=symbol,
            bid=mark - half,
            ask=mark + half,
            mark=mark,
            at=START,
            source=self.name,
            simulated=True,
        )
        return self._quotes[symbol]

    def lose(self, symbol) -> None:
        """The price of a symbol can no longer be read."""
        del self._quotes[symbol]

    async def instruments(self):
        return INSTRUMENTS

    async def candles(self, symbol, interval, limit) -> list[Candle]:
        """One candle at the price."""
        quote = await self.quote(symbol)
        return [
            Candle(
                opened_at=opened_at(interval, quote.at),
                open=quote.mark,
                high=quote.mark,
                low=quote.mark,
                close=quote.mark,
                volume=Decimal(0),
                closed=False,
            )
        ]

    async def stats(self, symbol) -> MarketStats:
        quote = await self.quote(symbol)
        return MarketStats(
            symbol=symbol, at=quote.at, source=self.name, simulated=True, mark=quote.mark
        )

    async def quote(self, symbol) -> Quote:
        if symbol not in self._quotes:
            raise VenueError(f"no price of {symbol}")
        return self._quotes[symbol]
