"""Works conversations off, one at a time each, in the order of their inbox (DESIGN 13, Order)."""

import asyncio
from collections import Counter, deque

import structlog

from core.agent import commands, presses, strangers
from core.agent.amount_answers import is_amount, is_value
from core.agent.answers import Amended, Chosen, Filled, PressNeeded, WhichOne, match
from core.agent.desk_commands import cancel_all, clear, status, tell
from core.agent.parts import Parts
from core.agent.people import People
from core.agent.planning import plan_and_go
from core.agent.recovery import recover
from core.agent.run import Run
from core.agent.sealing import unsealed
from core.agent.turn import load
from core.domain.conversation import Command, Inbound, Press, Text
from core.domain.outbound import TextBlock
from core.domain.plan import Plan
from core.domain.records import InboxItem, Insert, Query, StepRow, Update, Workflow
from core.domain.workflow import DRIVEN
from core.views.words import say

log = structlog.get_logger(__name__)


class Worker:
    """Takes conversations from the work source and handles what waits in their inbox."""

    def __init__(self, parts: Parts, people: People) -> None:
        self.parts = parts
        self.people = people
        self.backlog: dict[str, deque[tuple[InboxItem, Inbound]]] = {}
        self._runs: dict[str, Run] = {}
        self._queued: Counter[str] = Counter()

    def expect(self, item: InboxItem, inbound: Inbound) -> None:
        """An inbound accepted in this process: it needs neither reading nor unsealing again."""
        self.backlog.setdefault(item.conversation_id, deque()).append((item, inbound))
        self._queued[item.conversation_id] += 1

    def queued(self, conversation_id: str) -> int:
        """Inbounds accepted here and not yet handled, the one under way included."""
        return self._queued[conversation_id]

    def cancel(self, conversation_id: str) -> bool:
        """Go past the queue: abort the model call or read of the turn under way."""
        run = self._runs.get(conversation_id)
        if run is None:
            return False
        run.abort.press()
        return True

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
        known = self.backlog.pop(conversation_id, deque())
        if not known:
            await self._recover(conversation_id)
            known = await self._unread(conversation_id)
        while known:
            item, inbound = known.popleft()
            try:
                await self._one(item, inbound)
            finally:
                self._handled(conversation_id)
            if not known:
                known = self.backlog.pop(conversation_id, deque())

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

    async def _unread(self, conversation_id: str) -> deque[tuple[InboxItem, Inbound]]:
        rows = await self.parts.records.find(
            Query(kind=InboxItem, where={"conversation_id": conversation_id, "status": "new"})
        )
        return deque((row, unsealed(self.parts.sealer, row)) for row in rows)

    async def _one(self, item: InboxItem, inbound: Inbound) -> None:
        account = self.people.find(inbound.conversation)
        if account is None:
            await strangers.receive(self.parts, self.people, item, inbound)
            return
        run = Run(self.parts, await load(self.parts, item, inbound, account))
        self._runs[item.conversation_id] = run
        try:
            await self._turn(run)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("turn failed", run=item.id)
            await self._internal_error(run)
        finally:
            self._runs.pop(item.conversation_id, None)

    async def _turn(self, run: Run) -> None:
        body = run.turn.inbound.body
        if isinstance(body, Press):
            await presses.press(run, body)
            return
        if isinstance(body, Text):
            command = commands.parse(body.text)
            if command is None:
                await self._text(run, body.text)
                return
            body = command
        await self._command(run, body)

    async def _text(self, run: Run, text: str) -> None:
        lang = run.turn.lang
        if not text.strip():
            await tell(run, text, say(lang, "text.empty"), counts=False)
            return
        if len(text) > self.parts.limits.text:
            said = say(lang, "text.too_long", length=len(text), limit=self.parts.limits.text)
            await tell(run, text[:200] + "…", said, counts=False)
            return
        mine = [item for item in run.turn.open if item.account_id == run.turn.account.id]
        instruments = await self.parts.market.instruments()
        answer = match(
            text,
            mine,
            is_amount=is_amount,
            is_value=lambda name, value: is_value(name, value, instruments),
        )
        match answer:
            case Chosen(waiting, choice):
                await presses.answer(run, waiting, choice, text)
            case Amended(waiting, amount):
                await presses.amended(run, waiting, amount)
            case Filled(waiting, value):
                await presses.filled(run, waiting, value, text)
            case PressNeeded(waiting):
                await tell(run, text, say(lang, "approval.press_needed", title=waiting.question))
            case WhichOne(among, _):
                titles = "\n".join(f"{n}. {item.question}" for n, item in enumerate(among, 1))
                await tell(run, text, say(lang, "waiting.which", titles=titles))
            case None:
                await self._request(run, text)

    async def _request(self, run: Run, text: str, ready: Plan | None = None) -> None:
        """A new request: T1 makes it a workflow, then it is planned and carried out."""
        turn = run.turn
        now = self.parts.clock.now()
        workflow = Workflow(
            id=self.parts.ids.new(),
            conversation_id=turn.conversation.id,
            account_id=turn.account.id,
            run_id=turn.run_id,
            goal="",
            request=text,
            status="planning",
            version=0,
            plan_rev=0,
            capability="",
            references={},
            snapshots={},
            notes={},
            created_at=now,
            updated_at=now,
        )
        run.consume(text, counts=ready is None)
        run.add(Insert(record=workflow))
        run.open_trace(text)
        if await run.commit():
            await plan_and_go(run, workflow, ready)

    async def _command(self, run: Run, command: Command) -> None:
        lang = run.turn.lang
        line = f"/{command.name} {command.argument}".strip()
        ready = commands.shortcut(command)
        if ready is not None:
            await self._request(run, line, ready)
            return
        simple = {"status": status, "cancel": cancel_all, "clear": clear}
        if command.name in simple:
            await simple[command.name](run, line)
        elif command.name == "start":
            await tell(run, line, say(lang, "start.known", name=run.turn.account.name))
        elif command.name == "help":
            await tell(run, line, commands.help_text(lang))
        else:
            await tell(run, line, say(lang, "command.unknown", name=command.name))

    async def _internal_error(self, run: Run) -> None:
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
            run.add(
                Update(
                    kind=Workflow,
                    where={"id": workflow.id, "version": workflow.version},
                    set={"status": "needs_attention", "version": workflow.version + 1},
                )
            )
        run.say([TextBlock(text=say(run.turn.lang, key, number=run.turn.run_id))])
        await run.finish(outcome="failed")
