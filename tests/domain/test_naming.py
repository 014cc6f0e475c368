"""Which things a text names, and what its pointing words mean: never a part of another word."""

import pytest

from core.domain.naming import Nouns, expanded, names_said, nicknames_said, nouns_said
from core.domain.pointing import meant, noun_alone
from core.domain.references import Reference, References, revived
from tests.clocks import START

NOUNS: Nouns = {
    "strategy": frozenset({"strategy", "策略"}),
    "exchange": frozenset({"exchange", "交易所"}),
}


def things(*names, kind="strategy"):
    """Things of one kind; their ids are s1, s2 …"""
    return [
        Reference(kind=kind, id=f"{kind[0]}{number}", name=name, at=START)
        for number, name in enumerate(names, 1)
    ]


def named(text, *names, nicknames=None):
    """What the text names: the words, how, and the names that fit."""
    said = names_said(text, things(*names), nicknames or {}, NOUNS)
    return [(text[one.start : one.end], one.how, [c.name for c in one.candidates]) for one in said]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("aster", "make it faster"),
        ("aster", "master the strategy"),
        ("OP", "stop the strategy"),
        ("OP", "what are my options"),
        ("gate", "show the aggregate"),
        ("gate", "navigate to my strategies"),
        ("SOL", "a solution please"),
        ("ADA", "news from Canada"),
        ("order", "cross the border"),
        ("grid", "start grid-2"),
        ("grid", "the grids"),
        ("grid", "co-grid"),
        ("buy", "buy 50 usdt of btc"),
        ("it", "close it"),
        ("theta", "the strategy"),
        ("strategy one", "my strategy"),
        ("策略一号", "把策略改强一点"),
        ("帮我赚钱", "帮我把策略改强一点"),
    ],
)
def test_a_name_is_never_part_of_another_word_original_g1_6(name, text):
    assert named(text, name) == []


@pytest.mark.parametrize(
    ("text", "said", "name"),
    [
        ("start aster", "aster", "Aster"),
        ("start ASTER!", "ASTER", "Aster"),
        ("stop “aster”, please", "aster", "Aster"),
        ("启动Aster吧", "Aster", "Aster"),
        ("navigate: gate now", "gate", "gate"),
        ("start grid   pro", "grid   pro", "grid pro"),
        ("启动Ｇｒｉｄ　Ｐｒｏ", "Ｇｒｉｄ　Ｐｒｏ", "grid pro"),
        ("帮我改一下激进这个策略", "激进", "激进"),
        ("激进网格停一下", "激进网格", "激进网格"),
        ("把趋势2号停掉", "趋势2号", "趋势2号"),
        ("start the buy strategy", "buy", "buy"),
        ("rename s2", "s2", "second"),
    ],
)
def test_a_whole_name_is_found_whatever_its_case_or_width_original_g1_6(text, said, name):
    names = ("first", name) if name == "second" else (name, "激进")
    assert (said, "exact", [name]) in named(text, *dict.fromkeys(names))


def test_a_longer_name_hides_the_shorter_one_within():
    assert named("停掉激进网格", "激进", "激进网格") == [("激进网格", "exact", ["激进网格"])]
    assert named("stop grid pro and grid", "grid", "grid pro") == [
        ("grid pro", "exact", ["grid pro"]),
        ("grid", "exact", ["grid"]),
    ]


def test_an_exact_name_comes_before_a_nickname_and_both_before_a_beginning():
    nicknames = {"calm": "aggressive", "老大": "aggressive", "beast": "s1"}
    names = ("aggressive", "calm", "calmer")
    assert named("stop the calm strategy", *names, nicknames=nicknames) == [
        ("calm", "exact", ["calm"])
    ]
    assert named("停掉老大", *names, nicknames=nicknames) == [("老大", "nickname", ["aggressive"])]
    assert named("stop beast", *names, nicknames=nicknames) == [
        ("beast", "nickname", ["aggressive"])
    ]
    assert named("stop the aggr strategy", *names) == [("aggr", "prefix", ["aggressive"])]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("change the agg strategy", [("agg", "prefix", ["aggressive"])]),
        ("agg", [("agg", "prefix", ["aggressive"])]),
        ("Agg?", [("Agg", "prefix", ["aggressive"])]),
        ("change agg", []),
        ("the a strategy", []),
        ("把波段策略停掉", [("波段", "prefix", ["波段一号", "波段二号"])]),
        ("把波段一策略停掉", [("波段一", "prefix", ["波段一号"])]),
        ("波段", [("波段", "prefix", ["波段一号", "波段二号"])]),
        ("停掉波段", []),
    ],
)
def test_a_beginning_counts_only_beside_its_noun_or_alone(text, found):
    assert named(text, "aggressive", "波段一号", "波段二号") == found


def test_of_two_with_one_name_the_id_tells():
    assert named("停掉激进", "激进", "激进") == [("激进", "exact", ["激进", "激进"])]
    said = names_said("停掉激进 (s2)", things("激进", "激进"), {}, NOUNS)
    assert {one.id for each in said for one in each.candidates} == {"s2"}


