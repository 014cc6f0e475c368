"""What goes wrong on the fake Telegram: rates, faults, blocks, migrations; and how a test waits."""

import asyncio
from typing import Any

import aiogram.exceptions
import pytest
import telegram.error

from tests.doubles.telegram import FakeTelegram, Fault, ManualClock, Rates
from tests.doubles.telegram_clients import connected


@pytest.fixture
def ann(tg):
    return tg.user("Ann")


@pytest.fixture
def chat(tg, ann):
    return tg.private(ann)


# Rates


async def send(client, chat, times=1):
    for number in range(times):
        await client.do("send_message", chat_id=chat.id, text=f"{number}")


async def wait_named_by(client, chat):
    """Seconds that the 429 asks to wait, as the client library understood it."""
    with pytest.raises((telegram.error.RetryAfter, aiogram.exceptions.TelegramRetryAfter)) as seen:
        await client.do("send_message", chat_id=chat.id, text="too much")
    words = client.fake.calls()[-1].description
    wait: Any = getattr(seen.value, "retry_after")  # noqa: B009 - of two unlike classes
    seconds = wait if isinstance(wait, int) else int(wait.total_seconds())
    assert words == f"Too Many Requests: retry after {seconds}"
    return seconds


async def test_a_group_takes_twenty_messages_a_minute_and_holds_no_other_chat_up(
    tg, client, hands, ann, chat
):
    tg.limits.on = True
    desk = tg.group("Desk", ann)
    await send(client, desk, 10)
    hands.advance(20)
    await send(client, desk, 10)
    assert await wait_named_by(client, desk) == 40
    await send(client, chat)
    hands.advance(39.5)
    assert await wait_named_by(client, desk) == 1
    hands.advance(0.5)
    await send(client, desk, 10)
    assert len(tg.sent(desk)) == 30


async def test_a_private_chat_takes_short_bursts_but_no_stream(tg, client, hands, chat):
    tg.limits.on = True
    await send(client, chat, 5)
    assert await wait_named_by(client, chat) == 1
    hands.advance(1)
    await send(client, chat)
    assert await wait_named_by(client, chat) == 1


async def test_edits_count_but_typing_does_not(tg, client, chat):
    tg.limits.on = True
    sent = await client.do("send_message", chat_id=chat.id, text="0")
    where = {"chat_id": chat.id, "message_id": sent.message_id}
    for number in range(1, 5):
        await client.do("edit_message_text", text=f"{number}", **where)
        await client.do("send_chat_action", chat_id=chat.id, action="typing")
    said = await client.refused("edit_message_text", text="5", **where)
    assert said == "Too Many Requests: retry after 1"


async def test_all_chats_together_take_thirty_messages_a_second(tg, client, hands):
    tg.limits.on = True
    chats = [tg.private(tg.user(f"U{number}")) for number in range(31)]
    for chat in chats[:30]:
        await send(client, chat)
    assert await wait_named_by(client, chats[30]) == 1
    hands.advance(1)
    await send(client, chats[30])


async def test_rates_can_be_chosen_and_are_off_by_default(hands, tg, client, chat):
    await send(client, chat, 25)
    async with (
        FakeTelegram(clock=hands, limits=Rates(chat_burst=1)) as other,
        connected(other, "aiogram") as strict,
    ):
        place = other.private(other.user("Bob"))
        await send(strict, place)
        assert await wait_named_by(strict, place) == 1


# Faults


async def test_a_planned_wait_is_asked_for_as_often_as_planned(tg, client, chat):
    planned = tg.fault("sendMessage", Fault.retry_after(17), times=2)
    assert await wait_named_by(client, chat) == 17
    assert await wait_named_by(client, chat) == 17
    await send(client, chat)
    assert planned.hits == 2
    assert [call.status for call in tg.calls("sendMessage")] == [429, 429, 200]


async def test_a_dropped_call_did_not_happen_but_a_lost_answer_did(tg, client, chat):
    tg.fault("sendMessage", Fault.drop())
    await client.unreachable("send_message", chat_id=chat.id, text="dropped")
    tg.fault("sendMessage", Fault.lose_answer())
    await client.unreachable("send_message", chat_id=chat.id, text="lost")
    assert [message.text for message in tg.sent(chat)] == ["lost"]
    assert [call.status for call in tg.calls("sendMessage")] == [None, None]


