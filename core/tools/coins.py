"""Which market a tool reads about, and what is said where a name is a share's and no coin's."""

from collections.abc import Sequence

from core.domain.conversation import Lang
from core.domain.market import Instrument
from core.domain.stocks import Stock
from core.domain.symbols import resolve
from core.errors import PersonError
from core.ports import Stocks
from core.trading.markets import read_market
from core.views.words import say


class CoinFinder:
    """Coins first: a share is thought of only where no market has the name, or a $ stands before.

    A share is found by its ticker in the table, never by how a name looks.
    """

    def __init__(self, stocks: Stocks) -> None:
        self._stocks = stocks

    async def read(
        self, text: str, instruments: Sequence[Instrument], lang: Lang, key: str
    ) -> Instrument:
        """The market to read about, as read_market finds it; PersonError, for a share too."""
        if text.strip().startswith("$") and resolve(text, instruments, "spot") is not None:
            await self._check_cashtag(text, lang, key)
        try:
            return read_market(text, instruments, lang, key)
        except PersonError as error:
            if error.key == "unknown_symbol":
                await self.check_share(text, lang)
            raise

    async def check_share(self, text: str, lang: Lang) -> None:
        """PersonError that points to search_stock where the text is a share's ticker or name."""
        found = await self._stocks.search(text, 2)
        if found and found[0].exact:
            stock = found[0].stock
            raise PersonError(
                "stock_no_coin",
                symbol=stock.symbol,
                name=stock.name,
                exchange=stock.exchange,
                choices=(_search(stock, lang),),
            )

    async def _check_cashtag(self, text: str, lang: Lang, key: str) -> None:
        """PersonError with both readings where a $TICKER is a coin's and a share's."""
        stock = await self._stocks.ticker(text)
        if stock is None:
            return
        coin = text.strip().lstrip("$").upper()
        label = say(lang, "coin_label", coin=coin)
        raise PersonError(
            "coin_or_stock",
            symbol=coin,
            name=stock.name,
            choices=((label, say(lang, key, symbol=coin)), _search(stock, lang)),
        )


def _search(stock: Stock, lang: Lang) -> tuple[str, str]:
    return (
        say(lang, "stock_label", symbol=stock.symbol, name=stock.name),
        say(lang, "suggest_stock", keyword=stock.symbol),
    )
