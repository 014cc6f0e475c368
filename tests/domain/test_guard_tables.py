"""What the guard makes of whole tables of sentences, however the text was cut in pieces."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.agent.guard import Guard
from core.views.words import say
from tests.domain.claim_tables import CLAIMS, NO_CLAIMS
from tests.domain.guard_tables import FIGURES, NO_FIGURES, NO_PROMISES, PROMISES

NOTHING = say("en", "guard.nothing_done")
ALONE = say("en", "guard.no_promise")
TRADES = {
    "trades": [
        {"action": "buy", "quantity": "0.1", "symbol": "BTC/USDT", "status": "FILLED"},
        {"action": "close_long", "quantity": "0.2", "symbol": "ETH/USDT", "status": "FILLED"},
    ]
}


def judged(text, *learnt, request="", effects=()):
    guard = Guard("en")
    guard.learn_request(request)
    for data in learnt:
        guard.learn(data)
    for effect in effects:
        guard.learn_effect(*effect)
    return guard.check(text), guard


@pytest.mark.parametrize("sentence", CLAIMS)
def test_a_claim_without_a_deed_is_replaced_by_what_is_true_peers_29(sentence):
    shown, _ = judged(sentence)
    assert NOTHING in shown
    assert sentence not in shown


@pytest.mark.parametrize("sentence", PROMISES)
def test_a_promise_without_a_job_is_replaced_by_what_is_true(sentence):
    shown, _ = judged(sentence)
    assert ALONE in shown
    assert sentence not in shown


@pytest.mark.parametrize("sentence", [*NO_CLAIMS, *NO_PROMISES])
def test_what_claims_and_promises_nothing_stays_as_it_was_written_original_g1_14(sentence):
    shown, guard = judged(sentence)
    assert shown == sentence
    assert guard.passed


@pytest.mark.parametrize("sentence", FIGURES)
def test_a_figure_about_money_from_nowhere_is_withheld_I5(sentence):
    shown, guard = judged(sentence)
    assert guard.withheld == 1
    assert sentence not in shown


@pytest.mark.parametrize("sentence", NO_FIGURES)
def test_a_figure_that_is_no_fact_about_money_is_shown(sentence):
    shown, _ = judged(sentence)
    assert shown == sentence


@pytest.mark.parametrize(
    ("sentence", "data"),
    [
        ("The price is 64,231.50 USDT.", {"price": "64231.5"}),
        ("The price is 64,231 USDT.", {"price": "64231.28"}),
        ("BTC: $64.2k.", {"price": "64231.28"}),
        ("The price is about 64,000.", {"price": "64231.28"}),
        ("现价 6.42 万。", {"price": "64231.28"}),
        ("现价六万四千二百三十一。", {"price": "64231"}),
        ("It is at 64 231,28 USDT.", {"price": "64231.28"}),
        ("It is at 64.231,28 USDT.", {"price": "64231.28"}),
        ("It is at ６４２３１ USDT.", {"price": "64231"}),
        ("Volume is 1.2 billion USDT.", {"volume": "1213456789"}),
        ("成交额 12.1 亿美元。", {"volume": "1213456789"}),
        ("Your P&L is -12.5 USDT.", {"pnl": "-12.5"}),
        ("You have a loss of 12.5 USDT.", {"pnl": "-12.5"}),
        ("Your profit is 12.5 USDT.", {"pnl": "12.5"}),
        ("You are up 3.4% today.", {"change": "0.0342"}),
        ("You are up 3.4% today.", {"change_pct": 3.42}),
        ("The fee is 0.05%.", {"fee_rate": "0.0005"}),
        ("The fee is 5 bps.", {"fee_rate": "0.0005"}),
        ("手续费率万分之五。", {"fee_rate": "0.0005"}),
        ("大约跌了三成。", {"change_pct": "-30"}),
        ("The range is 61,000–63,500.", {"low": "61000", "high": "63500"}),
        ("The range is 61-63.5k.", {"low": "61000", "high": "63500"}),
        ("It is worth seventy thousand dollars.", {"value": "70000"}),
        ("约七万美元。", {"value": "70000"}),
        ("You hold 0.5 BTC.", {"positions": [{"size": "0.5"}]}),
        ("Your leverage is 20x.", {"leverage": 20}),
    ],
)
def test_a_figure_of_a_result_may_be_said_in_every_way_of_writing_it_I5(sentence, data):
    shown, guard = judged(sentence, data)
    assert shown == sentence
    assert guard.withheld == 0


@pytest.mark.parametrize(
    ("sentence", "data"),
    [
        ("The price is 64,232 USDT.", {"price": "64231.28"}),
        ("The price is 64,000.", {"price": "64231.28"}),
        ("The price is 65k.", {"price": "64231.28"}),
        ("现价 6.5 万。", {"price": "64231.28"}),
        ("Your profit is +12.5 USDT.", {"pnl": "-12.5"}),
        ("You are up 12.5% today.", {"change": "-12.5"}),
        ("It is down 3.4%.", {"change": "3.4"}),
        ("It is worth 60 USDT.", {"value": "64.2"}),
        ("The price is 64231.28 and 95000.", {"price": "64231.28"}),
        ("Your balance is 0 USDT.", {"balance": "0.004"}),
    ],
)
def test_a_figure_that_differs_from_the_result_is_withheld_I5(sentence, data):
    shown, guard = judged(sentence, data)
    assert shown == ""
    assert guard.withheld == 1


@pytest.mark.parametrize(
    ("request_", "sentence", "shown"),
    [
        ("what is 15 % of 200", "It is 30 USDT.", True),
        ("50 usdt at 3x leverage?", "That makes 150 USDT.", True),
        ("from 80 to 100, how many percent is that", "It is up 25%.", True),
        ("200 的 15% 是多少", "是 30 美元。", True),
        ("what is 15 % of 200", "It is 31 USDT.", False),
        ("buy 50 usdt at 3x", "Your balance is 150 USDT.", False),
        ("buy btc for 50", "It costs 100 USDT.", False),
    ],
)
def test_one_operation_over_two_numbers_of_the_request_is_arithmetic(request_, sentence, shown):
    text, _ = judged(sentence, request=request_)
    assert (text == sentence) is shown


def test_a_small_number_under_a_heading_about_money_is_a_figure_I5():
    shown, guard = judged("Your balances:\n- BTC 3\n- 12\nTake care.")
    assert "3" not in shown
    assert "12" not in shown
    assert guard.withheld == 2
    assert shown.endswith("Take care.")


@pytest.mark.parametrize(
    ("effect", "sentence", "true"),
    [
        (("execute_trade", "buy"), "I bought BTC for you.", True),
        (("execute_trade", "buy"), "Your order has been placed.", True),
        (("execute_trade", "buy"), "Done!", True),
        (("execute_trade", "buy"), "已为您买入比特币。", True),
        (("execute_trade", "buy"), "I bought BTC and set an alert.", False),
        (("execute_trade", "buy"), "I sold your BTC.", False),
        (("execute_trade", "buy"), "已平仓。", False),
        (("execute_trade", "place"), "Your order has been placed.", True),
        (("execute_trade", "place"), "I bought BTC for you.", False),
        (("execute_trade", "close_long"), "Your position is closed.", True),
        (("execute_trade", "close_long"), "I cancelled your orders.", False),
        (("manage_order", "cancel"), "Your order was cancelled.", True),
        (("manage_order", "cancel_all"), "已取消全部挂单。", True),
        (("manage_order", "cancel"), "Your order was filled.", False),
        (("manage_order", "amend"), "I changed your limit.", True),
        (("manage_preferences", "add"), "I saved your preference.", True),
        (("manage_preferences", "add"), "已记住您的偏好。", True),
        (("manage_preferences", "update"), "Your language has been updated.", True),
        (("manage_preferences", "update"), "I've updated your stop-loss.", False),
        (("manage_preferences", "update"), "I saved your preference and placed the order.", False),
        (("manage_preferences", "update"), "已保存偏好，并已下单。", False),
        (("manage_preferences", "delete"), "I forgot that note.", True),
        (("manage_preferences", "delete"), "I saved that note.", False),
        (("memory_write", ""), "I remembered your wish.", True),
        (("memory_forget", ""), "I deleted that memory.", True),
        (("manage_trader", "start"), "Your trader has been started.", True),
        (("manage_trader", "start"), "Your trader has been stopped.", False),
        (("manage_trader", "stop"), "机器人已停止。", True),
        (("manage_strategy", "activate"), "Your strategy has been activated.", True),
        (("manage_alert", "create"), "Your alert has been created.", True),
        (("manage_alert", "create"), "I have scheduled a briefing.", False),
        (("manage_briefing", "create"), "I've scheduled a morning report.", True),
        (("manage_subscription", "add"), "已订阅每日简报。", True),
        (("manage_gadget", "pause"), "I've paused it.", True),
        (("manage_gadget", "pause"), "I've started it.", False),
        (("manage_gadget", "polish"), "I've deleted it.", False),
    ],
)
def test_only_the_kind_of_deed_that_was_done_may_be_told_peers_29(effect, sentence, true):
    shown, _ = judged(sentence, effects=[effect])
    assert (shown == sentence) is true
    assert (say("en", "guard.not_all_done") in shown) is not true


@pytest.mark.parametrize(
    ("sentence", "true"),
    [
        ("You bought BTC yesterday.", True),
        ("You've bought BTC and closed ETH this week.", True),
        ("Your ETH position was closed last week.", True),
        ("您昨天买入了比特币。", True),
        ("You opened a short yesterday.", True),
        ("You just bought BTC.", False),
        ("I bought BTC for you.", False),
        ("I bought BTC yesterday.", False),
        ("Your order has been placed.", False),
        ("You cancelled two orders yesterday.", False),
        ("已为您买入比特币。", False),
        ("刚刚买入了比特币。", False),
    ],
)
def test_what_a_history_lists_may_be_told_of_the_person_and_the_past(sentence, true):
    shown, _ = judged(sentence, TRADES)
    assert (shown == sentence) is true
    assert NOTHING in judged(sentence)[0]


def test_what_the_person_said_they_did_may_be_told_back_and_not_as_our_deed():
    request = "I bought BTC yesterday, what now?"
    assert judged("You bought BTC, so watch it.", request=request)[0].startswith("You bought")
    assert judged("I bought BTC.", request=request)[0].startswith(NOTHING)


@pytest.mark.parametrize("sentence", ["I'll let you know when it moves.", "价格到达时我会提醒您。"])
@pytest.mark.parametrize(
    ("effect", "kept"),
    [
        (("manage_alert", "create"), True),
        (("manage_briefing", "create"), True),
        (("manage_subscription", "add"), True),
        (("manage_alert", "delete"), False),
        (("execute_trade", "buy"), False),
        (("manage_preferences", "add"), False),
    ],
)
def test_a_promise_is_kept_only_by_a_job_of_this_turn(sentence, effect, kept):
    shown, _ = judged(sentence, effects=[effect])
    assert (shown == sentence) is kept


def test_the_truth_is_said_once_in_a_text_and_again_in_the_next():
    guard = Guard("zh")
    text = guard.check("已下单。已平仓。行情平稳。")
    assert text.count(say("zh", "guard.nothing_done")) == 1
    assert text.endswith("行情平稳。")
    assert say("zh", "guard.nothing_done") in guard.check("已下单。")


def test_a_sentence_of_more_figures_than_can_be_judged_is_withheld_I5():
    shown, guard = judged("1, " * 200 + "done. Take care.", {"price": "1"})
    assert shown == "Take care."
    assert guard.withheld == 1


def test_words_of_code_pass_as_they_are():
    guard = Guard("en", trusted=True)
    assert guard.check("I bought BTC at 95000.") == "I bought BTC at 95000."


EVERY = [*CLAIMS, *NO_CLAIMS, *PROMISES, *NO_PROMISES, *FIGURES, *NO_FIGURES]
JOINTS = st.sampled_from([" ", "\n", "\n\n", "  ", "\n- ", "\n1. "])


@st.composite
def written(draw):
    """A text of some sentences, and the pieces in which it streams in."""
    parts = draw(st.lists(st.tuples(st.sampled_from(EVERY), JOINTS), min_size=1, max_size=4))
    text = "".join(sentence + joint for sentence, joint in parts)
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    edges = [0, *cuts, len(text)]
    return text, [text[a:b] for a, b in pairwise(edges)]


@given(written())
@example(
    ("I bought it.  Your balance is 12.5 USDT.", list("I bought it.  Your balance is 12.5 USDT."))
)
@example(("已下单。”价格 3.5 美元。", list("已下单。”价格 3.5 美元。")))
def test_the_verdict_is_the_same_however_the_text_was_cut_I5_peers_29(case):
    text, pieces = case
    whole, at_once = judged(text)
    guard = Guard("en")
    released = [guard.feed(piece) for piece in pieces]
    released.append(guard.rest())
    assert "".join(released) == whole
    assert guard.withheld == at_once.withheld
    assert guard.passed == at_once.passed


@given(st.text(max_size=200))
def test_any_text_at_all_is_judged_without_failing(text):
    guard = Guard("en")
    guard.learn_request(text)
    assert isinstance(guard.check(text), str)
