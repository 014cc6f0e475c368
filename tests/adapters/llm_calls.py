"""Requests to a provider of a model service, and what comes of them."""

from datetime import UTC, datetime
from types import ModuleType
from typing import Any, Literal

import pytest

from core.agent.prompts import ROLE, SUBMIT_PLAN
from core.domain.llm import (
    ChatMessage,
    ChatRequest,
    Finished,
    LLMEvent,
    PlanningContext,
    TextDelta,
    ToolCall,
)
from core.domain.references import References
from core.errors import ModelError
from core.ports import LLMProvider

Role = Literal["user", "assistant"]

HI = {
    "goal": "greet",
    "intent": "chat",
    "steps": [{"type": "respond", "id": "s1", "text": "Hi there 你好 👋"}],
}


def asking(*said: str, **changes: Any) -> ChatRequest:
    """A request for a plan; `said` are the window's texts, the person first, turn about."""
    roles: tuple[Role, Role] = ("user", "assistant")
    settings: dict[str, Any] = {
        "purpose": "plan",
        "model": "",
        "system": (ROLE, "Tools that a plan may use: none."),
        "volatile": "Now: 2026-03-02T09:30:00+00:00 (UTC).",
        "messages": tuple(
            ChatMessage(role=roles[index % 2], text=text)
            for index, text in enumerate(said or ("Hi",))
        ),
        "context": CONTEXT,
        "tool": SUBMIT_PLAN,
        "timeout_s": 30.0,
    }
    return ChatRequest(**settings | changes)


def telling(*said: str, **changes: Any) -> ChatRequest:
    """A request for words."""
    return asking(*said, **{"purpose": "respond", "tool": None} | changes)


async def events(provider: LLMProvider, request: ChatRequest) -> list[LLMEvent]:
    return [event async for event in provider.chat(request)]


async def failure(provider: LLMProvider, request: ChatRequest) -> ModelError:
    """How the call fails."""
    with pytest.raises(ModelError) as caught:
        await events(provider, request)
    return caught.value


async def call(provider: LLMProvider, request: ChatRequest) -> ToolCall:
    """The call, of an answer that is nothing else."""
    made, finished = await events(provider, request)
    assert isinstance(made, ToolCall)
    assert isinstance(finished, Finished)
    return made


async def words(provider: LLMProvider, request: ChatRequest) -> list[str]:
    """The pieces of an answer in words."""
    *pieces, finished = await events(provider, request)
    assert isinstance(finished, Finished)
    return [piece.text for piece in pieces if isinstance(piece, TextDelta)]


CONTEXT = PlanningContext(
    conversation_id="web:owner::owner",
    text="Hi",
    lang="en",
    now=datetime(2026, 3, 2, 9, 30, tzinfo=UTC),
    references=References(),
    instruments=(),
    positions=(),
    tools=frozenset(),
    introduce=False,
)


def errors_in(module: ModuleType) -> list[type[Exception]]:
    """The exceptions that a module has by name.

    Told by their type: a lazy stand-in, asked for its class, imports the whole of its SDK.
    """
    classes = (value for value in vars(module).values() if issubclass(type(value), type))
    return [value for value in classes if issubclass(value, Exception)]
