"""Signs of life: typing at once and while it lasts, the answer growing, and nothing after it."""

import asyncio
from typing import Any

import pytest

from core.domain.outbound import Progress
from tests.adapters.telegram_desk import Chatting, chatting
from tests.adapters.telegram_outbox import Outbox
from tests.doubles.telegram import FakeTelegram, Fault


@pytest.fixture
async def fake():
    async with FakeTelegram() as fake:
        yield fake


@pytest.fixture
async def tg(fake):
    async with chatting(fake) as tg:
        await fake.wait_for(lambda: fake.polling)
        yield tg


class Turn:
    """A turn under way, seen from the surface: its events, its rows, and the time that passes."""

    def __init__(self, tg: Chatting, chat: Any = None) -> None:
        self.tg = tg
        self.chat = chat or tg.chat
        self.outbox = Outbox(tg)
        self.conversation = f"telegram:{self.chat.id}::{tg.user.id}"

    async def open(self) -> "Turn":
        await self.emit("planning", line="Planning…")
        self.opened = await self.outbox.settled(await self.outbox.post(self.chat, "placeholder"))
        return self

    async def emit(self, kind: Any, *, line: str = "", **data: Any) -> None:
        event = Progress(run_id="run", type=kind, data=data, line=line)
        await self.tg.surface.progress(self.conversation, event)

    async def answer(self, text: str) -> None:
        item = await self.outbox.post(self.chat, "answer", target=self.opened.message_id, text=text)
        await self.outbox.settled(item)

    async def pass_time(self, seconds: int) -> None:
        """Second by second, each once what the one before woke is asleep again (or has ended)."""
        clock = self.tg.desk.clock
        for _ in range(seconds):
            asleep = len(clock._sleepers)
            clock.advance(1.0)
            for _ in range(200):
                await asyncio.sleep(0.005)
                if len(clock._sleepers) >= asleep:
                    break

    @property
    def message(self):
        return self.tg.fake.sent(self.chat)[-1]

    def typed(self) -> int:
        return len(self.tg.fake.calls("sendChatAction"))

    def edits(self) -> list[str]:
        return [call.params["text"] for call in self.tg.fake.calls("editMessageText")]


async def test_typing_is_shown_when_something_was_accepted_and_while_the_turn_lasts(tg):
    await tg.say("btc price", "BTC/USDT")
    turn = await Turn(tg).open()
    assert turn.typed() == 1
    await turn.pass_time(13)
    assert turn.typed() == 4
    await turn.emit("done")
    await turn.pass_time(13)
    assert turn.typed() == 4


async def test_typing_ends_by_itself_when_the_end_was_never_heard_of(tg):
    turn = await Turn(tg).open()
    await turn.pass_time(200)
    typed = turn.typed()
    await turn.pass_time(20)

    assert typed == turn.typed() <= 40


async def test_the_answer_grows_once_a_second_and_ends_as_it_was_said(tg):
    turn = await Turn(tg).open()
    for word in ("Bitcoin ", "rose & ", "fell <today>."):
        await turn.emit("delta", text=word)
        await turn.emit("delta", text="")
    await turn.pass_time(1)
    assert turn.message.text == "Bitcoin rose & fell <today>."
    await turn.emit("delta", text=" More.")
    await turn.pass_time(3)
    await turn.answer("Bitcoin rose & fell <today>. More. PAPER")

    assert len(turn.edits()) == 3
    assert turn.message.text == "Bitcoin rose & fell <today>. More. PAPER"
    assert turn.message.versions[0] == "⏳ …"


async def test_a_slow_turn_says_what_it_is_doing_and_a_quick_one_does_not(tg):
    turn = await Turn(tg).open()
    await turn.emit("step_start", line="BTC price")
    await turn.pass_time(2)
    assert turn.message.text == "⏳ BTC price"
    await turn.answer("95,000")
    assert turn.edits() == ["⏳ BTC price", "95,000"]


async def test_nothing_is_edited_after_the_answer(tg):
    turn = await Turn(tg).open()
    await turn.emit("delta", text="half of it")
    tg.fake.fault("editMessageText", Fault.hang(executed=False))
    turn.tg.desk.clock.advance(1.0)
    await tg.fake.wait_for(lambda: tg.fake.calls("editMessageText"))
    answer = asyncio.create_task(turn.answer("all of it"))
    await asyncio.sleep(0.05)
    assert not answer.done(), "it waits for the edit that is under way"
    tg.fake.release()
    await answer
    await turn.emit("delta", text="too late")
    await turn.pass_time(3)

    assert turn.message.text == "all of it"


async def test_an_edit_that_was_about_to_be_made_is_not_made_after_the_answer(tg):
    turn = await Turn(tg).open()
    await turn.pass_time(3)
    await turn.emit("delta", text="half of it")
    tg.fake.fault("sendChatAction", Fault.hang())
    tg.desk.clock.advance(1.0)
    await tg.fake.wait_for(lambda: turn.typed() == 1)
    await turn.answer("all of it")
    tg.fake.release()
    await turn.pass_time(3)

    assert turn.edits()[-1] == turn.message.text == "all of it"


async def test_nothing_is_edited_before_the_placeholder_is_there(tg):
    turn = Turn(tg)
    await turn.emit("delta", text="early words")
    await turn.pass_time(2)
    assert turn.edits() == []
    turn.opened = await turn.outbox.settled(await turn.outbox.post(tg.chat, "placeholder"))
    await turn.pass_time(2)
    assert turn.message.text == "early words"


async def test_an_answer_too_long_to_grow_in_one_message_is_left_to_its_end(tg):
    turn = await Turn(tg).open()
    await turn.emit("delta", text="word " * 1000)
    await turn.pass_time(2)
    assert turn.message.text == "⏳ Planning…"
    await turn.answer("word " * 1000)

    assert len(tg.fake.sent(tg.chat)) == 2


async def test_a_group_is_not_edited_every_second(tg):
    group = tg.fake.group("Desk", tg.user)
    turn = await Turn(tg, group).open()
    for number in range(12):
        await turn.emit("delta", text=f"{number} ")
        await turn.pass_time(1)

    assert len(turn.edits()) == 2


async def test_trouble_with_a_sign_of_life_is_nobodys_concern(tg):
    turn = await Turn(tg).open()
    tg.fake.fault("editMessageText", Fault.http(500))
    tg.fake.fault("sendChatAction", Fault.drop(), times=None)
    await turn.emit("delta", text="half")
    await turn.pass_time(6)
    await turn.answer("whole")

    assert turn.message.text == "whole"


async def test_events_of_other_platforms_are_let_pass(tg):
    turn = Turn(tg)
    turn.conversation = "web:owner::owner"
    await turn.emit("planning", line="Planning…")
    await turn.pass_time(6)

    assert turn.typed() == 0
