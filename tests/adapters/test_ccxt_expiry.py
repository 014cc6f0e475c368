"""Orders that expire by a header, put on after the request was signed."""

import ccxt
import pytest

from adapters.exchange.ccxt.dialects import DIALECTS
from adapters.exchange.ccxt.errors import verdict
from core.errors import OutcomeUnknown
from tests.adapters.test_ccxt_requests import order_client


@pytest.mark.parametrize(
    ("name", "header", "symbol", "how"),
    [
        ("okx", "expTime", "BTC/USDT:USDT", {}),
        ("okx", "expTime", "BTC/USDT", {}),
        ("gate", "X-Gate-Exptime", "BTC/USDT:USDT", {}),
        ("gate", "X-Gate-Exptime", "BTC/USDT", {}),
        ("okx", None, "BTC/USDT:USDT", {"stopLossPrice": 90000}),
        ("gate", None, "BTC/USDT:USDT", {"stopLossPrice": 90000, "reduceOnly": True}),
        ("bybit", None, "BTC/USDT:USDT", {}),
    ],
)
async def test_an_order_says_until_when_the_venue_may_take_it(name, header, symbol, how):
    client, wire = await order_client(name)
    client.exchange.options["timeDifference"] = 40_000
    with pytest.raises(OutcomeUnknown):
        await client.write("create_order", symbol, "limit", "buy", 1, 90000, dict(how))
    now = client.exchange.nonce()
    await client.aclose()
    (headers,) = wire.headers
    found = {one for one in headers if one.lower() in ("exptime", "x-gate-exptime")}
    assert found == ({header} if header else set())
    if header:
        # By the venue's clock, which is not ours.
        assert now <= int(headers[header]) <= now + 5000


def test_an_order_that_came_too_late_was_not_taken_and_is_no_fault_of_the_key():
    error = ccxt.AuthenticationError('gate {"label":"REQUEST_EXPIRED","message":"late"}')
    assert verdict(error).meaning == "clock"


def test_what_is_not_stamped_may_be_taken_for_as_long_as_before():
    assert (DIALECTS["okx"].expiry_s, DIALECTS["gate"].expiry_s) == (30, 60)
