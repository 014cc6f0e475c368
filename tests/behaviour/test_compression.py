"""Whatever leaves the window is folded into TaskState by changes that code checks."""

from dataclasses import replace

import pytest

from core.domain.records import (
    Insert,
    MessageRow,
    TaskStateRow,
)
from core.domain.task_state import TaskState
from tests.behaviour.seams import Entry, Model, plan, respond
from tests.behaviour.summaries import (
    FACT,
    HI,
    NO_CHANGES,
    Summaries,
    backlog,
    changes,
    chat,
    compress,
    facts,
    item,
    short_window,
    state,
    talk,
)
from tests.desk import open_desk


async def test_a_long_chat_is_one_call_and_the_last_window_stays_word_for_word_original_h_33():
    worker, memory = Model(*[HI] * 40), Summaries(changes(add_facts=[item(FACT, "m1", "m3")]))
    async with open_desk(provider=worker, memory=memory) as desk:
        anna = desk.person()
        await talk(anna, *(f"remark number {number}" for number in range(30)))
        assert await compress(desk, anna)
        assert await compress(desk, anna)
        assert len(memory.asked) == 1
        [row] = await desk.rows(TaskStateRow)
        kept = TaskState.model_validate(row.state)
        assert facts(kept) == [FACT]
        said = [each for each in await desk.rows(MessageRow) if each.role == "user"]
        assert kept.important_facts[0].messages == (said[0].id, said[1].id)
        await anna.say("and now?")
        shown = [each.text for each in worker.asked[-1].messages if each.role == "user"]
        assert shown[:-1] == [f"remark number {number}" for number in range(11, 30)]
        assert row.compressed_through < said[11].id
        assert "remark number 10" in memory.asked[0].messages[0].text
        assert "remark number 11" not in memory.asked[0].messages[0].text


async def test_what_was_stated_is_kept_and_steps_and_live_facts_are_not_original_h_34():
    proposed = changes(
        current_goal=item("Move into ETH over the next weeks"),
        active_flow="rebalancing",
        add_open_loops=[
            item("wait for API key"),
            item("等待用户回复"),
            item("Which coin to sell first"),
            item("Wants another exchange", about="exchanges"),
        ],
        add_facts=[
            item(FACT),
            item("trades only on weekends."),
            item("The balance is 10,000 USDT"),
            item("Binance is connected"),
            item("Wants to see it daily", about="positions"),
            item("Wants to add OKX", about="exchanges"),
        ],
        last_decision={
            "action": "Keep the coins",
            "reason": "BTC is at 64,000",
            "messages": ["m2"],
        },
    )
    async with open_desk(provider=Model(*[HI] * 9), memory=Summaries(proposed)) as desk:
        anna = await chat(desk, 5)
        await compress(desk, anna)
        kept = await state(desk, anna)
        assert kept.current_goal is not None
        assert kept.current_goal.text == "Move into ETH over the next weeks"
        assert kept.active_flow == "rebalancing"
        assert [each.text for each in kept.open_loops] == ["Which coin to sell first"]
        assert facts(kept) == [FACT, "Wants to add OKX"]
        assert kept.last_decision is not None
        assert (kept.last_decision.action, kept.last_decision.reason) == ("Keep the coins", "")


async def test_both_sides_are_read_so_that_an_earlier_claim_can_be_quoted_original_h_42():
    claim = plan(respond(text="Spot orders carry no liquidation risk."), intent="chat")
    worker, memory = Model(claim, *[HI] * 9), Summaries(NO_CHANGES)
    async with open_desk(provider=worker, memory=memory) as desk:
        await short_window(desk)
        anna = desk.person()
        await talk(anna, "is spot risky", "you said spot carries no liquidation risk")
        assert "no liquidation risk" in worker.asked[1].messages[1].text
        await talk(anna, "a", "b", "c")
        await compress(desk, anna)
        text = memory.asked[0].messages[0].text
        assert "m1 user: is spot risky" in text
        assert "m2 assistant: Spot orders carry no liquidation risk." in text


async def test_changes_go_field_by_field_and_the_oldest_gives_way():
    first = changes(
        add_facts=[item(f"Likes chart type {'abcdefghijkl'[number]}") for number in range(12)],
        add_open_loops=[item("Whether to hedge")],
        active_flow="planning",
    )
    second = changes(add_facts=[item("Likes tea")], drop_facts=["f3"], close_open_loops=["l1"])
    third = changes(add_facts=[item("Likes coffee"), item("Likes milk")])
    async with open_desk(
        provider=Model(*[HI] * 20), memory=Summaries(first, second, third)
    ) as desk:
        anna = await chat(desk, 4)
        await compress(desk, anna)
        assert len((await state(desk, anna)).important_facts) == 12
        await anna.say("more")
        await compress(desk, anna)
        kept = await state(desk, anna)
        assert "Likes chart type c" not in facts(kept)
        assert facts(kept)[-1] == "Likes tea"
        assert kept.open_loops == ()
        await anna.say("more")
        await compress(desk, anna)
        kept = await state(desk, anna)
        assert len(kept.important_facts) == 12
        assert facts(kept)[-2:] == ["Likes coffee", "Likes milk"]
        assert "Likes chart type a" not in facts(kept)
        assert len({each.id for each in kept.important_facts}) == 12


async def test_the_summary_itself_is_not_summed_up_again():
    first = changes(add_facts=[item(FACT)])
    memory = Summaries(first, NO_CHANGES)
    async with open_desk(provider=Model(*[HI] * 20), memory=memory) as desk:
        anna = await chat(desk, 4)
        await compress(desk, anna)
        before = await state(desk, anna)
        await anna.say("more")
        await compress(desk, anna)
        assert await state(desk, anna) == before
        again = memory.asked[1].messages[0].text
        assert "remark number 0" not in again
        assert "remark number 2" in again


@pytest.mark.parametrize(
    "wrong",
    [
        changes(add_facts=[item(FACT, "m99")]),
        changes(add_facts=[{"text": FACT}]),
        changes(add_facts=[item(FACT, about="weather")]),
        changes(summary="everything"),
        {"text": "I keep it in mind."},
        {"tool": "submit_plan", "input": {}},
    ],
)
async def test_a_wrong_answer_is_repaired_once(wrong: Entry):
    memory = Summaries(wrong, changes(add_facts=[item(FACT)]))
    async with open_desk(provider=Model(*[HI] * 9), memory=memory) as desk:
        anna = await chat(desk, 5)
        await compress(desk, anna)
        assert facts(await state(desk, anna)) == [FACT]
        assert "not accepted" in memory.asked[1].messages[0].text


async def test_no_secret_reaches_the_model():
    secret = "sk-" + "abcd1234" * 5
    memory = Summaries(changes(add_facts=[item(f"Uses {secret}"), item(FACT)]))
    async with open_desk(provider=Model(*[HI] * 9), memory=memory) as desk:
        await short_window(desk)
        anna = desk.person()
        said = replace(backlog(desk, anna, 1)[0].record, text=f"my key is {secret}")
        await desk.desk.parts.records.commit(Insert(record=said))
        await talk(anna, "a", "b", "c", "d")
        await compress(desk, anna)
        assert "my key is" in memory.asked[0].messages[0].text
        assert secret not in str(memory.asked)
        assert facts(await state(desk, anna)) == [FACT]
