"""Blocks as Telegram reads them: by its own rules for markup, lengths and trimming."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.chat.callback import CallbackData
from adapters.chat.pieces import units
from adapters.chat.telegram.keyboard import keyboard
from adapters.chat.telegram.pieces import LIMIT, chunks, words
from core.domain.outbound import Block, CardBlock, Choice, Outbound, TableBlock, TextBlock
from tests.clocks import START
from tests.doubles.telegram.keyboard import check_markup
from tests.doubles.telegram.markup import parse_html
from tests.doubles.telegram.text import Formatted, settle, utf16_length

QUESTION = "0000000013amgjq95hg35pkjhr"


def message(*blocks: Block, **more) -> Outbound:
    return Outbound(
        id="m", run_id="r", kind="reply", text="", blocks=blocks, created_at=START, **more
    )


def read_by_telegram(parts) -> list[Formatted]:
    """What each message says once Telegram has read its markup; it must accept every one."""
    read = [settle(parse_html(part.html)) for part in parts]
    for part, seen in zip(parts, read, strict=True):
        assert seen.text, "an empty text is refused"
        assert utf16_length(seen.text) <= LIMIT
        assert settle(Formatted(part.plain)).text == seen.text, "the plain text says the same"
    return read


def bare(text: str) -> str:
    """What can be seen of a text: Telegram trims the rest, or refuses it standing alone."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    unseen = ("Cc", "Cf", "Zs", "Zl", "Zp")
    return "".join(char for char in whole if unicodedata.category(char) not in unseen)


def shown(parts) -> str:
    return bare("".join(seen.text for seen in read_by_telegram(parts)))


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
SIGNS = [
    "&",
    "<",
    ">",
    "&amp;",
    "<b>",
    "</pre>",
    "<a href='x'>",
    "%",
    "%s",
    "\\",
    "{0}",
    "_*[x](y)~`",
]
SPACES = ["\n", "\n\n", "\t", "    ", "\r\n", "\x00"]
SCRIPTS = [
    FAMILY,
    "\U0001f1e8\U0001f1f3",
    "\u0645\u0631\u062d\u200f RTL",
    "余额",
    "e\u0301",
    "\ud83d",
]
AWKWARD = st.sampled_from([*SIGNS, *SPACES, *SCRIPTS])
TEXT = st.lists(st.text(st.characters(exclude_categories=())) | AWKWARD, max_size=40).map("".join)


@settings(deadline=None)
@given(TEXT, st.integers(1, 400))
def test_I12_peers_34_any_text_of_any_length_arrives_whole(text, times):
    long = (text * times)[:20_000]
    parts = words(long)

    assert shown(parts) == bare(long)


@settings(deadline=None)
@given(st.lists(st.lists(TEXT, min_size=1, max_size=5), max_size=30), TEXT, TEXT)
def test_I12_peers_5_every_cell_of_a_table_or_card_arrives_in_its_order(rows, title, note):
    table = TableBlock(
        title=title, columns=("A", "B"), rows=tuple(tuple(row) for row in rows), note=note
    )
    card = CardBlock(title=title, badge="PAPER", rows=tuple((r[0], r[-1]) for r in rows), note=note)
    seen = shown(chunks(message(table, card)))

    at = 0
    cells = [title, *(cell for row in rows for cell in row), note]
    cells += [title, "PAPER", *(cell for row in rows for cell in (row[0], row[-1])), note]
    for cell in map(bare, cells):
        at = seen.index(cell, at) + len(cell)


def test_peers_5_peers_34_markup_signs_in_names_are_shown_as_they_are():
    name, reason = "mean_rev_v2*[x] & <1000SHIB_USDT>", "min < 5 & 100% off \\"
    [seen] = read_by_telegram(
        chunks(message(CardBlock(title=name, rows=(("Reason", reason),)), TextBlock(text=name)))
    )

    assert seen.text == f"{name}\nReason  {reason}\n\n{name}"


def test_peers_32_nine_thousand_characters_are_split_between_paragraphs():
    paragraphs = [f"{number}. " + " ".join(["word"] * 100) for number in range(18)]
    parts = read_by_telegram(words("\n\n".join(paragraphs)))

    assert len(parts) == 3
    assert [part.text[:3].strip(" .") for part in parts] == ["0", "7", "14"]
    assert "\n\n".join(part.text for part in parts).split("\n\n") == paragraphs


def test_a_paragraph_of_several_lines_stays_in_one_message():
    paragraphs = ["\n".join(f"{n}.{line} " + "x" * 45 for line in range(10)) for n in range(20)]
    parts = read_by_telegram(words("\n\n".join(paragraphs)))

    assert len(parts) == 3
    assert [paragraph for part in parts for paragraph in part.text.split("\n\n")] == paragraphs


@pytest.mark.parametrize(
    "blocks", [(), (TextBlock(text=""),), (TextBlock(text=" \n\u2003\u200b\r"),)]
)
def test_peers_32_an_answer_with_nothing_in_it_says_so(blocks):
    [seen] = read_by_telegram(chunks(message(*blocks)))

    assert seen.text.startswith("There is nothing to show")


def test_a_text_with_no_space_is_parted_only_between_visible_signs():
    parts = words(FAMILY * 1000)

    assert len(parts) == 3
    assert all(set(part.plain.split(FAMILY)) == {""} for part in parts)


