"""Fixtures for the tests of the doubles themselves."""

from collections.abc import AsyncIterator

import pytest

from tests.doubles.telegram import FakeTelegram, ManualClock
from tests.doubles.telegram.fixtures import fake_telegram
from tests.doubles.telegram_clients import Client, connected

__all__ = ["client", "fake_telegram", "hands", "tg"]


@pytest.fixture
def hands() -> ManualClock:
    """The clock of the fake Telegram, moved by hand."""
    return ManualClock()


@pytest.fixture
async def tg(hands) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock=hands, longest_poll=0.05) as fake:
        yield fake


@pytest.fixture(params=["ptb", "aiogram"])
async def client(request, tg, monkeypatch) -> AsyncIterator[Client]:
    # python-telegram-bot warns whoever has not said how it shall tell a time to wait.
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    async with connected(tg, request.param) as client:
        yield client


@pytest.fixture
def ann(tg):
    return tg.user("Ann", username="ann_trades")


@pytest.fixture
def chat(tg, ann):
    return tg.private(ann)
