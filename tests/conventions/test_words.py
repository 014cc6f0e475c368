"""Everything said is in the catalogue, once, in both languages, with the same blanks to fill."""

import ast
import string
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from core.domain.market import Kind
from core.domain.orders import Mode
from core.domain.preferences import PreferenceKey
from core.domain.records import TradingState
from core.domain.references import ReferenceKind
from core.errors import ModelErrorKind
from core.trading.request import TradeAction
from core.trading.sized_order import Adjustment
from core.views.errors import model_error_text
from core.views.words import CATALOGUES, WORDS

ROOT = Path(__file__).parents[2]
PACKAGES = ("core", "adapters", "bot")
ERRORS = {"PersonError", "NotAllowed", "OrderDenied"}


def blanks(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_text_is_in_both_languages():
    assert [key for key, texts in WORDS.items() if set(texts) != {"en", "zh"}] == []
    assert [key for key, texts in WORDS.items() if not all(map(str.strip, texts.values()))] == []


def test_both_languages_fill_the_same_blanks():
    differ = [key for key, texts in WORDS.items() if blanks(texts["en"]) != blanks(texts["zh"])]
    assert differ == []


def test_blanks_are_plain_names():
    """A blank such as {a.b} or {a[0]} would reach into what is passed."""
    odd = [
        key
        for key, texts in WORDS.items()
        for text in texts.values()
        if not all(name.isidentifier() for name in blanks(text))
    ]
    assert odd == []


def test_no_key_stands_in_two_catalogues():
    count = Counter(key for catalogue in CATALOGUES for key in catalogue)
    assert [key for key, times in count.items() if times > 1] == []


def test_every_catalogue_is_part_of_the_whole():
    files = {path.stem for path in (ROOT / "core/views").glob("words_*.py")}
    text = (ROOT / "core/views/words.py").read_text(encoding="utf-8")
    assert [name for name in sorted(files) if f"{name}.WORDS" not in text] == []


def test_every_key_that_code_names_is_in_the_catalogue():
    unknown = sorted(
        f"{path.relative_to(ROOT)}:{line} {key}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for line, key in keys_named_in(ast.parse(path.read_text(encoding="utf-8")))
        if key not in WORDS
    )
    assert unknown == []


@pytest.mark.parametrize(
    ("family", "members"),
    [
        ("do_{}", get_args(TradeAction)),
        ("did_{}", get_args(TradeAction)),
        ("pref_{}", get_args(PreferenceKey)),
        ("{}", get_args(Kind)),
        ("no_{}_market", get_args(Kind)),
        ("trading_{}", [state.lower() for state in get_args(TradingState) if state != "ACTIVE"]),
        ("badge_{}", get_args(Mode)),
        ("card_{}", [one for one in get_args(Adjustment) if one]),
        ("model_{}", get_args(ModelErrorKind)),
        ("reference_{}", get_args(ReferenceKind)),
    ],
)
def test_every_member_of_a_closed_set_has_words(family, members):
    assert [key for one in members if (key := family.format(one)) not in WORDS] == []


def keys_named_in(tree):
    """The literal keys of errors for people, and of say(lang, key) and request.say(key)."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        if name in ERRORS:
            place = 0
        elif name == "say":
            place = 1 if isinstance(node.func, ast.Name) else 0
        else:
            continue
        named = node.args[place] if len(node.args) > place else None
        if isinstance(named, ast.Constant):
            yield node.lineno, named.value


def test_the_scan_finds_keys():
    tree = ast.parse("say(lang, 'a')\nrequest.say('b')\nraise PersonError('c', x=1)\nrun.say([1])")
    assert [key for _, key in keys_named_in(tree)] == ["a", "b", "c"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_failure_of_the_model_has_words_of_its_own(lang):
    texts = [model_error_text(kind, lang) for kind in get_args(ModelErrorKind)]
    assert len(set(texts)) == len(texts)
