"""What every MarketData keeps to, whatever its prices come from."""

import asyncio
from datetime import UTC

import pytest

from adapters.market.simulated import SimulatedMarket
from adapters.store.memory import MemoryRecords
from core.domain.instruments import INSTRUMENTS
from core.errors import VenueError
from core.ports import MarketData
from tests.doubles.prices import SetPrices


def simulated(clock):
    return SimulatedMarket(records=MemoryRecords(), clock=clock, instruments=INSTRUMENTS)


def set_by_the_test(clock):
    return SetPrices(**{one.base: "100" for one in INSTRUMENTS})


@pytest.fixture(params=[simulated, set_by_the_test])
def market(request, clock):
    made: MarketData = request.param(clock)
    return made


class TestMarketData:
    async def test_it_says_what_it_is(self, market):
        assert market.name
        assert isinstance(market.simulated, bool)

    async def test_its_markets_are_listed_in_a_stable_order(self, market):
        listed = [one.symbol for one in await market.instruments()]
        assert listed == [one.symbol for one in await market.instruments()]
        assert len(set(listed)) == len(listed) > 0

    async def test_every_listed_market_has_a_price_that_can_be_traded(self, market):
        for instrument in await market.instruments():
            quote = await market.quote(instrument.symbol)
            assert quote.symbol == instrument.symbol
            assert 0 < quote.bid <= quote.mark <= quote.ask
            for price in (quote.bid, quote.mark, quote.ask):
                assert price % instrument.tick == 0

    async def test_a_price_says_when_and_where_it_is_from(self, market, clock):
        quote = await market.quote("BTC/USDT")
        assert quote.at.tzinfo is UTC
        assert quote.at <= clock.now()
        assert (quote.source, quote.simulated) == (market.name, market.simulated)

    @pytest.mark.parametrize("symbol", ["", "BTC", "btc/usdt", "NOPE/USDT", "BTC/USDT:USD", "💥"])
    async def test_an_unknown_market_is_an_error_and_never_a_number(self, market, symbol):
        with pytest.raises(VenueError):
            await market.quote(symbol)

    async def test_prices_asked_for_at_once_are_those_asked_for_alone(self, market):
        symbols = [one.symbol for one in await market.instruments()]
        together = await asyncio.gather(*(market.quote(symbol) for symbol in symbols))
        assert together == [await market.quote(symbol) for symbol in symbols]
