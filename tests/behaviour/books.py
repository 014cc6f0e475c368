"""What must hold of the money and the orders of a desk, whatever was said and pressed."""

from collections import defaultdict
from decimal import Decimal

from core.domain.paper import FREE
from core.domain.records import (
    FillRow,
    LedgerRow,
    OrderRow,
    PaperOrderRow,
    PaperPositionRow,
    Waiting,
)
from tests.desk import TestDesk

ZERO = Decimal(0)


async def orders_of(desk: TestDesk) -> list[OrderRow]:
    return await desk.rows(OrderRow)


async def assert_books_balance(desk: TestDesk, deposit: str = "10000") -> None:
    """The venue's ledger is what our own fills say: to the last digit, for every account."""
    ledger, fills = await desk.rows(LedgerRow), await desk.rows(FillRow)
    held = await desk.rows(PaperPositionRow)
    for account in {row.exchange_account_id for row in ledger}:
        buckets: defaultdict[tuple[str, str], Decimal] = defaultdict(Decimal)
        for row in ledger:
            if row.exchange_account_id == account:
                buckets[row.currency, row.bucket] += row.amount
                buckets[row.currency, row.contra] -= row.amount
        for currency in {currency for currency, _ in buckets}:
            assert sum(amount for (one, _), amount in buckets.items() if one == currency) == ZERO
        own = {
            key: amount
            for key, amount in buckets.items()
            if amount and (key[1] == FREE or key[1].startswith("margin:"))
        }
        mine = [fill for fill in fills if fill.exchange_account_id == account]
        cash = Decimal(deposit) - sum(fill.fee or ZERO for fill in mine)
        coins: defaultdict[str, Decimal] = defaultdict(Decimal)
        for fill in mine:
            signed = fill.quantity if fill.side == "BUY" else -fill.quantity
            coins[fill.symbol] += signed
            cash += (fill.realized_pnl or ZERO) if ":" in fill.symbol else -signed * fill.price
        money = sum(amount for (currency, _), amount in own.items() if currency == "USDT")
        assert money == cash, (money, cash)
        positions = {row.symbol: row.quantity for row in held if row.exchange_account_id == account}
        assert {key: amount for key, amount in positions.items() if amount} == {
            key: amount for key, amount in coins.items() if amount
        }
        spot = {key.partition("/")[0]: coins[key] for key in coins if ":" not in key and coins[key]}
        assert {one: amount for (one, _), amount in own.items() if one != "USDT"} == spot


async def assert_one_order_per_approval(desk: TestDesk) -> None:
    """Every order has a confirmed approval of its own, and the venue saw no other (I2, I3)."""
    orders = await orders_of(desk)
    confirmed = [
        waiting
        for waiting in await desk.rows(Waiting, status="answered")
        if waiting.kind == "approval" and waiting.answered_choice.startswith("confirm")
    ]
    assert len(orders) <= len(confirmed), (orders, confirmed)
    assert len({order.step_id or order.client_order_id for order in orders}) == len(orders)
    seen = [row.client_order_id for row in await desk.rows(PaperOrderRow)]
    assert len(seen) == len(set(seen))
    assert set(seen) <= {order.client_order_id for order in orders}
    filled = {order.client_order_id for order in orders if order.status == "FILLED"}
    assert {fill.client_order_id for fill in await desk.rows(FillRow)} == filled
