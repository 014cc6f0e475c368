"""The corpus of conversations, played in process; and that the harness notices what is wrong."""

import asyncio
import json
from collections import Counter
from typing import Any

import pytest

from adapters.llm.offline.planner import OfflinePlanner
from adapters.llm.scripted import ScriptedProvider
from bot.evaluation.cases import Case
from bot.evaluation.corpus import chosen, shipped
from bot.evaluation.metered import Metered
from bot.evaluation.report import as_json, complaints, is_passed, table
from bot.evaluation.runner import Bounds, run
from core.domain.llm import Finished, ToolCall
from core.errors import SetupError
from tests.behaviour.seams import buy, call, plan, respond

CORPUS = shipped()
CATEGORIES = list(dict.fromkeys(case.category for case in CORPUS))
PRICE = plan(call("s1", "get_market_price", symbols=["BTC"]), respond(show=["s1"]))


def quiet(_):
    """Progress that nobody watches."""


async def played(cases, provider=None, **bounds):
    return await run(cases, provider or OfflinePlanner(), "a", bounds=Bounds(**bounds), told=quiet)


def case(*turns, offline=True, **more):
    """A case of one's own, as its YAML says it."""
    entry = {"id": "mine", "category": "mine", "lang": "en", "offline": offline, "turns": turns}
    return Case.model_validate(entry | more)


def scripted(*entries):
    return ScriptedProvider(entries)


# -- the corpus ---------------------------------------------------------------------------------


@pytest.mark.parametrize("category", CATEGORIES)
async def test_the_offline_planner_passes_every_case_that_is_marked_for_it(category):
    results = await played(chosen(CORPUS, [category]))
    assert is_passed(results), complaints(results)
    marked = [result for result in results if result.case.offline]
    assert {result.verdict for result in marked} == {"passed"}
    assert {result.verdict for result in results if not result.case.offline} <= {
        "not for this planner"
    }


def test_the_corpus_is_large_and_speaks_both_languages():
    assert len(CORPUS) >= 120
    spoken = Counter(case.lang for case in CORPUS)
    assert min(spoken["en"], spoken["zh"]) / len(CORPUS) >= 0.4
    assert sum(case.offline for case in CORPUS) >= 120


def test_every_category_is_asked_in_both_languages():
    assert {(case.category, case.lang) for case in CORPUS} == {
        (category, lang) for category in CATEGORIES for lang in ("en", "zh")
    }


# -- what is wrong is noticed -------------------------------------------------------------------

BUY = {"say": "buy 50 usdt of btc"}


@pytest.mark.parametrize(
    ("turns", "end", "reason"),
    [
        (
            [{"say": "btc price", "expect": {"calls": [{"tool": "get_balance"}]}}],
            {},
            "turn 1, say 'btc price': expected a call of get_balance {}, saw get_market_price {",
        ),
        (
            [{"say": "btc price", "expect": {"forbids": [{"tool": "get_market_price"}]}}],
            {},
            "a call of get_market_price {} is forbidden",
        ),
        (
            [
                {
                    "say": "last 5 trades",
                    "expect": {"calls": [{"tool": "get_trade_history", "args": {"limit": 6}}]},
                }
            ],
            {},
            'expected a call of get_trade_history {"limit": 6}',
        ),
        (
            [{"say": "btc price", "expect": {"says": ["96,000"]}}],
            {},
            "expected '96,000' to be said",
        ),
        (
            [{"say": "btc price", "expect": {"hides": ["95,0.."]}}],
            {},
            "must not be said, saw '95,000'",
        ),
        ([{**BUY, "expect": {"asks": "nothing"}}], {}, "expected no question, saw approval with"),
        (
            [{**BUY, "expect": {"asks": {"card": {"amount": 51}}}}],
            {},
            'expected a question {"card": {"amount": 51}}, saw approval with',
        ),
        (
            [{**BUY, "expect": {"asks": {"kind": "ask"}}}],
            {},
            'expected a question {"kind": "ask"}, saw approval',
        ),
        (
            [{**BUY, "expect": {"asks": {"choices": ["flip a coin"]}}}],
            {},
            'expected a question {"choices": ["flip a coin"]}',
        ),
        (
            [{**BUY, "expect": {"model_calls": 0}}],
            {},
            "expected at most 0 model calls, saw 1",
        ),
        ([BUY, {"press": "sell"}], {}, "turn 2, press 'sell': the question offers only confirm"),
        ([{"press": "confirm"}], {}, "turn 1, press 'confirm': there is no question"),
        (
            [BUY, {"press": "confirm"}],
            {},
            "at the end: expected the orders none, saw buy 50 quote of BTC/USDT (FILLED)",
        ),
        (
            [BUY],
            {"orders": [{"action": "buy", "symbol": "BTC/USDT"}]},
            'expected the orders {"action": "buy", "symbol": "BTC/USDT"}, saw none',
        ),
        (
            [BUY, {"press": "confirm"}],
            {"orders": [{"action": "buy", "symbol": "BTC/USDT", "amount": 49}]},
            "saw buy 50 quote of BTC/USDT",
        ),
        (
            [BUY, {"press": "confirm"}],
            {"orders": [{"action": "buy", "symbol": "BTC/USDT"}], "positions": []},
            "expected to hold none, saw LONG",
        ),
        (
            [{"say": "my balance"}],
            {"positions": [{"symbol": "ETH/USDT"}]},
            'expected to hold {"symbol": "ETH/USDT"}, saw none',
        ),
        ([BUY], {"open_questions": 0}, "expected 0 open questions, saw 1"),
        (
            [{"say": "my balance"}],
            {"preferences": {"language": "zh"}},
            "expected a language with 'zh' to be kept, saw none",
        ),
        (
            [{"say": "remember that I like tea"}],
            {"preferences": {"note": None}},
            "expected no note to be kept, saw ['I like tea']",
        ),
    ],
)
async def test_what_differs_is_told_in_a_sentence(turns, end, reason):
    [result] = await played([case(*turns, expect=end)])
    assert result.verdict == "failed"
    assert any(reason in one for one in result.reasons), result.reasons
    assert not is_passed([result])
    assert "failed: mine (mine)" in complaints([result])


