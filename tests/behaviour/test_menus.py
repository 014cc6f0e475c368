"""Menus: which of several, by a button or its number, and nothing that a button alone may do."""

import pytest

from adapters.store.memory import MemoryRecords
from core.domain.conversation import Press
from core.domain.records import FillRow, InboxItem, OrderRow, Waiting, Workflow
from core.jobs.expiry import expire
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def two_cards(anna):
    await anna.say("buy 50 usdt of btc")
    first = anna.question_id
    await anna.say("buy 60 usdt of eth")
    return first, anna.question_id


def button(person, part):
    return next(item["id"] for item in person.card["choices"] if part in item["label"])


async def symbols(desk):
    return [order.symbol for order in await desk.rows(OrderRow)]


@pytest.mark.parametrize(("yes", "which"), [("yes", "Several questions"), ("好的", "有几个问题")])
async def test_a_bare_yes_asks_which_and_the_button_confirms_that_one_peers_11_original_g1_7(
    yes, which
):
    async with open_desk() as desk:
        anna = desk.person()
        first, second = await two_cards(anna)
        [menu] = await anna.say(yes)
        assert which in menu["text"]
        labels = [item["label"] for item in menu["choices"]]
        assert all("PAPER" in label for label in labels)
        assert menu["mode"] == "paper"
        assert await symbols(desk) == []
        await anna.press(button(anna, "BTC"))
        assert await symbols(desk) == ["BTC/USDT"]
        assert [item["question_id"] for item in await anna.questions()] == [second]
        await assert_one_order_per_approval(desk)
        await assert_books_balance(desk)
        await anna.press("confirm", first)
        assert anna.last.outcome == "already_answered"


@pytest.mark.parametrize("named", ["2", "option 2", "the second one", "第二个"])
async def test_a_line_of_the_menu_may_be_named_by_its_number(named):
    async with open_desk() as desk:
        anna = desk.person()
        await two_cards(anna)
        await anna.say("yes")
        await anna.say(named)
        assert await symbols(desk) == ["BTC/USDT"]


async def test_a_bare_no_asks_which_and_cancels_only_that_one():
    async with open_desk() as desk:
        anna = desk.person()
        await two_cards(anna)
        await anna.say("no")
        assert all("✖️" in item["label"] for item in anna.card["choices"])
        await anna.press(button(anna, "ETH"))
        assert await symbols(desk) == []
        assert {row.status for row in await desk.rows(Workflow)} == {
            "waiting_confirmation",
            "cancelled",
        }
        assert "Bought" in text(await anna.say("yes"))
        assert await symbols(desk) == ["BTC/USDT"]


async def test_an_amount_with_two_cards_asks_which_and_changes_that_one():
    async with open_desk() as desk:
        anna = desk.person()
        await two_cards(anna)
        await anna.say("30 usdt")
        await anna.press(button(anna, "BTC"))
        assert anna.card["data"]["symbol"] == "BTC/USDT"
        assert anna.card["data"]["amount"] == "30"
        assert await symbols(desk) == []


async def test_a_second_press_on_a_menu_does_nothing_more_peers_33():
    async with open_desk() as desk:
        anna = desk.person()
        await two_cards(anna)
        await anna.say("yes")
        menu, choice = anna.question_id, button(anna, "ETH")
        await anna.press(choice, menu)
        await anna.press(choice, menu)
        assert anna.last.outcome == "already_answered"
        await anna.press(button_other(choice), menu)
        assert anna.last.outcome == "already_answered"
        assert await symbols(desk) == ["ETH/USDT"]


def button_other(choice):
    return "opt:2" if choice == "opt:1" else "opt:1"


async def test_a_large_order_still_needs_its_own_presses_after_a_menu_I2():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 6000 usdt of btc")
        await anna.say("buy 60 usdt of eth")
        await anna.say("yes")
        named = str([item["label"] for item in anna.card["choices"]].index(label(anna, "BTC")) + 1)
        assert "press its button" in text(await anna.say(named))
        assert await symbols(desk) == []
        await anna.say("yes")
        await anna.press(button(anna, "BTC"))
        assert await symbols(desk) == []
        assert [item["id"] for item in anna.card["choices"]] == ["confirm_large", "cancel"]
        await anna.say("yes")
        await anna.press(button(anna, "BTC"))
        assert await symbols(desk) == [], "a menu never stands for the second press"
        assert [item["id"] for item in anna.card["choices"]] == ["confirm_large", "cancel"]
        await anna.press("confirm_large")
        assert await symbols(desk) == ["BTC/USDT"]


def label(person, part):
    return next(item["label"] for item in person.card["choices"] if part in item["label"])


