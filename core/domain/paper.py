"""The paper venue's book of one exchange account: double-entry movements, and what they sum to.

Nothing writes a balance. An event moves amounts between buckets and leaves a position; posting it
gives the next book and the rows to commit, guarded by the version that the book was read at. Own
buckets are `free` and `margin:SYMBOL`; what enters or leaves the account moves to or from a bucket
outside it, so that all rows of a currency always sum to zero.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Literal, Protocol

from core.domain.money import ZERO, book_pnl
from core.domain.records import (
    ExchangeAccount,
    Insert,
    LedgerRow,
    PaperAccountRow,
    PaperPositionRow,
    Update,
    Write,
)

FREE = "free"
DEPOSITS = "deposits"
FEES = "fees"
REALISED = "realised"
LIQUIDATED = "liquidated"
MARKET = "market"

MovementKind = Literal[
    "deposit", "fee", "realised", "margin_in", "margin_out", "liquidation", "buy", "sell"
]


class NewIds(Protocol):
    """Where ids come from."""

    def new(self) -> str:
        """A new id that sorts by the time of making."""


def margin_of(symbol: str) -> str:
    """The bucket of a position's isolated margin."""
    return f"margin:{symbol}"


def position_id(exchange_account_id: str, symbol: str) -> str:
    """The primary key of a position's row."""
    return f"{exchange_account_id}:{symbol}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Movement:
    """An amount that moves into `bucket` from `contra`; below zero it moves the other way."""

    kind: MovementKind
    currency: str
    bucket: str
    contra: str
    amount: Decimal


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """What happens to a book at once: the movements, and the position as it is afterwards."""

    movements: tuple[Movement, ...] = ()
    position: PaperPositionRow | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperBook:
    """An account's book as committed at `version`.

    `balances` is by (currency, bucket), the outside ones included; `last_row` is the id of the
    newest ledger row in it.
    """

    exchange_account_id: str
    account_id: str
    version: int
    balances: Mapping[tuple[str, str], Decimal] = field(default_factory=dict)
    positions: Mapping[str, PaperPositionRow] = field(default_factory=dict)
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


def with_rows(book: PaperBook, rows: Sequence[LedgerRow]) -> PaperBook:
    """The book with these further ledger rows, which are in the order of their ids."""
    if not rows:
        return book
    balances = dict(book.balances)
    for row in rows:
        for bucket, amount in ((row.bucket, row.amount), (row.contra, -row.amount)):
            key = (row.currency, bucket)
            balances[key] = balances.get(key, ZERO) + amount
    return replace(book, balances=balances, last_row=rows[-1].id)


def post(
    book: PaperBook, event: Event, *, ref: str, at: datetime, ids: NewIds
) -> tuple[PaperBook, tuple[Write, ...]]:
    """The book after the event, and the writes that make it so if nobody was first.

    ValueError if a bucket of the account would fall below zero: then a rule let through what it
    must not, and nothing of it may be booked.
    """
    rows = _ledger_rows(book, event.movements, ref=ref, at=at, ids=ids)
    after = with_rows(replace(book, version=book.version + 1), rows)
    short = [key for key, amount in after.balances.items() if amount < 0 and _is_own(key[1])]
    if short:
        raise ValueError(f"{ref} would leave {short} below zero")
    guard = Update(
        kind=PaperAccountRow,
        where={"id": book.exchange_account_id, "version": book.version},
        set={"version": after.version},
    )
    writes: list[Write] = [guard, *(Insert(record=row) for row in rows)]
    if event.position is not None:
        writes.append(_keep_position(book, event.position))
        positions = {**book.positions, event.position.symbol: event.position}
        after = replace(after, positions=positions)
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


def _is_own(bucket: str) -> bool:
    return bucket == FREE or bucket.startswith(margin_of(""))


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
                ref=ref,
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
