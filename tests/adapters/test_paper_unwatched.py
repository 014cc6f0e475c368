"""Paper orders while nobody looked: after an outage or a restart candles stand for the prices."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from core.domain.market import Candle
from core.jobs.prices import GAP, PriceWatch
from tests.adapters.paper_house import BTC, ETH, Funded, House
from tests.clocks import START

D = Decimal


@pytest.fixture
async def house(memory_records, clock, ids):
    house = House(memory_records, clock, ids, Funded(BTC="100000", ETH="2000"))
    await house.open()
    return house


@pytest.fixture
async def stored(records, clock, ids):
    """The same over each store."""
    house = House(records, clock, ids, Funded(BTC="100000", ETH="2000"))
    await house.open()
    return house


def candle(minutes, *, low, high, close="100000"):
    return Candle(
        opened_at=START + timedelta(minutes=minutes),
        open=D(100000),
        high=D(high),
        low=D(low),
        close=D(close),
        volume=D(1),
    )


async def told():
    return None


async def test_a_candle_does_nothing_to_who_traded_since_it_began_nor_to_later_orders(house):
    exchange = house.process()
    await house.protected(exchange)
    quote = house.prices.set(BTC, "100000")
    house.clock.advance(600)
    assert await exchange.on_candle(quote, "1m", candle(-1, low="90000", high="101000")) == []
    assert await exchange.on_candle(quote, "1m", candle(0, low="90000", high="101000")) == []
    filled, _ = await exchange.on_candle(quote, "1m", candle(1, low="90000", high="106000"))
    assert (filled.report.average_price, filled.report.client_order_id) == (D(95000), "order-2")
    assert filled.report.fills[0].at == START + timedelta(minutes=2)


async def test_after_an_outage_the_candles_of_that_time_are_looked_at_first(house):
    exchange = house.process()
    watch = PriceWatch(house.prices, exchange, house.records, house.clock, told)
    await house.protected(exchange)
    assert await watch.look() == 0
    house.prices.past = (candle(2, low="94000", high="100000"), candle(3, low="99000", high="1e5"))
    house.clock.advance(GAP.total_seconds())
    assert await watch.look() == 0, "no gap yet"
    house.clock.advance(GAP.total_seconds() + 300)
    house.prices.past = (
        candle(1, low="94000", high="100000"),
        *(candle(2 + n, low="96000", high="101000") for n in range(3)),
        candle(5, low="94900", high="101000"),
    )
    assert await watch.look() == 2
    report = await exchange.find("desk", replace(house.last(), client_order_id="order-2"))
    assert (report.status, report.average_price) == ("FILLED", D(95000))
    assert report.fills[0].at == START + timedelta(minutes=6), "a candle from before the last look"


async def test_after_a_restart_too(stored):
    exchange = stored.process()
    await stored.protected(exchange)
    assert await PriceWatch(stored.prices, exchange, stored.records, stored.clock, told).look() == 0
    stored.clock.advance(3600)
    stored.prices.past = (candle(30, low="94000", high="100000"),)
    again = PriceWatch(stored.prices, stored.process(), stored.records, stored.clock, told)
    assert await again.look() == 2
    assert await again.look() == 0


async def test_a_price_that_cannot_be_read_keeps_no_other_from_its_work(house):
    exchange = house.process()
    watch = PriceWatch(house.prices, exchange, house.records, house.clock, told)
    await exchange.place("desk", house.order("BUY", "0.1", type="limit", price="99000"))
    await exchange.place("desk", house.order("BUY", "1", symbol=ETH, type="limit", price="1900"))
    house.prices.lose(BTC)
    house.prices.set(ETH, "1800")
    assert await watch.look() == 1
    assert (await exchange.find("desk", house.last(ETH))).status == "FILLED"


async def test_a_liquidation_wakes_whoever_delivers_its_notice(house):
    woken = []

    async def tell():
        woken.append(True)

    exchange = house.process()
    watch = PriceWatch(house.prices, exchange, house.records, house.clock, tell)
    await house.protected(exchange)
    await watch.look()
    assert woken == []
    house.prices.set(BTC, "80000")
    assert await watch.look() == 3
    assert woken == [True]
