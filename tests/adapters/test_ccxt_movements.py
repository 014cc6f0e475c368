"""What moved an account's money besides orders, over the venue on loopback and recorded rows."""

from datetime import timedelta
from decimal import Decimal

import pytest

from adapters.exchange.ccxt.movements import statement
from adapters.manual import START
from core.domain.movements import KINDS
from core.errors import VenueError
from tests.adapters.ccxt_desk import PERPETUAL, live_desk
from tests.adapters.ccxt_markets import needs_recordings
from tests.adapters.recorded_venue import client_of
from tests.adapters.test_ccxt_requests import order_client
from tests.doubles.binance import money

D = Decimal
HOUR = timedelta(hours=1)


def ms(at):
    return int(at.timestamp() * 1000)


@pytest.fixture
async def desk():
    async with live_desk() as made:
        made.clock.advance(3600)
        yield made


async def stated(client, kind):
    """What it tells of two hours."""
    found = await statement(client, kind, START, START + 2 * HOUR)
    assert found is not None
    return found


async def told(desk, kind, since=START):
    found = await desk.exchange.movements("live", kind, since)
    assert found is not None
    return found


async def test_funding_is_told_with_its_market_sign_and_time(desk):
    money.pay_funding(desk.book, "BTCUSDT", "-0.12345678", ms(START + HOUR))
    money.pay_funding(desk.book, "ETHUSDT", "0.5", ms(START - HOUR))
    found = await told(desk, "funding")
    (one,) = found.found
    assert (one.symbol, one.amount, one.currency) == (PERPETUAL, D("-0.12345678"), "USDT")
    assert (one.at, found.since, found.all_ways) == (START + HOUR, START, True)


async def test_more_than_one_answer_holds_is_told_whole(desk):
    for number in range(1100):
        money.pay_funding(desk.book, "BTCUSDT", "0.01", ms(START) + number * 1000)
    found = await told(desk, "funding")
    assert len(found.found) == len({one.id for one in found.found}) == 1100
    asked = len(desk.venue.asked("GET", "/fapi/v1/income"))
    assert asked <= 9


async def test_what_cannot_be_told_apart_is_an_error_and_no_part_of_it(desk):
    for _ in range(1100):
        money.pay_funding(desk.book, "BTCUSDT", "0.01", ms(START) + 500)
    with pytest.raises(VenueError):
        await told(desk, "funding")


async def test_a_liquidation_has_lost_what_its_trades_lost_with_their_fees(desk):
    await desk.place("BUY", "0.1")
    desk.book.set_price("linear", "BTCUSDT", D(91000))
    before = desk.book.wallet
    money.liquidate(desk.book, "BTCUSDT", ms(desk.clock.now()))
    assert (await told(desk, "liquidation")).found == []
    desk.clock.advance(90)
    (one,) = (await told(desk, "liquidation")).found
    assert (one.symbol, one.amount) == (PERPETUAL, desk.book.wallet - before)
    assert one.amount == D(-900) - D(91000) * D("0.1") * D("0.0005")


async def test_a_liquidation_whose_trades_are_not_listed_yet_is_no_number(desk):
    await desk.place("BUY", "0.1")
    money.liquidate(desk.book, "BTCUSDT", ms(desk.clock.now()))
    desk.clock.advance(90)
    desk.book.trades.pop()
    with pytest.raises(VenueError):
        await told(desk, "liquidation")


async def test_money_in_and_out_is_told_once_it_is_done(desk):
    row = money.deposit(desk.book, "USDT", "250.5", ms(START + HOUR), status=0)
    money.withdraw(desk.book, "USDT", "100", "1.5", ms(START + HOUR))
    assert (await told(desk, "deposit")).found == []
    row["status"] = 1
    (came,) = (await told(desk, "deposit")).found
    (went,) = (await told(desk, "withdrawal")).found
    assert (came.amount, came.currency, came.at) == (D("250.5"), "USDT", START + HOUR)
    assert (went.amount, went.at) == (D("-101.5"), START + HOUR)
    # Wallets that are not read may give and take besides.
    assert not (await told(desk, "deposit")).all_ways


@pytest.mark.parametrize("kind", ["funding", "deposit"])
async def test_a_failed_read_is_an_error(desk, kind):
    path = {"funding": "/fapi/v1/income", "deposit": "/sapi/v1/capital/deposit/hisrec"}[kind]
    desk.venue.fail("GET", path, "unavailable", times=9)
    with pytest.raises(VenueError):
        await told(desk, kind)


async def test_what_the_venue_tells_no_more_is_said(desk):
    found = await told(desk, "funding", START - timedelta(days=400))
    assert found.since == desk.clock.now() - timedelta(days=89)


def bybit_log(*rows):
    return {
        "query-api": {"retCode": 0, "result": {"unifiedMarginStatus": 5, "uta": 1}},
        "account/info": {"retCode": 0, "result": {"unifiedMarginStatus": 5}},
        "transaction-log": {"retCode": 0, "result": {"list": list(rows)}},
    }


