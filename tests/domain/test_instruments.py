"""The markets that need no venue."""

from decimal import Decimal

from core.domain.instruments import INSTRUMENTS, QUOTE

COINS = ("BTC", "ETH", "SOL", "BNB", "DOGE", "XRP", "ADA", "AVAX", "LINK", "LTC")


def test_each_coin_has_a_spot_market_and_a_perpetual():
    kinds = {(one.symbol, one.base, one.kind) for one in INSTRUMENTS}
    assert kinds == {
        (symbol, coin, kind)
        for coin in COINS
        for symbol, kind in (
            (f"{coin}/{QUOTE}", "spot"),
            (f"{coin}/{QUOTE}:{QUOTE}", "perpetual"),
        )
    }
    assert len({one.symbol for one in INSTRUMENTS}) == len(INSTRUMENTS)


def test_only_perpetuals_have_tiers_and_those_begin_at_nothing():
    for one in INSTRUMENTS:
        assert [tier.floor for tier in one.tiers[:1]] == ([0] if one.kind == "perpetual" else [])


def test_the_value_of_whole_steps_at_a_price_on_tick_is_exact_as_booked():
    for one in INSTRUMENTS:
        assert one.tick * one.step >= Decimal("0.00000001")
        assert one.min_quantity % one.step == 0
