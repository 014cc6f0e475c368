"""The paper venue's book of one exchange account: double-entry movements, and what they sum to.

Nothing writes a balance. An event moves amounts between buckets and leaves positions and resting
orders; posting it gives the next book and the rows to commit, guarded by the version that the book
was read at. Own buckets are `free`, `reserved` and `margin:SYMBOL`; what enters or leaves the
account moves to or from a bucket outside it, so that all rows of a currency always sum to zero.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Literal, Protocol

from core.domain.money import ZERO, book_pnl
from core.domain.records import (
    Delete,
    ExchangeAccount,
    Insert,
    LedgerRow,
    PaperAccountRow,
    PaperOpenOrderRow,
    PaperPositionRow,
    Update,
    Write,
)

MONEY = "USDT"
"""What paper accounts are kept in: only markets quoted in it can be traded."""

FREE = "free"
RESERVED = "reserved"
DEPOSITS = "deposits"
RESETS = "resets"
FEES = "fees"
REALISED = "realised"
FUNDING = "funding"
LIQUIDATED = "liquidated"
MARKET = "market"

MovementKind = Literal[
    "deposit",
    "withdrawal",
    "reset",
    "fee",
    "realised",
    "funding",
    "margin_in",
    "margin_out",
    "liquidation",
    "reserve",
    "release",
    "buy",
    "sell",
]


class NewIds(Protocol):
    """Where ids come from."""

    def new(self) -> str:
        """A new id that sorts by the time of making."""


def margin_of(symbol: str) -> str:
    """The bucket of a position's isolated margin."""
    return f"margin:{symbol}"


