"""What comes back of an answer, and that nothing comes back of one that is not whole."""

import asyncio

import pytest

from core.domain.llm import Finished, TextDelta, ToolCall
from core.errors import ModelError
from tests.adapters.llm_calls import HI, asking, call, events, failure, telling, words
from tests.adapters.openai_calls import AUTO, TOOLLESS, calling, chunk, delta
from tests.doubles.openai import (
    BadChunk,
    CutStream,
    MaxTokens,
    Paced,
    Refusal,
    Silence,
    StallStream,
    Text,
    ToolCutInHalf,
    ToolUse,
    ToolUses,
    UnknownStop,
    event_count,
)

STORY = "BTC 涨到了新高 🚀. It may not last."
PLAN = {"goal": "greet", "intent": "chat", "steps": [{"type": "respond", "id": "s", "text": "x"}]}
WRITTEN = (
    '{"goal": "greet", "intent": "chat", "steps": [{"type": "respond", "id": "s", "text": "x"}]}'
)


# -- words --------------------------------------------------------------------------------------


async def test_words_are_told_as_they_come():
    async with calling(StallStream(after_events=4, answer=Text(STORY))) as (_, provider):
        answer = provider.chat(telling())
        first = await anext(answer)
        await answer.aclose()  # type: ignore[attr-defined]

    assert isinstance(first, TextDelta)
    assert STORY.startswith(first.text)


@pytest.mark.parametrize("said", [STORY, "One.\n\n- two\r\n- three\n", "  x  ", "👩‍👩‍👧" * 40])
async def test_all_the_words_are_told(said):
    async with calling(Text(said)) as (_, provider):
        told = await words(provider, telling())

    assert "".join(told) == said
    assert len(told) > 1


async def test_an_answer_ends_with_what_it_took():
    async with calling(Text("Fine.")) as (_, provider):
        finished = (await events(provider, telling()))[-1]

    assert isinstance(finished, Finished)
    assert finished.model == "gpt-6.1-terra"
    assert finished.input_tokens is not None
    assert finished.input_tokens > 100
    assert (finished.output_tokens, finished.cached_tokens) == (2, 0)
    assert finished.cost == f"{(finished.input_tokens + 10) / 1_000_000:f}"


async def test_an_unpriced_model_has_an_unknown_cost():
    async with calling(Text("Fine."), model="llama-4") as (_, provider):
        finished = (await events(provider, telling()))[-1]

    assert isinstance(finished, Finished)
    assert finished.cost is None
    assert finished.output_tokens == 2


@pytest.mark.parametrize(
    ("usage", "cached"),
    [
        ('{"prompt_tokens": 90, "completion_tokens": 7}', None),
        ('{"prompt_tokens": 90, "completion_tokens": 7, "prompt_cache_hit_tokens": 64}', 64),
        ('{"prompt_tokens": 90, "completion_tokens": 7, "cached_tokens": 32}', 32),
        (
            (
                '{"prompt_tokens": 90, "completion_tokens": 7,'
                ' "prompt_tokens_details": {"cached_tokens": 80}}'
            ),
            80,
        ),
    ],
)
async def test_tokens_are_counted_in_the_ways_of_several_vendors(usage, cached):
    fault = BadChunk(after_events=99, answer=Text("Fine."), raw=chunk("[]", f', "usage": {usage}'))
    async with calling(fault) as (_, provider):
        finished = (await events(provider, telling()))[-1]

    assert isinstance(finished, Finished)
    assert (finished.input_tokens, finished.output_tokens) == (90, 7)
    assert finished.cached_tokens == cached


async def test_tokens_may_be_counted_inside_the_choice():
    usage = '{"prompt_tokens": 90, "completion_tokens": 7, "cached_tokens": 32}'
    raw = chunk(f'[{{"index": 0, "delta": {{}}, "finish_reason": "stop", "usage": {usage}}}]')
    fault = BadChunk(after_events=99, answer=Text("Fine."), raw=raw)
    async with calling(fault, refuses={"stream_options"}) as (_, provider):
        finished = (await events(provider, telling()))[-1]

    assert isinstance(finished, Finished)
    assert (finished.input_tokens, finished.cached_tokens) == (90, 32)


async def test_what_a_server_does_not_count_is_unknown():
    async with calling(Text("Fine."), model="local", refuses={"stream_options"}) as (_, provider):
        finished = (await events(provider, telling()))[-1]

    assert finished == Finished(model="local", input_tokens=None, output_tokens=None)


async def test_leaving_early_ends_the_call():
    async with calling(Paced(Text(STORY * 5), seconds=0.02)) as (api, provider):
        answer = provider.chat(telling())
        async for _ in answer:
            break
        await answer.aclose()  # type: ignore[attr-defined]
        async with asyncio.timeout(3):
            while not api.last_request.hung_up:  # noqa: ASYNC110 - a flag of the double
                await asyncio.sleep(0.01)


