"""What is known of the models by name."""

import pytest

from adapters.llm.anthropic.models import cost, family, takes_forced_tools, thinking
from adapters.llm.prices import Usage


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("claude-opus-5-5", "claude-opus-5-5"),
        ("claude-opus-5", "claude-opus-5"),
        ("claude-opus-5-20260724", "claude-opus-5"),
        ("claude-haiku-4-5-20251001", "claude-haiku-4-5"),
        ("anthropic/claude-sonnet-5.5", "claude-sonnet-5-5"),
        ("us.anthropic.claude-opus-4-6-v1:0", "claude-opus-4-6"),
        ("claude-mythos-preview", "claude-mythos-preview"),
        ("deepseek-v4", "deepseek-v4"),
    ],
)
def test_a_model_is_known_by_its_family(model, name):
    assert family(model) == name


@pytest.mark.parametrize(
    ("model", "usage", "price"),
    [
        ("claude-sonnet-5-5", Usage(1_000_000, 0, 0, 0), "2"),
        ("claude-sonnet-5-5", Usage(0, 1_000_000, 1_000_000, 1_000_000), "12.6"),
        ("claude-haiku-4-5-20251001", Usage(1_000, 0, 0, 500), "0.0035"),
        ("claude-opus-5-5", Usage(120, 0, 4_000, 7), "0.00142"),
        ("claude-haiku-5-5", Usage(100_000, 0, 0, 0), "0.01"),
        ("claude-haiku-5-5", Usage(60_000, 20_000, 20_001, 0), None),
        ("claude-mythos-preview", Usage(1, 1, 1, 1), None),
        ("qwen3.5-flash", Usage(1, 1, 1, 1), None),
        ("claude-opus-5", Usage(0, 0, 0, 0), "0"),
    ],
)
def test_a_call_costs_what_the_price_list_says_or_an_unknown_amount(model, usage, price):
    assert cost(model, usage) == price


def test_nothing_special_is_sent_to_a_stranger():
    assert takes_forced_tools("qwen3.5-flash")
    assert thinking("qwen3.5-flash", wanted=False) is None
    assert thinking("qwen3.5-flash", wanted=True) is None
