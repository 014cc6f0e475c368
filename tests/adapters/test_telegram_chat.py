"""A trader in a private chat: said, pressed, seen; over loopback, with the real engine."""

import asyncio

import pytest

from adapters.store.memory import MemoryRecords, MemoryWaiting
from core.domain.records import FillRow, InboxItem, OrderRow, Query, Trace
from tests.adapters.telegram_desk import Chatting, chatting
from tests.clocks import ManualClock, SeededIds
from tests.doubles.telegram import FakeTelegram, Fault


@pytest.fixture
async def fake():
    async with FakeTelegram() as fake:
        yield fake


@pytest.fixture
async def tg(fake):
    async with chatting(fake) as tg:
        yield tg


async def orders(tg: Chatting) -> list[OrderRow]:
    return await tg.desk.desk.parts.records.find(Query(kind=OrderRow))


async def turns(tg: Chatting) -> int:
    return await tg.desk.desk.parts.records.count(Query(kind=Trace))


def alerts(tg: Chatting) -> list[tuple[str, bool]]:
    return [
        (press.answer.text, press.answer.show_alert)
        for press in tg.fake.backend.presses.all
        if press.answer
    ]


async def test_from_a_price_to_a_closed_position(tg):
    price = await tg.say("btc price", "BTC/USDT")
    assert "SIMULATED" in price.text
    balance = await tg.say("余额", "总权益")
    assert "PAPER 模拟盘 · SIMULATED 模拟行情" in balance.text

    card = await tg.say("buy 50 usdt of btc", "Buy")
    assert card.labels == ["✅ Confirm (PAPER)", "✏️ Change amount", "✖️ Cancel"]
    filled = await tg.press(card, "Confirm", "Bought")
    assert "PAPER · SIMULATED" in filled.text
    assert filled.reply_to is card
    assert card.text.endswith("✅ Confirmed (PAPER).")
    assert card.text.startswith("Buy 0.00052 BTC?")
    assert card.buttons == []

    held = await tg.say("show my positions", "Positions (1)")
    assert "BTC/USDT" in held.text
    await tg.press(await tg.say("close it", "Sell"), "Confirm", "Sold")
    flat = await tg.say("show my positions", "No open positions")
    assert "PAPER · SIMULATED" in flat.text

    placed = await orders(tg)
    assert {(order.side, order.status) for order in placed} == {
        ("BUY", "FILLED"),
        ("SELL", "FILLED"),
    }
    assert await tg.desk.desk.parts.records.count(Query(kind=FillRow)) == 2
    await tg.quiet()
    assert not any("⏳" in message.text for message in tg.fake.sent(tg.chat))


async def test_it_is_seen_to_type_before_it_answers_by_editing_one_message(tg):
    answer = await tg.say("btc price", "BTC/USDT")
    await tg.quiet()

    assert answer.versions == ["⏳ …"]
    assert tg.fake.sent(tg.chat) == [answer]
    methods = [call.method for call in tg.fake.calls() if call.method != "getUpdates"]
    assert set(methods[-3:-1]) == {"sendChatAction", "sendMessage"}
    assert methods[-1] == "editMessageText"


async def test_peers_1_I1_the_same_message_under_another_update_id_is_one_turn(tg):
    update = tg.fake.push_text(tg.user, tg.chat, "buy 50 usdt of btc")
    tg.fake.redeliver(update)
    await tg.fake.said(tg.chat, "Buy 0.00052 BTC?")
    tg.fake.redeliver(update)
    await tg.quiet()

    assert await turns(tg) == 1
    assert len(tg.fake.sent(tg.chat)) == 1


async def test_peers_1_I1_the_same_update_at_the_same_instant_is_one_turn(tg):
    update = tg.fake.push_text(tg.user, tg.chat, "buy 50 usdt of btc")
    tg.fake.redeliver(update, same_id=True)
    await tg.fake.said(tg.chat, "Buy 0.00052 BTC?")
    await tg.quiet()

    assert await turns(tg) == 1
    assert len(tg.fake.sent(tg.chat)) == 1


async def test_peers_1_two_presses_and_a_repeated_one_are_one_order(tg):
    card = await tg.say("buy 50 usdt of btc", "Buy")
    first = tg.fake.press(tg.user, card, "✅ Confirm (PAPER)")
    tg.fake.resend(first)
    second = tg.fake.press_data(tg.user, card, first.data)
    await tg.fake.said(tg.chat, "Bought")
    await tg.quiet()

    assert len(await orders(tg)) == 1
    assert first.answer is not None
    assert second.answer is not None
    assert (first.answer.text, first.answer.show_alert) == ("Working on it…", False)


