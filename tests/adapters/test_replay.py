"""A market played again from a file of candles."""

import gzip
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from adapters.market.candle_file import read_candles
from adapters.market.replay import ReplayMarket, markets_of, open_replay
from adapters.store.memory import MemoryRecords
from core.errors import SetupError, VenueError
from tests.market_data import market_data

D = Decimal
SPOT = "BTC/USDT"
FIRST = datetime(2022, 1, 1, tzinfo=UTC)
MINUTE = 60_000
ROWS = ("100,103,99,102,10", "102,102,90,91,20", "91,95,91,94,30", "94,94,93,93,40")


def text(rows=ROWS, *, every=MINUTE, first=FIRST):
    start = int(first.timestamp() * 1000)
    lines = [f"{start + number * every},{row}" for number, row in enumerate(rows)]
    return "\n".join(["time,open,high,low,close,volume", *lines, ""])


@pytest.fixture
def records():
    return MemoryRecords()


@pytest.fixture
def opened(records, clock, tmp_path):
    """Opens a replay as a start of the program does."""

    def start(rows=ROWS, *, speed="1", name="BTCUSDT_1m.csv", every=MINUTE) -> ReplayMarket:
        path = tmp_path / name
        path.write_text(text(rows, every=every))
        return ReplayMarket(
            file=read_candles(path),
            speed=D(speed),
            instruments=markets_of(read_candles(path)),
            records=records,
            clock=clock,
        )

    return start


async def test_a_candle_goes_from_open_by_its_ends_to_close(opened, clock):
    market = opened()
    seen = []
    for _ in range(8):
        seen.append((await market.quote(SPOT)).mark)
        clock.advance(10)
    # It rose in the first minute: its low came before its high; it fell in the second.
    assert seen == [D(100), D("99.5"), D(99), D(101), D(103), D("102.5"), D(102), D(102)]


async def test_the_price_is_labelled_with_its_file_as_simulated(opened, clock):
    quote = await opened().quote(SPOT)
    assert (quote.source, quote.simulated) == ("replay of BTCUSDT_1m.csv", True)
    assert quote.at == clock.now()


async def test_it_plays_faster_by_its_speed(opened, clock):
    market = opened(speed="60")
    await market.quote(SPOT)
    clock.advance(1)
    assert (await market.quote(SPOT)).mark == D(102)
    clock.advance(1)
    assert (await market.quote(SPOT)).mark == D(91)


async def test_at_its_end_it_stops_and_the_last_price_keeps_its_time(opened, clock):
    market = opened()
    first = (await market.quote(SPOT)).at
    clock.advance(600)
    quote = await market.quote(SPOT)
    assert (quote.mark, quote.at) == (D(93), first + timedelta(minutes=4))
    assert all(one.closed for one in await market.candles(SPOT, "1m", 10))


async def test_a_restart_goes_on_and_one_after_the_end_begins_again(opened, clock):
    await opened().quote(SPOT)
    clock.advance(60)
    assert (await opened().quote(SPOT)).mark == D(102)
    clock.advance(600)
    assert (await opened().quote(SPOT)).mark == D(100)


async def test_another_file_or_speed_begins_anew(opened, clock):
    await opened().quote(SPOT)
    clock.advance(60)
    assert (await opened(speed="2").quote(SPOT)).mark == D(100)
    clock.advance(30)
    assert (await opened(name="BTC-PERP_1m.csv").quote(SPOT)).mark == D(100)


async def test_candles_are_those_of_the_file_and_the_last_as_far_as_it_is_played(opened, clock):
    market = opened()
    await market.quote(SPOT)
    clock.advance(130)
    first, second, forming = await market.candles(SPOT, "1m", 5)
    assert (first.open, first.high, first.low, first.close) == (D(100), D(103), D(99), D(102))
    assert (second.low, second.closed, second.volume) == (D(90), True, D(20))
    assert (forming.opened_at, forming.open, forming.high, forming.closed) == (
        FIRST + timedelta(minutes=2),
        D(91),
        D(91),
        False,
    )
    assert forming.volume == D(5)
    (whole,) = await market.candles(SPOT, "15m", 5)
    assert (whole.open, whole.high, whole.low, whole.close) == (D(100), D(103), D(90), D(91))
    assert (whole.volume, whole.closed) == (D(35), False)


