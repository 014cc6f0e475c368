"""Which share a name means, from the table inside the program."""

import asyncio

import pytest

from adapters.stocks.aliases import ALIASES
from adapters.stocks.directory import StockDirectory
from adapters.stocks.table import EXCHANGES
from core.domain.stocks import Stock
from tests.doubles.stocks import STOCKS


async def found(keyword):
    return [one.stock.symbol for one in await STOCKS.search(keyword)]


@pytest.mark.parametrize(
    ("keyword", "symbol"),
    [
        ("$AAPL", "AAPL"),
        ("aapl", "AAPL"),
        ("apple", "AAPL"),
        ("Apple Inc.", "AAPL"),
        ("苹果", "AAPL"),
        ("苹果股票", "AAPL"),
        ("英伟达", "NVDA"),
        ("nvdia", "NVDA"),
        ("microsft", "MSFT"),
        ("tesla", "TSLA"),
        ("茅台", "600519.SS"),
        ("600519", "600519.SS"),
        ("SH600519", "600519.SS"),
        ("600519.SH", "600519.SS"),
        ("宁德时代", "300750.SZ"),
        ("腾讯", "0700.HK"),
        ("700", "0700.HK"),
        ("00700", "0700.HK"),
        ("HK00700", "0700.HK"),
        ("0700.HK", "0700.HK"),
        ("toyota", "7203.T"),
        ("7203.T", "7203.T"),
        ("BRK.B", "BRK.B"),
        ("brk-b", "BRK.B"),
        ("f", "F"),
        ("coca cola", "KO"),
        ("ＡＡＰＬ", "AAPL"),
    ],
)
async def test_one_share_is_meant(keyword, symbol):
    assert await found(keyword) == [symbol]


async def test_an_exact_ticker_beats_a_name():
    assert await found("GOOG") == ["GOOG"]
    assert await found("GOOGL") == ["GOOGL"]
    assert await found("google") == ["GOOGL", "GOOG"]


@pytest.mark.parametrize(
    ("keyword", "symbols"),
    [
        ("平安", {"2318.HK", "601318.SS", "000001.SZ"}),
        ("阿里巴巴", {"BABA", "9988.HK"}),
        ("比亚迪", {"1211.HK", "002594.SZ"}),
        ("sap", {"SAP", "SAP.DE"}),
    ],
)
async def test_several_are_all_told(keyword, symbols):
    assert set(await found(keyword)) == symbols


@pytest.mark.parametrize(
    "keyword",
    [
        *("asdkjh", "", "   ", "$", "💥", "x" * 500, "....", "(((", "[a-z]*"),
        *("HYPE", "ASTER", "XMR", "ZEC", "WLFI", "POL", "btc", "比特币"),
    ],
)
async def test_original_g1_11_what_is_no_share_is_none_however_short(keyword):
    assert await found(keyword) == []
    assert await STOCKS.ticker(keyword) is None


async def test_ten_at_most():
    assert len(await found("中国")) == 10


async def test_a_ticker_is_one_share_or_none():
    apple = await STOCKS.ticker("$aapl")
    assert apple is not None
    assert (apple.symbol, apple.exchange) == ("AAPL", "NASDAQ")
    assert await STOCKS.ticker("apple") is None


async def test_the_table_is_loaded_once_and_off_the_loop():
    loads = []

    def load():
        loads.append(asyncio._get_running_loop())
        return [Stock(symbol="X", name="Example", exchange="US")]

    directory = StockDirectory(load)
    await asyncio.gather(*(directory.search("example") for _ in range(5)))
    assert loads == [None]


def test_every_row_of_ours_is_whole():
    rows = [line.split("|") for line in ALIASES.strip().splitlines()]
    assert len(rows) > 200
    assert len({row[0] for row in rows}) == len(rows)
    for symbol, name, names in rows:
        head, dot, ending = symbol.rpartition(".")
        assert not dot or ending in EXCHANGES or (head, ending) in {("BRK", "A"), ("BRK", "B")}
        assert name.strip() == name
        assert names.split()
