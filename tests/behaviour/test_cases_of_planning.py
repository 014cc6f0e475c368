"""Cases of planners that acted on their own word, asked too often or saw too little."""

from decimal import Decimal

import pytest

from core.domain.records import FillRow, OrderRow, Preference, Waiting, Workflow
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.behaviour.lives import Lives
from tests.behaviour.seams import Model, ask, buy, call, plan, respond, revision
from tests.bench.calls import KINDS, run
from tests.desk import open_desk

PRICE = call("s1", "get_market_price", symbols=["BTC"])


def text(messages):
    return "\n".join(message["text"] for message in messages)


# -- original: acted twice, or unasked ------------------------------------------------------------


async def test_the_same_wish_twice_within_a_minute_is_two_orders_original_g1_8():
    async with open_desk() as desk:
        anna = desk.person()
        for _ in range(2):
            await anna.say("buy 50 usdt of btc")
            await anna.press("confirm")
            desk.clock.advance(5)
        assert [order.status for order in await desk.rows(OrderRow)] == ["FILLED"] * 2
        await assert_one_order_per_approval(desk)
        await assert_books_balance(desk)


@pytest.mark.parametrize("claimed", [{"confirmed": True}, {"confirm": "yes"}, {"approved": True}])
async def test_a_model_cannot_confirm_in_its_arguments_original_g1_15(claimed):
    forged = plan(buy(**claimed), respond(text="Done."))
    async with open_desk(provider=Model(forged, forged)) as desk:
        anna = desk.person()
        told = text(await anna.say("buy 50 usdt of btc"))
        assert "Done." not in told
        assert await desk.rows(OrderRow) == []
        assert await desk.rows(Waiting, status="answered") == []


async def test_no_step_of_a_plan_answers_a_card_original_g1_15():
    hasty = plan(buy("s1"), buy("s2", symbol="ETH"), respond(text="Both done."))
    async with open_desk(provider=Model(hasty)) as desk:
        anna = desk.person()
        [card] = await anna.say("buy both")
        assert card["kind"] == "question"
        assert len(await desk.rows(Waiting, status="open")) == 1
        assert await desk.rows(OrderRow) == []


# -- original: several questions at once ----------------------------------------------------------


@pytest.mark.parametrize("word", ["是", "ok", "好", "确认"])
async def test_a_yes_is_never_guessed_original_g1_7_peers_11(word):
    async with open_desk() as desk:
        anna = desk.person()
        assert text(await anna.say(word))
        assert await anna.questions() == [], "with nothing open it opens nothing"
        await anna.say("buy 50 usdt of btc")
        await anna.say("buy 60 usdt of eth")
        which = text(await anna.say(word))
        assert "BTC" in which
        assert "ETH" in which
        assert await desk.rows(OrderRow) == []
        await anna.press("opt:2")
        [order] = await desk.rows(OrderRow)
        assert order.symbol == "BTC/USDT", "the button that was pressed, not the newest card"


# -- original: too many calls, too little in them -------------------------------------------------

MOST = {
    "greeting": 1,
    "question": 1,
    "read": 1,
    "several reads": 1,
    "write": 1,
    "order": 1,
    "question asked back": 2,
    "multi-step, dependent": 1,
    "multi-step, two orders": 2,
    "analysis in words": 2,
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_request_asks_a_model_more_often_than_it_must_original_g1_20(kind):
    [row] = run((kind,))
    assert row["ended"] == "done"
    assert row["calls"] == MOST[kind.name]
    assert Decimal(str(row["calls"])) <= Decimal(str(row["peer_calls"]))


async def test_an_analysis_shows_what_was_read_with_source_and_time_original_g1_25():
    unread = plan(respond(text="BTC is at 64,000 USDT. It looks strong."), intent="chat")
    read = plan(PRICE, respond(show=["s1"], instruction="Say how it looks."))
    words = {"text": "BTC stands at 95,000 USDT by the simulated market. It looks strong."}
    async with open_desk(provider=Model(unread, read, words)) as desk:
        anna = desk.person()
        from_memory = text(await anna.say("analyse BTC"))
        assert "64,000" not in from_memory
        shown = text(await anna.say("analyse BTC"))
    assert "95,000" in shown
    assert "Source: simulated market, 09:30:00 UTC" in shown
    assert "It looks strong." in shown


async def test_every_prompt_states_the_time_with_its_zone_original_g1_26():
    model = Model(
        plan(
            PRICE | {"replan_after": True},
            {"type": "reason", "id": "s2", "instruction": "think"},
            respond(instruction="say it"),
        ),
        revision("continue"),
        {"text": "Calm."},
        {"text": "Calm it is."},
    )
    async with open_desk(provider=model, default_timezone="Asia/Kolkata") as desk:
        await desk.person().say("how is btc?")
    assert model.calls == ["plan", "revise", "reason", "respond"]
    for asked in model.asked:
        assert asked.volatile.startswith(
            "Now: 2026-03-02T09:30:00+00:00 (UTC); "
            "Monday 2026-03-02 15:00 in Asia/Kolkata (UTC+05:30)."
        )


@pytest.mark.parametrize("modelled", [False, True])
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("my favourite is NOCOIN", "NOCOIN is not traded here."),
        ("add NOCOIN to my favourites", "NOCOIN is not traded here."),
        ("把 NOCOIN 加入收藏", "这里没有 NOCOIN 这个市场。"),
    ],
)
async def test_an_unknown_symbol_is_refused_where_it_is_added_original_g1_27(said, told, modelled):
    add = call("s1", "manage_preferences", action="add", key="favourites", value="NOCOIN")
    model = Model(plan(add, respond(show=["s1"]), intent="memory_write"))
    async with open_desk(provider=model if modelled else None) as desk:
        anna = desk.person()
        assert told in text(await anna.say(said))
        assert await desk.rows(Preference) == []
        if not modelled:
            await anna.say("my favourite is eth")
            assert [row.value for row in await desk.rows(Preference)] == ["ETH/USDT"]


