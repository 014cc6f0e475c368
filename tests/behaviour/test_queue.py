"""Messages that come while a turn runs, and stopping one: past the queue, and only that one."""

import asyncio
from typing import Any

import pytest

from adapters.llm.offline.planner import OfflinePlanner
from adapters.store.memory import MemoryRecords
from core.domain.conversation import Command, Press
from core.domain.records import InboxItem, OrderRow, OutboxItem, Trace, Waiting, Workflow
from tests.behaviour.seams import HeldModel
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk

PHONE: dict[str, Any] = {"pushed": frozenset({"telegram"}), "owners": (("telegram", "1"),)}


def text(messages):
    return "\n".join(message["text"] for message in messages)


def phone(desk):
    return desk.person("1", platform="telegram", lang="en")


@pytest.mark.parametrize(
    ("words", "behind"), [("eth price", "Queued behind"), ("以太坊多少钱", "排队中")]
)
async def test_what_is_queued_says_so_at_once_and_is_answered_in_order(words, behind):
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model, **PHONE) as desk:
        anna = phone(desk)
        if behind == "排队中":
            await anna.say("/help")
            anna.lang = "zh"
        first = await anna.accept("btc price" if behind != "排队中" else "比特币多少钱")
        await model.reached.wait()
        second, third = await anna.accept(words), await anna.accept(words)
        told = await anna.told()
        assert [line.startswith(behind) for line in told[-2:]] == [True, True]
        assert ["1" in told[-2], "2" in told[-1]] == [True, True]
        assert second.queued.data == {"run_id": second.run_id, "queued": 1}
        assert third.queued.data["queued"] == 2
        assert first.queued is None
        model.release(3)
        views = [await desk.finished(run.run_id) for run in (first, second, third)]
        assert ["USDT" in text(view.messages) for view in views] == [True, True, True]
        traces = await desk.rows(Trace, status="completed")
        runs = [first.run_id, second.run_id, third.run_id]
        assert [row.trace_id for row in traces if row.trace_id in runs] == runs


async def test_the_announcement_becomes_the_answer_and_there_is_no_second_placeholder():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model, **PHONE) as desk:
        anna = phone(desk)
        first = await anna.accept("btc price")
        await model.reached.wait()
        second = await anna.accept("eth price")
        empty = await anna.accept("   ")
        model.release(2)
        for run in (first, second, empty):
            await desk.finished(run.run_id)
        for run in (second, empty):
            rows = await desk.rows(OutboxItem, run_id=run.run_id)
            assert [(row.kind, row.message_id == run.run_id) for row in rows if not row.target] == [
                ("placeholder", True)
            ]
            assert [row.kind for row in rows if row.target == run.run_id] == ["answer"]
        [item] = await desk.rows(InboxItem, id=second.run_id)
        assert item.announced


async def test_a_queued_order_drops_the_announcement_under_its_card():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model, **PHONE) as desk:
        anna = phone(desk)
        await anna.accept("btc price")
        await model.reached.wait()
        order = await anna.accept("buy 50 usdt of btc")
        model.release(2)
        await desk.finished(order.run_id)
        rows = await desk.rows(OutboxItem, run_id=order.run_id)
        kinds = [row.kind for row in rows]
        assert kinds.count("placeholder") == 1
        assert kinds.count("drop") + kinds.count("answer") == 1
        assert "message" in kinds


async def test_commands_presses_strangers_and_idle_conversations_are_not_announced():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model, **PHONE) as desk:
        anna = phone(desk)
        model.release()
        assert (await anna.accept("buy 50 usdt of btc")).queued is None
        await desk.idle()
        [card] = await desk.rows(Waiting, status="open")
        model.reached.clear()
        await anna.accept("btc price")
        await model.reached.wait()
        assert (await anna.accept("/status")).queued is None
        assert (await anna.accept(Press(question_id=card.id, choice="cancel"))).queued is None
        stranger = desk.person("66", platform="telegram")
        await stranger.accept("hello")
        assert (await stranger.accept("hello?")).queued is None
        model.release(5)
        await desk.idle()


async def test_without_sent_messages_only_the_event_says_that_it_waits():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.accept("btc price")
        await model.reached.wait()
        async with asyncio.timeout(5):
            queued = await anna.accept("eth price")
            assert queued.queued is not None
            assert queued.queued.line == "Queued behind 1…"
            async with desk.desk.assistant.follow(queued.run_id) as events:
                model.release(2)
                types = [event.type async for event in events]
        assert (types[0], types[-1]) == ("planning", "done")
        assert await desk.rows(OutboxItem) == []


