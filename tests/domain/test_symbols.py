"""Which market a person means."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.instruments import INSTRUMENTS
from core.domain.market import Instrument
from core.domain.symbols import Ambiguous, mentions, nearest, resolve

SPOT = next(one for one in INSTRUMENTS if one.symbol == "BTC/USDT")
PERPETUAL = next(one for one in INSTRUMENTS if one.symbol == "BTC/USDT:USDT")


def spot(base):
    return replace(SPOT, symbol=f"{base}/USDT", base=base)


def perpetual(base):
    return replace(PERPETUAL, symbol=f"{base}/USDT:USDT", base=base)


WIDE = (
    *INSTRUMENTS,
    spot("CAT"),
    perpetual("1000CAT"),
    perpetual("1000PEPE"),
    spot("OP"),
    spot("GATE"),
    spot("ASTER"),
    spot("HYPE"),
    spot("PERP"),
    spot("ME"),
)


def shown(found):
    """A result in symbols: one as text, several as a list, none as None."""
    if isinstance(found, Instrument):
        return found.symbol
    return [one.symbol for one in found.candidates] if isinstance(found, Ambiguous) else None


BOTH = ["BTC/USDT", "BTC/USDT:USDT"]


@pytest.mark.parametrize(
    "text",
    [
        "btc",
        "BTC",
        " $btc ",
        "xbt",
        "Bitcoin",
        "比特币",
        "大饼",
        "ＢＴＣ",
        "btcusdt",
        "BTC-USDT",
        "btc_usdt",
    ],
)
def test_a_coin_with_two_markets_leaves_the_choice_to_the_caller(text):
    assert shown(resolve(text, INSTRUMENTS)) == BOTH
    assert shown(resolve(text, INSTRUMENTS, "spot")) == "BTC/USDT"
    assert shown(resolve(text, INSTRUMENTS, "perpetual")) == "BTC/USDT:USDT"


@pytest.mark.parametrize(
    "text",
    [
        "BTC/USDT:USDT",
        "btc/usdt:usdt",
        "BTC-PERP",
        "BTCPERP",
        "btc perp",
        "BTCUSDT.P",
        "BTC-USDT-SWAP",
        "比特币永续",
        "比特币永续合约",
        "大饼合约",
        "BTC/USDT (perpetual)",
    ],
)
def test_a_kind_said_in_the_name_wins(text):
    for kind in (None, "spot", "perpetual"):
        assert shown(resolve(text, INSTRUMENTS, kind)) == "BTC/USDT:USDT"


@pytest.mark.parametrize("text", ["比特币现货", "btc spot", "BTC/USDT (spot)", "BTCUSDT spot"])
def test_spot_can_be_said_too(text):
    assert shown(resolve(text, INSTRUMENTS, "perpetual")) == "BTC/USDT"


def test_a_unified_symbol_is_itself():
    assert shown(resolve("BTC/USDT", INSTRUMENTS)) == "BTC/USDT"
    assert shown(resolve("CAT/USDT", WIDE)) == "CAT/USDT"
    # A perpetual is asked for, and the spelling does not say spot.
    assert shown(resolve("BTC/USDT", INSTRUMENTS, "perpetual")) == "BTC/USDT:USDT"


@pytest.mark.parametrize(
    "text", ["", "  ", "solution", "btc123", "茅台", "AAPL", "perp", "BT C", "USDT"]
)
def test_what_is_not_listed_is_nothing(text):
    assert resolve(text, INSTRUMENTS) is None


def test_peers_15_a_name_that_fits_two_coins_is_never_picked_by_order():
    both = ["CAT/USDT", "1000CAT/USDT:USDT"]
    for listed in (WIDE, tuple(reversed(WIDE))):
        for kind in (None, "spot", "perpetual"):
            assert sorted(shown(resolve("cat", listed, kind))) == sorted(both)
    assert shown(resolve("1000cat", WIDE)) == "1000CAT/USDT:USDT"
    assert shown(resolve("CATUSDT", WIDE)) == "CAT/USDT"


def test_peers_15_a_coin_listed_in_thousands_or_in_another_kind_is_asked_about():
    assert shown(resolve("pepe", WIDE)) == ["1000PEPE/USDT:USDT"]
    assert shown(resolve("op", WIDE, "perpetual")) == ["OP/USDT"]
    assert shown(resolve("btcusd", INSTRUMENTS, "spot")) == ["BTC/USDT"]


def test_a_coin_may_be_called_like_a_kind():
    assert shown(resolve("PERP", WIDE)) == "PERP/USDT"


@pytest.mark.parametrize(
    "text",
    [
        "a solution to stop",
        "please aggregate and navigate",
        "the master went faster over the border",
        "an option in Canada",
        "how do I stop my trader",
        "give me the price",
    ],
)
def test_original_g1_6_no_coin_is_found_inside_another_word(text):
    assert mentions(text, WIDE) == ()


@pytest.mark.parametrize("name", ["HYPE", "hype", "ASTER", "DOGE"])
def test_original_g1_11_a_short_ticker_is_looked_up_and_not_guessed_from_its_length(name):
    assert shown(resolve(name, WIDE, "spot")) == f"{name.upper()}/USDT"
    assert resolve("AAPL", WIDE) is None
    assert resolve("F", WIDE) is None


@pytest.mark.parametrize(
    ("text", "coins"),
    [
        ("price of eth and sol", ["ETH", "SOL"]),
        ("买50u比特币", ["BTC"]),
        ("SOL价格和以太坊多少钱", ["SOL", "ETH"]),
        ("0.1btc", ["BTC"]),
        ("做多btc100u", ["BTC"]),
        ("btc/eth", ["BTC", "ETH"]),
        ("eth's price, then $sol", ["ETH", "SOL"]),
        ("sell binance coin", ["BNB"]),
        ("buy 1000pepe", ["1000PEPE"]),
        ("give ME the price of OP", ["ME", "OP"]),
        ("$op", ["OP"]),
        ("btc123 and sol", ["SOL"]),
    ],
)
def test_coins_are_found_in_a_sentence_in_order(text, coins):
    assert [one.instruments[0].base for one in mentions(text, WIDE)] == coins


def test_a_mention_says_where_it_stands_and_which_kind_it_names():
    first, second = mentions("long btc perp, sell 以太坊现货", INSTRUMENTS)
    assert (first.text, first.kind, shown(Ambiguous(first.instruments))) == (
        "btc perp",
        "perpetual",
        ["BTC/USDT:USDT"],
    )
    assert (second.text, second.kind) == ("以太坊现货", "spot")
    assert "long btc perp, sell 以太坊现货"[second.start : second.end] == second.text


def test_a_mention_that_is_only_near_is_not_certain():
    assert [one.certain for one in mentions("buy cat and pepe and sol", WIDE)] == [
        False,
        False,
        True,
    ]
    assert [one.certain for one in mentions("CAT/USDT or BTC/USD", WIDE)] == [True, False]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("btcoin", "BTC"),
        ("etherum", "ETH"),
        ("dodge", "DOGE"),
        ("solana coin", "SOL"),
        ("比特", "BTC"),
    ],
)
def test_a_misspelt_name_has_its_nearest(text, first):
    assert nearest(text, INSTRUMENTS)[0] == first


def test_what_is_like_nothing_has_no_nearest():
    assert nearest("zzzzzz", INSTRUMENTS) == ()
    assert nearest("", INSTRUMENTS) == ()


@given(st.text(max_size=60))
def test_any_text_resolves_to_a_listed_market_or_to_none(text):
    found = resolve(text, WIDE)
    listed = found.candidates if isinstance(found, Ambiguous) else (found,)
    assert found is None or (listed and all(one in WIDE for one in listed))
    for mention in mentions(text, WIDE):
        assert text[mention.start : mention.end] == mention.text
        assert mention.instruments


def market(symbol):
    """A market by its unified id."""
    pair, colon, _ = symbol.partition(":")
    base, quote = pair.split("/")
    return replace(PERPETUAL if colon else SPOT, symbol=symbol, base=base, quote=quote)


LIVE = tuple(
    market(symbol)
    for symbol in (
        *("1000SHIB/USDT:USDT", "SHIB/USDT", "1MBABYDOGE/USDT", "KPEPE/USDC:USDC", "KAVA/USDT"),
        *("BTC/EUR", "BTC/USDC", "BTC/USDC:USDC", "BTC/USDT", "BTC/USDT:USDT", "ETH/BTC"),
        *("TONCOIN/USDT", "SOL/EUR", "SOL/USDC", "1INCH/USDT", "HYPE/USDC:USDC"),
    )
)


@pytest.mark.parametrize("listed", [LIVE, tuple(reversed(LIVE))])
@pytest.mark.parametrize(
    ("text", "kind", "symbol"),
    [
        ("btc", "spot", "BTC/USDT"),
        ("btc", "perpetual", "BTC/USDT:USDT"),
        ("BTC/EUR", "spot", "BTC/EUR"),
        ("btceur", None, "BTC/EUR"),
        ("BTC/USDC:USDC", None, "BTC/USDC:USDC"),
        ("sol", "spot", "SOL/USDC"),
        ("eth", "spot", "ETH/BTC"),
        ("toncoin", None, "TONCOIN/USDT"),
        ("1inch", None, "1INCH/USDT"),
        ("kava", None, "KAVA/USDT"),
        ("hype", "perpetual", "HYPE/USDC:USDC"),
    ],
)
def test_of_many_quotes_the_usual_one_is_meant_wherever_it_stands(listed, text, kind, symbol):
    assert shown(resolve(text, listed, kind)) == symbol


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("shib", ["1000SHIB/USDT:USDT", "SHIB/USDT"]),
        ("pepe", ["KPEPE/USDC:USDC"]),
        ("babydoge", ["1MBABYDOGE/USDT"]),
        ("ton", ["TONCOIN/USDT"]),
    ],
)
def test_peers_15_other_spellings_of_a_coin_are_asked_about_and_never_picked(text, symbols):
    for kind in (None, "spot", "perpetual"):
        found = shown(resolve(text, LIVE, kind))
        assert (sorted(found) if isinstance(found, list) else [found]) == symbols


def test_peers_15_k_is_a_thousand_only_where_venues_write_it_so():
    assert resolve("ava", LIVE) is None
    assert shown(resolve("kpepe", LIVE)) == "KPEPE/USDC:USDC"


def test_original_g1_6_thousands_of_markets_are_read_like_a_few():
    letters = [chr(ord("A") + n) for n in range(26)]
    many = (*INSTRUMENTS, *(spot(f"Q{a}{b}X") for a in letters for b in letters))
    text = "price of btc and 0.5eth, sell 以太坊现货, a solution to QABXY and QABX"
    for _ in range(2):
        assert [one.text for one in mentions(text, many)] == ["btc", "eth", "以太坊现货", "QABX"]
    assert mentions("nothing here " * 500, many) == ()
