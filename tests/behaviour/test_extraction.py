"""The memory executor: what a model proposes, and what the person's own words let it keep."""

import asyncio

import pytest

from core.domain.records import (
    ExperienceRow,
    MessageRow,
    Preference,
    Trace,
)
from core.errors import ModelError, ModelMistake
from tests.behaviour.lives import Lives
from tests.behaviour.memory_desk import (
    experiences,
    fates,
    forget,
    learn,
    mark,
    preferences,
    propose,
    remember,
    run_job,
    said,
    traced,
    write,
)
from tests.behaviour.seams import FailingModel, HeldModel, Model
from tests.desk import open_desk


@pytest.fixture
async def desk():
    async with open_desk() as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("I'm in Berlin these years, set your clocks by it", "timezone", "Europe/Berlin"),
        ("please always keep your answers short", "style", "keep answers short"),
        ("I never trade memecoins", "note", "never trades memecoins"),
        ("我从不做合约", "note", "从不做合约"),
        ("以后都红涨绿跌给我看", "colours", "red_up"),
    ],
)
async def test_what_the_person_said_of_themselves_is_kept_with_its_source(desk, text, key, value):
    person = await said(desk, text)
    extracted = await remember(desk, person, write(key, value, "m1"))
    assert fates(extracted) == [("kept", "")]
    (row,) = await desk.rows(Preference)
    (message,) = await desk.rows(MessageRow, role="user")
    assert (row.key, row.value, row.source, row.messages) == (key, value, "memory", [message.id])


async def test_an_experience_is_kept_for_the_person_at_half_confidence(desk):
    person = await said(desk, "Before weekends I always close my leveraged positions")
    call = learn("before weekends", "close leveraged positions", "m1")
    assert fates(await remember(desk, person, call)) == [("kept", "")]
    (row,) = await desk.rows(ExperienceRow)
    assert (row.scope, str(row.confidence)) == (f"user:{person.account.id}", "0.5")
    assert (row.source, row.usage_count, row.success_rate) == ("feedback", 0, None)


async def test_a_message_is_read_once_and_what_was_recalled_never(desk):
    person = await said(desk, "I never short")
    await remember(desk, person, write("note", "never shorts", "m1"))
    person = await said(desk, "what do you remember about me?", "I like mornings")
    model = Model(propose())
    await run_job(desk, person, model)
    messages = model.asked[0].messages[0].text.partition('<data name="messages">')[2]
    assert "never short" not in messages
    assert "I like mornings" in messages
    assert await run_job(desk, person, Model()) is not None


async def test_the_same_thing_said_again_is_one_entry(desk):
    person = await said(desk, "I never short")
    await remember(desk, person, write("note", "never shorts", "m1"))
    person = await said(desk, "as I said, I never short!", "I really never short anything")
    extracted = await remember(
        desk, person, write("note", "I never short", "m1"), write("note", "Never shorts.", "m2")
    )
    assert fates(extracted) == [("same", ""), ("same", "")]
    assert await preferences(desk, person) == [("note", "never shorts")]


async def test_a_contradiction_replaces_and_the_trace_tells_what_was(desk):
    person = await said(desk, "I always want short answers", "I risk 1% per trade")
    await remember(
        desk,
        person,
        write("style", "short answers", "m1"),
        write("note", "risk 1% per trade", "m2"),
    )
    person = await said(desk, "I now always want detailed answers", "I risk 2% per trade now")
    extracted = await remember(
        desk,
        person,
        write("style", "detailed answers", "m1"),
        write("note", "risk 2% per trade", "m2"),
    )
    assert fates(extracted) == [("updated", ""), ("updated", "")]
    assert await preferences(desk, person) == [
        ("note", "risk 2% per trade"),
        ("style", "detailed answers"),
    ]
    assert {(step["old"], step["value"]) for step in (await traced(desk))[2:]} == {
        ("short answers", "detailed answers"),
        ("risk 1% per trade", "risk 2% per trade"),
    }


async def test_of_two_statements_of_one_stretch_the_later_stands(desk):
    person = await said(desk, "please always answer in Chinese", "please always answer in English")
    extracted = await remember(
        desk, person, write("language", "en", "m2"), write("language", "zh", "m1")
    )
    assert fates(extracted) == [("kept", ""), ("dropped", "older_than_kept")]
    assert await preferences(desk, person) == [("language", "en")]


