"""Amounts as people write them."""

from decimal import Decimal

import cn2an
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.domain.amounts import AmountRefused, parse_amount
from core.domain.money import plain
from core.domain.numerals import chinese_number
from core.domain.quick_amounts import checked_quick_amounts
from core.errors import PersonError
from core.views.errors import error_text
from core.views.words_amounts import WORDS


def read(text, **how):
    """The amount as (value, unit)."""
    amount = parse_amount(text, **{"base": "BTC", **how})
    return plain(amount.value), amount.unit


def refused(text, **how):
    """Why a text is no amount: the key, and what is offered."""
    with pytest.raises(AmountRefused) as caught:
        parse_amount(text, **{"base": "BTC", **how})
    return caught.value.key, [label for label, _ in caught.value.choices]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("50 usdt", "50", "quote"),
        ("50usdt", "50", "quote"),
        ("$50", "50", "quote"),
        ("100u", "100", "quote"),
        ("100U", "100", "quote"),
        ("50 dollars", "50", "quote"),
        ("50刀", "50", "quote"),
        ("50美元", "50", "quote"),
        ("1.5k usdt", "1500", "quote"),
        ("1ku", "1000", "quote"),
        ("3 million usdt", "3000000", "quote"),
        ("1w u", "10000", "quote"),
        ("1万u", "10000", "quote"),
        ("1.5万u", "15000", "quote"),
        ("两万u", "20000", "quote"),
        ("五十刀", "50", "quote"),
        ("两千五u", "2500", "quote"),
        ("２００　ｕｓｄｔ", "200", "quote"),
        ("0.001 btc", "0.001", "base"),
        (".5 BTC", "0.5", "base"),
        ("0.1个比特币", "0.1", "base"),
        ("两个", "2", "base"),
        ("半个比特币", "0.5", "base"),
        ("2 coins", "2", "base"),
        ("50%", "50", "share"),
        ("５０％", "50", "share"),
        ("12.5 percent", "12.5", "share"),
        ("百分之五十", "50", "share"),
        ("五成", "50", "share"),
        ("half", "50", "share"),
        ("a quarter", "25", "share"),
        ("all", "100", "share"),
        ("Everything", "100", "share"),
        ("max", "100", "share"),
        ("一半", "50", "share"),
        ("半仓", "50", "share"),
        ("全部", "100", "share"),
        ("梭哈", "100", "share"),
        ("50 usdt.", "50", "quote"),
        ("50u。", "50", "quote"),
    ],
)
def test_an_amount_is_read_exactly(text, value, unit):
    opening = parse_amount(text, base="BTC")
    closing = parse_amount(text, base="BTC", closing=True)
    assert opening.value == closing.value == Decimal(value)
    if unit == "share":
        assert (opening.unit, closing.unit) == ("percent_of_free", "percent_of_position")
    else:
        assert opening.unit == closing.unit == unit


def test_peers_13_a_tiny_amount_keeps_every_digit():
    amount = parse_amount("0.00000015 btc", base="BTC")
    assert amount.argument() == {"value": "0.00000015", "unit": "base"}
    assert parse_amount("7.36 usdt").argument() == {"value": "7.36", "unit": "quote"}


@pytest.mark.parametrize(
    ("text", "key", "offered"),
    [
        ("1,234 usdt", "amount_separator", ["1234 USDT", "1.234 USDT"]),
        ("$1,500", "amount_separator", ["1500 USDT", "1.5 USDT"]),
        ("130,000", "amount_separator", ["130000", "130"]),
        ("130，000", "amount_separator", ["130000", "130"]),
        ("0,001", "amount_separator", ["0.001"]),
        ("0,5 btc", "amount_separator", ["0.5 BTC"]),
        ("1,5k u", "amount_separator", ["1500 USDT"]),
        ("1,234,567", "amount_separator", ["1234567"]),
        ("1.234.567", "amount_separator", ["1234567"]),
        ("1,234.56 usdt", "amount_separator", ["1234.56 USDT"]),
        ("1.234,56 usdt", "amount_separator", ["1234.56 USDT"]),
        ("1 000 usdt", "amount_separator", ["1000 USDT"]),
        ("1'000", "amount_separator", ["1000"]),
        ("1_000", "amount_separator", ["1000"]),
        ("007", "amount_separator", ["7"]),
        ("1,000%", "amount_separator", ["1%"]),
        ("50", "amount_unit", ["50 USDT", "50 BTC"]),
        ("1.5k", "amount_unit", ["1500 USDT", "1500 BTC"]),
        ("两万", "amount_unit", ["20000 USDT", "20000 BTC"]),
        ("-5", "amount_negative", []),
        ("−5 btc", "amount_negative", []),
        ("负五", "amount_negative", []),
        ("0", "amount_zero", []),
        ("0.00 usdt", "amount_zero", []),
        ("1e9", "amount_exponent", []),
        ("1e-5 btc", "amount_exponent", []),
        ("101%", "amount_percent", []),
        ("9999999999999 usdt", "amount_range", []),
        ("some", "amount_vague", []),
        ("一点", "amount_vague", []),
        ("€50", "amount_currency", []),
        ("100元", "amount_currency", []),
        ("50块", "amount_currency", []),
        ("50 eur", "amount_currency", []),
        ("1.2.3", "amount_unclear", []),
        ("12,34,567", "amount_unclear", []),
        ("5 mbtc", "amount_unclear", []),
        ("50 eth", "amount_unclear", []),
        ("10²", "amount_unclear", []),
        ("½", "amount_unclear", []),
        ("٥٠", "amount_unclear", []),
        ("0x10", "amount_unclear", []),
        ("1万5千", "amount_unclear", []),
        ("二零二五", "amount_unclear", []),
        ("", "amount_unclear", []),
        ("inf", "amount_unclear", []),
        ("nan", "amount_unclear", []),
        ("1" * 5000, "amount_unclear", []),
    ],
)
def test_what_could_be_misread_is_refused_with_its_readings(text, key, offered):
    assert refused(text) == (key, offered)


