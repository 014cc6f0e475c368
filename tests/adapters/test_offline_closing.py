"""The offline planner on closing: what is held decides what a few words mean."""

import pytest

from core.domain.plan import MAX_STEPS
from core.domain.requests import with_answer
from tests.adapters.offline_talk import (
    BTC,
    DOGE,
    ETH,
    calls,
    order,
    plan,
    position,
    question,
    refer,
)

BTC_PERP, ETH_PERP, SOL_PERP = "BTC/USDT:USDT", "ETH/USDT:USDT", "SOL/USDT:USDT"
LONG, SHORT, HOLDING = position(BTC_PERP), position(ETH_PERP, "SHORT"), position(DOGE)
ALL = ("100", "percent_of_position")
SHOWN: tuple[str, dict[str, object]] = ("get_positions", {})


@pytest.mark.parametrize(
    "text", ["close it", "close", "平仓", "把它平了", "close my position", "exit"]
)
async def test_with_one_position_closing_means_that_one(text):
    assert await calls(text, positions=(LONG,)) == [order("close_long", BTC_PERP, *ALL)]
    assert await calls(text, positions=(SHORT,)) == [order("close_short", ETH_PERP, *ALL)]
    assert await calls(text, positions=(HOLDING,)) == [order("sell", DOGE, *ALL)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("close my btc long", order("close_long", BTC_PERP, *ALL)),
        ("close btc", order("close_long", BTC_PERP, *ALL)),
        ("平多 btc", order("close_long", BTC_PERP, *ALL)),
        ("平掉以太坊空单", order("close_short", ETH_PERP, *ALL)),
        ("把btc平了", order("close_long", BTC_PERP, *ALL)),
        ("close my short", order("close_short", ETH_PERP, *ALL)),
        ("平空", order("close_short", ETH_PERP, *ALL)),
        ("close doge", order("sell", DOGE, *ALL)),
        ("close half of my btc", order("close_long", BTC_PERP, "50", "percent_of_position")),
        ("close 25% of the eth short", order("close_short", ETH_PERP, "25", "percent_of_position")),
        ("平掉一半以太坊", order("close_short", ETH_PERP, "50", "percent_of_position")),
        ("reduce my btc long by 50%", order("close_long", BTC_PERP, "50", "percent_of_position")),
        ("减仓一半 btc", order("close_long", BTC_PERP, "50", "percent_of_position")),
        ("close 0.01 btc of my long", order("close_long", BTC_PERP, "0.01", "base")),
        ("close 100 usdt of btc", order("close_long", BTC_PERP, "100", "quote")),
        ("close all btc", order("close_long", BTC_PERP, *ALL)),
    ],
)
async def test_a_position_is_closed_by_name(text, wanted):
    assert await calls(text, positions=(LONG, SHORT, HOLDING)) == [wanted]


async def test_which_one_is_asked_when_several_could_be_meant():
    held = (LONG, SHORT, HOLDING)
    field, _, options = await question("close it", positions=held)
    assert (field, options) == ("position", ["BTC long", "ETH short", "DOGE spot"])
    assert await calls(f"close half of it\n[position: {options[1]}]", positions=held) == [
        order("close_short", ETH_PERP, "50", "percent_of_position")
    ]
    _, _, options = await question("平仓", positions=held)
    assert options == ["BTC 多仓", "ETH 空仓", "DOGE 现货"]
    assert await calls(f"平仓\n[position: {options[2]}]", positions=held) == [
        order("sell", DOGE, *ALL)
    ]


async def test_a_coin_held_in_two_ways_is_asked_about():
    held = (position(BTC), LONG)
    assert (await question("close btc", positions=held))[2] == ["BTC spot", "BTC long"]
    assert await calls("close btc spot", positions=held) == [order("sell", BTC, *ALL)]
    assert await calls("close btc perp", positions=held) == [order("close_long", BTC_PERP, *ALL)]


async def test_it_is_the_position_that_was_shown():
    held = (LONG, SHORT, HOLDING)
    shown = refer("position", ETH_PERP, BTC_PERP, DOGE)
    assert await calls("close it", positions=held, references=shown) == [
        order("close_short", ETH_PERP, *ALL)
    ]
    assert await calls("close half of the second one", positions=held, references=shown) == [
        order("close_long", BTC_PERP, "50", "percent_of_position")
    ]
    assert await calls("平掉第三个", positions=held, references=shown) == [
        order("sell", DOGE, *ALL)
    ]
    spoken = refer("symbol", ETH)
    assert await calls("close it", positions=held, references=spoken) == [
        order("close_short", ETH_PERP, *ALL)
    ]


async def test_what_is_not_held_is_not_closed_and_what_is_held_is_shown():
    for text in ("close sol", "close my btc short", "close it"):
        held = (LONG, HOLDING) if text != "close it" else ()
        made = await plan(text, positions=held)
        assert [step.tool_name for step in made.steps if step.type == "tool"] == ["get_positions"]
        assert "nothing of that to close" in made.steps[-1].text


