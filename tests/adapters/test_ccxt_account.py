"""A live account as it is shown: nothing is zero that is unknown."""

from decimal import Decimal

import pytest

from core.errors import VenueError
from tests.adapters.ccxt_desk import PERPETUAL, SPOT, live_desk

D = Decimal


@pytest.fixture
async def desk():
    async with live_desk() as made:
        yield made


async def test_both_wallets_are_one_account(desk):
    view = await desk.view()
    assert [(one.currency, one.free, one.locked) for one in view.balances] == [
        ("USDT", D(10000), D(0))
    ]
    assert (view.positions, view.equity, view.missing) == ((), D(10000), ())


async def test_a_position_has_the_venues_own_figures(desk):
    await desk.place("SELL", "0.1")
    desk.book.set_price("linear", "BTCUSDT", D(99000))
    view = await desk.view()
    (held,) = view.positions
    assert (held.symbol, held.side, held.quantity, held.cost) == (
        PERPETUAL,
        "SHORT",
        D("0.1"),
        D(10000),
    )
    assert (held.mark, held.unrealized_pnl, held.margin, held.leverage) == (
        D(99000),
        D(100),
        D(1000),
        10,
    )
    assert D(109561) < held.liquidation_price < D(109562)
    assert view.balances[0].total == D(9995)
    assert view.equity == D(10095)


async def test_coins_are_valued_at_the_venues_prices_and_dust_is_not_shown(desk):
    desk.book.spot |= {"BTC": D("0.05"), "ETH": D("0.0001")}
    desk.book.set_price("spot", "BTCUSDT", D(110000))
    view = await desk.view()
    assert [(one.symbol, one.kind, one.quantity, one.mark) for one in view.positions] == [
        (SPOT, "spot", D("0.05"), D(110000))
    ]
    assert (view.positions[0].cost, view.positions[0].unrealized_pnl) == (None, None)
    assert view.equity == 10000 + D("5500") + D("0.4")
    assert {one.currency for one in view.balances} == {"USDT", "BTC", "ETH"}


async def test_a_coin_without_a_price_is_named_and_leaves_the_equity_unknown(desk):
    desk.book.spot |= {"LUNC": D(7)}
    view = await desk.view()
    assert (view.equity, view.missing) == (None, ("LUNC/USDT",))
    assert (view.positions[0].quantity, view.positions[0].mark) == (D(7), None)


async def test_prices_that_cannot_be_read_are_missing_and_never_zero(desk):
    desk.book.spot["BTC"] = D("0.05")
    desk.venue.fail("GET", "/api/v3/ticker/24hr", "unavailable", times=9)
    view = await desk.view()
    assert (view.equity, view.missing) == (None, (SPOT,))


@pytest.mark.parametrize("path", ["/api/v3/account", "/fapi/v3/account", "/fapi/v3/positionRisk"])
@pytest.mark.parametrize("kind", ["unavailable", "drop_before", "empty", "page"])
async def test_peers_17_a_failed_read_is_an_error_and_never_an_empty_account(desk, path, kind):
    desk.venue.fail("GET", path, kind, times=9)
    with pytest.raises(VenueError):
        await desk.view()


async def test_peers_17_an_answer_without_an_account_is_an_error(desk):
    desk.venue._endpoints[("GET", "/fapi/v3/account")] = lambda *_: {}
    with pytest.raises(VenueError):
        await desk.view()


@pytest.mark.parametrize("path", ["/api/v3/openOrders", "/fapi/v1/openAlgoOrders"])
async def test_open_orders_that_cannot_all_be_read_are_an_error(desk, path):
    desk.venue.fail("GET", path, "unavailable", times=9)
    with pytest.raises(VenueError):
        await desk.exchange.open_orders("live")


async def test_small_numbers_in_any_form_are_read_exactly(desk):
    desk.book.spot = {"USDT": D("1E-7"), "BTC": D("1E-8")}
    desk.book.wallet = D("0.1234567891")
    view = await desk.view()
    assert view.balances[0].total == D("0.1234568891")
    assert view.equity == D("0.1234568891") + D("0.001")
