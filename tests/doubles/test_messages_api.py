"""The double of the Messages API as the real SDK sees it when all goes well."""

import json
from collections.abc import AsyncIterator
from typing import Any

import anthropic
import pytest
from anthropic import AsyncAnthropic

from tests.doubles.anthropic import (
    Hang,
    MaxTokens,
    MessagesApi,
    Paced,
    PauseTurn,
    Refusal,
    Request,
    Silence,
    StopSequence,
    Text,
    ToolUse,
    ToolUses,
    UnknownStop,
    When,
    event_count,
)

PLAN = {
    "goal": '买 0.1 BTC, then say "done" 👩‍👩‍👧',
    "steps": [{"type": "tool", "tool_args": {"limit": 1.5e-7, "dry": True, "none": None}}],
}
TOOL: Any = {"name": "submit_plan", "input_schema": {"type": "object"}}
FORCED: Any = {"type": "tool", "name": "submit_plan"}
ASK: Any = {
    "model": "claude-haiku-4-5",
    "max_tokens": 1000,
    "messages": [{"role": "user", "content": "Buy a little bitcoin."}],
}


@pytest.fixture
async def api() -> AsyncIterator[MessagesApi]:
    async with MessagesApi() as api:
        yield api


@pytest.fixture
async def client(api: MessagesApi) -> AsyncIterator[AsyncAnthropic]:
    async with AsyncAnthropic(
        base_url=api.base_url, api_key=api.api_key, max_retries=0, timeout=5
    ) as client:
        yield client


async def test_the_package_does_not_hide_the_sdk():
    assert anthropic.__version__
    assert not hasattr(anthropic, "MessagesApi")


async def test_text_arrives_whole(api, client):
    api.script(Text("Your balance is 1,000 USDT."))
    message = await client.messages.create(**ASK)

    assert message.content[0].text == "Your balance is 1,000 USDT."
    assert (message.stop_reason, message.role, message.model) == (
        "end_turn",
        "assistant",
        "claude-haiku-4-5",
    )
    assert message._request_id == api.last_request.request_id
    assert message.usage.output_tokens == 7
    api.verify()


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "Hi",
        "比特币涨了。",
        "👩‍👩‍👧‍👦 é ￿ 𝔘",
        "line\r\nline\u2028data: x\n\nevent: y",
        "x" * 5000,
    ],
)
async def test_text_streams_in_pieces_and_none_is_spoilt(api, client, text):
    api.script(Text(text))
    async with client.messages.stream(**ASK) as stream:
        pieces = [piece async for piece in stream.text_stream]
        message = await stream.get_final_message()

    assert "".join(pieces) == text
    assert len(pieces) >= min(2, len(text))
    assert len(pieces) < 30
    assert message.content[0].text == text
    assert message.stop_reason == "end_turn"
    assert stream.request_id == api.last_request.request_id


async def test_a_forced_tool_call_streams_in_pieces_of_json(api, client):
    api.script(ToolUse("submit_plan", PLAN))
    async with client.messages.stream(**ASK, tools=[TOOL], tool_choice=FORCED) as stream:
        parts = [event.partial_json async for event in stream if event.type == "input_json"]
        message = await stream.get_final_message()

    assert parts[0] == ""
    assert len(parts) > 5
    assert json.loads("".join(parts)) == PLAN
    assert message.content[0].input == PLAN
    assert message.stop_reason == "tool_use"
    api.verify()


async def test_a_tool_call_arrives_whole_too(api, client):
    api.script(ToolUse("submit_plan", PLAN, id="toolu_mine"))
    message = await client.messages.create(**ASK, tools=[TOOL], tool_choice=FORCED)

    call = message.content[0]
    assert (call.type, call.id, call.name, call.input) == (
        "tool_use",
        "toolu_mine",
        "submit_plan",
        PLAN,
    )


async def test_words_and_thoughts_come_before_a_call(api, client):
    api.script(ToolUse("submit_plan", PLAN, text="On it.", thinking="Hm."))
    async with client.messages.stream(**ASK, tools=[TOOL]) as stream:
        message = await stream.get_final_message()

    thought, words, call = message.content
    assert (thought.thinking, words.text, call.input) == ("Hm.", "On it.", PLAN)
    assert thought.signature


