"""An order that the venue lists no more is found by its trades."""

from datetime import timedelta
from decimal import Decimal

import ccxt
import pytest

from adapters.exchange.ccxt.dialects import DIALECTS
from adapters.exchange.ccxt.fills import with_trades
from adapters.exchange.ccxt.lookup import find, look
from adapters.manual import START
from core.domain.orders import OrderRef
from core.errors import OutcomeUnknown
from tests.adapters.ccxt_desk import HurryingClock
from tests.adapters.ccxt_markets import needs_recordings
from tests.adapters.recorded_venue import client_of

pytestmark = needs_recordings
D = Decimal
OURS = "t56szksmq5gxhndtttz67aax3i"
BTC = "BTC/USDT:USDT"
NOTHING = {"retCode": 0, "result": {"list": [], "category": "linear"}}
MS = int(START.timestamp() * 1000)


def execution(number, link=OURS, order="o1"):
    return {
        "symbol": "BTCUSDT",
        "orderId": order,
        "orderLinkId": link,
        "side": "Buy",
        "execId": number,
        "execPrice": "50000",
        "execQty": "0.01",
        "execFee": "0.3",
        "feeCurrency": "USDT",
        "execType": "Trade",
        "execTime": str(MS + 1000),
        "isMaker": False,
    }


def bybit(*executions):
    return {
        "query-api": {"retCode": 0, "result": {"unifiedMarginStatus": 5, "uta": 1}},
        "order/realtime": NOTHING,
        "order/history": NOTHING,
        "execution/list": {
            "retCode": 0,
            "result": {"category": "linear", "list": list(executions)},
        },
    }


def ref(**more):
    return OrderRef(client_order_id=OURS, symbol=BTC, sent_at=START, **more)


async def test_an_order_that_is_only_in_the_trades_is_found_and_reported_whole():
    client = await client_of("bybit", bybit(execution("e1"), execution("e2"), execution("x", "y")))
    dialect = DIALECTS["bybit"]
    found = await look(client, dialect, ref())
    assert found is not None
    report = await with_trades(client, dialect, ref(), found, account="a")
    assert (report.status, report.venue_order_id) == ("FILLED", "o1")
    assert (report.filled, report.average_price, report.fee) == (D("0.02"), D(50000), D("0.6"))
    await client.aclose()


async def test_an_order_of_a_known_number_is_found_by_it():
    client = await client_of("bybit", bybit(execution("e1", link="")))
    found = await look(client, DIALECTS["bybit"], ref(venue_order_id="o1"))
    assert found is not None
    assert found.order["id"] == "o1"
    await client.aclose()


async def test_absence_is_not_proven_while_the_trades_cannot_be_read():
    silent = {"execution/list": ccxt.RequestTimeout("no answer")}
    client = await client_of("bybit", bybit() | silent)
    clock = HurryingClock(START + timedelta(minutes=10))
    with pytest.raises(OutcomeUnknown):
        await find(client, DIALECTS["bybit"], ref(), clock)
    await client.aclose()


async def test_trades_of_other_orders_prove_nothing():
    client = await client_of("bybit", bybit(execution("e1", link="another")))
    assert await look(client, DIALECTS["bybit"], ref()) is None
    await client.aclose()
