"""Pacing by the surface's own limiter: Telegram's limits are kept, and a wait is one chat's own."""

import asyncio

import pytest

from adapters.chat.telegram.client import Throttled
from adapters.chat.telegram.limiter import DROPPABLE, MARGIN_S, Busy, Pace, PacingLimiter
from tests.adapters.telegram_desk import chatting
from tests.clocks import ManualClock
from tests.doubles.telegram import FakeTelegram
from tests.doubles.telegram import ManualClock as Hands

GROUP = "-4000001"


class Calls:
    """Requests through a limiter, and when each of them left."""

    def __init__(self, clock: ManualClock, pace: Pace) -> None:
        self.clock = clock
        self.start = clock.now()
        self.limiter = PacingLimiter(clock, pace)
        self.left: list[tuple[float, str]] = []

    async def send(
        self,
        chat: str = "1",
        *,
        endpoint: str = "sendMessage",
        urgency: str | None = None,
        fails: Exception | None = None,
    ) -> None:
        async def call() -> bool:
            if fails is not None:
                raise fails
            self.left.append(((self.clock.now() - self.start).total_seconds(), chat))
            return True

        await self.limiter.process_request(call, (), {}, endpoint, {"chat_id": chat}, urgency)

    async def pass_time(self, seconds: float, step: float = 0.25) -> None:
        for _ in range(int(seconds / step)):
            await settle()
            self.clock.advance(step)
        await settle()

    def times(self, chat: str = "1") -> list[float]:
        return [at for at, whose in self.left if whose == chat]


async def settle() -> None:
    for _ in range(100):
        await asyncio.sleep(0)


@pytest.fixture
def calls(clock):
    return Calls(clock, Pace(patience_s=1000))


async def test_a_chat_takes_a_short_burst_then_one_a_second_in_order(calls):
    async with asyncio.TaskGroup() as group:
        for _ in range(7):
            group.create_task(calls.send())
        await calls.pass_time(5)

    assert calls.times() == [0, 0, 0, 0, 1, 2, 3]


async def test_a_group_takes_twenty_a_minute_and_holds_no_other_chat_up(calls):
    async with asyncio.TaskGroup() as group:
        for _ in range(25):
            group.create_task(calls.send(GROUP))
        await calls.pass_time(30)
        await calls.send("1")
        assert calls.times("1") == [30]
        assert len(calls.times(GROUP)) == 20
        await calls.pass_time(60)

    times = calls.times(GROUP)
    assert len(times) == 25
    assert all(later - earlier >= 60 for earlier, later in zip(times, times[20:], strict=False))


async def test_all_chats_together_take_thirty_a_second(calls):
    async with asyncio.TaskGroup() as group:
        for number in range(70):
            group.create_task(calls.send(str(number + 1)))
        await calls.pass_time(3)

    times = [at for at, _ in calls.left]
    assert len(times) == 70
    assert times[-1] < 3
    apart = [later - earlier for earlier, later in zip(times, times[30:], strict=False)]
    assert all(one >= 1 + MARGIN_S for one in apart), "however close they arrive"


async def test_a_429_holds_its_chat_and_no_other(calls):
    with pytest.raises(Throttled):
        await calls.send("1", fails=Throttled(17))
    async with asyncio.TaskGroup() as group:
        group.create_task(calls.send("1"))
        await calls.send("2")
        await calls.pass_time(20)

    assert calls.times("2") == [0]
    assert calls.times("1") == [17]


async def test_when_many_chats_are_refused_at_once_everybody_waits(calls):
    for chat in "123":
        with pytest.raises(Throttled):
            await calls.send(chat, fails=Throttled(9))
    async with asyncio.TaskGroup() as group:
        group.create_task(calls.send("4"))
        await calls.pass_time(10)

    assert calls.times("4") == [9]


async def test_a_long_wait_is_told_instead_of_sat_out(clock):
    calls = Calls(clock, Pace(patience_s=5))
    for _ in range(20):
        calls.clock.advance(1)
        await calls.send(GROUP)
    with pytest.raises(Throttled) as seen:
        await calls.send(GROUP)

    assert seen.value.wait_s == 41
    assert len(calls.left) == 20


async def test_signs_of_life_never_wait(calls):
    for _ in range(4):
        await calls.send()
    with pytest.raises(Busy):
        await calls.send(endpoint="editMessageText", urgency=DROPPABLE)
    await calls.send(endpoint="sendChatAction")
    with pytest.raises(Throttled):
        await calls.send("1", endpoint="sendChatAction", fails=Throttled(3))
    await calls.send("2", endpoint="editMessageText", urgency=DROPPABLE)

    assert calls.times("1") == [0, 0, 0, 0, 0]
    assert calls.times("2") == [0]


async def test_what_is_not_a_message_is_not_counted(calls):
    for _ in range(40):
        await calls.send(endpoint="deleteMessage")
    await calls.send()

    assert set(calls.times()) == {0}


async def test_a_clock_that_was_set_back_lengthens_no_wait(calls):
    for _ in range(4):
        await calls.send()
    calls.clock.advance(-3600)
    await asyncio.wait_for(calls.send(), 1)

    assert len(calls.left) == 5


async def test_telegrams_real_limits_are_never_met(clock):
    """The strict double counts as Telegram does; both clocks are moved together."""
    hands = Hands()
    async with (
        FakeTelegram(clock=hands, limits=True, longest_poll=0.05) as fake,
        chatting(fake, clock=clock, pace=Pace()) as tg,
    ):
        for text in ("btc price", "eth price", "sol price", "btc price", "eth price", "sol price"):
            fake.push_text(tg.user, tg.chat, text)

        def answered() -> bool:
            return sum("/USDT" in message.text for message in fake.sent(tg.chat)) == 6

        async with asyncio.timeout(20):
            while not answered():
                clock.advance(0.2)
                hands.advance(0.2)
                await asyncio.sleep(0.01)
        assert [call for call in fake.calls() if call.status == 429] == []
