"""What comes back of an answer, and that nothing comes back of one that is not whole."""

import asyncio
from typing import cast

import pytest
from anthropic._models import construct_type
from anthropic.types import RawMessageStreamEvent

from adapters.llm.anthropic.answer import Answer
from core.agent.prompts import SUBMIT_PLAN
from core.domain.llm import Finished, TextDelta, ToolCall
from core.errors import ModelError
from tests.adapters.anthropic_calls import (
    HI,
    UNFORCED,
    asking,
    call,
    calling,
    events,
    failure,
    telling,
    words,
)
from tests.doubles.anthropic import (
    BadChunk,
    CutStream,
    MaxTokens,
    Paced,
    PauseTurn,
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
WRITTEN = (
    '{"goal": "greet", "intent": "chat", "steps": [{"type": "respond", "id": "s", "text": "x"}]}'
)
PLAN = {"goal": "greet", "intent": "chat", "steps": [{"type": "respond", "id": "s", "text": "x"}]}


# -- words --------------------------------------------------------------------------------------


async def test_words_are_told_as_they_come():
    async with calling(StallStream(after_events=4, answer=Text(STORY))) as (_, provider):
        answer = provider.chat(telling())
        first = await anext(answer)
        await answer.aclose()  # type: ignore[attr-defined]

    assert isinstance(first, TextDelta)
    assert STORY.startswith(first.text)


@pytest.mark.parametrize("said", [STORY, "One.\n\n- two\r\n- three\n", "  x  ", "👩‍👩‍👧" * 40])
async def test_all_the_words_are_told_line_breaks_and_all_original_g1_19(said):
    async with calling(Text(said)) as (_, provider):
        told = await words(provider, telling())

    assert "".join(told) == said
    assert len(told) > 1


async def test_an_answer_ends_with_what_it_took():
    async with calling(Text("Fine.")) as (_, provider):
        finished = (await events(provider, telling()))[-1]

    assert isinstance(finished, Finished)
    assert finished.model == "claude-haiku-5-5"
    assert finished.input_tokens is not None
    assert finished.input_tokens > 100
    assert finished.output_tokens == 2
    assert finished.cost is not None


async def test_an_unpriced_model_has_an_unknown_cost():
    async with calling(Text("Fine."), model="deepseek-v4") as (_, provider):
        finished = (await events(provider, telling()))[-1]

    assert isinstance(finished, Finished)
    assert finished.cost is None
    assert finished.output_tokens == 2


async def test_leaving_early_ends_the_call():
    async with calling(Paced(Text(STORY * 5), seconds=0.02)) as (api, provider):
        answer = provider.chat(telling())
        async for _ in answer:
            break
        await answer.aclose()  # type: ignore[attr-defined]
        async with asyncio.timeout(3):
            while not api.last_request.hung_up:  # noqa: ASYNC110 - a flag of the double
                await asyncio.sleep(0.01)


# -- calls --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        HI,
        {},
        {"goal": "x" * 20_000},
        {"deep": [[[{"n": 1.5e-7, "none": None, "yes": True}]]]},
    ],
)
async def test_a_call_comes_whole(value):
    async with calling(ToolUse("submit_plan", value)) as (_, provider):
        made = await call(provider, asking())

    assert made == ToolCall(name="submit_plan", input=value)


async def test_half_a_character_cannot_be_smuggled_in():
    raw = '{"goal": "\\ud83d \\ud83d\\ude80"}'
    async with calling(ToolCutInHalf("submit_plan", raw)) as (_, provider):
        assert (await call(provider, asking())).input == {"goal": "\ufffd 🚀"}


async def test_an_unknown_tool_is_passed_on_by_its_name():
    async with calling(ToolUse("rm_rf", {"path": "/"}, unlisted=True)) as (_, provider):
        assert (await call(provider, asking())).name == "rm_rf"


async def test_two_calls_are_none():
    calls = ToolUses((ToolUse("submit_plan", HI), ToolUse("submit_plan", HI)))

    def unasked(body):
        body.body["tool_choice"].pop("disable_parallel_tool_use")
        return calls

    async with calling(unasked) as (_, provider):
        assert (await failure(provider, asking())).kind == "malformed"


@pytest.mark.parametrize(
    "text",
    [
        WRITTEN,
        f"```json\n{WRITTEN}\n```",
        f"Here is the plan:\n\n```\n{WRITTEN}\n```\nShall I?",
        f"I think {{well}} that {WRITTEN} fits.",
        f'{{"goal": "only half" … {WRITTEN}',
    ],
)
async def test_a_plan_written_out_counts_as_the_call(text):
    async with calling(Text(text), model=UNFORCED) as (_, provider):
        assert await call(provider, asking()) == ToolCall(name="submit_plan", input=PLAN)


