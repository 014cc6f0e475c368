"""The corpus as it is written: what is wrong in it is named by file and case."""

from pathlib import Path

import pytest

from adapters.llm.offline.planner import OfflinePlanner
from bot.evaluation.corpus import chosen, load, shipped
from bot.evaluation.report import complaints, is_passed
from bot.evaluation.runner import Bounds, run
from core.errors import SetupError

GOOD = """
category: mine
cases:
  - id: one
    lang: en
    offline: true
    turns: [{say: btc price}]
"""


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("category: mine\ncases: [", "a.yaml, line 2: "),
        ("- id: one", "a.yaml: expected `category: NAME` and `cases:` with a list"),
        (GOOD.replace("say: btc", "says: btc"), "a.yaml, case one: turns.0.says: Extra inputs"),
        (GOOD.replace("lang: en", "lang: fr"), "a.yaml, case one: lang: Input should be 'en'"),
        (GOOD.replace("{say: btc price}", ""), "a.yaml, case one: turns: Tuple should have"),
        (
            GOOD.replace("{say: btc price}", "{say: yes}"),
            "a.yaml, case one: turns.0.say: Input should be a valid string (found True)",
        ),
        (
            GOOD.replace("{say: btc price}", "{say: a, press: b}"),
            "a.yaml, case one: turns.0: a turn has either say or press",
        ),
        (
            GOOD.replace("price}", "price, expect: {says: ['(']}}"),
            "a.yaml, case one: turns.0.expect.says.0: '(' is no regular expression",
        ),
        (GOOD.replace("id: one", "name: one"), "a.yaml, case 1: id: Field required"),
        (GOOD.replace("id: one", "category: x"), "a.yaml, case 1: expected a mapping without"),
        (GOOD + GOOD.partition("cases:")[2], "a.yaml, case one: the id is taken in a.yaml"),
        (
            GOOD + "    expect: {orders: [{action: grab, symbol: BTC/USDT}]}",
            "a.yaml, case one: expect.orders.0.action: Input should be 'buy'",
        ),
    ],
)
def test_an_error_names_the_file_and_the_case(tmp_path, written, wrong):
    (tmp_path / "a.yaml").write_text(written, encoding="utf-8")
    with pytest.raises(SetupError) as caught:
        load(tmp_path)
    assert str(caught.value).startswith(wrong)
    assert "\n" not in str(caught.value)


def test_an_empty_folder_is_no_corpus(tmp_path):
    with pytest.raises(SetupError, match=r"holds no \*\.yaml"):
        load(tmp_path)


def test_a_category_or_case_that_is_not_there_is_named():
    with pytest.raises(SetupError, match="no category 'poems'; there are: ambiguous"):
        chosen(shipped(), ["poems"])
    with pytest.raises(SetupError, match="no case 'nope'"):
        chosen(shipped(), ids=["nope"])
    with pytest.raises(SetupError, match="no case is both"):
        chosen(shipped(), ["safety"], ["greeting-gm-en"])


async def test_the_page_on_how_to_write_a_case_shows_one_that_passes(tmp_path):
    page = Path(__file__).parents[2].joinpath("docs/evaluation.md").read_text(encoding="utf-8")
    shown = page.partition("```yaml\n")[2].partition("```")[0]
    (tmp_path / "page.yaml").write_text(shown, encoding="utf-8")
    results = await run(
        load(tmp_path), OfflinePlanner(), "offline", bounds=Bounds(), told=lambda _: None
    )
    assert is_passed(results), complaints(results)
