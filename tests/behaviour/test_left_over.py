"""What an earlier process, a race or a fault of ours left behind is taken up and told."""

import asyncio

import pytest

from adapters.llm.offline.planner import OfflinePlanner
from adapters.store.memory import MemoryRecords
from core.domain.records import (
    AuditEntry,
    InboxItem,
    MessageRow,
    OrderRow,
    Preference,
    Trace,
    Update,
    Workflow,
)
from tests.behaviour.lives import Lives, a_card, confirm
from tests.behaviour.seams import DoubtfulExchange, FailingModel, SlowRecords, in_doubt
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def test_three_crashes_set_a_request_aside_and_stop_nothing_else_I13():
    lives = Lives()
    async with lives.desk() as desk:
        lives.store.dies_at, lives.store.before = lives.store.commits + 3, True
        assert await lives.until_death(desk, desk.person().say("hello", key="hello"))
    for crashes in (1, 2):
        async with lives.desk(2, before=True):
            await asyncio.wait_for(lives.store.dead.wait(), 10)
        [workflow] = await lives.rows(Workflow)
        assert (workflow.status, workflow.attempts) == ("planning", crashes)
    async with lives.desk() as desk:
        await desk.swept()
        [workflow] = await desk.rows(Workflow)
        assert workflow.status == "needs_attention"
        again = await desk.person().say("hello", key="hello")
        assert "several times" in again[-1]["text"]
        assert "BTC/USDT" in (await desk.person().say("btc price"))[0]["text"]


async def test_crashes_over_an_order_in_doubt_never_set_it_aside_I3_I13():
    lives = Lives()
    async with lives.desk() as desk:
        await a_card(desk)
        lives.store.dies_at = lives.store.commits + 2
        assert await lives.until_death(desk, confirm(desk))
    [order] = await lives.rows(OrderRow)
    assert order.status == "INITIALIZED"
    for dies_at in (2, 1, 1, 1):
        async with lives.desk(dies_at, before=True, exchange=in_doubt("accepted")):
            await asyncio.wait_for(lives.store.dead.wait(), 10)
    async with lives.desk() as desk:
        await desk.swept()
        [order] = await desk.rows(OrderRow)
        assert order.status == "FILLED"
        assert sum("Bought" in row.text for row in await desk.rows(MessageRow)) == 1


async def test_what_cannot_be_unsealed_any_more_is_told_and_holds_up_nothing_I1_I13():
    lives = Lives()
    async with lives.desk(workers=0) as desk:
        anna = desk.person()
        first = await anna.accept("btc price")
        second = await anna.accept("my balance")
    await lives.records.commit(
        Update(kind=InboxItem, where={"id": first.run_id}, set={"payload": "other|key"})
    )
    async with lives.desk() as desk:
        assert "send it again" in (await desk.finished(first.run_id)).messages[0]["text"]
        assert "10,000" in (await desk.finished(second.run_id)).messages[0]["text"]


async def test_a_tool_that_was_taken_away_meanwhile_is_not_used_by_an_old_card_I2():
    lives = Lives()
    async with lives.desk() as desk:
        await a_card(desk)
    async with lives.desk(system_tools=frozenset({"get_market_price"})) as desk:
        [reply] = await confirm(desk)
        assert "switched off" in reply["text"]
        assert await desk.rows(OrderRow) == []
        [entry] = await desk.rows(AuditEntry, event="tool_refused")
        assert entry.reason == "not_in_allow_list"


@pytest.mark.parametrize("seed", range(8))
async def test_a_turn_that_lost_a_race_is_taken_up_again_and_answered_I13(seed):
    records = SlowRecords(MemoryRecords(), seed)
    async with open_desk(records=records, workers=6) as desk:
        windows = [desk.person(chat=f"w{number}") for number in range(4)]
        said = ("answer me in chinese", "answer me in english") * 2
        replies = await asyncio.gather(
            *(person.say(words) for person, words in zip(windows, said, strict=True))
        )
        assert all(reply and reply[-1]["text"] for reply in replies)
        assert len(await desk.rows(Preference, key="language")) == 1
        assert {trace.status for trace in await desk.rows(Trace)} == {"completed"}


async def test_what_waited_in_the_inbox_is_handled_first_and_in_order_I1():
    lives = Lives()
    async with lives.desk(workers=0) as desk:
        anna = desk.person()
        for said in ("btc price", "my balance"):
            await anna.accept(said)
    async with lives.desk() as desk:
        anna = desk.person()
        await anna.say("show my positions")
        history = await desk.person().history()
        words = [row["text"] for row in history if row["role"] == "user"]
        assert words == ["btc price", "my balance", "show my positions"]
        assert len(history) == 6


class Bug(Exception):
    """A mistake in our own code."""


async def test_a_fault_of_ours_is_told_with_a_number_and_stops_nothing_else_I13():
    model = FailingModel(Bug("no plan for that"), OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        reply = text(await anna.say("btc price"))
        assert "Something broke on my side" in reply
        assert anna.last.run_id in reply
        assert anna.last.status == "failed"
        [workflow] = await desk.rows(Workflow)
        assert workflow.status == "needs_attention"
        model.error = None
        assert "BTC/USDT" in text(await anna.say("btc price"))


async def test_a_fault_of_ours_after_the_order_was_sent_is_told_and_then_the_truth_I3_I13():
    class BrokenAfterwards(DoubtfulExchange):
        async def place(self, account, order):
            await super().place(account, order)
            raise Bug("the answer could not be read")

    async with open_desk(exchange=BrokenAfterwards) as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        reply = text(await anna.press("confirm"))
        assert "UNKNOWN" in reply
        assert "Nothing was placed" not in reply
        await desk.swept()
        told = [row["text"] for row in await anna.history()]
        assert sum("Bought" in words for words in told) == 1
        [order] = await desk.rows(OrderRow)
        assert order.status == "FILLED"
