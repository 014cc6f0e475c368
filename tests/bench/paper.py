"""The paper exchange: events a second of its rules alone, and committed to SQLite.

An event is an order that fills, rests or is taken back, or a fill of one that rested. The floor of
the rules is the same script through the shortest way to write them (tests/domain/paper_reference),
which keeps no ledger; the floor of the store is its driver in one thread with the very statements
that the events were committed with, as many units in a transaction as there are accounts at once.
"""

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from adapters.exchange.paper import PaperExchange
from adapters.store.sql.migrate import migrate
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from adapters.store.sql.statements import Statements
from core.domain.orders import OrderRef, OrderRequest, Side
from core.domain.paper import opening_writes
from core.domain.records import Insert, Write
from tests.clocks import START, ManualClock, SeededIds
from tests.domain.paper_desk import BTC, PAPER_ACCOUNT, Desk
from tests.domain.paper_reference import Reference
from tests.doubles.prices import SetPrices

Row = dict[str, object]
SIZE = Decimal("0.001")
HIGH, LOW = Decimal(100000), Decimal(99000)
EVENTS = 6
"""Of a round: a market order, a limit and a stop rest, the limit fills, the rest is closed, which
takes the stop back."""


@dataclass(frozen=True, kw_only=True)
class Scale:
    """How much is done."""

    rounds: int = 400
    stored_rounds: int = 40
    concurrency: tuple[int, ...] = (1, 32)
    accounts: int = 1000


FULL = Scale()


def run(scale: Scale = FULL) -> Iterator[Row]:
    """A row for the rules, for each concurrency over SQLite, and for a price that many meet."""
    ours, floor = _rules(scale.rounds), _reference(scale.rounds)
    yield _row("rules alone", "memory", 1, ours, floor)
    for concurrency in scale.concurrency:
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            ours, floor = asyncio.run(_stored(Path(folder), concurrency, scale.stored_rounds))
        yield _row("events committed", "sqlite", concurrency, ours, floor)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        yield asyncio.run(_price_for_many(Path(folder), scale.accounts))


def _row(flow: str, engine: str, concurrency: int, ours: float, floor: float) -> Row:
    return {
        "flow": flow,
        "engine": engine,
        "concurrency": concurrency,
        "events_per_s": round(ours),
        "floor_events_per_s": round(floor),
        "ratio": round(ours / floor, 3),
    }


def _rules(rounds: int) -> float:
    desk = Desk()
    began = time.perf_counter()
    for _ in range(rounds):
        desk.filled("BUY", SIZE, HIGH)
        desk.limit("BUY", SIZE, LOW, at=HIGH)
        desk.stop("SELL", SIZE, 90000, at=HIGH)
        desk.price(98900)
        desk.filled("SELL", 2 * SIZE, HIGH, reduce_only=True)
        assert not desk.book.orders
    return rounds * EVENTS / (time.perf_counter() - began)


def _reference(rounds: int) -> float:
    book, rate = Reference("10000"), Decimal("0.0005")
    began = time.perf_counter()
    for _ in range(rounds):
        book.fill(1, SIZE, HIGH, 10, rate, reduce=False)
        book.rest("a", "limit", 1, SIZE, LOW, 10, reduce=False, group="")
        book.rest("b", "stop", -1, SIZE, Decimal(90000), 10, reduce=True, group="")
        book.price(Decimal(98900))
        book.fill(-1, 2 * SIZE, HIGH, 10, rate, reduce=True)
        book.tidy()
        assert not book.orders
    return rounds * EVENTS / (time.perf_counter() - began)


class _Remembered:
    """Records that remember the units committed through them."""

    def __init__(self, records: SqlRecords) -> None:
        self._records = records
        self.units: list[tuple[Write, ...]] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._records, name)

    async def commit(self, *writes: Write) -> bool:
        self.units.append(writes)
        return await self._records.commit(*writes)


def _database(folder: Path, name: str) -> SqliteDatabase:
    database = SqliteDatabase(folder / name)
    migrate(database)
    return database


