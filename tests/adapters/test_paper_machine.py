"""Anything done to paper accounts in any order, with crashes anywhere: what may never be, is not.

The real adapter over records in memory, two processes at once; every rule of the ledger is read
back from the rows after each step.
"""

import asyncio
from datetime import timedelta
from decimal import Decimal

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from adapters.exchange.paper import PaperExchange
from adapters.store.memory import MemoryRecords
from core.domain import margin
from core.domain.orders import OrderChange, OrderRef, OrderRequest
from core.domain.paper import opening_writes
from core.domain.records import (
    Insert,
    LedgerRow,
    PaperOpenOrderRow,
    PaperOrderRow,
    PaperPositionRow,
    Query,
)
from core.errors import OrderDenied
from tests.adapters.paper_house import BreakingRecords
from tests.clocks import START, ManualClock, SeededIds
from tests.domain.paper_desk import MARKETS, PAPER_ACCOUNT
from tests.doubles.prices import SetPrices

D = Decimal
CENT = D("0.00000001")
BTC, ETH = "BTC/USDT:USDT", "ETH/USDT:USDT"
SPOT = "BTC/USDT"
AROUND = {BTC: D(100000), ETH: D(2000), SPOT: D(100000)}
SYMBOLS = st.sampled_from([BTC, BTC, SPOT, ETH])
FACTORS = st.decimals("0.85", "1.15", places=3)
ACCIDENTS = st.sampled_from(["", "", "", "before", "after"])


