"""The chat completions double: what it answers, and what it will not take."""

from typing import Any

import openai
import pytest
from openai import AsyncOpenAI

from tests.doubles.openai import (
    BALANCE,
    NO_QUOTA,
    BadChunk,
    ChatApi,
    CutStream,
    Html,
    MaxTokens,
    Refusal,
    Silence,
    Status,
    Text,
    ToolUse,
    ToolUses,
    UnknownStop,
    When,
    event_count,
)

STORY = "市场突然动了 🚀 and then it was quiet."
TOOL: Any = {
    "type": "function",
    "function": {
        "name": "look_up",
        "description": "Looks up.",
        "parameters": {"type": "object", "properties": {"q": {"type": "string"}}},
    },
}
FORCED: Any = {"type": "function", "function": {"name": "look_up"}}
ASKED: Any = {"model": "gpt-5.2", "messages": [{"role": "user", "content": "Hi"}]}


def client_of(api, key=None):
    return AsyncOpenAI(base_url=api.base_url, api_key=key or api.api_key, max_retries=0)


async def ask(api, **changes):
    """The chunks of a streamed answer, through the real SDK."""
    async with client_of(api) as client:
        body = {**ASKED, "stream": True, **changes}
        known = {"extra_body": body.pop("extra")} if "extra" in body else {}
        stream = await client.chat.completions.create(**body, **known)
        return [chunk async for chunk in stream]


def said(chunks):
    return "".join(c.delta.content or "" for chunk in chunks for c in chunk.choices)


def reason(chunks):
    return next(c.finish_reason for one in reversed(chunks) for c in one.choices)


# -- answers ------------------------------------------------------------------------------------


async def test_words_are_streamed_in_pieces():
    async with ChatApi(Text(STORY)) as api:
        chunks = await ask(api)

    assert said(chunks) == STORY
    assert reason(chunks) == "stop"
    assert len(chunks) == event_count(Text(STORY)) > 3
    api.verify()


async def test_the_usage_comes_last_and_only_when_asked_for():
    async with ChatApi(Text("One."), Text("Two.")) as api:
        counted = await ask(api, stream_options={"include_usage": True})
        plain = await ask(api)

    assert counted[-1].choices == []
    assert counted[-1].usage.completion_tokens == 1
    assert all(chunk.usage is None for chunk in [*counted[:-1], *plain])


async def test_a_whole_answer_for_who_does_not_stream():
    async with ChatApi(ToolUse("look_up", {"q": "btc"})) as api, client_of(api) as client:
        answer = await client.chat.completions.create(**ASKED, tools=[TOOL])

    (call,) = answer.choices[0].message.tool_calls
    assert (call.function.name, call.function.arguments) == ("look_up", '{"q": "btc"}')
    assert answer.choices[0].finish_reason == "tool_calls"


async def test_a_call_is_streamed_in_pieces_of_json():
    async with ChatApi(ToolUse("look_up", {"q": "btc 比特币"})) as api:
        chunks = await ask(api, tools=[TOOL], tool_choice=FORCED)

    calls = [one for c in chunks for o in c.choices for one in o.delta.tool_calls or ()]
    assert calls[0].function.name == "look_up"
    assert "".join(one.function.arguments for one in calls) == '{"q": "btc 比特币"}'
    assert api.last_request.forced
    assert api.last_request.tools == ["look_up"]


@pytest.mark.parametrize(
    ("answer", "ends"),
    [
        (MaxTokens("Half"), "length"),
        (Refusal(), "content_filter"),
        (Refusal(explanation="No."), "stop"),
        (UnknownStop("tired"), "tired"),
        (Silence(), "stop"),
    ],
)
async def test_other_ends(answer, ends):
    async with ChatApi(answer) as api:
        assert reason(await ask(api)) == ends


async def test_prefixes_are_kept_by_themselves():
    async with ChatApi(*[Text("x")] * 3, min_cacheable_tokens=0) as api:
        first = {"role": "system", "content": "The role. " * 20}
        counts = []
        for text in ("Hi", "Price?"):
            chunks = await ask(
                api,
                messages=[first, {"role": "user", "content": text}],
                stream_options={"include_usage": True},
            )
            counts.append(chunks[-1].usage.prompt_tokens_details.cached_tokens)
        await ask(api, messages=[{"role": "user", "content": "Hi"}])

    one, two, three = api.requests
    assert counts == [0, one.segments[0].tokens]
    assert [part.place for part in one.shares(two)] == ["messages.0"]
    assert one.shares(three) == ()


# -- faults -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "error", "code"),
    [
        (Status(401), openai.AuthenticationError, "invalid_api_key"),
        (BALANCE, openai.APIStatusError, None),
        (NO_QUOTA, openai.RateLimitError, "insufficient_quota"),
        (Status(429, retry_after=7), openai.RateLimitError, "rate_limit_exceeded"),
        (Status(500), openai.InternalServerError, None),
        (Html(500), openai.InternalServerError, None),
    ],
)
async def test_an_error_has_the_shape_of_the_api(fault, error, code):
    async with ChatApi(fault) as api:
        with pytest.raises(error) as caught:
            await ask(api)

    assert caught.value.code == code
    assert caught.value.status_code == fault.code
    if getattr(fault, "retry_after", None):
        assert caught.value.response.headers["retry-after"] == "7"


