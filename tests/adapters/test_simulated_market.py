"""The simulated market: it goes on after a restart, and it can be moved by hand."""

import asyncio
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest

from adapters.market.simulated import SimulatedMarket
from adapters.store.memory import MemoryRecords
from core.domain.instruments import INSTRUMENTS
from core.errors import PersonError, VenueError
from core.views.errors import error_text

D = Decimal
DAY = 86_400


class SlowRecords(MemoryRecords):
    """Others get their turn between reading a row and writing it."""

    async def get(self, kind, key):
        row = await super().get(kind, key)
        await asyncio.sleep(0)
        return row


@pytest.fixture
def records():
    return SlowRecords()


@pytest.fixture
def opened(records, clock):
    """Opens the market over the same records, as a new process would."""

    def open_market(seed=None):
        return SimulatedMarket(records=records, clock=clock, instruments=INSTRUMENTS, seed=seed)

    return open_market


async def marks(market):
    return [(await market.quote(one.symbol)).mark for one in await market.instruments()]


async def test_prices_change_from_tick_to_tick_and_not_within_one(opened, clock):
    market = opened()
    first = await market.quote("BTC/USDT")
    clock.advance(2)
    assert await market.quote("BTC/USDT") == first
    clock.advance(1)
    second = await market.quote("BTC/USDT")
    assert second.mark != first.mark
    assert (second.at - first.at).total_seconds() == 3


async def test_it_starts_at_the_first_prices(opened):
    assert (await opened().quote("BTC/USDT")).mark == D("95000")
    assert (await opened().quote("DOGE/USDT")).mark == D("0.22")


async def test_a_restart_continues_exactly(opened, clock):
    await opened().quote("BTC/USDT")
    clock.advance(5 * DAY + 1234)
    running, restarted = opened(), opened()
    assert await marks(running) == await marks(restarted)
    assert (await restarted.quote("BTC/USDT")).mark != D("95000")


async def test_two_processes_that_start_at_once_share_one_market(opened, clock):
    first, second = opened(), opened()
    await asyncio.gather(first.quote("BTC/USDT"), second.quote("ETH/USDT"))
    clock.advance(777)
    assert await marks(first) == await marks(second)


async def test_another_seed_starts_a_new_market_and_none_keeps_the_old(opened, clock):
    await opened(seed=7).quote("BTC/USDT")
    clock.advance(DAY)
    kept = await marks(opened())
    assert await marks(opened(seed=7)) == kept
    assert (await opened(seed=8).quote("BTC/USDT")).mark == D("95000")
    clock.advance(DAY)
    assert await marks(opened()) == await marks(opened(seed=8))


async def test_the_change_of_a_day_is_that_of_its_prices(opened, clock):
    market = opened()
    before = (await market.quote("SOL/USDT")).mark
    clock.advance(DAY)
    quote = await market.quote("SOL/USDT")
    assert quote.change_24h == (quote.mark / before - 1).quantize(D("0.000001"))
    assert quote.change_24h != 0


async def test_spot_and_perpetual_share_a_path_with_a_small_basis(opened):
    market = opened()
    spot, perpetual = await market.quote("BTC/USDT"), await market.quote("BTC/USDT:USDT")
    assert spot.mark != perpetual.mark
    assert abs(perpetual.mark / spot.mark - 1) < D("0.0005")


async def test_a_move_is_the_price_at_once_and_goes_on_from_there(opened, clock):
    market = opened()
    await market.quote("BTC/USDT")
    moved = await market.move("BTC/USDT", D("80000"))
    assert moved.mark == (await market.quote("BTC/USDT")).mark == D("80000")
    assert moved.change_24h < D("-0.1")
    clock.advance(60)
    later = await market.quote("BTC/USDT")
    assert later.mark != D("80000")
    assert abs(later.mark / D("80000") - 1) < D("0.02")


async def test_a_move_of_one_market_of_a_coin_moves_the_other_and_no_other_coin(opened):
    market = opened()
    ether = (await market.quote("ETH/USDT")).mark
    await market.move("BTC/USDT:USDT", D("120000.1"))
    assert (await market.quote("BTC/USDT:USDT")).mark == D("120000.1")
    assert abs((await market.quote("BTC/USDT")).mark / D("120000") - 1) < D("0.0005")
    assert (await market.quote("ETH/USDT")).mark == ether


async def test_a_move_survives_a_restart(opened, clock):
    await opened().move("DOGE/USDT", D("0.5"))
    assert (await opened().quote("DOGE/USDT")).mark == D("0.5")
    clock.advance(40 * DAY)
    running = opened()
    await running.quote("DOGE/USDT")
    assert await marks(running) == await marks(opened())


async def test_a_move_made_elsewhere_is_seen_within_a_second(opened, clock):
    here, elsewhere = opened(), opened()
    await here.quote("BTC/USDT")
    await elsewhere.move("BTC/USDT", D("70000"))
    clock.advance(1)
    assert (await here.quote("BTC/USDT")).mark == D("70000")


async def test_the_last_of_several_moves_counts_and_none_is_lost(opened, clock):
    first, second = opened(), opened()
    await first.quote("BTC/USDT")
    await asyncio.gather(
        first.move("BTC/USDT", D("70000")),
        second.move("ETH/USDT", D("3000")),
        second.move("SOL/USDT", D("100")),
    )
    await first.move("BTC/USDT", D("71000"))
    clock.advance(1)
    for market in (first, second, opened()):
        quotes = [(await market.quote(f"{coin}/USDT")).mark for coin in ("BTC", "ETH", "SOL")]
        assert quotes == [D("71000"), D("3000"), D("100")]


