"""Recorded bodies of Bybit and OKX as our own accounts, orders and fills."""

import copy
from decimal import Decimal

import pytest

from adapters.exchange.ccxt.dialects import DIALECTS
from adapters.exchange.ccxt.lookup import look
from adapters.exchange.ccxt.preparing import check_account, hedged
from adapters.exchange.ccxt.reports import open_order, report_of, status_of
from adapters.exchange.ccxt.view import account_view
from adapters.manual import START
from core.domain.orders import OrderRef
from core.errors import OrderDenied
from tests.adapters.ccxt_markets import needs_recordings
from tests.adapters.recorded_venue import body_of, client_of

pytestmark = needs_recordings
D = Decimal
BTC = "BTC/USDT:USDT"


UNIFIED = {"retCode": 0, "result": {"unifiedMarginStatus": 5, "uta": 1}}
CLASSIC = {"retCode": 0, "result": {"unifiedMarginStatus": 1, "uta": 0}}
BYBIT = {
    "query-api": UNIFIED,
    "account/info": {"retCode": 0, "result": {"marginMode": "ISOLATED_MARGIN"}},
    "wallet-balance": "http_get_wallet_balance",
    "position/list": "http_get_positions",
}


def bybit_ticker(price):
    row = {"symbol": "ETHUSDT", "lastPrice": price, "bid1Price": price, "ask1Price": price}
    return {"retCode": 0, "result": {"category": "spot", "list": [row]}}


async def test_bybit_what_is_owed_is_taken_from_what_is_held():
    client = await client_of("bybit", BYBIT | {"tickers": bybit_ticker("3000")})
    view = await account_view(client, DIALECTS["bybit"], START)
    assert {one.currency: one.total for one in view.balances} == {
        "USDT": D("1000.50"),
        "ETH": D("-0.08142"),
    }
    bitcoin, ether = view.positions
    assert (bitcoin.symbol, bitcoin.side, bitcoin.quantity) == (BTC, "LONG", D("0.5"))
    assert (bitcoin.leverage, bitcoin.liquidation_price) == (10, D(45000))
    assert (ether.side, ether.quantity, ether.unrealized_pnl) == ("SHORT", D(5), D(250))
    assert (bitcoin.unrealized_pnl, view.missing) == (D(250), ())
    assert view.equity == D("1000.50") + 250 + 250 - D("0.08142") * 3000
    await client.aclose()


async def test_bybit_hedge_mode_and_classic_accounts_are_seen():
    client = await client_of("bybit", BYBIT)
    assert not await hedged(client, DIALECTS["bybit"], BTC)
    await check_account(client, DIALECTS["bybit"])
    await client.aclose()
    both = body_of("bybit", "http_get_positions")
    both["result"]["list"][0]["positionIdx"] = 1
    client = await client_of("bybit", BYBIT | {"query-api": CLASSIC, "position/list": both})
    assert await hedged(client, DIALECTS["bybit"], BTC)
    with pytest.raises(OrderDenied) as denied:
        await check_account(client, DIALECTS["bybit"])
    assert denied.value.key == "venue_classic_account"
    await client.aclose()


async def test_bybit_stops_and_targets_are_told_apart():
    client = await client_of("bybit", BYBIT | {"order/realtime": "http_get_orders_realtime_tp_sl"})
    params = {"type": "swap", "subType": "linear", "settleCoin": "USDT"}
    orders = await client.read("fetch_open_orders", None, None, None, params)
    market = client.exchange.market(BTC)
    resting = [one for one in (open_order(row, market, "") for row in orders) if one is not None]
    assert {(one.venue_order_id, one.type, one.trigger, one.reduce_only) for one in resting} >= {
        ("tp-order-001", "take_profit", D(55000), True),
        ("sl-order-001", "stop", D(48000), True),
    }
    await client.aclose()


