"""The synthetic book: what a market order pays."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from core.domain.instruments import INSTRUMENTS
from core.domain.market import Quote
from core.domain.paper_price import fill_price, slippage, touch_depth
from tests.clocks import START
from tests.domain.paper_desk import BTC, MARKETS

D = Decimal
QUOTE = Quote(
    symbol=BTC,
    bid=D("99995.0"),
    ask=D("100005.0"),
    mark=D("100000"),
    at=START,
    source="test",
    simulated=True,
)


def test_an_order_that_fits_the_touch_pays_the_quote_itself():
    assert fill_price(MARKETS[BTC], "BUY", D("1"), QUOTE) == QUOTE.ask
    assert fill_price(MARKETS[BTC], "SELL", D("1"), QUOTE) == QUOTE.bid


def test_a_larger_order_pays_more_and_gets_less():
    assert fill_price(MARKETS[BTC], "BUY", D("50"), QUOTE) == D("100095.1")
    assert fill_price(MARKETS[BTC], "SELL", D("50"), QUOTE) == D("99905.0")


def test_slippage_starts_at_nothing_and_has_an_end():
    for market in INSTRUMENTS:
        depth = touch_depth(market)
        assert slippage(market, depth) == 0
        assert 0 < slippage(market, depth + 1) < D("0.0001")
        assert slippage(market, depth * 101) == D("0.01")
        assert slippage(market, D(10) ** 30) == D("0.05")


@given(
    st.sampled_from(INSTRUMENTS),
    st.decimals("0.00001", "200000", places=7),
    st.integers(1, 10**9),
    st.integers(1, 10**9),
)
def test_a_price_is_on_tick_and_never_better_than_the_quote_or_a_smaller_order(
    market, mark, steps, more
):
    quote = Quote(
        symbol=market.symbol,
        bid=mark * D("0.9999"),
        ask=mark * D("1.0001"),
        mark=mark,
        at=START,
        source="test",
        simulated=True,
    )
    small, large = steps * market.step, (steps + more) * market.step
    buys = [fill_price(market, "BUY", size, quote) for size in (small, large)]
    sells = [fill_price(market, "SELL", size, quote) for size in (small, large)]
    assert all(price % market.tick == 0 and price > 0 for price in buys + sells)
    assert quote.ask <= buys[0] <= buys[1]
    assert sells[1] <= sells[0]
    assert sells[0] <= max(quote.bid, market.tick)
