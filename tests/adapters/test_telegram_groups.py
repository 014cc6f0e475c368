"""Groups, topics and channels: quiet unless named, and each person's question theirs alone."""

import pytest

from core.domain.conversation import ConversationKey
from core.domain.records import AuditEntry, ConversationRow, InboxItem, Query, Trace, Waiting
from tests.adapters.telegram_desk import Chatting, chatting
from tests.doubles.telegram import FakeTelegram


@pytest.fixture
async def fake():
    async with FakeTelegram() as fake:
        yield fake


@pytest.fixture
async def tg(fake):
    async with chatting(fake) as tg:
        yield tg


@pytest.fixture
def desk(tg):
    return tg.fake.group("Desk", tg.user, tg.fake.user("Zoe"))


async def inbox(tg: Chatting) -> int:
    return await tg.desk.desk.parts.records.count(Query(kind=InboxItem))


async def test_a_group_is_answered_only_when_it_names_us(tg, desk):
    for talk in (
        "btc price",
        "the bot said so",
        "@bellwether_bots btc price",
        "/unknown",
        "/help@x_bot",
    ):
        tg.fake.push_text(tg.user, desk, talk)
    for number, call in enumerate(
        ("@bellwether_bot btc price", "btc price @Bellwether_Bot", "/price btc"), 1
    ):
        await tg.say(call, "BTC/USDT", chat=desk)
        assert await inbox(tg) == number


async def test_our_name_is_taken_out_of_what_was_said(tg, desk):
    await tg.say("@bellwether_bot: btc price", "BTC/USDT", chat=desk)
    await tg.quiet()

    [trace] = await tg.desk.desk.parts.records.find(Query(kind=Trace))
    assert trace.task == "btc price"


async def test_a_reply_to_us_is_for_us_and_one_to_another_is_not(tg, desk):
    said = tg.fake.push_text(tg.user, desk, "@bellwether_bot btc price").message
    ours = await tg.fake.said(desk, "BTC/USDT")
    await tg.quiet()
    tg.fake.push_text(tg.user, desk, "eth price", reply_to=said)
    tg.fake.push_text(tg.user, desk, "eth price", reply_to=ours)
    await tg.fake.said(desk, "ETH/USDT")
    await tg.quiet()

    assert await inbox(tg) == 2


async def test_an_answer_in_a_group_replies_to_who_asked(tg, desk):
    asked = tg.fake.push_text(tg.user, desk, "@bellwether_bot btc price").message
    answer = await tg.fake.said(desk, "BTC/USDT")

    assert answer.reply_to is asked


async def test_in_privacy_mode_we_are_reached_all_the_same():
    async with FakeTelegram(privacy=True) as fake, chatting(fake) as tg:
        desk = fake.group("Desk", tg.user)
        fake.push_text(tg.user, desk, "btc price")
        await tg.say("@bellwether_bot btc price", "BTC/USDT", chat=desk)
        assert await inbox(tg) == 1


async def test_private_figures_are_not_shown_in_a_group(tg, desk):
    tg.fake.push_text(tg.user, desk, "/balance")
    await tg.fake.wait_for(lambda: tg.fake.sent(desk))
    await tg.quiet()

    assert not any("10,000" in message.text for message in tg.fake.sent(desk))


async def test_each_person_in_a_group_has_a_conversation_of_their_own(tg, desk):
    bob = await tg.befriend(tg.fake.user("Bob"))
    tg.fake.push_text(tg.user, desk, "@bellwether_bot btc price")
    tg.fake.push_text(bob, desk, "@bellwether_bot btc price")
    await tg.fake.wait_for(lambda: len(tg.fake.sent(desk)) == 2)
    await tg.quiet()

    rows = await tg.desk.desk.parts.records.find(Query(kind=ConversationRow))
    assert {row.id for row in rows} == {
        ConversationKey(platform="telegram", chat=str(desk.id), person=str(user.id)).id
        for user in (tg.user, bob)
    }
    assert not any(row.private for row in rows)


async def test_peers_9_I4_only_the_asker_answers_a_question_in_a_group(tg, desk):
    bob = await tg.befriend(tg.fake.user("Bob"))
    stranger = tg.fake.user("Mallory")
    tg.fake.push_text(tg.user, desk, "@bellwether_bot what can you do with bananas")
    question = await tg.fake.wait_for(
        lambda: next((message for message in tg.fake.sent(desk) if len(message.labels) > 1), None)
    )
    await tg.quiet()
    before, label = tg.shown(desk), question.labels[0]
    for other in (bob, stranger):
        press = tg.fake.press(other, question, label)
        await tg.fake.wait_for(lambda press=press: press.answered)
        assert press.answer.show_alert
        assert "do not know you" in press.answer.text or "somebody else" in press.answer.text
        await tg.quiet()
    assert tg.shown(desk) == before
    assert question.labels[0] == label

    own = tg.fake.press(tg.user, question, label)
    await tg.fake.wait_for(lambda: own.answered)
    assert (own.answer.text, own.answer.show_alert) == ("Working on it…", False)
    await tg.fake.wait_for(lambda: not question.buttons)


