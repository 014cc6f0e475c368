"""Where each venue writes down what moved an account's money, and how its rows are read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from adapters.exchange.ccxt.client import Client
from adapters.exchange.ccxt.markets import exact
from core.domain.money import ZERO
from core.domain.movements import Movement, MovementKind
from core.errors import VenueError

Row = Mapping[str, Any]
Read = Callable[[Client, Row], Movement | None]


@dataclass(frozen=True, kw_only=True)
class Book:
    """A venue's book, read by ccxt's `method`; `raw`: the bare request, not a unified one.

    `window` is the longest that one request may span, `most` how many rows one answer has at most,
    `reach` how far back the venue tells. `key` names what tells rows apart. `read` makes a movement
    of a row as the venue wrote it, None of one that is none (yet); those of one id are summed.
    `all_ways`: no money comes or goes by other ways. `by_trades`: what a liquidation lost is told
    by the trades of its order.
    """

    method: str
    params: Mapping[str, Any] = field(default_factory=dict)
    window: timedelta
    most: int
    reach: timedelta
    key: str
    read: Read
    raw: tuple[str, str] | None = None
    until: str = "until"
    all_ways: bool = True
    by_trades: bool = False


def number(row: Row, *names: str) -> Decimal:
    """The first of these that is not zero; VenueError where none is told, which is no zero."""
    found = [exact(row.get(name)) for name in names]
    told = [one for one in found if one is not None]
    if not told:
        raise VenueError(f"no {names[0]} in what the venue tells of money")
    return next((one for one in told if one), ZERO)


def _symbol(client: Client, row: Row, name: str) -> str:
    return str(client.exchange.safe_symbol(row.get(name), None, None, "swap"))


def _reader(
    kind: MovementKind,
    *,
    key: str,
    amount: tuple[str, ...],
    at: str,
    currency: str,
    symbol: str = "",
    sign: int = 1,
    summed: bool = False,
    only: tuple[str, str] | None = None,
) -> Read:
    """Reads a row by these names. `amount`: the first of them that is not zero, or their sum.

    `only` names a field and what is in it where the movement is done.
    """

    def read(client: Client, row: Row) -> Movement | None:
        if only is not None and str(row.get(only[0])) != only[1]:
            return None
        parts = [number(row, one) for one in amount] if summed else [number(row, *amount)]
        return Movement(
            id=str(row[key]),
            kind=kind,
            currency=str(client.exchange.safe_currency_code(row.get(currency))),
            amount=sign * sum(parts, ZERO),
            at=_moment(row[at]),
            symbol=_symbol(client, row, symbol) if symbol else "",
        )

    return read


def _moment(value: Any) -> datetime:
    """Milliseconds, or a date and time of UTC."""
    number = exact(value)
    if number is not None:
        return datetime.fromtimestamp(float(number) / 1000, UTC)
    try:
        return datetime.fromisoformat(str(value)).replace(tzinfo=UTC)
    except ValueError:
        raise VenueError("no time in what the venue tells of money") from None


def _binance_income(kind: MovementKind) -> Read:
    return _reader(
        kind, key="tranId", amount=("income",), at="time", currency="asset", symbol="symbol"
    )


def _forced(client: Client, row: Row) -> Movement | None:
    """An order by which Binance liquidated; what it lost is told by its trades."""
    symbol = _symbol(client, row, "symbol")
    return Movement(
        id=str(row["orderId"]),
        kind="liquidation",
        currency=symbol.rpartition(":")[2],
        amount=ZERO,
        at=_moment(row["updateTime"]),
        symbol=symbol,
    )


def _bybit(kind: MovementKind, logged: str) -> Book:
    """The transaction log of a unified account; `change` is what the balance changed by."""
    liquidation = kind == "liquidation"
    traded = kind in ("liquidation", "funding")
    return Book(
        method="fetch_ledger",
        params={"type": logged} | ({"category": "linear"} if traded else {}),
        window=timedelta(days=6, hours=23),
        most=50,
        reach=timedelta(days=700),
        until="endTime",
        key="id",
        read=_reader(
            kind,
            key="orderId" if liquidation else "id",
            amount=("change",),
            at="transactionTime",
            currency="currency",
            symbol="symbol" if traded else "",
        ),
    )


def _okx(kind: MovementKind, bill: str) -> Book:
    """The bills of the trading account; what is below zero went out."""
    traded = kind in ("liquidation", "funding")
    amounts = {
        # An isolated position pays from what is set aside for it.
        "funding": ("balChg", "posBalChg"),
        "liquidation": ("pnl", "fee"),
    }

    def read(client: Client, row: Row) -> Movement | None:
        out = kind == "withdrawal"
        if not traded and (number(row, "balChg") < 0) is not out:
            return None
        return bare(client, row)

    bare = _reader(
        kind,
        key="ordId" if kind == "liquidation" else "billId",
        amount=amounts.get(kind, ("balChg",)),
        summed=kind == "liquidation",
        at="ts",
        currency="ccy",
        symbol="instId" if traded else "",
    )
    return Book(
        method="private_get_account_bills_archive",
        params={"type": bill},
        raw=("begin", "end"),
        window=timedelta(days=30),
        most=100,
        reach=timedelta(days=89),
        key="billId",
        read=read,
    )


_LINEAR = {"type": "swap", "subType": "linear"}
_CHAIN = timedelta(days=89)
_YEARS = timedelta(days=3650)
BOOKS: Mapping[str, Mapping[MovementKind, Book]] = {
    "binance": {
        "funding": Book(
            method="fetch_funding_history",
            params=_LINEAR,
            window=timedelta(days=30),
            most=1000,
            reach=timedelta(days=89),
            key="tranId",
            read=_binance_income("funding"),
        ),
        "liquidation": Book(
            # fetch_my_liquidations fails over the name that spot and perpetual share.
            method="fapiPrivateGetForceOrders",
            params={"autoCloseType": "LIQUIDATION"},
            raw=("startTime", "endTime"),
            window=timedelta(days=6, hours=23),
            most=100,
            reach=timedelta(days=89),
            key="orderId",
            read=_forced,
            by_trades=True,
        ),
        # Wallets that are not read here (funding, margin) give and take too.
        "deposit": Book(
            method="fetch_deposits",
            window=_CHAIN,
            most=1000,
            reach=_YEARS,
            key="id",
            all_ways=False,
            read=_reader(
                "deposit",
                key="id",
                amount=("amount",),
                at="insertTime",
                currency="coin",
                only=("status", "1"),
            ),
        ),
        "withdrawal": Book(
            method="fetch_withdrawals",
            window=_CHAIN,
            most=1000,
            reach=_YEARS,
            key="id",
            all_ways=False,
            read=_reader(
                "withdrawal",
                key="id",
                amount=("amount", "transactionFee"),
                summed=True,
                sign=-1,
                at="applyTime",
                currency="coin",
                only=("status", "6"),
            ),
        ),
    },
    "bybit": {
        "funding": _bybit("funding", "SETTLEMENT"),
        "liquidation": _bybit("liquidation", "LIQUIDATION"),
        "deposit": _bybit("deposit", "TRANSFER_IN"),
        "withdrawal": _bybit("withdrawal", "TRANSFER_OUT"),
    },
    "okx": {
        "funding": _okx("funding", "8"),
        "liquidation": _okx("liquidation", "5"),
        "deposit": _okx("deposit", "1"),
        "withdrawal": _okx("withdrawal", "1"),
    },
    "aster": {
        "funding": Book(
            method="fetch_funding_history",
            window=timedelta(days=6, hours=23),
            most=1000,
            reach=timedelta(days=89),
            key="tranId",
            read=_binance_income("funding"),
        ),
    },
}
"""What each venue tells; the others tell nothing that can be asked for all markets at once."""
