"""A test double of the Anthropic Messages API: strict about requests, scripted in its answers.

async with MessagesApi(ToolUse("submit_plan", plan), Text("Done.")) as api:
    client = AsyncAnthropic(base_url=api.base_url, api_key=api.api_key)
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
    PauseTurn,
    Refusal,
    Silence,
    StopSequence,
    Text,
    ToolCutInHalf,
    ToolUse,
    ToolUses,
    UnknownStop,
)
from tests.doubles.llm.script import Entry, When
from tests.doubles.llm.server import API_KEY

from .compose import event_count
from .faults import OUT_OF_CREDIT
from .script import Request
from .server import MessagesApi

__all__ = [
    "API_KEY",
    "OUT_OF_CREDIT",
    "AbortStream",
    "BadChunk",
    "CutStream",
    "Drop",
    "Entry",
    "ErrorEvent",
    "Hang",
    "Html",
    "MaxTokens",
    "MessagesApi",
    "Paced",
    "PauseTurn",
    "Refusal",
    "Request",
    "Silence",
    "StallStream",
    "Status",
    "StopSequence",
    "Text",
    "ToolCutInHalf",
    "ToolUse",
    "ToolUses",
    "UnknownStop",
    "When",
    "event_count",
]
