"""Works conversations off, one at a time each, in the order of their inbox (DESIGN 13, Order)."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable

import structlog

from core.agent import (
    access,
    approvals,
    commands,
    halting,
    linking,
    menus,
    presses,
    resume,
    secret_answers,
    strangers,
)
from core.agent.answers import Amended, Chosen, Filled, PressNeeded, Unseen, WhichOne
from core.agent.cancel_all import cancel_all
from core.agent.choosing import choose
from core.agent.desk_commands import (
    cancel_newest,
    cancel_run,
    clear,
    status,
    tell,
)
from core.agent.kept_secrets import let_go
from core.agent.open_questions import answer_to_open, short
from core.agent.opening import opened
from core.agent.parts import Parts
from core.agent.people import People
from core.agent.planning import plan_and_go
from core.agent.recovery import recover
from core.agent.run import Run
from core.agent.sealing import unsealed, without_secrets
from core.agent.secret_answers import Typed
from core.agent.task_memory import tell_summed_up
from core.agent.turn import load
from core.domain.conversation import Command, ConversationKey, Inbound, Lang, Press, Text
from core.domain.outbound import TextBlock
from core.domain.plan import Plan
from core.domain.records import InboxItem, Query, StepRow, Update, Workflow
from core.domain.resume_words import word
from core.domain.workflow import DRIVEN
from core.views.words import say

log = structlog.get_logger(__name__)

_OF_PEOPLE = {
    "link": linking.link,
    "unlink": linking.unlink,
    "people": access.people_list,
}
Unhandled = tuple[InboxItem, Inbound | None]
"""An accepted inbound; None: it cannot be opened any more."""


class Worker:
    """Takes conversations from the work source and handles what waits in their inbox."""

    def __init__(
        self, parts: Parts, people: People, turn_ended: Callable[[str], None] = lambda _: None
    ) -> None:
        self.parts = parts
        self.people = people
        self._turn_ended = turn_ended
        self.backlog: dict[str, deque[Unhandled]] = {}
        self._runs: dict[str, Run] = {}
        self._queued: Counter[str] = Counter()
        self._met: set[str] = set()
        self._read_early: set[str] = set()
        self._under_way: dict[str, InboxItem] = {}
        self._to_stop: dict[str, str | None] = {}
        self._stops: dict[str, str] = {}
        self._stopped: set[str] = set()

    def expect(self, item: InboxItem, inbound: Inbound) -> None:
        """An inbound accepted in this process: it needs neither reading nor unsealing again."""
        if item.id in self._read_early:
            self._read_early.discard(item.id)
            return
        self.backlog.setdefault(item.conversation_id, deque()).append((item, inbound))
        self._queued[item.conversation_id] += 1

    def queued(self, conversation_id: str) -> int:
        """Inbounds accepted here and not yet handled, the one under way included."""
        return self._queued[conversation_id]

    def speaks(self, conversation_id: str) -> Lang | None:
        """The language of the turn under way there; None: there is none."""
        run = self._runs.get(conversation_id)
        return run.turn.lang if run else None

    def cancel(self, item: InboxItem, run_id: str = "") -> None:
        """Go past the queue: stop what is under way here, or the run named, for this /cancel.

        A run that is named is stopped wherever it goes, and before it begins if it is queued.
        """
        if not run_id:
            under_way = self._under_way.get(item.conversation_id)
            run_id = under_way.id if under_way and under_way.id not in self._stops else ""
        if not run_id:
            return
        self._stops[item.id] = run_id
        self._to_stop[run_id] = item.account_id
        for run in self._runs.values():
            self._stop_if_asked(run)

    def _stop_if_asked(self, run: Run) -> None:
        if self._to_stop.get(run.turn.run_id, "") == run.turn.account.id:
            run.abort.press()

    def busy(self) -> bool:
        """Whether a turn is under way."""
        return bool(self._runs)

    async def work(self) -> None:
        """Handle conversations for ever; a failure ends a turn, never the worker."""
        while True:
            conversation_id = await self.parts.work.take()
            try:
                await self.handle(conversation_id)
            except Exception:
                log.exception("conversation failed", conversation=conversation_id)
            finally:
                await self.parts.work.done(conversation_id)

    async def handle(self, conversation_id: str) -> None:
        """Finish what an earlier process left here, then the inbox in order."""
        if conversation_id not in self._met or conversation_id not in self.backlog:
            self._met.add(conversation_id)
            await self._recover(conversation_id)
            waiting = await self._unread(conversation_id)
        else:
            waiting = self.backlog.pop(conversation_id)
        while waiting:
            item, inbound = waiting.popleft()
            self._under_way[conversation_id] = item
            try:
                await self._one(item, inbound)
            except Exception:
                self.backlog.setdefault(conversation_id, deque()).extendleft(reversed(waiting))
                raise
            finally:
                del self._under_way[conversation_id]
                self._handled(conversation_id)
            waiting = waiting or self.backlog.pop(conversation_id, deque())

    def _handled(self, conversation_id: str) -> None:
        self._queued[conversation_id] -= 1
        if self._queued[conversation_id] <= 0:
            del self._queued[conversation_id]

    async def _recover(self, conversation_id: str) -> None:
        left = await self.parts.records.find(
            Query(kind=Workflow, where={"conversation_id": conversation_id, "status": DRIVEN})
        )
        for workflow in left:
            account = self.people.account(workflow.account_id)
            if account is None:
                continue
            try:
                await recover(self.parts, account, workflow)
            except Exception:
                log.exception("recovery failed", workflow=workflow.id)

    async def _unread(self, conversation_id: str) -> deque[Unhandled]:
        """The stored inbox in order, with what was accepted here in its place or behind it."""
        rows = await self.parts.records.find(
            Query(kind=InboxItem, where={"conversation_id": conversation_id, "status": "new"})
        )
        accepted = {
            item.id: (item, inbound) for item, inbound in self.backlog.pop(conversation_id, ())
        }
        unread: deque[Unhandled] = deque()
        for row in rows:
            if row.id in accepted:
                unread.append(accepted.pop(row.id))
                continue
            self._read_early.add(row.id)
            self._queued[conversation_id] += 1
            unread.append((row, self._opened(row)))
        return unread + deque(accepted.values())

    def _opened(self, item: InboxItem) -> Inbound | None:
        """What the row holds; None when the key that sealed it is gone."""
        try:
            return unsealed(self.parts.sealer, item)
        except ValueError:
            log.exception("inbound cannot be opened", run=item.id)
            return None

    async def _unreadable(self, item: InboxItem) -> None:
        """The key that sealed this is gone: said so, and nothing behind it has to wait."""
        key = ConversationKey.parse(item.conversation_id)
        inbound = Inbound(
            dedupe_key=item.dedupe_key,
            conversation=key,
            body=Text(text=""),
            received_at=item.received_at,
        )
        account = self.people.find(key)
        if account is None:
            await strangers.receive(self.parts, self.people, item, inbound)
            return
        run = Run(self.parts, await load(self.parts, item, inbound, account))
        await tell(run, None, say(run.turn.lang, "inbox.unreadable"))

    async def _one(self, item: InboxItem, inbound: Inbound | None) -> None:
        if inbound is None:
            await self._unreadable(item)
            return
        account = self.people.find(inbound.conversation)
        if account is None:
            await strangers.receive(self.parts, self.people, item, inbound)
            return
        clean = without_secrets(inbound)
        run = Run(self.parts, await load(self.parts, item, clean, account))
        typed = await secret_answers.withheld(run, inbound)
        if typed is None and clean != inbound:
            secret_answers.forget_digest(run)
            run.lead.append(TextBlock(text=say(run.turn.lang, "secret.masked")))
        tell_summed_up(run)
        self._runs[item.conversation_id] = run
        self._stop_if_asked(run)
        try:
            done = await self._turn(run, typed)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("turn failed", run=item.id)
            done = await self._internal_error(run)
        finally:
            self._runs.pop(item.conversation_id, None)
            if run.stopped:
                self._stopped.add(item.id)
        if not done:
            # Somebody else changed what this turn relied on: what it left is taken up again.
            await self.parts.work.put(item.conversation_id)
        self._turn_ended(item.conversation_id)

    async def _turn(self, run: Run, typed: Typed | None) -> bool:
        """Handle the inbound; False when a commit found that somebody else was first."""
        if typed is not None:
            return await secret_answers.handle(run, typed)
        body = run.turn.inbound.body
        if isinstance(body, Press):
            waiting = await presses.pressed(run, body)
            if isinstance(waiting, bool):
                return waiting
            label = approvals.label(waiting, body.choice, run.turn.lang)
            return await choose(run, self.people, waiting, body.choice, label, pressed=True)
        if isinstance(body, Text):
            command = commands.parse(body.text)
            if command is None:
                return await self._text(run, body.text)
            body = command
        return await self._command(run, body)

    async def _text(self, run: Run, text: str) -> bool:
        lang = run.turn.lang
        if not text.strip():
            return await tell(run, text, say(lang, "text.empty"), counts=False)
        if len(text) > self.parts.limits.text:
            said = say(lang, "text.too_long", length=len(text), limit=self.parts.limits.text)
            return await tell(run, text[:200] + "…", said, counts=False)
        if run.turn.run_id in self._stops:
            meant = Command(name="cancel", argument="all" if word(text) == "cancel_all" else "")
            return await self._cancel(run, meant, text)
        closed = await presses.closed_meanwhile(run)
        if closed is not None:
            return await presses.already(run, closed)
        match await answer_to_open(run, text):
            case Chosen(waiting, choice):
                return await choose(run, self.people, waiting, choice, text, pressed=False)
            case Amended(waiting, amount):
                return await presses.amended(run, waiting, amount)
            case Filled(waiting, value):
                return await presses.filled(run, waiting, value, text)
            case PressNeeded(waiting):
                said = say(lang, "approval.press_needed", title=short(waiting.question))
                return await tell(run, text, said)
            case Unseen(waiting):
                said = say(lang, "approval.unseen", title=short(waiting.question))
                return await tell(run, text, said)
            case WhichOne() as answer:
                return await menus.which(run, text, answer)
            case None:
                return await self._unanswered(run, text)

    async def _unanswered(self, run: Run, text: str) -> bool:
        """Words that answer no question: they may be about waiting work, else they are a request.

        The words for all that waits never mean a single question.
        """
        said = word(text)
        if said == "cancel_all":
            return await cancel_all(run, text)
        if paged := menus.page_said(run, text):
            return await choose(run, self.people, *paged, text, pressed=False)
        done = await resume.said(run, said, text) if said is not None else None
        return await self._request(run, text) if done is None else done

    async def _request(self, run: Run, text: str, ready: Plan | None = None) -> bool:
        """A new request: T1 makes it a workflow, then it is planned and carried out."""
        workflow = opened(run, text, counts=ready is None)
        return await run.commit() and await plan_and_go(run, workflow, ready)

    async def _command(self, run: Run, command: Command) -> bool:
        lang = run.turn.lang
        line = f"/{command.name} {command.argument}".strip()
        ready = commands.shortcut(command)
        if ready is not None:
            return await self._request(run, line, ready)
        if command.name == "cancel":
            return await self._cancel(run, command, line)
        if command.name == "halt":
            self._stop_of(run)
            return await halting.halt(run, line)
        simple = {"status": status, "clear": clear, "unhalt": halting.unhalt}
        if command.name in simple:
            return await simple[command.name](run, line)
        if command.name in _OF_PEOPLE:
            return await _OF_PEOPLE[command.name](run, self.people, command.argument, line)
        if command.name == "start":
            return await tell(run, line, say(lang, "start.known", name=run.turn.account.name))
        if command.name == "help":
            return await tell(run, line, commands.help_text(lang))
        return await tell(run, line, say(lang, "command.unknown", name=command.name))

    async def _cancel(self, run: Run, command: Command, line: str) -> bool:
        """/cancel: what was under way when it came, else the newest question; or all, or a run."""
        stopped, was_stopped = self._stop_of(run)
        if commands.means_all(command):
            return await cancel_all(run, line)
        if command.argument:
            return await cancel_run(run, None, command.argument, stopped=was_stopped)
        if stopped:
            return await cancel_run(run, line, stopped, stopped=was_stopped)
        return await cancel_newest(run, line)

    def _stop_of(self, run: Run) -> tuple[str, bool]:
        """The run that this turn was to stop when it came, and whether that ended it."""
        stopped = self._stops.pop(run.turn.run_id, "")
        was_stopped = stopped in self._stopped
        if stopped not in self._stops.values():
            self._to_stop.pop(stopped, None)
            self._stopped.discard(stopped)
        return stopped, was_stopped

    async def _internal_error(self, run: Run) -> bool:
        """The turn broke on our side: said so, with a number to find it by."""
        run.discard()
        current = await self.parts.records.get(InboxItem, run.turn.item.id)
        if current is not None and current.status == "new":
            run.consume(getattr(run.turn.inbound.body, "text", None))
        key = "error.internal"
        left = await self.parts.records.find(
            Query(kind=Workflow, where={"run_id": run.turn.run_id, "status": DRIVEN})
        )
        for workflow in left:
            rows = await self.parts.records.find(
                Query(kind=StepRow, where={"workflow_id": workflow.id, "status": "started"})
            )
            if rows:
                key = "error.internal_started"
                continue
            stuck = {"status": "needs_attention", "version": workflow.version + 1}
            stuck["notes"] = let_go(run, workflow).notes
            run.add(
                Update(
                    kind=Workflow,
                    where={"id": workflow.id, "version": workflow.version},
                    set=stuck,
                )
            )
        run.say([TextBlock(text=say(run.turn.lang, key, number=run.turn.run_id))])
        return await run.finish(outcome="failed")
