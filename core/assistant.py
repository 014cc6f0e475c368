"""The one front door: every surface accepts, asks and looks things up here, and only here."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.agent.commands import parse
from core.agent.messages import public
from core.agent.parts import Parts
from core.agent.people import People
from core.agent.presses import CLOSED, closed_text
from core.agent.sealing import sealed
from core.agent.worker import Worker
from core.domain.conversation import Command, ConversationKey, Inbound, Press, Text
from core.domain.outbound import Progress
from core.domain.records import (
    Account,
    InboxItem,
    Insert,
    MessageRow,
    OutboxItem,
    Query,
    Trace,
    Waiting,
    Workflow,
)
from core.domain.workflow import DRIVEN
from core.views.words import say


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of an inbound: `run_id` is its turn's, the first one's for a duplicate.

    `full`: too much waits in this conversation already, nothing was stored. `conflict`: the key was
    used for another body.
    """

    status: Literal["new", "duplicate", "conflict", "full"]
    run_id: str


@dataclass(frozen=True, slots=True)
class RunView:
    """A turn as it stands: messages are those of the HTTP contract, the person's own left out."""

    run_id: str
    status: Literal["running", "done", "failed"]
    outcome: str
    messages: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class PressCheck:
    """A read-only look at a press before its turn: may this person press it, and is it open?

    `text` is what to tell them at once when not, in their language.
    """

    state: Literal["open", "not_yours", "answered", "expired", "unknown"]
    text: str = ""