# -- thoughts -----------------------------------------------------------------------------------


async def test_thoughts_told_apart_are_no_part_of_the_answer():
    script = (ToolUse("submit_plan", HI, thinking="Hm.", text="Let me see."), Text("Fine."))
    async with calling(*script) as (_, provider):
        assert (await call(provider, asking())).input == HI
        assert "".join(await words(provider, telling())) == "Fine."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("<think>Hm. {}</think>\n\nFine.", "Fine."),
        ("\n<think>\n\n</think>\n\nFine. <think>", "Fine. <think>"),
        ("<thin air", "<thin air"),
        ("<", "<"),
    ],
)
async def test_thoughts_left_in_the_text_are_none_either(said, told):
    async with calling(Text(said), model="local") as (_, provider):
        assert "".join(await words(provider, telling())) == told


async def test_a_draft_among_the_thoughts_is_not_the_plan():
    draft = WRITTEN.replace("greet", "sell everything")
    said = f"<think>Perhaps {draft}? No.</think>{WRITTEN}"
    async with calling(Text(said), refuses=TOOLLESS, model="local") as (_, provider):
        assert (await call(provider, asking())).input == PLAN


async def test_thoughts_and_no_more_are_an_empty_answer():
    async with calling(Text("<think>Hm."), model="local") as (_, provider):
        assert (await failure(provider, telling())).kind == "malformed"


# -- calls --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [HI, {}, {"goal": "x" * 20_000}, {"deep": [[[{"n": 1.5e-7, "none": None, "yes": True}]]]}],
)
async def test_a_call_comes_whole(value):
    async with calling(ToolUse("submit_plan", value)) as (api, provider):
        made = await call(provider, asking())

    assert made == ToolCall(name="submit_plan", input=value)
    api.verify()


@pytest.mark.parametrize("reason", ["stop", "tool_calls", "function_call"])
async def test_a_call_may_end_for_any_good_reason(reason):
    raw = delta('{"tool_calls": [{"index": 0, "function": {"name": "t", "arguments": "{}"}}]}')
    fault = BadChunk(after_events=1, answer=UnknownStop(reason, ""), raw=raw)
    async with calling(fault) as (_, provider):
        assert await call(provider, asking()) == ToolCall(name="t", input={})


@pytest.mark.parametrize(
    "call_json",
    [
        '{"function": {"name": "submit_plan", "arguments": "{\\"goal\\": \\"x\\"}"}}',
        '{"index": null, "function": {"name": "submit_plan", "arguments": {"goal": "x"}}}',
        '{"index": 3, "id": "a", "function": {"name": "submit_plan", "arguments": {"goal": "x"}}}',
    ],
)
async def test_a_call_that_comes_at_once_is_understood(call_json):
    fault = BadChunk(
        after_events=1,
        answer=UnknownStop("tool_calls", ""),
        raw=delta(f'{{"tool_calls": [{call_json}]}}'),
    )
    async with calling(fault) as (_, provider):
        assert await call(provider, asking()) == ToolCall(name="submit_plan", input={"goal": "x"})


async def test_half_a_character_cannot_be_smuggled_in():
    raw = '{"goal": "\\ud83d \\ud83d\\ude80"}'
    async with calling(ToolCutInHalf("submit_plan", raw)) as (_, provider):
        assert (await call(provider, asking())).input == {"goal": "\ufffd 🚀"}


async def test_an_unknown_tool_is_passed_on_by_its_name():
    async with calling(ToolUse("rm_rf", {"path": "/"}, unlisted=True)) as (_, provider):
        assert (await call(provider, asking())).name == "rm_rf"


async def test_two_calls_are_none():
    calls = ToolUses((ToolUse("submit_plan", HI), ToolUse("submit_plan", HI)))
    async with calling(calls, refuses={"parallel_tool_calls"}) as (_, provider):
        assert (await failure(provider, asking())).kind == "malformed"


async def test_two_calls_of_one_number_are_two():
    one = '{"index": 0, "id": "a", "function": {"name": "t", "arguments": "{}"}}'
    raw = delta(f'{{"tool_calls": [{one}]}}') + delta(
        f'{{"tool_calls": [{one.replace("a", "b", 1)}]}}'.replace('"id": "a"', '"id": "b"')
    )
    fault = BadChunk(after_events=1, answer=UnknownStop("tool_calls", ""), raw=raw)
    async with calling(fault) as (_, provider):
        assert (await failure(provider, asking())).kind == "malformed"


