"""How figures are written for people."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.views.money_text import (
    amount_text,
    cash_text,
    clock_text,
    percent_text,
    price_text,
    seconds_between,
)

D = Decimal
amounts = st.decimals(
    min_value=D("-1e15"), max_value=D("1e15"), allow_nan=False, allow_infinity=False, places=18
)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("0.00001", "0.00001"),
        ("1E-8", "0.00000001"),
        ("1E+5", "100,000"),
        ("1234567.8910", "1,234,567.891"),
        ("0.50000", "0.5"),
        ("-0.00", "0"),
        ("1000", "1,000"),
    ],
)
def test_original_g1_4_an_amount_keeps_every_digit_and_no_noise(value, shown):
    assert amount_text(D(value)) == shown
    assert amount_text(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("9999.5", "9,999.50"),
        ("50", "50"),
        ("50.025", "50.025"),
        ("4.9975", "4.9975"),
        ("12345.678", "12,345.68"),
        ("0.00255", "0.00255"),
        ("0.0247320977", "0.024732"),
        ("0.00000001", "0.00000001"),
        ("999999.996", "1,000,000"),
    ],
)
def test_money_has_two_decimals_unless_they_would_hide_something(value, shown):
    assert cash_text(D(value)) == shown


def test_money_with_currency_and_sign():
    assert cash_text(D("12.5"), currency="USDT", sign=True) == "+12.50 USDT"
    assert cash_text(D("-12.5"), currency="USDT", sign=True) == "-12.50 USDT"
    assert cash_text(D(0), currency="USDT", sign=True) == "0 USDT"


@pytest.mark.parametrize(
    ("value", "tick", "shown"),
    [
        ("100666.66666667", "0.1", "100,666.7"),
        ("3400", "0.01", "3,400"),
        ("0.00001234", "0.00000001", "0.00001234"),
        ("95004.75", None, "95,004.75"),
        ("0.123456789", None, "0.123457"),
        ("12.3456789", None, "12.3457"),
    ],
)
def test_a_price_is_written_by_its_tick(value, tick, shown):
    assert price_text(D(value), tick=tick) == shown


@pytest.mark.parametrize(
    ("fraction", "shown"),
    [("0.0125", "+1.25%"), ("-0.5", "-50%"), ("0", "0%"), ("0.00003", "+0.003%")],
)
def test_a_fraction_is_written_in_percent(fraction, shown):
    assert percent_text(D(fraction)) == shown


@pytest.mark.parametrize("write", [amount_text, cash_text, price_text, percent_text, clock_text])
def test_I6_unknown_is_said_and_is_no_number(write):
    assert write(None, "en") == "unknown"
    assert write(None, "zh") == "未知"


def test_unknown_money_has_no_currency_behind_it():
    assert cash_text(None, "en", "USDT") == "unknown"


def test_times_are_utc_and_ages_are_never_negative():
    noon = datetime(2026, 3, 2, 12, 0, 5, tzinfo=UTC)
    assert clock_text(noon, "en") == "12:00:05 UTC"
    assert clock_text("2026-03-02T12:00:05Z", "en") == "12:00:05 UTC"
    assert seconds_between("2026-03-02T11:59:50Z", noon) == 15
    assert seconds_between(noon, "2026-03-02T11:59:50Z") == 0


@given(amounts)
def test_an_amount_reads_back_exactly(value):
    assert D(amount_text(value).replace(",", "")) == value


@given(amounts)
def test_rounding_never_turns_something_into_nothing(value):
    for write in (cash_text, price_text):
        shown = D(write(value).replace(",", ""))
        assert (shown == 0) == (value == 0)
        assert abs(shown - value) <= max(D("0.005"), abs(value) * D("0.0001"))
