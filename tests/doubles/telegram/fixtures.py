"""For a conftest: `from tests.doubles.telegram.fixtures import fake_telegram  # noqa: F401`."""

from collections.abc import AsyncIterator

import pytest

from .control import FakeTelegram


@pytest.fixture
async def fake_telegram() -> AsyncIterator[FakeTelegram]:
    """A fresh server on the real clock; fails if the bot does what Telegram does not know."""
    async with FakeTelegram() as fake:
        yield fake
