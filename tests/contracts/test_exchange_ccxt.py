"""A live venue keeps to what every Exchange keeps to: ccxt over a Binance on loopback."""

from decimal import Decimal

import pytest

from tests.adapters.ccxt_desk import live_desk
from tests.contracts.test_exchange import SPOT, ExchangeContract, Venue
from tests.doubles.prices import SetPrices

D = Decimal


class VenuePrices(SetPrices):
    """The prices of the venue on loopback."""

    def __init__(self, book):
        super().__init__()
        self._book = book

    def set(self, symbol, mark, *, half_spread="0"):
        self._book.lost.discard(_place(symbol))
        self._book.set_price(*_place(symbol), D(mark))
        return super().set(symbol, mark, half_spread=half_spread)

    def lose(self, symbol):
        self._book.lost.add(_place(symbol))


def _place(symbol):
    market = "linear" if ":" in symbol else "spot"
    return market, symbol.partition(":")[0].replace("/", "")


async def nothing_more(_):
    """The venue has done by itself what a price does."""


class TestCcxtExchange(ExchangeContract):
    """The same suite; a venue does not know what a coin was bought for, and takes fees in it."""

    @pytest.fixture
    async def venue(self):
        async with live_desk() as desk:
            yield Venue(desk.exchange, "live", VenuePrices(desk.book), nothing_more)

    async def test_a_spot_holding_is_shown_with_its_cost(self, venue):
        await venue.place("BUY", "0.049", symbol=SPOT)
        venue.prices.set(SPOT, "110000")
        view = await venue.view()
        (held,) = view.positions
        assert (held.symbol, held.kind, held.side) == (SPOT, "spot", "LONG")
        assert (held.quantity, held.mark) == (D("0.0489755"), D(110000))
        assert (held.cost, held.entry_price, held.unrealized_pnl) == (None, None, None)
        assert (held.leverage, held.margin, held.liquidation_price) == (None, None, None)
        assert view.equity == 10000 - D(4900) + held.quantity * 110000
