"""Closed sets that rows use."""

from typing import Any, Literal

Json = dict[str, Any]
WorkflowStatus = Literal[
    "planning",
    "running",
    "waiting_user",
    "waiting_confirmation",
    "suspended",
    "completed",
    "failed",
    "cancelled",
    "needs_attention",
]
WaitingStatus = Literal["open", "answered", "expired", "cancelled", "replaced"]
StepType = Literal[
    "llm_call",
    "tool_call",
    "tool_result",
    "ask_user",
    "answer",
    "conclusion",
    "feedback",
    "memory_read",
    "memory_write",
]
StepStatus = Literal["pending", "started", "done", "failed", "dropped"]
TradingState = Literal["ACTIVE", "REDUCING", "HALTED"]