async def test_several_calls_at_once_have_their_own_ids(api, client):
    api.script(ToolUses((ToolUse("submit_plan", {"n": 1}), ToolUse("submit_plan", {"n": 2}))))
    message = await client.messages.create(**ASK, tools=[TOOL])

    assert [call.input for call in message.content] == [{"n": 1}, {"n": 2}]
    assert len({call.id for call in message.content}) == 2


async def test_the_events_are_those_of_the_api(api, client):
    api.script(Text("Hello there."))
    stream = await client.messages.create(**ASK, stream=True)
    events = [event async for event in stream]

    kinds = [event.type for event in events]
    assert kinds[:2] == ["message_start", "content_block_start"]
    assert kinds[-3:] == ["content_block_stop", "message_delta", "message_stop"]
    assert set(kinds[2:-3]) == {"content_block_delta"}
    assert events[0].message.stop_reason is None
    assert events[0].message.content == []
    assert events[-2].delta.stop_reason == "end_turn"
    assert events[-2].usage.output_tokens == 3
    # The SDK keeps pings to itself.
    assert event_count(Text("Hello there.")) == len(events) + 1


@pytest.mark.parametrize("streams", [True, False])
@pytest.mark.parametrize(
    ("answer", "stop_reason", "text"),
    [
        (MaxTokens("The price is"), "max_tokens", "The price is"),
        (PauseTurn("Wait"), "pause_turn", "Wait"),
        (UnknownStop("tea_break", "Well"), "tea_break", "Well"),
        (Refusal("I would"), "refusal", "I would"),
        (Silence(), "end_turn", ""),
    ],
)
async def test_every_way_to_stop(api, client, answer, stop_reason, text, streams):
    api.script(answer)
    message = await ask(client, streams=streams)

    assert message.stop_reason == stop_reason
    assert "".join(block.text for block in message.content) == text


@pytest.mark.parametrize("streams", [True, False])
async def test_a_refusal_says_which_policy(api, client, streams):
    api.script(Refusal(category="cyber", explanation="Could enable harm."))
    message = await ask(client, streams=streams)

    assert message.content == []
    assert message.stop_details.type == "refusal"
    assert message.stop_details.category == "cyber"
    assert message.stop_details.explanation == "Could enable harm."


async def test_a_stop_sequence_is_named(api, client):
    api.script(StopSequence("One, two", "END"))
    message = await client.messages.create(**ASK, stop_sequences=["END"])

    assert (message.stop_reason, message.stop_sequence) == ("stop_sequence", "END")


async def test_structured_output_is_parsed_by_the_sdk(api, client):
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    output: Any = {
        "format": {"type": "json_schema", "schema": schema | {"additionalProperties": False}}
    }
    api.script(Text('{"n": 3}'), Text("three"), Text('{"n": "three"}'))

    assert (await client.messages.create(**ASK, output_config=output)).content[0].text == '{"n": 3}'
    for _ in range(2):
        with pytest.raises(anthropic.InternalServerError):
            await client.messages.create(**ASK, output_config=output)
    assert "the answer is not JSON" in api.unexpected[0]
    assert "does not fit the schema" in api.unexpected[1]


async def test_counting_tokens_takes_nothing_from_the_script(api, client):
    api.script(Text("Hi."))
    count = await client.messages.count_tokens(model=ASK["model"], messages=ASK["messages"])
    message = await client.messages.create(**ASK)

    assert count.input_tokens == message.usage.input_tokens > 0
    assert (len(api.counts), api.calls) == (1, 1)


async def test_requests_are_remembered_with_headers_and_body(api, client):
    api.script(Text("1"), Text("2"))
    system = [{"type": "text", "text": "Be brief."}, {"type": "text", "text": "Be kind."}]
    await client.messages.create(**ASK, system=system, tools=[TOOL])
    async with client.messages.stream(**ASK) as stream:
        await stream.until_done()

    first, second = api.requests
    assert first.headers["anthropic-version"] == "2026-10-21"
    assert first.system == "Be brief.\n\nBe kind."
    assert (first.tools, first.streams, first.attempt) == (["submit_plan"], False, 0)
    assert first.last_words == "Buy a little bitcoin."
    assert second.streams
    assert second is api.last_request
    assert (second.status, second.hung_up) == (200, False)
    assert second.request_id != first.request_id


