"""Chunks that no service should send: a failure where they say nothing sound, else passed over."""

import pytest

from tests.adapters.llm_calls import HI, asking, failure, telling, words
from tests.adapters.openai_calls import calling, chunk, delta
from tests.doubles.openai import BadChunk, Text, ToolUse

STORY = "BTC 涨到了新高 🚀. It may not last."


@pytest.mark.parametrize(
    "raw",
    [
        BadChunk(after_events=0).raw,
        b"data: \xff\n\n",
        b"data: []\n\n",
        b"data: 7\n\n",
        b"data: null\n\n",
        b"data: {}\n\n",
        b'data: {"choices": null}\n\n',
        b'data: {"choices": {"a": 1}}\n\n',
        chunk("[7]"),
        delta("7"),
        delta('{"content": 5}'),
        delta('{"tool_calls": [7]}'),
        delta('{"tool_calls": 9}'),
        delta("{}", '["stop"]'),
        b'data: {"a":' * 20_000 + b"\n\n",
    ],
)
@pytest.mark.parametrize(
    ("request_for", "answer"), [(asking, ToolUse("submit_plan", HI)), (telling, Text(STORY))]
)
async def test_an_odd_chunk_is_a_failure(raw, request_for, answer):
    fault = BadChunk(after_events=3, answer=answer, raw=raw)
    async with calling(fault) as (api, provider):
        assert (await failure(provider, request_for())).kind == "malformed"

    assert api.calls == 1


@pytest.mark.parametrize(
    "raw",
    [
        b": a comment\n\n",
        chunk("[]"),
        chunk("[{}]"),
        delta("null"),
        delta('{"tool_calls": [{"index": 0}]}'),
        delta('{"reasoning": "Hm.", "annotations": []}'),
        chunk('[{"index": 1, "delta": {"content": "another"}, "finish_reason": "stop"}]'),
    ],
)
async def test_what_says_nothing_is_passed_over(raw):
    async with calling(BadChunk(after_events=3, answer=Text(STORY), raw=raw)) as (_, provider):
        assert "".join(await words(provider, telling())) == STORY