@pytest.mark.parametrize(
    "text",
    [
        "I cannot plan that.",
        f"{WRITTEN} or {WRITTEN}",
        '{"goal": "no steps", "intent": "chat"}',
        '{"goal": "x", "intent": "chat", "steps": [], "and": "more"}',
        WRITTEN[:-1],
        '{"goal": NaN, "intent": "chat", "steps": []}',
        '{"goal": 1e999, "intent": "chat", "steps": []}',
        '{"a":' * 3_000,
    ],
)
async def test_other_words_are_passed_on_for_repair(text):
    async with calling(Text(text), model=UNFORCED) as (_, provider):
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
        (MaxTokens(WRITTEN), "truncated"),
        (UnknownStop("model_context_window_exceeded"), "truncated"),
        (UnknownStop("tired"), "malformed"),
        (UnknownStop("stop_sequence", WRITTEN), "malformed"),
        (PauseTurn("One moment"), "malformed"),
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
        (ToolCutInHalf("submit_plan", '{"goal": tr'), "truncated"),
        (ToolCutInHalf("submit_plan", '{"goal" 1}'), "malformed"),
        (ToolCutInHalf("submit_plan", '{"amount": NaN}'), "malformed"),
        (ToolCutInHalf("submit_plan", '{"amount": -Infinity}'), "malformed"),
        (ToolCutInHalf("submit_plan", '{"amount": 1e999}'), "malformed"),
        (ToolCutInHalf("submit_plan", '{"amount": ' + "9" * 5_000 + "}"), "malformed"),
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


async def test_words_that_came_before_a_cut_were_told_and_then_the_failure():
    told = []
    async with calling(CutStream(after_events=6, answer=Text(STORY))) as (_, provider):
        with pytest.raises(ModelError, match="truncated"):  # noqa: PT012 - what came before counts
            async for event in provider.chat(telling()):
                told.append(event)  # noqa: PERF401 - and is kept

    assert told
    assert STORY.startswith("".join(event.text for event in told if isinstance(event, TextDelta)))
    assert not any(isinstance(event, Finished) for event in told)


def chunk(data: str, name: str = "content_block_delta") -> bytes:
    return f"event: {name}\ndata: {data}\n\n".encode()


@pytest.mark.parametrize(
    "raw",
    [
        BadChunk(after_events=0).raw,
        b"event: x\ndata: \xff\n\n",
        chunk("[]"),
        chunk("7"),
        chunk('"text"'),
        chunk("null"),
        chunk("{}"),
        chunk('{"type": "content_block_delta"}'),
        chunk('{"type": "content_block_delta", "index": 0, "delta": null}'),
        chunk('{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta"}}'),
        chunk(
            '{"type": "content_block_delta", "index": 9,'
            ' "delta": {"type": "text_delta", "text": "x"}}'
        ),
        chunk(
            '{"type": "content_block_delta", "index": 0,'
            ' "delta": {"type": "text_delta", "text": 5}}'
        ),
        chunk('{"type": "content_block_stop", "index": 7}', "content_block_stop"),
        chunk('{"type": "content_block_start", "index": 1}', "content_block_start"),
        chunk('{"type": "message_delta"}', "message_delta"),
        chunk('{"type": "message_start"}', "message_start"),
        chunk('{"a":' * 20_000),
    ],
)
@pytest.mark.parametrize(
    ("request_for", "answer"), [(asking, ToolUse("submit_plan", HI)), (telling, Text(STORY))]
)
async def test_an_odd_event_is_a_failure(raw, request_for, answer):
    fault = BadChunk(after_events=4, answer=answer, raw=raw)
    async with calling(fault) as (api, provider):
        assert (await failure(provider, request_for())).kind == "malformed"

    assert api.calls == 1


@pytest.mark.parametrize(
    "raw",
    [
        chunk('{"type": "news", "of": "tomorrow"}', "news"),
        chunk('{"type": "ping"}', "ping"),
        b"data: [DONE]\n\n",
        b": a comment\n\n",
        chunk('{"type": "content_block_start", "index": 5, "content_block": {"type": "vision"}}')
        + chunk('{"type": "content_block_stop", "index": 5}'),
    ],
)
async def test_what_is_new_in_the_stream_is_passed_over(raw):
    async with calling(BadChunk(after_events=4, answer=Text(STORY), raw=raw)) as (_, provider):
        assert "".join(await words(provider, telling())) == STORY


async def test_a_server_that_sends_a_call_whole_and_counts_nothing_is_understood():
    start = (
        '{"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use",'
        ' "id": "t1", "name": "submit_plan", "input": {"goal": "whole"}}}'
    )
    stop = '{"type": "content_block_stop", "index": 1}'
    fault = BadChunk(
        after_events=1,
        answer=Text("So."),
        raw=chunk(start, "content_block_start") + chunk(stop, "content_block_stop"),
    )
    async with calling(fault) as (_, provider):
        made = await call(provider, asking())

    assert made == ToolCall(name=SUBMIT_PLAN.name, input={"goal": "whole"})


def test_what_a_server_does_not_count_is_unknown():
    answer = Answer("deepseek-v4", None)
    for event in (
        {"type": "message_start", "message": {"model": "deepseek-v4.1"}},
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "text", "text": "Fine."},
        },
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
        {"type": "message_stop"},
    ):
        built = construct_type(value=event, type_=RawMessageStreamEvent)
        answer.take(cast("RawMessageStreamEvent", built))

    assert list(answer.finish()) == [
        Finished(model="deepseek-v4.1", input_tokens=None, output_tokens=None)
    ]
