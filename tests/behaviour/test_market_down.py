"""A source of prices that does not answer: what needs none still works, and nothing is guessed."""

from datetime import UTC, datetime

import pytest

from core.errors import VenueError
from tests.behaviour.seams import Model, call, plan, respond
from tests.desk import open_desk


class DownSince:
    """One that was last read before midnight."""

    def __init__(self, behind):
        self._behind = behind
        self.name, self.simulated = behind.name, behind.simulated
        self.instruments = behind.instruments

    async def quote(self, symbol):
        last = datetime(2026, 3, 1, 23, 5, tzinfo=UTC)
        raise VenueError("503", last_good=last)


class Down:
    """A market that never answered."""

    name = "Binance"
    simulated = False

    def __init__(self, _):
        self.asked = 0

    async def _fail(self, *_):
        self.asked += 1
        raise VenueError("no answer within 10 s")

    instruments = quote = candles = stats = _fail


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def test_what_needs_no_price_is_answered():
    async with open_desk(market=Down) as desk:
        anna = desk.person()
        assert "understand" in text(await anna.say("help"))
        assert text(await anna.say("/status"))


@pytest.mark.parametrize("said", ["btc price", "buy 50 usdt of btc", "比特币多少钱"])
async def test_I6_what_needs_one_says_that_nothing_can_be_read(said):
    async with open_desk(market=Down) as desk:
        anna = desk.person()
        told = text(await anna.say(said))
        assert "cannot be read" in told or "无法读取" in told
        assert await anna.questions() == []


async def test_I6_a_models_plan_meets_the_same_failure():
    price = call("s1", "get_market_price", symbols=["BTC"])
    async with open_desk(market=Down, provider=Model(plan(price, respond(show=["s1"])))) as desk:
        told = text(await desk.person().say("btc price"))
        assert "could not read this from the venue" in told


async def test_a_price_that_could_be_read_before_says_when():
    async with open_desk(market=DownSince) as desk:
        told = text(await desk.person().say("btc price"))
        assert "last read at 2026-03-01 23:05 UTC" in told
