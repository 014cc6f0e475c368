"""A database with paper accounts, and as many processes over it as a test wants."""

import asyncio
from dataclasses import dataclass, field, replace
from decimal import Decimal

from adapters.exchange.paper import PaperExchange
from core.domain.market import Candle, MarketStats
from core.domain.orders import OrderRef, OrderRequest
from core.domain.paper import opening_writes
from core.domain.records import Insert, LedgerRow, Query
from core.errors import VenueError
from core.ports import Records
from tests.clocks import START, ManualClock, SeededIds
from tests.domain.paper_desk import PAPER_ACCOUNT
from tests.doubles.prices import SetPrices

BTC = "BTC/USDT:USDT"
ETH = "ETH/USDT:USDT"
SPOT_BTC = "BTC/USDT"


class Funded(SetPrices):
    """Prices with a funding rate, and candles of the past."""

    rate: Decimal | None = Decimal("0.0002")
    readable = True
    asked = 0
    past: tuple[Candle, ...] = ()
    gate: asyncio.Event | None = None
    """What quotes wait for; `waiting` is set once one does."""

    def __init__(self, **prices):
        super().__init__(**prices)
        self.waiting = asyncio.Event()

    async def quote(self, symbol):
        if self.gate is not None:
            self.waiting.set()
            await self.gate.wait()
        return await super().quote(symbol)

    async def stats(self, symbol) -> MarketStats:
        self.asked += 1
        if not self.readable:
            raise VenueError("no statistics now")
        return replace(await super().stats(symbol), funding_rate=self.rate)

    async def candles(self, symbol, interval, limit):
        return self.past


@dataclass
class House:
    """Accounts, prices and processes; a second passes with each order."""

    records: Records
    clock: ManualClock
    ids: SeededIds
    prices: SetPrices = field(default_factory=lambda: SetPrices(BTC="100000", ETH="2000"))
    sent: int = 0

    async def open(self, name="desk", usdt="10000"):
        account = replace(PAPER_ACCOUNT, id=name, account_id=f"owner-of-{name}")
        opened = opening_writes(account, Decimal(usdt), "USDT", self.clock.now(), self.ids)
        assert await self.records.commit(Insert(record=account), *opened)

    def process(self, records=None, **how) -> PaperExchange:
        """A paper exchange as another process, or this one after a restart, would have it."""
        return PaperExchange(records or self.records, self.prices, self.clock, self.ids, **how)

    def order(self, side, quantity, *, symbol=BTC, leverage=10, **more):
        self.sent += 1
        self.clock.advance(1)
        more |= {name: Decimal(more[name]) for name in ("price", "trigger") if name in more}
        return OrderRequest(
            client_order_id=f"order-{self.sent}",
            symbol=symbol,
            side=side,
            quantity=Decimal(quantity),
            leverage=leverage if ":" in symbol else None,
            **more,
        )

    def last(self, symbol=BTC) -> OrderRef:
        """How the newest order is asked for."""
        return OrderRef(client_order_id=f"order-{self.sent}", symbol=symbol, sent_at=START)

    async def protected(self, exchange) -> None:
        """A long of 0.1 with a stop at 95,000 and a target at 105,000."""
        await exchange.place("desk", self.order("BUY", "0.1"))
        for kind, trigger in (("stop", "95000"), ("take_profit", "105000")):
            order = self.order(
                "SELL", "0.1", type=kind, trigger=trigger, reduce_only=True, oco="pair"
            )
            assert (await exchange.place("desk", order)).status == "ACCEPTED"

    async def ledger(self):
        return await self.records.find(Query(kind=LedgerRow))


class Interleaved:
    """Records where another process acts right before or after one of ours reads a kind."""

    def __init__(self, records, method, before, act):
        self._records, self._method, self._before, self._act = records, method, before, act

    def __getattr__(self, name):
        there = getattr(self._records, name)
        if name != self._method or self._act is None:
            return there

        async def read(*args):
            act, self._act = self._act, None
            if self._before:
                await act()
            found = await there(*args)
            if not self._before:
                await act()
            return found

        return read


class BreakingRecords:
    """Records whose commits fail: before anything is kept, or after all of it was."""

    def __init__(self, records):
        self._records = records
        self.breaks = ""

    def __getattr__(self, name):
        return getattr(self._records, name)

    async def commit(self, *writes):
        done = await self._records.commit(*writes) if self.breaks != "before" else False
        if self.breaks:
            raise ConnectionError(f"broken {self.breaks} the commit")
        return done
