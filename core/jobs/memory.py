"""Keeps conversations' memory, in its own time: compression, then what the memory executor learns.

A conversation is looked at once it has been quiet for a while, or after a few turns without quiet.
A sweep finds what an earlier process left. Nobody's turn waits for any of it.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import structlog

from core.agent.parts import Parts
from core.agent.people import People
from core.agent.turn import chosen_profile
from core.domain.conversation import Lang
from core.domain.llm import OFFLINE
from core.domain.profiles import ExecutionProfile
from core.domain.records import (
    Account,
    ConversationRow,
    MessageRow,
    Preference,
    ProfileChoice,
    Query,
)
from core.errors import ModelError, ModelMistake
from core.memory.compression import compress, left
from core.memory.extraction import extract
from core.memory.job import Job, MemoryRun
from core.memory.material import unread
from core.ports import LLMProvider

log = structlog.get_logger(__name__)

SWEEP_S = 60.0
_SWEPT = 50
"""Conversations that one sweep looks at; the next goes on where it ended."""
_TURNS = 5
"""Turns without quiet after which a conversation is looked at all the same."""
_ROUNDS = 4
"""Batches folded at one visit; then others have their turn."""
_SHARE = 2
"""Memory jobs stop at this part (1/n) of an account's day: the rest is the person's."""
_REST_S = 60.0
_LONGEST_REST_S = 6 * 3600.0
_MOST_LOOKED = 10_000


@dataclass(slots=True)
class _Due:
    at: datetime
    turns: int = 0


@dataclass(slots=True)
class _Rest:
    until: datetime
    failures: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class _Visit:
    """What one look at a conversation works with."""

    conversation: ConversationRow
    account: Account
    provider: LLMProvider
    profile: ExecutionProfile
    n: int
    zone: ZoneInfo
    lang: Lang
    newest: str


@dataclass(slots=True)
class MemoryJobs:
    """The memory of all conversations that this process serves, one after another."""

    parts: Parts
    people: People
    _due: dict[str, _Due] = field(default_factory=dict)
    _resting: dict[str, _Rest] = field(default_factory=dict)
    _looked: dict[str, str] = field(default_factory=dict)
    _cursor: str = ""
    _sweep_at: datetime | None = None

    def notice(self, conversation_id: str) -> None:
        """A turn of this conversation has ended; costs nothing."""
        if not self._possible():
            return
        due = self._due.setdefault(conversation_id, _Due(self.parts.clock.now()))
        due.turns += 1
        quiet = timedelta(seconds=self.parts.limits.memory_after_s)
        due.at = self.parts.clock.now() + (quiet if due.turns < _TURNS else timedelta())

    async def tick(self) -> None:
        """Look at whatever is due; a failure is put off and keeps no other conversation waiting."""
        now = self.parts.clock.now()
        if self._possible() and (self._sweep_at is None or self._sweep_at <= now):
            self._sweep_at = now + timedelta(seconds=SWEEP_S)
            await self.sweep()
        ready = sorted((due.at, key) for key, due in self._due.items() if due.at <= now)
        for _, conversation_id in ready:
            rest = self._resting.get(conversation_id)
            if rest is not None and rest.until > now:
                self._due[conversation_id].at = rest.until
                continue
            self._due.pop(conversation_id, None)
            await self._look(conversation_id)

    async def sweep(self) -> int:
        """Find conversations with messages beyond their marks; how many are due for it.

        Bounded: it looks at some, and at the next ones when it is called again.
        """
        conversations = await self.parts.records.find(
            Query(kind=ConversationRow, after=self._cursor or None, limit=_SWEPT)
        )
        self._cursor = conversations[-1].id if len(conversations) == _SWEPT else ""
        queries: list[Query[MessageRow]] = [_newest(row.id) for row in conversations]
        quiet = timedelta(seconds=self.parts.limits.memory_after_s)
        found = 0
        for newest in await self.parts.records.read(*queries) if queries else []:
            for row in newest:
                if row.conversation_id in self._due or self._seen(row):
                    continue
                self._due[row.conversation_id] = _Due(row.created_at + quiet)
                found += 1
        return found

    async def run_once(self, conversation_id: str) -> bool:
        """Fold and learn what there is now; True when nothing is left to do.

        ModelError or ModelMistake when the model failed: what it was asked about waits.
        """
        visit = await self._visit(conversation_id)
        if visit is None:
            return True
        done, failure = True, None
        for job in (self._compressed, self._learnt):
            try:
                done = await job(visit) and done
            except (ModelError, ModelMistake) as error:
                failure = failure or error
        if failure is not None:
            raise failure
        if done:
            if len(self._looked) >= _MOST_LOOKED:
                self._looked.clear()
            self._looked[conversation_id] = visit.newest
        return done

    async def _look(self, conversation_id: str) -> None:
        try:
            done = await self.run_once(conversation_id)
        except ModelError as error:
            self._put_off(conversation_id, error.kind)
        except ModelMistake:
            self._put_off(conversation_id, "mistake")
        except Exception as error:  # noqa: BLE001 - its text may hold what was said: not logged
            self._put_off(conversation_id, type(error).__name__)
        else:
            self._resting.pop(conversation_id, None)
            if not done:
                self._due.setdefault(conversation_id, _Due(self.parts.clock.now()))

    def _put_off(self, conversation_id: str, reason: str) -> None:
        known = self._resting.get(conversation_id)
        failures = known.failures if known is not None else 0
        wait = min(_REST_S * 2**failures, _LONGEST_REST_S)
        until = self.parts.clock.now() + timedelta(seconds=wait)
        self._resting[conversation_id] = _Rest(until, failures + 1)
        self._due.setdefault(conversation_id, _Due(until))
        log.warning("memory waits", conversation=conversation_id, reason=reason, wait_s=wait)

    def _possible(self) -> bool:
        """Whether there is anybody to ask."""
        memory = self.parts.memory
        return bool(self.parts.models) or (memory is not None and memory.name != OFFLINE)

    def _seen(self, newest: MessageRow) -> bool:
        return self._looked.get(newest.conversation_id) == newest.id

    async def _compressed(self, visit: _Visit) -> bool:
        """Fold what has left the window; False when there is more, or somebody else was first."""
        limits = self.parts.limits
        for _ in range(_ROUNDS):
            batch = await left(
                self.parts.records, visit.conversation.id, visit.n, limits.window_tokens
            )
            if not batch.messages:
                return True
            run = await self._run(visit, "compress")
            try:
                done = await compress(run, batch, visit.zone)
            except (ModelError, ModelMistake):
                await self._failed(run)
                raise
            self._spent(run)
            if not done or not batch.more:
                return done
        return False

    async def _learnt(self, visit: _Visit) -> bool:
        """Let the memory executor read what was said; False when there is more, as above."""
        parts = self.parts
        for _ in range(_ROUNDS):
            material = await unread(
                parts.records, parts.registry, visit.conversation.id, visit.account.id
            )
            if material.is_empty:
                return True
            run = await self._run(visit, "extract")
            try:
                learnt = await extract(
                    run,
                    material,
                    visit.conversation,
                    visit.account,
                    parts.registry,
                    parts.system_tools,
                    parts.limits.memory_floor,
                )
            except (ModelError, ModelMistake):
                await self._failed(run)
                raise
            self._spent(run)
            if not learnt.done or not material.more:
                return learnt.done
        return False

    async def _run(self, visit: _Visit, job: Job) -> MemoryRun:
        """A job of this visit; ModelError `day_budget` once memory's share of the day is used."""
        parts, now = self.parts, self.parts.clock.now()
        day = now.astimezone(visit.zone).date().isoformat()
        tokens, cost = await parts.spending.on(parts.records, visit.account.id, day, now)
        limits = parts.limits
        if tokens >= limits.tokens_per_day / _SHARE or cost >= limits.cost_per_day / _SHARE:
            raise ModelError("day_budget", "memory's share of the day is used up")
        return MemoryRun(
            job=job,
            records=parts.records,
            clock=parts.clock,
            ids=parts.ids,
            provider=visit.provider,
            profile=visit.profile,
            conversation_id=visit.conversation.id,
            account_id=visit.account.id,
            lang=visit.lang,
            day=day,
            call_s=limits.call_s,
        )

    async def _failed(self, run: MemoryRun) -> None:
        """What a job used is on record though it came to nothing."""
        if run.asked:
            await self.parts.records.commit(*run.rows("failed"))
        self._spent(run)

    def _spent(self, run: MemoryRun) -> None:
        usage = run.usage()
        if usage is not None:
            self.parts.spending.add(usage)

    async def _visit(self, conversation_id: str) -> _Visit | None:
        """What a look needs; None where there is nothing to look at, or nobody to ask."""
        rows, newest = await self.parts.records.read(
            Query(kind=ConversationRow, where={"id": conversation_id}),
            _newest(conversation_id),
        )
        account = self.people.account(rows[0].account_id or "") if rows else None
        if account is None or not newest:
            return None
        of_account = {"account_id": account.id}
        preferences, choices = await self.parts.records.read(
            Query(kind=Preference, where=of_account | {"key": "timezone"}),
            Query(kind=ProfileChoice, where=of_account),
        )
        profile = chosen_profile(self.parts, choices, "memory")
        provider = self.parts.models.get(profile.name, self.parts.memory)
        if provider is None or provider.name == OFFLINE:
            return None
        zone = next((row.value for row in preferences), "") or account.timezone
        return _Visit(
            conversation=rows[0],
            account=account,
            provider=provider,
            profile=profile,
            n=chosen_profile(self.parts, choices, "chat").history_policy.n,
            zone=ZoneInfo(zone or self.parts.default_timezone),
            lang="zh" if rows[0].lang == "zh" else "en",
            newest=newest[0].id,
        )


def _newest(conversation_id: str) -> Query[MessageRow]:
    where = {"conversation_id": conversation_id, "hidden_from_user": False}
    return Query(kind=MessageRow, where=where, newest=True, limit=1)