async def test_a_card_that_expired_under_its_menu_is_offered_again_original_g1_21():
    async with open_desk() as desk:
        anna = desk.person()
        await two_cards(anna)
        await anna.say("yes")
        choice, menu = button(anna, "BTC"), anna.question_id
        desk.clock.advance(301)
        [card] = await anna.press(choice, menu)
        assert anna.last.outcome == "expired"
        assert card["kind"] == "question"
        assert await symbols(desk) == []


async def test_a_menu_lapses_with_the_next_request_and_nobody_is_reminded_of_it():
    async with open_desk() as desk:
        anna = desk.person()
        await two_cards(anna)
        await anna.say("yes")
        menu, choice = anna.question_id, button(anna, "BTC")
        reply = text(await anna.say("btc price"))
        assert reply.count("Still waiting") == 1
        assert "1 more" in reply
        await anna.press(choice, menu)
        assert anna.last.outcome == "already_answered"
        assert await symbols(desk) == []
        assert "1 more" in text(await anna.say("eth price"))


async def test_one_card_and_a_menu_are_one_open_question():
    async with open_desk() as desk:
        anna = desk.person()
        await two_cards(anna)
        await anna.say("yes")
        await anna.press(button(anna, "ETH"))
        assert "Bought" in text(await anna.say("yes"))
        assert sorted(await symbols(desk)) == ["BTC/USDT", "ETH/USDT"]


async def test_a_menu_is_pressed_after_a_restart_I15_peers_10():
    records, clock = MemoryRecords(), ManualClock()
    async with open_desk(records=records, clock=clock) as desk:
        anna = desk.person()
        await two_cards(anna)
        await anna.say("yes")
        menu, choice = anna.question_id, button(anna, "ETH")
    async with open_desk(records=records, clock=clock, ids=SeededIds(2)) as desk:
        assert "Bought" in text(await desk.person().press(choice, menu))
        assert await symbols(desk) == ["ETH/USDT"]


async def test_somebody_elses_press_on_a_menu_changes_nothing_I4_peers_9():
    async with open_desk() as desk:
        anna, boris = desk.person(), await desk.somebody("Boris")
        await two_cards(anna)
        await anna.say("yes")
        await boris.send(Press(question_id=anna.question_id, choice="opt:1"))
        assert boris.last.outcome == "not_yours"
        assert await desk.rows(FillRow) == []
        await anna.press("opt:1")
        assert len(await desk.rows(FillRow)) == 1


async def test_an_expired_menu_is_closed_and_says_so():
    async with open_desk() as desk:
        anna = desk.person()
        await two_cards(anna)
        await anna.say("no")
        menu = anna.question_id
        desk.clock.advance(24 * 3600 + 60)
        assert await expire(desk.desk.parts) == 3
        assert "choice is over" in text(await anna.press("opt:1", menu))
        assert "open" not in {row.status for row in await desk.rows(Waiting)}


@pytest.mark.parametrize(
    ("lang", "aside", "go_on"), [("en", "put aside", "Continue"), ("zh", "已搁置", "继续")]
)
async def test_status_lists_what_is_put_aside_with_its_buttons(lang, aside, go_on):
    async with open_desk() as desk:
        anna = desk.person(lang=lang)
        for coin in ("btc", "eth"):
            await anna.say(f"buy 50 usdt of {coin}" if lang == "en" else f"买 50u {coin}")
            await anna.say("later" if lang == "en" else "先放着")
        [status] = await anna.say("/status")
        assert status["text"].count(aside) == 2
        assert len(status["choices"]) == 4
        menu = anna.question_id
        await anna.press(button(anna, go_on), menu)
        assert anna.card["data"]["symbol"] == "ETH/USDT"
        assert [row.status for row in await desk.rows(Workflow)] == [
            "suspended",
            "waiting_confirmation",
        ]
        await anna.say("/status")
        await anna.press("opt:2")
        assert [row.status for row in await desk.rows(Workflow)] == [
            "cancelled",
            "waiting_confirmation",
        ]


async def test_menus_later_and_a_queue_hold_over_sql_I15(sqlite_records):
    async with open_desk(
        records=sqlite_records, pushed=frozenset({"telegram"}), owners=(("telegram", "1"),)
    ) as desk:
        anna = desk.person()
        await two_cards(anna)
        await anna.say("yes")
        await anna.press(button(anna, "ETH"))
        assert await symbols(desk) == ["ETH/USDT"]
        await anna.say("later")
        await anna.say("/status")
        await anna.press("opt:1")
        assert anna.card["data"]["symbol"] == "BTC/USDT"
        assert "1 open" in text(await anna.say("/cancel all"))
        phone = desk.person("1", platform="telegram")
        runs = [await phone.accept(said) for said in ("btc price", "eth price")]
        assert runs[1].queued is not None
        await desk.finished(runs[1].run_id)
        [item] = await desk.rows(InboxItem, id=runs[1].run_id)
        assert item.announced
