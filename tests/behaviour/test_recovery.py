"""The process dies at any commit of a turn, before it or just after: the next one goes on.

The store survives as it was committed; whatever was held in memory, the live questions included, is
gone with the process.
"""

import asyncio
import contextlib

import pytest

from adapters.store.memory import MemoryRecords
from core.agent.parts import Limits
from core.domain.conversation import Press
from core.domain.records import (
    AuditEntry,
    InboxItem,
    MessageRow,
    OrderRow,
    OutboxItem,
    Preference,
    Query,
    Trace,
    Update,
    Workflow,
)
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.behaviour.seams import (
    Crash,
    Model,
    MortalRecords,
    SlowRecords,
    buy,
    in_doubt,
    plan,
    respond,
)
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk


class Lives:
    """One store, one clock and one line of ids, through the lives of several processes."""

    def __init__(self) -> None:
        self.records = MemoryRecords()
        self.clock, self.ids = ManualClock(), SeededIds()

    def desk(self, dies_at=0, *, before=False, **options):
        self.store = MortalRecords(self.records, dies_at, before=before)
        return open_desk(records=self.store, clock=self.clock, ids=self.ids, **options)

    async def until_death(self, desk, doing):
        """Do it; True when the process died over it."""
        work = asyncio.ensure_future(doing)
        death = asyncio.ensure_future(self.store.dead.wait())
        await asyncio.wait({work, death}, return_when=asyncio.FIRST_COMPLETED)
        death.cancel()
        if self.store.dead.is_set():
            work.cancel()
        with contextlib.suppress(Crash, asyncio.CancelledError):
            await work
        return self.store.dead.is_set()


async def commits_of(prepare, step):
    """How many commits the step takes in a process that lives."""
    lives = Lives()
    async with lives.desk() as desk:
        await prepare(desk)
        before = lives.store.commits
        await step(desk)
        return lives.store.commits - before


async def nothing(desk):
    """No preparation."""


async def a_card(desk):
    await desk.person().say("buy 50 usdt of btc")


async def ask_price(desk):
    return await desk.person().say("btc price", key="price")


async def ask_shortcut(desk):
    return await desk.person().say("/price btc", key="price")


async def ask_order(desk):
    return await desk.person().say("buy 50 usdt of btc", key="order")


async def confirm(desk):
    [question] = await desk.person().questions()
    press = Press(question_id=question["question_id"], choice="confirm")
    return await desk.person().send(press, key="press")


async def crashed_and_gone_on(prepare, step, dies_at, before):
    """Die at that commit of the step; then a new process, in which the same update comes again."""
    lives = Lives()
    async with lives.desk() as desk:
        await prepare(desk)
    async with lives.desk() as desk:
        lives.store.dies_at = lives.store.commits + dies_at
        lives.store.before = before
        assert await lives.until_death(desk, step(desk))
    return lives


async def held(lives):
    """What must hold once everything is told: nothing lost, nothing twice."""
    [*items] = await lives.records.find(_all(InboxItem))
    assert {item.status for item in items} == {"done"}
    assert {item.payload for item in items} == {""}
    traces = await lives.records.find(_all(Trace))
    assert {trace.status for trace in traces} == {"completed"}
    assert {trace.trace_id for trace in traces} == {item.id for item in items}


def _all(kind):
    return Query(kind=kind)


STEPS = {
    "price": (nothing, ask_price, "BTC/USDT"),
    "shortcut": (nothing, ask_shortcut, "BTC/USDT"),
    "order": (nothing, ask_order, "Buy 0.00052 BTC?"),
    "confirm": (a_card, confirm, "Bought 0.00052 BTC"),
}


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("name", STEPS)
async def test_death_at_every_commit_loses_nothing_and_doubles_nothing_I1_I3_I13_I15_peers_1(
    name, before
):
    prepare, step, expected = STEPS[name]
    commits = await commits_of(prepare, step)
    assert commits >= 2
    for dies_at in range(1, commits + 1):
        lives = await crashed_and_gone_on(prepare, step, dies_at, before)
        async with lives.desk() as desk:
            await desk.swept()
            if name == "confirm" and not await desk.rows(InboxItem, kind="press"):
                [again] = await confirm(desk)
            else:
                again = (await _answers(desk, step, name))[-1]
            assert expected in again["text"], (dies_at, again)
            answers = [
                row for row in await desk.rows(MessageRow, role="assistant") if expected in row.text
            ]
            assert len(answers) == 1, dies_at
            assert len(await desk.rows(OrderRow)) == (name == "confirm")
            if name == "confirm":
                [order] = await desk.rows(OrderRow)
                assert order.status == "FILLED"
            await assert_one_order_per_approval(desk)
            await assert_books_balance(desk)
        await held(lives)


