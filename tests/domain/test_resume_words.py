"""The table of words that answer what waits: every entry, and what must not be taken for one."""

import pytest

from core.domain.resume_words import WORDS, consents, folded, word

FORMS = (
    lambda said: said,
    lambda said: said.upper(),
    lambda said: f"  {said} ",
    lambda said: f"{said}!",
    lambda said: f"{said}。",
    lambda said: f"“{said}”…",
    lambda said: f"{said}～",
)


def test_every_entry_in_every_form_says_what_the_table_says():
    for entry, meant in WORDS.items():
        # Some capitals fold into other letters (dotted i), which nobody types for these words.
        said = [form(entry) for form in FORMS if folded(form(entry)) == entry]
        assert len(said) >= len(FORMS) - 1
        assert {word(text) for text in said} == {meant}, entry


@pytest.mark.parametrize("more", ["?", "？", "؟", " 50", "50", " btc", " the bananas", "比特币"])
def test_a_question_a_number_or_an_extra_word_is_none_of_them(more):
    assert [entry for entry in WORDS if word(f"{entry}{more}") is not None] == []


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("no", "no"),
        ("Cancel", "no"),
        ("取消", "no"),
        ("先别", "no"),
        ("不改", "no"),
        ("不用改了", "no"),
        ("cancel all", "cancel_all"),
        ("Cancel everything!", "cancel_all"),
        ("都取消", "cancel_all"),
        ("全部取消", "cancel_all"),
        ("一并取消", "cancel_all"),
        ("go for it", "yes"),
        ("yep", "yes"),
        ("好的", "yes"),
        ("d'accord", "yes"),
        ("continue", "continue"),
        ("继续", "continue"),
        ("接着", "continue"),
        ("恢复", "continue"),
        ("retry", "retry"),
        ("Try again.", "retry"),
        ("再试", "retry"),
        ("重试", "retry"),
        ("再来一次", "retry"),
        ("later", "later"),
        ("not now", "later"),
        ("put it aside", "later"),
        ("先放着", "later"),
        ("稍后再说", "later"),
        ("好了", "configured"),
        ("我配好了", "configured"),
        ("done", "configured"),
        ("I set it up", "configured"),
        ("I've configured it.", "configured"),
        ("我已经配置好了，继续创建交易员", "configured"),
        ("done, continue with it", "configured"),
    ],
)
def test_what_people_say_for_each(said, meant):
    assert word(said) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("ＹＥＳ", "yes"),
        ("ｏｋ！", "yes"),
        ("ｎｏ", "no"),
        ("yesss", "yes"),
        ("yess", "yes"),
        ("yeeees", "yes"),
        ("okkk", "yes"),
        ("okayyyy", "yes"),
        ("nooo", "no"),
        ("noooooo!!!", "no"),
        ("даааа", "yes"),
        ("👍", "yes"),
        ("👍🏽", "yes"),
        ("👍🏿👍🏿👍🏿", "yes"),
        ("👎🏻", "no"),
        ("✔️", "yes"),
        ("❌❌", "no"),
        ("laterrr", "later"),
    ],
)
def test_full_width_letters_skin_tones_and_stretched_letters(said, meant):
    assert word(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "",
        "   ",
        "?",
        "!!!",
        "yes?",
        "yes or no",
        "yes please buy more",
        "yes 50",
        "ok 50",
        "yes but 50 not 100",
        "好的但是只要50",
        "确认 BTC 价格",
        "confirm the BTC price",
        "confirm btc",
        "not yes",
        "yesterday",
        "nobody",
        "k",
        "kk",
        "いいです",
        "結構です",
        "大丈夫",
        "ううん",
        "可以吗",
        "да нет",
        "pois não",
        "valle",
        "aprove",
        "hmm",
        "继续加仓",
        "continue buying btc",
        "重试一下 btc",
        "retry the eth order",
        "cancel all orders",
        "取消所有订单",
        "later today",
        "稍后提醒我",
        "done with btc",
        "好了吗",
        "50",
        "1",
    ],
)
def test_what_is_not_plainly_one_of_the_words_is_none_of_them(said):
    assert word(said) is None
    assert not consents(said)


def test_of_the_words_for_going_on_only_the_plainest_consent():
    assert consents("continue")
    assert consents("继续。")
    assert not consents("resume")
    assert not consents("接着")
    assert not consents("恢复")
    assert not consents("done")
    assert not consents("retry")


def test_no_comes_before_yes_where_an_entry_could_be_both():
    assert {word(said) for said in ("no", "cancela", "不是", "先别")} == {"no"}
    assert "" not in WORDS
    assert [entry for entry in WORDS if folded(entry) != entry] == []
