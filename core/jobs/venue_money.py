"""Books what moved a live account's money besides trades, once, as its venue tells it.

Rows and how far they reach are committed together, so that a sum never claims more than was read. A
read that fails leaves both as they were.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import structlog

from core.agent.notices import Home, notices_of
from core.agent.parts import Parts
from core.domain.movements import KINDS, Movement, MovementKind
from core.domain.outbound import CardBlock
from core.domain.paper import margin_of
from core.domain.records import ExchangeAccount, Insert, LedgerRow, Query, Setting, Update, Write
from core.errors import PersonError, VenueError
from core.jobs.live_sweep import LiveSweep
from core.ports import Statements
from core.trading.several import asked
from core.trading.venue_money import Coverage, books_of, setting_id, to_keep
from core.views.badge import badge
from core.views.money_text import cash_text
from core.views.words import say

log = structlog.get_logger(__name__)

EVERY = timedelta(minutes=5)
LOOK_S = 60.0
OVERLAP: Mapping[MovementKind, timedelta] = {
    "funding": timedelta(hours=2),
    "liquidation": timedelta(hours=2),
    # A transfer has the time at which it was begun, and counts once it is done.
    "deposit": timedelta(days=3),
    "withdrawal": timedelta(days=3),
}
"""How much of what was read is read again: venues write some of it down late."""


@dataclass
class VenueMoneyJob:
    """One sweep over every live account."""

    parts: Parts

    def __post_init__(self) -> None:
        self._sweep = LiveSweep(self.parts.records, EVERY)
        self._notices = notices_of(self.parts)

    async def look(self) -> int:
        """Read what is due; how many accounts had something new booked."""
        accounts = await self._sweep.accounts()
        # Of accounts that are one at the venue, the first has its books.
        once = (await asked(self.parts.records, accounts)).once
        due = self._sweep.due(once, self.parts.clock.now())
        return sum(await asyncio.gather(*(self._guarded(account) for account in due)))

    async def _guarded(self, account: ExchangeAccount) -> bool:
        """Each kind by itself: one that cannot be read holds up no other."""
        booked = False
        for kind in KINDS:
            try:
                async with asyncio.timeout(LOOK_S):
                    booked |= await self._kind(account, kind)
            except (VenueError, PersonError, TimeoutError) as error:
                log.info("books not read", exchange_account=account.id, kind=kind, why=str(error))
            except Exception:
                log.exception("reading books failed", exchange_account=account.id, kind=kind)
        return booked

    async def _kind(self, account: ExchangeAccount, kind: MovementKind) -> bool:
        """Read and book one kind; whether something was new."""
        exchange = self.parts.venues.exchange(account)
        if not isinstance(exchange, Statements):
            return False
        kept = await self.parts.records.get(Setting, setting_id(account.id))
        books, now = books_of(account, kept), self.parts.clock.now()
        before = books.covered.get(kind)
        since = account.created_at
        if before is not None:
            since = max(since, before.until - OVERLAP[kind])
        told = await exchange.movements(account.id, kind, since)
        if told is None:
            return False
        first = Coverage(since=told.since, until=now, all_ways=told.all_ways)
        covered = {**books.covered, kind: first if before is None else before.read_on(told, now)}
        new = await self._new(account, told.found)
        home = await self._notices.home(account.account_id)
        notices = [
            row
            for one in new
            if one.kind == "liquidation"
            for row in self._told(account, one, home)
        ]
        rows = [Insert(record=_row(account, one), if_absent=True) for one in new]
        # The first of two sweeps at once books and tells.
        if not await self.parts.records.commit(_keep(account, kept, covered), *rows, *notices):
            return False
        if notices:
            self.parts.wake_delivery(home.conversation_id)
        return bool(new)

    async def _new(self, account: ExchangeAccount, found: Sequence[Movement]) -> list[Movement]:
        """Those that are not booked yet."""
        if not found:
            return []
        ids = tuple(_id(account, one) for one in found)
        booked = await self.parts.records.find(Query(kind=LedgerRow, where={"id": ids}))
        known = {one.id for one in booked}
        return [one for one in found if _id(account, one) not in known]

    def _told(self, account: ExchangeAccount, one: Movement, home: Home) -> list[Write]:
        """A liquidation, told where its person last talked to us privately."""
        lang = home.lang
        simulated = account.testnet
        card = CardBlock(
            title=say(lang, "liquidation.title", symbol=one.symbol),
            badge=badge({"mode": "live", "simulated": simulated}, lang),
            rows=(
                (say(lang, "card_exchange"), account.name),
                (
                    say(lang, "liquidation.result"),
                    cash_text(one.amount, lang, one.currency, sign=True),
                ),
            ),
            note=say(lang, "liquidation.live_note"),
        )
        return self._notices.rows(home, [card], mode="live", simulated=simulated, run_id=one.id)


def _id(account: ExchangeAccount, one: Movement) -> str:
    return f"{account.id}:{one.kind}:{one.id}"


def _row(account: ExchangeAccount, one: Movement) -> LedgerRow:
    return LedgerRow(
        id=_id(account, one),
        exchange_account_id=account.id,
        account_id=account.account_id,
        kind=one.kind,
        currency=one.currency,
        bucket=margin_of(one.symbol) if one.symbol else "free",
        contra=one.kind,
        amount=one.amount,
        ref=_id(account, one),
        at=one.at,
    )


def _keep(
    account: ExchangeAccount, kept: Setting | None, covered: Mapping[MovementKind, Coverage]
) -> Write:
    value = to_keep(covered)
    if kept is None:
        row = Setting(id=setting_id(account.id), value=value)
        return Insert(record=row, if_absent=True, required=True)
    return Update(
        kind=Setting,
        where={"id": kept.id, "version": kept.version},
        set={"value": value, "version": kept.version + 1},
    )
