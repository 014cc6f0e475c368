"""The figures of a period against hand-worked ones, and the days that they are cut by."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.periods import day_of, midnight, since
from core.domain.records import FillRow, OrderRow
from core.trading.curve import (
    Flow,
    Point,
    change,
    max_drawdown,
    sharpe,
    summed,
    thinned,
    without_flows,
)
from core.trading.history import Trade, within
from core.trading.liquidations import Liquidated
from core.trading.performance import results, together
from core.trading.pictures import daily, result_of_close

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
UTC_ZONE = ZoneInfo("UTC")


def fill(number=1, pnl=None, fee="1", at=AT, quantity="1", price="100") -> FillRow:
    return FillRow(
        fill_id=f"f{number}",
        client_order_id=f"o{number}",
        account_id="a",
        exchange_account_id="x",
        symbol="BTC/USDT:USDT",
        side="SELL",
        quantity=Decimal(quantity),
        price=Decimal(price),
        fee=None if fee is None else Decimal(fee),
        realized_pnl=None if pnl is None else Decimal(pnl),
        mode="paper",
        at=at,
    )


ORDER = OrderRow(
    client_order_id="o",
    account_id="a",
    exchange_account_id="x",
    workflow_id="",
    step_id="",
    run_id="",
    venue="paper",
    mode="paper",
    symbol="BTC/USDT:USDT",
    action="close_long",
    side="SELL",
    type="MARKET",
    quantity=Decimal(1),
    leverage=5,
    reduce_only=True,
    amount=Decimal(1),
    unit="base",
    quoted_price=Decimal(100),
    status="FILLED",
    created_at=AT,
    updated_at=AT,
)


def trade(*fills: FillRow, **order) -> Trade:
    return Trade(order=replace(ORDER, **order), fills=fills)


def closes(*pnls, fee="1") -> list[Trade]:
    return [trade(fill(n, pnl, fee)) for n, pnl in enumerate(pnls)]


LIQUIDATION = Liquidated(id="l", symbol="BTC/USDT:USDT", lost=Decimal(40), at=AT, simulated=True)


def test_original_g1_12_breaking_even_is_no_win_and_a_liquidation_is_a_loss():
    found = results([*closes("30", "0", "-10"), LIQUIDATION], Decimal(-2))
    assert (found.closed, found.wins, found.losses, found.breakeven) == (4, 1, 2, 1)
    assert found.win_rate == Decimal("0.25")
    assert (found.realized, found.margin_lost, found.fees) == tuple(map(Decimal, (-20, 40, 3)))
    assert found.net == Decimal(-20 - 3 - 2)


def test_original_g2_1088_payoff_profit_factor_and_expectancy_are_what_they_are_called():
    # Three wins of 10 in all 30, one loss of 20.
    found = results(closes("10", "10", "10", "-20"), Decimal(0))
    assert found.profit_factor == Decimal("1.5")
    assert found.average_win == 10
    assert found.average_loss == 20
    assert found.payoff == Decimal("0.5")
    assert found.expectancy == Decimal("2.5")


def test_without_a_loss_or_a_close_there_is_no_ratio():
    lucky = results(closes("10"), Decimal(0))
    assert (lucky.profit_factor, lucky.average_loss, lucky.payoff) == (None, None, None)
    opened = results([trade(fill(1), action="open_long", reduce_only=False)], Decimal(0))
    assert (opened.trades, opened.closed, opened.win_rate, opened.expectancy) == (1, 0, None, None)
    assert (opened.realized, opened.net) == (Decimal(0), Decimal(-1))


def test_I6_what_is_unknown_makes_the_whole_unknown_and_says_how_much_is():
    found = results([*closes("30", None), *closes("5", fee=None)], Decimal(0))
    assert (found.realized, found.realized_known, found.unknown) == (None, Decimal(35), 1)
    assert (found.fees, found.fees_known, found.fees_unknown) == (None, Decimal(2), 1)
    assert found.net is None
    # Judged are those that are known.
    assert found.win_rate == 1
    assert results(closes("30"), Decimal(0), funding_whole=False).net is None
    assert results(closes("30"), Decimal(0), liquidations_whole=False).net is None


def test_a_stop_and_a_target_are_closes_whatever_their_action_is_called():
    stopped = trade(fill(1, "-5"), action="open_long", reduce_only=False, leg="stop")
    assert stopped.closes
    unknown = trade(fill(1, None), action="open_long", reduce_only=False, leg="target")
    assert unknown.closes
    assert results([stopped, unknown], Decimal(0)).unknown == 1


def test_an_order_that_fills_over_midnight_counts_with_what_filled_since():
    early, late = fill(1, "3", at=AT - timedelta(days=1)), fill(2, "4")
    one = trade(early, late)
    (part,) = within([one], AT - timedelta(hours=12))
    assert part.realized_pnl == 4
    assert within([one], AT + timedelta(seconds=1)) == []
    assert within([one], None) == [one]
    days = daily([one], [], 2026, 3, UTC_ZONE)
    assert [(day.day.day, day.pnl) for day in days] == [(1, Decimal(2)), (2, Decimal(3))]


def test_a_day_has_fees_and_funding_and_says_unknown_where_part_of_it_is():
    days = daily([*closes("10"), LIQUIDATION], [(date(2026, 3, 2), Decimal(-4))], 2026, 3, UTC_ZONE)
    assert [one.pnl for one in days] == [10 - 1 - 40 - 4]
    assert [one.pnl for one in daily(closes(None), [], 2026, 3, UTC_ZONE)] == [None]
    assert daily(closes("10"), [], 2026, 4, UTC_ZONE) == ()


pnls = st.lists(st.decimals(-1000, 1000, places=2) | st.none(), max_size=12)


@given(pnls, pnls)
def test_accounts_together_are_as_one_account_with_all_their_trades(first, second):
    apart = together([results(closes(*first), Decimal(1)), results(closes(*second), Decimal(2))])
    assert apart == results([*closes(*first), *closes(*second)], Decimal(3))


@pytest.mark.parametrize(
    ("side", "price", "pnl", "leverage", "fraction"),
    [
        ("SELL", "110", "10", 5, "0.5"),
        ("SELL", "110", "10", None, "0.1"),
        ("BUY", "90", "10", 2, "0.2"),
        ("SELL", "80", "-20", 1, "-0.2"),
    ],
)
def test_a_close_is_measured_by_what_it_had_put_up(side, price, pnl, leverage, fraction):
    closed = trade(fill(1, pnl, price=price), side=side, leverage=leverage)
    assert result_of_close(closed) == Decimal(fraction)


# Days


def test_a_day_begins_at_the_persons_midnight():
    kolkata = ZoneInfo("Asia/Kolkata")
    # One in the morning there is still the day before in UTC.
    now = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)
    assert day_of(now, kolkata) == date(2026, 3, 2)
    assert since("today", now, kolkata) == datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
    assert since("week", now, kolkata) == datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
    assert since("month", now, kolkata) == datetime(2026, 2, 28, 18, 30, tzinfo=UTC)
    assert since("all", now, kolkata) is None


def test_a_week_is_from_monday_and_clock_changes_move_midnight():
    berlin = ZoneInfo("Europe/Berlin")
    # The clocks go forward on Sunday, 29 March 2026.
    after = datetime(2026, 3, 29, 12, tzinfo=UTC)
    assert since("today", after, berlin) == datetime(2026, 3, 28, 23, tzinfo=UTC)
    assert since("week", after, berlin) == datetime(2026, 3, 22, 23, tzinfo=UTC)
    assert midnight(date(2026, 3, 30), berlin) == datetime(2026, 3, 29, 22, tzinfo=UTC)


def test_where_midnight_is_skipped_the_day_begins_at_its_first_moment():
    beirut = ZoneInfo("Asia/Beirut")
    begins = midnight(date(2026, 3, 29), beirut)
    assert begins.astimezone(beirut).date() == date(2026, 3, 29)
    assert (begins - timedelta(seconds=1)).astimezone(beirut).date() == date(2026, 3, 28)


# The curve


def curve(*values, step=timedelta(days=1)) -> tuple[Point, ...]:
    return tuple(
        Point(at=AT + place * step, value=None if value is None else Decimal(value))
        for place, value in enumerate(values)
    )


def test_original_g2_558_money_paid_in_is_no_profit_and_paid_out_no_loss():
    flows = [
        Flow(at=AT + timedelta(hours=1), amount=Decimal(500)),
        Flow(at=AT + timedelta(hours=30), amount=Decimal(-200)),
    ]
    shown = without_flows(curve("1000", "1510", "1300"), flows)
    assert [one.value for one in shown] == [1000, 1010, 1000]
    assert change(shown) == 0


def test_the_deepest_fall_is_from_the_highest_point_before_it():
    fall = max_drawdown(curve("100", "200", "150", None, "120", "300", "250"))
    assert fall is not None
    assert (fall.amount, fall.fraction) == (Decimal(80), Decimal("0.4"))
    rising = max_drawdown(curve("1", "2", "3"))
    assert rising is not None
    assert rising.amount == 0
    assert max_drawdown(curve("1", None)) is None


def test_a_change_from_or_to_what_is_unknown_is_unknown():
    assert change(curve("100", None)) is None
    assert change(curve(None, "100")) is None
    assert change(curve("100")) is None
    assert change(curve("100", None, "90")) == -10


def test_sharpe_is_the_textbooks():
    # Ten daily returns: +2 % and -1 % in turn; mean 0.5 %, sample deviation 1.5811 %.
    values = [Decimal(100)]
    for day in range(10):
        values.append(values[-1] * (Decimal("1.02") if day % 2 == 0 else Decimal("0.99")))
    found = sharpe(curve(*values), UTC_ZONE)
    assert found is not None
    assert abs(found - Decimal("6.0415")) < Decimal("0.0005")
    assert sharpe(curve(*values[:10]), UTC_ZONE) is None
    assert sharpe(curve(*["100"] * 20), UTC_ZONE) is None


def test_several_accounts_are_one_curve_and_opening_one_is_no_profit():
    first = curve("1000", "1100", "1050")
    second = (
        Point(at=AT + timedelta(days=1), value=Decimal(500)),
        Point(at=AT + timedelta(days=2), value=Decimal(510)),
    )
    assert [one.value for one in summed([first, second])] == [1500, 1600, 1560]
    unknown = (Point(at=AT, value=Decimal(10)), Point(at=AT + timedelta(days=2), value=None))
    assert [one.value for one in summed([first, unknown])] == [1010, 1110, None]
    assert summed([first, ()]) == first


@given(st.lists(st.decimals(1, 1000, places=2) | st.none(), min_size=1, max_size=2000))
def test_a_thinned_curve_keeps_its_ends_its_extremes_and_its_order(values):
    points = curve(*values, step=timedelta(minutes=15))
    shown = thinned(points, 420)
    assert len(shown) <= 560
    assert (shown[0], shown[-1]) == (points[0], points[-1])
    assert [one.at for one in shown] == sorted({one.at for one in shown})
    known = [one.value for one in points if one.value is not None]
    if known:
        kept = [one.value for one in shown if one.value is not None]
        assert (min(kept), max(kept)) == (min(known), max(known))
