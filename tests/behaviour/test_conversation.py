"""What a conversation remembers from turn to turn, and what it must never keep (DESIGN 3, 8)."""

import pytest

from core.domain.records import MessageRow, OrderRow, Waiting
from tests.behaviour.seams import Model, plan, respond
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk

SECRETS = (
    "sk-live-0123456789abcdefABCDEF",
    "123456789:AAHk3fJ0a9sd8f7a6s5d4f3g2h1j0k9l8m7",
    "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A",
)


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def test_the_second_one_of_a_list_has_data_behind_it_original_g1_23():
    async with open_desk() as desk:
        anna = desk.person()
        assert "ETH/USDT" in text(await anna.say("price of btc, eth and sol"))
        [card] = await anna.say("buy 50 usdt of the second one")
        assert card["data"]["symbol"] == "ETH/USDT"


async def test_it_is_the_newest_thing_named_and_a_turn_without_one_keeps_it_original_g1_18():
    async with open_desk() as desk:
        anna, boris = desk.person(), await desk.somebody("Boris")
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        await boris.say("sol price")
        for said in ("hello", "my balance", "/status"):
            await anna.say(said)
        [card] = await anna.say("close it")
        assert (card["data"]["side"], card["data"]["symbol"]) == ("sell", "BTC/USDT")


async def test_it_means_nothing_after_a_day():
    model = Model(*[plan(respond(text="Hello."), intent="chat")] * 2)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("/price eth")
        await anna.say("hi")
        desk.clock.advance(25 * 3600)
        await anna.say("hi")
    assert [len(asked.context.references.current) for asked in model.asked] == [1, 0]


async def test_the_same_words_mean_the_same_whatever_else_is_open_original_g1_22():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("hello")
        before = text(await anna.say("btc price"))
        await anna.say("buy 50 usdt of eth")
        await anna.say("buy some sol")
        assert text(await anna.say("btc price")).startswith(before)


async def test_a_prompt_states_its_time_with_the_zone_original_g1_26():
    model = Model(plan(respond(text="Hello."), intent="chat"))
    async with open_desk(provider=model) as desk:
        await desk.person().say("hi")
    assert "2026-03-02T09:30:00+00:00 (UTC)" in model.asked[0].volatile


@pytest.mark.parametrize("secret", SECRETS)
async def test_a_key_that_is_pasted_is_kept_nowhere_and_the_rest_is_answered_I8_original_g1_10(
    secret,
):
    model = Model(plan(respond(text="Thank you."), intent="chat"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        reply = text(await anna.say(f"my key is {secret}, thanks"))
        assert "looked like a secret" in reply
        assert "Thank you." in reply
        await anna.say(f"/price {secret}")
        await desk.person(chat="other").say("broken " + secret, key="k")
        assert secret not in stored(desk)
        assert "my key is [masked]" in stored(desk)
        assert secret not in str(model.asked)


def stored(desk):
    """Everything that the store holds, as text."""
    return str(desk.desk.parts.records._tables)


async def test_two_conversations_of_one_account_do_not_mix():
    clock, ids = ManualClock(), SeededIds()
    async with open_desk(clock=clock, ids=ids) as desk:
        one, two = desk.person(chat="one"), desk.person(chat="two")
        await one.say("buy 50 usdt of btc")
        assert "Still waiting" not in text(await two.say("btc price"))
        await two.say("yes")
        assert await desk.rows(OrderRow) == []
        await two.say("/clear")
        assert len(await desk.rows(Waiting, status="open")) == 1
        assert {row.conversation_id for row in await desk.rows(MessageRow, role="user")} == {
            one.key.id
        }
        assert len(await two.questions()) == 1, "but one account sees all of its questions"


async def test_the_language_follows_the_person_and_a_short_word_changes_nothing():
    async with open_desk() as desk:
        anna = desk.person()
        assert "余额" in text(await anna.say("余额"))
        assert "价格" in text(await anna.say("btc"))
        assert "Balance" in text(await anna.say("show my balance"))
        assert "Price" in text(await anna.say("btc"))
        await anna.say("answer me in chinese")
        assert "余额" in text(await anna.say("show my balance please"))