async def test_an_experience_with_the_same_condition_is_replaced(desk):
    person = await said(desk, "Before weekends I always close leveraged positions")
    await remember(desk, person, learn("before weekends", "close leveraged positions", "m1"))
    person = await said(desk, "Before weekends I only halve leveraged positions")
    extracted = await remember(
        desk, person, learn("before weekends", "only halve leveraged positions", "m1")
    )
    assert fates(extracted) == [("updated", "")]
    assert await experiences(desk, person) == [
        ("before weekends", "only halve leveraged positions")
    ]


async def test_what_was_taken_back_before_the_job_ran_is_not_kept(desk):
    person = await said(desk, "I never short", "forget that")
    extracted = await remember(desk, person, write("note", "never shorts", "m1"))
    assert fates(extracted) == [("dropped", "withdrawn")]
    person = await said(desk, "我喜欢小仓位", "今天行情不错", "忘掉我喜欢小仓位")
    extracted = await remember(desk, person, write("note", "喜欢小仓位", "m1"))
    assert fates(extracted) == [("dropped", "withdrawn")]
    assert await preferences(desk, person) == []


async def test_it_forgets_only_what_the_person_asked_to_forget(desk):
    person = await said(desk, "I never short", "I like mornings")
    await remember(
        desk, person, write("note", "never shorts", "m1"), write("note", "likes mornings", "m2")
    )
    person = await said(desk, "you may delete what I said about mornings")
    extracted = await remember(
        desk, person, forget("m1", match="never shorts"), forget("m1", match="mornings")
    )
    assert sorted(fates(extracted)) == [("dropped", "not_asked"), ("forgotten", "")]
    assert await preferences(desk, person) == [("note", "never shorts")]
    assert "likes mornings" not in str((await traced(desk))[2:])


async def test_a_full_store_refuses_and_evicts_nothing(desk):
    animals = "ants bees cats dogs eels frogs goats hens ibis jays kiwis larks mice newts owls pigs"
    names = [*animals.split(), "quails", "rats", "seals", "toads", "voles"]
    person = desk.person()
    for start in (0, 7, 14):
        part = names[start : start + 7]
        await said(desk, *(f"I like {name}" for name in part), person=person)
        calls = [write("note", f"likes {name}", f"m{at}") for at, name in enumerate(part, 1)]
        extracted = await remember(desk, person, *calls)
    assert ("dropped", "preference_full") in fates(extracted)
    assert len(await preferences(desk, person)) == 20


async def test_a_job_is_on_record_and_hidden_from_the_person(desk):
    person = await said(desk, "I never short")
    seen = await person.history()
    await remember(desk, person, write("note", "never shorts", "m1"))
    (trace,) = await desk.rows(Trace, agent_type="memory")
    assert (trace.mode, trace.status, trace.uid) == ("call", "completed", person.account.id)
    (hidden,) = await desk.rows(MessageRow, hidden_from_user=True)
    assert (hidden.executor, hidden.origin) == ("memory", "automation")
    assert hidden.execution_profile_name == "automation_memory_default"
    assert hidden.run_id == trace.trace_id
    assert await person.history() == seen


async def test_a_form_that_is_wrong_once_is_repaired_and_twice_waits(desk):
    person = await said(desk, "I never short")
    wrong = {"tool": "propose_memories", "input": {"calls": "all of them"}}
    with pytest.raises(ModelMistake):
        await run_job(desk, person, Model(wrong, {"text": "nothing to do"}))
    assert await mark(desk, person) == ""
    model = Model(wrong, propose(write("note", "never shorts", "m1")))
    assert fates(await run_job(desk, person, model)) == [("kept", "")]
    assert "not accepted" in model.asked[1].messages[0].text


async def test_more_calls_than_allowed_are_a_wrong_form(desk):
    person = await said(desk, "I never short")
    many = propose(*[write("note", "never shorts", "m1")] * 9)
    extracted = await run_job(desk, person, Model(many, propose()))
    assert extracted.decisions == ()


async def test_while_the_service_is_down_everything_waits(desk):
    person = await said(desk, "I never short")
    with pytest.raises(ModelError):
        await run_job(desk, person, FailingModel(ModelError("overloaded")))
    assert await mark(desk, person) == ""
    assert fates(await remember(desk, person, write("note", "never shorts", "m1"))) == [
        ("kept", "")
    ]


