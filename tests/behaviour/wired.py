"""A desk whose model is real but for its words: over the SDK and the rules of the Messages API."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from adapters.llm.anthropic import AnthropicProvider
from core.agent.parts import Limits
from core.domain.records import FillRow, OrderRow, Waiting
from core.views.words import say
from tests.behaviour.seams import call, plan, respond
from tests.desk import TestDesk, open_desk
from tests.doubles.anthropic import Entry, MessagesApi, ToolUse, When

USUAL = "claude-sonnet-5-5"
"""The default model: a tool cannot be forced on it."""
FORCED = "claude-haiku-5-5"
FALLBACK = say("en", "fallback.answering")
NOTHING_DONE = say("en", "failed.nothing_done")


@asynccontextmanager
async def modelled(
    *script: Entry, model: str = FORCED, call_s: float = 20
) -> AsyncIterator[tuple[MessagesApi, TestDesk]]:
    """A desk that asks this server."""
    async with MessagesApi(*script) as api:
        provider = AnthropicProvider(api.api_key, model, api.base_url)
        try:
            async with open_desk(provider=provider, limits=Limits(call_s=call_s)) as desk:
                yield api, desk
        finally:
            await provider.aclose()


def uses(form: dict[str, Any], **more: Any) -> ToolUse:
    return ToolUse(form["tool"], form["input"], **more)


def planned(*steps: dict[str, Any], intent: str = "tool_call") -> ToolUse:
    return uses(plan(*steps, intent=intent))


def reading(tool: str, **arguments: Any) -> ToolUse:
    return planned(call("s1", tool, **arguments), respond(show=["s1"]))


def always(reply: Any) -> When:
    return When(lambda _: True, reply, times=None)


def text(messages: list[dict[str, Any]]) -> str:
    return "\n".join(message["text"] for message in messages)


async def price(desk: TestDesk) -> str:
    return f"Price: {(await desk.market.quote('BTC/USDT')).mark.normalize():,f} USDT"


async def assert_nothing_placed(desk: TestDesk) -> None:
    assert await desk.rows(OrderRow) == []
    assert await desk.rows(FillRow) == []
    assert await desk.rows(Waiting, status="open") == []


PRICE = reading("get_market_price", symbols=["BTC"])
BALANCE = reading("get_balance")
POSITIONS = reading("get_positions")
