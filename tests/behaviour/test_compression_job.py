"""When conversations are summed up, and what becomes of it when that fails."""

import asyncio
from decimal import Decimal
from typing import Any

import pytest
from structlog.testing import capture_logs

from adapters.llm.offline.planner import OfflinePlanner
from adapters.store.memory import MemoryRecords
from core.agent.parts import Limits
from core.domain.llm import Finished
from core.domain.records import (
    MessageRow,
    ModelUsage,
    StepRow,
    TaskStateRow,
    Trace,
)
from core.domain.task_state import TaskState
from core.domain.tokens import estimated_tokens
from core.errors import ModelError
from core.memory.compression import BATCH_TOKENS
from core.ports import Records
from tests.behaviour.seams import FailingModel, HeldModel, Model
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
    stored,
    talk,
)
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk


async def test_after_a_second_wrong_answer_it_waits_as_it_is():
    wrong = changes(add_facts=[item(FACT, "m99")])
    memory = Summaries(wrong, wrong, changes(add_facts=[item(FACT)]))
    async with open_desk(provider=Model(*[HI] * 9), memory=memory) as desk:
        anna = await chat(desk, 5)
        desk.clock.advance(61)
        await desk.desk.memory.tick()
        row = await stored(desk, anna)
        assert row is None or (row.compressed_through, row.told) == ("", True)
        assert await state(desk, anna) == TaskState()
        [trace] = await desk.rows(Trace, agent_type="memory", task="compress")
        assert trace.status == "failed"
        await compress(desk, anna)
        assert facts(await state(desk, anna)) == [FACT]


async def test_a_failing_service_leaves_everything_and_other_conversations_go_on():
    good = Model(changes(add_facts=[item(FACT)]), changes(add_facts=[item(FACT)]))
    failing = FailingModel(ModelError("overloaded"), good)
    async with open_desk(provider=Model(*[HI] * 20), memory=Summaries(behind=failing)) as desk:
        anna = await chat(desk, 5)
        other = desk.person(chat="second")
        await talk(other, "a", "b", "c", "d")
        desk.clock.advance(61)
        await desk.desk.memory.tick()
        assert failing.calls == 2
        assert {row.compressed_through for row in await desk.rows(TaskStateRow)} <= {""}
        failing.error = None
        await talk(anna, *(f"more {number}" for number in range(5)))
        await desk.desk.memory.tick()
        assert failing.calls == 2
        desk.clock.advance(61)
        await desk.desk.memory.tick()
        assert facts(await state(desk, anna)) == facts(await state(desk, other)) == [FACT]


@pytest.mark.parametrize("memory", [None, OfflinePlanner()])
async def test_with_no_model_it_waits_untouched(memory: Any):
    async with open_desk(provider=Model(*[HI] * 9), memory=memory) as desk:
        anna = await chat(desk, 5)
        desk.clock.advance(3600)
        await desk.desk.memory.tick()
        await compress(desk, anna)
        assert await stored(desk, anna) is None
        assert len(await desk.rows(MessageRow)) == 10


async def test_it_runs_once_the_conversation_is_quiet_or_after_some_turns_without_quiet():
    memory = Summaries(*[NO_CHANGES] * 9)
    async with open_desk(provider=Model(*[HI] * 30), memory=memory) as desk:
        await short_window(desk)
        anna = desk.person()
        await desk.desk.memory.tick()
        await talk(anna, "a", "b", "c", "d")
        await desk.desk.memory.tick()
        assert memory.asked == []
        desk.clock.advance(59)
        await desk.desk.memory.tick()
        assert memory.asked == []
        desk.clock.advance(1)
        await desk.desk.memory.tick()
        assert len(memory.asked) == 1
        await talk(anna, "e", "f", "g", "h")
        await desk.desk.memory.tick()
        assert len(memory.asked) == 1
        await talk(anna, "i")
        await desk.desk.memory.tick()
        assert len(memory.asked) == 2


async def test_what_a_process_left_the_next_one_finds():
    records, clock, ids = MemoryRecords(), ManualClock(), SeededIds()
    async with open_desk(records=records, clock=clock, ids=ids, provider=Model(*[HI] * 9)) as desk:
        await chat(desk, 5)
    memory = Summaries(changes(add_facts=[item(FACT)]))
    clock.advance(3600)
    async with open_desk(
        records=records, clock=clock, ids=ids, provider=Model(*[HI] * 9), memory=memory
    ) as desk:
        await desk.desk.memory.tick()
        assert facts(await state(desk, desk.person())) == [FACT]
        clock.advance(120)
        await desk.desk.memory.tick()
        assert len(memory.asked) == 1


async def test_a_long_backlog_is_folded_in_several_calls_of_bounded_size():
    memory = Summaries(*[changes(add_facts=[item(FACT)])] * 60)
    async with open_desk(provider=Model(*[HI] * 9), memory=memory) as desk:
        await short_window(desk)
        anna = desk.person()
        await anna.say("the beginning")
        await desk.desk.parts.records.commit(*backlog(desk, anna, 600))
        desk.clock.advance(3600)
        for _ in range(20):
            await desk.desk.memory.tick()
        assert 5 < len(memory.asked) < 40
        for request in memory.asked:
            assert estimated_tokens(request.messages[0].text) < BATCH_TOKENS + 2_000
        asked = "\n".join(request.messages[0].text for request in memory.asked)
        assert all(asked.count(f"remark {number:03},") == 1 for number in range(598))
        row = await stored(desk, anna)
        assert row is not None
        assert facts(await state(desk, anna)) == [FACT]


