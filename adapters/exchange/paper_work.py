"""What prices do to paper accounts, each step committed before the next is judged."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from adapters.exchange.paper_books import TRIES, Held, PaperBooks, Waiting
from adapters.exchange.paper_markets import PaperMarkets
from core.domain.market import Instrument, Quote
from core.domain.paper import PaperBook
from core.domain.paper_events import PaperEvent, Step
from core.domain.paper_funding import funding_due
from core.domain.paper_steps import Funding, next_step
from core.domain.paper_trade import PaperRules
from core.errors import VenueError
from core.ports import Clock, Ids

Path = Callable[[PaperBook, Instrument], Iterable[Quote]]
"""The quotes that an account meets in a market, one after the other."""

_AT_ONCE = 32
"""Accounts worked on at once: their commits share one write to disk."""


class PaperWork:
    """The order of work, for one account or for all who have something in a market."""

    def __init__(
        self,
        books: PaperBooks,
        markets: PaperMarkets,
        clock: Clock,
        ids: Ids,
        rules: PaperRules,
    ) -> None:
        self._books = books
        self._markets = markets
        self._clock = clock
        self._ids = ids
        self._rules = rules

    async def everybody(
        self,
        symbol: str,
        quotes: Path,
        *,
        at: datetime | None = None,
        since: datetime | None = None,
    ) -> list[PaperEvent]:
        """What these quotes do to all who have something in the market."""
        instrument = await self._markets.find(symbol)
        if instrument is None:
            return []
        some = asyncio.Semaphore(_AT_ONCE)

        async def one(held: Held, waiting: Waiting) -> list[PaperEvent] | Exception:
            position = waiting.position
            traded = since is not None and position is not None and position.updated_at > since
            if traded or self._is_idle(held, waiting, instrument, quotes, since):
                return []
            try:
                async with some, held.lock:
                    book = await self._books.current(held)
                    path = tuple(quotes(book, instrument))
                    return await self.work(held, instrument, path, at=at, since=since)
            except (VenueError, ValueError) as error:
                return error

        waiting = await self._books.waiting(symbol)
        done = await asyncio.gather(
            *(one(self._books.held(account), each) for account, each in waiting.items())
        )
        failed = next((each for each in done if isinstance(each, Exception)), None)
        if failed is not None:
            raise failed
        return [event for each in done if not isinstance(each, Exception) for event in each]

    async def work(
        self,
        held: Held,
        instrument: Instrument,
        quotes: Sequence[Quote],
        *,
        at: datetime | None = None,
        since: datetime | None = None,
    ) -> list[PaperEvent]:
        """All that these quotes do to the account, each step committed. Call it under the lock."""
        happened: list[PaperEvent] = []
        behind = 0
        book = await self._books.known(held)
        funding = None
        if funding_due(book, instrument, at or self._clock.now()):
            funding = await self._markets.funding(instrument.symbol)
        for quote in quotes:
            while True:
                now = at or self._clock.now()
                step = self._next(book, instrument, quote, funding, now, since)
                if step is None:
                    break
                after = await self._books.commit(held, book, step, at=now)
                if after is not None:
                    happened += step.happened
                elif behind == TRIES:
                    raise VenueError(f"paper account {held.account} is too busy")
                behind = 0 if after is not None else behind + 1
                book = after or await self._books.again(held)
        return happened

    def _is_idle(
        self,
        held: Held,
        waiting: Waiting,
        instrument: Instrument,
        quotes: Path,
        since: datetime | None,
    ) -> bool:
        """Whether memory has just what is committed in this market, and the quotes do nothing."""
        book, now = held.book, self._clock.now()
        if (
            book is None
            or book.position(instrument.symbol) != waiting.position
            or frozenset(book.resting(instrument.symbol)) != waiting.orders
            or funding_due(book, instrument, now)
        ):
            return False
        return all(
            self._next(book, instrument, quote, None, now, since) is None
            for quote in quotes(book, instrument)
        )

    def _next(
        self,
        book: PaperBook,
        instrument: Instrument,
        quote: Quote,
        funding: Funding | None,
        at: datetime,
        since: datetime | None,
    ) -> Step | None:
        return next_step(
            book,
            instrument,
            quote,
            rules=self._rules,
            funding=funding,
            ids=self._ids,
            at=at,
            since=since,
        )