def test_one_name_of_two_kinds_is_one_thing_of_each():
    both = [*things("alpha"), *things("alpha", kind="exchange")]
    said = names_said("stop alpha", both, {}, NOUNS)
    assert [(one.kind, len(one.candidates)) for one in said] == [("strategy", 1), ("exchange", 1)]


def test_nicknames_are_whole_words_too_and_stand_for_any_words():
    nicknames = {"baby": "BTC/USDT", "老大": "eth", "老大哥": "sol"}
    assert expanded("price of my Baby", nicknames) == "price of my BTC/USDT"
    assert expanded("老大哥和老大多少钱", nicknames) == "sol和eth多少钱"
    assert nicknames_said("babysit the babyish", nicknames) == ()


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("list my strategies", {"strategy"}),
        ("改一下策略", {"strategy"}),
        ("strategyx", set()),
        ("which exchange has a strategy", {"strategy", "exchange"}),
    ],
)
def test_nouns_are_found_in_the_plural_too(text, kinds):
    assert nouns_said(text, NOUNS) == kinds


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("帮我把策略改强一点", "策略"),
        ("make the strategy stronger", "strategy"),
        ("stop my strategy", "strategy"),
        ("改一下这个策略", "策略"),
        ("list my strategies", ""),
        ("create a strategy", ""),
        ("看看我的策略", ""),
        ("新建策略", ""),
        ("把策略都停掉", ""),
        ("把所有策略删了", ""),
        ("show the strategy list", ""),
    ],
)
def test_a_noun_alone_speaks_of_one_that_is_known(text, noun):
    place = noun_alone(text, NOUNS["strategy"])
    assert (text[slice(*place)] if place else "") == noun


SPOKEN = References(
    current=(
        Reference(kind="symbol", id="BTC/USDT", name="BTC/USDT", at=START),
        *things("激进"),
        Reference(kind="position", id="ETH/USDT", name="ETH/USDT", at=START),
    ),
    last_list=tuple(things("a", "b", "c")),
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("sell the second one", ["b"]),
        ("the first and the third", ["a", "c"]),
        ("the last one", ["c"]),
        ("2nd", ["b"]),
        ("#2", ["b"]),
        ("number 3 please", ["c"]),
        ("the second to last one", ["b"]),
        ("last but one", ["b"]),
        ("第二个多少钱", ["b"]),
        ("第2个", ["b"]),
        ("最后一个", ["c"]),
        ("倒数第二个", ["b"]),
        ("the fourth one", []),
        ("第0个", []),
        ("倒数第四个", []),
        ("wait a second", []),
        ("第一次用", []),
        ("both", ["a", "b", "c"]),
        ("price of these", ["a", "b", "c"]),
        ("它们多少钱", ["a", "b", "c"]),
        ("how much is it", ["BTC/USDT"]),
        ("that one", ["BTC/USDT"]),
        ("那个呢", ["BTC/USDT"]),
        ("这个策略里面的参数", ["激进"]),
        ("change this strategy", ["激进"]),
        ("close the position", ["ETH/USDT"]),
        ("把仓位平掉", ["ETH/USDT"]),
        ("what happened this week", []),
        ("这个月赚了多少", []),
        ("is that ok for you", []),
        ("a bit of bitcoin", []),
        ("最后一笔交易", []),
    ],
)
def test_pointing_words_mean_what_was_spoken_of_or_listed_original_g1_23(text, names):
    assert [one.name for one in meant(text, SPOKEN, NOUNS)] == names


def test_it_before_a_name_is_what_was_spoken_of_earlier_and_behind_it_the_name():
    coin = Reference(kind="symbol", id="SOL/USDT", name="SOL/USDT", at=START)
    now = SPOKEN.with_(coin)

    def names(text, name):
        start = text.index(name)
        place = [(start, start + len(name))]
        return [one.name for one in meant(text, now, NOUNS, named=place, earlier=SPOKEN)]

    assert names("sell it and buy sol", "sol") == ["BTC/USDT"]
    assert names("buy sol and sell it", "sol") == ["SOL/USDT"]
    assert names("看看这个 sol", "sol") == []


def test_it_is_the_position_rather_than_its_coin_and_else_the_newest():
    coin = Reference(kind="symbol", id="ETH/USDT", name="ETH/USDT", at=START)
    assert SPOKEN.with_(coin).newest() == SPOKEN.of("position")
    assert SPOKEN.newest_traded() == SPOKEN.of("symbol")
    assert References().newest() is None
    assert References(current=tuple(things("x"))).newest_traded() is None


def test_a_stale_id_falls_back_to_the_name_and_what_is_gone_is_told_apart():
    spoken = References(current=tuple(things("激进")), last_list=tuple(things("激进", "稳健")))
    again = Reference(kind="strategy", id="s9", name="激进", at=START)
    now, gone = revived(spoken, {"strategy": [again]})
    assert [one.id for one in now.current] == ["s9"]
    assert [one.name for one in gone] == ["稳健"]
    assert revived(spoken, {}) == (spoken, ())
    twice = [again, again.model_copy(update={"id": "s8"})]
    assert [one.name for one in revived(spoken, {"strategy": twice})[1]] == ["激进", "激进", "稳健"]