async def test_a_gap_in_the_file_is_no_candle(opened, clock, tmp_path, records):
    path = tmp_path / "BTC.csv"
    lines = text().splitlines()
    path.write_text("\n".join([*lines[:2], *lines[3:]]))
    market = await open_replay(path, speed=D(1), symbol="", records=records, clock=clock)
    await market.quote(SPOT)
    clock.advance(90)
    assert (await market.quote(SPOT)).mark == D(102)
    assert [one.opened_at for one in await market.candles(SPOT, "1m", 5)] == [FIRST]


async def test_candles_shorter_than_the_files_cannot_be_had(opened):
    market = opened(every=60 * MINUTE, name="BTCUSDT_1h.csv")
    assert len(await market.candles(SPOT, "1h", 3)) == 1
    with pytest.raises(VenueError, match="shorter than 1h"):
        await market.candles(SPOT, "15m", 3)


async def test_the_last_day_is_that_of_the_recording(opened, clock):
    market = opened()
    await market.quote(SPOT)
    clock.advance(200)
    stats = await market.stats(SPOT)
    assert (stats.high_24h, stats.low_24h, stats.change_24h) == (D(103), D(90), None)
    assert stats.funding_rate is stats.open_interest is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no candles"),
        ("time,open,high,low,close,volume\n", "no candles"),
        ("a,b,c\n1,2,3\n", "line 1"),
        (text(["1,2,0.5,1,1", "1,2,NaN,1,1"]), "line 3"),
        (text(["1,2,0.5,1,1", "5,2,0.5,1,1"]), "line 3"),
        (text(["1,2,0,1,1", "1,2,1,1,1"]), "line 2"),
        (text(["1,2,0.5,1,1", "1,2,0.5,1,1"], every=-MINUTE), "line 3"),
        (text(["1,2,0.5,1,1"] * 2, every=7 * MINUTE), "apart"),
        (text(["1,2,0.5,1,1,9"] * 2), "line 2"),
        ("99999999999999999999,1,2,0.5,1,1\n", "line 1"),
    ],
)
def test_a_file_that_holds_no_candles_is_named_with_what_was_expected(tmp_path, content, said):
    path = tmp_path / "BTC.csv"
    path.write_text(content)
    with pytest.raises(SetupError, match=said) as refused:
        read_candles(path)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("data", [b"\x1f\x8bnot gzip", b"\xff\xfe\x00", None])
def test_a_file_that_cannot_be_read_is_named(tmp_path, data):
    path = tmp_path / "BTC.csv"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(SetupError, match=r"BTC\.csv cannot be read"):
        read_candles(path)


def test_a_gzipped_file_is_read_and_its_coin_is_found_in_its_name(tmp_path):
    path = tmp_path / "BINANCE_USDM_ETHUSDT_1m.csv.gz"
    path.write_bytes(gzip.compress(text().encode()))
    file = read_candles(path)
    assert [one.symbol for one in markets_of(file)] == ["ETH/USDT", "ETH/USDT:USDT"]
    assert markets_of(file, "SOL/USDT")[0].base == "SOL"


@pytest.mark.parametrize(
    ("name", "symbol"), [("x.csv", ""), ("BTC_ETH.csv", ""), ("BTC.csv", "X/Y")]
)
def test_a_coin_that_is_not_clear_is_asked_for(tmp_path, name, symbol):
    path = tmp_path / name
    path.write_text(text())
    with pytest.raises(SetupError, match="symbol=BTC/USDT"):
        markets_of(read_candles(path), symbol)


async def test_replay_equals_the_file(clock):
    path = market_data("candles/BTC-PERP_1m_202201.csv.gz")
    file = read_candles(path)
    market = ReplayMarket(
        file=file,
        speed=D(60),
        instruments=markets_of(file),
        records=MemoryRecords(),
        clock=clock,
    )
    await market.quote("BTC/USDT:USDT")
    clock.advance(3600)
    candles = await market.candles("BTC/USDT:USDT", "1m", 50)
    by_time = {row.opened_at: row for row in file.rows}
    assert len(candles) == 50
    for one in candles[:-1]:
        row = by_time[one.opened_at]
        assert (one.open, one.high, one.low, one.close) == (row.open, row.high, row.low, row.close)