async def _answers(desk, step, name):
    """The update comes again, as a platform repeats what was not acknowledged."""
    if name != "confirm":
        return await step(desk)
    [item] = await desk.rows(InboxItem, kind="press")
    return (await desk.finished(item.id)).messages


async def test_a_card_survives_the_process_and_the_loss_of_all_live_questions_I15_peers_10():
    lives = Lives()
    async with lives.desk() as desk:
        await a_card(desk)
    async with lives.desk() as desk:
        [filled] = await confirm(desk)
        assert "Bought" in filled["text"]
        assert len(await desk.rows(OrderRow)) == 1


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


async def test_three_crashes_set_a_request_aside_and_stop_nothing_else_I13():
    lives = Lives()
    async with lives.desk() as desk:
        lives.store.dies_at, lives.store.before = lives.store.commits + 3, True
        assert await lives.until_death(desk, desk.person().say("hello", key="hello"))
    for crashes in (1, 2):
        async with lives.desk(2, before=True):
            await asyncio.wait_for(lives.store.dead.wait(), 10)
        [workflow] = await lives.records.find(_all(Workflow))
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
    [order] = await lives.records.find(_all(OrderRow))
    assert order.status == "INITIALIZED"
    for dies_at in (2, 1, 1, 1):
        async with lives.desk(dies_at, before=True, exchange=in_doubt("accepted")):
            await asyncio.wait_for(lives.store.dead.wait(), 10)
    async with lives.desk() as desk:
        await desk.swept()
        [order] = await desk.rows(OrderRow)
        assert order.status == "FILLED"
        assert sum("Bought" in row.text for row in await desk.rows(MessageRow)) == 1


async def test_a_model_is_not_asked_again_for_an_effect_that_ran_original_g1_8():
    script = Model(plan(buy("s1"), respond(show=["s1"])))
    lives = Lives()
    async with lives.desk(provider=script) as desk:
        await desk.person().say("buy 50 usdt of btc")
        lives.store.dies_at = lives.store.commits + 4
        assert await lives.until_death(desk, confirm(desk))
    async with lives.desk(provider=script, limits=Limits()) as desk:
        await desk.swept()
        [item] = await desk.rows(InboxItem, kind="press")
        view = await desk.finished(item.id)
        assert "Bought" in view.messages[-1]["text"]
        assert len(await desk.rows(OrderRow)) == 1
    assert script.calls == ["plan"]


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
        assert "may not use" in reply["text"]
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


@pytest.mark.parametrize("words", ["btc price", "buy 50 usdt of btc", "/status"])
async def test_every_placeholder_is_replaced_or_removed_whenever_it_dies_peers_32(words):
    telegram = {"pushed": frozenset({"telegram"}), "owners": (("telegram", "1"),)}
    for dies_at in range(1, 4):
        for before in (True, False):
            lives = Lives()
            async with lives.desk(**telegram) as desk:
                lives.store.dies_at = lives.store.commits + dies_at
                lives.store.before = before
                anna = desk.person("1", platform="telegram")
                await lives.until_death(desk, anna.say(words, key="update"))
            async with lives.desk(**telegram) as desk:
                anna = desk.person("1", platform="telegram")
                await anna.say(words, key="update")
                rows = await desk.rows(OutboxItem)
                opened = [row.message_id for row in rows if row.kind == "placeholder"]
                ended = [row.target for row in rows if row.kind in ("answer", "drop")]
                assert opened == ended, (dies_at, before)
                said = [row for row in rows if row.kind in ("answer", "message")]
                assert len(said) == 1, (dies_at, before)