# -- peers ----------------------------------------------------------------------------------------


async def test_after_a_restart_a_confirmation_checks_the_price_again_peers_10():
    lives = Lives()
    async with lives.desk() as desk:
        await desk.person().say("buy 50 usdt of btc")
        [old] = await desk.rows(Waiting)
    async with lives.desk() as desk:
        anna = desk.person()
        await desk.market.move("BTC/USDT", (await desk.market.quote("BTC/USDT")).mark * 2)
        [card] = await anna.press("confirm", old.id)
        assert "price has moved" in card["text"]
        assert await desk.rows(OrderRow) == []
        await anna.press("confirm")
        [fill] = await desk.rows(FillRow)
        assert fill.price == (await desk.market.quote("BTC/USDT")).ask


async def test_a_plan_of_two_questions_has_both_asked_and_answered_peers_8():
    model = Model(
        plan(ask("Which coin?", "BTC", "ETH", fields=("symbol",))),
        plan(ask("How much?", "50 USDT", fields=("amount",))),
        plan(buy(symbol="ETH"), respond(show=["s1"])),
    )
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("buy something")
        await anna.say("ETH")
        await anna.press("opt:1")
        assert anna.card["data"]["symbol"] == "ETH/USDT"
        await anna.press("confirm")
        assert [order.symbol for order in await desk.rows(OrderRow)] == ["ETH/USDT"]
    assert model.asked[2].messages[-1].text == ("buy something\n[symbol: ETH]\n[amount: 50 USDT]")


@pytest.mark.parametrize(
    "answer", ["Done.", "好的，网格已暂停。", "I've paused the grid bot for you."]
)
async def test_a_pause_that_no_tool_made_is_said_not_to_be_done_peers_29(answer):
    async with open_desk(provider=Model(plan(respond(text=answer), intent="chat"))) as desk:
        anna = desk.person(lang="en")
        told = text(await anna.say("pause the grid bot"))
        assert answer not in told
        assert "Nothing was done or changed in this turn." in told


async def test_a_verb_said_twice_has_the_same_end_and_says_it_peers_33():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        assert text(await anna.say("later")).startswith("Put aside: Buy")
        for _ in range(2):
            again = text(await anna.say("later"))
            assert again.startswith("That is put aside already: buy 50 usdt of btc.")
        assert [row.status for row in await desk.rows(Workflow)] == ["suspended"]
        assert "1 open request" in text(await anna.say("/cancel all"))
        assert "Nothing is open" in text(await anna.say("/cancel all"))
        assert [row.status for row in await desk.rows(Workflow)] == ["cancelled"]
        assert await desk.rows(OrderRow) == []


@pytest.mark.parametrize("choice", ["cancel", "confirm"])
async def test_a_double_tap_has_one_end_and_says_it_peers_33(choice):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        question = anna.question_id
        await anna.press(choice, question)
        before = await desk.rows(OrderRow), await desk.rows(FillRow)
        [told] = await anna.press(choice, question)
        assert anna.last.outcome == "already_answered"
        assert told["text"].startswith("Already answered")
        assert (await desk.rows(OrderRow), await desk.rows(FillRow)) == before
