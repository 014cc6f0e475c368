"""A database with paper accounts, and as many processes over it as a test wants."""

from dataclasses import dataclass, field, replace
from decimal import Decimal

from adapters.exchange.paper import PaperExchange
from core.domain.orders import OrderRef, OrderRequest
from core.domain.paper import opening_writes
from core.domain.records import Insert, LedgerRow, Query
from core.ports import Records
from tests.clocks import START, ManualClock, SeededIds
from tests.domain.paper_desk import PAPER_ACCOUNT
from tests.doubles.prices import SetPrices

BTC = "BTC/USDT:USDT"
ETH = "ETH/USDT:USDT"
SPOT_BTC = "BTC/USDT"


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

    async def ledger(self):
        return await self.records.find(Query(kind=LedgerRow))


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
