"""Connections to live venues: ccxt's costly habits are off, and its modes never leak errors."""

import importlib

import pytest

from adapters.exchange.ccxt.client import Clients, Library
from adapters.exchange.ccxt.venues import VENUES
from adapters.manual import ManualClock
from config.settings import UNTESTED
from core.errors import VenueError

LIBRARY = importlib.import_module("ccxt.pro")


class Loaded(Clients):
    """Instances whose markets need no network."""

    async def made(self, name, *, testnet=False):
        return await self._make(VENUES[name], {}, testnet=testnet)


@pytest.fixture
async def clients():
    return Loaded(Library(), ManualClock())


def test_what_a_setting_may_name_are_the_venues_that_were_not_tried():
    assert set(UNTESTED) == {one.id for one in VENUES.values() if not one.tested}


@pytest.mark.parametrize("name", VENUES)
async def test_the_library_knows_every_venue_and_its_keys(clients, name):
    client = await clients.made(name)
    needed = {key for key, wanted in client.exchange.requiredCredentials.items() if wanted}
    assert needed == {*VENUES[name].secrets.values(), *VENUES[name].settings.values()}
    await client.aclose()


@pytest.mark.parametrize("name", VENUES)
async def test_no_call_is_repeated_and_nothing_is_paid_to_the_library(clients, name):
    client = await clients.made(name)
    assert client.exchange.options["maxRetriesOnFailure"] == 0
    assert client.exchange.options["builderFee"] is False
    assert client.exchange.options["approvedBuilderFee"] is True
    assert client.exchange.enableRateLimit
    await client.aclose()


@pytest.mark.parametrize("name", VENUES)
async def test_a_test_network_is_another_address_or_is_refused(clients, name):
    if not VENUES[name].trial:
        with pytest.raises(VenueError):
            await clients.made(name, testnet=True)
        return
    live, trial = await clients.made(name), await clients.made(name, testnet=True)
    moved = live.exchange.urls["api"] != trial.exchange.urls["api"]
    marked = trial.exchange.options.get("sandboxMode") or trial.exchange.headers.get(
        "x-simulated-trading"
    )
    assert moved or marked
    await live.aclose()
    await trial.aclose()


async def test_closing_twice_is_harmless(clients):
    client = await clients.made("binance")
    await client.aclose()
    await client.aclose()
