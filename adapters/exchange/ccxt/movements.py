"""Funding, liquidations, and money in and out, as a venue's own books tell them.

What is asked for is cut into windows that the venue takes. An answer as long as the venue's answers
get may have left something out: its window is halved, so that nothing depends on how a venue orders
or turns pages.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from adapters.exchange.ccxt.books import BOOKS, Book, Row, number
from adapters.exchange.ccxt.client import Client
from core.domain.money import ZERO
from core.domain.movements import Movement, MovementKind, Statement
from core.errors import VenueError

_LEAST = timedelta(seconds=1)
_SETTLED = timedelta(minutes=1)
"""A liquidation that is younger may not be over."""
_TRADES = 500


async def statement(
    client: Client, kind: MovementKind, since: datetime, now: datetime
) -> Statement | None:
    """The movements since then; None where the venue tells of none. VenueError when unreadable."""
    book = BOOKS.get(client.venue.id, {}).get(kind)
    if book is None:
        return None
    begin = at = max(since, now - book.reach)
    rows: dict[str, Row] = {}
    try:
        while at < now:
            end = min(at + book.window, now)
            # Windows touch: a row may be in two of them.
            rows |= {str(row[book.key]): row for row in await _window(client, book, at, end)}
            at = end
        found = _summed(one for one in (book.read(client, row) for row in rows.values()) if one)
    except KeyError as error:
        raise VenueError(f"{client.venue.id} tells a row without {error}") from None
    if kind == "liquidation":
        found = [one for one in found if now - one.at >= _SETTLED]
    if book.by_trades:
        found = [await _with_loss(client, one, rows) for one in found]
    return Statement(found=found, since=begin, all_ways=book.all_ways)


async def _window(client: Client, book: Book, begin: datetime, end: datetime) -> list[Row]:
    """Every row from `begin` to `end`, as the venue wrote it."""
    first, last = _ms(begin), _ms(end)
    if book.raw is None:
        params = {**book.params, book.until: last}
        answer = await client.read(book.method, None, first, book.most, params)
        rows = [one["info"] for one in answer]
    else:
        since, until = book.raw
        params = {**book.params, since: str(first), until: str(last), "limit": str(book.most)}
        answer = await client.read(book.method, params)
        rows = list(answer if isinstance(answer, list) else answer["data"])
    if len(rows) < book.most:
        return rows
    if end - begin <= _LEAST:
        raise VenueError(f"{client.venue.id} has more than one answer holds of {book.method}")
    middle = begin + (end - begin) / 2
    halves = ((begin, middle), (middle, end))
    return [row for half in halves for row in await _window(client, book, *half)]


def _summed(movements: Iterable[Movement]) -> list[Movement]:
    """One movement of each id, the oldest first: a liquidation may be in several parts."""
    found: dict[str, Movement] = {}
    for one in movements:
        before = found.get(one.id)
        found[one.id] = (
            one
            if before is None
            else replace(one, amount=before.amount + one.amount, at=max(before.at, one.at))
        )
    return sorted(found.values(), key=lambda one: one.at)


async def _with_loss(client: Client, one: Movement, rows: Mapping[str, Row]) -> Movement:
    """What the trades of a liquidation's order realised, less their fees.

    VenueError while they do not add up to it.
    """
    trades = await client.read("fetch_my_trades", one.symbol, None, _TRADES, {"orderId": one.id})
    own = {str(each["id"]): each["info"] for each in trades if str(each.get("order")) == one.id}
    closed = sum((number(each, "qty") for each in own.values()), ZERO)
    if not own or closed != number(rows[one.id], "executedQty"):
        raise VenueError(f"{client.venue.id} does not tell the trades of liquidation {one.id} yet")
    lost = sum(
        (number(each, "realizedPnl") - number(each, "commission") for each in own.values()), ZERO
    )
    return replace(one, amount=lost)


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)