async def test_peers_7_a_press_is_answered_at_once_and_only_the_result_takes_time(fake):
    paused = asyncio.Event()

    class Slow:
        def __init__(self, paper) -> None:
            self.paper = paper
            self.venue = paper.venue

        async def place(self, account, order):
            await paused.wait()
            return await self.paper.place(account, order)

        def __getattr__(self, name):
            return getattr(self.paper, name)

    async with chatting(fake, exchange=Slow) as tg:
        card = await tg.say("buy 50 usdt of btc", "Buy")
        press = fake.press(tg.user, card, "✅ Confirm (PAPER)")
        await fake.wait_for(lambda: press.answered)
        assert not any("Bought" in message.text for message in fake.sent(tg.chat))
        paused.set()
        await fake.said(tg.chat, "Bought")


async def test_peers_7_a_query_that_is_too_old_is_no_error_to_the_person(tg):
    card = await tg.say("buy 50 usdt of btc", "Buy")
    tg.fake.backend.presses.ttl = 0.0
    tg.fake.press(tg.user, card, "✅ Confirm (PAPER)")
    await tg.fake.said(tg.chat, "Bought")
    await tg.quiet()

    assert tg.fake.calls("answerCallbackQuery")[-1].status == 400
    assert not any("broke" in message.text for message in tg.fake.sent(tg.chat))


async def test_a_press_on_an_answered_card_says_what_was_answered(tg):
    card = await tg.say("buy 50 usdt of btc", "Buy")
    data = card.button("✖️ Cancel").data
    await tg.press(card, "Cancel", "Cancelled. Nothing was placed.")
    await tg.quiet()
    shown = tg.shown()
    tg.desk.clock.advance(1)
    late = tg.fake.press_data(tg.user, card, data)
    await tg.fake.wait_for(lambda: late.answered)
    await tg.quiet()

    assert late.answer is not None
    assert late.answer.show_alert
    assert late.answer.text.startswith("Already answered: ✖️ Cancel (on Telegram, 09:30:00 UTC)")
    assert tg.shown() == shown
    assert await orders(tg) == []


async def test_a_button_that_is_not_ours_is_answered_politely(tg):
    card = await tg.say("buy 50 usdt of btc", "Buy")
    for data in ("noise", "w:nobody-knows-it:confirm"):
        press = tg.fake.press_data(tg.user, card, data)
        await tg.fake.wait_for(lambda press=press: press.answered)
        assert press.answer is not None
        assert press.answer.show_alert
        assert "not know this button" in press.answer.text
    await tg.quiet()
    assert "✅ Confirm (PAPER)" in card.labels


async def test_peers_10_a_card_is_answered_after_a_restart(fake):
    clock, ids, records = ManualClock(), SeededIds(), MemoryRecords()
    ann = fake.user("Ann")
    async with chatting(fake, ann, clock=clock, ids=ids, records=records) as before:
        card = await before.say("buy 50 usdt of btc", "Buy")
        await before.quiet()
    fake.press(ann, card, "✅ Confirm (PAPER)")
    clock.advance(20)
    async with chatting(
        fake, ann, clock=clock, ids=ids, records=records, waiting=MemoryWaiting(clock)
    ) as after:
        await fake.said(after.chat, "Bought")
        await after.quiet()
        assert [order.status for order in await orders(after)] == ["FILLED"]
        assert card.buttons == []


async def test_peers_10_after_its_deadline_a_card_places_nothing_and_a_fresh_one_is_offered(fake):
    clock, ids, records = ManualClock(), SeededIds(), MemoryRecords()
    ann = fake.user("Ann")
    async with chatting(fake, ann, clock=clock, ids=ids, records=records) as before:
        card = await before.say("buy 50 usdt of btc", "Buy")
        await before.quiet()
    clock.advance(301)
    press = fake.press(ann, card, "✅ Confirm (PAPER)")
    async with chatting(
        fake, ann, clock=clock, ids=ids, records=records, waiting=MemoryWaiting(clock)
    ) as after:
        await fake.said(after.chat, "Here is a fresh one")
        await after.quiet()
        fresh = fake.sent(after.chat)[-1]
        assert press.answer is not None
        assert "expired" in press.answer.text
        assert await orders(after) == []
        assert card.buttons == []
        assert fresh is not card
        await after.press(fresh, "Confirm", "Bought")


