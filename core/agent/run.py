"""A running turn: collects rows and commits them together, then tells whoever follows (DESIGN 13).

Everything a turn changes is added to `pending` and goes out in one transaction per commit point, so
that state, history and outbox can never disagree. Nothing is published before it is committed.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from core.agent.abort import Abort
from core.agent.messages import message_row, public
from core.agent.parts import Parts
from core.agent.providers import provider_of
from core.agent.run_rows import OutboxKind, outbox_row, trace_row, usage_row
from core.agent.turn import Turn
from core.domain.orders import Mode
from core.domain.outbound import Block, Choice, Outbound, Progress
from core.domain.records import (
    ConversationRow,
    InboxItem,
    Insert,
    MessageRow,
    StepRow,
    StepStatus,
    StepType,
    Trace,
    Update,
    Waiting,
    Workflow,
    WorkflowStatus,
    Write,
)
from core.domain.snapshots import stored
from core.domain.workflow import moved
from core.ports import LLMProvider
from core.views.render import plain

Outcome = Literal[
    "ok",
    "failed",
    "already_answered",
    "expired",
    "not_yours",
    "unknown_question",
    "unknown_choice",
]


class Run:
    """One turn on its way through its commits."""

    def __init__(self, parts: Parts, turn: Turn) -> None:
        self.parts = parts
        self.turn = turn
        self.pending: list[Write] = []
        self.messages: list[Outbound] = []
        self.lead: list[Block] = []
        self.lead_writes: list[Write] = []
        self.tokens = 0
        self.cost: Decimal | None = Decimal(0)
        self._fresh: list[Outbound] = []
        self._opened: list[Waiting] = []
        self._closed: list[str] = []
        self._sequence = 0
        self._trace_opened = False
        self._trace_stored = False
        # What was queued is announced under its run's id: that announcement becomes the answer.
        announced = turn.item.announced and turn.conversation.platform in parts.pushed
        self._placeholder = self._placeholder_stored = turn.run_id if announced else ""
        self.started_at = parts.clock.now()
        self._outbox = False
        self.abort = Abort()
        self.card = ""
        """The message of the card whose press is carried out: what comes of it replies to it."""
        self.stopped = False
        """Whether the person's stop has ended it."""

    @property
    def provider(self) -> LLMProvider:
        """Who plans and writes in this turn."""
        return provider_of(self.parts, self.turn)

    # -- collecting -----------------------------------------------------------------------------

    def add(self, *writes: Write) -> None:
        """Rows for the next commit."""
        self.pending.extend(writes)

    def take(self) -> None:
        """The inbox item done, and emptied: it is handled once."""
        self.add(
            Update(
                kind=InboxItem,
                where={"id": self.turn.item.id, "status": "new"},
                set={"status": "done", "payload": ""},
            )
        )

    def consume(self, said: str | None, *, counts: bool = True) -> None:
        """T1's first rows: the inbox item done, the conversation known, the person's words kept."""
        turn = self.turn
        self.take()
        if not turn.known:
            self.add(Insert(record=replace(turn.conversation, lang=turn.lang), if_absent=True))
        elif turn.conversation.lang != turn.lang:
            self.add(self._conversation_update(lang=turn.lang))
        if said is not None:
            self.add(
                Insert(
                    record=MessageRow(
                        id=self.parts.ids.new(),
                        conversation_id=turn.conversation.id,
                        account_id=turn.account.id,
                        run_id=turn.run_id,
                        role="user",
                        kind=None,
                        text=said,
                        blocks=[],
                        created_at=turn.inbound.received_at,
                        lang=turn.lang,
                        execution_profile_name=turn.profile.name,
                        counts=counts,
                    )
                )
            )

    def open_trace(self, task: str, *, placeholder: bool = True) -> None:
        """The turn's trace, running; with it a placeholder where the platform shows one."""
        turn = self.turn
        self._trace_opened = True
        self.add(Insert(record=trace_row(turn, task, "running", self.parts.clock.now())))
        shown = turn.conversation.platform in self.parts.pushed
        if placeholder and shown and not self._placeholder:
            self._placeholder = self.parts.ids.new()
            self._post("placeholder", self._placeholder, {"lang": turn.lang}, "")

    def adopt(self, placeholder: str, steps: int) -> None:
        """Take up a turn whose trace, steps, and perhaps placeholder are already stored."""
        self._trace_opened = self._trace_stored = True
        self._placeholder = self._placeholder_stored = placeholder
        self._sequence = steps

    def step(
        self,
        step_type: StepType,
        data: dict[str, Any],
        *,
        parents: Sequence[str] = (),
        workflow: Workflow | None = None,
        plan_step: str | None = None,
        status: StepStatus | None = None,
        repeat: Literal["read", "keyed", "unsafe"] | None = None,
        arguments_hash: str = "",
    ) -> StepRow:
        """A step of this turn's trace."""
        self._sequence += 1
        row = StepRow(
            step_id=self.parts.ids.new(),
            trace_id=self.turn.run_id,
            step_type=step_type,
            sequence=self._sequence,
            parent_ids=list(parents),
            data=data,
            created_at=self.parts.clock.now(),
            workflow_id=workflow.id if workflow else None,
            plan_rev=workflow.plan_rev if workflow else None,
            plan_step=plan_step,
            status=status,
            repeat=repeat,
            arguments_hash=arguments_hash,
        )
        self.add(Insert(record=row))
        return row

    def move(self, workflow: Workflow, to: WorkflowStatus, **changes: Any) -> Workflow:
        """The workflow in its next status; the row follows only if nobody moved it meanwhile."""
        if self.turn.snapshots_changed and workflow.run_id == self.turn.run_id:
            changes["snapshots"] = stored(self.turn.snapshots)
        moved_to = (
            workflow
            if to == workflow.status
            else replace(workflow, status=moved(workflow.status, to))
        )
        after = replace(
            moved_to, version=workflow.version + 1, updated_at=self.parts.clock.now(), **changes
        )
        self.add(
            Update(
                kind=Workflow,
                where={"id": workflow.id, "version": workflow.version},
                set={
                    "status": after.status,
                    "version": after.version,
                    "updated_at": after.updated_at,
                    "goal": after.goal,
                    "plan_rev": after.plan_rev,
                    "capability": after.capability,
                    "notes": after.notes,
                    **changes,
                },
            )
        )
        return after

    def say(
        self,
        blocks: Sequence[Block],
        *,
        kind: Literal["reply", "question", "alert"] = "reply",
        mode: Mode | None = None,
        simulated: bool | None = None,
        choices: Sequence[Choice] = (),
        question_id: str | None = None,
        data: dict[str, Any] | None = None,
        rings: bool = False,
    ) -> Outbound:
        """A message to the person, as history and (where it is sent) as outbox row.

        What stands in `lead` is said first, once; `lead_writes` are committed with it.

        The first plain reply takes the placeholder's place; questions and what `rings` are new
        messages, and what rings replies to the card that it came of.
        """
        turn = self.turn
        reply_to = self.card if rings else ""
        blocks, self.lead = [*self.lead, *blocks], []
        self.add(*self.lead_writes)
        self.lead_writes = []
        outbound = Outbound(
            id=self.parts.ids.new(),
            run_id=turn.run_id,
            kind=kind,
            text=plain(blocks),
            blocks=tuple(blocks),
            created_at=self.parts.clock.now(),
            mode=mode,
            simulated=simulated,
            question_id=question_id,
            choices=tuple(choices),
            data=data,
            lang=turn.lang,
            reply_to=reply_to,
        )
        self.add(Insert(record=message_row(outbound, turn)))
        if turn.conversation.platform in self.parts.pushed:
            payload = outbound.model_dump(mode="json")
            if self._placeholder and kind == "reply" and not rings:
                self._post("answer", outbound.id, payload, self._placeholder)
                self._placeholder = ""
            else:
                self._post("message", outbound.id, payload, reply_to)
        self._fresh.append(outbound)
        return outbound

    def opened(self, waiting: Waiting) -> None:
        """A question to hold once it is committed."""
        self.add(Insert(record=waiting))
        self._opened.append(waiting)

    def close_card(self, waiting: Waiting, note: str, *, ends: bool = True) -> None:
        """Edit the question's message: no buttons any more, and how it ended.

        `ends` is False where the question itself stays open, on another message.
        """
        if ends:
            self._closed.append(waiting.id)
        if waiting.conversation_id.split(":", 1)[0] in self.parts.pushed:
            self._post("close", self.parts.ids.new(), {"text": note}, waiting.message_id)

    def emit(self, type_: str, data: dict[str, Any], line: str = "") -> None:
        """Offer a progress event to whoever follows."""
        self.parts.events.publish(
            self.turn.conversation.id,
            Progress.model_validate(
                {"run_id": self.turn.run_id, "type": type_, "data": data, "line": line}
            ),
        )

    # -- committing -----------------------------------------------------------------------------

    async def commit(self) -> bool:
        """Everything pending in one transaction; False when somebody else was first."""
        writes, self.pending = self.pending, []
        fresh, self._fresh = self._fresh, []
        opened, self._opened = self._opened, []
        closed, self._closed = self._closed, []
        outbox, self._outbox = self._outbox, False
        if writes and not await self.parts.records.commit(*writes):
            return False
        self._trace_stored, self._placeholder_stored = self._trace_opened, self._placeholder
        self.messages.extend(fresh)
        for waiting in opened:
            await self.parts.waiting.put(waiting)
        if closed:
            await self.parts.waiting.drop(closed)
        for outbound in fresh:
            if outbound.kind == "question":
                self.emit("question", public(outbound))
        if outbox:
            self.parts.wake_delivery(self.turn.conversation.id)
        return True

    async def finish(self, *, outcome: Outcome = "ok", task: str = "") -> bool:
        """T5: the turn's last commit, its trace closed; then `done` (or `error`) is published."""
        if self._placeholder:
            self._post("drop", self.parts.ids.new(), {}, self._placeholder)
            self._placeholder = ""
        if self.turn.references_changed:
            self.add(
                self._conversation_update(references=self.turn.references.model_dump(mode="json"))
            )
        status: Literal["completed", "failed"] = "failed" if outcome == "failed" else "completed"
        if self._trace_opened:
            self.add(
                Update(
                    kind=Trace,
                    where={"trace_id": self.turn.run_id},
                    set={
                        "status": status,
                        "total_steps": self._sequence,
                        "total_tokens": self.tokens,
                        "total_cost": self.cost,
                        "context": {"outcome": outcome},
                        "completed_at": self.parts.clock.now(),
                    },
                )
            )
        else:
            trace = trace_row(self.turn, task, status, self.parts.clock.now())
            self.add(
                Insert(
                    record=replace(
                        trace,
                        context={"outcome": outcome},
                        completed_at=trace.created_at,
                        total_steps=self._sequence,
                    )
                )
            )
        usage = usage_row(self.turn, self.tokens, self.cost)
        if usage is not None:
            self.add(Insert(record=usage, if_absent=True))
        if not await self.commit():
            return False
        if usage is not None:
            self.parts.spending.add(usage)
        messages = [public(message) for message in self.messages]
        if status == "failed" and messages:
            self.emit("error", {"run_id": self.turn.run_id, "message": messages[-1]})
        else:
            self.emit("done", {"run_id": self.turn.run_id, "messages": messages})
        return True

    def discard(self) -> None:
        """Forget what is pending: somebody else was first."""
        self.pending, self._fresh, self._opened, self._closed = [], [], [], []
        self._outbox = False
        self._trace_opened, self._placeholder = self._trace_stored, self._placeholder_stored

    def expires(self, seconds: float) -> datetime:
        """The time `seconds` from now."""
        now = self.parts.clock.now()
        return datetime.fromtimestamp(now.timestamp() + seconds, tz=now.tzinfo)

    # -- rows -----------------------------------------------------------------------------------

    def _conversation_update(self, **changes: Any) -> Update:
        return Update(
            kind=ConversationRow,
            where={"id": self.turn.conversation.id},
            set={**changes, "updated_at": self.parts.clock.now()},
            required=False,
        )

    def _post(
        self, kind: OutboxKind, message_id: str, payload: dict[str, Any], target: str
    ) -> None:
        self._outbox = True
        row = outbox_row(
            self.turn,
            kind,
            row_id=self.parts.ids.new(),
            message_id=message_id,
            payload=payload,
            target=target,
            now=self.parts.clock.now(),
        )
        self.add(Insert(record=row))
