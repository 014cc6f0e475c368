"""Whatever is done to a paper account, its money adds up."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from core.domain import margin
from core.domain.orders import Side
from core.domain.paper_trade import Filled
from tests.domain.paper_desk import BTC, MARKETS, SPOT_BTC, Desk, quote_of

D = Decimal
CENT = D("0.00000001")
DOGE = "DOGE/USDT:USDT"
SPOT_DOGE = "DOGE/USDT"
PRICES = {BTC: D(100000), SPOT_BTC: D(100000), DOGE: D("0.2"), SPOT_DOGE: D("0.2")}
SYMBOLS = st.sampled_from(sorted(PRICES))
SIDES = st.sampled_from(["BUY", "SELL"])
# Values in USDT from far below the minimum to far above what the account has.
VALUES = st.decimals("1", "60000", places=2)
MOVES = st.decimals("0.8", "1.25", places=4)


def other_side(side):
    return "SELL" if side == "BUY" else "BUY"


def free_of_fees():
    return {symbol: replace(one, taker=D(0), maker=D(0)) for symbol, one in MARKETS.items()}


def on_tick(symbol, price):
    tick = MARKETS[symbol].tick
    return max((price / tick).to_integral_value(), D(1)) * tick


class PaperAccount(RuleBasedStateMachine):
    """Orders, price moves and liquidations in any order, over two coins, spot and perpetual."""

    def __init__(self):
        super().__init__()
        self.desk = Desk()
        self.prices = dict(PRICES)

    @rule(
        symbol=SYMBOLS,
        side=SIDES,
        value=VALUES,
        leverage=st.sampled_from([None, 1, 3, 10, 50, 150]),
        reduce_only=st.booleans(),
        slip=st.decimals("0", "0.05", places=4),
    )
    def order(self, symbol, side, value, leverage, reduce_only, slip):
        mark = self.prices[symbol]
        price = on_tick(symbol, mark * (1 + slip if side == "BUY" else 1 - slip))
        before, held = self.desk.book, self.desk.quantity(symbol)
        of_margin, wallet = self.desk.margin(symbol), self.desk.wallet
        outcome = self.desk.trade(
            side,
            value / mark,
            price,
            symbol=symbol,
            leverage=leverage,
            reduce_only=reduce_only,
            mark=mark,
        )
        if not isinstance(outcome, Filled):
            assert self.desk.book is before
            return
        if reduce_only:
            assert 0 <= self.desk.quantity(symbol) / held < 1
        left = self.desk.quantity(symbol)
        if symbol in (BTC, DOGE) and left * held >= 0 and abs(left) < abs(held):
            assert self.desk.wallet >= wallet - of_margin, "a close lost more than the margin"

    @rule(symbol=SYMBOLS, move=MOVES)
    def price_moves(self, symbol, move):
        self.prices[symbol] = on_tick(symbol, self.prices[symbol] * move)
        free, of_margin = self.desk.free, self.desk.margin(symbol)
        told = self.desk.mark(self.prices[symbol], symbol)
        assert self.desk.free == free, "a liquidation touched free money"
        if told is not None:
            assert (told.lost, self.desk.margin(symbol)) == (of_margin, 0)
            assert self.desk.quantity(symbol) == 0

    @invariant()
    def the_money_is_the_deposit_less_fees_plus_results_less_what_was_liquidated(self):
        of_spot = sum(
            row.amount
            for row in self.desk.rows
            if row.kind in ("buy", "sell") and row.currency == "USDT"
        )
        desk = self.desk
        assert desk.wallet == 10000 - desk.fees + desk.realised - desk.lost + of_spot

    @invariant()
    def everything_sums_to_nothing(self):
        for currency in {currency for currency, _ in self.desk.book.balances}:
            balances = self.desk.book.balances.items()
            assert sum(amount for (one, _), amount in balances if one == currency) == 0

    @invariant()
    def every_amount_is_booked_to_eight_decimals(self):
        assert all(row.amount == row.amount.quantize(CENT) for row in self.desk.rows)
        for row in self.desk.book.positions.values():
            assert row.cost == row.cost.quantize(CENT) >= 0

    @invariant()
    def nothing_is_below_zero_and_no_position_is_without_its_margin(self):
        desk = self.desk
        assert desk.free >= 0
        for symbol in (BTC, DOGE):
            assert (desk.margin(symbol) > 0) == (desk.quantity(symbol) != 0)
        for symbol in (SPOT_BTC, SPOT_DOGE):
            assert desk.quantity(symbol) == desk.book.balance(MARKETS[symbol].base) >= 0

    @invariant()
    def an_open_position_is_never_due_already(self):
        for symbol in (BTC, DOGE):
            position = self.desk.book.position(symbol)
            assert position is None or not margin.is_due(
                sign=1 if position.quantity > 0 else -1,
                quantity=abs(position.quantity),
                cost=position.cost,
                margin=self.desk.margin(symbol),
                mark=self.prices[symbol],
                tiers=MARKETS[symbol].tiers,
            )

    @invariant()
    def the_rows_alone_give_the_same_book(self):
        assert self.desk.reloaded() == self.desk.book


def test_money_is_conserved_whatever_is_done_I14():
    run_state_machine_as_test(
        PaperAccount, settings=settings(max_examples=150, stateful_step_count=30, deadline=None)
    )


@given(
    SYMBOLS,
    SIDES,
    st.integers(1, 10**6),
    st.decimals("0.00001", "200000", places=5),
    st.sampled_from([1, 2, 7, 10, 20]),
)
def test_a_round_trip_at_one_price_costs_exactly_both_fees(symbol, side, steps, price, leverage):
    market = MARKETS[symbol]
    spot = market.kind == "spot"
    desk = Desk("1e12")
    side = "BUY" if spot else side
    quantity, price = steps * market.step, on_tick(symbol, price)
    outcome = desk.trade(side, quantity, price, symbol=symbol, leverage=None if spot else leverage)
    if not isinstance(outcome, Filled):
        return
    back = desk.filled(other_side(side), quantity, price, symbol=symbol)
    assert back.realized_pnl == 0
    assert desk.wallet == D("1e12") - outcome.fee - back.fee
    exact = quantity * price * market.taker
    assert exact <= outcome.fee == back.fee < exact + CENT


@given(
    SIDES,
    st.lists(st.integers(1, 200), min_size=2, max_size=6),
    st.decimals("90000", "110000", places=1),
    st.sampled_from([1, 3, 7]),
)
def test_splitting_an_order_changes_money_by_at_most_a_quantum_a_fill(side, parts, price, leverage):
    step = D("0.001")
    whole, split = Desk("1000000"), Desk("1000000")
    whole.filled(side, sum(parts) * step, D(100000), leverage=leverage)
    whole.filled(other_side(side), sum(parts) * step, price, reduce_only=True)
    for part in parts:
        split.filled(side, part * step, D(100000), leverage=leverage)
    for part in parts:
        split.filled(other_side(side), part * step, price, reduce_only=True)
    assert split.quantity() == whole.quantity() == 0
    assert abs(split.wallet - whole.wallet) <= 2 * len(parts) * CENT


@given(st.integers(1, 99), st.integers(100, 300), st.decimals("0.1", "200000", places=1))
def test_closing_in_two_parts_leaves_nothing_behind(first, size, entry):
    desk = Desk("1000000000")
    market = replace(MARKETS[BTC], min_notional=D(0))
    desk.markets = {**MARKETS, BTC: market}
    desk.filled("BUY", size * market.step, entry, leverage=7)
    desk.filled("SELL", first * market.step, entry, reduce_only=True)
    desk.filled("SELL", size * market.step, entry, reduce_only=True)
    flat = desk.book.positions[BTC]
    assert (flat.quantity, flat.cost, desk.margin()) == (D(0), D(0), D(0))
    assert flat.leverage is None


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["market", "limit", "stop", "take_profit", "price"]),
            st.sampled_from([1, -1]),
            st.integers(1, 300),
            st.integers(-30, 30),
            st.booleans(),
        ),
        min_size=1,
        max_size=20,
    )
)
def test_long_and_short_mirror_each_other_about_the_entry_whatever_rests(steps):
    """Every price reflected in 100,000 and every side turned: the same gain, the other position."""
    desks = {1: Desk("10000000", free_of_fees()), -1: Desk("10000000", free_of_fees())}
    middle, now, closes = D(100000), D(0), 0
    for kind, sign, size, away, reduce_only in steps:
        if kind == "price":
            now = D(100) * away
        for turned, desk in desks.items():
            at = middle + turned * now
            if kind == "price":
                desk.price(at)
                continue
            side: Side = "BUY" if sign * turned > 0 else "SELL"
            how: dict[str, Any] = {"leverage": 2, "reduce_only": reduce_only}
            if kind == "market":
                desk.trade(side, size * D("0.001"), at, **how)
            else:
                name = "price" if kind == "limit" else "trigger"
                how |= {"type": kind, name: middle + turned * 100 * away}
                desk.place(desk.order(side, size * D("0.001"), **how), quote_of(BTC, at))
        closes += 1
        one, other = desks.values()
        assert one.quantity() == -other.quantity()
        assert [row.side for row in one.book.resting(BTC)] == [
            other_side(row.side) for row in other.book.resting(BTC)
        ]
        assert abs(one.realised - other.realised) <= closes * 5 * CENT
