"""A button press: by whom, when, how often, and at which price (DESIGN 4.4, 7)."""

import asyncio
from decimal import Decimal

import pytest

from adapters.llm.offline.planner import OfflinePlanner
from adapters.store.memory import MemoryRecords
from core.domain.conversation import Press
from core.domain.records import AuditEntry, ConversationRow, FillRow, OrderRow, Waiting
from core.jobs.expiry import expire
from tests.behaviour.books import assert_books_balance, assert_one_order_per_approval
from tests.behaviour.seams import HeldModel, SlowRecords
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def move(desk, by):
    await desk.market.move("BTC/USDT", (await desk.market.quote("BTC/USDT")).mark * Decimal(by))


@pytest.mark.parametrize("seed", range(6))
async def test_two_presses_at_the_same_instant_fill_once_and_the_second_is_told_I3_I4(seed):
    async with open_desk(records=SlowRecords(MemoryRecords(), seed)) as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        press = Press(question_id=anna.question_id, choice="confirm")
        runs = await asyncio.gather(anna.accept(press), anna.accept(press))
        views = [await desk.finished(accepted.run_id) for accepted in runs]
        assert sorted(view.outcome for view in views) == ["already_answered", "ok"]
        late = next(view for view in views if view.outcome == "already_answered")
        assert "Confirm" in late.messages[0]["text"]
        assert len(await desk.rows(FillRow)) == 1
        await assert_one_order_per_approval(desk)
        await assert_books_balance(desk)


@pytest.mark.parametrize("seed", range(6))
async def test_two_presses_in_two_processes_fill_once_and_the_second_is_told_I3_I4(seed):
    records, clock = SlowRecords(MemoryRecords(), seed), ManualClock()
    here, there = SeededIds(1), SeededIds(2)
    async with (
        open_desk(records=records, clock=clock, ids=here) as one,
        open_desk(records=records, clock=clock, ids=there) as two,
    ):
        anna = one.person()
        await anna.say("buy 50 usdt of btc")
        press = Press(question_id=anna.question_id, choice="confirm")
        first, second = await asyncio.gather(one.person().accept(press), two.person().accept(press))
        views = [await one.finished(first.run_id), await two.finished(second.run_id)]
        assert sorted(view.outcome for view in views) == ["already_answered", "ok"]
        assert len(await one.rows(FillRow)) == 1
        await assert_one_order_per_approval(one)
        await assert_books_balance(one)


async def test_a_press_by_somebody_else_is_refused_on_record_and_changes_nothing_I4_I10_peers_9():
    async with open_desk() as desk:
        anna, boris = desk.person(), await desk.somebody("Boris")
        await anna.say("buy 50 usdt of btc")
        await boris.say("answer me in chinese")
        before = await desk.rows(Waiting), await desk.rows(ConversationRow)
        for choice in ("confirm", "cancel", "amount"):
            await boris.press(choice, anna.question_id)
            assert boris.last.outcome == "not_yours"
        assert (await desk.rows(Waiting), await desk.rows(ConversationRow)) == before
        assert await desk.rows(OrderRow) == []
        refused = await desk.rows(AuditEntry, event="press.refused")
        assert {entry.account_id for entry in refused} == {boris.key.person}
        assert len(refused) == 3
        assert "Bought" in text(await anna.press("confirm"))


async def test_a_strangers_press_is_refused_on_record_and_says_nothing_to_the_asker_I4():
    async with open_desk(pushed=frozenset({"telegram"}), owners=(("telegram", "1"),)) as desk:
        anna = desk.person("1", platform="telegram", chat="-5", private=False)
        anna = desk.person("1", platform="telegram")
        await anna.say("buy 50 usdt of btc")
        told = len(await anna.told())
        stranger = desk.person("66", platform="telegram")
        await stranger.accept(Press(question_id=anna.question_id, choice="confirm"))
        await desk.idle()
        assert len(await anna.told()) == told
        assert await desk.rows(OrderRow) == []
        [entry] = await desk.rows(AuditEntry, event="press.refused")
        assert entry.detail["person"] == "telegram:66"
        [waiting] = await desk.rows(Waiting)
        assert waiting.status == "open"


async def test_a_press_after_expiry_is_told_and_offered_again_original_g1_21_peers_10():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        desk.clock.advance(301)
        [card] = await anna.press("confirm")
        assert anna.last.outcome == "expired"
        assert "expired" in card["text"]
        assert card["kind"] == "question"
        assert await desk.rows(OrderRow) == []
        assert "Bought" in text(await anna.press("confirm"))
        await assert_one_order_per_approval(desk)


async def test_expired_by_the_job_then_pressed_twice_gives_one_fresh_card_peers_10():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        old = anna.question_id
        desk.clock.advance(600)
        assert await expire(desk.desk.parts) == 1
        assert await expire(desk.desk.parts) == 0
        [card] = await anna.press("confirm", old)
        assert "expired" in card["text"]
        fresh = anna.question_id
        [told] = await anna.press("confirm", old)
        assert anna.last.outcome == "already_answered"
        assert "newer card" in told["text"]
        assert await desk.rows(OrderRow) == []
        assert len(await desk.rows(Waiting, status="open")) == 1
        assert "Bought" in text(await anna.press("confirm", fresh))
        assert len(await desk.rows(OrderRow)) == 1