async def test_bybit_an_order_is_found_by_our_id():
    ours = "t56szksmq5gxhndtttz67aax3i"
    listed = body_of("bybit", "http_get_orders_realtime")
    row = listed["result"]["list"][0] | {"symbol": "BTCUSDT", "orderLinkId": ours}
    listed["result"] |= {"list": [row], "category": "linear"}
    client = await client_of("bybit", BYBIT | {"order/realtime": listed})
    ref = OrderRef(client_order_id=ours, symbol=BTC, sent_at=START)
    found = await look(client, DIALECTS["bybit"], ref)
    assert found is not None
    assert (found.order["clientOrderId"], status_of(found.order)) == (ours, "ACCEPTED")
    assert any("orderLinkId=" + ours in url for url in client.exchange.fetch.__self__.asked)
    await client.aclose()


async def test_bybit_fills_have_their_fee_in_quote():
    client = await client_of("bybit", BYBIT | {"execution/list": "http_get_executions"})
    (trade,) = [one for one in await client.read("fetch_my_trades", BTC) if one["symbol"] == BTC]
    order = {"id": trade["order"], "status": "closed", "filled": 0.1, "amount": 0.1}
    market = client.exchange.market(BTC)
    report = report_of("ours", order, [trade], market, DIALECTS["bybit"], account="a")
    assert (report.status, report.average_price, report.fee) == ("FILLED", D(50000), D("0.015"))
    assert report.fills[0].maker
    await client.aclose()


async def test_okx_contracts_are_coins_and_gains_are_not_paid_in():
    client = await client_of(
        "okx",
        {"account/balance": "http_get_account_balance", "account/positions": "http_get_positions"},
    )
    view = await account_view(client, DIALECTS["okx"], START)
    (held,) = view.positions
    assert (held.symbol, held.side, held.quantity) == (BTC, "LONG", D("0.005"))
    assert (held.entry_price, held.mark, held.liquidation_price) == (D(10000), D(10000), D(9000))
    (usdt,) = view.balances
    assert (held.unrealized_pnl, view.equity) == (D(0), usdt.total)
    assert usdt.free == D("94.42612990333333")
    await client.aclose()


async def test_original_g2_1422_an_entry_price_of_zero_is_one_that_is_not_known():
    positions = copy.deepcopy(body_of("okx", "http_get_positions"))
    positions["data"][0]["avgPx"] = "0"
    client = await client_of(
        "okx", {"account/balance": "http_get_account_balance", "account/positions": positions}
    )
    (held,) = (await account_view(client, DIALECTS["okx"], START)).positions
    assert (held.entry_price, held.cost, held.quantity) == (None, None, D("0.005"))
    await client.aclose()


@pytest.mark.parametrize(("mode", "both"), [("net_mode", False), ("long_short_mode", True)])
async def test_okx_hedge_mode_is_read_from_the_account(mode, both):
    answer = {"code": "0", "data": [{"posMode": mode, "acctLv": "2"}]}
    client = await client_of("okx", {"account/config": answer})
    assert await hedged(client, DIALECTS["okx"], BTC) is both
    await client.aclose()


async def test_okx_a_filled_order_is_reported_in_coins():
    client = await client_of("okx", {})
    raw = body_of("okx", "http_get_orders_history")["data"][0]
    market = client.exchange.market(BTC)
    order = client.exchange.parse_order(raw, market)
    trade = {
        "id": "1",
        "order": order["id"],
        "side": "buy",
        "amount": 0.03,
        "price": 103698.9,
        "fee": {"cost": 0.021776769, "currency": "USDT"},
        "info": {"fillPnl": "0"},
    }
    report = report_of("ours", order, [trade], market, DIALECTS["okx"], account="a")
    assert (report.filled, report.average_price) == (D("0.0003"), D("103698.9"))
    assert (report.status, report.fee, report.realized_pnl) == ("FILLED", D("0.021776769"), None)
    await client.aclose()
