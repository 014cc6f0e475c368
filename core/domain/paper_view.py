"""A paper book at present prices: what the account shows. A price that is missing stays unknown."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal

from core.domain import margin
from core.domain.market import Instrument, Quote
from core.domain.money import ZERO, book_pnl
from core.domain.paper import DEPOSITS, FREE, PaperBook, margin_of
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
    """The account as it stands: equity = free + sum(margin + unrealised) + spot at mark.

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


def _money(book: PaperBook) -> set[str]:
    """The currencies that were paid in; any other is a coin that was bought."""
    return {currency for currency, bucket in book.balances if bucket == DEPOSITS}


def _balances(book: PaperBook) -> tuple[Balance, ...]:
    """Money, then the coins that are held."""
    money = _money(book)
    free: dict[str, Decimal] = {}
    locked: dict[str, Decimal] = {}
    for (currency, bucket), amount in book.balances.items():
        if bucket == FREE:
            free[currency] = amount
        elif bucket.startswith(margin_of("")):
            locked[currency] = locked.get(currency, ZERO) + amount
    return tuple(
        Balance(currency=one, free=free[one], locked=locked.get(one, ZERO))
        for one in sorted(free, key=lambda one: (one not in money, one))
        if one in money or free[one]
    )


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
    return Position(
        symbol=row.symbol,
        kind="perpetual" if perpetual else "spot",
        side="LONG" if sign > 0 else "SHORT",
        quantity=size,
        cost=row.cost,
        entry_price=book_pnl(row.cost / size),
        mark=mark,
        unrealized_pnl=unrealized,
        leverage=row.leverage,
        margin=of_margin,
        liquidation_price=_liquidation_price(row, of_margin, instrument),
        opened_at=row.opened_at,
    )


def _liquidation_price(
    row: PaperPositionRow, of_margin: Decimal | None, instrument: Instrument | None
) -> Decimal | None:
    if of_margin is None or instrument is None:
        return None
    price = margin.liquidation_price(
        sign=1 if row.quantity > 0 else -1,
        quantity=abs(row.quantity),
        cost=row.cost,
        margin=of_margin,
        tiers=instrument.tiers,
    )
    return None if price is None else book_pnl(price)


def _equity(book: PaperBook, positions: tuple[Position, ...]) -> Decimal:
    free = sum((book.balance(currency) for currency in _money(book)), ZERO)
    return free + sum((_worth(position) for position in positions), ZERO)


def _worth(position: Position) -> Decimal:
    """A position whose price is known, in the quote currency."""
    base = position.margin if position.margin is not None else position.cost
    return (base or ZERO) + (position.unrealized_pnl or ZERO)
