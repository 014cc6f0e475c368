"""A paper account run by its rules alone: orders at given prices, marks, and what they leave."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

from core.domain import margin, paper_bank
from core.domain.instruments import INSTRUMENTS
from core.domain.market import Quote
from core.domain.orders import OrderChange, OrderReport, OrderRequest, Side
from core.domain.paper import (
    FEES,
    FUNDING,
    LIQUIDATED,
    REALISED,
    RESERVED,
    PaperBook,
    opening_writes,
    post,
    with_rows,
)
from core.domain.paper_amend import amended
from core.domain.paper_candles import candle_quotes
from core.domain.paper_events import CanceledOrder, FilledOrder, Step
from core.domain.paper_liquidation import Liquidation
from core.domain.paper_orders import judge
from core.domain.paper_steps import Funding, cancel, new_order, next_step
from core.domain.paper_trade import Filled, PaperRules, Refused, Rests
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


def quote_of(symbol, mark, *, bid=None, ask=None) -> Quote:
    """A price; bid and ask are the mark unless said otherwise."""
    mark = Decimal(mark)
    return Quote(
        symbol=symbol,
        bid=Decimal(mark if bid is None else bid),
        ask=Decimal(mark if ask is None else ask),
        mark=mark,
        at=START,
        source="test",
        simulated=True,
    )


class Desk:
    """One account and all that was booked on it; time passes a second with each thing done."""

    def __init__(self, usdt="10000", markets=MARKETS, rules=None):
        self.markets = markets
        self.rules = rules or PaperRules()
        self.ids = SeededIds()
        self.now = START
        self.rows: list[LedgerRow] = []
        self.reports: dict[str, OrderReport] = {}
        self.book = PaperBook(exchange_account_id="desk", account_id="anna", version=0)
        opened = opening_writes(PAPER_ACCOUNT, Decimal(usdt), "USDT", START, self.ids)
        self.book = with_rows(self.book, self._booked(opened))

    def order(
        self, side: Side, quantity, *, symbol=BTC, leverage: int | None = 10, **more
    ) -> OrderRequest:
        """A new order; prices may be given as text."""
        prices = ("price", "trigger")
        more |= {name: Decimal(more[name]) for name in prices if name in more}
        return OrderRequest(
            client_order_id=self.ids.new(),
            symbol=symbol,
            side=side,
            quantity=Decimal(quantity),
            leverage=leverage if ":" in symbol else None,
            **more,
        )

    def place(self, order: OrderRequest, quote: Quote) -> Filled | Rests | Refused:
        """The order at this quote, and what comes of it booked."""
        self.now += timedelta(seconds=1)
        market, venue_order_id = self.markets[order.symbol], self.ids.new()
        outcome = judge(
            self.book,
            market,
            order,
            quote,
            rules=self.rules,
            venue_order_id=venue_order_id,
            at=self.now,
        )
        step = new_order(
            self.book,
            market,
            order,
            outcome,
            venue_order_id=venue_order_id,
            fill_id=self.ids.new(),
            at=self.now,
        )
        if isinstance(outcome, Refused):
            self._answered(step)
        else:
            self._post(step)
        return outcome

    def trade(self, side: Side, quantity, price, *, mark=None, **how) -> Filled | Refused:
        """Take what the book has at exactly `price`, and book what comes of it.

        It is a limit that crosses on arrival, so that a large order does not slip.
        """
        order = self.order(side, quantity, type="limit", price=price, **how)
        mark = price if mark is None else mark
        outcome = self.place(order, quote_of(order.symbol, mark, bid=price, ask=price))
        assert not isinstance(outcome, Rests)
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

    def rest(self, side: Side, quantity, *, at, **how) -> str:
        """Place an order that must rest while the price is `at`; its client id."""
        order = self.order(side, quantity, **how)
        outcome = self.place(order, quote_of(order.symbol, at))
        assert isinstance(outcome, Rests), outcome
        return order.client_order_id

    def limit(self, side: Side, quantity, price, *, at, **how) -> str:
        return self.rest(side, quantity, at=at, type="limit", price=price, **how)

    def stop(self, side: Side, quantity, trigger, *, at, **how) -> str:
        how = {"reduce_only": True, **how}
        return self.rest(side, quantity, at=at, type="stop", trigger=trigger, **how)

    def target(self, side: Side, quantity, trigger, *, at, **how) -> str:
        how = {"reduce_only": True, **how}
        return self.rest(side, quantity, at=at, type="take_profit", trigger=trigger, **how)

    def cancel(self, client_order_id) -> None:
        self.now += timedelta(seconds=1)
        self._post(cancel(self.book, (self.book.orders[client_order_id],)))

    def amend(self, client_order_id, *, at, **change) -> Step | Refused:
        """Change an order while the price is `at`."""
        self.now += timedelta(seconds=1)
        row = self.book.orders[client_order_id]
        step = amended(
            self.book,
            self.markets[row.symbol],
            row,
            OrderChange(**{name: Decimal(value) for name, value in change.items()}),
            quote_of(row.symbol, at),
            rules=self.rules,
            fill_id=self.ids.new(),
            at=self.now,
        )
        if isinstance(step, Step):
            self._post(step)
        return step

    def meet(self, quote: Quote, rate=None) -> list[Any]:
        """All that this price does, step by step; funding at `rate` if it is due."""
        self.now += timedelta(seconds=1)
        return self._meet(quote, Funding(rate=None if rate is None else Decimal(rate)))

    def price(self, price, symbol=BTC) -> list[Any]:
        """The same for a price without a spread."""
        return self.meet(quote_of(symbol, price))

    def candle(self, candle, symbol=BTC) -> list[Any]:
        """All that a candle does that passed while nobody looked."""
        self.now += timedelta(seconds=1)
        market = self.markets[symbol]
        quotes = list(candle_quotes(candle, self.book, market, quote_of(symbol, 1)))
        return [one for quote in quotes for one in self._meet(quote, Funding(rate=None))]

    def mark(self, price, symbol=BTC) -> Liquidation | None:
        """The mark moves here; the position goes if it is due."""
        told = [one for one in self.price(price, symbol) if isinstance(one, Liquidation)]
        return told[0] if told else None

    def fills(self, happened) -> list[OrderReport]:
        return [one.report for one in happened if isinstance(one, FilledOrder)]

    def wait(self, **time) -> None:
        self.now += timedelta(**time)

    def deposit(self, amount) -> Refused | None:
        return self._bank(paper_bank.deposit(self.book, Decimal(amount), self.ids.new()))

    def withdraw(self, amount) -> Refused | None:
        return self._bank(paper_bank.withdraw(self.book, Decimal(amount), self.ids.new()))

    def reset(self, balance) -> Refused | None:
        step = paper_bank.reset(self.book, Decimal(balance), self.ids.new(), self.now)
        return self._bank(step)

    def reloaded(self) -> PaperBook:
        """The book as it is rebuilt from its rows alone."""
        empty = replace(self.book, balances={}, last_row="")
        return with_rows(empty, self.rows)

    @property
    def free(self):
        return self.book.balance("USDT")

    @property
    def reserved(self):
        return self.book.balance("USDT", RESERVED)

    def margin(self, symbol=BTC):
        return self.book.margin("USDT", symbol)

    @property
    def wallet(self):
        """Free, reserved and all margin together."""
        return (
            self.free
            + self.reserved
            + sum(
                amount
                for (currency, bucket), amount in self.book.balances.items()
                if currency == "USDT" and bucket.startswith("margin:")
            )
        )

    @property
    def fees(self):
        return self.book.balance("USDT", FEES)

    @property
    def realised(self):
        return -self.book.balance("USDT", REALISED)

    @property
    def funding(self):
        return -self.book.balance("USDT", FUNDING)

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

    def _meet(self, quote: Quote, funding: Funding) -> list[Any]:
        happened: list[Any] = []
        while True:
            step = next_step(
                self.book,
                self.markets[quote.symbol],
                quote,
                rules=self.rules,
                funding=funding,
                ids=self.ids,
                at=self.now,
            )
            if step is None:
                return happened
            self._post(step)
            happened += step.happened

    def _bank(self, step: Step | Refused) -> Refused | None:
        self.now += timedelta(seconds=1)
        if isinstance(step, Refused):
            return step
        self._post(step)
        return None

    def _post(self, step: Step) -> None:
        self.book, writes = post(self.book, step.event, ref=step.ref, at=self.now, ids=self.ids)
        self._booked(writes)
        self._answered(step)

    def _answered(self, step: Step) -> None:
        self.reports |= {report.client_order_id: report for report in step.reports}

    def _booked(self, writes: tuple[Write, ...]) -> list[LedgerRow]:
        inserted = [write.record for write in writes if isinstance(write, Insert)]
        rows = [record for record in inserted if isinstance(record, LedgerRow)]
        self.rows.extend(rows)
        return rows


def refusal(desk, order, at) -> Refused:
    """What is said of an order that this price refuses."""
    outcome = desk.place(order, quote_of(order.symbol, at))
    assert isinstance(outcome, Refused), outcome
    assert desk.reports[order.client_order_id].status == "REJECTED"
    return outcome


def canceled(happened):
    """Why which orders were taken back."""
    return {
        one.report.client_order_id: one.report.reason
        for one in happened
        if isinstance(one, CanceledOrder)
    }
