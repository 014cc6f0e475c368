"""A paper book at present prices: what the account shows. A price that is missing stays unknown."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal

from core.domain import margin
from core.domain.market import Instrument, Quote
from core.domain.money import ZERO, book_pnl, derived_price
from core.domain.paper import FREE, MONEY, RESERVED, PaperBook, is_own
from core.domain.positions import AccountView, Balance, Position
from core.domain.records import PaperPositionRow


def priced_symbols(book: PaperBook) -> tuple[str, ...]:
    """The symbols whose prices the account's equity needs, the longest held first."""
    held = [row for row in book.positions.values() if row.quantity]
    return tuple(row.symbol for row in sorted(held, key=lambda row: (row.opened_at, row.symbol)))


def account_view(
    book: PaperBook,
    instruments: Mapping[str, Instrument],
    quotes: Mapping[str, Quote],
    at: datetime,
) -> AccountView:
    """The account as it stands: equity = free + reserved + sum(margin + unrealised) + spot at mark.

    A symbol without a quote has no mark and no unrealised PnL, is named in `missing`, and leaves
    the equity unknown.
    """
    positions = tuple(
        _position(book, book.positions[symbol], instruments.get(symbol), quotes.get(symbol))
        for symbol in priced_symbols(book)
    )
    missing = tuple(position.symbol for position in positions if position.mark is None)
    return AccountView(
        balances=_balances(book),
        positions=positions,
        equity=None if missing else _equity(book, positions),
        missing=missing,
        at=at,
    )


def liquidation_price(
    book: PaperBook, row: PaperPositionRow, instrument: Instrument | None
) -> Decimal | None:
    """The mark at which the position is liquidated; None for a holding, or where none does it."""
    if instrument is None or instrument.kind != "perpetual":
        return None
    return margin.liquidation_price(
        sign=1 if row.quantity > 0 else -1,
        quantity=abs(row.quantity),
        cost=row.cost,
        margin=book.margin(instrument.quote, row.symbol),
        tiers=instrument.tiers,
    )


def _balances(book: PaperBook) -> tuple[Balance, ...]:
    """Money, then the coins that are held; margin and what orders reserve are locked."""
    locked: dict[str, Decimal] = {MONEY: ZERO}
    for (currency, bucket), amount in book.balances.items():
        if is_own(bucket):
            locked[currency] = locked.get(currency, ZERO) + (ZERO if bucket == FREE else amount)
    balances = (
        Balance(currency=one, free=book.balance(one), locked=locked[one])
        for one in sorted(locked, key=lambda one: (one != MONEY, one))
    )
    return tuple(one for one in balances if one.currency == MONEY or one.total)


def _position(
    book: PaperBook, row: PaperPositionRow, instrument: Instrument | None, quote: Quote | None
) -> Position:
    sign = 1 if row.quantity > 0 else -1
    size = abs(row.quantity)
    mark = quote.mark if quote is not None and instrument is not None else None
    unrealized = None
    if mark is not None:
        unrealized = book_pnl(
            margin.unrealized_pnl(sign=sign, quantity=size, cost=row.cost, mark=mark)
        )
    perpetual = ":" in row.symbol
    of_margin = book.margin(row.symbol.rsplit(":", 1)[-1], row.symbol) if perpetual else None
    liquidated_at = liquidation_price(book, row, instrument)
    return Position(
        symbol=row.symbol,
        kind="perpetual" if perpetual else "spot",
        side="LONG" if sign > 0 else "SHORT",
        quantity=size,
        cost=row.cost,
        entry_price=derived_price(row.cost / size),
        mark=mark,
        unrealized_pnl=unrealized,
        leverage=row.leverage,
        margin=of_margin,
        liquidation_price=None if liquidated_at is None else derived_price(liquidated_at),
        opened_at=row.opened_at,
    )


def _equity(book: PaperBook, positions: tuple[Position, ...]) -> Decimal:
    money = book.balance(MONEY) + book.balance(MONEY, RESERVED)
    return money + sum((_worth(position) for position in positions), ZERO)


def _worth(position: Position) -> Decimal:
    """A position whose price is known, in the quote currency."""
    base = position.margin if position.margin is not None else position.cost
    return (base or ZERO) + (position.unrealized_pnl or ZERO)
