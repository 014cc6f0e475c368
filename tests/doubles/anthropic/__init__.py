"""A test double of the Anthropic Messages API: strict about requests, scripted in its answers.

async with MessagesApi(ToolUse("submit_plan", plan), Text("Done.")) as api:
    client = AsyncAnthropic(base_url=api.base_url, api_key=api.api_key)
    ...
api.verify()
"""

from .compose import event_count
from .faults import (
    OUT_OF_CREDIT,
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
from .replies import (
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
from .script import Entry, Request, When
from .server import API_KEY, MessagesApi

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
