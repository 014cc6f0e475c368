"""How the fake Telegram brings people's words and presses to a bot: by poll and by webhook."""

import asyncio
from typing import Any

import pytest
from telegram.ext import CommandHandler

from tests.doubles.telegram import (
    ANONYMOUS_ADMIN,
    FakeTelegram,
)
from tests.doubles.telegram_clients import connected, poll

# The long poll


async def test_an_update_comes_until_it_is_acknowledged_by_offset(tg, client, ann, chat):
    tg.push_text(ann, chat, "one")
    tg.push_text(ann, chat, "two")
    for _ in range(2):
        seen = await poll(client)
        assert [update.message.text for update in seen] == ["one", "two"]
    seen = await poll(client, offset=seen[0].update_id + 1)
    assert [update.message.text for update in seen] == ["two"]
    assert await poll(client, offset=seen[0].update_id + 1) == []
    assert tg.pending == 0


async def test_a_poll_takes_at_most_its_limit_and_a_negative_offset_keeps_the_newest(
    tg, client, ann, chat
):
    for word in ("one", "two", "three"):
        tg.push_text(ann, chat, word)
    assert [u.message.text for u in await poll(client, limit=2)] == ["one", "two"]
    assert [u.message.text for u in await poll(client, offset=-1)] == ["three"]
    assert tg.pending == 1


async def test_a_waiting_poll_wakes_as_soon_as_something_comes():
    async with FakeTelegram() as tg, connected(tg, "ptb") as client, asyncio.TaskGroup() as group:
        waiting = group.create_task(poll(client, timeout=30))
        await tg.wait_for(lambda: tg.polling)
        bob = tg.user("Bob")
        tg.push_text(bob, tg.private(bob), "hello")
        assert [update.message.text for update in await waiting] == ["hello"]
        assert not tg.polling


async def test_a_poll_without_news_ends_empty(client):
    assert await poll(client, timeout=1) == []


async def test_of_two_pollers_the_one_who_waits_is_told_of_the_conflict():
    async with (
        FakeTelegram() as tg,
        connected(tg, "ptb") as ours,
        connected(tg, "aiogram") as rival,
    ):
        first = asyncio.create_task(ours.refused("get_updates", timeout=30))
        await tg.wait_for(lambda: tg.polling)
        second = asyncio.create_task(poll(rival, timeout=30))
        await first
        assert tg.calls("getUpdates")[0].description == (
            "Conflict: terminated by other getUpdates request; "
            "make sure that only one bot instance is running"
        )
        bob = tg.user("Bob")
        tg.push_text(bob, tg.private(bob), "still here")
        assert len(await second) == 1


async def test_a_client_that_hangs_up_ends_its_poll():
    async with FakeTelegram() as tg, connected(tg, "aiogram") as client:
        waiting = asyncio.create_task(poll(client, timeout=30))
        await tg.wait_for(lambda: tg.polling)
        waiting.cancel()
        await tg.wait_for(lambda: not tg.polling)


async def test_only_the_kinds_that_were_asked_for_are_queued(tg, client, ann, chat):
    await poll(client, allowed_updates=["callback_query"])
    tg.push_text(ann, chat, "unseen")
    assert tg.pending == 0
    await poll(client, allowed_updates=[])
    tg.push_text(ann, chat, "seen")
    assert [update.message.text for update in await poll(client)] == ["seen"]


async def test_updates_older_than_a_day_are_gone(tg, client, hands, ann, chat):
    tg.push_text(ann, chat, "old")
    hands.advance(24 * 60 * 60 + 1)
    assert await poll(client) == []


async def test_the_same_message_can_come_twice(tg, client, ann, chat):
    update = tg.push_text(ann, chat, "buy 1 btc")
    tg.redeliver(update)
    tg.redeliver(update, same_id=True)
    first, twin, other = await poll(client)
    assert first.update_id == twin.update_id != other.update_id
    assert {u.message.message_id for u in (first, twin, other)} == {update.message.id}
    await poll(client, offset=other.update_id + 1)
    tg.redeliver(update, same_id=True)
    (late,) = await poll(client, offset=other.update_id + 1)
    assert late.update_id == first.update_id
    assert await poll(client, offset=other.update_id + 1) == []


# What people write


async def test_a_command_reaches_a_command_handler(tg, ann, chat):
    async with connected(tg, "ptb") as client:
        tg.push_text(ann, chat, "/price@bellwether_bot btc eth")
        (update,) = await poll(client)

    async def answer(*_):
        pass

    handler: CommandHandler[Any, None] = CommandHandler("price", answer)
    assert handler.check_update(update) == (["btc", "eth"], True)


