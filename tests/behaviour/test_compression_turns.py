"""Summing up beside the person's turns: told once, never in the way, and /clear wins."""

import asyncio

import pytest

from core.domain.records import (
    ConversationRow,
    ExperienceRow,
    InboxItem,
    MessageRow,
    ModelUsage,
    Preference,
    StepRow,
    TaskStateRow,
    Trace,
    Waiting,
    Workflow,
)
from core.domain.task_state import Item, TaskState
from core.views.words import say
from tests.behaviour.memory_desk import propose, write
from tests.behaviour.seams import HeldModel, Model, ask, plan
from tests.behaviour.summaries import (
    FACT,
    HI,
    NO_CHANGES,
    Summaries,
    changes,
    chat,
    compress,
    facts,
    item,
    short_window,
    state,
    stored,
    talk,
)
from tests.desk import open_desk


@pytest.mark.parametrize(
    "lie", ["Your order was filled yesterday", "You sold all your BTC", "I placed the order"]
)
async def test_what_is_told_of_a_summary_claims_nothing_that_nobody_vouches_for_I5(lie):
    proposed = changes(add_facts=[item("Likes tea"), item(lie)])
    async with open_desk(
        provider=Model(*[HI] * 20), memory=Summaries(proposed, *[NO_CHANGES] * 9)
    ) as desk:
        anna = await chat(desk, 5)
        await compress(desk, anna)
        [first, *_] = await anna.say("hello")
        assert first["text"].startswith(say("en", "memory.summed_up", items="Likes tea"))
        assert lie not in first["text"]


async def test_the_person_is_told_once_with_what_is_kept():
    proposed = changes(add_facts=[item("Likes tea"), item(FACT)])
    async with open_desk(
        provider=Model(*[HI] * 20), memory=Summaries(proposed, *[NO_CHANGES] * 9)
    ) as desk:
        anna = await chat(desk, 5)
        await compress(desk, anna)
        line = say("en", "memory.summed_up", items=f"Likes tea; {FACT}")
        [first, *_] = await anna.say("hello")
        assert first["text"].startswith(line)
        await compress(desk, anna)
        [second, *_] = await anna.say("hello again")
        assert second["text"] == "Hello."
        desk.clock.advance(24 * 3600)
        await talk(anna, "a", "b", "c")
        await compress(desk, anna)
        [third, *_] = await anna.say("a day later")
        assert third["text"].startswith(line)


async def test_where_nothing_needed_keeping_that_is_said():
    async with open_desk(provider=Model(*[HI] * 20), memory=Summaries(NO_CHANGES)) as desk:
        anna = await chat(desk, 5)
        await compress(desk, anna)
        [message, *_] = await anna.say("hello")
        assert message["text"].startswith(say("en", "memory.summed_up_nothing"))


async def test_somebody_else_is_never_told_what_is_kept():
    asking = plan(ask("Which one?", "A", "B"))
    async with open_desk(
        provider=Model(*[HI] * 5, asking), memory=Summaries(changes(add_facts=[item(FACT)]))
    ) as desk:
        anna = await chat(desk, 5)
        await anna.say("ask me")
        question = anna.question_id
        await compress(desk, anna)
        bob = await desk.somebody("bob")
        answer = await bob.press("opt:1", question)
        assert FACT not in str(answer)
        row = await stored(desk, anna)
        assert row is not None
        assert not row.told


async def test_a_finished_workflow_ends_goal_and_flow():
    proposed = changes(
        current_goal=item("Learn about funding"), active_flow="learning", add_facts=[item(FACT)]
    )
    async with open_desk(provider=Model(*[HI] * 9), memory=Summaries(proposed)) as desk:
        anna = await chat(desk, 5)
        await compress(desk, anna)
        assert (await state(desk, anna)).current_goal is not None
        await anna.say("thanks, all clear")
        kept = await state(desk, anna)
        assert (kept.current_goal, kept.active_flow) == (None, "")
        assert facts(kept) == [FACT]


