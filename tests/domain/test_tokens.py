"""The estimate of tokens: high rather than low, and never shrinking with the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.tokens import estimated_tokens


@pytest.mark.parametrize(
    ("text", "at_least", "at_most"),
    [
        ("", 0, 0),
        ("The quick brown fox jumps over the lazy dog.", 10, 15),
        ("现在余额多少", 6, 8),
        ('{"symbol":"BTC/USDT","price":"60000.1"}', 16, 30),
        ("🚀🚀", 4, 8),
    ],
)
def test_the_estimate_is_near_and_not_below(text, at_least, at_most):
    assert at_least <= estimated_tokens(text) <= at_most


@given(st.text(), st.text())
def test_a_longer_text_is_never_fewer_tokens(text, more):
    assert estimated_tokens(text + more) >= estimated_tokens(text)
