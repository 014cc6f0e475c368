"""Turns: what came in, what is being done about it, what waits, what goes out."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from core.domain.orders import Mode
from core.domain.records.values import Json, StepStatus, StepType, WaitingStatus, WorkflowStatus


@dataclass(frozen=True, kw_only=True, slots=True)
class InboxItem:
    """An accepted inbound; the id is the run id, `payload` is sealed and emptied once consumed.

    `announced`: it was queued behind others, and a placeholder that says so bears its id.
    """

    id: str
    dedupe_key: str
    conversation_id: str
    account_id: str | None
    kind: Literal["text", "press", "command"]
    payload: str
    fingerprint: str
    status: Literal["new", "done"]
    received_at: datetime
    announced: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationRow:
    """A conversation, with what "it" means in it."""

    id: str
    platform: str
    chat: str
    thread: str
    person: str
    account_id: str | None
    references: Json
    updated_at: datetime
    lang: str = "en"
    private: bool = True
    offline_said: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Workflow:
    """One ExecutionState. Its steps, messages and observations are rows of their own.

    `request` is what the person asked for: with it the workflow can be planned anew.
    `run_id` is the turn that drives it now.
    """

    id: str
    conversation_id: str
    account_id: str
    run_id: str
    goal: str
    request: str
    status: WorkflowStatus
    version: int
    plan_rev: int
    capability: str
    references: Json
    snapshots: Json
    notes: Json
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None = None
    final_answer: str = ""
    last_error: str = ""
    attempts: int = 0
    cancel_requested: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageRow:
    """A message of the history. `origin`, `executor` and `hidden…` say where it is from."""

    id: str
    conversation_id: str
    account_id: str
    run_id: str
    role: Literal["user", "assistant"]
    kind: Literal["reply", "question", "alert"] | None
    text: str
    blocks: list[Any]
    created_at: datetime
    mode: Mode | None = None
    simulated: bool | None = None
    question_id: str | None = None
    choices: list[Any] = field(default_factory=list)
    data: Json | None = None
    lang: str = "en"
    origin: Literal["chat", "automation"] = "chat"
    executor: Literal["worker", "memory"] = "worker"
    execution_profile_name: str = "chat_default"
    hidden_from_user: bool = False
    counts: bool = True
    """Whether it is a user message for the window: texts and answers are, commands are not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """An open question. The row with status `open` decides who may answer, and whether once.

    `arguments` and `arguments_hash` are the exact canonical call an approval allows; `card` is the
    card's data as shown. `answered_by` is the key of the update that was first.
    """

    id: str
    workflow_id: str
    conversation_id: str
    account_id: str
    message_id: str
    step_id: str
    kind: Literal["approval", "ask", "amount", "menu", "secret", "pairing"]
    question: str
    intent: str
    pending_fields: list[str]
    confirmation_target: str
    choices: list[Any]
    arguments: Json
    arguments_hash: str
    card: Json
    status: WaitingStatus
    created_at: datetime
    expires_at: datetime
    answered_by: str = ""
    answered_where: str = ""
    answered_choice: str = ""
    answered_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OutboxItem:
    """Something to deliver, in the order of ids within its conversation.

    `placeholder` opens a turn and `answer` is an edit of it; `message` is a new message; `close`
    edits a card (payload: `text`, and its `blocks` without buttons); `drop` removes a placeholder
    that no answer replaces. `target` is the id (ours) of the message that an edit or drop applies
    to, or that a new message replies to. `erase` deletes the person's own message (payload:
    `message`, the platform's id of it, and `lang`).
    """

    id: str
    conversation_id: str
    platform: str
    run_id: str
    kind: Literal["placeholder", "answer", "message", "close", "drop", "erase"]
    message_id: str
    payload: Json
    status: Literal["new", "sent", "dead"]
    created_at: datetime
    target: str = ""
    attempts: int = 0
    next_at: datetime | None = None
    platform_message_id: str = ""
    error: str = ""
    sent_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Trace:
    """One turn, call or job (DESIGN 10); for a turn the id is its run id."""

    trace_id: str
    mode: Literal["call", "agent"]
    prompt_name: str
    task: str
    agent_type: str
    status: Literal["running", "completed", "failed"]
    total_steps: int
    total_tokens: int
    total_cost: Decimal | None
    uid: str
    context: Json
    created_at: datetime
    completed_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class StepRow:
    """A step of a trace; a plan's steps are such rows under the turn that planned them.

    `plan_step` is the planner's own id (s1); `arguments_hash` and `idempotency_key` are set for
    steps with an effect; `expires_at` is the request's expiry.
    """

    step_id: str
    trace_id: str
    step_type: StepType
    sequence: int
    parent_ids: list[str]
    data: Json
    created_at: datetime
    workflow_id: str | None = None
    plan_rev: int | None = None
    plan_step: str | None = None
    status: StepStatus | None = None
    repeat: Literal["read", "keyed", "unsafe"] | None = None
    idempotency_key: str | None = None
    arguments_hash: str = ""
    expires_at: datetime | None = None
