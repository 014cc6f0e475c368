"""Holds accounts to their state: what is halted or only closes has nothing resting that opens.

A venue that did not answer at the halt is tried until it does. The daily loss stop is looked at
here as well, so that it acts while nobody orders, and its end is told: it opens nothing by itself.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import structlog

from core.agent.notices import Home, notices_of
from core.agent.parts import Parts
from core.domain.days import midnight_before
from core.domain.instruments import QUOTE
from core.domain.outbound import Block
from core.domain.records import (
    AuditEntry,
    ExchangeAccount,
    Insert,
    OrderRow,
    Query,
    RiskLimitsRow,
    TradingState,
    Update,
    Write,
)
from core.trading.day import zone_of
from core.trading.halt import Cleared, clear, taken_rows
from core.trading.limits import PENDING
from core.trading.loss_stop import LossStop, loss_stop
from core.trading.request import OPENING
from core.views.badge import line
from core.views.halt_view import account_text, order_text
from core.views.money_text import cash_text
from core.views.words import say

log = structlog.get_logger(__name__)

REDUCING, OVER = "trading.reducing", "trading.stop_is_over"
"""Audit events: the daily loss stop acted, and its day has ended."""
LIVE_S = 10.0
"""Between two looks at the day of a live account; each order of its own is checked all the same."""
GRACE_S = 2.0
"""The command that halts takes back what rests itself, and tells it; this is for what it could not.
"""


@dataclass
class RiskWatch:
    """One watcher over the trading state and the day's loss of every account."""

    parts: Parts
    _since: dict[str, datetime] = field(default_factory=dict)
    _clear: set[str] = field(default_factory=set)
    _read: dict[str, datetime] = field(default_factory=dict)
    _days: dict[str, datetime] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._notices = notices_of(self.parts)

    async def look(self) -> None:
        """One look at all accounts; one that fails keeps no other waiting."""
        accounts, limits, orders = await self.parts.records.read(
            Query(kind=ExchangeAccount),
            Query(kind=RiskLimitsRow),
            Query(kind=OrderRow, where={"status": PENDING, "action": tuple(OPENING)}),
        )
        stopped = {row.id for row in limits if row.daily_loss is not None}
        opening = {row.exchange_account_id for row in orders}
        await asyncio.gather(
            *(
                self._guarded(row, has_stop=row.id in stopped, opens=row.id in opening)
                for row in accounts
                if row.enabled
            )
        )

    async def _guarded(self, account: ExchangeAccount, *, has_stop: bool, opens: bool) -> None:
        try:
            if account.trading_state == "ACTIVE":
                self._since.pop(account.id, None)
                self._clear.discard(account.id)
                if has_stop and self._is_read_due(account):
                    await self._hold_to_stop(account)
                return
            if account.trading_state == "REDUCING":
                await self._tell_that_day_is_over(account)
            if self._is_due(account, opens=opens):
                await self._take_back(account)
        except Exception:
            log.exception("risk watch failed", exchange_account=account.id)

    def _is_read_due(self, account: ExchangeAccount) -> bool:
        """Whether its day is looked at now: a live venue's account is not read at every look."""
        now = self.parts.clock.now()
        last = self._read.get(account.id)
        if account.mode == "live" and last is not None and now - last < timedelta(seconds=LIVE_S):
            return False
        self._read[account.id] = now
        return True

    def _is_due(self, account: ExchangeAccount, *, opens: bool) -> bool:
        """Whether something may rest there that opens: not once it was seen that nothing does."""
        now = self.parts.clock.now()
        since = self._since.setdefault(account.id, now)
        if now - since < timedelta(seconds=GRACE_S):
            return False
        return opens or account.id not in self._clear

    async def _hold_to_stop(self, account: ExchangeAccount) -> None:
        """REDUCING once the day has lost as much as it may, told in the same transaction."""
        parts = self.parts
        stop = await loss_stop(
            account, parts.venues, parts.records, parts.clock.now(), parts.default_timezone
        )
        if stop is None or not stop.is_hit:
            return
        home = await self._notices.home(account.account_id)
        guard = _guard(account, "REDUCING")
        blocks = [self._line(account, _stop_text(account, stop, home), home)]
        audit = AuditEntry(
            id=parts.ids.new(),
            account_id=account.account_id,
            conversation_id=home.conversation_id,
            run_id="",
            event=REDUCING,
            tool="",
            reason="daily_loss",
            detail={"account": account.id, "loss": str(stop.day.loss), "limit": str(stop.limit)},
            created_at=parts.clock.now(),
        )
        await self._commit(account, home, blocks, [guard, Insert(record=audit)])

    async def _tell_that_day_is_over(self, account: ExchangeAccount) -> None:
        """Once, in the first look of a day into which an earlier loss stop still reaches."""
        parts, now = self.parts, self.parts.clock.now()
        zone = await zone_of(account.account_id, parts.default_timezone, parts.records)
        began = midnight_before(now, zone)
        if self._days.get(account.id) == began:
            return
        entries = await parts.records.find(
            Query(
                kind=AuditEntry,
                where={"account_id": account.account_id, "event": (REDUCING, OVER)},
            )
        )
        mine = [one for one in entries if one.detail["account"] == account.id]
        last = max(mine, key=lambda one: one.created_at, default=None)
        if last is not None and last.event == REDUCING and last.created_at < began:
            home = await self._notices.home(account.account_id)
            name = account_text(account.name, account.mode, home.lang)
            text = say(home.lang, "loss_stop.over", account=name)
            audit = replace(last, id=parts.ids.new(), event=OVER, created_at=now)
            told = await self._commit(
                account,
                home,
                [self._line(account, text, home)],
                # Of several watchers the one whose guard holds tells.
                [_guard(account, account.trading_state), Insert(record=audit)],
            )
            if not told:
                return  # Another told it, or an order moved the row on: the next look finds out.
        self._days[account.id] = began

    async def _take_back(self, account: ExchangeAccount) -> None:
        """What rests and opens is taken back and told; tried again while any is left."""
        cleared = await clear(account, self.parts.venues)
        if cleared.is_clear:
            self._clear.add(account.id)
        if not cleared.taken:
            return
        home = await self._notices.home(account.account_id)
        writes = await taken_rows([cleared], self.parts.records, self.parts.clock.now())
        await self._commit(account, home, [self._taken(cleared, home)], list(writes))

    def _taken(self, cleared: Cleared, home: Home) -> Block:
        account = cleared.account
        text = say(
            home.lang,
            "halt.taken",
            account=account_text(account.name, account.mode, home.lang),
            orders=[order_text(one.order, home.lang) for one in cleared.taken],
        )
        return self._line(account, text, home)

    def _line(self, account: ExchangeAccount, text: str, home: Home) -> Block:
        simulated = account.mode == "paper" and self.parts.venues.market.simulated
        return line(text, {"mode": account.mode, "simulated": simulated}, home.lang)

    async def _commit(
        self, account: ExchangeAccount, home: Home, blocks: Sequence[Block], writes: list[Write]
    ) -> bool:
        """Whether it was kept, and so will be told."""
        told = self._notices.rows(home, blocks, mode=account.mode)
        kept = await self.parts.records.commit(*writes, *told)
        if kept:
            self.parts.snapshots.drop(account.account_id)
            self.parts.wake_delivery(home.conversation_id)
        return kept


def _guard(account: ExchangeAccount, state: TradingState) -> Update:
    """The account as it was read, in this state from now on."""
    return Update(
        kind=ExchangeAccount,
        where={
            "id": account.id,
            "version": account.version,
            "trading_state": account.trading_state,
        },
        set={"trading_state": state, "version": account.version + 1},
    )


def _stop_text(account: ExchangeAccount, stop: LossStop, home: Home) -> str:
    return say(
        home.lang,
        "loss_stop.hit",
        account=account_text(account.name, account.mode, home.lang),
        loss=cash_text(stop.day.loss, home.lang, QUOTE),
        limit=cash_text(stop.limit, home.lang, QUOTE),
        ends=stop.day.ends,
        zone=stop.day.zone,
    )