async def test_peers_32_nothing_but_a_picture_is_answered_once(tg):
    tg.fake.push_photo(tg.user, tg.chat, PNG)
    reply = await tg.fake.said(tg.chat, "Your message was empty")
    await tg.quiet()

    assert tg.fake.sent(tg.chat) == [reply]


async def test_an_album_is_answered_once_whichever_picture_has_the_words(tg):
    pictures = [tg.fake.push_photo(tg.user, tg.chat, PNG, caption=c) for c in ("btc price", "", "")]
    await tg.quiet()
    shown = len(tg.fake.sent(tg.chat))
    for number, picture in enumerate(pictures):
        again = picture.json()["message"] | {"message_id": 9000 + number, "media_group_id": "77"}
        tg.fake.push_update("message", again, lane=tg.chat.id)
    await tg.quiet()

    assert shown == 3, "three pictures apart are three messages"
    assert len(tg.fake.sent(tg.chat)) == shown + 1


async def test_the_words_below_a_picture_are_read(tg):
    tg.fake.push_photo(tg.user, tg.chat, PNG, caption="btc price")

    await tg.fake.said(tg.chat, "BTC/USDT")


async def test_an_edited_message_never_acts_again(tg):
    said = tg.fake.push_text(tg.user, tg.chat, "btc price").message
    await tg.fake.said(tg.chat, "BTC/USDT")
    tg.fake.edit_text(said, "buy 50 usdt of btc")
    tg.fake.push_update("edited_message", said.json())
    await tg.quiet()

    assert await turns(tg) == 1


@pytest.mark.parametrize("text", ["/help", "/help@bellwether_bot", "/HELP@Bellwether_Bot"])
async def test_commands_are_understood_with_and_without_our_name(tg, text):
    await tg.say(text, "/positions")


async def test_a_command_for_another_bot_is_not_ours(tg):
    tg.fake.push_text(tg.user, tg.chat, "/help@other_bot")
    await tg.say("/help", "/positions")

    assert await turns(tg) == 1


async def test_commands_are_registered_in_both_languages(tg):
    english, chinese = tg.fake.commands(), tg.fake.commands(language="zh")

    assert [item["command"] for item in english] == [item["command"] for item in chinese]
    assert {"command": "balance", "description": "your balance"} in english
    assert {"command": "balance", "description": "余额"} in chinese


async def test_a_person_with_a_chinese_app_is_answered_in_chinese(fake):
    async with chatting(fake, fake.user("小明", language_code="zh-hans")) as tg:
        await tg.say("/help", "命令")


async def test_a_stranger_with_the_owners_code_becomes_the_owner(fake):
    async with chatting(fake, known=False) as tg:
        await tg.say("btc price", "If this desk is yours, send me the code")
        await tg.say(f"/start {tg.desk.desk.people.code}", "You are now known as the owner")
        await tg.say("btc price", "BTC/USDT")
        await tg.quiet()
        assert [call.method for call in fake.calls("sendChatAction")] == ["sendChatAction"]


async def test_too_much_at_once_is_said_and_not_dropped_silently(fake):
    blocked = asyncio.Event()

    class Stuck:
        def __init__(self, paper) -> None:
            self.paper = paper
            self.venue = paper.venue

        async def account(self, account):
            await blocked.wait()
            return await self.paper.account(account)

        def __getattr__(self, name):
            return getattr(self.paper, name)

    async with chatting(fake, exchange=Stuck) as tg:
        for _ in range(23):
            fake.push_text(tg.user, tg.chat, "balance")
        await fake.said(tg.chat, "too many of your messages")
        press = fake.press_data(tg.user, fake.sent(tg.chat)[0], "w:any:confirm")
        await fake.wait_for(lambda: press.answered)
        assert "too many" in press.answer.text
        assert press.answer.show_alert
        blocked.set()
        await tg.quiet()
        full = [m for m in fake.sent(tg.chat) if "too many" in m.text]
        assert len(full) == 1, "said once, not for each"
        inbox = await tg.desk.desk.parts.records.count(Query(kind=InboxItem))
        assert inbox == tg.desk.desk.parts.limits.queued_inputs


async def test_what_was_accepted_survives_a_broken_reply(tg):
    for method in ("sendChatAction", "answerCallbackQuery"):
        tg.fake.fault(method, Fault.http(500), times=None)
    tg.fake.fault("sendMessage", Fault.drop())
    await tg.say("btc price", "BTC/USDT")
    await tg.press(await tg.say("buy 50 usdt of btc", "Buy"), "Confirm", "Bought")


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000a49444154789c6300010000050001"
    "0d0a2db40000000049454e44ae426082"
)