async def _open(records: SqlRecords, accounts: Sequence[str], ids: SeededIds) -> list[Write]:
    writes: list[Write] = []
    for name in accounts:
        account = replace(PAPER_ACCOUNT, id=name)
        opened = opening_writes(account, Decimal(10000), "USDT", START, ids)
        writes += [Insert(record=account), *opened]
    assert await records.commit(*writes)
    return writes


async def _stored(folder: Path, concurrency: int, rounds: int) -> tuple[float, float]:
    """Events a second by accounts that trade at once, and by the driver alone."""
    database, ids = _database(folder, "ours.db"), SeededIds()
    names = [f"account-{number}" for number in range(concurrency)]
    async with SqlRecords(database) as records:
        opened = await _open(records, names, ids)
        kept = _Remembered(records)
        prices = SetPrices(BTC=str(HIGH))
        exchange = PaperExchange(kept, prices, ManualClock(), ids)  # type: ignore[arg-type]
        began = time.perf_counter()
        await asyncio.gather(*(_trade(exchange, name, rounds, ids) for name in names))
        ours = time.perf_counter() - began
    floor = _bare(_database(folder, "bare.db"), opened, kept.units, concurrency)
    return len(kept.units) / ours, len(kept.units) / floor


async def _trade(exchange: PaperExchange, account: str, rounds: int, ids: SeededIds) -> None:
    """Orders that fill and orders that rest and are taken back, by one account in turn."""
    for _ in range(rounds):
        await exchange.place(account, _order(ids, "BUY"))
        await exchange.place(account, _order(ids, "BUY", type="limit", price=LOW))
        await exchange.place(
            account, _order(ids, "SELL", type="stop", trigger=LOW, reduce_only=True)
        )
        await exchange.place(account, _order(ids, "SELL", reduce_only=True))
        for resting in await exchange.open_orders(account):
            await exchange.cancel(account, _ref(resting.client_order_id))


def _bare(
    database: SqliteDatabase,
    opened: Sequence[Write],
    units: Sequence[tuple[Write, ...]],
    together: int,
) -> float:
    """Seconds that the driver takes for these units."""
    statements = Statements(database)
    starts = range(0, len(units), together)
    groups = [[one for unit in units[at : at + together] for one in unit] for at in starts]
    spent = 0.0
    with contextlib.closing(database.connect(write=True)) as connection:
        execute = connection.cursor().execute
        for number, group in enumerate([list(opened), *groups]):
            operations = [statements.write(one) for one in group]
            began = time.perf_counter()
            execute(database.begin_write)
            for operation in operations:
                execute(operation.sql, operation.parameters)
            execute("COMMIT")
            spent += time.perf_counter() - began if number else 0.0
    return spent


async def _price_for_many(folder: Path, accounts: int) -> Row:
    """A price that does nothing to positions with a stop each, beside reading all their rows."""
    database, ids, prices = _database(folder, "ours.db"), SeededIds(), SetPrices(BTC=str(HIGH))
    names = [f"account-{number}" for number in range(accounts)]
    async with SqlRecords(database) as records:
        await _open(records, names, ids)
        exchange = PaperExchange(records, prices, ManualClock(), ids)
        for name in names:
            await exchange.place(name, _order(ids, "BUY"))
            await exchange.place(
                name, _order(ids, "SELL", type="stop", trigger=LOW, reduce_only=True)
            )
        began = time.perf_counter()
        happened = await exchange.on_quote(prices.set(BTC, "99999"))
        ours = time.perf_counter() - began
        began = time.perf_counter()
        await exchange.open_symbols()
        floor = time.perf_counter() - began
    assert happened == []
    return {
        "flow": f"a price that {accounts} accounts meet",
        "engine": "sqlite",
        "concurrency": 1,
        "price_ms": round(ours * 1000, 1),
        "floor_price_ms": round(floor * 1000, 1),
        "ratio": round(ours / floor, 2),
    }


def _order(ids: SeededIds, side: Side, **more: Any) -> OrderRequest:
    return OrderRequest(
        client_order_id=ids.new(), symbol=BTC, side=side, quantity=SIZE, leverage=10, **more
    )


def _ref(client_order_id: str) -> OrderRef:
    return OrderRef(client_order_id=client_order_id, symbol=BTC, sent_at=START)
