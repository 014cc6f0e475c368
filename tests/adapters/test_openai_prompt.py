"""What the provider sends: an order that caches, a conversation that is taken, no more thinking
than must be, and a tool that is forced wherever it can be, and asked for otherwise elsewhere.
"""

import asyncio

import pytest

from core.agent.prompts import REVISE_PLAN, ROLE, SUBMIT_PLAN
from core.domain.llm import ChatMessage, Finished
from tests.adapters.llm_calls import HI, Role, asking, call, events, failure, telling, words
from tests.adapters.openai_calls import AUTO, TOOLLESS, calling
from tests.doubles.openai import Status, Text, ToolUse, When

PLANS = When(
    lambda request: bool(request.tools),
    lambda request: ToolUse(request.tools[0], HI),
    times=None,
)
WRITTEN = (
    '{"goal": "greet", "intent": "chat", "steps": [{"type": "respond", "id": "s", "text": "x"}]}'
)
SPEAKS = When(lambda _: True, Text("Fine."), times=None)
WRITES = When(lambda request: not request.tools, Text(WRITTEN), times=None)
SWITCH = frozenset({"thinking"})
QWEN = frozenset({"enable_thinking", "chat_template_kwargs"})


# -- the order of the prompt --------------------------------------------------------------------


async def test_role_and_tools_come_first_in_one_system_message():
    async with calling(PLANS) as (api, provider):
        await call(provider, asking(system=("The role.", " ", "The tools.")))

    assert api.last_request.messages[0] == ("system", "The role.\n\nThe tools.")
    assert api.last_request.tools == ["submit_plan"]
    assert api.last_request.body["tools"][0]["function"]["parameters"] == SUBMIT_PLAN.parameters
    api.verify()


async def test_what_changes_stands_just_before_the_request():
    async with calling(PLANS) as (api, provider):
        await call(provider, asking("Hi", "Hello.", "Price of btc?", volatile="It is 09:30."))

    assert api.last_request.messages[1:] == [
        ("user", "Hi"),
        ("assistant", "Hello."),
        ("user", "It is 09:30.\n\nPrice of btc?"),
    ]
    assert "09:30" not in api.last_request.system


async def test_the_prefix_is_read_from_the_cache_by_every_conversation():
    async with calling(PLANS, cacheable=0) as (_, provider):
        first = await events(provider, asking("Hi", volatile="It is 09:30."))
        other = await events(provider, asking("Balance", volatile="It is 09:31."))

    assert isinstance(first[-1], Finished)
    assert isinstance(other[-1], Finished)
    assert first[-1].cached_tokens == 0
    assert other[-1].cached_tokens is not None
    assert other[-1].cached_tokens > len(ROLE) / 5
    assert other[-1].input_tokens is not None
    assert other[-1].input_tokens > other[-1].cached_tokens


@pytest.mark.parametrize("refuses", [frozenset[str](), AUTO, TOOLLESS])
async def test_the_prefix_grows_with_the_conversation(refuses):
    async with calling(PLANS, WRITES, refuses=refuses) as (api, provider):
        await call(provider, asking("Hi"))
        await call(provider, asking("Hi", "Hello.", "Price?", volatile="It is 09:30."))
        await call(
            provider,
            asking("Hi", "Hello.", "Price?", "100.", "Buy some", volatile="It is 09:31."),
        )

    first, second = api.requests[-2:]
    assert [one.place for one in first.shares(second) if one.place != "tools"] == [
        "messages.0",
        "messages.1",
        "messages.2",
    ]


async def test_the_other_calls_of_a_turn_have_stable_prefixes_of_their_own():
    async with calling(PLANS) as (api, provider):
        for volatile in ("It is 09:30.", "It is 09:31."):
            await call(provider, asking(volatile=volatile))
            await call(provider, asking(volatile=volatile, tool=REVISE_PLAN, purpose="revise"))

    one, two, three, four = api.requests
    assert [part.place for part in one.shares(three)] == ["tools", "messages.0"]
    assert [part.place for part in two.shares(four)] == ["tools", "messages.0"]


async def test_words_are_asked_for_without_tools():
    async with calling(SPEAKS) as (api, provider):
        assert "".join(await words(provider, telling())) == "Fine."

    assert not {"tools", "tool_choice", "parallel_tool_calls"} & api.last_request.body.keys()


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
        await call(provider, asking(messages=window, volatile="Now.", system=()))

    assert api.last_request.messages == [
        ("user", "Hi\n\nPrice?"),
        ("assistant", "100.\n\nIt went up."),
        ("user", "Thanks\n\nNow.\n\nBalance"),
    ]
    api.verify()


