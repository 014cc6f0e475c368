"""Blocks as plain text: everything is there, and it can be read."""

from hypothesis import given
from hypothesis import strategies as st

from core.domain.outbound import CardBlock, TableBlock, TextBlock
from core.views.render import plain, width

words = st.text(min_size=1, max_size=30).filter(lambda text: text.strip())


def test_a_narrow_table_stands_in_columns():
    table = TableBlock(
        title="Prices",
        columns=("Market", "Price"),
        rows=(("BTC/USDT", "100,000"), ("ETH/USDT", "3,400")),
        note="As of noon.",
    )
    assert plain([table]).splitlines() == [
        "Prices",
        "Market    Price",
        "BTC/USDT  100,000",
        "ETH/USDT  3,400",
        "As of noon.",
    ]


def test_chinese_columns_line_up_on_a_terminal():
    table = TableBlock(columns=("市场", "价格"), rows=(("BTC", "1"), ("以太坊", "2")))
    starts = {width(line[: line.rindex(line.split()[-1])]) for line in plain([table]).splitlines()}
    assert len(starts) == 1


def test_a_wide_table_becomes_a_headline_and_labelled_figures_for_each_row():
    columns = ("Position", "Size", "Entry price of it", "Now", "Profit or loss", "Liquidation")
    row = ("1. BTC/USDT:USDT LONG 10x", "0.01", "100,000", "101,000", "+10", "")
    assert plain([TableBlock(columns=columns, rows=(row,))]).splitlines() == [
        "1. BTC/USDT:USDT LONG 10x",
        "   Size 0.01 · Entry price of it 100,000 · Now 101,000 · Profit or loss +10",
    ]


def test_a_card_has_its_badge_in_the_first_line_and_its_note_in_the_last():
    card = CardBlock(title="Buy?", badge="PAPER", rows=(("Price", "1"), ("Fee", "2")), note="Soon.")
    assert plain([card]) == "Buy? · PAPER\nPrice: 1\nFee: 2\nSoon."


def test_blocks_stand_apart_and_empty_ones_leave_no_gap():
    assert plain([TextBlock(text="a"), TextBlock(text=""), TextBlock(text="b")]) == "a\n\nb"
    assert plain([]) == ""


def test_peers_4_a_hundred_and_twenty_rows_all_arrive_each_in_one_piece():
    rows = tuple((f"{n}. COIN{n}/USDT", f"{n}.5", "+1.00 (+0.5%)") for n in range(120))
    table = TableBlock(title="Positions (120)", columns=("Market", "Size", "P&L"), rows=rows)
    text = plain([table])
    lines = text.splitlines()
    for row in rows:
        assert sum(all(cell in line for cell in row) for line in lines) >= 1
    assert len(lines) == 122


@given(st.lists(st.lists(words, min_size=1, max_size=6), max_size=8), st.lists(words, max_size=6))
def test_no_cell_is_ever_cut(rows, heads):
    table = TableBlock(columns=tuple(heads), rows=tuple(map(tuple, rows)))
    shown = " ".join(plain([table]).split())
    for row in rows:
        for cell in row:
            assert " ".join(cell.split()) in shown
