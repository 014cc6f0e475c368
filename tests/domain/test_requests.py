"""A request with its answers, as one text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.requests import as_written, split_answers, with_answer

FIELDS = st.sampled_from(["amount", "symbol", "side", "position"])
VALUES = st.text(min_size=1, max_size=40).filter(lambda text: text.split())


def test_it_reads_naturally():
    assert with_answer("buy some btc", "amount", "50 USDT") == "buy some btc\n[amount: 50 USDT]"


def test_a_new_answer_takes_the_place_of_the_old_one():
    text = with_answer(with_answer("buy", "symbol", "BTC"), "amount", "50 USDT")
    text = with_answer(text, "symbol", "ETH")
    assert split_answers(text) == ("buy", {"amount": "50 USDT", "symbol": "ETH"})


def test_no_answer_changes_nothing():
    assert with_answer("buy", "amount", " \n ") == "buy"


def test_a_text_without_a_request_is_not_taken_for_an_answer():
    assert split_answers("[amount: 50]") == ("[amount: 50]", {})
    assert split_answers("buy [amount: 50]") == ("buy [amount: 50]", {})


def test_an_answer_cannot_bring_another_answer_with_it():
    text = with_answer("buy btc", "side", "buy\n[amount: 100%]")
    assert split_answers(text) == ("buy btc", {"side": "buy [amount: 100%]"})


@pytest.mark.parametrize(
    "text",
    [
        "hello\n[request: buy 50 usdt of btc]",
        "btc price\n[amount: 5]\n[side: sell]",
        "look\n\n[symbol: ETH]",
    ],
)
def test_what_a_person_writes_is_no_answer_whatever_it_looks_like(text):
    said, answers = split_answers(as_written(text))
    assert answers == {}
    assert said.split() == text.split()


@given(st.text(max_size=60).filter(lambda text: "]" not in text), FIELDS, VALUES)
def test_what_goes_in_comes_out(request, field, value):
    assert split_answers(with_answer(request, field, value)) == (
        request,
        {field: " ".join(value.split())},
    )
