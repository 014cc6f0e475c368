"""A figure that is spelled without digits is a figure (I5, I6)."""

import pytest

from core.agent.guard import Guard

WITHHELD = [
    "Your balance is zero",
    "The fee is nil",
    "You have nothing left",
    "BTC has doubled since yesterday",
    "Your profit tripled",
    "Your position is up by a third",
    "That was a quarter of your balance",
    "Your account is empty",
    "您的余额为零",
    "比特币翻倍了",
    "您的仓位跌了三成",
    "账户已经归零",
]
SHOWN = [
    "If the price doubled, a long would gain as much",
    "A stop may leave you with nothing when the market gaps",
    "What happens when your balance is zero?",
    "Nothing was asked of the exchange",
    "You have two ways to close it",
    "如果价格翻倍，多头会获利",
    "Half of trading is patience",
    "There is no such coin here",
]


@pytest.mark.parametrize("sentence", WITHHELD)
def test_a_fact_without_a_digit_is_withheld_I5_I6(sentence):
    guard = Guard("en")
    assert sentence not in guard.check(sentence + ".")
    assert guard.withheld == 1


@pytest.mark.parametrize("sentence", SHOWN)
def test_an_explanation_is_shown(sentence):
    assert Guard("en").check(sentence + ".") == sentence + "."
