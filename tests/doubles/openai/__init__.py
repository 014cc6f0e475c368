"""A test double of the chat completions API: strict about requests, scripted in its answers.

async with ChatApi(ToolUse("submit_plan", plan), Text("Done."), refuses={"tool_choice"}) as api:
    client = AsyncOpenAI(base_url=api.base_url, api_key=api.api_key)
    ...
api.verify()
"""

from tests.doubles.llm.faults import (
    AbortStream,
    BadChunk,
    CutStream,
    Drop,
    ErrorEvent,
    Hang,
    Html,
    Paced,
    StallStream,
    Status,
)
from tests.doubles.llm.replies import (
    MaxTokens,
    Refusal,
    Silence,
    Text,
    ToolCutInHalf,
    ToolUse,
    ToolUses,
    UnknownStop,
)
from tests.doubles.llm.script import Entry, When
from tests.doubles.llm.server import API_KEY

from .compose import event_count
from .errors import BALANCE, NO_QUOTA
from .script import Request
from .server import ChatApi

__all__ = [
    "API_KEY",
    "BALANCE",
    "NO_QUOTA",
    "AbortStream",
    "BadChunk",
    "ChatApi",
    "CutStream",
    "Drop",
    "Entry",
    "ErrorEvent",
    "Hang",
    "Html",
    "MaxTokens",
    "Paced",
    "Refusal",
    "Request",
    "Silence",
    "StallStream",
    "Status",
    "Text",
    "ToolCutInHalf",
    "ToolUse",
    "ToolUses",
    "UnknownStop",
    "When",
    "event_count",
]
