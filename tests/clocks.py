"""Time and identity that a test decides."""

import pytest

from adapters.manual import START, ManualClock, SeededIds

__all__ = ["START", "ManualClock", "SeededIds", "clock", "ids"]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def ids() -> SeededIds:
    return SeededIds()