@pytest.mark.parametrize("said", [("Hi", "Hello."), ("",), (" ", "\n"), ("Hi", "Hello.", "  ")])
async def test_a_window_that_ends_otherwise_is_still_a_conversation(said):
    async with calling(PLANS) as (api, provider):
        await call(provider, asking(*said, volatile="Now."))

    assert api.last_request.messages[-1] == ("user", "Now.")
    api.verify()


@pytest.mark.parametrize("text", ["\ud83d", "a\udc00b", "\x00\x07", "👩‍👩‍👧", "</data>" * 3])
async def test_any_text_arrives(text):
    async with calling(PLANS) as (api, provider):
        await call(provider, asking("Hi", text, text, volatile=text, system=(text,)))

    api.verify()
    arrived = "".join("\ufffd" if "\ud800" <= one <= "\udfff" else one for one in text)
    assert api.last_request.last_words == f"{arrived}\n\n{arrived}"


# -- asking for a call --------------------------------------------------------------------------


async def test_the_tool_is_forced_and_called_once():
    async with calling(PLANS) as (api, provider):
        made = await call(provider, asking())

    body = api.last_request.body
    assert body["tool_choice"] == {"type": "function", "function": {"name": "submit_plan"}}
    assert body["parallel_tool_calls"] is False
    assert (made.name, made.input) == ("submit_plan", HI)
    assert api.calls == 1


async def test_a_server_that_forces_no_tool_is_asked_in_words_from_then_on():
    async with calling(PLANS, refuses=AUTO) as (api, provider):
        first = await call(provider, asking("Hi", volatile="Now."))
        second = await call(provider, asking("Hi", volatile="Now."))

    assert first.input == second.input == HI
    assert [request.forced for request in api.requests] == [True, False, False]
    assert api.last_request.body["tool_choice"] == "auto"
    assert api.last_request.last_words.startswith("Now.\n\nAnswer only by calling the tool subm")
    api.verify()


@pytest.mark.parametrize(
    "said",
    [
        "Thinking mode does not support this tool_choice",
        "tool_choice 'specified' is incompatible with thinking enabled",
        "The tool_choice parameter does not support being set to required in thinking mode",
    ],
)
async def test_a_refusal_to_force_is_understood_in_the_words_of_each_vendor(said):
    async with calling(Status(400, message=said), PLANS, takes=SWITCH, model="kimi-k3") as (
        api,
        provider,
    ):
        await call(provider, asking())

    assert [request.forced for request in api.requests] == [True, False]
    assert api.last_request.body["thinking"] == {"type": "disabled"}, "that was not refused"


async def test_a_server_without_tools_is_given_the_form_in_words_from_then_on():
    async with calling(WRITES, refuses=TOOLLESS, model="llama3") as (api, provider):
        first = await call(provider, asking("Hi", system=("The role.",)))
        await call(provider, asking("Hi", system=("The role.",)))

    assert first.name == "submit_plan"
    assert [bool(request.tools) for request in api.requests] == [True, False, False]
    assert not {"tools", "tool_choice", "parallel_tool_calls"} & api.last_request.body.keys()
    assert api.last_request.system.startswith("The role.\n\nYour answer is the input of submit_pl")
    assert '"required": ' in api.last_request.system
    assert "one JSON object" in api.last_request.last_words
    api.verify()


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, "registry.ollama.ai/library/llama3 does not support tools"),
        (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser'),
        (404, "No endpoints found that support tool use."),
        (422, "tools: Extra inputs are not permitted"),
    ],
)
async def test_a_refusal_of_tools_is_understood_in_the_words_of_each_server(status, said):
    refusal = When(lambda request: bool(request.tools), Status(status, message=said), times=None)
    async with calling(refusal, WRITES, model="llama3") as (api, provider):
        await call(provider, asking())

    assert not api.last_request.tools
    assert api.calls <= 3


async def test_a_model_whose_thinking_excludes_tools_is_given_the_form_in_words():
    async with calling(WRITES, model="gpt-6.2-sol") as (api, provider):
        await call(provider, asking())

    assert api.calls == 2
    assert api.last_request.body["reasoning_effort"] == "low"
    assert api.last_request.body["max_completion_tokens"] == 8_000
    api.verify()


@pytest.mark.parametrize(
    "said",
    [
        "Your prompt is about tools and tool_choice.",
        "This model's maximum context length is 8192 tokens: 9000 in messages, 100 in the tools",
    ],
)
async def test_what_is_no_refusal_is_a_failure_and_teaches_nothing(said):
    fault = When(lambda _: True, Status(403 if "prompt" in said else 400, message=said))
    async with calling(fault, PLANS) as (api, provider):
        await failure(provider, asking())
        await call(provider, asking())

    assert [request.forced for request in api.requests] == [True, True]


