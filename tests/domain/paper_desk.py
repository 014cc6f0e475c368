"""A paper account run by its rules alone: orders at given prices, marks, and what they leave."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from core.domain import margin
from core.domain.instruments import INSTRUMENTS
from core.domain.orders import OrderRequest, Side
from core.domain.paper import (
    FEES,
    LIQUIDATED,
    REALISED,
    Event,
    PaperBook,
    opening_writes,
    post,
    with_rows,
)
from core.domain.paper_liquidation import Liquidation, is_liquidated, liquidate
from core.domain.paper_orders import fill_order
from core.domain.paper_trade import Filled, Refused
from core.domain.records import ExchangeAccount, Insert, LedgerRow, Write
from tests.clocks import START, SeededIds

MARKETS = {instrument.symbol: instrument for instrument in INSTRUMENTS}
BTC = "BTC/USDT:USDT"
SPOT_BTC = "BTC/USDT"
PAPER_ACCOUNT = ExchangeAccount(
    id="desk",
    account_id="anna",
    name="paper",
    venue="paper",
    mode="paper",
    trading_state="ACTIVE",
    version=0,
    created_at=START,
)


class Desk:
    """One account and all that was booked on it."""

    def __init__(self, usdt="10000", markets=MARKETS):
        self.markets = markets
        self.ids = SeededIds()
        self.now = START
        self.rows: list[LedgerRow] = []
        self.book = PaperBook(exchange_account_id="desk", account_id="anna", version=0)
        opened = opening_writes(PAPER_ACCOUNT, Decimal(usdt), "USDT", START, self.ids)
        self.book = with_rows(self.book, self._booked(opened))

    def trade(
        self,
        side: Side,
        quantity,
        price,
        *,
        symbol=BTC,
        leverage: int | None = 10,
        reduce_only=False,
        mark=None,
    ) -> Filled | Refused:
        """Place a market order that fills at `price`, and book what comes of it."""
        self.now += timedelta(seconds=1)
        order = OrderRequest(
            client_order_id=self.ids.new(),
            symbol=symbol,
            side=side,
            quantity=Decimal(quantity),
            leverage=leverage,
            reduce_only=reduce_only,
        )
        outcome = fill_order(
            self.book,
            self.markets[symbol],
            order,
            price=Decimal(price),
            mark=Decimal(price if mark is None else mark),
            at=self.now,
        )
        if isinstance(outcome, Filled):
            self._post(outcome.event, order.client_order_id)
        return outcome

    def filled(self, side: Side, quantity, price, **how) -> Filled:
        """The same for an order that must fill."""
        outcome = self.trade(side, quantity, price, **how)
        assert isinstance(outcome, Filled), outcome
        return outcome

    def refused(self, side: Side, quantity, price, **how) -> Refused:
        """The same for an order that must be refused."""
        outcome = self.trade(side, quantity, price, **how)
        assert isinstance(outcome, Refused), outcome
        return outcome

    def mark(self, price, symbol=BTC) -> Liquidation | None:
        """The mark moves here; the position goes if it is due."""
        instrument = self.markets[symbol]
        self.now += timedelta(seconds=1)
        if not is_liquidated(self.book, instrument, Decimal(price)):
            return None
        told, event = liquidate(
            self.book, instrument, Decimal(price), liquidation_id=self.ids.new(), at=self.now
        )
        self._post(event, told.id)
        return told

    def reloaded(self) -> PaperBook:
        """The book as it is rebuilt from its rows alone."""
        empty = replace(self.book, balances={}, last_row="")
        return with_rows(empty, self.rows)

    @property
    def free(self):
        return self.book.balance("USDT")

    def margin(self, symbol=BTC):
        return self.book.margin("USDT", symbol)

    @property
    def wallet(self):
        """Free and all margin together."""
        return self.free + sum(
            amount
            for (currency, bucket), amount in self.book.balances.items()
            if currency == "USDT" and bucket.startswith("margin:")
        )

    @property
    def fees(self):
        return self.book.balance("USDT", FEES)

    @property
    def realised(self):
        return -self.book.balance("USDT", REALISED)

    @property
    def lost(self):
        return self.book.balance("USDT", LIQUIDATED)

    def quantity(self, symbol=BTC):
        position = self.book.position(symbol)
        return position.quantity if position else Decimal(0)

    def entry(self, symbol=BTC):
        position = self.book.positions[symbol]
        return position.cost / abs(position.quantity)

    def liquidation_price(self, symbol=BTC):
        position = self.book.positions[symbol]
        return margin.liquidation_price(
            sign=1 if position.quantity > 0 else -1,
            quantity=abs(position.quantity),
            cost=position.cost,
            margin=self.margin(symbol),
            tiers=self.markets[symbol].tiers,
        )

    def _post(self, event: Event, ref: str) -> None:
        self.book, writes = post(self.book, event, ref=ref, at=self.now, ids=self.ids)
        self._booked(writes)

    def _booked(self, writes: tuple[Write, ...]) -> list[LedgerRow]:
        inserted = [write.record for write in writes if isinstance(write, Insert)]
        rows = [record for record in inserted if isinstance(record, LedgerRow)]
        self.rows.extend(rows)
        return rows