async def test_an_edit_comes_as_an_edited_message(tg, client, ann, chat):
    message = tg.push_text(ann, chat, "buy 1").message
    tg.edit_text(message, "buy 100")
    original, edited = await poll(client)
    assert original.message.text == "buy 1"
    assert (edited.edited_message.text, edited.edited_message.message_id) == ("buy 100", message.id)
    assert edited.edited_message.edit_date is not None


async def test_group_talk_carries_mentions_replies_topics_and_anonymous_admins(tg, client, ann):
    desk = tg.supergroup("Desk", ann, forum=True)
    topic = tg.topic(desk, "Alerts")
    sent = await client.do(
        "send_message", chat_id=desk.id, text="BTC up", message_thread_id=topic.id
    )
    ours = tg.sent(desk)[0]
    assert (sent.message_thread_id, sent.is_topic_message) == (topic.id, True)
    tg.push_text(ann, desk, "📈 @bellwether_bot why?", topic=topic, reply_to=ours)
    tg.push_text(ann, desk, "as the group", anonymous=True)
    asked, anonymous = [update.message for update in await poll(client)]
    (mention,) = asked.entities
    assert (mention.type, mention.offset, mention.length) == ("mention", 3, 15)
    assert asked.reply_to_message.message_id == sent.message_id
    assert (asked.message_thread_id, asked.is_topic_message) == (topic.id, True)
    assert (anonymous.from_user.id, anonymous.sender_chat.id) == (ANONYMOUS_ADMIN, desk.id)


async def test_a_topic_must_exist_and_be_open(tg, client, ann):
    desk = tg.supergroup("Desk", ann, forum=True)
    topic = tg.topic(desk, "Alerts")
    where = {"chat_id": desk.id, "text": "x"}
    said = await client.refused("send_message", message_thread_id=9999, **where)
    assert said == "Bad Request: message thread not found"
    topic.closed = True
    said = await client.refused("send_message", message_thread_id=topic.id, **where)
    assert said == "Bad Request: TOPIC_CLOSED"


async def test_a_channel_speaks_for_itself(tg, client, ann):
    news = tg.channel("News", username="desk_news")
    tg.push_text(ann, news, "halted")
    (update,) = await poll(client)
    assert (update.channel_post.text, update.channel_post.sender_chat.id) == ("halted", news.id)
    sent = await client.do("send_message", chat_id="@desk_news", text="resumed")
    assert (sent.from_user, sent.chat.id) == (None, news.id)


async def test_message_ids_are_shared_by_private_chats_and_groups_but_not_by_supergroups(tg, ann):
    one, two = tg.group("One", ann), tg.supergroup("Two", ann)
    ids = [tg.push_text(ann, place, "x").message.id for place in (tg.private(ann), one, two, two)]
    assert ids == [101, 102, 1, 2]


async def test_in_privacy_mode_a_group_is_heard_only_when_it_means_the_bot():
    async with (
        FakeTelegram(privacy=True, longest_poll=0.05) as tg,
        connected(tg, "aiogram") as client,
    ):
        bob = tg.user("Bob")
        desk = tg.group("Desk", bob)
        await client.do("send_message", chat_id=desk.id, text="hello")
        hidden = tg.push_text(bob, desk, "nice weather")
        tg.push_text(bob, desk, "/other@other_bot")
        tg.push_text(bob, desk, "/price btc")
        tg.push_text(bob, desk, "@Bellwether_Bot hi")
        tg.push_text(bob, desk, "thanks", reply_to=tg.sent(desk)[0])
        heard = [update.message.text for update in await poll(client)]
        assert heard == ["/price btc", "@Bellwether_Bot hi", "thanks"]
        assert hidden.message in tg.messages(desk)
        assert not (await client.do("get_me")).can_read_all_group_messages


async def test_pictures_and_files_come_in_with_their_captions(tg, client, ann, chat):
    tg.push_document(ann, chat, "keys.txt", b"abc", content_type="text/plain", caption="/import")
    tg.push_photo(ann, chat, b"GIF89a\x40\x00\x20\x00\0\0")
    update, picture = await poll(client)
    assert picture.message.photo[-1].width == 64
    assert update.message.caption_entities[0].type == "bot_command"
    assert await client.download(update.message.document.file_id) == b"abc"


def test_the_double_refuses_to_send_an_update_that_telegram_would_not():
    fake = FakeTelegram()
    with pytest.raises(AssertionError, match="colour"):
        fake.push_update(
            "message",
            {"message_id": 1, "date": 1, "chat": {"id": 1, "type": "private"}, "colour": 1},
        )


# Presses