class PaperHouse(RuleBasedStateMachine):
    """One account, two processes, three markets."""

    @initialize()
    def open(self):
        self.runner = asyncio.Runner()
        self.clock, self.ids, self.records = ManualClock(), SeededIds(), MemoryRecords()
        self.breaking = BreakingRecords(self.records)
        self.prices = SetPrices(BTC="100000", ETH="2000")
        self.processes = [self.process(), self.process()]
        self.sent: list[OrderRef] = []
        opened = opening_writes(PAPER_ACCOUNT, D(10000), "USDT", START, self.ids)
        self.do(self.records.commit(Insert(record=PAPER_ACCOUNT), *opened))

    def teardown(self):
        self.runner.close()

    def process(self):
        return PaperExchange(self.breaking, self.prices, self.clock, self.ids)

    def do(self, work):
        return self.runner.run(work)

    def act(self, accident, act):
        """Do it; where its commit breaks, do it again, as one does who cannot know what became."""
        self.breaking.breaks = accident
        try:
            return self.do(act())
        except ConnectionError:
            self.breaking.breaks = ""
            return self.do(act())
        except OrderDenied:
            return None
        finally:
            self.breaking.breaks = ""

    @rule(
        which=st.integers(0, 1),
        symbol=SYMBOLS,
        side=st.sampled_from(["BUY", "SELL"]),
        kind=st.sampled_from(["market", "market", "limit", "stop", "take_profit"]),
        value=st.integers(5, 6000),
        factor=FACTORS,
        leverage=st.sampled_from([None, 2, 10, 50]),
        reduce_only=st.booleans(),
        post_only=st.booleans(),
        oco=st.sampled_from(["", "", "pair"]),
        accident=ACCIDENTS,
    )
    def place(
        self,
        which,
        symbol,
        side,
        kind,
        value,
        factor,
        leverage,
        reduce_only,
        post_only,
        oco,
        accident,
    ):
        price = self.on_tick(symbol, factor)
        order = OrderRequest(
            client_order_id=self.ids.new(),
            symbol=symbol,
            side=side,
            quantity=value / AROUND[symbol],
            leverage=leverage if ":" in symbol else None,
            reduce_only=reduce_only,
            type=kind,
            price=price if kind == "limit" else None,
            trigger=price if kind in ("stop", "take_profit") else None,
            post_only=post_only and kind == "limit",
            oco=oco,
        )
        self.sent.append(
            OrderRef(client_order_id=order.client_order_id, symbol=symbol, sent_at=START)
        )
        report = self.act(accident, lambda: self.processes[which].place("desk", order))
        other = self.processes[1 - which]
        assert self.do(other.find("desk", self.sent[-1])) == report
        if accident:
            assert self.do(other.place("desk", order)) == report

    @rule(which=st.integers(0, 1), number=st.integers(0, 50), accident=ACCIDENTS)
    def cancel(self, which, number, accident):
        if self.sent:
            order = self.sent[-1 - number % len(self.sent)]
            report = self.act(accident, lambda: self.processes[which].cancel("desk", order))
            assert report.status not in ("ACCEPTED", "PARTIALLY_FILLED")

    @rule(which=st.integers(0, 1), number=st.integers(0, 50), factor=FACTORS, accident=ACCIDENTS)
    def amend(self, which, number, factor, accident):
        if self.sent:
            order = self.sent[-1 - number % len(self.sent)]
            price = self.on_tick(order.symbol, factor)
            change = OrderChange(price=price, trigger=price, quantity=1000 / AROUND[order.symbol])
            self.act(accident, lambda: self.processes[which].amend("desk", order, change))

    @rule(which=st.integers(0, 1), symbol=SYMBOLS, factor=FACTORS, accident=ACCIDENTS)
    def price(self, which, symbol, factor, accident):
        quote = self.prices.set(symbol, self.on_tick(symbol, factor), half_spread="0.01")
        self.act(accident, lambda: self.processes[which].on_quote(quote))
        assert self.do(self.processes[1 - which].on_quote(quote)) == []
        self.nothing_is_due_any_more(symbol, quote.mark)

    @rule(hours=st.integers(1, 30))
    def time_passes(self, hours):
        self.clock.advance(timedelta(hours=hours).total_seconds())

    @rule(
        act=st.sampled_from(["deposit", "withdraw", "reset"]),
        amount=st.integers(1, 20000),
        accident=ACCIDENTS,
    )
    def bank(self, act, amount, accident):
        key = self.ids.new()
        before = len(self.rows(LedgerRow))
        free = self.act(accident, lambda: getattr(self.processes[0], act)("desk", D(amount), key))
        assert (free is not None) == self.do(self.processes[1].booked("desk", key))
        if act != "reset" and free is not None:
            assert len(self.rows(LedgerRow)) == before + 1

    @rule(which=st.integers(0, 1))
    def restart(self, which):
        self.processes[which] = self.process()

    def on_tick(self, symbol, factor):
        tick = MARKETS[symbol].tick
        return (AROUND[symbol] * factor / tick).to_integral_value() * tick

    def rows(self, kind):
        return self.do(self.records.find(Query(kind=kind)))

    def balances(self):
        found: dict[tuple[str, str], Decimal] = {}
        for row in self.rows(LedgerRow):
            assert row.amount == row.amount.quantize(CENT)
            for bucket, amount in ((row.bucket, row.amount), (row.contra, -row.amount)):
                key = (row.currency, bucket)
                found[key] = found.get(key, D(0)) + amount
        return found

    def nothing_is_due_any_more(self, symbol, mark):
        for row in self.rows(PaperPositionRow):
            if row.symbol == symbol and row.quantity and ":" in symbol:
                assert timedelta(0) <= self.clock.now() - row.funded_at < timedelta(hours=8)
                assert not margin.is_due(
                    sign=1 if row.quantity > 0 else -1,
                    quantity=abs(row.quantity),
                    cost=row.cost,
                    margin=self.balances()["USDT", f"margin:{symbol}"],
                    mark=mark,
                    tiers=MARKETS[symbol].tiers,
                )

    @invariant()
    def money_is_conserved_to_the_last_digit_and_never_below_zero_I14(self):
        balances = self.balances()
        own = D(0)
        for (currency, bucket), amount in balances.items():
            mine = bucket in ("free", "reserved") or bucket.startswith("margin:")
            assert amount >= 0 or not mine, (bucket, amount)
            own += amount if mine and currency == "USDT" else 0
        of = {kind: D(0) for kind in ("deposit", "withdrawal", "reset", "realised", "funding")}
        of |= {kind: D(0) for kind in ("fee", "liquidation", "buy", "sell")}
        for row in self.rows(LedgerRow):
            if row.currency == "USDT" and row.kind in of:
                of[row.kind] += row.amount
        assert own == sum(of.values())

    @invariant()
    def no_position_is_without_margin_and_no_margin_without_a_position(self):
        balances = self.balances()
        for row in self.rows(PaperPositionRow):
            if ":" in row.symbol:
                has = balances.get(("USDT", f"margin:{row.symbol}"), D(0))
                assert (has > 0) == (row.quantity != 0)
                assert (row.leverage is not None) == (row.quantity != 0)
            else:
                coins = balances.get(("BTC", "free"), D(0))
                assert row.quantity == coins + balances.get(("BTC", "reserved"), D(0))
            assert (row.cost == 0) == (row.quantity == 0)

    @invariant()
    def what_is_reserved_is_what_orders_hold_and_a_fill_or_cancel_leaves_none(self):
        balances, resting = self.balances(), self.rows(PaperOpenOrderRow)
        for currency in ("USDT", "BTC"):
            held = sum(row.reserved for row in resting if row.currency == currency)
            assert balances.get((currency, "reserved"), D(0)) == held

    @invariant()
    def no_order_that_only_reduces_outlives_or_outgrows_its_position(self):
        held = {row.symbol: row.quantity for row in self.rows(PaperPositionRow)}
        for row in self.rows(PaperOpenOrderRow):
            if row.reduce_only:
                size = held.get(row.symbol, D(0)) * (1 if row.side == "SELL" else -1)
                assert 0 < row.quantity <= size

    @invariant()
    def answers_and_rows_agree_and_no_group_outlives_a_fill(self):
        resting = {row.client_order_id for row in self.rows(PaperOpenOrderRow)}
        answers = {row.client_order_id: row.report for row in self.rows(PaperOrderRow)}
        assert resting == {key for key, one in answers.items() if one["status"] == "ACCEPTED"}
        for one in answers.values():
            filled = one["status"] == "FILLED"
            assert (len(one["fills"]) == 1) == filled
            assert one["status"] in ("ACCEPTED", "FILLED", "CANCELED", "REJECTED")
        assert set(answers) == {order.client_order_id for order in self.sent}

    @invariant()
    def no_close_loses_more_than_its_margin(self):
        by_ref: dict[str, dict[str, Decimal]] = {}
        for row in self.rows(LedgerRow):
            kinds = by_ref.setdefault(row.ref, {})
            kinds[row.kind] = kinds.get(row.kind, D(0)) + row.amount
        for kinds in by_ref.values():
            assert kinds.get("realised", D(0)) >= -kinds.get("margin_out", D(0))

    @invariant()
    def every_process_sees_the_same_as_a_new_one(self):
        fresh = self.process()
        view, resting = self.do(fresh.account("desk")), self.do(fresh.open_orders("desk"))
        for one in self.processes:
            assert self.do(one.account("desk")) == view
            assert self.do(one.open_orders("desk")) == resting
        (usdt, *_) = view.balances
        assert usdt.free >= 0
        assert usdt.locked >= 0


def test_nothing_that_may_never_be_ever_is_I14():
    run_state_machine_as_test(
        PaperHouse, settings=settings(max_examples=30, stateful_step_count=20, deadline=None)
    )
