"""A candle that passed while nobody looked: what must have happened in it, and the worse of it."""

from decimal import Decimal

import pytest

from core.domain.market import Candle
from core.domain.paper_candles import candle_quotes
from core.domain.paper_liquidation import Liquidation
from tests.clocks import START
from tests.domain.paper_desk import BTC, MARKETS, Desk, quote_of

D = Decimal


@pytest.fixture
def desk():
    return Desk()


def candle(*, o, h, l, c):  # noqa: E741 - as candles are written
    prices = [Decimal(one) for one in (o, h, l, c)]
    return Candle(
        opened_at=START,
        open=prices[0],
        high=prices[1],
        low=prices[2],
        close=prices[3],
        volume=D(1),
    )


def path(desk, bar):
    quotes = candle_quotes(bar, desk.book, MARKETS[BTC], quote_of(BTC, 1))
    return [(quote.mark, quote.bid, quote.ask) for quote in quotes]


def test_it_goes_from_open_to_what_hurts_to_the_other_end_and_to_the_close(desk):
    bar = candle(o="100", h="110", l="90", c="105")
    assert [mark for mark, _, _ in path(desk, bar)] == [100, 90, 110, 105]
    desk.filled("SELL", "0.1", "100000")
    assert [mark for mark, _, _ in path(desk, bar)][:3] == [100, 110, 90]
    assert all(mark == bid == ask for mark, bid, ask in path(desk, bar))


def test_what_waits_is_met_on_the_way_at_its_own_price(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.stop("SELL", "0.1", "98500", at=100000)
    happened = desk.candle(candle(o="100000", h="100500", l="97000", c="99000"))
    assert [report.average_price for report in desk.fills(happened)] == [D(98500)]


def test_an_open_beyond_the_stop_is_a_gap(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.stop("SELL", "0.1", "98500", at=100000)
    happened = desk.candle(candle(o="97500", h="99000", l="97000", c="98800"))
    assert [report.average_price for report in desk.fills(happened)] == [D(97500)]


@pytest.mark.parametrize(
    ("opens", "closes", "stop", "target"),
    [("BUY", "SELL", "98000", "102000"), ("SELL", "BUY", "102000", "98000")],
)
def test_where_stop_and_target_are_in_one_candle_it_was_the_stop(desk, opens, closes, stop, target):
    desk.filled(opens, "0.1", "100000")
    desk.target(closes, "0.1", target, at=100000, oco="pair")
    mine = desk.stop(closes, "0.1", stop, at=100000, oco="pair")
    happened = desk.candle(candle(o="100000", h="103000", l="97000", c="100000"))
    (report,) = desk.fills(happened)
    assert (report.client_order_id, report.average_price) == (mine, D(stop))
    assert (report.realized_pnl, desk.book.orders) == (D(-200), {})


def test_a_stop_before_the_liquidation_price_saves_the_position(desk):
    desk.filled("BUY", "0.1", "100000")
    desk.stop("SELL", "0.1", "92000", at=100000)
    happened = desk.candle(candle(o="100000", h="100000", l="85000", c="99000"))
    assert [report.average_price for report in desk.fills(happened)] == [D(92000)]
    assert not any(isinstance(one, Liquidation) for one in happened)


def test_without_one_the_position_is_gone_although_the_close_is_fine(desk):
    desk.filled("BUY", "0.1", "100000")
    (gone,) = desk.candle(candle(o="100000", h="100000", l="85000", c="100000"))
    assert isinstance(gone, Liquidation)
    assert D(90361) < gone.mark < D(90362)


def test_a_resting_limit_fills_if_the_candle_went_through_it(desk):
    desk.limit("BUY", "0.1", "99000", at=100000)
    assert desk.candle(candle(o="100000", h="100500", l="99000", c="100000")) == []
    happened = desk.candle(candle(o="100000", h="100500", l="98900", c="100000"))
    (report,) = desk.fills(happened)
    assert (report.average_price, report.fills[0].maker) == (D(99000), True)


def test_a_flat_candle_is_one_price(desk):
    assert len(path(desk, candle(o="100", h="100", l="100", c="100"))) == 1