async def test_a_silent_server_times_out_and_may_have_done_it_all_the_same(tg, client, chat):
    impatient = {"read_timeout": 0.2} if client.which == "ptb" else {"request_timeout": 0.2}
    tg.fault("sendMessage", Fault.hang())
    await client.unreachable("send_message", chat_id=chat.id, text="never", **impatient)
    tg.fault("sendMessage", Fault.hang(executed=True))
    stored = asyncio.create_task(tg.said(chat, "done"))
    await client.unreachable("send_message", chat_id=chat.id, text="done", **impatient)
    await stored
    assert [message.text for message in tg.sent(chat)] == ["done"]


async def test_a_hanging_call_goes_on_when_released(tg, client, chat):
    tg.fault("sendMessage", Fault.hang())
    sending = asyncio.create_task(send(client, chat))
    await tg.wait_for(lambda: tg.calls("sendMessage"))
    assert tg.sent(chat) == []
    tg.release()
    await sending
    assert len(tg.sent(chat)) == 1


async def test_a_proxy_in_between_answers_with_a_page(tg, chat):
    tg.fault("sendMessage", 502, times=2)
    async with connected(tg, "ptb") as client:
        with pytest.raises(telegram.error.NetworkError):
            await client.do("send_message", chat_id=chat.id, text="x")
    async with connected(tg, "aiogram") as client:
        with pytest.raises(aiogram.exceptions.ClientDecodeError):
            await client.do("send_message", chat_id=chat.id, text="x")


async def test_a_fault_can_be_for_one_chat_or_one_text_and_last_until_cleared(
    tg, client, ann, chat
):
    desk = tg.group("Desk", ann)
    deactivated = Fault.error(403, "Forbidden: user is deactivated")
    tg.fault("*", deactivated, times=None, chat=chat)
    tg.fault("sendMessage", Fault.drop(), times=None, when=lambda params: params["text"] == "0")
    with pytest.raises((telegram.error.Forbidden, aiogram.exceptions.TelegramForbiddenError)):
        await client.do("send_message", chat_id=chat.id, text="x")
    await client.do("send_message", chat_id=desk.id, text="x")
    await client.unreachable("send_message", chat_id=desk.id, text="0")
    tg.clear_faults()
    await send(client, chat)


async def test_a_rival_process_can_be_played(tg, client):
    tg.fault("getUpdates", Fault.conflict(), times=None)
    with pytest.raises((telegram.error.Conflict, aiogram.exceptions.TelegramConflictError)):
        await client.do("get_updates")


# People and places


async def test_a_blocked_bot_is_forbidden_to_write_until_unblocked(tg, client, ann, chat):
    tg.block(ann)
    said = await client.refused("send_message", chat_id=chat.id, text="x")
    assert said == "Forbidden: bot was blocked by the user"
    with pytest.raises(AssertionError, match="must unblock"):
        tg.push_text(ann, chat, "/start")
    tg.unblock(ann)
    tg.push_text(ann, chat, "/start")
    await send(client, chat)
    blocked, unblocked, start = list(await client.do("get_updates"))
    assert blocked.my_chat_member.new_chat_member.status == "kicked"
    assert unblocked.my_chat_member.new_chat_member.status == "member"
    assert start.message.text == "/start"


async def test_a_bot_cannot_write_first_nor_to_strangers(tg, client):
    shy = tg.user("Shy", started=False)
    said = await client.refused("send_message", chat_id=shy.id, text="x")
    assert said == "Forbidden: bot can't initiate conversation with a user"
    said = await client.refused("send_message", chat_id=424242, text="x")
    assert said == "Bad Request: chat not found"
    tg.push_text(shy, tg.private(shy), "/start")
    await send(client, tg.private(shy))


async def test_a_bot_that_was_removed_is_forbidden_to_write(tg, client, ann):
    desk = tg.supergroup("Desk", ann)
    tg.kick(desk, ann)
    said = await client.refused("send_message", chat_id=desk.id, text="x")
    assert said == "Forbidden: bot was kicked from the supergroup chat"
    tg.invite(desk, ann)
    await send(client, desk)
    assert await client.do("leave_chat", chat_id=desk.id)
    said = await client.refused("send_message", chat_id=desk.id, text="x")
    assert said == "Forbidden: bot is not a member of the supergroup chat"


