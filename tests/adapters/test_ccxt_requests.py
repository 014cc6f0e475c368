"""What goes out to each venue: its own names, its own units, nothing for ccxt."""

import json
from decimal import Decimal
from urllib.parse import parse_qs

import ccxt
import pytest

from adapters.exchange.ccxt.client import Clients, Library
from adapters.exchange.ccxt.dialects import DIALECTS, gate_id, hex_id, plain_id
from adapters.exchange.ccxt.requests import asked
from adapters.exchange.ccxt.venues import VENUES
from adapters.manual import ManualClock
from core.domain.orders import OrderRequest
from core.errors import OrderDenied, OutcomeUnknown

D = Decimal
KEY = "t56szksmq5gxhndtttz67aax3i"
LIBRARY = Library()
# name: (perpetual's id, contract size, step in the venue's units)
PERPETUALS = {
    "bybit": ("BTCUSDT", 1, 0.001),
    "okx": ("BTC-USDT-SWAP", 0.01, 0.1),
    "bitget": ("BTCUSDT", 1, 0.001),
    "gate": ("BTC_USDT", 0.0001, 1),
    "kucoin": ("XBTUSDTM", 0.001, 1),
    "hyperliquid": ("BTC", 1, 0.001),
    "aster": ("BTCUSDT", 1, 0.001),
}


def markets(name):
    """A perpetual and the spot market of Bitcoin, as ccxt has them."""
    quote = DIALECTS[name].quote
    number, size, step = PERPETUALS[name]
    both = {
        "base": "BTC",
        "quote": quote,
        "baseId": "0" if name == "hyperliquid" else "BTC",
        "quoteId": quote,
        "active": True,
        "taker": 0.0005,
        "maker": 0.0002,
        "future": False,
        "option": False,
        "margin": False,
        "limits": {"amount": {"min": None}, "cost": {"min": None}},
        "info": {"quanto_multiplier": str(size)},
    }
    perpetual = {
        **both,
        "id": number,
        "symbol": f"BTC/{quote}:{quote}",
        "settle": quote,
        "settleId": quote.lower() if name == "gate" else quote,
        "type": "swap",
        "subType": "linear",
        "spot": False,
        "swap": True,
        "contract": True,
        "linear": True,
        "inverse": False,
        "contractSize": size,
        "precision": {"amount": step, "price": 0.1},
    }
    spot = {
        **both,
        "id": "BTC-USDT",
        "symbol": f"BTC/{quote}",
        "type": "spot",
        "spot": True,
        "swap": False,
        "contract": False,
        "precision": {"amount": 0.00001, "price": 0.01},
    }
    return [perpetual, spot]


class Wire:
    """Where requests leave: what an account is asked first is answered, an order is not."""

    def __init__(self):
        self.sent, self.headers = [], []

    async def fetch(self, url, method="GET", headers=None, body=None):
        if method == "GET" or url.endswith("/info"):
            unified = {"unifiedMarginStatus": 5, "uta": 1}
            return {"code": "200000", "data": {}, "result": unified, "retCode": 0}
        self.sent.append(body)
        self.headers.append(headers)
        raise ccxt.RequestTimeout("no answer")

    @property
    def order(self):
        """The order as it was written, its parts beside each other."""
        (body,) = self.sent
        if not body.startswith(("{", "[")):
            return {key: one[0] for key, one in parse_qs(body).items()}
        found = json.loads(body)
        for inner in ("action", "initial", "trigger"):
            found |= found.get(inner) or {}
        return found | (found["orders"][0] if "orders" in found else {})


async def order_client(name):
    """An instance of the venue, and where what it sends goes."""
    venue = VENUES[name]
    keys = dict.fromkeys(venue.secrets.values(), "k")
    keys |= {"privateKey": "0x" + "ab" * 32, "walletAddress": "0x" + "cd" * 20}
    client = await Clients(LIBRARY, ManualClock())._make(venue, keys, testnet=False)
    client.exchange.set_markets(markets(name))
    client.exchange.options["uta"] = False
    wire = Wire()
    client.exchange.fetch = wire.fetch
    return client, wire


async def sent(name, **how):
    """What is written to the venue for an order of 0.1 BTC."""
    dialect = DIALECTS[name]
    client, wire = await order_client(name)
    fields = {
        "client_order_id": KEY,
        "symbol": f"BTC/{dialect.quote}:{dialect.quote}",
        "side": "BUY",
        "quantity": D("0.1"),
        **how,
    }
    try:
        request = asked(client.exchange, dialect, OrderRequest(**fields), D(100000))
        with pytest.raises(OutcomeUnknown):
            await client.write(
                "create_order",
                request.symbol,
                request.type,
                request.side,
                request.amount,
                request.price,
                request.params,
            )
    finally:
        await client.aclose()
    return wire.order