async def test_a_press_is_judged_by_the_time_it_was_accepted():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        model.release()
        await anna.say("buy 50 usdt of btc")
        desk.clock.advance(295)
        model.reached.clear()
        await anna.accept("btc price")
        await model.reached.wait()
        accepted = await anna.accept(Press(question_id=anna.question_id, choice="confirm"))
        desk.clock.advance(10)
        assert await expire(desk.desk.parts) == 0, "a press in time may still be waiting"
        model.release()
        view = await desk.finished(accepted.run_id)
        assert view.outcome == "ok"
        assert "Bought" in text(view.messages)


async def test_a_press_handled_late_gets_a_fresh_card():
    model = HeldModel(OfflinePlanner())
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        model.release()
        await anna.say("buy 50 usdt of btc")
        model.reached.clear()
        await anna.accept("btc price")
        await model.reached.wait()
        accepted = await anna.accept(Press(question_id=anna.question_id, choice="confirm"))
        desk.clock.advance(31)
        model.release()
        view = await desk.finished(accepted.run_id)
        assert view.messages[-1]["kind"] == "question"
        assert "took a while" in text(view.messages)
        assert await desk.rows(OrderRow) == []


async def test_a_price_beyond_the_tolerance_gets_a_fresh_card_and_closes_the_old_one():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        old = anna.question_id
        await move(desk, "1.0051")
        [card] = await anna.press("confirm")
        assert "price has moved" in card["text"]
        assert await desk.rows(OrderRow) == []
        assert [row.id for row in await desk.rows(Waiting, status="open")] == [anna.question_id]
        await anna.press("confirm", old)
        assert anna.last.outcome == "already_answered"
        assert await desk.rows(OrderRow) == []


async def test_a_price_within_the_tolerance_fills_at_the_price_of_the_press():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await move(desk, "1.004")
        await anna.press("confirm")
        [fill] = await desk.rows(FillRow)
        assert fill.price == (await desk.market.quote("BTC/USDT")).ask


async def test_unknown_questions_and_choices_are_told():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.press("confirm", "nosuchquestion")
        assert anna.last.outcome == "unknown_question"
        assert text(anna.last.messages)
        await anna.say("buy 50 usdt of btc")
        question = anna.question_id
        await anna.press("confirm_large", question)
        assert anna.last.outcome == "unknown_choice"
        await anna.press("opt:1", question)
        assert anna.last.outcome == "unknown_choice"
        assert await desk.rows(OrderRow) == []
        assert "Bought" in text(await anna.press("confirm", question))


async def test_a_press_on_an_answered_card_says_what_where_and_when_I4():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("cancel")
        question = (await desk.rows(Waiting))[0].id
        desk.clock.advance(5)
        [told] = await anna.press("confirm", question)
        assert anna.last.outcome == "already_answered"
        for part in ("Cancel", "on the web page", "09:30:00"):
            assert part in told["text"]
        assert await desk.rows(OrderRow) == []


async def test_a_double_press_on_cancel_says_the_same_twice_peers_33():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        question = anna.question_id
        assert "Nothing was placed" in text(await anna.press("cancel", question))
        assert "Cancel" in text(await anna.press("cancel", question))
        assert await desk.rows(OrderRow) == []


async def test_confirming_one_of_two_cards_leaves_the_other_open_peers_8_original_g1_17():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        first = anna.question_id
        await anna.say("buy 60 usdt of eth")
        second = anna.question_id
        filled = text(await anna.press("confirm", second))
        assert "ETH" in filled
        assert "Still waiting" in filled
        assert [order.symbol for order in await desk.rows(OrderRow)] == ["ETH/USDT"]
        assert [row.id for row in await desk.rows(Waiting, status="open")] == [first]
        await anna.press("confirm", first)
        assert {order.symbol for order in await desk.rows(OrderRow)} == {"ETH/USDT", "BTC/USDT"}
        await assert_books_balance(desk)


async def test_two_open_cards_and_a_bare_yes_or_no_asks_which_peers_11_original_g1_7():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.say("buy 60 usdt of eth")
        for word in ("yes", "no", "好的"):
            which = text(await anna.say(word))
            assert "BTC" in which
            assert "ETH" in which
        assert await desk.rows(OrderRow) == []
        assert len(await desk.rows(Waiting, status="open", kind="approval")) == 2


async def test_the_other_surface_of_the_same_person_may_answer():
    async with open_desk(owners=(("telegram", "1"),)) as desk:
        web = desk.person()
        phone = desk.person("1", platform="telegram")
        await web.say("buy 50 usdt of btc")
        assert "Bought" in text(await phone.press("confirm", web.question_id))
        [waiting] = await desk.rows(Waiting)
        assert waiting.answered_where == "telegram"
