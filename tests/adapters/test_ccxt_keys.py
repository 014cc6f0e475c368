"""A key is tried before it is kept, and what it may do besides trading is told."""

from dataclasses import replace

import pytest

from adapters.exchange.ccxt.keys import CcxtKeys
from adapters.exchange.ccxt.venues import VENUES
from core.errors import VenueError
from core.views.words import WORDS
from tests.adapters.ccxt_desk import LIVE, live_desk
from tests.doubles.binance.server import KEY, SECRET

SECRETS = {"api_key": KEY, "api_secret": SECRET}
WALLET = "0x" + "ab" * 20


@pytest.fixture
async def desk():
    async with live_desk() as made:
        yield made


@pytest.fixture
def keys(desk):
    return CcxtKeys(desk.clients, frozenset({"hyperliquid", "kucoin"}))


def test_every_venue_says_what_it_needs(keys):
    forms = {one.venue: one for one in keys.forms()}
    assert set(forms) == set(VENUES)
    assert forms["binance"].secrets == ("api_key", "api_secret")
    assert forms["okx"].secrets == ("api_key", "api_secret", "passphrase")
    assert (forms["hyperliquid"].secrets, forms["hyperliquid"].settings) == (
        ("private_key",),
        ("wallet_address",),
    )
    assert {name for name, one in forms.items() if one.allowed} == {
        "binance",
        "bybit",
        "okx",
        "hyperliquid",
        "kucoin",
    }
    assert [one.venue for one in keys.forms()[:3]] == ["binance", "bybit", "okx"]
    assert not forms["kucoin"].has_testnet


@pytest.mark.parametrize("may", [True, False])
async def test_a_key_that_works_says_whether_it_may_withdraw(desk, keys, may):
    desk.venue.can_withdraw = may
    found = await keys.check(LIVE, SECRETS)
    assert (found.ok, found.can_withdraw, found.reason) == (True, may, "")
    assert [one.path for one in desk.venue.seen if one.method == "POST"] == []


async def test_what_the_venue_does_not_tell_is_unknown(desk, keys):
    desk.venue.fail("GET", "/sapi/v1/account/apiRestrictions", "drop_before", times=9)
    found = await keys.check(LIVE, SECRETS)
    assert (found.ok, found.can_withdraw) == (True, None)


@pytest.mark.parametrize(
    ("secrets", "reason"),
    [
        ({**SECRETS, "api_key": "wrong"}, "venue_key_refused"),
        ({**SECRETS, "api_secret": "wrong"}, "venue_key_refused"),
    ],
)
async def test_a_key_that_is_refused_is_told_in_words(keys, secrets, reason):
    found = await keys.check(LIVE, secrets)
    assert (found.ok, found.reason) == (False, reason)
    assert all(text.format(**found.params) for text in WORDS[reason].values())


async def test_a_key_for_spot_alone_is_refused_where_futures_are_read(desk, keys):
    desk.venue.refuse("GET", "/fapi/v3/account", -2015, "Invalid API-key", status=401)
    assert (await keys.check(LIVE, SECRETS)).reason == "venue_key_refused"


async def test_a_venue_that_does_not_answer_says_nothing_of_the_key(desk, keys):
    desk.venue.fail("GET", "/api/v3/account", "unavailable", times=9)
    with pytest.raises(VenueError):
        await keys.check(LIVE, SECRETS)


@pytest.mark.parametrize(
    ("row", "secrets", "reason"),
    [
        ({"venue": "gate"}, SECRETS, "venue_not_allowed"),
        ({"venue": "kucoin", "testnet": True}, SECRETS, "venue_no_testnet"),
        (
            {"venue": "hyperliquid", "settings": {"wallet_address": "0x12"}},
            {"private_key": "ab" * 32},
            "venue_wallet_form",
        ),
        (
            {"venue": "hyperliquid", "settings": {"wallet_address": WALLET}},
            {"private_key": "abandon abandon"},
            "venue_private_key_form",
        ),
    ],
)
async def test_what_cannot_be_right_is_told_without_asking_anybody(
    desk, keys, row, secrets, reason
):
    found = await keys.check(replace(LIVE, **row), secrets)
    assert (found.ok, found.reason) == (False, reason)
    assert all(text.format(**found.params) for text in WORDS[reason].values())
    assert desk.venue.seen == []
