"""Any text arrives on Discord: whole, in order, within its limit, and as nobody's markup."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.chat.discord.text import LIMIT, escaped, messages, words
from adapters.chat.pieces import units
from core.domain.outbound import CardBlock, Outbound, TableBlock, TextBlock

HOSTILE = [
    "mean_rev_v2*[x]",
    "1000SHIB_USDT",
    "a < b && c > d",
    "@everyone look <@123> <#4> <:coin:5> `code` ```fence``` ||spoiler|| ~~gone~~",
    "P&L 100% \\",
    "> quote\n# heading\n- list",
    "\u202eright to left\u202c שלום مرحبا",
    "👨‍👩‍👧‍👦" * 300,
    "x" * 30_000,
    "if (a < b && c) { s = '<&😀>'; } " * 180,
]


def outbound(*blocks):
    return Outbound(
        id="m",
        run_id="r",
        kind="reply",
        text="",
        blocks=blocks,
        created_at=datetime(2026, 3, 2, tzinfo=UTC),
    )


def seen(parts):
    """What a reader sees of messages: escapes taken away."""
    return "".join(re.sub(r"\\([^0-9A-Za-z\s])", r"\1", part) for part in parts)


def bare(text):
    return "".join(text.split())


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_peers_5_hostile_text_arrives_whole_and_within_the_limit(text):
    parts = messages(outbound(TextBlock(text=text)))
    assert all(0 < units(part) <= LIMIT for part in parts)
    assert bare(seen(parts)) == bare(text)


@given(st.text(max_size=5000))
def test_any_text_arrives_whole_in_order_and_within_the_limit(text):
    parts = words(text)
    assert all(units(part) <= LIMIT for part in parts)
    clean = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    clean = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", " ", clean.replace("\r", ""))
    if parts:
        assert bare(seen(parts)) == bare(clean)


@given(st.text(max_size=200))
def test_nothing_in_a_text_is_markup_or_a_mention(text):
    plain = re.sub(r"\\[^0-9A-Za-z\s]", "", escaped(text))
    assert not re.search(r"[*_~`|<>#@\[\]\\]", plain)


def test_peers_27_an_error_of_1800_characters_and_thirty_rows_are_not_cut():
    error = "exchange said: " + "no such thing; " * 120
    rows = tuple((f"{n}. BTC/USDT", "1,000.5", "2,000.25", "-3%") for n in range(1, 31))
    table = TableBlock(
        title="Positions (30)", columns=("Position", "Size", "Value", "P&L"), rows=rows
    )
    parts = messages(
        outbound(CardBlock(title="Refused", badge="LIVE", rows=(("Error", error),)), table)
    )
    assert all(units(part) <= LIMIT for part in parts)
    whole = seen(parts)
    assert bare(error) in bare(whole)
    for number in range(1, 31):
        assert f"{number}. BTC/USDT" in whole
    for part in parts:
        assert part.count("```") % 2 == 0, "a fence ends where it began"


def test_a_card_is_bold_and_aligned_where_a_phone_shows_it():
    [shown] = messages(
        outbound(CardBlock(title="Buy?", badge="PAPER", rows=(("Fee", "0.05"), ("Price", "100"))))
    )
    assert shown == "**Buy?**\n*PAPER*\n```\nFee    0.05\nPrice  100\n```"