@pytest.mark.parametrize("refuses", [AUTO, TOOLLESS])
@pytest.mark.parametrize(
    "text",
    [
        WRITTEN,
        f"```json\n{WRITTEN}\n```",
        f"Here is the plan:\n\n```\n{WRITTEN}\n```\nShall I?",
        f"I think {{well}} that {WRITTEN} fits.",
    ],
)
async def test_a_plan_written_out_counts_as_the_call(text, refuses):
    async with calling(Text(text), refuses=refuses) as (_, provider):
        assert await call(provider, asking()) == ToolCall(name="submit_plan", input=PLAN)


@pytest.mark.parametrize(
    "text",
    [
        "I cannot plan that.",
        f"{WRITTEN} or {WRITTEN}",
        '{"goal": "no steps", "intent": "chat"}',
        WRITTEN[:-1],
        '{"goal": NaN, "intent": "chat", "steps": []}',
        '{"a":' * 3_000,
    ],
)
async def test_other_words_are_passed_on_for_repair(text):
    async with calling(Text(text), refuses=AUTO) as (_, provider):
        told = await events(provider, asking())

    assert [type(event) for event in told] == [TextDelta, Finished]


async def test_silence_is_passed_on_for_repair():
    async with calling(Silence()) as (_, provider):
        assert [type(event) for event in await events(provider, asking())] == [Finished]


# -- what is not whole --------------------------------------------------------------------------


@pytest.mark.parametrize("request_for", [asking, telling])
@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Refusal(), "refused"),
        (Refusal("I would rather"), "refused"),
        (Refusal(explanation="I will not do that."), "refused"),
        (MaxTokens(WRITTEN), "truncated"),
        (UnknownStop("insufficient_system_resource"), "overloaded"),
        (UnknownStop("sensitive"), "refused"),
        (UnknownStop("tired"), "malformed"),
        (UnknownStop("error", WRITTEN), "malformed"),
    ],
)
async def test_an_answer_that_stopped_for_another_reason_is_a_failure(answer, kind, request_for):
    async with calling(answer) as (api, provider):
        assert (await failure(provider, request_for())).kind == kind

    assert api.calls == 1, "and nobody pays for it twice"


async def test_an_empty_answer_in_words_is_a_failure():
    async with calling(Silence(), Text(" \n")) as (_, provider):
        assert (await failure(provider, telling())).kind == "malformed"
        assert (await failure(provider, telling())).kind == "malformed"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (MaxTokens(tool="submit_plan", partial_json='{"goal": "b'), "truncated"),
        (ToolCutInHalf("submit_plan", '{"goal": "buy", "amount": 1'), "truncated"),
        (ToolCutInHalf("submit_plan", '{"goal": "bu'), "truncated"),
        (ToolCutInHalf("submit_plan", '{"goal": {"a": 1}'), "truncated"),
        (ToolCutInHalf("submit_plan", '{"goal" 1}'), "malformed"),
        (ToolCutInHalf("submit_plan", '{"amount": NaN}'), "malformed"),
        (ToolCutInHalf("submit_plan", '{"amount": 1e999}'), "malformed"),
        (ToolCutInHalf("submit_plan", '{"a":' * 20_000 + "1" + "}" * 20_000), "malformed"),
        (ToolCutInHalf("submit_plan", '["goal"]'), "malformed"),
        (ToolCutInHalf("submit_plan", '"goal"'), "malformed"),
    ],
)
async def test_a_call_cut_in_half_or_garbled_is_never_a_call(answer, kind):
    async with calling(answer) as (_, provider):
        assert (await failure(provider, asking())).kind == kind


@pytest.mark.parametrize(
    ("request_for", "answer"), [(asking, ToolUse("submit_plan", HI)), (telling, Text(STORY))]
)
async def test_a_stream_that_ends_too_soon_is_a_failure_wherever_it_ends(request_for, answer):
    for count in range(event_count(answer)):
        async with calling(CutStream(after_events=count, answer=answer)) as (api, provider):
            assert (await failure(provider, request_for())).kind == "truncated"
        assert api.calls == 1


async def test_an_answer_is_whole_without_the_count_of_its_tokens():
    fault = CutStream(after_events=event_count(Text(STORY)), answer=Text(STORY))
    async with calling(fault) as (_, provider):
        assert "".join(await words(provider, telling())) == STORY


async def test_words_that_came_before_a_cut_were_told_and_then_the_failure():
    told = []
    async with calling(CutStream(after_events=6, answer=Text(STORY))) as (_, provider):
        with pytest.raises(ModelError, match="truncated"):  # noqa: PT012 - what came before counts
            async for event in provider.chat(telling()):
                told.append(event)  # noqa: PERF401 - and is kept

    assert told
    assert not any(isinstance(event, Finished) for event in told)
