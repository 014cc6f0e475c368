"""The Stop button of a running turn, and the honest line of one that is queued."""

import pytest

from adapters.chat.callback import CallbackData, StopData
from adapters.llm.offline.planner import OfflinePlanner
from core.domain.conversation import Command, ConversationKey, Inbound
from core.domain.records import Trace
from tests.adapters.telegram_desk import chatting
from tests.behaviour.seams import HeldModel
from tests.doubles.telegram import FakeTelegram


@pytest.fixture
async def fake():
    async with FakeTelegram() as fake:
        yield fake


@pytest.fixture
async def model():
    return HeldModel(OfflinePlanner())


@pytest.fixture
async def tg(fake, model):
    async with chatting(fake, provider=model) as tg:
        await fake.wait_for(lambda: fake.polling)
        yield tg


async def placeholder(tg, number=0):
    """The turn's placeholder, once it is there with its button."""

    def found():
        shown = [each for each in tg.fake.sent(tg.chat) if each.labels == ["⏹ Stop"]]
        return shown[number] if len(shown) > number else None

    return await tg.fake.wait_for(found)


def test_the_stop_of_a_run_is_packed_and_read_back_and_is_no_choice():
    stop = StopData(run_id="01hzrun")
    assert stop.pack() == "s:01hzrun"
    assert StopData.unpack("s:01hzrun") == stop
    assert CallbackData.unpack(stop.pack()) is None
    for other in ("", "s:", "w:01:confirm", "s:a:b", "x:01"):
        assert StopData.unpack(other) is None
    for run_id in ("", "a:b", "x" * 64):
        with pytest.raises(ValueError, match="no callback data"):
            StopData(run_id=run_id).pack()


async def test_the_button_stops_the_run_and_goes_with_its_answer(tg, model):
    tg.fake.push_text(tg.user, tg.chat, "btc price")
    shown = await placeholder(tg)
    press = tg.fake.press(tg.user, shown, "⏹ Stop")
    await tg.fake.wait_for(lambda: press.answered and "Stopped" in shown.text)
    assert (press.answer.text, press.answer.show_alert) == ("Stopping…", False)
    await tg.quiet()
    assert not shown.buttons
    assert [message.text.count("Stopped") for message in tg.fake.sent(tg.chat)] == [1]
    assert model.calls == 1


async def test_the_button_is_gone_when_the_turn_has_answered(tg, model):
    tg.fake.push_text(tg.user, tg.chat, "btc price")
    shown = await placeholder(tg)
    model.release()
    await tg.fake.wait_for(lambda: "BTC/USDT" in shown.text)
    assert not shown.buttons


async def test_a_stop_that_comes_too_late_is_told_so_peers_33(tg, model):
    tg.fake.push_text(tg.user, tg.chat, "btc price")
    shown = await placeholder(tg)
    model.release()
    await tg.fake.wait_for(lambda: "BTC/USDT" in shown.text)
    await tg.quiet()
    [run] = await tg.desk.rows(Trace)
    key = ConversationKey(platform="telegram", chat=str(tg.chat.id), person=str(tg.user.id))
    late = Inbound(
        dedupe_key="telegram:press:1",
        conversation=key,
        body=Command(name="cancel", argument=run.trace_id),
        received_at=tg.desk.clock.now(),
    )
    check = await tg.desk.desk.assistant.check_stop(late, "en")
    assert check.state == "answered"
    assert "had ended already" in check.text


async def test_nobody_else_stops_a_run_in_a_group_peers_9_I4(fake, model):
    async with chatting(fake, provider=model) as tg:
        await fake.wait_for(lambda: fake.polling)
        group = fake.supergroup("Desk", tg.user)
        bob = await tg.befriend(fake.user("Bob"))
        fake.push_text(tg.user, group, "@bellwether_bot btc price")
        shown = await fake.wait_for(
            lambda: next((each for each in fake.sent(group) if each.buttons), None)
        )
        for other in (bob, fake.user("Mallory")):
            press = fake.press(other, shown, "⏹ Stop")
            await fake.wait_for(lambda press=press: press.answered)
            assert press.answer.show_alert
        assert shown.labels == ["⏹ Stop"]
        model.release()
        await fake.wait_for(lambda: "BTC/USDT" in shown.text)


async def test_what_is_queued_says_behind_how_many_and_becomes_the_answer(tg, model):
    tg.fake.push_text(tg.user, tg.chat, "btc price")
    first = await placeholder(tg)
    tg.fake.push_text(tg.user, tg.chat, "eth price")
    second = await placeholder(tg, 1)
    assert second.text == "⏳ Queued behind 1…"
    model.release(2)
    await tg.fake.wait_for(lambda: "ETH/USDT" in second.text)
    assert "BTC/USDT" in first.text
    assert not second.buttons
    await tg.quiet()
    assert len(tg.fake.sent(tg.chat)) == 2


async def test_a_queued_run_is_stopped_by_its_own_button(tg, model):
    tg.fake.push_text(tg.user, tg.chat, "btc price")
    first = await placeholder(tg)
    tg.fake.push_text(tg.user, tg.chat, "eth price")
    second = await placeholder(tg, 1)
    tg.fake.press(tg.user, second, "⏹ Stop")
    await tg.fake.wait_for(lambda: tg.fake.calls("answerCallbackQuery"))
    model.release(2)
    await tg.fake.wait_for(lambda: "Stopped" in second.text)
    assert "BTC/USDT" in first.text
    assert model.calls == 1
