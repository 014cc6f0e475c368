"""What the provider sends: an order that caches, a conversation that is taken, no more thinking
than must be, and a tool that is forced wherever it can be.
"""

import pytest

from core.agent.prompts import REVISE_PLAN, ROLE, SUBMIT_PLAN
from core.domain.llm import ChatMessage, Finished
from tests.adapters.anthropic_calls import (
    FORCING,
    HI,
    UNFORCED,
    Role,
    asking,
    call,
    calling,
    events,
    telling,
    words,
)
from tests.doubles.anthropic import Status, Text, ToolUse, When

PLANS = When(
    lambda request: bool(request.tools),
    lambda request: ToolUse(request.tools[0], HI),
    times=None,
)
SPEAKS = When(lambda _: True, Text("Fine."), times=None)


def texts(message):
    return [block["text"] for block in message["content"]]


# -- the order of the prompt --------------------------------------------------------------------


async def test_what_is_stable_comes_first_and_is_marked_where_it_ends_for_all_and_for_one():
    async with calling(PLANS) as (api, provider):
        await call(provider, asking(system=("The role and tools.", "", "The person.")))

    assert api.last_request.body["system"] == [
        {"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}
        for text in ("The role and tools.", "The person.")
    ]
    assert api.last_request.tools == ["submit_plan"]
    assert api.last_request.body["tools"][0]["input_schema"] == SUBMIT_PLAN.parameters


async def test_what_changes_stands_just_before_the_request():
    async with calling(PLANS) as (api, provider):
        await call(provider, asking("Hi", "Hello.", "Price of btc?", volatile="It is 09:30."))

    assert [message["role"] for message in api.last_request.body["messages"]] == [
        "user",
        "assistant",
        "user",
    ]
    assert texts(api.last_request.body["messages"][-1]) == ["It is 09:30.", "Price of btc?"]
    assert "09:30" not in api.last_request.system


async def test_the_prefix_is_read_from_the_cache_by_every_conversation():
    async with calling(PLANS, cacheable=0) as (api, provider):
        first = await events(provider, asking("Hi", volatile="It is 09:30."))
        other = await events(provider, asking("Balance", volatile="It is 09:31."))

    assert api.prefix_stable(0, 1)
    assert isinstance(first[-1], Finished)
    assert isinstance(other[-1], Finished)
    assert first[-1].cached_tokens == 0
    assert other[-1].cached_tokens is not None
    assert other[-1].cached_tokens > len(ROLE) / 5
    assert other[-1].input_tokens is not None
    assert other[-1].input_tokens > other[-1].cached_tokens


async def test_the_prefix_grows_with_the_conversation_for_servers_that_cache_by_themselves():
    async with calling(PLANS) as (api, provider):
        await call(provider, asking("Hi", "Hello.", "Price?", volatile="It is 09:30."))
        await call(
            provider,
            asking("Hi", "Hello.", "Price?", "100.", "Buy some", volatile="It is 09:31."),
        )

    first, second = (request.prompt.segments for request in api.requests)
    shared = [
        one.place for one, two in zip(first, second, strict=False) if one.digest == two.digest
    ]
    assert shared == [
        "tools.0",
        "system.0",
        "system.1",
        "messages.0.content.0",
        "messages.1.content.0",
    ]


async def test_the_other_calls_of_a_turn_have_stable_prefixes_of_their_own():
    async with calling(PLANS, cacheable=0) as (api, provider):
        for volatile in ("It is 09:30.", "It is 09:31."):
            await call(provider, asking(volatile=volatile))
            await call(provider, asking(volatile=volatile, tool=REVISE_PLAN, purpose="revise"))

    assert api.prefix_stable(0, 2)
    assert api.prefix_stable(1, 3)
    assert not api.prefix_stable(0, 1), "the forms come first, and they differ"


async def test_words_are_asked_for_without_tools():
    async with calling(SPEAKS) as (api, provider):
        assert "".join(await words(provider, telling())) == "Fine."

    assert "tools" not in api.last_request.body
    assert "tool_choice" not in api.last_request.body


# -- the conversation ---------------------------------------------------------------------------


async def test_neighbours_are_merged_and_the_person_speaks_first_and_last():
    said: list[tuple[Role, str]] = [
        ("assistant", "Good morning."),
        ("user", "Hi"),
        ("user", "Price?"),
        ("assistant", "100."),
        ("assistant", "It went up."),
        ("user", "Thanks"),
        ("user", "Balance"),
    ]
    window = tuple(ChatMessage(role=role, text=text) for role, text in said)
    async with calling(PLANS) as (api, provider):
        await call(provider, asking(messages=window, volatile="Now."))

    assert [(one["role"], texts(one)) for one in api.last_request.body["messages"]] == [
        ("user", ["Hi", "Price?"]),
        ("assistant", ["100.", "It went up."]),
        ("user", ["Thanks", "Now.", "Balance"]),
    ]
    api.verify()


@pytest.mark.parametrize("said", [("Hi", "Hello."), ("",), (" ", "\n"), ("Hi", "Hello.", "  ")])
async def test_a_window_that_ends_otherwise_is_still_a_conversation(said):
    async with calling(PLANS) as (api, provider):
        await call(provider, asking(*said, volatile="Now."))

    assert texts(api.last_request.body["messages"][-1]) == ["Now."]
    api.verify()


@pytest.mark.parametrize("text", ["\ud83d", "a\udc00b", "\x00\x07", "👩‍👩‍👧", "</data>" * 3])
async def test_any_text_arrives(text):
    async with calling(PLANS) as (api, provider):
        await call(provider, asking("Hi", text, text, volatile=text, system=(text,)))

    api.verify()
    arrived = "".join("\ufffd" if "\ud800" <= one <= "\udfff" else one for one in text)
    assert texts(api.last_request.body["messages"][-1]) == [arrived, arrived]


# -- forcing a tool -----------------------------------------------------------------------------


async def test_the_tool_is_forced_and_called_once():
    async with calling(PLANS) as (api, provider):
        made = await call(provider, asking())

    assert api.last_request.body["tool_choice"] == {
        "type": "tool",
        "name": "submit_plan",
        "disable_parallel_tool_use": True,
    }
    assert (made.name, made.input) == ("submit_plan", HI)


@pytest.mark.parametrize("model", [UNFORCED, "claude-opus-5-5", "anthropic/claude-opus-5.5"])
async def test_a_model_known_to_refuse_is_asked_in_words(model):
    async with calling(PLANS, model=model) as (api, provider):
        await call(provider, asking("Hi", volatile="Now."))

    assert api.calls == 1
    assert api.last_request.body["tool_choice"] == {
        "type": "auto",
        "disable_parallel_tool_use": True,
    }
    volatile, said = texts(api.last_request.body["messages"][-1])
    assert volatile.startswith("Now.\n\nAnswer only by calling the tool submit_plan")
    assert said == "Hi"
    api.verify()


REFUSAL = Status(
    400, message='tool_choice: type "tool" and "any" are not supported for this model.'
)


async def test_a_model_that_turns_out_to_refuse_is_asked_in_words_from_then_on():
    async with calling(REFUSAL, PLANS, model="claude-someday-9") as (api, provider):
        first = await call(provider, asking())
        second = await call(provider, asking())

    assert first.input == second.input == HI
    assert [request.body["tool_choice"]["type"] for request in api.requests] == [
        "tool",
        "auto",
        "auto",
    ]


# -- thinking -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "sent"),
    [
        ("claude-haiku-5-5", {"thinking": {"type": "disabled"}}),
        ("claude-sonnet-5", {"thinking": {"type": "disabled"}}),
        ("claude-opus-5", {"thinking": {"type": "disabled"}}),
        ("claude-sonnet-5-5", {"thinking": {"type": "between_tools"}}),
        ("claude-opus-5-5", {"output_config": {"effort": "low"}}),
        ("claude-fable-5-2", {"output_config": {"effort": "low"}}),
        ("claude-opus-4-8", {}),
        ("claude-haiku-4-5-20251001", {}),
        ("qwen3.5-30b-a3b", {}),
    ],
)
@pytest.mark.parametrize("request_for", [asking, telling])
async def test_a_model_thinks_as_little_as_it_can_be_told_to(model, sent, request_for):
    answers = When(lambda request: bool(request.tools), ToolUse("submit_plan", HI))
    async with calling(answers, Text("Fine."), model=model) as (api, provider):
        await events(provider, request_for())

    body = api.last_request.body
    assert {key: body[key] for key in ("thinking", "output_config") if key in body} == sent
    room = 6_000 if "output_config" in sent else 0
    assert body["max_tokens"] == 2_000 + room, "thinking is not to cut the answer off"
    assert not api.refused


@pytest.mark.parametrize(
    ("model", "thinks"),
    [
        ("claude-haiku-5-5", True),
        ("claude-opus-5-5", True),
        ("claude-opus-4-6", True),
        ("claude-haiku-4-5", False),
        ("qwen3.5-30b-a3b", False),
    ],
)
async def test_thinking_that_is_wanted_is_asked_for_where_it_is_adaptive(model, thinks):
    async with calling(PLANS, model=model) as (api, provider):
        await call(provider, asking(thinking=True, max_tokens=1_000))

    body = api.last_request.body
    assert body.get("thinking") == ({"type": "adaptive"} if thinks else None)
    assert body["max_tokens"] == (7_000 if thinks else 1_000)
    assert not api.refused


async def test_thoughts_are_no_part_of_the_answer():
    script = (
        ToolUse("submit_plan", HI, thinking="Hm.", text="Let me see."),
        Text("Fine.", thinking="Hm."),
    )
    async with calling(*script) as (_, provider):
        assert (await call(provider, asking())).input == HI
        assert "".join(await words(provider, telling())) == "Fine."


async def test_it_is_called_by_its_model():
    async with calling(model=FORCING) as (_, provider):
        assert provider.name == f"anthropic:{FORCING}"