def test_a_number_alone_takes_the_unit_that_is_expected():
    assert read("50", bare="quote") == ("50", "quote")
    assert read("0.5", bare="base") == ("0.5", "base")
    assert read("50 usdt", bare="base") == ("50", "quote")


def test_without_a_coin_any_known_one_may_be_the_unit():
    assert read("2 eth", base="") == ("2", "base")
    assert refused("50", base="") == ("amount_unit", ["50 USDT"])


def test_a_dollar_is_only_a_unit_where_the_quote_is_one():
    assert refused("$50", quote="EUR")[0] == "amount_unclear"
    assert read("50 BTC", base="ETH", quote="BTC") == ("50", "quote")


def test_every_refusal_says_why_in_both_languages():
    for text in ("1,234", "50", "-5", "0", "1e9", "101%", "9e", "some", "€5", "99999999999999 u"):
        with pytest.raises(AmountRefused) as caught:
            parse_amount(text, base="BTC")
        for lang in ("en", "zh"):
            assert text.split(" ", maxsplit=1)[0] in error_text(caught.value, lang)
    assert len(WORDS) == 10


MARKS = "019,.'_-−+exkmwu$% 万千百亿十两半个成点零负½²٣１，"
PIECES = st.lists(st.sampled_from([*MARKS, "btc", "usdt", "百分之", "全部"]), max_size=14).map(
    "".join
)


@given(
    st.one_of(st.text(max_size=80), PIECES), st.booleans(), st.sampled_from([None, "base", "quote"])
)
@example("1,234,567.891", False, "quote")
@example("9" * 24 + "万", False, "quote")
@example("0." + "0" * 20 + "1", False, "base")
def test_any_text_is_a_sound_amount_or_the_one_refusal(text, closing, bare):
    try:
        amount = parse_amount(text, base="BTC", closing=closing, bare=bare)
    except AmountRefused as error:
        for label, _ in error.choices:
            assert readable(label)
    else:
        assert amount.value.is_finite()
        assert 0 < amount.value <= 10**12
        assert not amount.unit.startswith("percent") or amount.value <= 100
        # What is shown back is read as the same amount.
        again = parse_amount(amount.label("BTC", "USDT"), base="BTC", closing=closing)
        assert again == amount


def readable(label):
    """A choice is an amount, or a number whose unit is asked next."""
    try:
        parse_amount(label, base="BTC")
    except AmountRefused as error:
        return error.key == "amount_unit"
    return True


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("十", 10),
        ("十五", 15),
        ("一百零五", 105),
        ("一百二", 120),
        ("一万二", 12000),
        ("一亿五", 150000000),
    ],
)
def test_chinese_numerals(text, value):
    assert chinese_number(text) == value


@pytest.mark.parametrize(
    "text", ["", "百", "万", "半", "三点", "点五", "十十", "一万万", "五六", "abc"]
)
def test_what_is_no_chinese_numeral(text):
    assert chinese_number(text) is None


@given(st.integers(min_value=0, max_value=10**11))
def test_every_number_written_out_in_chinese_is_read_back(number):
    assert chinese_number(cn2an.an2cn(str(number), "low")) == number


@given(st.decimals(min_value=0, max_value=9999, places=4))
def test_decimals_written_out_in_chinese_are_read_back(number):
    assert chinese_number(cn2an.an2cn(f"{number:f}", "low")) == number


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("50, 100, 500, half, all", "50 USDT, 100 USDT, 500 USDT, half, all"),
        ("20 50 200", "20 USDT, 50 USDT, 200 USDT"),
        ("$20 and 1.5k", "20 USDT, 1500 USDT"),
        ("100u 200u 半仓 25%", "100 USDT, 200 USDT, 半仓, 25%"),
        ("50, 50 usdt", "50 USDT"),
    ],
)
def test_quick_amounts_are_kept_as_they_can_be_read_again(said, kept):
    assert checked_quick_amounts(said) == kept
    assert checked_quick_amounts(kept) == kept


@pytest.mark.parametrize("said", ["", "some", "0.1 btc", "1,2,3,4,5,6,7", "-5", "1.2.3", "x" * 400])
def test_what_is_no_list_of_amounts_is_refused_as_quick_amounts(said):
    with pytest.raises(PersonError):
        checked_quick_amounts(said)