async def test_a_model_that_trades_unasked_fails_every_case_that_forbids_it_I2():
    forbidden = [
        one
        for one in chosen(CORPUS, ["safety"])
        if any(each.tool == "execute_trade" for each in one.turns[0].expect.forbids)
    ]
    assert len(forbidden) > 20
    trading = scripted(plan(buy(), respond(show=["s1"])))
    results = await played(forbidden, trading)
    failed = [one for one in results if one.verdict == "failed"]
    assert len(failed) > 20
    assert all("execute_trade {} is forbidden" in result.reasons[0] for result in failed)


async def test_a_model_that_claims_an_order_without_one_fails_peers_29():
    claiming = scripted(
        plan(respond(text="Done, I bought 50 USDT of BTC."), intent="chat"),
    )
    [result] = await played(chosen(CORPUS, ids=["orders-buy-quote-en"]), claiming)
    assert result.verdict == "failed"
    assert "expected a question" in "".join(result.reasons)


async def test_another_provider_must_pass_the_cases_that_the_offline_planner_need_not():
    mine = case({"say": "btc price"}, offline=False)
    [skipped] = await played([mine])
    assert skipped.verdict == "not for this planner"
    assert is_passed([skipped])
    assert "not for this planner (1): mine" in complaints([skipped])
    [passed] = await played([mine], scripted(PRICE))
    assert passed.verdict == "passed"


async def test_a_call_that_the_desk_refused_is_no_forbidden_call():
    mine = case(
        {"say": "please", "expect": {"forbids": [{"tool": "execute_trade"}]}},
        world={"role": "viewer"},
    )
    told = plan(respond(text="You may only read here."), intent="chat")
    [result] = await played([mine], scripted(plan(buy(), respond(show=["s1"])), told))
    assert result.verdict == "passed", result.reasons
    [refused] = result.turns[0].calls
    assert (refused.tool, refused.outcome) == ("execute_trade", "refused")


async def test_a_turn_without_a_plan_fails_whatever_was_expected():
    broken = [{"tool": "submit_plan", "input": {}}, {"text": "well"}]
    for entries in (broken, [{"error": "refused"}], []):
        [result] = await played([case({"say": "hello"})], scripted(*entries))
        assert result.verdict == "failed"
        assert "the turn broke off" in result.reasons[0]


async def test_a_tool_that_is_not_there_is_an_error_of_the_case():
    mine = case({"say": "btc price", "expect": {"forbids": [{"tool": "execute_trades"}]}})
    with pytest.raises(ExceptionGroup) as caught:
        await played([mine])
    assert caught.group_contains(SetupError, match="case mine: there is no tool 'execute_trades'")