async def test_peers_9_I4_a_forged_press_on_an_order_card_places_nothing(tg):
    bob = await tg.befriend(tg.fake.user("Bob"))
    card = await tg.say("buy 50 usdt of btc", "Buy")
    tg.fake.push_text(bob, tg.fake.private(bob), "btc price")
    theirs = await tg.fake.said(tg.fake.private(bob), "BTC/USDT")
    press = tg.fake.press_data(bob, theirs, card.button("✅ Confirm (PAPER)").data)
    await tg.fake.wait_for(lambda: press.answered)
    await tg.quiet()

    assert press.answer.show_alert
    assert "somebody else" in press.answer.text
    assert card.labels[0] == "✅ Confirm (PAPER)"
    [waiting] = await tg.desk.desk.parts.records.find(Query(kind=Waiting))
    assert waiting.status == "open"
    audit = await tg.desk.desk.parts.records.find(Query(kind=AuditEntry))
    assert "press.refused" in {entry.event for entry in audit}
    await tg.press(card, "Confirm", "Bought")


async def test_peers_9_who_writes_or_presses_as_the_group_is_nobody(tg, desk):
    tg.fake.push_text(tg.user, desk, "talk", anonymous=True)
    tg.fake.push_text(tg.user, desk, "@bellwether_bot what about bananas")
    question = await tg.fake.wait_for(
        lambda: next((message for message in tg.fake.sent(desk) if len(message.labels) > 1), None)
    )
    tg.fake.push_text(tg.user, desk, "@bellwether_bot balance", anonymous=True)
    tg.fake.push_text(tg.user, desk, "@bellwether_bot balance", anonymous=True)
    await tg.fake.said(desk, "cannot see who you are")
    group_itself = tg.fake.user("Group", username="GroupAnonymousBot", is_bot=True)
    press = tg.fake.press(group_itself, question, question.labels[0])
    await tg.fake.wait_for(lambda: press.answered)
    await tg.quiet()

    assert press.answer.show_alert
    assert "cannot see who you are" in press.answer.text
    assert question.buttons
    assert await inbox(tg) == 1
    refusals = [m for m in tg.fake.sent(desk) if "cannot see who" in m.text]
    assert len(refusals) == 1, "said once, not for each"


async def test_peers_23_another_bot_is_not_listened_to(tg, desk):
    other = tg.fake.user("Echo", username="echo_bot", is_bot=True)
    ours = await tg.say("@bellwether_bot btc price", "BTC/USDT", chat=desk)
    await tg.quiet()
    tg.fake.push_text(other, desk, f"@bellwether_bot {ours.text}", reply_to=ours)
    tg.fake.push_text(other, desk, "/price btc")
    await tg.say("@bellwether_bot eth price", "ETH/USDT", chat=desk)

    assert await inbox(tg) == 2


async def test_a_stranger_in_a_group_is_not_answered_there(tg, desk):
    stranger = tg.fake.user("Mallory")
    tg.fake.push_text(stranger, desk, "@bellwether_bot btc price")
    await tg.say("@bellwether_bot eth price", "ETH/USDT", chat=desk)
    await tg.quiet()

    assert len(tg.fake.sent(desk)) == 1


async def test_an_answer_stays_in_the_topic_of_its_question(tg):
    forum = tg.fake.supergroup("Forum", tg.user, forum=True)
    topic = tg.fake.topic(forum, "Prices")
    tg.fake.push_text(tg.user, forum, "just talk", topic=topic)
    tg.fake.push_text(tg.user, forum, "@bellwether_bot btc price", topic=topic)
    answer = await tg.fake.said(forum, "BTC/USDT")
    await tg.quiet()

    assert answer.thread_id == topic.id
    [row] = await tg.desk.desk.parts.records.find(Query(kind=ConversationRow))
    assert (row.chat, row.thread) == (str(forum.id), str(topic.id))
    assert tg.fake.calls("sendChatAction")[0].params["message_thread_id"] == topic.id


async def test_talk_in_a_topic_that_we_opened_is_not_a_reply_to_us(tg):
    forum = tg.fake.supergroup("Forum", tg.user, forum=True)
    topic = tg.fake.topic(forum, "Prices")
    opening = next(m for m in tg.fake.messages(forum, everything=True) if m.id == topic.id)
    tg.fake.push_text(tg.user, forum, "btc price", topic=topic, reply_to=opening)
    await tg.say("@bellwether_bot eth price", "ETH/USDT", chat=forum)

    assert await inbox(tg) == 1


async def test_a_press_in_a_topic_belongs_to_its_question(tg):
    forum = tg.fake.supergroup("Forum", tg.user, forum=True)
    topic = tg.fake.topic(forum, "Prices")
    tg.fake.push_text(tg.user, forum, "@bellwether_bot what about bananas", topic=topic)
    question = await tg.fake.wait_for(
        lambda: next((message for message in tg.fake.sent(forum) if len(message.labels) > 1), None)
    )
    tg.fake.press(tg.user, question, question.labels[-1])
    await tg.fake.wait_for(lambda: not question.buttons)
    await tg.quiet()

    assert {message.thread_id for message in tg.fake.sent(forum)} == {topic.id}


async def test_channel_posts_and_what_nobody_wrote_are_ignored(tg, desk):
    channel = tg.fake.channel("News")
    tg.fake.push_text(tg.user, channel, "@bellwether_bot btc price")
    joined = {
        "message_id": 9000,
        "date": 1,
        "chat": desk.json(),
        "from": tg.user.json(),
        "new_chat_members": [tg.fake.bot.json()],
    }
    tg.fake.push_update("message", joined)
    await tg.say("btc price", "BTC/USDT")

    assert await inbox(tg) == 1


async def test_a_group_that_became_a_supergroup_is_answered_under_its_new_id(tg, desk):
    await tg.say("@bellwether_bot btc price", "BTC/USDT", chat=desk)
    new = tg.fake.migrate(desk)
    await tg.say("@bellwether_bot eth price", "ETH/USDT", chat=new)

    assert await inbox(tg) == 2