async def test_closing_all_closes_perpetuals_one_by_one_and_everything_is_one_card():
    held = (LONG, SHORT, HOLDING)
    both = [order("close_long", BTC_PERP, *ALL), order("close_short", ETH_PERP, *ALL)]
    for text in ("close all", "全平", "close all positions"):
        assert await calls(text, positions=held) == both
    for text in ("close everything", "flatten", "Flatten all", "清仓", "一键平仓"):
        for positions in (held, (HOLDING,), None):
            assert await calls(text, positions=positions) == [("close_everything", {})]
    assert await calls("close all longs", positions=held) == both[:1]
    for text in ("close all", "全平"):
        assert await calls(text, positions=(HOLDING,)) == [SHOWN]


async def test_closing_all_says_that_holdings_stay():
    for text, said in (("close all", "Spot holdings are not part"), ("全平", "不包括现货")):
        lead = (await plan(text, positions=(LONG, HOLDING))).steps[-1].text
        assert said in lead
        assert "DOGE" in lead
        assert (await plan(text, positions=(LONG,))).steps[-1].text is None


SEVERAL = (position(BTC), HOLDING, SHORT)


@pytest.mark.parametrize(
    ("first", "then", "coins"),
    [
        ("平仓", "全部卖出", ["BTC", "DOGE"]),
        ("平仓", "sell all", ["BTC", "DOGE"]),
        ("close it", "sell all", ["BTC", "DOGE"]),
        ("close it", "sell 50%", ["BTC", "DOGE"]),
    ],
)
async def test_an_answer_that_is_an_order_of_its_own_is_the_new_request(first, then, coins):
    text = with_answer(first, "position", then)
    field, _, options = await question(text, positions=SEVERAL)
    assert (field, options) == ("symbol", coins)
    share = "50" if "50" in then else "100"
    assert await calls(with_answer(text, "symbol", "DOGE"), positions=SEVERAL) == [
        order("sell", DOGE, share, "percent_of_position")
    ]


async def test_an_order_said_to_a_question_about_leverage_is_the_new_request():
    text = with_answer("long btc 50 usdt 2.5x", "leverage", "sell all")
    assert (await question(text, positions=SEVERAL))[0] == "symbol"
    text = with_answer("long btc 50 usdt 2.5x", "leverage", "lots")
    assert (await question(text, positions=SEVERAL))[0] == "leverage"


@pytest.mark.parametrize(
    "then", ["don't sell all", "sell all?", "sell all tomorrow", "不要全部卖出"]
)
async def test_an_answer_with_doubt_in_it_is_no_new_order(then):
    text = with_answer("close it", "position", then)
    assert (await question(text, positions=SEVERAL))[0] == "request"
    assert not await calls(text, positions=(HOLDING,))


@pytest.mark.parametrize(
    ("first", "then"), [("close it", "close half"), ("close it", "half"), ("平仓", "平掉一半")]
)
async def test_an_amount_said_to_which_position_is_not_lost(first, then):
    text = with_answer(first, "position", then)
    field, _, options = await question(text, positions=(LONG, SHORT))
    assert field == "request"
    assert await calls(options[1], positions=(LONG, SHORT)) == [
        order("close_short", ETH_PERP, "50", "percent_of_position")
    ]


@pytest.mark.parametrize("text", ["sell all", "sell everything", "全部卖出", "卖出全部"])
async def test_selling_all_means_the_one_coin_held(text):
    assert await calls(text, positions=(HOLDING, SHORT)) == [order("sell", DOGE, *ALL)]
    assert (await question(text, positions=SEVERAL))[0] == "symbol"
    for held in ((), (SHORT,), None):
        assert (await question(text, positions=held))[0] == "symbol"


async def test_more_positions_than_a_plan_has_steps_are_left_and_counted():
    held = tuple(position(f"C{number}/USDT:USDT") for number in range(MAX_STEPS + 2))
    made = await plan("close all", positions=held)
    assert len(made.steps) == MAX_STEPS
    assert "3 more" in made.steps[-1].text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("close my btc long", order("close_long", BTC_PERP, *ALL)),
        ("close half of my btc short", order("close_short", BTC_PERP, "50", "percent_of_position")),
        ("close btc spot", order("sell", BTC, *ALL)),
    ],
)
async def test_without_knowing_what_is_held_only_what_is_named_in_full_is_closed(text, wanted):
    assert await calls(text, positions=None) == [wanted]


async def test_without_knowing_what_is_held_the_rest_is_asked_or_shown():
    field, _, options = await question("close btc", positions=None)
    assert (field, options) == ("position", ["BTC long", "BTC short", "BTC spot"])
    assert await calls("close btc\n[position: BTC short]", positions=None) == [
        order("close_short", BTC_PERP, *ALL)
    ]
    shown = refer("position", ETH_PERP)
    assert (await question("close it", positions=None, references=shown))[2] == [
        "ETH long",
        "ETH short",
    ]
    for text in ("close it", "close all", "平仓", "全平"):
        assert await calls(text, positions=None) == [SHOWN]


async def test_an_unclear_part_of_a_position_is_asked():
    held = (LONG,)
    assert (await question("reduce my btc long", positions=held))[2] == ["25%", "50%", "100%"]
    assert (await question("close 1,000 usdt of btc", positions=held))[2] == ["1000 USDT", "1 USDT"]
    assert (await question("close 0.5 btc and eth", positions=held))[0] == "request"


async def test_another_request_said_to_the_question_is_not_taken_for_its_answer():
    text = "close it\n[position: show my positions]"
    assert await calls(text, positions=(LONG, SHORT)) == [SHOWN]
