"""What every LLMProvider keeps to, whatever stands behind it.

A provider joins by an entry in PROVIDERS that opens one which, asked for a plan, calls the tool it
is forced to call, and asked for words, writes some.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from decimal import Decimal

import pytest

from adapters.llm.anthropic import AnthropicProvider
from adapters.llm.offline.planner import OfflinePlanner
from adapters.llm.openai import OpenAIProvider
from adapters.llm.scripted import ScriptedProvider
from core.domain.llm import ChatMessage, ChatRequest, Finished, TextDelta, ToolCall
from core.domain.plan import Plan
from core.ports import LLMProvider
from tests.adapters.offline_talk import PLAN, context
from tests.doubles.anthropic import MessagesApi, Text, ToolUse, When
from tests.doubles.openai import ChatApi

A_PLAN = {
    "goal": "Price of BTC",
    "intent": "tool_call",
    "steps": [
        {
            "type": "tool",
            "id": "s1",
            "tool_name": "get_market_price",
            "tool_args": {"symbols": ["BTC"]},
        },
        {"type": "respond", "id": "answer", "show": ["s1"]},
    ],
}
SOME_WORDS = "The price is shown above."


@asynccontextmanager
async def offline() -> AsyncIterator[LLMProvider]:
    yield OfflinePlanner()


@asynccontextmanager
async def scripted() -> AsyncIterator[LLMProvider]:
    yield ScriptedProvider(
        [{"tool": "submit_plan", "input": A_PLAN}, {"text": SOME_WORDS}, {"text": SOME_WORDS}]
    )


@asynccontextmanager
async def anthropic() -> AsyncIterator[LLMProvider]:
    """The default model, whose tools cannot be forced, over the scripted Messages API."""
    plans = When(lambda request: bool(request.tools), ToolUse("submit_plan", A_PLAN), times=None)
    words = When(lambda request: not request.tools, Text(SOME_WORDS), times=None)
    async with MessagesApi(plans, words) as api:
        yield AnthropicProvider(api.api_key, "claude-sonnet-5-5", api.base_url)


@asynccontextmanager
async def openai() -> AsyncIterator[LLMProvider]:
    """The default model, whose tools are forced, over the scripted chat completions."""
    plans = When(lambda request: request.forced, ToolUse("submit_plan", A_PLAN), times=None)
    words = When(lambda request: not request.tools, Text(SOME_WORDS), times=None)
    async with ChatApi(plans, words) as api:
        yield OpenAIProvider(api.api_key, "gpt-6.1-terra", api.base_url)


@asynccontextmanager
async def openai_unforced() -> AsyncIterator[LLMProvider]:
    """A server of one's own that needs no key and forces no tool."""
    plans = When(lambda request: bool(request.tools), ToolUse("submit_plan", A_PLAN), times=None)
    words = When(lambda request: not request.tools, Text(SOME_WORDS), times=None)
    async with ChatApi(plans, words, api_key="", refuses={"tool_choice"}) as api:
        yield OpenAIProvider("", "llama-4", api.base_url)


PROVIDERS: list[Callable[[], AbstractAsyncContextManager[LLMProvider]]] = [
    offline,
    scripted,
    anthropic,
    openai,
    openai_unforced,
]


@pytest.fixture(params=PROVIDERS)
async def provider(request):
    async with request.param() as made:
        yield made
        await made.aclose()


async def ask(provider, purpose="plan", *, conversation="web:1::anna", text="btc price"):
    """The events of one call, first to last."""
    request = ChatRequest(
        purpose=purpose,
        model="any",
        system=("You are a trading desk.",),
        volatile="",
        messages=(ChatMessage(role="user", text=text),),
        context=context(text, conversation_id=conversation),
        tool=PLAN if purpose == "plan" else None,
    )
    return [event async for event in provider.chat(request)]


class TestLLMProvider:
    async def test_it_has_a_name(self, provider):
        assert provider.name
        assert provider.name == provider.name.strip()

    async def test_a_forced_call_is_one_whole_call_of_that_tool_and_then_the_end(self, provider):
        events = await ask(provider)
        calls = [event for event in events if isinstance(event, ToolCall)]
        assert [call.name for call in calls] == ["submit_plan"]
        assert Plan.model_validate(calls[0].input).goal
        assert isinstance(events[-1], Finished)

    async def test_words_come_in_pieces_and_then_the_end(self, provider):
        await ask(provider)
        events = await ask(provider, "respond")
        assert not any(isinstance(event, ToolCall) for event in events)
        assert "".join(event.text for event in events if isinstance(event, TextDelta)).strip()
        assert all(event.text for event in events if isinstance(event, TextDelta))
        assert isinstance(events[-1], Finished)

    async def test_there_is_one_end_with_what_was_used_or_that_it_is_unknown(self, provider):
        events = await ask(provider)
        (end,) = [event for event in events if isinstance(event, Finished)]
        assert end.model
        for tokens in (end.input_tokens, end.output_tokens, end.cached_tokens):
            assert tokens is None or tokens >= 0
        assert end.cost is None or Decimal(end.cost) >= 0

    async def test_conversations_at_once_do_not_disturb_each_other(self, provider):
        many = [ask(provider, conversation=f"web:{number}::anna") for number in range(5)]
        for events in await asyncio.gather(*many):
            assert [type(event) for event in events] == [ToolCall, Finished]

    async def test_a_call_that_nobody_reads_to_the_end_harms_no_other(self, provider):
        request = ChatRequest(
            purpose="plan",
            model="any",
            system=(),
            volatile="",
            messages=(ChatMessage(role="user", text="btc price"),),
            context=context("btc price", conversation_id="web:left::anna"),
            tool=PLAN,
        )
        stream = provider.chat(request)
        await anext(stream)
        await stream.aclose()
        assert isinstance((await ask(provider))[-1], Finished)

    async def test_it_can_be_closed_twice(self, provider):
        await provider.aclose()
        await provider.aclose()
