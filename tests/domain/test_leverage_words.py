"""A leverage in a few words, and what is none."""

import pytest

from core.domain.leverage_words import stated_leverage


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("3x", 3),
        ("10 x", 10),
        ("leverage 5", 5),
        ("limit the leverage to 3x", 3),
        ("set leverage to 2", 2),
        ("with 3x leverage", 3),
        ("Leverage of 20x.", 20),
        ("杠杆3倍", 3),
        ("把杠杆降到2倍", 2),
        ("杠杆改成 5", 5),
        ("3倍", 3),
        ("10倍杠杆", 10),
        ("125x", 125),
    ],
)
def test_a_stated_leverage_is_read(text, times):
    assert stated_leverage(text) == times


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "50 usdt",
        "0x",
        "126x",
        "3x btc",
        "leverage",
        "2.5x",
        "no leverage",
        "3倍止损",
        "0.01 btc",
    ],
)
def test_anything_else_is_none(text):
    assert stated_leverage(text) is None
