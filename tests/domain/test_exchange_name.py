"""Where an order goes is told in one name."""

import pytest

from core.views.exchange_name import exchange_name


@pytest.mark.parametrize(
    ("venue", "name", "told"),
    [
        ("paper", "paper", "paper"),
        ("binance", "Binance", "Binance"),
        ("binance", "币安", "币安"),
        ("binance", "savings", "binance · savings"),
        ("okx", "binance", "okx · binance"),
    ],
)
def test_a_name_that_only_says_the_venue_again_is_told_once(venue, name, told):
    assert exchange_name({"venue": venue, "account": name}) == told
