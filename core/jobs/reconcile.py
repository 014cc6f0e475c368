"""Compares live accounts with our book: what was done elsewhere is told, once, as it was found.

Nothing is corrected by itself and no figure is made up: a position that was closed elsewhere may be
marked so by its person, and stays without a price.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import structlog

from core.agent import menus
from core.agent.moves import Move
from core.agent.notices import Home, notices_of
from core.agent.parts import Parts
from core.domain.orders import OpenOrder
from core.domain.outbound import TextBlock
from core.domain.records import ExchangeAccount, Insert, OrderRow, Query, Setting, Update, Write
from core.errors import PersonError, VenueError
from core.jobs.live_sweep import LiveSweep
from core.trading.book import Difference, differences, foreign, held_by
from core.trading.figures import figure
from core.views.halt_view import account_text, order_text
from core.views.money_text import amount_text
from core.views.words import say

log = structlog.get_logger(__name__)

SWEEP_S = 60.0
SETTLED_S = 30.0
"""What has moved within it is left for the next sweep: fills may not all be stored yet."""
LOOK_S = 20.0
_IN_FLUX = ("INITIALIZED", "SUBMITTED", "PARTIALLY_FILLED", "UNKNOWN")
_MOST = 6
"""Buttons of one message."""


@dataclass
class Reconcile:
    """One sweep over every live account."""

    parts: Parts

    def __post_init__(self) -> None:
        self._sweep = LiveSweep(self.parts.records, timedelta(seconds=SWEEP_S))
        self._notices = notices_of(self.parts)

    async def look(self) -> int:
        """Accounts that are due; how many had something new to tell."""
        due = self._sweep.due(await self._sweep.accounts(), self.parts.clock.now())
        return sum(await asyncio.gather(*(self._guarded(account) for account in due)))

    async def _guarded(self, account: ExchangeAccount) -> bool:
        try:
            async with asyncio.timeout(LOOK_S):
                return await self._account(account)
        except (VenueError, PersonError, TimeoutError):
            return False
        except Exception:
            log.exception("reconcile failed", exchange_account=account.id)
            return False

    async def _account(self, account: ExchangeAccount) -> bool:
        exchange = self.parts.venues.exchange(account)
        view = await exchange.account(account.id)
        resting = await exchange.open_orders(account.id)
        # Read after the venue, so that what we placed meanwhile is known to be ours.
        orders, kept = await self.parts.records.read(
            Query(kind=OrderRow, where={"exchange_account_id": account.id}),
            Query(kind=Setting, where={"id": _setting(account)}),
        )
        moving = self._moving(orders)
        found = [one for one in differences(held_by(orders), view) if one.symbol not in moving]
        others = foreign(resting, orders)
        told: dict[str, Any] = kept[0].value if kept else {"positions": {}, "orders": []}
        positions = {
            **{s: q for s, q in told["positions"].items() if s in moving},
            **{one.symbol: f"{figure(one.ours)}/{figure(one.theirs)}" for one in found},
        }
        now = {"positions": positions, "orders": sorted(one.venue_order_id for one in others)}
        if now == told:
            return False
        new = [one for one in found if told["positions"].get(one.symbol) != positions[one.symbol]]
        unknown = [one for one in others if one.venue_order_id not in told["orders"]]
        home = await self._notices.home(account.account_id)
        message = self._message(account, new, unknown, home)
        if not await self.parts.records.commit(_keep(account, kept, now), *message):
            return False
        if message:
            self.parts.wake_delivery(home.conversation_id)
        return bool(message)

    def _moving(self, orders: Sequence[OrderRow]) -> set[str]:
        """Markets in which something of ours is under way, or has just ended."""
        since = self.parts.clock.now() - timedelta(seconds=SETTLED_S)
        return {
            one.symbol
            for one in orders
            if (one.status in _IN_FLUX and one.leg == "entry")
            or (one.filled and one.updated_at > since)
        }

    def _message(
        self,
        account: ExchangeAccount,
        new: Sequence[Difference],
        unknown: Sequence[OpenOrder],
        home: Home,
    ) -> list[Write]:
        if not new and not unknown:
            return []
        lang = home.lang
        name = account_text(account.name, account.mode, lang)
        lines = [say(lang, "reconcile.found", account=name)]
        lines += [
            say(
                lang,
                "reconcile.closed" if one.is_closed_there else "reconcile.differs",
                symbol=one.symbol,
                ours=amount_text(one.ours, lang, sign=True),
                theirs=amount_text(one.theirs, lang, sign=True),
            )
            for one in new
        ]
        lines += [say(lang, "reconcile.order", order=order_text(one, lang)) for one in unknown]
        marks = [
            (
                say(lang, "mark_closed_label", symbol=one.symbol),
                Move("mark", account.id, one.symbol),
            )
            for one in new
            if one.is_closed_there
        ][:_MOST]
        blocks = [TextBlock(text="\n".join(lines))]
        if not marks:
            return self._notices.rows(home, blocks, mode=account.mode)
        question_id = self.parts.ids.new()
        choices = menus.choices_of(marks)
        message_id = self.parts.ids.new()
        rows = self._notices.rows(
            home,
            blocks,
            mode=account.mode,
            message_id=message_id,
            question_id=question_id,
            choices=choices,
        )
        waiting = menus.waiting_row(
            question_id=question_id,
            message_id=message_id,
            conversation_id=home.conversation_id,
            account_id=home.account_id,
            text=lines[0],
            choices=choices,
            now=self.parts.clock.now(),
            expires_s=self.parts.limits.ask_s,
        )
        return [*rows, Insert(record=waiting)]


def _setting(account: ExchangeAccount) -> str:
    return f"reconcile:{account.id}"


def _keep(account: ExchangeAccount, kept: Sequence[Setting], value: dict[str, Any]) -> Write:
    """What the person knows now; the first of two sweeps at once tells."""
    if not kept:
        row = Setting(id=_setting(account), value=value)
        return Insert(record=row, if_absent=True, required=True)
    [row] = kept
    return Update(
        kind=Setting,
        where={"id": row.id, "version": row.version},
        set={"value": value, "version": row.version + 1},
    )