@pytest.mark.parametrize(
    ("name", "amount", "field", "id_field"),
    [
        ("bybit", "0.1", "qty", "orderLinkId"),
        ("okx", "10", "sz", "clOrdId"),
        ("bitget", "0.1", "size", "clientOid"),
        ("gate", "1000", "size", "text"),
        ("kucoin", "100", "size", "clientOid"),
        ("hyperliquid", "0.1", "s", "c"),
        ("aster", "0.1", "quantity", "newClientOrderId"),
    ],
)
async def test_an_order_has_our_id_and_the_venues_units(name, amount, field, id_field):
    order = await sent(name)
    assert str(order[field]) == amount
    assert order[id_field] == DIALECTS[name].client_id(KEY)


@pytest.mark.parametrize("name", PERPETUALS)
async def test_nothing_is_paid_to_the_library(name):
    order = await sent(name)
    assert float((order.get("builder") or {}).get("f", 0)) == 0
    assert not order.get("feeRate")


@pytest.mark.parametrize(
    ("name", "stop", "target"),
    [
        (
            "bybit",
            {"triggerPrice": "95000", "triggerDirection": 2, "triggerBy": "MarkPrice"},
            {"triggerPrice": "110000", "triggerDirection": 1, "triggerBy": "MarkPrice"},
        ),
        (
            "okx",
            {
                "slTriggerPx": "95000",
                "slOrdPx": "-1",
                "slTriggerPxType": "mark",
                "algoClOrdId": KEY,
            },
            {"tpTriggerPx": "110000", "tpOrdPx": "-1", "tpTriggerPxType": "mark"},
        ),
        (
            "bitget",
            {"triggerPrice": "95000", "planType": "pos_loss", "triggerType": "mark_price"},
            {"triggerPrice": "110000", "planType": "pos_profit"},
        ),
        (
            "gate",
            {"rule": 2, "price_type": 1, "size": -1000},
            {"rule": 1, "price_type": 1, "size": -1000},
        ),
        (
            "aster",
            {"stopPrice": "95000", "type": "STOP_MARKET", "workingType": "MARK_PRICE"},
            {"stopPrice": "110000", "type": "TAKE_PROFIT_MARKET"},
        ),
    ],
)
async def test_protection_is_a_market_order_on_the_mark_price(name, stop, target):
    how = {"side": "SELL", "reduce_only": True}
    found = await sent(name, type="stop", trigger=D(95000), **how)
    assert found.items() >= stop.items()
    found = await sent(name, type="take_profit", trigger=D(110000), **how)
    assert found.items() >= target.items()


async def test_hyperliquid_names_the_worst_price_of_a_market_order():
    order = await sent("hyperliquid")
    assert (order["p"], order["t"]) == ("105000", {"limit": {"tif": "Ioc"}})
    order = await sent("hyperliquid", type="stop", side="SELL", trigger=D(95000), reduce_only=True)
    assert (order["p"], order["r"]) == ("90250", True)
    assert order["t"] == {"trigger": {"isMarket": True, "triggerPx": "95000", "tpsl": "sl"}}


async def test_a_close_only_closes_and_an_opening_order_is_isolated():
    assert (await sent("okx"))["tdMode"] == "isolated"
    assert (await sent("okx", side="SELL", reduce_only=True))["reduceOnly"] is True
    assert (await sent("bybit"))["positionIdx"] == 0
    assert (await sent("bitget"))["marginMode"] == "isolated"


@pytest.mark.parametrize("name", ["bybit", "okx"])
async def test_a_spot_buy_at_the_market_is_counted_in_coins(name):
    order = await sent(name, symbol="BTC/USDT")
    assert "0.1" in (order.get("qty"), order.get("sz"))
    assert "baseCoin" in order.values() or "base_ccy" in order.values()


@pytest.mark.parametrize("name", ["bitget", "gate"])
async def test_where_it_is_counted_in_money_it_is_refused(name):
    with pytest.raises(OrderDenied) as denied:
        await sent(name, symbol="BTC/USDT")
    assert denied.value.key == "venue_no_market_buys"


def test_client_ids_are_stable_and_short_enough():
    for ours in (KEY, f"{KEY}s", f"{KEY}x", "Order 1", "x" * 60):
        assert plain_id(ours) == plain_id(ours)
        assert len(plain_id(ours)) <= 28
        assert plain_id(ours).isalnum()
        assert len(gate_id(ours)) <= 28
        assert gate_id(ours).startswith("t-")
        assert len(hex_id(ours)) == 34
    assert plain_id(f"{KEY}s") == f"{KEY}s"
    assert len({hex_id(one) for one in (KEY, f"{KEY}s", f"{KEY}t")}) == 3