async def test_a_move_can_be_moved_back(opened, clock):
    market = opened()
    before = await market.quote("BTC/USDT")
    await market.move("BTC/USDT", D("1000"))
    await market.move("BTC/USDT", before.mark)
    assert await market.quote("BTC/USDT") == before


async def test_a_price_between_two_ticks_is_rounded_to_one(opened):
    assert (await opened().move("BTC/USDT:USDT", D("80000.04"))).mark == D("80000")


@pytest.mark.parametrize("price", ["0", "-1", "94.99", "95000001", "NaN", "Infinity"])
async def test_a_price_out_of_reach_is_refused_in_words(opened, price):
    market = opened()
    with pytest.raises(PersonError) as refused:
        await market.move("BTC/USDT", D(price))
    assert "95 to 95000000" in error_text(refused.value, "en")
    assert (await market.quote("BTC/USDT")).mark == D("95000")


async def test_the_ends_of_the_reach_can_be_traded(opened):
    market = opened()
    for instrument in await market.instruments():
        first = (await opened().quote(instrument.symbol)).mark
        for price in (max(first / 999, 2 * instrument.tick), first * 999):
            quote = await market.move(instrument.symbol, price)
            assert 0 < quote.bid < quote.mark < quote.ask
        await market.move(instrument.symbol, first)


async def test_an_unknown_market_cannot_be_moved(opened):
    with pytest.raises(VenueError):
        await opened().move("NOPE/USDT", D("1"))


@pytest.mark.parametrize(
    ("interval", "limit"), [("1m", 20), ("15m", 20), ("1h", 20), ("1d", 5), ("1M", 2)]
)
async def test_candles_stay_as_they_were_over_time_and_over_a_restart(
    opened, clock, interval, limit
):
    market = opened()
    await market.move("BTC/USDT", D("90000"))
    clock.advance(1234)
    seen = {one.opened_at: one for one in await market.candles("BTC/USDT", interval, limit)}
    clock.advance(4321)
    later = {
        one.opened_at: one
        for one in await opened().candles(
            "BTC/USDT", interval, limit + 80 if interval == "1m" else limit + 6
        )
    }
    for opened_at, one in seen.items():
        if one.closed:
            assert later[opened_at] == one
        else:
            assert later[opened_at].open == one.open
            assert later[opened_at].high >= one.high
            assert later[opened_at].low <= one.low
            assert later[opened_at].volume > one.volume


async def test_candles_meet_and_hold_those_inside_them(opened, clock):
    market = opened()
    await market.quote("BTC/USDT")
    clock.advance(3 * 3600)
    quarters = await market.candles("BTC/USDT", "15m", 40)
    for earlier, later in pairwise(quarters):
        assert earlier.close == later.open
    for hour in (await market.candles("BTC/USDT", "1h", 5))[:-1]:
        inside = [one for one in quarters if hour.opened_at <= one.opened_at][:4]
        assert (hour.high, hour.low) == (max(q.high for q in inside), min(q.low for q in inside))
        assert abs(sum(q.volume for q in inside) / hour.volume - 1) < D("0.02")


async def test_a_move_by_hand_is_in_the_candle_of_its_moment(opened, clock):
    market = opened()
    await market.quote("BTC/USDT")
    clock.advance(61)
    before = (await market.quote("BTC/USDT")).mark
    await market.move("BTC/USDT", D("80000"))
    clock.advance(30)
    await market.move("BTC/USDT", before)
    clock.advance(3600)
    hour = (await market.candles("BTC/USDT", "1h", 3))[-2]
    assert hour.low <= D("80100") < before <= hour.high


async def test_a_perpetual_pays_funding_that_is_the_same_whenever_it_is_asked(opened, clock):
    market = opened()
    first = await market.stats("BTC/USDT:USDT")
    assert first.funding_rate is not None
    assert abs(first.funding_rate) <= D("0.00075")
    assert first.next_funding_at.hour % 8 == 0
    clock.advance(60)
    again = await opened().stats("BTC/USDT:USDT")
    assert (again.funding_rate, again.next_funding_at) == (
        first.funding_rate,
        first.next_funding_at,
    )
    rates = set()
    for _ in range(10):
        clock.advance(8 * 3600)
        rates.add((await market.stats("BTC/USDT:USDT")).funding_rate)
    assert len(rates) > 5
    assert (await market.stats("BTC/USDT")).funding_rate is None


async def test_volumes_are_those_of_a_market(opened):
    market = opened()
    turnover = {}
    for coin in ("BTC", "LTC"):
        stats = await market.stats(f"{coin}/USDT")
        assert stats.turnover_24h is not None
        turnover[coin] = stats.turnover_24h
        volumes = {one.volume for one in await market.candles(f"{coin}/USDT", "15m", 20)}
        assert len(volumes) > 15
    assert turnover["BTC"] > 10 * turnover["LTC"] > D(10**7)


def test_an_instrument_without_a_price_is_refused_at_the_start(records, clock):
    nope = replace(INSTRUMENTS[0], symbol="NOPE/USDT", base="NOPE")
    with pytest.raises(ValueError, match="NOPE"):
        SimulatedMarket(records=records, clock=clock, instruments=[nope])
