"""The process dies at any commit of a turn, before it or just after: the next one goes on.

The store survives as it was committed; whatever was held in memory, the live questions included, is
gone with the process.
"""

import pytest

from core.agent.parts import Limits
from core.domain.records import InboxItem, MessageRow, OrderRow, OutboxItem, Trace
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.behaviour.lives import Lives, a_card, confirm
from tests.behaviour.seams import Model, buy, plan, respond


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


async def ask_price(desk):
    return await desk.person().say("btc price", key="price")


async def ask_shortcut(desk):
    return await desk.person().say("/price btc", key="price")


async def ask_order(desk):
    return await desk.person().say("buy 50 usdt of btc", key="order")


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
    [*items] = await lives.rows(InboxItem)
    assert {item.status for item in items} == {"done"}
    assert {item.payload for item in items} == {""}
    traces = await lives.rows(Trace)
    assert {trace.status for trace in traces} == {"completed"}
    assert {trace.trace_id for trace in traces} == {item.id for item in items}


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
