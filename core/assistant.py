"""The one front door: every surface accepts, asks and looks things up here, and only here."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.agent.announcement import Announcement
from core.agent.card_choices import is_change
from core.agent.commands import halts, parse, stops, unhalts
from core.agent.erasing import erasure, names_command
from core.agent.halting import halt_writes
from core.agent.messages import audited, public
from core.agent.parts import Parts
from core.agent.people import People
from core.agent.presses import CLOSED, closed_text
from core.agent.sealing import sealed
from core.agent.turn import language, may_use
from core.agent.worker import Worker
from core.domain.conversation import Command, ConversationKey, Inbound, Lang, Press, Text
from core.domain.outbound import Progress
from core.domain.records import (
    Account,
    InboxItem,
    Insert,
    MessageRow,
    OutboxItem,
    Picture,
    ProfileChoice,
    Query,
    Trace,
    Waiting,
    Workflow,
    Write,
)
from core.domain.workflow import DRIVEN
from core.errors import NotAllowed, PersonError
from core.views.words import say

_OVER = {"menu": "menu.over", "pairing": "pairing.over", "secret": "secret.over"}
"""What a press on an expired question is told, where no fresh card follows."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of an inbound: `run_id` is its turn's, the first one's for a duplicate.

    `full`: too much waits in this conversation already, nothing was stored. `conflict`: the key was
    used for another body. `queued`: the event that says behind how many it waits, if it does.
    """

    status: Literal["new", "duplicate", "conflict", "full"]
    run_id: str
    queued: Progress | None = None


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
        typed, inbound = inbound, _as_command(inbound)
        account = self.people.find(inbound.conversation)
        conversation_id = await self._conversation(inbound)
        ahead = self.worker.queued(conversation_id)
        stopped = stops(inbound.body) if ahead or isinstance(inbound.body, Command) else None
        if ahead >= self.parts.limits.queued_inputs and stopped is None:
            known = await self._known(inbound)
            return known or Accepted("full", "")
        run_id = self.parts.ids.new()
        waits = ahead > 0 and account is not None and isinstance(inbound.body, Text)
        waits = waits and stopped is None
        queued = self._announcement(inbound, conversation_id, run_id, ahead) if waits else None
        placeholder = queued.placeholder(self.parts) if queued else None
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
            announced=placeholder is not None,
        )
        writes: list[Write] = [Insert(record=item, if_absent=True, required=True)]
        if placeholder is not None:
            writes.append(placeholder)
        erase = await erasure(self.parts, typed, conversation_id, run_id) if account else None
        if erase is not None:
            writes.append(erase)
        body = inbound.body
        if account is not None and isinstance(body, Command) and body.name == "halt":
            # Nothing that is under way or queued may open from here on.
            now = self.parts.clock.now()
            writes.extend(await halt_writes(account.id, self.parts.records, now))
        if not await self.parts.records.commit(*writes):
            return await self._known(inbound) or Accepted("full", "")
        self.worker.expect(item, inbound)
        if stopped is not None:
            self.worker.cancel(item, stopped)
        await self.parts.work.put(conversation_id)
        if erase is not None:
            self.parts.wake_delivery(conversation_id)
        if queued is None:
            return Accepted("new", run_id)
        if placeholder is not None:
            self.parts.wake_delivery(conversation_id)
        self.parts.events.publish(conversation_id, queued.event)
        return Accepted("new", run_id, queued.event)

    async def check_press(
        self, key: ConversationKey, press: Press, lang: Any, dedupe_key: str = ""
    ) -> PressCheck:
        """Whose is this question, and is it open? Changes nothing.

        What the press of this `dedupe_key` has answered meanwhile was open to it.
        """
        account = self.people.find(key)
        waiting = await self.parts.records.get(Waiting, press.question_id)
        if account is None:
            return PressCheck("not_yours", say(lang, "stranger.refused"))
        if waiting is None:
            return PressCheck("unknown", say(lang, "press.unknown"))
        if waiting.account_id != account.id:
            return PressCheck("not_yours", say(lang, "press.not_yours"))
        if dedupe_key and waiting.answered_by == dedupe_key:
            return PressCheck("open")
        if waiting.status in CLOSED:
            return PressCheck("answered", closed_text(waiting, lang))
        if waiting.status == "expired" or waiting.expires_at <= self.parts.clock.now():
            fresh = "approval.expired_change" if is_change(waiting) else "approval.expired"
            over = _OVER.get(waiting.kind, fresh)
            return PressCheck("expired", say(lang, over))
        return PressCheck("open")

    async def check_stop(self, inbound: Inbound, lang: Lang) -> PressCheck:
        """Is the run that this /cancel names this person's, and not over? Changes nothing."""
        account = self.people.find(inbound.conversation)
        if account is None:
            return PressCheck("not_yours", say(lang, "stranger.refused"))
        run_id = stops(inbound.body) or ""
        if await self.owner_of(run_id) != account.id:
            return PressCheck("unknown", say(lang, "cancel.no_run"))
        view = await self.run(run_id)
        if view is None or view.status != "running":
            return PressCheck("answered", say(lang, "cancel.ended"))
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
        outcome = str(trace.context.get("outcome", ""))
        return RunView(run_id, status, outcome, [public(row) for row in rows])

    async def check_profile(self, account: Account, name: str) -> None:
        """NotAllowed when a run of this account may not ask for it; PersonError: unknown.

        Only the owner, who may ask for all, learns which there are.
        """
        profile = self.parts.profiles.get(name)
        if profile is None and account.role == "owner":
            raise PersonError("profile.unknown", name=name, known=sorted(self.parts.profiles))
        where = {"account_id": account.id}
        choices = await self.parts.records.find(Query(kind=ProfileChoice, where=where))
        if profile is None or not may_use(profile, account, choices):
            raise NotAllowed("profile.not_allowed", name=name)

    async def owner_of(self, run_id: str) -> str | None:
        """The account whose run this is."""
        item = await self.parts.records.get(InboxItem, run_id)
        return item.account_id if item else None

    async def history(
        self, account: Account, *, after: str = "", audit: bool = False, limit: int = 200
    ) -> list[dict[str, Any]]:
        """Messages this person may see, oldest first, after that id; the newest ones without it.

        `audit`, for the owner, includes hidden ones, and says of each where it is from.
        """
        where: dict[str, Any] = {"account_id": account.id}
        seen = audit and account.role == "owner"
        if not seen:
            where["hidden_from_user"] = False
        query = Query(kind=MessageRow, where=where, limit=limit)
        if after:
            rows = await self.parts.records.find(replace(query, after=after))
        else:
            rows = list(reversed(await self.parts.records.find(replace(query, newest=True))))
        return [audited(row) if seen else public(row) for row in rows]

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

    async def picture(self, picture_id: str) -> Picture | None:
        """A picture that was sent; whose it is, and so who may see it, stands in it."""
        return await self.parts.records.get(Picture, picture_id)

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

    def _announcement(
        self, inbound: Inbound, conversation_id: str, run_id: str, behind: int
    ) -> Announcement:
        """In the language of the turn under way, else of the words."""
        lang = self.worker.speaks(conversation_id) or language(
            getattr(inbound.body, "text", ""),
            chosen="",
            hinted=inbound.lang,
            last=None,
            default=self.parts.default_lang,
        )
        return Announcement(
            run_id=run_id, conversation_id=conversation_id, behind=behind, lang=lang
        )

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
        # That of a secret is deleted with it: nothing is left to compare with.
        same = rows[0].fingerprint in ("", inbound.fingerprint)
        return Accepted("duplicate" if same else "conflict", rows[0].id)


def _as_command(inbound: Inbound) -> Inbound:
    """A text that names a command, or says halt or unhalt, as one; any other as it is written down.

    What only starts with a slash stays as it was typed: a key may.
    """
    if not isinstance(inbound.body, Text):
        return inbound
    text = _whole(inbound.body.text)
    if halts(text):
        return replace(inbound, body=Command(name="halt"))
    if unhalts(text):
        return replace(inbound, body=Command(name="unhalt"))
    command = parse(text)
    if command is not None and names_command(text):
        return replace(inbound, body=command)
    return replace(inbound, body=replace(inbound.body, text=text))


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