async def test_a_reply_may_wait_for_its_own_request(api, client):
    def about_gold(request: Request) -> bool:
        return "gold" in request.last_words

    api.script(When(about_gold, Text("Gold!")), Text("Not gold."))
    first = await client.messages.create(**ASK)
    gold: Any = ASK | {"messages": [{"role": "user", "content": "And gold?"}]}
    second = await client.messages.create(**gold)

    assert first.content[0].text == "Not gold."
    assert second.content[0].text == "Gold!"
    api.verify()


async def test_a_reply_may_be_made_from_the_request_for_ever(api, client):
    api.script(When(lambda _: True, lambda request: Text(f"{request.last_words}?"), times=None))
    answers = [await client.messages.create(**ASK) for _ in range(3)]

    assert {answer.content[0].text for answer in answers} == {"Buy a little bitcoin.?"}
    api.verify()


async def test_an_exhausted_script_is_loud(api, client):
    with pytest.raises(anthropic.InternalServerError, match="no reply left"):
        await client.with_options(max_retries=2).messages.create(**ASK)

    assert api.calls == 1, "the SDK is told not to try again"
    assert len(api.unexpected) == 1
    with pytest.raises(AssertionError):
        api.verify()


async def test_a_reply_that_nobody_asked_for_fails_the_test(api, client):
    api.script(Text("Hi."))
    with pytest.raises(AssertionError):
        api.verify()


async def test_a_mistake_in_the_script_is_loud(api, client):
    api.script(lambda request: Text(request.body["no such key"]))
    with pytest.raises(anthropic.InternalServerError):
        await client.messages.create(**ASK)

    assert api.unexpected == ["request 0: KeyError('no such key')"]


@pytest.mark.parametrize(
    ("reply", "more", "why"),
    [
        (ToolUse("place_order", {}), {"tools": [TOOL]}, "'place_order' is called"),
        (ToolUse("submit_plan", {}), {}, "offers []"),
        (MaxTokens(tool="submit_plan", partial_json="{"), {}, "offers []"),
        (Hang(0, then=ToolUse("submit_plan", {})), {}, "offers []"),
        (
            ToolUse("submit_plan", {}),
            {"tools": [TOOL], "tool_choice": {"type": "none"}},
            "tool_choice is none",
        ),
        (
            ToolUses((ToolUse("submit_plan", {}), ToolUse("submit_plan", {}))),
            {"tools": [TOOL], "tool_choice": {"type": "auto", "disable_parallel_tool_use": True}},
            "several tools",
        ),
        (
            ToolUse("submit_plan", {"a": 1}),
            {
                "tools": [
                    {
                        "name": "submit_plan",
                        "strict": True,
                        "input_schema": {"type": "object", "additionalProperties": False},
                    }
                ]
            },
            "does not fit its schema",
        ),
        (StopSequence("a", "END"), {}, "not among stop_sequences"),
    ],
)
async def test_a_reply_that_no_model_could_give_is_loud(api, client, reply, more, why):
    api.script(reply)
    with pytest.raises(anthropic.InternalServerError):
        await client.messages.create(**ASK, **more)

    assert why in api.unexpected[0]


async def test_a_model_may_make_up_a_tool_if_the_test_says_so(api, client):
    api.script(ToolUse("place_order", {}, unlisted=True))
    message = await client.messages.create(**ASK, tools=[TOOL])

    assert message.content[0].name == "place_order"


async def test_an_unknown_endpoint_is_loud(api, client):
    with pytest.raises(anthropic.NotFoundError):
        await client.models.retrieve("claude-haiku-4-5")

    assert api.unexpected == ["GET /v1/models/claude-haiku-4-5: there is no such endpoint here"]


async def test_an_answer_may_come_slowly(api, client):
    api.script(Paced(Text("Slow but sure."), seconds=0.01), Hang(0.01, then=Text("Late.")))

    assert (await ask(client, streams=True)).content[0].text == "Slow but sure."
    assert (await ask(client, streams=False)).content[0].text == "Late."


async def ask(client: AsyncAnthropic, *, streams: bool, **more: Any) -> Any:
    if not streams:
        return await client.messages.create(**ASK, **more)
    async with client.messages.stream(**ASK, **more) as stream:
        return await stream.get_final_message()