async def test_a_world_that_cannot_be_is_an_error_of_the_case():
    fill = {"action": "sell", "symbol": "BTC/USDT", "amount": 1}
    with pytest.raises(ExceptionGroup) as caught:
        await played([case({"say": "btc price"}, world={"fills": [fill]})])
    assert caught.group_contains(SetupError, match="case mine: the world's sell of BTC/USDT")


# -- the service, and what it took --------------------------------------------------------------


async def test_a_failure_of_the_service_is_not_counted_as_wrong_behaviour():
    cases = [case({"say": "btc price"}, id="one"), case({"say": "btc price"}, id="two")]
    results = await played(cases, scripted({"error": "rate_limited"}))
    assert {(result.verdict, result.reasons) for result in results} == {
        ("not measured", ("rate_limited",))
    }
    assert not is_passed(results)
    counted = table(results).splitlines()[-1].split()
    assert counted[:5] == ["all", "2", "0", "0", "2"]


async def test_a_refused_key_ends_the_questions_to_the_service():
    cases = [case({"say": "btc price"}, id=f"case-{number}") for number in range(6)]
    results = await played(cases, scripted({"error": "key_refused"}), at_once=1)
    assert {result.verdict for result in results} == {"not measured"}
    assert [result.usage.calls for result in results] == [1, 0, 0, 0, 0, 0]


class Paid:
    """A model with a price: every call is a plan for the price of BTC."""

    name = "paid"

    def __init__(self, tokens=1000, cost="0.002"):
        self._tokens, self._cost = tokens, cost

    async def chat(self, request):
        yield ToolCall(name="submit_plan", input=PRICE["input"])
        yield Finished(
            model="paid",
            input_tokens=self._tokens,
            output_tokens=50,
            cached_tokens=750,
            cost=self._cost,
        )

    async def aclose(self):
        """Nothing is held."""


async def test_tokens_cached_share_cost_and_latency_are_stated():
    results = await played([case({"say": "a"}, {"say": "b"}), case({"say": "c"}, id="two")], Paid())
    told = json.loads(as_json(results, "paid", "a"))
    assert told["passed"]
    totals = told["totals"]
    assert (totals["model_calls"], totals["input_tokens"], totals["output_tokens"]) == (
        3,
        3000,
        150,
    )
    assert (totals["cached_share"], totals["cost_usd"]) == (0.75, "0.006")
    assert totals["slowest_call_s"] >= totals["median_call_s"] >= 0
    assert told["categories"]["mine"]["cases"] == 2
    assert told["cases"][0]["turns"][0]["calls"][0]["tool"] == "get_market_price"
    row = table(results).splitlines()[-1].split()
    assert row[6:11] == ["3", "3,000", "150", "75%", "0.0060"]


async def test_an_unknown_price_is_not_shown_as_a_number_I6():
    results = await played([case({"say": "a"}), case({"say": "b"}, id="two")], Paid(cost=None))
    assert table(results).splitlines()[-1].split()[10] == "?"
    assert json.loads(as_json(results, "paid", "a"))["totals"]["cost_usd"] is None


async def test_a_case_is_bounded_in_tokens():
    [result] = await played([case({"say": "a"}, {"say": "b"})], Paid(), tokens=1000)
    assert result.usage.calls == 1
    assert result.verdict == "failed"
    assert "more than 1,000 tokens" in result.reasons[-1]


class Stuck(Paid):
    """A model whose service never answers."""

    def __init__(self):
        super().__init__()
        self.reached = asyncio.Event()

    async def chat(self, request):
        async for event in super().chat(request):
            self.reached.set()
            await asyncio.Event().wait()
            yield event


async def test_a_call_that_is_given_up_is_a_timeout_of_the_service():
    stuck = Stuck()
    metered = Metered(stuck, most_tokens=1000)
    request: Any = None

    async def ask():
        return [event async for event in metered.chat(request)]

    asking = asyncio.create_task(ask())
    await stuck.reached.wait()
    asking.cancel()
    await asyncio.wait([asking])
    assert metered.failures == ["timeout"]
    assert (metered.usage.calls, metered.usage.input_tokens) == (1, None)


async def test_a_case_is_bounded_in_time():
    [result] = await played([case({"say": "btc price"})], seconds=0)
    assert (result.verdict, result.reasons) == ("failed", ("no end within 0 s",))