class Assistant:
    """Accepting, waiting, reading. What is accepted is handled, once (I1)."""

    def __init__(self, parts: Parts, people: People, worker: Worker) -> None:
        self.parts = parts
        self.people = people
        self.worker = worker

    # -- in -------------------------------------------------------------------------------------

    async def accept(self, inbound: Inbound) -> Accepted:
        """T0: keep the inbound, sealed and once; durable when this returns.

        A text that starts with a slash is a command. A press belongs to its question's
        conversation. The same dedupe key again is the same turn.
        """
        inbound = _as_command(inbound)
        account = self.people.find(inbound.conversation)
        conversation_id = await self._conversation(inbound)
        cancels = isinstance(inbound.body, Command) and inbound.body.name == "cancel"
        full = self.worker.queued(conversation_id) >= self.parts.limits.queued_inputs
        if full and not cancels:
            known = await self._known(inbound)
            return known or Accepted("full", "")
        run_id = self.parts.ids.new()
        item = InboxItem(
            id=run_id,
            dedupe_key=inbound.dedupe_key,
            conversation_id=conversation_id,
            account_id=account.id if account else None,
            kind=_kind(inbound),
            payload=sealed(self.parts.sealer, run_id, inbound),
            fingerprint=inbound.fingerprint,
            status="new",
            received_at=inbound.received_at,
        )
        if not await self.parts.records.commit(Insert(record=item, if_absent=True, required=True)):
            return await self._known(inbound) or Accepted("full", "")
        self.worker.expect(item, inbound)
        if cancels:
            self.worker.cancel(item)
        await self.parts.work.put(conversation_id)
        return Accepted("new", run_id)

    async def check_press(self, key: ConversationKey, press: Press, lang: Any) -> PressCheck:
        """Whose is this question, and is it open? Changes nothing."""
        account = self.people.find(key)
        waiting = await self.parts.records.get(Waiting, press.question_id)
        if account is None:
            return PressCheck("not_yours", say(lang, "stranger.refused"))
        if waiting is None:
            return PressCheck("unknown", say(lang, "press.unknown"))
        if waiting.account_id != account.id:
            return PressCheck("not_yours", say(lang, "press.not_yours"))
        if waiting.status in CLOSED:
            return PressCheck("answered", closed_text(waiting, lang))
        if waiting.status == "expired" or waiting.expires_at <= self.parts.clock.now():
            return PressCheck("expired", say(lang, "approval.expired"))
        return PressCheck("open")

    # -- out ------------------------------------------------------------------------------------

    def follow(self, run_id: str) -> AbstractAsyncContextManager[AsyncIterator[Progress]]:
        """The events of a run from now on."""
        return self.parts.events.follow(run_id)

    async def run(self, run_id: str) -> RunView | None:
        """A run as SQL has it; None: there is no such run."""
        traces, items, rows = await self.parts.records.read(
            Query(kind=Trace, where={"trace_id": run_id}),
            Query(kind=InboxItem, where={"id": run_id}),
            Query(
                kind=MessageRow,
                where={"run_id": run_id, "role": "assistant", "hidden_from_user": False},
            ),
        )
        if not traces:
            return RunView(run_id, "running", "", []) if items else None
        trace: Trace = traces[0]
        done = {"running": "running", "completed": "done", "failed": "failed"}
        status: Any = done[trace.status]
        return RunView(
            run_id, status, str(trace.context.get("outcome", "")), [public(row) for row in rows]
        )

    async def owner_of(self, run_id: str) -> str | None:
        """The account whose run this is."""
        item = await self.parts.records.get(InboxItem, run_id)
        return item.account_id if item else None

    async def history(
        self, account: Account, *, after: str = "", audit: bool = False, limit: int = 200
    ) -> list[dict[str, Any]]:
        """Messages this person may see, oldest first, after that id; the newest ones without it.

        `audit`, for the owner, includes hidden ones.
        """
        where: dict[str, Any] = {"account_id": account.id}
        if not (audit and account.role == "owner"):
            where["hidden_from_user"] = False
        query = Query(kind=MessageRow, where=where, limit=limit)
        if after:
            rows = await self.parts.records.find(replace(query, after=after))
        else:
            rows = list(reversed(await self.parts.records.find(replace(query, newest=True))))
        return [public(row) for row in rows]

    async def questions(self, account: Account) -> list[dict[str, Any]]:
        """The person's open questions as messages, oldest first, wherever they were asked."""
        waiting = await self.parts.records.find(
            Query(kind=Waiting, where={"account_id": account.id, "status": "open"})
        )
        now = self.parts.clock.now()
        ids = tuple(item.message_id for item in waiting if item.expires_at > now)
        if not ids:
            return []
        rows = await self.parts.records.find(Query(kind=MessageRow, where={"id": ids}))
        return [public(row) for row in rows]

    async def question(self, question_id: str) -> Waiting | None:
        """One question, whatever became of it."""
        return await self.parts.records.get(Waiting, question_id)

    # -- sweeps ---------------------------------------------------------------------------------

    async def sweep(self) -> int:
        """Wake everything that was left: new inbox rows, undriven workflows, unsent outbox rows.

        How many conversations were woken. Safe to repeat at any time.
        """
        items, workflows, outbox = await self.parts.records.read(
            Query(kind=InboxItem, where={"status": "new"}),
            Query(kind=Workflow, where={"status": DRIVEN}),
            Query(kind=OutboxItem, where={"status": "new"}),
        )
        conversations = {row.conversation_id for row in [*items, *workflows]}
        for conversation_id in sorted(conversations):
            await self.parts.work.put(conversation_id)
        for conversation_id in sorted({row.conversation_id for row in outbox}):
            self.parts.wake_delivery(conversation_id)
        return len(conversations)

    async def _conversation(self, inbound: Inbound) -> str:
        if isinstance(inbound.body, Press):
            waiting = await self.parts.records.get(Waiting, inbound.body.question_id)
            if waiting is not None:
                return waiting.conversation_id
        return inbound.conversation.id

    async def _known(self, inbound: Inbound) -> Accepted | None:
        rows = await self.parts.records.find(
            Query(kind=InboxItem, where={"dedupe_key": inbound.dedupe_key}, limit=1)
        )
        if not rows:
            return None
        same = rows[0].fingerprint == inbound.fingerprint
        return Accepted("duplicate" if same else "conflict", rows[0].id)


def _as_command(inbound: Inbound) -> Inbound:
    """A text that starts with a slash as a command; any other as text that can be written down."""
    if not isinstance(inbound.body, Text):
        return inbound
    text = _whole(inbound.body.text)
    command = parse(text)
    return replace(inbound, body=command or replace(inbound.body, text=text))


def _whole(text: str) -> str:
    """The text with split surrogate pairs joined, and half ones (which are no text) replaced."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _kind(inbound: Inbound) -> Literal["text", "press", "command"]:
    match inbound.body:
        case Press():
            return "press"
        case Command():
            return "command"
        case Text():
            return "text"