async def test_what_was_queued_before_a_restart_is_answered_on_its_announcement_I1_I15():
    records, clock = MemoryRecords(), ManualClock()
    model = HeldModel(OfflinePlanner())
    async with open_desk(records=records, clock=clock, provider=model, **PHONE) as desk:
        anna = phone(desk)
        await anna.accept("btc price")
        await model.reached.wait()
        queued = await anna.accept("eth price")
    async with open_desk(records=records, clock=clock, ids=SeededIds(2), **PHONE) as desk:
        view = await desk.finished(queued.run_id)
        assert "ETH/USDT" in text(view.messages)
        rows = await desk.rows(OutboxItem, run_id=queued.run_id)
        assert [row.kind for row in rows] == ["placeholder", "answer"]
        assert rows[1].target == queued.run_id


async def test_a_stop_by_run_stops_that_run_only_and_closes_nothing():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        model.release()
        await anna.say("buy 50 usdt of btc")
        model.reached.clear()
        slow, queued = await anna.accept("eth price"), await anna.accept("sol price")
        await model.reached.wait()
        stop = await anna.accept(Command(name="cancel", argument=slow.run_id))
        assert "Stopped" in text((await desk.finished(slow.run_id)).messages)
        model.release()
        assert "SOL/USDT" in text((await desk.finished(queued.run_id)).messages)
        await desk.finished(stop.run_id)
        assert len(await desk.rows(Waiting, status="open")) == 1


async def test_a_queued_run_is_stopped_before_it_begins():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        slow, queued = await anna.accept("eth price"), await anna.accept("buy 50 usdt of sol")
        await model.reached.wait()
        await anna.accept(f"/cancel {queued.run_id}")
        model.release(2)
        assert "ETH/USDT" in text((await desk.finished(slow.run_id)).messages)
        assert "Stopped" in text((await desk.finished(queued.run_id)).messages)
        assert await desk.rows(Waiting) == []
    assert model.calls == 1


async def test_a_stop_that_comes_too_late_or_names_anothers_run_changes_nothing_I4_I10_peers_33():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna, boris = desk.person(), await desk.somebody("Boris")
        model.release()
        await anna.say("buy 50 usdt of btc")
        over = anna.last.run_id
        for _ in range(2):
            assert "had ended already" in text(await anna.say(f"/cancel {over}"))
        model.reached.clear()
        slow = await anna.accept("eth price")
        await model.reached.wait()
        assert "no such run" in text(await boris.say(f"/cancel {slow.run_id}"))
        assert "no such run" in text(await boris.say("/cancel nosuchrun"))
        model.release()
        assert "ETH/USDT" in text((await desk.finished(slow.run_id)).messages)
        assert len(await desk.rows(Waiting, status="open")) == 1
        assert {row.status for row in await desk.rows(Workflow)} == {
            "waiting_confirmation",
            "completed",
        }


async def test_cancel_all_in_mid_run_stops_it_and_closes_what_is_open():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        model.release()
        await anna.say("buy 50 usdt of btc")
        model.reached.clear()
        slow = await anna.accept("eth price")
        await model.reached.wait()
        assert "1 open" in text(await anna.say("/cancel all"))
        assert "Stopped" in text((await desk.finished(slow.run_id)).messages)
        assert {row.status for row in await desk.rows(Workflow)} == {"cancelled"}
        assert await desk.rows(OrderRow) == []


async def test_two_cancels_at_once_stop_one_run_and_close_nothing_peers_33():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        slow = await anna.accept("eth price")
        await model.reached.wait()
        first, second = await anna.accept("/cancel"), await anna.accept("/cancel")
        assert "Stopped" in text((await desk.finished(slow.run_id)).messages)
        told = [text((await desk.finished(run.run_id)).messages) for run in (first, second)]
        assert ["Stopped what was under way" in line for line in told] == [True, True]


@pytest.mark.parametrize("said", ["stop", "算了", "cancel all", "🛑"])
async def test_a_word_that_says_stop_stops_what_is_under_way(said):
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        running = await anna.accept("buy 50 usdt of btc")
        await model.reached.wait()
        answer = await anna.say(said)
        assert (await desk.finished(running.run_id)).messages
        assert await anna.questions() == []
        assert answer
        assert model.calls == 1


async def test_a_mere_no_waits_its_turn_while_something_runs():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        running = await anna.accept("btc price")
        await model.reached.wait()
        await anna.accept("no")
        model.release(2)
        view = await desk.finished(running.run_id)
        assert "BTC/USDT" in view.messages[0]["text"]
        await desk.idle()
