"""What the guard cannot read is not let through where it is about trades or money (I5)."""

import pytest

from core.agent.guard import Guard

WITHHELD = [
    "He comprado BTC para ti",
    "Ich habe BTC gekauft",
    "BTCを購入しました",
    "Я купил BTC",
    "Ваш баланс семьдесят тысяч",
    "J'ai vendu tout",
    "BTC를 매수했습니다",
    "Comprei bitcoin para você",
    "BTC стоит дорого",
    "Sua ordem foi executada",
]
SHOWN = [
    "Стоп-ордер ждёт своей цены, а потом становится рыночным",
    "Hola, ¿en qué puedo ayudarte?",
    "Guten Tag",
    "こんにちは",
    "The Greek letter δ says how an option moves",
    "A café in Zürich",
    "止损单在触发后变成市价单",
]


@pytest.mark.parametrize("sentence", WITHHELD)
def test_a_claim_in_a_language_that_nobody_reads_here_is_withheld_I5(sentence):
    assert Guard("en").check(sentence + ".").strip() != sentence + "."


@pytest.mark.parametrize("sentence", SHOWN)
def test_other_words_in_it_are_shown(sentence):
    assert Guard("en").check(sentence + ".") == sentence + "."
