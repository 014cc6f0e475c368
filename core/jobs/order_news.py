"""What has become of an order, as a message that replies to its card."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from core.agent.notices import Home, Notices
from core.domain.money import ZERO
from core.domain.orders import OrderReport
from core.domain.outbound import Block
from core.domain.records import (
    ExchangeAccount,
    FillRow,
    Insert,
    MessageRow,
    OrderRow,
    Query,
    Write,
)
from core.ports import Clock, Records
from core.trading.day import closes, read_day
from core.trading.figures import figure
from core.views.order_news import News, absent_view, day_view, legs_view, order_news_view

_KINDS = {
    "FILLED": "filled",
    "PARTIALLY_FILLED": "partly",
    "CANCELED": "cancelled",
    "EXPIRED": "expired",
    "REJECTED": "rejected",
    "DENIED": "rejected",
}


class Teller:
    """Makes the rows that tell of orders, in the conversation where their card was."""

    def __init__(self, notices: Notices, records: Records, clock: Clock, default_zone: str) -> None:
        self.notices = notices
        self.records = records
        self.clock = clock
        self.default_zone = default_zone

    async def entry(
        self, order: OrderRow, report: OrderReport, data: Mapping[str, Any]
    ) -> list[Write]:
        """An order that filled, in part or in full, or that ended or was found."""
        home = await self._home(order)
        kind = _KINDS.get(report.status, "found")
        blocks = order_news_view(News(kind=kind, order=order), data, home.lang)
        return self._rows(home, order, [*blocks, *await self._day(order, report, home)])

    async def hit(
        self,
        order: OrderRow,
        report: OrderReport,
        data: Mapping[str, Any],
        siblings: Sequence[OrderRow],
    ) -> list[Write]:
        """A stop or target that closed its position, and what was taken back with it."""
        home = await self._home(order)
        news = News(kind=f"{order.leg}_hit", order=order, with_it=tuple(siblings))
        blocks = order_news_view(news, data, home.lang)
        return self._rows(home, order, [*blocks, *await self._day(order, report, home)])

    async def legs(self, kind: str, orders: Sequence[OrderRow]) -> list[Write]:
        """Stops and targets that are gone (`closed`, `orphan`), or gone too early (`naked`)."""
        home = await self._home(orders[0])
        return self._rows(home, orders[0], legs_view(kind, orders, home.lang))

    async def protection(self, order: OrderRow, data: Mapping[str, Any]) -> list[Write]:
        """An entry that had filled before, and whose protection is known only now."""
        home = await self._home(order)
        blocks = order_news_view(News(kind="protection", order=order), data, home.lang)
        return self._rows(home, order, blocks)

    async def absent(self, order: OrderRow) -> list[Write]:
        """An order that the venue certainly does not have."""
        home = await self._home(order)
        return self._rows(home, order, absent_view(order, home.lang))

    def wake(self, writes: Sequence[Write], wake: Callable[[str], None]) -> None:
        """Have what these rows tell delivered."""
        for write in writes:
            if isinstance(write, Insert) and isinstance(write.record, MessageRow):
                wake(write.record.conversation_id)

    async def _home(self, order: OrderRow) -> Home:
        return await self.notices.home(order.account_id, order.conversation_id)

    def _rows(self, home: Home, order: OrderRow, blocks: Sequence[Block]) -> list[Write]:
        replies = order.message_id if home.conversation_id == order.conversation_id else ""
        return self.notices.rows(
            home,
            blocks,
            mode=order.mode,
            simulated=order.simulated,
            run_id=order.run_id,
            reply_to=replies,
        )

    async def _day(self, order: OrderRow, report: OrderReport, home: Home) -> list[Block]:
        """The day so far with these fills, in one line; nothing where nothing filled."""
        if not report.fills:
            return []
        account = await self.records.get(ExchangeAccount, order.exchange_account_id)
        if account is None:
            return []
        now = self.clock.now()
        day = await read_day(account, None, now, self.default_zone, self.records)
        stored = await self.records.find(
            Query(kind=FillRow, where={"client_order_id": order.client_order_id})
        )
        known = {row.fill_id for row in stored}
        fresh = [
            fill
            for fill in report.fills
            if fill.fill_id not in known and _is_today(fill.at, day.began)
        ]
        realized = None if day.fees is None else day.realized
        fees: Decimal | None = day.fees
        for fill in fresh:
            pnl, fee = fill.realized_pnl, fill.fee
            fees = None if fees is None or fee is None else fees + fee
            if fee is None or (pnl is None and closes(order)):
                realized = None
            elif realized is not None:
                realized += (pnl or ZERO) - fee
        return [
            day_view(
                {
                    "fills": day.fills + len(fresh),
                    "realized": figure(realized),
                    "fees": figure(fees),
                    "quote": order.symbol.partition("/")[2].partition(":")[0],
                    "zone": day.zone,
                },
                home.lang,
            )
        ]


def _is_today(at: datetime, began: datetime) -> bool:
    return at >= began
