"""What the double refuses, in the words of the real API."""

from collections.abc import AsyncIterator
from typing import Any

import anthropic
import httpx2
import pytest
from anthropic import AsyncAnthropic

from tests.doubles.anthropic import MessagesApi, Text, When

LEFT_OUT: Any = object()
MARK: Any = {"cache_control": {"type": "ephemeral"}}
HOUR: Any = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
TOOL = {"name": "submit_plan", "input_schema": {"type": "object"}}
FORCED = {"type": "tool", "name": "submit_plan"}
HI = {"role": "user", "content": "Hi"}
MANUAL = {"type": "enabled", "budget_tokens": 1024}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "submit_plan", "input": {}}
PICTURE = {"type": "base64", "media_type": "image/png", "data": "aGk="}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}


def text(words: str = "Hi", **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def schema(**more: Any) -> dict[str, Any]:
    return {"name": "submit_plan", "input_schema": {"type": "object", **more}}


def strict(**more: Any) -> dict[str, Any]:
    return schema(additionalProperties=False, **more) | {"strict": True}


@pytest.fixture
async def api() -> AsyncIterator[MessagesApi]:
    async with MessagesApi(When(lambda _: True, Text('{"a": 1}'), times=None)) as api:
        yield api


@pytest.fixture
async def client(api: MessagesApi) -> AsyncIterator[AsyncAnthropic]:
    async with AsyncAnthropic(
        base_url=api.base_url, api_key=api.api_key, max_retries=2, timeout=5
    ) as client:
        yield client


async def post(client: AsyncAnthropic, path: str = "/v1/messages", **changes: Any) -> Any:
    body = {"model": "claude-haiku-4-5", "max_tokens": 1000, "messages": [HI]} | changes
    body = {key: value for key, value in body.items() if value is not LEFT_OUT}
    return await client.post(path, cast_to=httpx2.Response, body=body)


SHAPE = [
    ({"temperature": 0.5}, "temperature: Extra inputs are not permitted"),
    ({"top_p": 0.5}, "top_p: Extra inputs are not permitted"),
    ({"top_k": 5}, "top_k: Extra inputs are not permitted"),
    ({"user_profile_id": "u"}, "user_profile_id: Extra inputs are not permitted"),
    ({"model": LEFT_OUT}, "model: Field required"),
    ({"max_tokens": LEFT_OUT}, "max_tokens: Field required"),
    ({"messages": LEFT_OUT}, "messages: Field required"),
    ({"max_tokens": "100"}, "max_tokens: Input should be a valid integer"),
    ({"stream": "yes"}, "stream: Input should be False"),
    ({"messages": "Hi"}, "messages: Input should be a valid list"),
    ({"messages": ["Hi"]}, "messages.0: Input should be a valid dictionary or object"),
    ({"messages": [{"role": "user"}]}, "messages.0.content: Field required"),
    ({"messages": [{"role": "user", "content": 3}]}, "messages.0.content: Input should be a valid"),
    ({"messages": [HI | {"name": "x"}]}, "messages.0.name: Extra inputs are not permitted"),
    (
        {"messages": [{"role": "tool", "content": "x"}]},
        "messages.0: Input tag 'tool' found using 'role' does not match any of the expected tags",
    ),
    ({"messages": [user(text(note=1))]}, "messages.0.content.0.text.note: Extra inputs are not"),
    ({"messages": [user({"type": ["text"]})]}, "messages.0.content.0: Input tag"),
    ({"messages": [user({"text": "x"})]}, "messages.0.content.0: Unable to extract tag using"),
    (
        {"messages": [user({"type": "txt"})]},
        "messages.0.content.0: Input tag 'txt' found using 'type' does not match any",
    ),
    (
        {"messages": [user({"type": "tool_result"})]},
        "messages.0.content.0.tool_result.tool_use_id: Field required",
    ),
    (
        {"messages": [user(RESULT | {"content": [text(note=1)]})]},
        "messages.0.content.0.tool_result.content.0.text.note: Extra inputs",
    ),
    ({"system": [text(cache_control={"type": "x"})]}, "system.0.cache_control.type: Input should"),
    ({"system": [{"type": "image"}]}, "system.0.text: Field required"),
    ({"tools": [{"name": "a"}]}, "tools.0.custom.input_schema: Field required"),
    ({"tools": [TOOL | {"input_schema": {}}]}, "tools.0.custom.input_schema.type: Field required"),
    ({"tools": [TOOL | {"args": {}}]}, "tools.0.custom.args: Extra inputs are not permitted"),
    ({"tools": [TOOL | {"type": "function"}]}, "tools.0: Input tag 'function' found using 'type'"),
    (
        {"tools": [schema(type="array")]},
        "tools.0.custom.input_schema.type: Input should be 'object'",
    ),
    ({"tool_choice": "auto"}, "tool_choice: Input should be a valid dictionary"),
    ({"tool_choice": {"type": "required"}}, "tool_choice: Input tag 'required' found using"),
    ({"tool_choice": {"type": "tool"}}, "tool_choice.tool.name: Field required"),
    ({"thinking": {"type": "enabled"}}, "thinking.enabled.budget_tokens: Field required"),
    ({"output_config": {"effort": "huge"}}, "output_config.effort: Input should be 'low'"),
    ({"metadata": {"user": "x"}}, "metadata.user: Extra inputs are not permitted"),
    ({"cache_control": {"type": "ephemeral", "ttl": "1d"}}, "cache_control.ttl: Input should be"),
    ({"stop_sequences": "END"}, "stop_sequences: Input should be a valid list"),
]

SETTINGS = [
    ({"max_tokens": -1}, "max_tokens: Input should be greater than or equal to 0"),
    ({"max_tokens": 64_001}, "max_tokens: 64001 > 64000, which is the maximum allowed number"),
    ({"max_tokens": 0, "stream": True}, "max_tokens: 0 is not compatible"),
    ({"max_tokens": 0, "tools": [TOOL], "tool_choice": FORCED}, "max_tokens: 0 is not compatible"),
    ({"thinking": MANUAL}, "`max_tokens` must be greater than `thinking.budget_tokens`"),
    (
        {"thinking": {"type": "enabled", "budget_tokens": 1}},
        "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
    ),
    ({"thinking": {"type": "adaptive"}}, "adaptive thinking is not supported on this model"),
    (
        {"model": "claude-opus-4-8", "max_tokens": 2000, "thinking": MANUAL},
        '"thinking.type.enabled" is not supported for this model.',
    ),
    (
        {"model": "claude-opus-5-5", "thinking": {"type": "disabled"}},
        '"thinking.type.disabled" is not supported for this model.',
    ),
    (
        {"model": "claude-sonnet-5-5", "thinking": {"type": "disabled"}},
        'To turn thinking off on this model, send "thinking": {"type": "between_tools"}',
    ),
    (
        {
            "model": "claude-haiku-5-5",
            "thinking": {"type": "disabled"},
            "output_config": {"effort": "xhigh"},
        },
        'an effort of "high" or below',
    ),
    ({"output_config": {"effort": "low"}}, "does not support the effort parameter"),
    ({"stop_sequences": [" \n"]}, "each stop sequence must contain non-whitespace"),
]

TOOLS = [
    ({"tools": [TOOL, TOOL]}, "tools: Tool names must be unique."),
    ({"tools": [TOOL | {"name": "place order"}]}, "tools.0.custom.name: String should match"),
    ({"tools": [TOOL | {"name": "x" * 129}]}, "'^[a-zA-Z0-9_-]{1,128}$'"),
    ({"tools": [schema(properties={"a": {"type": "strin"}})]}, "JSON schema is invalid"),
    ({"tools": [schema(anyOf=[{}])]}, "does not support oneOf, allOf, or anyOf at the top level"),
    (
        {"tools": [TOOL | {"strict": True}]},
        "'additionalProperties' must be explicitly set to false",
    ),
    (
        {"tools": [strict(properties={"a": {"anyOf": [{"type": "object"}]}})]},
        "'additionalProperties' must be explicitly set to false",
    ),
    (
        {"tools": [strict(properties={"a": {"type": "integer", "minimum": 1}})]},
        "For 'integer' type, properties minimum are not supported",
    ),
    (
        {"output_config": {"format": {"type": "json_schema", "schema": {"type": "object"}}}},
        "output_config.format.schema: For 'object' type, 'additionalProperties'",
    ),
    (
        {"output_config": {"format": {"type": "json_schema", "schema": {"properties": []}}}},
        "output_config.format.schema: JSON schema is invalid",
    ),
    ({"tool_choice": {"type": "any"}}, "may only be specified while providing tools"),
    (
        {"tools": [TOOL], "tool_choice": {"type": "tool", "name": "other"}},
        "Tool 'other' not found in provided tools",
    ),
    (
        {"tools": [TOOL], "tool_choice": FORCED, "thinking": MANUAL, "max_tokens": 2000},
        "Thinking may not be enabled when tool_choice forces tool use.",
    ),
]

NOT_ANSWERED = (
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: "
    "toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next "
    "message."
)
NOT_ASKED = (
    "messages.0.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
)
CONVERSATION = [
    ({"messages": []}, "messages: at least one message is required"),
    ({"messages": [assistant(text()), HI]}, 'messages: first message must use the "user" role'),
    (
        {"messages": [{"role": "system", "content": "Hi"}]},
        'messages: first message must use the "user" role',
    ),
    ({"messages": [HI | {"content": ""}]}, "messages.0: all messages must have non-empty content"),
    ({"messages": [user()]}, "messages.0: all messages must have non-empty content"),
    ({"messages": [user(text(""))]}, "messages: text content blocks must be non-empty"),
    ({"messages": [HI | {"content": " \n"}]}, "text content blocks must contain non-whitespace"),
    (
        {"messages": [HI, assistant(CALL), HI]},
        NOT_ANSWERED,
    ),
    ({"messages": [HI, assistant(CALL)]}, "messages.1: `tool_use` ids were found without"),
    (
        {"messages": [HI, assistant(CALL), user(text(), RESULT)]},
        "messages.1: `tool_use` ids were found without",
    ),
    (
        {"messages": [user(text(), RESULT)]},
        NOT_ASKED,
    ),
    (
        {"messages": [HI, assistant(CALL), user(RESULT), assistant(text()), user(RESULT)]},
        "messages.4.content.0: unexpected `tool_use_id` found in `tool_result` blocks",
    ),
    (
        {"messages": [HI, assistant(CALL), user(RESULT, RESULT)]},
        "messages.2.content.1: each tool_use must have a single result. Found multiple",
    ),
    (
        {"messages": [HI, assistant(CALL, CALL), user(RESULT)]},
        "messages.1.content.1: `tool_use` ids must be unique",
    ),
    ({"messages": [user(CALL)]}, "`tool_use` blocks can only be in `assistant` messages"),
    (
        {"messages": [HI, assistant(RESULT), HI]},
        "`tool_result` blocks can only be in `user` messages",
    ),
    (
        {"messages": [HI, assistant(CALL | {"id": "a b"}), HI]},
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
    (
        {"messages": [HI, assistant(text("So "))]},
        "messages: final assistant content cannot end with trailing whitespace",
    ),
    (
        {"model": "claude-sonnet-4-6", "messages": [HI, assistant(text("So"))]},
        "This model does not support assistant message prefill.",
    ),
    ({"messages": [HI, {"role": "system", "content": "Go."}]}, 'Unexpected role "system"'),
    (
        {
            "model": "claude-opus-5",
            "messages": [HI, assistant(text()), {"role": "system", "content": "Go."}, HI],
        },
        "a system message must come right after a user message",
    ),
]

MARKS = [
    (
        {"system": [text(**MARK)] * 3, "tools": [TOOL | MARK], "messages": [user(text(**MARK))]},
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ),
    (
        {"system": [text(**MARK)] * 4, "cache_control": {"type": "ephemeral"}},
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ),
    ({"system": [text("", **MARK)]}, "system.0: cache_control cannot be set for empty text blocks"),
    (
        {"tools": [TOOL | MARK], "system": [text(**HOUR)]},
        "system.0.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m'",
    ),
]


@pytest.mark.parametrize(
    ("changes", "words"), [*SHAPE, *SETTINGS, *TOOLS, *CONVERSATION, *MARKS], ids=lambda _: ""
)
async def test_the_api_would_refuse_it(api, client, changes, words):
    with pytest.raises(anthropic.BadRequestError) as caught:
        await post(client, **changes)

    assert caught.value.type == "invalid_request_error"
    assert words in str(caught.value.api_message)
    assert caught.value.request_id == api.last_request.request_id
    assert (api.calls, api.refused[0]) == (1, caught.value.api_message)


@pytest.mark.parametrize(
    "changes",
    [
        {"messages": [HI, HI, assistant(text("So")), HI]},
        {"messages": [HI, assistant(text(), CALL), user(RESULT, text())]},
        {"messages": [HI, assistant(CALL), user(RESULT), user(text())], "tools": [TOOL]},
        {"messages": [HI, assistant(text("So"))]},
        {"messages": [HI, assistant(CALL), user(RESULT | {"content": [text()], "is_error": True})]},
        {"system": "Be brief.", "metadata": {"user_id": "u"}, "stop_sequences": ["END"]},
        {"system": [text(**HOUR), text(**MARK)], "tools": [TOOL | HOUR]},
        {"tools": [TOOL], "tool_choice": FORCED, "thinking": {"type": "disabled"}},
        {"tools": [strict(properties={"a": {"type": "string", "enum": ["b"]}})]},
        {"thinking": MANUAL, "max_tokens": 2000},
        {"model": "claude-opus-5", "tools": [TOOL], "tool_choice": FORCED}
        | {"thinking": {"type": "adaptive"}},
        {"model": "claude-opus-5", "messages": [HI, {"role": "system", "content": "Go."}]},
        {"model": "claude-sonnet-5-5", "thinking": {"type": "between_tools"}},
        {"model": "a-local-model", "output_config": {"effort": "low"}, "max_tokens": 10**6},
        {"tools": [{"type": "web_search_20250305", "name": "web_search"}]},
        {"messages": [user({"type": "image", "source": PICTURE})]},
    ],
    ids=lambda _: "",
)
async def test_the_api_would_take_it(api, client, changes):
    await post(client, **changes)
    api.verify()


@pytest.mark.parametrize("path", ["/v1/messages", "/v1/messages/count_tokens"])
@pytest.mark.parametrize(
    "model",
    ["claude-opus-5-5", "claude-sonnet-5-5", "claude-fable-5-1", "claude-mythos-5-2"],
)
@pytest.mark.parametrize("choice", [FORCED, {"type": "any"}])
async def test_the_newest_models_cannot_be_forced_to_call_a_tool(client, path, model, choice):
    counting = {"max_tokens": LEFT_OUT} if path.endswith("tokens") else {}
    with pytest.raises(anthropic.BadRequestError) as caught:
        await post(client, path, model=model, tools=[TOOL], tool_choice=choice, **counting)

    expected = 'tool_choice: type "tool" and "any" are not supported for this model.'
    assert caught.value.api_message == expected


async def test_a_count_takes_no_max_tokens(api, client):
    with pytest.raises(anthropic.BadRequestError, match="max_tokens: Extra inputs"):
        await post(client, "/v1/messages/count_tokens")

    assert api.counts[0].status == 400


async def test_everything_wrong_is_written_down_though_the_api_names_one(api, client):
    with pytest.raises(anthropic.BadRequestError):
        await post(client, temperature=1, top_k=1)

    assert [problem.split(":")[0] for problem in api.refused] == ["temperature", "top_k"]
    with pytest.raises(AssertionError):
        api.verify()
