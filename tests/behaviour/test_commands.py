"""Slash commands: answered by code, whatever the model does (DESIGN 4.3)."""

import pytest

from adapters.llm.offline.planner import OfflinePlanner
from adapters.store.memory import MemoryWaiting
from core.agent.commands import COMMANDS
from core.domain.conversation import Command, Press
from core.domain.records import (
    ConversationRow,
    MessageRow,
    OrderRow,
    Preference,
    Waiting,
    Workflow,
)
from core.errors import ModelError
from tests.behaviour.seams import FailingModel, HeldModel, Model, buy, call, plan, respond, revision
from tests.clocks import ManualClock
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


def no_model():
    return FailingModel(ModelError("unreachable"))


async def test_every_command_is_in_the_help_and_every_line_of_it_works():
    model = no_model()
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        shown = text(await anna.say("/help"))
        for command in COMMANDS:
            assert f"/{command.name}" in shown
            reply = text(await anna.say(f"/{command.name}"))
            assert reply
            assert "no command" not in reply
    assert model.calls == 0


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("/price btc eth", "ETH/USDT"),
        ("/price", "BTC/USDT"),
        ("/p btc", "BTC/USDT"),
        ("/balance", "10,000 USDT"),
        ("/bal", "10,000 USDT"),
        ("/positions", "No open positions"),
        ("/pos@bellwether_bot", "No open positions"),
        ("/history", "trades"),
        ("/preferences", ""),
        ("/PRICE BTC", "BTC/USDT"),
    ],
)
async def test_shortcuts_need_no_model_call(line, shown):
    model = no_model()
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        assert shown in text(await anna.say(line))
        assert anna.last.status == "done"
    assert model.calls == 0


async def test_a_command_from_a_platforms_menu_is_the_same_as_the_words():
    async with open_desk() as desk:
        anna = desk.person()
        menu = await anna.send(Command(name="balance"))
        assert text(menu) == text(await anna.say("/balance"))


async def test_an_unknown_command_is_told_with_what_there_is():
    async with open_desk() as desk:
        reply = text(await desk.person().say("/moon"))
        assert "/moon" in reply
        assert "/help" in reply


async def test_start_greets_by_role_and_says_paper_I7():
    async with open_desk() as desk:
        assert "PAPER" in text(await desk.person().say("/start"))
        assert "模拟" in text(await desk.person(lang="zh", chat="zh").say("/start"))


async def test_status_says_what_runs_and_what_waits():
    async with open_desk() as desk:
        anna = desk.person()
        status = text(await anna.say("/status"))
        for part in ("offline", "simulated market", "PAPER", "Nothing is open"):
            assert part in status
        await anna.say("buy 50 usdt of btc")
        status = text(await anna.say("/status"))
        assert "Buy 0.00052 BTC?" in status
        assert "09:35" in status


async def test_cancel_closes_the_newest_and_again_the_next_until_nothing_is_open_peers_33():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        first = anna.question_id
        await anna.say("buy 60 usdt of eth")
        told = text(await anna.say("/cancel"))
        assert "ETH" in told
        assert "1 other is still open" in told
        told = text(await anna.say("/cancel"))
        assert "BTC" in told
        assert "still open" not in told
        assert "Nothing is open" in text(await anna.say("/cancel"))
        assert {row.status for row in await desk.rows(Waiting)} == {"cancelled"}
        assert {row.status for row in await desk.rows(Workflow)} == {"cancelled"}
        await anna.press("confirm", first)
        assert anna.last.outcome == "already_answered"
        assert await desk.rows(OrderRow) == []


async def test_cancel_in_mid_run_stops_at_once_and_is_told_I13():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        slow = await anna.accept("buy 50 usdt of btc")
        await model.reached.wait()
        assert text(await anna.say("/cancel"))
        view = await desk.finished(slow.run_id)
        assert "Stopped" in text(view.messages)
        assert "Nothing was placed" in text(view.messages)
        assert await desk.rows(Waiting) == []
        assert {row.status for row in await desk.rows(Workflow)} == {"cancelled"}
        model.release()
        assert "BTC/USDT" in text(await anna.say("btc price")), "the next request is not stopped"


