"""What the venue writes down of an account's money besides orders, and what puts it there."""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from tests.doubles.binance import shapes
from tests.doubles.binance.book import QUOTE, ZERO, Book, Order

Params = Mapping[str, str]
Rows = list[dict[str, Any]]


def pay_funding(book: Book, symbol: str, amount: str, at: int) -> None:
    """Pay (below zero: take) funding of a perpetual."""
    book.made += 1
    book.wallet += Decimal(amount)
    book.income.append(
        {
            "symbol": symbol,
            "incomeType": "FUNDING_FEE",
            "income": amount,
            "asset": QUOTE,
            "info": "FUNDING_FEE",
            "time": at,
            "tranId": book.made,
            "tradeId": "",
        }
    )


def liquidate(book: Book, symbol: str, at: int) -> Order:
    """Close a position by force, at the market."""
    held = book.positions[symbol].amount
    order = Order(
        market="linear",
        symbol=symbol,
        id=0,
        client_id=f"autoclose-{at}",
        side="SELL" if held > 0 else "BUY",
        type="MARKET",
        quantity=abs(held),
        at=at,
        reduce_only=True,
    )
    book.take(order)
    order.updated = at
    book.forced.append(order)
    return order


def deposit(book: Book, coin: str, amount: str, at: int, status: int = 1) -> dict[str, Any]:
    """Money that comes from outside; `status` 0 is under way, 1 done."""
    book.made += 1
    book.spot[coin] = book.spot.get(coin, ZERO) + (Decimal(amount) if status == 1 else ZERO)
    row = {
        "id": str(book.made),
        "amount": amount,
        "coin": coin,
        "network": "TRX",
        "status": status,
        "address": "",
        "txId": f"tx-{book.made}",
        "insertTime": at,
        "transferType": 0,
        "walletType": 0,
    }
    book.deposits.append(row)
    return row


def withdraw(book: Book, coin: str, amount: str, fee: str, at: int) -> None:
    """Money that goes outside."""
    book.made += 1
    book.spot[coin] -= Decimal(amount) + Decimal(fee)
    when = datetime.fromtimestamp(at / 1000, UTC)
    book.withdrawals.append(
        {
            "id": f"w{book.made}",
            "amount": amount,
            "transactionFee": fee,
            "coin": coin,
            "status": 6,
            "address": "",
            "txId": f"tx-{book.made}",
            "applyTime": f"{when:%Y-%m-%d %H:%M:%S}",
            "network": "TRX",
            "transferType": 0,
        }
    )


def income(book: Book, said: Params) -> Rows:
    kind = said["incomeType"]
    return _between([one for one in book.income if one["incomeType"] == kind], "time", said)


def force_orders(book: Book, said: Params) -> Rows:
    rows = [shapes.order(one) for one in book.forced]
    return _between(rows, "updateTime", said)


def deposits(book: Book, said: Params) -> Rows:
    return _between(book.deposits, "insertTime", said)


def withdrawals(book: Book, said: Params) -> Rows:
    rows = [one | {"ms": _ms(one["applyTime"])} for one in book.withdrawals]
    return [{key: one[key] for key in one if key != "ms"} for one in _between(rows, "ms", said)]


def _ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def _between(rows: Rows, time: str, said: Params) -> Rows:
    """The oldest of the window, as many as one answer holds."""
    begin, end = int(said["startTime"]), int(said["endTime"])
    assert end > begin
    found = [one for one in rows if begin <= one[time] <= end]
    return sorted(found, key=lambda one: int(one[time]))[: int(said["limit"])]