def row_id(exchange_account_id: str, of: str) -> str:
    """The primary key of a position's row by its symbol, or an order's by its client id."""
    return f"{exchange_account_id}:{of}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Movement:
    """An amount that moves into `bucket` from `contra`; below zero it moves the other way.

    `ref` is what it is for, where that is not what the whole event is for.
    """

    kind: MovementKind
    currency: str
    bucket: str
    contra: str
    amount: Decimal
    ref: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """What happens to a book at once: the movements, and how positions and orders stand after it.

    `rests` are orders that rest from now on or were changed, `closes` those that rest no longer.
    """

    movements: tuple[Movement, ...] = ()
    positions: tuple[PaperPositionRow, ...] = ()
    rests: tuple[PaperOpenOrderRow, ...] = ()
    closes: tuple[PaperOpenOrderRow, ...] = ()

    def __add__(self, other: "Event") -> "Event":
        """Both, this one first."""
        return Event(
            movements=self.movements + other.movements,
            positions=self.positions + other.positions,
            rests=self.rests + other.rests,
            closes=self.closes + other.closes,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperBook:
    """An account's book as committed at `version`.

    `balances` is by (currency, bucket), the outside ones included; `orders` are those that rest,
    by client id; `last_row` is the id of the newest ledger row in it.
    """

    exchange_account_id: str
    account_id: str
    version: int
    balances: Mapping[tuple[str, str], Decimal] = field(default_factory=dict)
    positions: Mapping[str, PaperPositionRow] = field(default_factory=dict)
    orders: Mapping[str, PaperOpenOrderRow] = field(default_factory=dict)
    last_row: str = ""

    def balance(self, currency: str, bucket: str = FREE) -> Decimal:
        """What a bucket holds."""
        return self.balances.get((currency, bucket), ZERO)

    def margin(self, currency: str, symbol: str) -> Decimal:
        """The isolated margin of a position."""
        return self.balance(currency, margin_of(symbol))

    def position(self, symbol: str) -> PaperPositionRow | None:
        """The open position or spot holding of a symbol; None when flat."""
        row = self.positions.get(symbol)
        return row if row is not None and row.quantity else None

    def resting(self, symbol: str) -> list[PaperOpenOrderRow]:
        """The orders that rest in this market, the oldest first."""
        found = [row for row in self.orders.values() if row.symbol == symbol]
        return sorted(found, key=lambda row: (row.created_at, row.venue_order_id))


def after_event(book: PaperBook, event: Event) -> PaperBook:
    """The book as the event leaves it, its version and rows aside: for judging what comes next."""
    balances, positions, orders = dict(book.balances), dict(book.positions), dict(book.orders)
    for movement in event.movements:
        _move(balances, movement)
    positions.update((row.symbol, row) for row in event.positions)
    orders.update((row.client_order_id, row) for row in event.rests)
    for row in event.closes:
        del orders[row.client_order_id]
    return replace(book, balances=balances, positions=positions, orders=orders)


def with_rows(book: PaperBook, rows: Sequence[LedgerRow]) -> PaperBook:
    """The book with these further ledger rows, which are in the order of their ids."""
    if not rows:
        return book
    balances = dict(book.balances)
    for row in rows:
        _move(balances, row)
    return replace(book, balances=balances, last_row=rows[-1].id)


def post(
    book: PaperBook, event: Event, *, ref: str, at: datetime, ids: NewIds
) -> tuple[PaperBook, tuple[Write, ...]]:
    """The book after the event, and the writes that make it so if nobody was first.

    ValueError if a bucket of the account would fall below zero: then a rule let through what it
    must not, and nothing of it may be booked.
    """
    rows = _ledger_rows(book, event.movements, ref=ref, at=at, ids=ids)
    after = replace(
        after_event(book, event),
        version=book.version + 1,
        last_row=rows[-1].id if rows else book.last_row,
    )
    short = [key for key, amount in after.balances.items() if amount < 0 and is_own(key[1])]
    if short:
        raise ValueError(f"{ref} would leave {short} below zero")
    guard = Update(
        kind=PaperAccountRow,
        where={"id": book.exchange_account_id, "version": book.version},
        set={"version": after.version},
    )
    writes: list[Write] = [guard, *(Insert(record=row) for row in rows)]
    writes += [_keep_position(book, row) for row in event.positions]
    writes += [_keep_order(book, row) for row in event.rests]
    writes += [Delete(kind=PaperOpenOrderRow, where={"id": row.id}) for row in event.closes]
    return after, tuple(writes)


def opening_writes(
    exchange_account: ExchangeAccount,
    deposit: Decimal,
    currency: str,
    now: datetime,
    ids: NewIds,
) -> tuple[Write, ...]:
    """The first deposit of a paper account, for the transaction that creates the account itself.

    ValueError for a deposit below zero; zero opens an empty book.
    """
    if deposit < 0:
        raise ValueError(f"a deposit is not negative: {deposit}")
    opened = Insert(record=PaperAccountRow(id=exchange_account.id, version=0, created_at=now))
    book = PaperBook(
        exchange_account_id=exchange_account.id,
        account_id=exchange_account.account_id,
        version=0,
    )
    movement = Movement(
        kind="deposit",
        currency=currency,
        bucket=FREE,
        contra=DEPOSITS,
        amount=book_pnl(deposit),
    )
    rows = _ledger_rows(book, (movement,), ref="opening", at=now, ids=ids)
    return (opened, *(Insert(record=row) for row in rows))


def is_own(bucket: str) -> bool:
    """Whether what it holds is the account's."""
    return bucket in (FREE, RESERVED) or bucket.startswith(margin_of(""))


def _move(balances: dict[tuple[str, str], Decimal], moved: Movement | LedgerRow) -> None:
    if not moved.amount:
        return
    into, out = (moved.currency, moved.bucket), (moved.currency, moved.contra)
    balances[into] = balances.get(into, ZERO) + moved.amount
    balances[out] = balances.get(out, ZERO) - moved.amount


def _ledger_rows(
    book: PaperBook, movements: Sequence[Movement], *, ref: str, at: datetime, ids: NewIds
) -> list[LedgerRow]:
    rows: list[LedgerRow] = []
    last = book.last_row
    for movement in movements:
        if not movement.amount:
            continue
        last = _after(last, ids.new())
        rows.append(
            LedgerRow(
                id=last,
                exchange_account_id=book.exchange_account_id,
                account_id=book.account_id,
                kind=movement.kind,
                currency=movement.currency,
                bucket=movement.bucket,
                contra=movement.contra,
                amount=movement.amount,
                ref=movement.ref or ref,
                at=at,
            )
        )
    return rows


def _after(last: str, fresh: str) -> str:
    """`fresh`, or an id just after `last` if the clock of whoever booked before is ahead.

    The rows of an account rise in the order they were booked in, so that a reader who knows some
    of them need only read those after its last.
    """
    return fresh if fresh > last else f"{last}0"


def _keep_position(book: PaperBook, row: PaperPositionRow) -> Write:
    if row.symbol not in book.positions:
        return Insert(record=row)
    return Update(
        kind=PaperPositionRow,
        where={"id": row.id},
        set={
            "quantity": row.quantity,
            "cost": row.cost,
            "leverage": row.leverage,
            "opened_at": row.opened_at,
            "updated_at": row.updated_at,
            "funded_at": row.funded_at,
        },
    )


def _keep_order(book: PaperBook, row: PaperOpenOrderRow) -> Write:
    if row.client_order_id not in book.orders:
        return Insert(record=row)
    return Update(
        kind=PaperOpenOrderRow,
        where={"id": row.id},
        set={
            "quantity": row.quantity,
            "price": row.price,
            "trigger": row.trigger,
            "reserved": row.reserved,
            "updated_at": row.updated_at,
        },
    )
