"""The rows that every turn writes of itself: its trace, what it used, what it sends."""

from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from core.agent.turn import Turn
from core.domain.records import ModelUsage, OutboxItem, Trace

OutboxKind = Literal["placeholder", "answer", "message", "close", "drop", "erase"]


def usage_row(turn: Turn, tokens: int, cost: Decimal | None) -> ModelUsage | None:
    """What this turn used of models, where it did."""
    if not tokens:
        return None
    return ModelUsage(
        id=turn.run_id,
        account_id=turn.account.id,
        day=turn.today,
        tokens=Decimal(tokens),
        cost=cost,
    )


def trace_row(
    turn: Turn, task: str, status: Literal["running", "completed", "failed"], now: datetime
) -> Trace:
    """The turn's trace as it begins."""
    return Trace(
        trace_id=turn.run_id,
        mode="agent",
        prompt_name="worker",
        task=task,
        agent_type="worker",
        status=status,
        total_steps=0,
        total_tokens=0,
        total_cost=None,
        uid=turn.account.id,
        context={},
        created_at=now,
    )


def outbox_row(
    turn: Turn,
    kind: OutboxKind,
    *,
    row_id: str,
    message_id: str,
    payload: dict[str, Any],
    target: str,
    now: datetime,
) -> OutboxItem:
    """Something to deliver where this turn's conversation is."""
    return OutboxItem(
        id=row_id,
        conversation_id=turn.conversation.id,
        platform=turn.conversation.platform,
        run_id=turn.run_id,
        kind=kind,
        message_id=message_id,
        payload=payload,
        status="new",
        created_at=now,
        target=target,
    )
