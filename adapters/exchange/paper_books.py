"""The paper venue's books as committed: read, kept in memory between events, changed by steps.

Each step is one commit, guarded by the version of the account's book. A book in memory is never
ahead of what is committed; one that turns out to be behind is read on from its last row.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import TypeAdapter

from core.domain.orders import OrderReport
from core.domain.paper import PaperBook, post, row_id, with_rows
from core.domain.paper_events import Step
from core.domain.paper_liquidation import Liquidation
from core.domain.records import (
    ExchangeAccount,
    Insert,
    LedgerRow,
    PaperAccountRow,
    PaperOpenOrderRow,
    PaperOrderRow,
    PaperPositionRow,
    Query,
    Update,
    Write,
)
from core.errors import VenueError
from core.ports import Ids, Records

Tell = Callable[[Liquidation], Awaitable[Sequence[Write]]]

_REPORT = TypeAdapter(OrderReport)
TRIES = 20
"""Each failure means that another writer went on meanwhile, so few are ever met in a row."""


@dataclass(slots=True)
class Held:
    """What is held in memory of an account; `book` is read and changed under the lock."""

    account: str
    book: PaperBook | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """What an account has in one market, as committed."""

    position: PaperPositionRow | None = None
    orders: frozenset[PaperOpenOrderRow] = frozenset()


class PaperBooks:
    """The books of all paper accounts over one store."""

    def __init__(self, records: Records, ids: Ids, tell: Tell) -> None:
        self._records = records
        self._ids = ids
        self._tell = tell
        self._accounts: dict[str, Held] = {}

    def held(self, account: str) -> Held:
        """What memory has of the account."""
        return self._accounts.setdefault(account, Held(account))

    async def known(self, held: Held) -> PaperBook:
        """The book that memory has, which may be behind; VenueError for no such account."""
        if held.book is None:
            held.book = await self._read(held.account, None)
        return held.book

    async def current(self, held: Held) -> PaperBook:
        """The book as committed now; VenueError for no such account."""
        book = held.book
        if book is not None:
            row = await self._records.get(PaperAccountRow, held.account)
            if row is not None and row.version == book.version:
                return book
        return await self.again(held)

    async def again(self, held: Held) -> PaperBook:
        """The book read on from what memory has of it."""
        held.book = await self._read(held.account, held.book)
        return held.book

    async def commit(
        self, held: Held, book: PaperBook, step: Step, *, at: datetime, new: str = ""
    ) -> PaperBook | None:
        """The book after the step; None if it was behind, or `new`, a client id, is taken."""
        after, writes = post(book, step.event, ref=step.ref, at=at, ids=self._ids)
        answers = [self._answer(book, report, at, new) for report in step.reports]
        told: list[Write] = []
        for one in step.happened:
            if isinstance(one, Liquidation):
                told += await self._tell(one)
        if not await self._records.commit(*writes, *answers, *told):
            return None
        held.book = after
        return after

    async def answered(self, account: str, client_order_id: str) -> OrderReport | None:
        """The order as it stands; None: it never arrived."""
        row = await self._records.get(PaperOrderRow, row_id(account, client_order_id))
        return None if row is None else _REPORT.validate_python(row.report)

    async def booked(self, account: str, ref: str) -> bool:
        """Whether the ledger of the account has a movement of this reference."""
        where = {"exchange_account_id": account, "ref": ref}
        return bool(await self._records.find(Query(kind=LedgerRow, where=where, limit=1)))

    async def waiting(self, symbol: str) -> dict[str, Waiting]:
        """Who has a position, a holding or an order in this market, by account."""
        positions, orders = await self._records.read(
            Query(kind=PaperPositionRow, where={"symbol": symbol}),
            Query(kind=PaperOpenOrderRow, where={"symbol": symbol}),
        )
        found: dict[str, Waiting] = {}
        resting: dict[str, set[PaperOpenOrderRow]] = {}
        for order in orders:
            resting.setdefault(order.exchange_account_id, set()).add(order)
        for row in positions:
            if row.quantity:
                found[row.exchange_account_id] = Waiting(position=row)
        for account, rows in resting.items():
            position = found[account].position if account in found else None
            found[account] = Waiting(position=position, orders=frozenset(rows))
        return found

    async def symbols(self) -> set[str]:
        """The markets in which anybody has a perpetual position or an order at rest."""
        positions, orders = await self._records.read(
            Query(kind=PaperPositionRow), Query(kind=PaperOpenOrderRow)
        )
        held = {row.symbol for row in positions if row.quantity and row.leverage is not None}
        return held | {row.symbol for row in orders}

    def _answer(self, book: PaperBook, report: OrderReport, at: datetime, new: str) -> Write:
        key = row_id(book.exchange_account_id, report.client_order_id)
        dumped = _REPORT.dump_python(report, mode="json")
        if report.client_order_id != new:
            return Update(kind=PaperOrderRow, where={"id": key}, set={"report": dumped})
        row = PaperOrderRow(
            id=key,
            exchange_account_id=book.exchange_account_id,
            client_order_id=report.client_order_id,
            report=dumped,
            at=at,
        )
        return Insert(record=row, if_absent=True, required=True)

    async def _read(self, account: str, known: PaperBook | None) -> PaperBook:
        after = known.last_row if known is not None else None
        where = {"exchange_account_id": account}
        versions, owners, rows, positions, orders = await self._records.read(
            Query(kind=PaperAccountRow, where={"id": account}),
            Query(kind=ExchangeAccount, where={"id": account}),
            Query(kind=LedgerRow, where=where, after=after),
            Query(kind=PaperPositionRow, where=where),
            Query(kind=PaperOpenOrderRow, where=where),
        )
        if not versions or not owners:
            raise VenueError(f"no paper account {account}")
        book = PaperBook(
            exchange_account_id=account,
            account_id=owners[0].account_id,
            version=versions[0].version,
            balances=known.balances if known is not None else {},
            positions={row.symbol: row for row in positions},
            orders={row.client_order_id: row for row in orders},
            last_row=after or "",
        )
        return with_rows(book, rows)