async def test_of_two_jobs_at_once_one_is_lost_and_nothing_is_doubled(desk):
    person = await said(desk, "I never short", "I like mornings")
    calls = (write("note", "never shorts", "m1"), write("note", "likes mornings", "m2"))
    model = HeldModel(Model(propose(*calls), propose(*calls)))
    jobs = [asyncio.ensure_future(run_job(desk, person, model)) for _ in range(2)]
    while model.calls < 2:  # noqa: ASYNC110 - both must have read before either goes on
        await asyncio.sleep(0)
    model.release(2)
    both = await asyncio.gather(*jobs)
    assert sorted(one.done for one in both) == [False, True]
    assert len(await preferences(desk, person)) == 2
    assert len(await desk.rows(Trace, agent_type="memory")) == 1


async def test_what_is_read_is_bounded_and_the_rest_follows(desk):
    person = await said(desk, *(f"I like word{n}" for n in range(45)))
    model = Model(propose(), propose())
    await run_job(desk, person, model)
    await run_job(desk, person, model)
    first, second = (request.messages[0].text for request in model.asked)
    assert '"m40"' in first
    assert '"m41"' not in first
    assert "I like word44" in second
    assert "I like word39" not in second
    assert '"m6"' not in second


async def test_small_talk_and_orders_ask_no_model(desk):
    person = await said(desk, "price of btc", "show my positions", "buy 50 usdt of btc")
    model = Model()
    assert (await run_job(desk, person, model)).done
    assert model.calls == []
    assert await mark(desk, person)


async def test_the_job_of_the_desk_reads_what_was_said_original_h_35():
    memory = Model(propose(write("note", "never shorts", "m1")))
    async with open_desk(memory=memory) as desk:
        person = await said(desk, "I never short")
        assert await desk.desk.memory.run_once(person.key.id)
        assert await preferences(desk, person) == [("note", "never shorts")]


async def test_I15_after_a_restart_the_mark_stands_and_nothing_is_read_twice():
    lives = Lives()
    async with lives.desk() as desk:
        person = await said(desk, "I never short")
        await remember(desk, person, write("note", "never shorts", "m1"))
        person = await said(desk, "I like mornings")
    async with lives.desk() as desk:
        person = desk.person()
        model = Model(propose(write("note", "likes mornings", "m1")))
        assert fates(await run_job(desk, person, model)) == [("kept", "")]
        assert "I never short" not in model.asked[0].messages[0].text.partition("messages")[2]
        assert len(await preferences(desk, person)) == 2


async def test_growth_over_two_hundred_turns_of_recall_is_zero(desk):
    """The model is shown its own entries and proposes them again, worded anew, every time."""
    person = await said(desk, "I never short", "I risk 1% per trade")
    first = (write("note", "never shorts", "m1"), write("note", "risk 1% per trade", "m2"))
    await remember(desk, person, *first)
    before = await preferences(desk, person)
    wordings = ("I never short", "never short", "Never shorts!", "the user never shorts")
    for turn in range(200):
        person = await said(desk, f"what do you remember? I mean, I never short, take {turn}")
        again = write("note", wordings[turn % 4], "m1")
        await remember(desk, person, again, write("note", "risk 1% per trade", "m1"))
    assert await preferences(desk, person) == before


async def test_all_of_it_holds_over_sql(sqlite_records):
    async with open_desk(records=sqlite_records) as desk:
        person = await said(
            desk, "I never short", "Before weekends I always close leveraged positions"
        )
        rule = learn("before weekends", "close leveraged positions", "m2")
        first = (write("note", "never shorts", "m1"), rule)
        assert fates(await remember(desk, person, *first)) == [("kept", ""), ("kept", "")]
        person = await said(desk, "forget what I said about weekends", "I never short meme coins")
        extracted = await remember(
            desk,
            person,
            forget("m1", match="weekends"),
            write("note", "never shorts", "m2"),
            {"tool_name": "execute_trade", "tool_args": {}},
        )
        assert sorted(fates(extracted)) == [
            ("forgotten", ""),
            ("refused", "not_in_allow_list"),
            ("same", ""),
        ]
        assert await preferences(desk, person) == [("note", "never shorts")]
        assert await experiences(desk, person) == []
