"""The paper venue: the `Exchange` port over rows of our own database and a source of prices.

Each event (an order, its refusal, a liquidation) is one commit, guarded by the version of the
account's book. Books are kept in memory between events and are never ahead of what is committed:
one that turns out to be behind is read on from its last row, and the event is judged again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from pydantic import TypeAdapter

from core.domain.instruments import INSTRUMENTS
from core.domain.market import Instrument, Quote
from core.domain.orders import OpenOrder, OrderChange, OrderRef, OrderReport, OrderRequest
from core.domain.paper import Event, PaperBook, post, with_rows
from core.domain.paper_liquidation import Liquidation, is_liquidated, liquidate
from core.domain.paper_orders import fill_order, fillable, report_of, unknown_symbol
from core.domain.paper_price import fill_price
from core.domain.paper_trade import Filled, Refused
from core.domain.paper_view import account_view, priced_symbols
from core.domain.positions import AccountView
from core.domain.records import (
    ExchangeAccount,
    Insert,
    LedgerRow,
    PaperAccountRow,
    PaperOrderRow,
    PaperPositionRow,
    Query,
    Write,
)
from core.errors import OrderDenied, VenueError
from core.ports import Clock, Ids, MarketData, Records

Tell = Callable[[Liquidation], Awaitable[Sequence[Write]]]

_REPORT = TypeAdapter(OrderReport)
# Each failure means that another writer went on meanwhile, so few are ever met in a row.
_TRIES = 20


async def tell_nobody(_: Liquidation) -> Sequence[Write]:
    """Liquidations are told to nobody."""
    return ()


@dataclass(slots=True)
class _Held:
    """What is held in memory of an account."""

    book: PaperBook | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class PaperExchange:
    """Market orders at present prices, with made-up money, for accounts opened by `opening_writes`.

    `tell` gives rows that tell the person of a liquidation; they are committed with it, so that
    none goes untold, whether a price or an order brought it to light. They must not be guarded
    by conditions of their own.
    """

    def __init__(
        self,
        records: Records,
        market: MarketData,
        clock: Clock,
        ids: Ids,
        instruments: Sequence[Instrument] = INSTRUMENTS,
        tell: Tell = tell_nobody,
    ) -> None:
        self._records = records
        self._market = market
        self._clock = clock
        self._ids = ids
        self._instruments = {one.symbol: one for one in instruments}
        self._tell = tell
        self._accounts: dict[str, _Held] = {}

    @property
    def venue(self) -> str:
        """The venue's name."""
        return "paper"

    async def account(self, account: str) -> AccountView:
        """Balances, positions, spot holdings and equity now; VenueError for an unknown account."""
        held = self._held(account)
        async with held.lock:
            book = await self._current(account, held)
        symbols = priced_symbols(book)
        read = await asyncio.gather(*(self._quote_if_any(symbol) for symbol in symbols))
        quotes = {symbol: quote for symbol, quote in zip(symbols, read, strict=True) if quote}
        return account_view(book, self._instruments, quotes, self._clock.now())

    async def place(self, account: str, order: OrderRequest) -> OrderReport:
        """Fill a market order or refuse it; the same client id returns the first report.

        Liquidations due at the present mark come first. VenueError: no price or no such account,
        nothing was placed.
        """
        held = self._held(account)
        async with held.lock:
            if held.book is None:
                held.book = await self._read(account, None)
            for _ in range(_TRIES):
                report = await self._attempt(account, held, held.book, order)
                if report is None:
                    report = await self._answered(account, order.client_order_id)
                if report is not None:
                    return report
                held.book = await self._read(account, held.book)
        raise VenueError(f"paper account {account} is too busy, nothing was placed")

    async def find(self, account: str, order: OrderRef) -> OrderReport | None:
        """The first answer to this client id; None: it never arrived."""
        return await self._answered(account, order.client_order_id)

    async def open_orders(self, account: str) -> Sequence[OpenOrder]:  # noqa: ARG002  none rest
        """None: a market order fills or is refused at once."""
        return ()

    async def cancel(self, account: str, order: OrderRef) -> OrderReport:
        """The order as it ended; OrderDenied for one that is not there."""
        report = await self.find(account, order)
        if report is None:
            raise OrderDenied("venue_unknown_order")
        return report

    async def amend(self, account: str, order: OrderRef, change: OrderChange) -> OrderReport:  # noqa: ARG002
        """Never: no order rests."""
        raise OrderDenied("venue_order_closed")

    async def _answered(self, account: str, client_order_id: str) -> OrderReport | None:
        row = await self._records.get(PaperOrderRow, _order_id(account, client_order_id))
        return None if row is None else _REPORT.validate_python(row.report)

    async def on_quote(self, quote: Quote) -> list[Liquidation]:
        """Close every position that is due at this mark, and say which those were."""
        instrument = self._instruments.get(quote.symbol)
        if instrument is None or instrument.kind != "perpetual":
            return []
        rows = await self._records.find(
            Query(kind=PaperPositionRow, where={"symbol": quote.symbol})
        )
        done = []
        for row in rows:
            if row.quantity and not self._is_known_safe(row, instrument, quote):
                told = await self._liquidate_if_due(row.exchange_account_id, instrument, quote)
                if told is not None:
                    done.append(told)
        return done

    async def open_symbols(self) -> set[str]:
        """The perpetuals in which any account has a position: their prices must be watched."""
        rows = await self._records.find(Query(kind=PaperPositionRow))
        return {row.symbol for row in rows if row.quantity and row.leverage is not None}

    async def _attempt(
        self, account: str, held: _Held, book: PaperBook, order: OrderRequest
    ) -> OrderReport | None:
        """The report as committed; None if the book was behind, or the order is there already."""
        instrument = self._instruments.get(order.symbol)
        outcome: Filled | Refused = unknown_symbol(order)
        if instrument is not None:
            try:
                quote = await self._market.quote(order.symbol)
            except VenueError:
                # "Nothing was placed" would be untrue of an order that is only being repeated.
                first = await self._answered(account, order.client_order_id)
                if first is None:
                    raise
                return first
            if is_liquidated(book, instrument, quote.mark):
                if await self._liquidate(held, book, instrument, quote) is None:
                    return None
                book = held.book or book
            quantity = fillable(book, instrument, order)
            outcome = fill_order(
                book,
                instrument,
                order,
                price=fill_price(instrument, order.side, quantity, quote),
                mark=quote.mark,
                at=self._clock.now(),
            )
        return await self._commit_order(held, book, order, outcome)

    async def _commit_order(
        self, held: _Held, book: PaperBook, order: OrderRequest, outcome: Filled | Refused
    ) -> OrderReport | None:
        now = self._clock.now()
        report = report_of(
            order, outcome, venue_order_id=self._ids.new(), fill_id=self._ids.new(), at=now
        )
        event = outcome.event if isinstance(outcome, Filled) else Event()
        after, writes = post(book, event, ref=order.client_order_id, at=now, ids=self._ids)
        answer = PaperOrderRow(
            id=_order_id(book.exchange_account_id, order.client_order_id),
            exchange_account_id=book.exchange_account_id,
            client_order_id=order.client_order_id,
            report=_REPORT.dump_python(report, mode="json"),
            at=now,
        )
        first = Insert(record=answer, if_absent=True, required=True)
        if not await self._records.commit(*writes, first):
            return None
        held.book = after
        return report

    async def _liquidate_if_due(
        self, account: str, instrument: Instrument, quote: Quote
    ) -> Liquidation | None:
        held = self._held(account)
        async with held.lock:
            for _ in range(_TRIES):
                book = await self._current(account, held)
                if not is_liquidated(book, instrument, quote.mark):
                    return None
                told = await self._liquidate(held, book, instrument, quote)
                if told is not None:
                    return told
        raise VenueError(f"paper account {account} is too busy, {quote.symbol} was not liquidated")

    async def _liquidate(
        self, held: _Held, book: PaperBook, instrument: Instrument, quote: Quote
    ) -> Liquidation | None:
        """What was lost, as committed; None if the book was behind."""
        now = self._clock.now()
        told, event = liquidate(
            book, instrument, quote.mark, liquidation_id=self._ids.new(), at=now
        )
        after, writes = post(book, event, ref=told.id, at=now, ids=self._ids)
        if not await self._records.commit(*writes, *await self._tell(told)):
            return None
        held.book = after
        return told

    def _is_known_safe(self, row: PaperPositionRow, instrument: Instrument, quote: Quote) -> bool:
        """Whether the book in memory has this very position, and it is not due."""
        held = self._accounts.get(row.exchange_account_id)
        if held is None or held.book is None or held.book.positions.get(row.symbol) != row:
            return False
        return not is_liquidated(held.book, instrument, quote.mark)

    def _held(self, account: str) -> _Held:
        return self._accounts.setdefault(account, _Held())

    async def _current(self, account: str, held: _Held) -> PaperBook:
        """The book as committed now. Call it under the account's lock."""
        book = held.book
        if book is not None:
            row = await self._records.get(PaperAccountRow, account)
            if row is not None and row.version == book.version:
                return book
        held.book = await self._read(account, book)
        return held.book

    async def _read(self, account: str, known: PaperBook | None) -> PaperBook:
        """The committed book, read on from what is known of it; VenueError for no such account."""
        after = known.last_row if known is not None else None
        where = {"exchange_account_id": account}
        versions, owners, rows, positions = await self._records.read(
            Query(kind=PaperAccountRow, where={"id": account}),
            Query(kind=ExchangeAccount, where={"id": account}),
            Query(kind=LedgerRow, where=where, after=after),
            Query(kind=PaperPositionRow, where=where),
        )
        if not versions or not owners:
            raise VenueError(f"no paper account {account}")
        book = PaperBook(
            exchange_account_id=account,
            account_id=owners[0].account_id,
            version=versions[0].version,
            balances=known.balances if known is not None else {},
            positions={row.symbol: row for row in positions},
            last_row=after or "",
        )
        return with_rows(book, rows)

    async def _quote_if_any(self, symbol: str) -> Quote | None:
        try:
            return await self._market.quote(symbol)
        except VenueError:
            return None


def _order_id(account: str, client_order_id: str) -> str:
    return f"{account}:{client_order_id}"