async def test_an_open_question_stays_as_it_was_and_its_answer_goes_on():
    asking = plan(ask("Which style do you want?", "calm", "bold"))
    worker = Model(asking, *[HI] * 9)
    memory = Summaries(*[changes(add_open_loops=[item("ask for the style again")])] * 9)
    async with open_desk(provider=worker, memory=memory) as desk:
        await short_window(desk)
        anna = desk.person()
        await anna.say("set up my style")
        question = anna.question_id
        await talk(anna, *(f"by the way, thought {number}" for number in range(4)))
        [before] = await desk.rows(Waiting, status="open")
        await compress(desk, anna)
        assert await desk.rows(Waiting, status="open") == [before]
        loops = (await state(desk, anna)).open_loops
        assert loops == (Item(id=f"q:{question}", text=before.question),)
        await anna.press("opt:1", question)
        assert (await desk.rows(Waiting, id=question))[0].status == "answered"
        await talk(anna, "one more thing", "and another")
        await compress(desk, anna)
        assert (await state(desk, anna)).open_loops == ()


async def test_a_turn_goes_on_while_a_summary_is_made():
    held = HeldModel(Model(changes(add_facts=[item(FACT)]), NO_CHANGES))
    async with open_desk(provider=Model(*[HI] * 20), memory=Summaries(behind=held)) as desk:
        anna = await chat(desk, 5)
        work = asyncio.create_task(compress(desk, anna))
        await held.reached.wait()
        [message, *_] = await anna.say("meanwhile")
        assert message["text"] == "Hello."
        held.release(2)
        await work
        assert facts(await state(desk, anna)) == [FACT]
        row = await stored(desk, anna)
        said = [each for each in await desk.rows(MessageRow) if each.role == "user"]
        assert row is not None
        assert row.compressed_through < said[-2].id
        assert await compress(desk, anna)


@pytest.mark.parametrize("known", [False, True])
async def test_clear_wins_over_a_summary_under_way(known: bool):
    held = HeldModel(Model(*[changes(add_facts=[item(FACT)])] * 9))
    async with open_desk(provider=Model(*[HI] * 20), memory=Summaries(behind=held)) as desk:
        anna = await chat(desk, 5)
        if known:
            held.release()
            await compress(desk, anna)
            await talk(anna, "f", "g")
            held.reached.clear()
        work = asyncio.create_task(compress(desk, anna))
        await held.reached.wait()
        await anna.say("/clear")
        held.release(9)
        await work
        assert await desk.rows(TaskStateRow) == []
        await talk(anna, "a", "b", "c", "d")
        await compress(desk, anna)
        row = await stored(desk, anna)
        assert row is not None
        assert cited(await state(desk, anna)) <= {each.id for each in await desk.rows(MessageRow)}


def cited(kept: TaskState) -> set[str]:
    return {id_ for each in kept.important_facts for id_ in each.messages}


async def test_clear_leaves_nothing_of_the_conversation_anywhere():
    mark = "grandmother's orchard"
    proposed = changes(add_facts=[item(f"Dreams of the {mark}")])
    memory = Summaries(proposed)
    async with open_desk(provider=Model(*[HI] * 9), memory=memory) as desk:
        await short_window(desk)
        anna = desk.person()
        await talk(anna, f"I dream of my {mark}", "a", "b", "c")
        await compress(desk, anna)
        assert mark in str(await desk.rows(TaskStateRow))
        [answer] = await anna.say("/clear")
        assert answer["text"] == say("en", "clear.done")
        for kind in (TaskStateRow, Waiting, Workflow):
            assert await desk.rows(kind) == []
        assert [row.text for row in await desk.rows(MessageRow)] == [answer["text"]]
        for other in (ConversationRow, InboxItem, Preference, ExperienceRow, ModelUsage):
            assert mark not in str(await desk.rows(other))
        for trace in await desk.rows(Trace, agent_type="memory"):
            assert mark not in str(trace)
            assert mark not in str(await desk.rows(StepRow, trace_id=trace.trace_id))


async def test_clear_wins_over_what_is_being_learnt():
    kept = write("style", "short answers", "m1")
    held = HeldModel(Model(propose(kept)))
    async with open_desk(provider=Model(HI), memory=held) as desk:
        anna = desk.person()
        await talk(anna, "I prefer short answers")
        work = asyncio.create_task(compress(desk, anna))
        await held.reached.wait()
        await anna.say("/clear")
        held.release(2)
        assert not await work
        assert await desk.rows(Preference) == []
        assert await desk.rows(TaskStateRow) == []


async def test_without_clear_it_is_learnt():
    memory = Model(propose(write("style", "short answers", "m1")))
    async with open_desk(provider=Model(HI), memory=memory) as desk:
        anna = desk.person()
        await talk(anna, "I prefer short answers")
        assert await compress(desk, anna)
        assert [row.value for row in await desk.rows(Preference)] == ["short answers"]