async def test_a_group_becomes_a_supergroup(tg, client, ann):
    group = tg.group("Desk", ann)
    desk = tg.migrate(group, announce=False)
    with pytest.raises(
        (telegram.error.ChatMigrated, aiogram.exceptions.TelegramMigrateToChat)
    ) as moved:
        await client.do("send_message", chat_id=group.id, text="x")
    assert str(desk.id) in str(moved.value)
    assert tg.calls()[-1].description == (
        "Bad Request: group chat was upgraded to a supergroup chat"
    )
    await send(client, desk)
    tg.announce_migration(group)
    left, entered = [update.message for update in await client.do("get_updates")]
    assert (left.chat.id, left.migrate_to_chat_id) == (group.id, desk.id)
    assert (entered.chat.id, entered.migrate_from_chat_id) == (desk.id, group.id)


async def test_a_place_can_be_looked_at(tg, client, ann):
    desk = tg.supergroup("Desk", ann, username="the_desk")
    tg.promote(desk, ann)
    bob = tg.user("Bob")
    got = await client.do("get_chat", chat_id=desk.id)
    assert (got.title, got.type, got.username) == ("Desk", "supergroup", "the_desk")
    for user, status in ((ann, "administrator"), (tg.bot, "member"), (bob, "left")):
        member = await client.do("get_chat_member", chat_id=desk.id, user_id=user.id)
        assert member.status == status
    admins = await client.do("get_chat_administrators", chat_id=desk.id)
    assert [admin.user.id for admin in admins] == [ann.id]
    assert await client.do("get_chat_member_count", chat_id=desk.id) == 2


async def test_topics_and_pins_need_an_administrator(tg, client, ann):
    desk = tg.supergroup("Desk", ann, forum=True)
    said = await client.refused("create_forum_topic", chat_id=desk.id, name="Alerts")
    assert said == "Bad Request: not enough rights to create a topic"
    tg.promote(desk)
    topic = await client.do("create_forum_topic", chat_id=desk.id, name="Alerts")
    sent = await client.do(
        "send_message", chat_id=desk.id, text="x", message_thread_id=topic.message_thread_id
    )
    where = {"chat_id": desk.id, "message_id": sent.message_id}
    await client.do("pin_chat_message", **where)
    assert tg.messages(desk)[0].pinned
    await client.do("unpin_chat_message", **where)
    said = await client.refused("unpin_chat_message", **where)
    assert said == "Bad Request: message to unpin not found"


# Waiting


async def test_what_the_bot_said_can_be_waited_for(fake_telegram):
    async with connected(fake_telegram, "ptb") as client:
        place = fake_telegram.private(fake_telegram.user())
        waiting = asyncio.create_task(fake_telegram.said(place, "P&L"))
        await client.do("send_message", chat_id=place.id, text="...")
        sent = fake_telegram.sent(place)[0]
        await client.do("edit_message_text", chat_id=place.id, message_id=sent.id, text="P&L: 5")
        assert await waiting is sent


async def test_waiting_ends_with_what_was_waited_for(tg, client, chat):
    waiting = asyncio.create_task(tg.wait_for(lambda: tg.sent(chat)))
    await send(client, chat)
    (message,) = await waiting
    assert message.text == "0"


async def test_waiting_in_vain_tells_what_happened_instead(tg, client, ann, chat):
    tg.push_text(ann, chat, "anyone there?")
    await client.refused("send_message", chat_id=5, text="x")
    with pytest.raises(AssertionError) as failure:
        await tg.wait_for(lambda: tg.sent(chat), timeout=0.05)
    told = str(failure.value)
    assert "Ann: 'anyone there?'" in told
    assert "sendMessage(chat_id='5', text='x') -> 400 Bad Request: chat not found" in told


async def test_a_clock_moved_by_hand_wakes_sleepers_in_order():
    clock = ManualClock()
    woken = []

    async def sleeper(seconds):
        await clock.sleep(seconds)
        woken.append(seconds)

    async with asyncio.TaskGroup() as group:
        for seconds in (3, 1, 2):
            group.create_task(sleeper(seconds))
        await asyncio.sleep(0)
        clock.advance(2)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert woken == [1, 2]
        clock.advance(1)
    assert woken == [1, 2, 3]