async def test_cancel_stops_the_run_under_way_and_neither_what_is_queued_nor_what_is_open():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        model.release()
        await anna.say("buy 50 usdt of btc")
        model.reached.clear()
        slow, queued = [await anna.accept(said) for said in ("eth price", "sol price")]
        await model.reached.wait()
        cancel = await anna.accept("/cancel")
        assert "Stopped" in text((await desk.finished(slow.run_id)).messages)
        model.release()
        assert "SOL/USDT" in text((await desk.finished(queued.run_id)).messages)
        assert "Stopped what was under way" in text((await desk.finished(cancel.run_id)).messages)
        assert [row.status for row in await desk.rows(Waiting)] == ["open"]
    assert model.calls == 3


async def test_a_cancel_that_arrives_again_stops_nothing_newer_I1_peers_1():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("/cancel", key="cancel")
        slow = await anna.accept("btc price")
        await model.reached.wait()
        assert (await anna.accept("/cancel", key="cancel")).status == "duplicate"
        model.release()
        view = await desk.finished(slow.run_id)
        assert "BTC/USDT" in text(view.messages)


async def test_cancel_never_takes_back_or_hides_an_order_that_was_placed_I13():
    script = Model(
        plan(buy(), call("s2", "get_balance"), respond(show=["s1", "s2"])), revision("continue")
    )
    model = HeldModel(script)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        model.release()
        await anna.say("buy, then my balance")
        model.reached.clear()
        question = anna.question_id
        press = await anna.accept(Press(question_id=question, choice="confirm"))
        await model.reached.wait()
        await anna.accept("/cancel")
        told = text((await desk.finished(press.run_id)).messages)
        assert "Bought" in told
        assert "Stopped" in told
        assert "The rest of your request was not done" in told
        assert "Nothing was placed" not in told
        [order] = await desk.rows(OrderRow)
        assert order.status == "FILLED"


async def test_cancel_tells_the_truth_about_a_wish_that_was_kept_I13():
    wish = call("s1", "manage_preferences", action="add", key="style", value="short")
    script = Model(plan(wish, call("s2", "get_balance"), respond(show=["s1", "s2"])))
    model = HeldModel(script)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        slow = await anna.accept("be brief, and my balance")
        await model.reached.wait()
        model.reached.clear()
        model.release()
        await model.reached.wait()
        await anna.accept("/cancel")
        told = text((await desk.finished(slow.run_id)).messages)
        kept = [row.value for row in await desk.rows(Preference)]
        assert kept == ["short"]
        assert "short" in told
        assert "Nothing was placed or changed" not in told


async def test_clear_forgets_the_conversation_and_keeps_what_is_not_of_it_original_h_15():
    waiting = MemoryWaiting(clock := ManualClock())
    async with open_desk(waiting=waiting, clock=clock) as desk:
        anna, elsewhere = desk.person(), desk.person(chat="elsewhere")
        await elsewhere.say("buy 70 usdt of eth")
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        await anna.say("remember that my favourite is eth")
        await anna.say("buy 60 usdt of eth")
        question = anna.question_id
        assert "Cleared" in text(await anna.say("/clear"))
        mine = {"conversation_id": anna.key.id}
        assert [row.text for row in await desk.rows(MessageRow, **mine)][1:] == []
        assert await desk.rows(Waiting, **mine) == []
        assert await desk.rows(Workflow, **mine) == []
        [conversation] = await desk.rows(ConversationRow, id=anna.key.id)
        assert conversation.references["current"] == []
        assert await waiting.claim(question, "x") is None
        assert len(await desk.rows(OrderRow)) == 1
        assert len(await desk.rows(Preference)) == 1
        assert len(await desk.rows(Waiting, status="open")) == 1, "the other conversation's"
        await anna.press("confirm", question)
        assert anna.last.outcome == "unknown_question"
        assert "Which" in text(await anna.say("close it")) or await desk.rows(Waiting, **mine)
        assert len(await desk.rows(OrderRow)) == 1


async def test_what_was_cleared_is_not_put_before_the_model():
    model = Model(*[plan(respond(text="Hello."), intent="chat")] * 2)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("my secret plan")
        await anna.say("/clear")
        await anna.say("hi")
    assert [message.text for message in model.asked[1].messages] == ["hi"]


async def test_the_window_reaches_back_to_the_twentieth_user_message():
    model = Model(*[plan(respond(text="Yes."), intent="chat")] * 30)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        for number in range(24):
            await anna.say(f"message {number}")
            await anna.say("/status")
    said = [message.text for message in model.asked[-1].messages if message.role == "user"]
    counted = [words for words in said if words.startswith("message")]
    assert counted == [f"message {number}" for number in range(4, 24)]
    assert model.asked[-1].messages[0].text == "message 4"
