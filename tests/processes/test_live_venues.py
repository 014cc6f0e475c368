"""The program connects live venues without calling them, and paper never comes near one."""

import subprocess
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from bot.wiring import build
from config.settings import Settings
from core.errors import PersonError
from core.trading.venue import Venues
from tests.adapters.ccxt_desk import LIVE
from tests.domain.paper_desk import PAPER_ACCOUNT

ROOT = Path(__file__).parents[2]


async def venues(data, monkeypatch, named=""):
    """Where the accounts of a desk with these settings trade, and what may be added there."""
    monkeypatch.setenv("BELLWETHER_DATA", str(data))
    monkeypatch.setenv("BELLWETHER_UNTESTED_VENUES", named)
    async with AsyncExitStack() as stack:
        built = await build(Settings(_env_file=None), stack)
        parts = built.desk.parts
        allowed = {one.venue for one in parts.keys.forms() if one.allowed}
        return parts.venues, allowed


async def test_the_venues_that_were_tried_are_connected_and_others_when_named(
    tmp_path, monkeypatch
):
    found, allowed = await venues(tmp_path / "a", monkeypatch)
    tried = {"binance", "binance:testnet", "bybit", "bybit:testnet", "okx", "okx:testnet"}
    assert set(found.exchanges) == {"paper", *tried}
    assert allowed == {"binance", "bybit", "okx"}
    found, allowed = await venues(tmp_path / "b", monkeypatch, "kucoin, gate")
    assert set(found.exchanges) == {"paper", *tried, "gate", "gate:testnet", "kucoin"}
    assert allowed == {"binance", "bybit", "okx", "gate", "kucoin"}


async def test_an_account_trades_at_its_own_venue_only(tmp_path, monkeypatch):
    found, _ = await venues(tmp_path, monkeypatch)
    assert isinstance(found, Venues)
    assert found.exchange(PAPER_ACCOUNT).venue == "paper"
    assert found.exchange(LIVE) is found.exchanges["binance"]
    assert found.exchange(replace(LIVE, testnet=True)) is found.exchanges["binance:testnet"]
    with pytest.raises(PersonError):
        found.exchange(replace(LIVE, venue="gate"))


def test_starting_on_paper_imports_no_venue_library(tmp_path):
    code = (
        "import asyncio, sys\n"
        "from contextlib import AsyncExitStack\n"
        "from bot.wiring import build\n"
        "from config.settings import Settings\n"
        "async def main():\n"
        "    async with AsyncExitStack() as stack:\n"
        "        await build(Settings(_env_file=None), stack)\n"
        "        print('ccxt' in sys.modules, 'aiohttp' in sys.modules)\n"
        "asyncio.run(main())\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"BELLWETHER_DATA": str(tmp_path / "data"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout.strip()) == (0, "False False"), ran.stderr
