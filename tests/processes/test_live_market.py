"""Prices of a live venue as the program wires them: nobody is called before one is asked for."""

import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from adapters.market.cache import CachedMarket
from bot.wiring import build
from config.settings import Settings
from core.domain.records import ExchangeAccount
from core.errors import PersonError, SetupError
from tests.clocks import START


def settings(folder: Path, market: str) -> Settings:
    return Settings.model_construct(data=folder, market=market)


def account(**more: object) -> ExchangeAccount:
    fields = {"id": "x", "account_id": "ana", "name": "main", "trading_state": "ACTIVE"}
    return ExchangeAccount(**{**fields, "version": 0, "created_at": START, **more})  # type: ignore[arg-type]


async def test_paper_trades_at_a_venues_prices_and_a_live_account_only_at_its_own(tmp_path: Path):
    known = set(sys.modules)
    async with AsyncExitStack() as stack:
        built = await build(settings(tmp_path, "ccxt:bybit"), stack)
        venues = built.desk.parts.venues
        paper = venues.prices(account(venue="paper", mode="paper"))
        assert isinstance(paper, CachedMarket)
        assert (paper.name, paper.simulated, built.move_market) == ("Bybit", False, None)
        assert venues.prices(account(venue="bybit", mode="live")) is paper
        trial = venues.prices(account(venue="okx", mode="live", testnet=True))
        assert (trial.name, trial.simulated) == ("OKX testnet", True)
        with pytest.raises(PersonError):
            venues.prices(account(venue="kucoin", mode="live", testnet=True))
    assert "ccxt" in known or "ccxt" not in sys.modules


async def test_a_venue_that_is_not_known_is_named_with_those_there_are(tmp_path: Path):
    async with AsyncExitStack() as stack:
        with pytest.raises(SetupError, match=r"'ccxt:mtgox'\): expected one of binance, bybit"):
            await build(settings(tmp_path, "ccxt:mtgox"), stack)
