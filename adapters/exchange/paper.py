"""The paper venue: the `Exchange` port over rows of our own database and a source of prices.

What happens when is core.domain.paper_steps' business; here it is committed, a step at a time.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from adapters.exchange.paper_books import TRIES, Held, PaperBooks, Tell
from adapters.exchange.paper_markets import PaperMarkets
from adapters.exchange.paper_work import PaperWork
from core.domain import paper_bank
from core.domain.candles import ends_at
from core.domain.market import Candle, Instrument, Interval, Quote
from core.domain.orders import OpenOrder, OrderChange, OrderRef, OrderReport, OrderRequest
from core.domain.paper import MONEY, PaperBook
from core.domain.paper_amend import amended
from core.domain.paper_candles import candle_quotes
from core.domain.paper_events import PaperEvent, Step
from core.domain.paper_liquidation import Liquidation
from core.domain.paper_orders import judge
from core.domain.paper_resting import as_open_order
from core.domain.paper_steps import cancel, new_order, refusal
from core.domain.paper_trade import PaperRules, Refused
from core.domain.paper_view import account_view, priced_symbols
from core.domain.positions import AccountView
from core.domain.records import Write
from core.errors import OrderDenied, VenueError
from core.ports import Clock, Ids, MarketData, Records


async def tell_nobody(_: Liquidation) -> Sequence[Write]:
    """Liquidations are told to nobody."""
    return ()


class PaperExchange:
    """Orders at present prices, with made-up money, for accounts opened by `opening_writes`.

    It is the `PaperBank` of these accounts too. `tell` gives rows that tell the person of a
    liquidation; they are committed with it, so that none goes untold, whether a price or an order
    brought it to light. They must not be guarded by conditions of their own.
    """

    def __init__(
        self,
        records: Records,
        market: MarketData,
        clock: Clock,
        ids: Ids,
        *,
        rules: PaperRules | None = None,
        tell: Tell = tell_nobody,
    ) -> None:
        self._market = market
        self._clock = clock
        self._ids = ids
        self._rules = rules or PaperRules()
        self._books = PaperBooks(records, ids, tell)
        self._markets = PaperMarkets(market, clock)
        self._work = PaperWork(self._books, self._markets, clock, ids, self._rules)

    @property
    def venue(self) -> str:
        """The venue's name."""
        return "paper"

    async def account(self, account: str) -> AccountView:
        """Balances, positions, spot holdings and equity now; VenueError for an unknown account."""
        held = self._books.held(account)
        async with held.lock:
            book = await self._books.current(held)
        symbols = priced_symbols(book)
        read = await asyncio.gather(*(self._quote_if_any(symbol) for symbol in symbols))
        quotes = {symbol: quote for symbol, quote in zip(symbols, read, strict=True) if quote}
        markets = await self._listed() if symbols else {}
        return account_view(book, markets, quotes, self._clock.now())

    async def place(self, account: str, order: OrderRequest) -> OrderReport:
        """Fill an order, let it rest or refuse it; the same client id returns it as it stands.

        What the present price does to the account comes first. VenueError: no price or no such
        account, nothing was placed.
        """
        held = self._books.held(account)
        try:
            # Before the lock: while a market is slow, nobody's liquidation waits for this order.
            instrument, quote = await self._present(order.symbol)
        except VenueError:
            # "Nothing was placed" would be untrue of an order that is only being repeated.
            first = await self._books.answered(account, order.client_order_id)
            if first is None:
                raise
            return first
        async with held.lock:
            book = await self._books.known(held)
            for _ in range(TRIES):
                report = await self._attempt(held, book, order, instrument, quote)
                if report is None:
                    report = await self._books.answered(account, order.client_order_id)
                if report is not None:
                    return report
                book = await self._books.again(held)
        raise VenueError(f"paper account {account} is too busy, nothing was placed")

    async def find(self, account: str, order: OrderRef) -> OrderReport | None:
        """The order as it stands; None: it never arrived."""
        return await self._books.answered(account, order.client_order_id)

    async def open_orders(self, account: str) -> Sequence[OpenOrder]:
        """The orders at rest, the oldest first."""
        held = self._books.held(account)
        async with held.lock:
            book = await self._books.current(held)
        resting = sorted(book.orders.values(), key=lambda row: (row.created_at, row.id))
        return [as_open_order(row) for row in resting]

    async def cancel(self, account: str, order: OrderRef) -> OrderReport:
        """The order as it then is; OrderDenied for one that never was."""
        held = self._books.held(account)
        async with held.lock:
            for _ in range(TRIES):
                book = await self._books.current(held)
                row = book.orders.get(order.client_order_id)
                if row is None:
                    return await self._closed(account, order)
                step = cancel(book, (row,))
                if await self._books.commit(held, book, step, at=self._clock.now()):
                    return step.reports[0]
        raise VenueError(f"paper account {account} is too busy, nothing was cancelled")

    async def amend(self, account: str, order: OrderRef, change: OrderChange) -> OrderReport:
        """The order as changed, perhaps filled; OrderDenied when it then rests as it was.

        VenueError: no price, nothing was changed.
        """
        held = self._books.held(account)
        instrument, quote = await self._present(order.symbol)
        async with held.lock:
            for _ in range(TRIES):
                book = await self._books.current(held)
                row = book.orders.get(order.client_order_id)
                if row is None:
                    await self._closed(account, order)
                    raise OrderDenied("venue_order_closed")
                if instrument is None or quote is None or row.symbol != quote.symbol:
                    raise OrderDenied("venue_unknown_symbol", symbol=order.symbol)
                await self._work.work(held, instrument, (quote,))
                now, book = self._clock.now(), await self._books.known(held)
                if book.orders.get(order.client_order_id) != row:
                    continue
                step = amended(
                    book,
                    instrument,
                    row,
                    change,
                    quote,
                    rules=self._rules,
                    fill_id=self._ids.new(),
                    at=now,
                )
                if isinstance(step, Refused):
                    raise _denied(step)
                if await self._books.commit(held, book, step, at=now):
                    return step.reports[0]
        raise VenueError(f"paper account {account} is too busy, nothing was changed")

    async def deposit(self, account: str, amount: Decimal, key: str) -> Decimal:
        """Add to what is free, once for a key, and return what is free then."""
        return await self._bank(account, key, lambda book: paper_bank.deposit(book, amount, key))

    async def withdraw(self, account: str, amount: Decimal, key: str) -> Decimal:
        """Take from what is free, once for a key, and return what is free then."""
        return await self._bank(account, key, lambda book: paper_bank.withdraw(book, amount, key))

    async def reset(self, account: str, balance: Decimal, key: str) -> Decimal:
        """Begin anew with `balance`, once for a key; the ledger and the trades so far stay."""
        return await self._bank(
            account, key, lambda book: paper_bank.reset(book, balance, key, self._clock.now())
        )

    async def booked(self, account: str, key: str) -> bool:
        """Whether the deposit, withdrawal or reset with this key happened."""
        return await self._books.booked(account, key)

    async def on_quote(self, quote: Quote) -> list[PaperEvent]:
        """Do what this price does to every account, and say what happened.

        An account that cannot be worked on does not hold up the others: its error comes last.
        """
        return await self._work.everybody(quote.symbol, lambda _book, _market: (quote,))

    async def on_candle(self, last: Quote, interval: Interval, candle: Candle) -> list[PaperEvent]:
        """The same for a closed candle that passed while nobody looked.

        The worse of what may have happened in it did. It leaves alone who has traded in this market
        since it began, and orders placed or changed since. `last` is any quote of the market.
        """

        def quotes(book: PaperBook, instrument: Instrument) -> Iterable[Quote]:
            return candle_quotes(candle, book, instrument, last)

        ended = min(ends_at(interval, candle.opened_at), self._clock.now())
        return await self._work.everybody(last.symbol, quotes, at=ended, since=candle.opened_at)

    async def open_symbols(self) -> set[str]:
        """Markets with a perpetual position or an order of anybody's: their prices matter."""
        return await self._books.symbols()

    async def _present(self, symbol: str) -> tuple[Instrument | None, Quote | None]:
        """The market and its price now; None for one that is not listed."""
        instrument = await self._markets.find(symbol)
        return instrument, None if instrument is None else await self._market.quote(symbol)

    async def _attempt(
        self,
        held: Held,
        book: PaperBook,
        order: OrderRequest,
        instrument: Instrument | None,
        quote: Quote | None,
    ) -> OrderReport | None:
        """The report as committed; None if the book was behind, or the order is there already."""
        venue_order_id = self._ids.new()
        if instrument is None or quote is None:
            unknown = Refused(reason="venue_unknown_symbol", params={"symbol": order.symbol})
            step = refusal(order, unknown, venue_order_id)
        else:
            await self._work.work(held, instrument, (quote,))
            book = await self._books.known(held)
            step = self._new(book, instrument, order, quote, venue_order_id)
        committed = await self._books.commit(
            held, book, step, at=self._clock.now(), new=order.client_order_id
        )
        return None if committed is None else step.reports[0]

    def _new(
        self,
        book: PaperBook,
        instrument: Instrument,
        order: OrderRequest,
        quote: Quote,
        venue_order_id: str,
    ) -> Step:
        now = self._clock.now()
        outcome = judge(
            book,
            instrument,
            order,
            quote,
            rules=self._rules,
            venue_order_id=venue_order_id,
            at=now,
        )
        return new_order(
            book,
            instrument,
            order,
            outcome,
            venue_order_id=venue_order_id,
            fill_id=self._ids.new(),
            at=now,
        )

    async def _bank(
        self, account: str, key: str, movement: Callable[[PaperBook], Step | Refused]
    ) -> Decimal:
        held = self._books.held(account)
        async with held.lock:
            for _ in range(TRIES):
                # The key is asked for after the book: a booking in between moves the version,
                # and the commit refuses. A booked one may be newer than the book: read again.
                book = await self._books.current(held)
                if await self._books.booked(account, key):
                    return (await self._books.again(held)).balance(MONEY)
                step = movement(book)
                if isinstance(step, Refused):
                    raise _denied(step)
                after = await self._books.commit(held, book, step, at=self._clock.now())
                if after is not None:
                    return after.balance(MONEY)
        raise VenueError(f"paper account {account} is too busy, nothing was booked")

    async def _closed(self, account: str, order: OrderRef) -> OrderReport:
        """The answer to an order that does not rest; OrderDenied for one that never was."""
        report = await self._books.answered(account, order.client_order_id)
        if report is None:
            raise OrderDenied("venue_unknown_order")
        return report

    async def _listed(self) -> Mapping[str, Instrument]:
        try:
            return await self._markets.all()
        except VenueError:
            return {}

    async def _quote_if_any(self, symbol: str) -> Quote | None:
        try:
            return await self._market.quote(symbol)
        except VenueError:
            return None


def _denied(refused: Refused) -> OrderDenied:
    params: Mapping[str, Any] = refused.params
    return OrderDenied(refused.reason, **params)