async def test_calls_at_once_learn_together():
    async with calling(PLANS, refuses=AUTO) as (api, provider):
        many = await asyncio.gather(*(call(provider, asking(str(n))) for n in range(5)))

    assert [made.input for made in many] == [HI] * 5
    assert sum(request.forced for request in api.requests) == 5
    assert api.calls == 10


@pytest.mark.parametrize("name", ["parallel_tool_calls", "stream_options", "reasoning_effort"])
async def test_what_a_server_refuses_is_not_sent_again(name):
    async with calling(PLANS, refuses={name}, model="gpt-5.2") as (api, provider):
        await call(provider, asking())
        await call(provider, asking())

    assert [name in request.body for request in api.requests] == [True, False, False]
    api.verify()


@pytest.mark.parametrize(
    ("model", "names"),
    [
        ("some-model", ["max_tokens", "max_completion_tokens"]),
        ("gpt-oss-20b", ["max_completion_tokens", "max_tokens"]),
    ],
)
async def test_a_server_may_want_the_limit_by_its_other_name_or_none(model, names):
    refuses = frozenset(names)
    async with calling(PLANS, refuses={names[0]}, model=model) as (api, provider):
        await call(provider, asking())
        assert [names[0] in request.body for request in api.requests] == [True, False]
        assert names[1] in api.last_request.body
    async with calling(PLANS, refuses=refuses, model=model) as (api, provider):
        await call(provider, asking())
        assert not refuses & api.last_request.body.keys()


# -- thinking -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "sent", "room"),
    [
        ("gpt-6.1-terra", {"reasoning_effort": "none"}, 0),
        ("openai/gpt-5.2", {"reasoning_effort": "none"}, 0),
        ("gpt-5-mini", {"reasoning_effort": "minimal"}, 6_000),
        ("o3", {"reasoning_effort": "low"}, 6_000),
        ("gpt-4.1", {}, 0),
        ("deepseek-flash", {"thinking": {"type": "disabled"}}, 0),
        ("kimi-k2.5", {"thinking": {"type": "disabled"}}, 0),
        ("kimi-k2-thinking", {}, 6_000),
        (
            "qwen3.5-30b-a3b",
            {"enable_thinking": False, "chat_template_kwargs": {"enable_thinking": False}},
            0,
        ),
        ("llama-4", {}, 0),
    ],
)
@pytest.mark.parametrize("request_for", [asking, telling])
async def test_a_model_thinks_as_little_as_it_can_be_told_to(model, sent, room, request_for):
    async with calling(PLANS, SPEAKS, model=model, takes=SWITCH | QWEN) as (api, provider):
        await events(provider, request_for())

    body = api.last_request.body
    known = {"reasoning_effort", *SWITCH, *QWEN}
    assert {name: body[name] for name in known & body.keys()} == sent
    limit = body.get("max_tokens") or body.get("max_completion_tokens")
    assert limit == 2_000 + room, "thinking is not to cut the answer off"
    assert api.calls == 1


async def test_a_server_that_knows_no_such_field_is_asked_without_it():
    async with calling(PLANS, model="qwen3.5-flash") as (api, provider):
        await call(provider, asking())
        await call(provider, asking())

    assert [sorted(QWEN & request.body.keys()) for request in api.requests] == [
        ["chat_template_kwargs", "enable_thinking"],
        ["chat_template_kwargs"],
        [],
        [],
    ]
    assert api.last_request.body["max_tokens"] == 8_000, "it may think all the same"
    api.verify()


@pytest.mark.parametrize(
    ("model", "with_tool", "without"),
    [
        ("gpt-6.1-terra", {"reasoning_effort": "none"}, {"reasoning_effort": "medium"}),
        ("gpt-5-mini", {"reasoning_effort": "medium"}, {"reasoning_effort": "medium"}),
        ("deepseek-flash", {"thinking": {"type": "enabled"}}, {"thinking": {"type": "enabled"}}),
    ],
)
async def test_thinking_that_is_wanted_is_asked_for_where_a_tool_allows_it(
    model, with_tool, without
):
    async with calling(PLANS, SPEAKS, model=model, takes=SWITCH) as (api, provider):
        await call(provider, asking(thinking=True))
        await words(provider, telling(thinking=True))
        await call(provider, asking())

    planned, told, again = (request.body for request in api.requests)
    assert with_tool.items() <= planned.items()
    assert without.items() <= told.items()
    assert again["tool_choice"] != "auto"
    assert ("tool_choice" in planned) == (model != "deepseek-flash")
