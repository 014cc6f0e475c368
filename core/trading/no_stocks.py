"""A desk that knows no shares."""

from collections.abc import Sequence

from core.domain.stocks import Stock, StockMatch


class NoStocks:
    """The Stocks port where there is no table of them."""

    async def search(self, keyword: str, limit: int = 10) -> Sequence[StockMatch]:  # noqa: ARG002
        """None."""
        return ()

    async def ticker(self, text: str) -> Stock | None:  # noqa: ARG002
        """None."""
        return None
