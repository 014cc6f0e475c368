"""What is drawn: whatever the figures are, a picture that fits every platform."""

import struct
from collections.abc import Callable
from decimal import Decimal
from itertools import pairwise

import pytest
from pydantic import ValidationError

from adapters.charts import fonts, scale
from adapters.charts.drawing import draw
from adapters.charts.sheet import WIDTH
from core.domain.charts import CHART, Bar, ChartSpec
from tests.doubles import pictures

MOST_BYTES = 512 * 1024
"""Telegram takes 10 MB as a photo, Discord 10 MB as a file; a phone on the move wants less."""
ORDINARY: dict[str, Callable[..., ChartSpec]] = {
    "candles": pictures.candles,
    "equity": pictures.equity,
    "calendar": pictures.calendar,
    "allocation": pictures.allocation,
    "card": pictures.card,
}


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("kind", ORDINARY)
def test_every_kind_is_drawn_in_both_languages_with_every_sign(kind, lang):
    # A missing glyph is a warning, and a warning is an error here.
    png = draw(ORDINARY[kind](lang))
    width, height = size_of(png)
    assert width == WIDTH
    assert height <= WIDTH
    assert len(png) < MOST_BYTES


@pytest.mark.parametrize("name", pictures.odd())
def test_odd_figures_are_drawn_too(name):
    png = draw(pictures.odd()[name])
    assert size_of(png)[0] == WIDTH
    assert len(png) < MOST_BYTES


def test_without_a_chinese_font_labels_are_english(monkeypatch):
    monkeypatch.setattr(fonts, "CHINESE", ("/nowhere/at-all.ttc",))
    for cached in (fonts._chinese, fonts._signs, fonts.install):
        cached.cache_clear()
    try:
        assert fonts.language("zh") == "en"
        assert fonts.drawable("BTC 币") == "BTC ?"
        draw(pictures.candles("zh", symbol="币安人生/USDT"))
    finally:
        monkeypatch.undo()
        for cached in (fonts._chinese, fonts._signs, fonts.install):
            cached.cache_clear()


def test_what_is_no_number_is_no_figure_of_a_picture():
    good = pictures.bars(1)[0].model_dump()
    for bad in ("NaN", "Infinity"):
        with pytest.raises(ValidationError):
            Bar.model_validate(good | {"close": Decimal(bad)})


def test_the_same_spec_is_the_same_picture_also_when_it_came_as_json():
    spec = pictures.candles()
    again = CHART.validate_json(CHART.dump_json(spec))
    assert again == spec
    assert draw(again) == draw(spec)


def test_a_rise_is_green_or_red_as_the_person_likes():
    usual, swapped = (
        draw(pictures.card(look=pictures.look(red_up=red_up))) for red_up in (False, True)
    )
    assert usual != swapped


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (0.9, 4.2, ["1", "2", "3", "4"]),
        (0.0, 0.3, ["0.0", "0.1", "0.2", "0.3"]),
        (-6.0, 0.0, ["-6", "-4", "-2", "0"]),
        (1.1e12, 1.4e12, ["1.1T", "1.2T", "1.3T", "1.4T"]),
        (1.1e-7, 1.4e-7, ["0.00000011", "0.00000012", "0.00000013", "0.00000014"]),
        (66900.0, 67120.0, ["66,900", "67,000", "67,100"]),
    ],
)
def test_axes_have_round_labels(low, high, labels):
    assert scale.tick_texts(scale.ticks(low, high, 4)) == labels


def test_labels_are_moved_apart_and_stay_within_the_panel():
    places = scale.apart([10, 11, 12, 500, 995, 1000], 30, 0, 1000)
    ordered = sorted(places)
    assert all(b - a >= 30 - 1e-9 for a, b in pairwise(ordered))
    assert ordered[0] >= 0
    assert ordered[-1] <= 1000
    crowded = scale.apart([50.0] * 40, 30, 0, 100)
    assert min(crowded) >= 0
    assert max(crowded) <= 100


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1234.5", "+1,234"),
        ("-15321.7", "-15.3K"),
        ("0", "0"),
        ("0.000001", "+1e-06"),
        ("1e12", "+1.0T"),
        ("99.999", "+100.00"),
    ],
)
def test_small_room_has_short_figures(value, text):
    assert scale.compact(Decimal(value), sign=True) == text
