"""The same update twice is one turn; too many at once are refused, and not kept (DESIGN 4)."""

import asyncio

import pytest

from adapters.llm.offline.planner import OfflinePlanner
from adapters.store.memory import MemoryRecords
from core.agent.parts import Limits
from core.assistant import Accepted
from core.domain.conversation import Inbound, Press, Text
from core.domain.records import FillRow, InboxItem, MessageRow, OrderRow, Trace
from tests.behaviour.seams import HeldModel, SlowRecords
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def test_the_same_update_twice_is_one_turn_with_the_same_answer_I1_peers_1():
    async with open_desk() as desk:
        anna = desk.person()
        first = await anna.say("btc price", key="telegram:1:7")
        run_id = anna.last.run_id
        again = await anna.say("btc price", key="telegram:1:7")
        assert (anna.last.run_id, again) == (run_id, first)
        assert len(await desk.rows(Trace)) == 1
        assert len(await desk.rows(MessageRow)) == 2


@pytest.mark.parametrize("seed", range(5))
async def test_the_same_update_twice_at_the_same_instant_is_one_turn_I1_peers_1(seed):
    async with open_desk(records=SlowRecords(MemoryRecords(), seed)) as desk:
        anna = desk.person()
        twice = await asyncio.gather(*(anna.accept("btc price", key="k") for _ in range(2)))
        assert {accepted.status for accepted in twice} == {"new", "duplicate"}
        assert len({accepted.run_id for accepted in twice}) == 1
        await desk.finished(twice[0].run_id)
        await desk.idle()
        assert len(await desk.rows(Trace)) == 1
        assert len(await desk.rows(MessageRow, role="assistant")) == 1


@pytest.mark.parametrize("seed", range(5))
async def test_the_same_press_twice_at_the_same_instant_is_one_order_I3_peers_1(seed):
    async with open_desk(records=SlowRecords(MemoryRecords(), seed)) as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        press = Press(question_id=anna.question_id, choice="confirm")
        await asyncio.gather(*(anna.accept(press, key="press") for _ in range(2)))
        await desk.idle()
        assert len(await desk.rows(OrderRow)) == len(await desk.rows(FillRow)) == 1
        assert len(await desk.rows(InboxItem)) == 2


async def test_the_same_key_with_another_body_is_a_conflict_and_not_handled():
    async with open_desk() as desk:
        anna = desk.person()

        async def send(words, fingerprint):
            return await desk.desk.assistant.accept(
                Inbound(
                    dedupe_key="web:key",
                    conversation=anna.key,
                    body=Text(text=words),
                    received_at=desk.clock.now(),
                    fingerprint=fingerprint,
                )
            )

        first = await send("btc price", "a")
        assert await send("btc price", "a") == Accepted("duplicate", first.run_id)
        assert await send("buy 50 usdt of btc", "b") == Accepted("conflict", first.run_id)
        await desk.idle()
        assert len(await desk.rows(InboxItem)) == 1


async def test_a_conversation_holds_so_many_inbounds_and_no_more():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model, limits=Limits(queued_inputs=3)) as desk:
        anna = desk.person()
        kept = [await anna.accept("btc price", key=f"k{number}") for number in range(5)]
        assert [accepted.status for accepted in kept] == ["new"] * 3 + ["full"] * 2
        assert (await anna.accept("btc price", key="k0")).status == "duplicate"
        assert (await desk.person(chat="elsewhere").accept("btc price")).status == "new"
        assert (await anna.accept("/cancel")).status == "new", "stopping is never refused"
        model.release(10)
        await desk.idle()
        assert (await anna.accept("btc price", key="k4")).status == "new"
        model.release(10)
        await desk.idle()
        assert {item.status for item in await desk.rows(InboxItem)} == {"done"}


async def test_an_inbound_is_kept_under_seal_and_emptied_when_it_is_handled():
    async with open_desk(workers=0) as desk:
        await desk.person().accept("my secret plan")
        [item] = await desk.rows(InboxItem)
        assert item.status == "new"
        assert item.payload
        assert item.payload.partition("|")[0], "sealed for its row"
    async with open_desk() as desk:
        await desk.person().say("my secret plan")
        [item] = await desk.rows(InboxItem)
        assert (item.status, item.payload) == ("done", "")
