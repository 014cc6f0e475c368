"""What hurried people say to the offline planner, end to end."""

import pytest

from core.domain.records import OrderRow
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


def labels(messages):
    return [choice["label"] for message in messages for choice in message.get("choices", ())]


async def holds(person, *orders):
    for order in orders:
        await person.say(order)
        await person.press("confirm")


@pytest.mark.parametrize("first", ["平仓", "close"])
@pytest.mark.parametrize("then", ["全部卖出", "sell all"])
async def test_selling_all_while_which_position_is_asked(first, then):
    async with open_desk() as desk:
        anna = desk.person()
        await holds(anna, "buy 50 usdt of btc", "buy 50 usdt of doge", "long eth 50 usdt 3x")
        await anna.say(first)
        assert len(labels(anna.last.messages)) == 4
        assert labels(await anna.say(then))[:2] == ["BTC", "DOGE"]
        [card] = await anna.say("DOGE")
        assert (card["data"]["side"], card["data"]["symbol"]) == ("sell", "DOGE/USDT")
        assert len(await desk.rows(OrderRow)) == 3


async def test_selling_all_of_the_only_coin_while_which_position_is_asked():
    async with open_desk() as desk:
        anna = desk.person()
        await holds(anna, "buy 50 usdt of doge", "long eth 50 usdt 3x")
        await anna.say("平仓")
        card = (await anna.say("全部卖出"))[0]
        assert (card["data"]["side"], card["data"]["symbol"]) == ("sell", "DOGE/USDT")


async def test_a_yes_that_answers_nothing_does_not_deny_what_waits():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        said = text(await anna.say("yes?"))
        assert "not an answer I can act on" in said
        assert "no question" not in said.lower()
        assert await desk.rows(OrderRow) == []


async def test_an_order_in_a_group_says_where_it_would_be_possible():
    async with open_desk() as desk:
        said = text(await desk.person(private=False).say("buy 50 usdt of btc"))
        assert "private chat" in said
        assert "execute_trade" not in said


async def test_trades_of_yesterday_are_said_to_be_all_and_todays_are_todays():
    async with open_desk() as desk:
        anna = desk.person()
        await holds(anna, "buy 50 usdt of btc")
        assert "not only yesterday" in text(await anna.say("btc trades yesterday"))
        assert "不只是昨天" in text(await anna.say("昨天的成交"))
        assert "1 trade in all" in text(await anna.say("btc trades today"))
        assert "Performance, this week" in text(await anna.say("how did I do this week"))
        assert "业绩（本周）" in text(await anna.say("本周盈亏"))