async def test_a_cut_stream_just_ends():
    async with ChatApi(CutStream(after_events=3, answer=Text(STORY))) as api:
        chunks = await ask(api)

    assert len(chunks) == 3
    assert reason(chunks) is None


async def test_a_bad_chunk_is_followed_by_the_rest():
    raw = b'data: {"choices": [], "news": 1}\n\n'
    async with ChatApi(BadChunk(after_events=2, answer=Text(STORY), raw=raw)) as api:
        assert said(await ask(api)) == STORY


# -- what it will not take ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"messages": []},
        {"messages": [{"role": "user", "content": ""}]},
        {"messages": [{"role": "user", "content": "a", "mood": "good"}]},
        {"messages": [{"role": "bot", "content": "a"}]},
        {"messages": [{"role": "user", "content": "a"}, {"role": "system", "content": "b"}]},
        {"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]},
        {"extra": {"colour": "red"}},
        {"max_completion_tokens": "9"},
        {"reasoning_effort": "huge"},
        {"tool_choice": "auto"},
        {"parallel_tool_calls": False},
        {"tools": [{"type": "function", "function": {"name": "has blank"}}]},
        {"tools": [{"type": "function", "function": {"name": "a", "parameters": {"type": 7}}}]},
        {"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "other"}}},
        {"tools": [TOOL], "tool_choice": "always"},
    ],
)
async def test_a_wrong_request_is_refused_and_takes_nothing(changes):
    async with ChatApi(Text("x")) as api:
        with pytest.raises(openai.BadRequestError):
            await ask(api, **changes)
        assert api.refused
        assert said(await ask(api)) == "x"
    with pytest.raises(AssertionError, match="refused"):
        api.verify()


@pytest.mark.parametrize("choice", ["auto", "none", "required", FORCED])
async def test_every_choice_that_the_api_knows_is_taken(choice):
    reply = Text("x") if choice in ("auto", "none") else ToolUse("look_up", {})
    async with ChatApi(reply) as api:
        await ask(api, tools=[TOOL], tool_choice=choice)
    api.verify()


@pytest.mark.parametrize(
    ("model", "changes"),
    [
        ("gpt-5.2", {"max_tokens": 9}),
        ("gpt-5.2", {"reasoning_effort": "minimal"}),
        ("gpt-5-mini", {"reasoning_effort": "none"}),
        ("gpt-6.2-sol", {"reasoning_effort": "none"}),
        ("gpt-6.1-terra", {"tools": [TOOL]}),
        ("gpt-6.1-terra", {"tools": [TOOL], "reasoning_effort": "low"}),
        ("any", {"extra": {"enable_thinking": False}}),
    ],
)
async def test_what_a_model_does_not_take_is_declined(model, changes):
    async with ChatApi(Text("x")) as api:
        with pytest.raises(openai.BadRequestError):
            await ask(api, model=model, **changes)

    assert len(api.declined) == 1
    assert api.refused == []


@pytest.mark.parametrize(
    ("refuses", "changes"),
    [
        ("tool_choice", {"tools": [TOOL], "tool_choice": FORCED}),
        ("tools", {"tools": [TOOL]}),
        ("stream_options", {"stream_options": {"include_usage": True}}),
    ],
)
async def test_a_server_refuses_what_the_test_says_it_does(refuses, changes):
    async with ChatApi(Text("x"), refuses={refuses}) as api:
        with pytest.raises(openai.BadRequestError):
            await ask(api, **changes)
        assert said(await ask(api)) == "x"

    assert len(api.declined) == 1
    api.verify()


async def test_a_server_takes_the_fields_that_the_test_says_it_does():
    async with ChatApi(Text("x"), takes={"thinking"}) as api:
        await ask(api, extra={"thinking": {"type": "disabled"}})
    api.verify()


async def test_another_key_is_refused_and_a_server_without_key_takes_any():
    async with ChatApi(api_key="right") as api, client_of(api, "wrong") as client:
        with pytest.raises(openai.AuthenticationError):
            await client.chat.completions.create(**ASKED)
    async with ChatApi(Text("x"), api_key="") as api, client_of(api, "whatever") as client:
        await client.chat.completions.create(**ASKED)
    api.verify()


@pytest.mark.parametrize(
    ("reply", "changes"),
    [
        (ToolUse("look_up", {}), {}),
        (ToolUse("other", {}), {"tools": [TOOL]}),
        (Text("x"), {"tools": [TOOL], "tool_choice": FORCED}),
        (
            ToolUses((ToolUse("look_up", {}), ToolUse("look_up", {}))),
            {"tools": [TOOL], "parallel_tool_calls": False},
        ),
    ],
)
async def test_a_reply_that_no_model_could_give_is_a_mistake_of_the_test(reply, changes):
    async with ChatApi(reply) as api:
        with pytest.raises(openai.InternalServerError, match="The test double"):
            await ask(api, **changes)
    with pytest.raises(AssertionError, match="unexpected"):
        api.verify()


async def test_the_script_is_used_up_and_no_more():
    async with ChatApi(When(lambda one: one.last_words == "Hi", Text("x")), Text("left")) as api:
        await ask(api)
    with pytest.raises(AssertionError, match="scripted, but not asked for"):
        api.verify()


async def test_there_is_no_other_endpoint():
    async with ChatApi() as api, client_of(api) as client:
        with pytest.raises(openai.NotFoundError):
            await client.models.list()
    assert api.unexpected