def test_a_narrow_table_is_aligned_and_a_wide_one_has_its_figures_named():
    narrow = TableBlock(title="Prices", columns=("市场", "Price"), rows=(("BTC", "95,000"),))
    wide = TableBlock(
        columns=("Position", "Size", "Entry price", "P&L"),
        rows=(("1. BTC/USDT:USDT LONG 3x", "0.05", "95,000", "-1 (-2%)"),),
    )
    [seen] = read_by_telegram(chunks(message(narrow, wide)))

    assert seen.text == (
        "Prices\n市场  Price\nBTC   95,000\n"
        "1. BTC/USDT:USDT LONG 3x\nSize 0.05 · Entry price 95,000 · P&L -1 (-2%)"
    )
    marked = {
        entity["type"]: seen.text[entity["offset"] : entity["offset"] + entity["length"]]
        for entity in reversed(seen.entities)
    }
    assert marked == {"bold": "Prices", "pre": "市场  Price\nBTC   95,000"}


def test_no_row_of_a_long_list_is_parted():
    rows = tuple(
        (f"{n}. BTC/USDT LONG", f"{n}.5", f"{n}000", "+1 (+2%)", "margin") for n in range(120)
    )
    table = TableBlock(
        columns=("Position", "Size", "Entry", "P&L", "M"), rows=rows, note="120 in all"
    )
    parts = read_by_telegram(chunks(message(table)))

    assert len(parts) > 1
    lines = [line for part in parts for line in part.text.split("\n")]
    for row in rows:
        at = lines.index(row[0])
        assert lines[at + 1].startswith(f"Size {row[1]} · Entry {row[2]}")
    assert all(part.text.split("\n")[0] in {row[0] for row in rows} for part in parts)
    assert lines[-1] == "120 in all"


@pytest.mark.parametrize(
    ("lang", "mode", "simulated", "expected"),
    [
        ("en", "paper", True, "PAPER · SIMULATED"),
        ("en", "live", False, "LIVE"),
        ("zh", "paper", False, "PAPER 模拟盘"),
    ],
)
def test_I7_words_about_money_carry_the_badge(lang, mode, simulated, expected):
    said = message(TextBlock(text="Equity 10,000"), mode=mode, simulated=simulated, lang=lang)
    [seen] = read_by_telegram(chunks(said))

    assert seen.text == f"Equity 10,000\n{expected}"


def test_I7_a_card_that_names_its_mode_does_not_say_it_twice():
    card = CardBlock(title="Bought", badge="PAPER · SIMULATED")
    [seen] = read_by_telegram(chunks(message(card, mode="paper", simulated=True)))

    assert seen.text == "Bought\nPAPER · SIMULATED"


# Buttons


def button_rows(*labels: str, ids: tuple[str, ...] = ()):
    choices = [
        Choice(id=ids[n] if ids else f"opt:{n + 1}", label=label) for n, label in enumerate(labels)
    ]
    markup = keyboard(QUESTION, choices)
    assert markup is not None
    as_telegram_keeps_it = check_markup(markup.to_dict())
    assert as_telegram_keeps_it is not None
    return as_telegram_keeps_it["inline_keyboard"]


def test_peers_6_a_long_foreign_name_is_in_the_label_and_never_in_the_data():
    name = "Стратегия возврата к среднему"
    [[button]] = button_rows(name)

    assert button["text"] == name
    assert button["callback_data"] == f"w:{QUESTION}:opt:1"
    assert len(button["callback_data"].encode()) <= 64


def test_peers_6_data_is_measured_in_bytes_before_it_is_sent():
    fits = CallbackData(question_id=QUESTION, choice="я" * 17)
    assert len(fits.pack().encode()) == 63
    with pytest.raises(ValueError, match="64 bytes"):
        CallbackData(question_id=QUESTION, choice="я" * 18).pack()


@settings(deadline=None)
@given(
    st.from_regex(r"[0-9a-z]{26}", fullmatch=True),
    st.from_regex(r"[a-z_:0-9]{1,30}", fullmatch=True),
)
def test_what_is_packed_is_read_back(question_id, choice):
    data = CallbackData(question_id=question_id, choice=choice)

    assert CallbackData.unpack(data.pack()) == data


@pytest.mark.parametrize("text", ["", "w", "w:", "w:id", "w:id:", "w::confirm", "x:id:confirm"])
def test_other_data_is_not_ours(text):
    assert CallbackData.unpack(text) is None


def test_short_labels_share_a_row_and_long_ones_are_cut():
    long = "Buy the smallest possible amount of a coin with a very long name"
    rows = button_rows("✅ Confirm (PAPER)", "✏️ Change amount", "✖️ Cancel", long, " \n ")

    labels = [[button["text"] for button in row] for row in rows]
    assert labels == [
        ["✅ Confirm (PAPER)"],
        ["✏️ Change amount", "✖️ Cancel"],
        ["Buy the smallest possible amount of a coin…"],
        ["opt:5"],
    ]
    assert all(unicodedata.normalize("NFC", text) for row in labels for text in row)


def test_no_choices_are_no_keyboard():
    assert keyboard(QUESTION, ()) is None


def test_lengths_are_counted_as_telegram_counts_them():
    assert units("a余😀") == utf16_length("a余😀") == 4
