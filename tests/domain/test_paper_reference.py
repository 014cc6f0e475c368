"""Random scripts leave the venue and a second writing of its rules with the same money."""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.paper_trade import Refused
from tests.domain.paper_desk import BTC, Desk, quote_of
from tests.domain.paper_reference import Reference

D = Decimal
PRICES = st.integers(900, 1100).map(lambda hundreds: D(hundreds) * 100)
SIZES = st.integers(1, 400).map(lambda steps: steps * D("0.001"))
STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(["market", "limit", "stop", "take_profit"]),
            st.sampled_from([1, -1]),
            SIZES,
            PRICES,
            st.sampled_from([None, 3, 10, 20]),
            st.booleans(),
            st.sampled_from(["", "", "pair"]),
        ),
        st.tuples(st.just("price"), PRICES),
        st.tuples(st.just("price"), PRICES),
        st.tuples(st.just("cancel"), st.integers(0, 5)),
        st.tuples(st.just("funding"), st.decimals("-0.01", "0.01", places=5)),
    ),
    min_size=1,
    max_size=30,
)


def waits(kind, sign, price, now):
    """Whether an order of this kind is not met by the price already."""
    ahead = (price - now) * sign
    return ahead > 0 if kind == "stop" else ahead < 0


def money(desk):
    return {
        "free": desk.free,
        "margin": desk.margin(),
        "quantity": desk.quantity(),
        "fees": desk.fees,
        "realised": desk.realised,
        "lost": desk.lost,
        "funding": desk.funding,
        "resting": sorted(
            (name, row.quantity, row.reserved) for name, row in desk.book.orders.items()
        ),
    }


def expected(reference):
    return {
        "free": reference.free,
        "margin": reference.margin,
        "quantity": reference.q,
        "fees": reference.fees,
        "realised": reference.realised,
        "lost": reference.lost,
        "funding": reference.funding,
        "resting": sorted((order[0], order[3], order[8]) for order in reference.orders),
    }


def order(desk, reference, step, now):
    """One order, at both."""
    kind, sign, size, price, leverage, reduce_only, group = step
    side = "BUY" if sign > 0 else "SELL"
    how = {"leverage": leverage, "reduce_only": reduce_only}
    if kind == "market":
        desk.trade(side, size, now, **how)
        if reference.fill(sign, size, now, leverage, D("0.0005"), reduce=reduce_only):
            reference.tidy()
        return
    if not waits(kind, sign, price, now):
        return
    name = "price" if kind == "limit" else "trigger"
    asked = desk.order(side, size, type=kind, oco=group, **{name: price}, **how)
    taken = not isinstance(desk.place(asked, quote_of(BTC, now)), Refused)
    assert taken == reference.rest(
        asked.client_order_id, kind, sign, size, price, leverage, reduce=reduce_only, group=group
    )


@settings(max_examples=400, deadline=None)
@given(STEPS)
def test_any_script_comes_out_the_same_to_the_last_digit(steps):
    desk, reference, now = Desk("20000"), Reference("20000"), D(100000)
    for step in steps:
        match step:
            case ("price", price):
                now = price
                desk.price(now)
                reference.price(now)
            case ("cancel", number):
                if reference.orders:
                    chosen = reference.orders[number % len(reference.orders)]
                    reference.drop([chosen])
                    desk.cancel(chosen[0])
            case ("funding", rate):
                desk.wait(hours=8)
                desk.meet(quote_of(BTC, now), rate)
                reference.fund(now, rate)
                reference.price(now)
            case _:
                order(desk, reference, step, now)
        assert money(desk) == expected(reference), step