async def test_memory_leaves_half_of_the_days_budget_to_the_person():
    class Dear(Model):
        async def chat(self, request: Any) -> Any:
            async for event in super().chat(request):
                yield event if not isinstance(event, Finished) else used

    used = Finished(model="dear", input_tokens=600, output_tokens=0, cost="0.001")
    memory = Summaries(behind=Dear(*[NO_CHANGES] * 9))
    async with open_desk(
        provider=Model(*[HI] * 20), memory=memory, limits=Limits(tokens_per_day=1_000)
    ) as desk:
        anna = await chat(desk, 5)
        with pytest.raises(ModelError, match="day_budget"):
            await compress(desk, anna)
        [usage] = await desk.rows(ModelUsage)
        assert usage.account_id == "owner"
        assert (usage.tokens, usage.cost) == (Decimal(600), Decimal("0.001"))
        [trace] = await desk.rows(Trace, agent_type="memory")
        assert (trace.mode, trace.total_tokens, trace.uid) == ("call", 600, "owner")
        steps = await desk.rows(StepRow, trace_id=trace.trace_id)
        assert [step.step_type for step in steps] == ["llm_call", "memory_write"]
        await anna.say("more")
        with pytest.raises(ModelError, match="day_budget"):
            await compress(desk, anna)
        assert len(memory.asked) == 1


async def test_of_two_summaries_at_once_one_counts():
    held = HeldModel(Model(*[changes(add_facts=[item(FACT)])] * 9))
    async with open_desk(provider=Model(*[HI] * 20), memory=Summaries(behind=held)) as desk:
        anna = await chat(desk, 5)
        work = [asyncio.create_task(compress(desk, anna)) for _ in range(2)]
        await held.reached.wait()
        held.release(9)
        assert sorted(await asyncio.gather(*work)) == [False, True]
        row = await stored(desk, anna)
        assert row is not None
        assert row.version == 1


async def test_it_is_the_same_over_every_store(records: Records):
    memory = Summaries(changes(add_facts=[item(FACT)]), NO_CHANGES)
    async with open_desk(records=records, provider=Model(*[HI] * 9), memory=memory) as desk:
        anna = await chat(desk, 5)
        assert await compress(desk, anna)
        await talk(anna, "one more thing")
        assert await compress(desk, anna)
        row = await stored(desk, anna)
        assert row is not None
        assert row.version >= 2
        assert facts(await state(desk, anna)) == [FACT]
        await talk(anna, "/clear")
        assert await stored(desk, anna) is None
        assert await compress(desk, anna)
        assert len(memory.asked) == 2


async def test_what_was_said_is_in_no_log_whatever_breaks():
    broken = FailingModel(RuntimeError("remark number 0"))
    async with open_desk(provider=Model(*[HI] * 9), memory=Summaries(behind=broken)) as desk:
        anna = await chat(desk, 5)
        desk.clock.advance(61)
        with capture_logs() as logs:
            await desk.desk.memory.tick()
        [entry] = [entry for entry in logs if entry["event"] == "memory waits"]
        assert (entry["conversation"], entry["reason"]) == (anna.key.id, "RuntimeError")
        assert "remark" not in str(logs)


async def test_what_is_learnt_fails_by_itself():
    memory = Model(changes(add_facts=[item(FACT)]), {"error": "overloaded"})
    async with open_desk(provider=Model(*[HI] * 9), memory=memory) as desk:
        await short_window(desk)
        anna = desk.person()
        await talk(anna, "I prefer short answers", "b", "c", "d")
        with pytest.raises(ModelError, match="overloaded"):
            await compress(desk, anna)
        assert facts(await state(desk, anna)) == [FACT]
        row = await stored(desk, anna)
        assert row is not None
        assert row.remembered_through == ""


async def test_alerts_alone_are_passed_over_without_a_call():
    memory = Summaries(NO_CHANGES, NO_CHANGES)
    async with open_desk(provider=Model(*[HI] * 9), memory=memory) as desk:
        await short_window(desk)
        anna = desk.person()
        await talk(anna, "the beginning")
        alerts = [each for each in backlog(desk, anna, 200) if each.record.role == "assistant"]
        await desk.desk.parts.records.commit(*alerts)
        await talk(anna, "b", "c", "d")
        assert await compress(desk, anna)
        assert len(memory.asked) == 2
        row = await stored(desk, anna)
        assert row is not None
        assert row.compressed_through > alerts[-1].record.id


async def test_a_conversation_that_is_not_known_has_nothing_to_sum_up():
    async with open_desk(memory=Summaries()) as desk:
        assert await desk.desk.memory.run_once("web:nobody::nobody")


async def test_a_call_that_never_ends_is_given_up():
    held = HeldModel(Model(NO_CHANGES))
    async with open_desk(memory=Summaries(behind=held), limits=Limits(call_s=0)) as desk:
        await short_window(desk)
        anna = desk.person()
        await talk(anna, "hello")
        await desk.desk.parts.records.commit(*backlog(desk, anna, 5))
        with pytest.raises(ModelError, match="timeout"):
            await compress(desk, anna)