def bybit_row(number, kind, change, **more):
    return {
        "id": number,
        "symbol": "BTCUSDT" if kind in ("SETTLEMENT", "LIQUIDATION") else "",
        "category": "linear",
        "side": "Sell",
        "transactionTime": str(ms(START + HOUR)),
        "type": kind,
        "qty": "0.1",
        "currency": "USDT",
        "funding": change if kind == "SETTLEMENT" else "",
        "fee": "0",
        "cashFlow": "0",
        "change": change,
        "cashBalance": "1000",
        "orderId": "o1",
        **more,
    }


@needs_recordings
@pytest.mark.parametrize(
    ("kind", "logged", "change", "symbol"),
    [
        ("funding", "SETTLEMENT", "-0.003676", PERPETUAL),
        ("deposit", "TRANSFER_IN", "500", ""),
        ("withdrawal", "TRANSFER_OUT", "-20.5", ""),
    ],
)
async def test_bybit_tells_it_by_its_transaction_log(kind, logged, change, symbol):
    client = await client_of("bybit", bybit_log(bybit_row("1", logged, change)))
    found = await stated(client, kind)
    (one,) = found.found
    assert (one.amount, one.currency, one.symbol) == (D(change), "USDT", symbol)
    (url,) = [one for one in client.exchange.fetch.__self__.asked if "transaction-log" in one]
    for part in (f"type={logged}", f"startTime={ms(START)}", f"endTime={ms(START + 2 * HOUR)}"):
        assert part in url
    assert found.all_ways
    await client.aclose()


@needs_recordings
async def test_bybit_a_liquidation_in_parts_is_one():
    rows = [bybit_row(str(number), "LIQUIDATION", "-50.25") for number in (1, 2)]
    client = await client_of("bybit", bybit_log(*rows))
    (one,) = (await stated(client, "liquidation")).found
    assert (one.id, one.amount, one.symbol) == ("o1", D("-100.5"), PERPETUAL)
    await client.aclose()


def bill(number, kind, **more):
    return {
        "billId": number,
        "type": kind,
        "ts": str(ms(START + HOUR)),
        "ccy": "USDT",
        "instId": "BTC-USDT-SWAP",
        "balChg": "0",
        "posBalChg": "0",
        "pnl": "0",
        "fee": "0",
        "ordId": "",
        **more,
    }


@needs_recordings
@pytest.mark.parametrize(
    ("kind", "rows", "amounts", "symbol"),
    [
        ("funding", [bill("1", "8", posBalChg="-0.02")], ["-0.02"], PERPETUAL),
        ("funding", [bill("1", "8", balChg="0.03", pnl="0.03")], ["0.03"], PERPETUAL),
        (
            "liquidation",
            [bill("1", "5", pnl="-30", fee="-0.5", ordId="9"), bill("2", "5", pnl="-1", ordId="9")],
            ["-31.5"],
            PERPETUAL,
        ),
        ("deposit", [bill("1", "1", balChg="70"), bill("2", "1", balChg="-8")], ["70"], ""),
        ("withdrawal", [bill("1", "1", balChg="70"), bill("2", "1", balChg="-8")], ["-8"], ""),
    ],
)
async def test_okx_tells_it_by_its_bills(kind, rows, amounts, symbol):
    client = await client_of("okx", {"bills-archive": {"code": "0", "data": rows}})
    found = await stated(client, kind)
    assert [one.amount for one in found.found] == [D(one) for one in amounts]
    assert {(one.currency, one.symbol) for one in found.found} == {("USDT", symbol)}
    (url,) = client.exchange.fetch.__self__.asked
    for part in (f"type={rows[0]['type']}", f"begin={ms(START)}", f"end={ms(START + 2 * HOUR)}"):
        assert part in url
    await client.aclose()


@needs_recordings
@pytest.mark.parametrize("field", ["billId", "ts", "balChg"])
async def test_a_row_that_lacks_what_it_must_tell_is_a_failed_read(field):
    row = bill("1", "1", balChg="70")
    del row[field]
    client = await client_of("okx", {"bills-archive": {"code": "0", "data": [row]}})
    with pytest.raises(VenueError):
        await stated(client, "deposit")
    await client.aclose()


@needs_recordings
async def test_a_row_without_an_amount_is_an_error_and_no_zero():
    rows = {"code": "0", "data": [bill("1", "8", balChg="", posBalChg="")]}
    client = await client_of("okx", {"bills-archive": rows})
    with pytest.raises(VenueError):
        await stated(client, "funding")
    await client.aclose()


async def test_what_a_venue_does_not_tell_is_nothing_rather_than_zero():
    client = await order_client("kucoin")
    for kind in KINDS:
        assert await statement(client[0], kind, START, START + HOUR) is None
    await client[0].aclose()
