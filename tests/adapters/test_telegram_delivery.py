"""The way out: the dispatcher and the surface against everything that Telegram may answer."""

from dataclasses import replace

import pytest
from aiohttp import web

from core.domain.outbound import CardBlock, Choice, TextBlock
from core.domain.records import Insert, OutboxItem
from tests.adapters.telegram_desk import chatting
from tests.adapters.telegram_outbox import Outbox
from tests.doubles.telegram import Chat, FakeTelegram, Fault, Message

REPEAT = "You may have received this already"


@pytest.fixture
async def fake():
    async with FakeTelegram() as fake:
        yield fake


@pytest.fixture
async def tg(fake):
    async with chatting(fake) as tg:
        yield tg


@pytest.fixture
def outbox(tg):
    return Outbox(tg)


def texts(fake: FakeTelegram, chat: Chat) -> list[str]:
    return [message.text for message in fake.sent(chat)]


def message_of(fake: FakeTelegram, row: OutboxItem) -> Message:
    found = fake.backend.store.messages
    return next(m for m in found.values() if str(m.id) == row.platform_message_id)


# What each kind of row becomes


async def test_an_answer_takes_the_place_of_its_placeholder(tg, outbox):
    opened = await outbox.post(tg.chat, "placeholder")
    answer = await outbox.post(tg.chat, "answer", target=opened.message_id, text="95,000")
    row = await outbox.settled(answer)

    assert row.platform_message_id == (await outbox.row(opened)).platform_message_id
    assert texts(tg.fake, tg.chat) == ["95,000"]
    assert tg.fake.sent(tg.chat)[0].versions == ["⏳ …"]


async def test_peers_7_an_answer_that_says_what_is_there_already_is_delivered(tg, outbox):
    opened = await outbox.settled(await outbox.post(tg.chat, "placeholder"))
    first = await outbox.post(tg.chat, "answer", target=opened.message_id, text="95,000")
    await outbox.settled(first)
    again = await outbox.settled(
        await outbox.post(tg.chat, "answer", target=opened.message_id, text="95,000")
    )

    assert again.status == "sent"
    assert "message is not modified" in tg.fake.calls("editMessageText")[-1].description
    assert texts(tg.fake, tg.chat) == ["95,000"]


async def test_an_answer_whose_placeholder_was_deleted_is_a_new_message(tg, outbox):
    opened = await outbox.settled(await outbox.post(tg.chat, "placeholder"))
    message_of(tg.fake, opened).deleted = True
    answer = await outbox.post(tg.chat, "answer", target=opened.message_id, text="95,000")
    row = await outbox.settled(answer)

    assert texts(tg.fake, tg.chat) == ["95,000"]
    assert row.platform_message_id != opened.platform_message_id


async def test_a_fill_is_told_although_its_card_is_gone_and_cannot_be_edited_I13(tg):
    card = await tg.say("buy 50 usdt of btc", "Buy")
    refused = Fault.error(400, "Bad Request: message can't be edited")
    tg.fake.fault("editMessageText", refused, times=None)
    tg.fake.press(tg.user, card, tg.label(card, "Confirm"))
    filled = await tg.fresh("Bought", {})
    assert "failed" not in filled.text
    assert "PAPER · SIMULATED" in filled.text


async def test_I12_peers_32_an_answer_over_one_message_is_an_edit_and_new_messages(tg, outbox):
    words = "".join(f"{number} & <{number}> 100% \\ \n" for number in range(1000))
    opened = await outbox.post(tg.chat, "placeholder")
    answer = await outbox.post(tg.chat, "answer", target=opened.message_id, text=words)
    row = await outbox.settled(answer)
    sent = tg.fake.sent(tg.chat)

    assert len(sent) > 3
    assert row.platform_message_id == ",".join(str(message.id) for message in sent)
    assert "".join("".join(m.text for m in sent).split()) == "".join(words.split())
    assert not any("⏳" in message.text for message in sent)


async def test_peers_32_an_answer_with_nothing_in_it_still_replaces_the_placeholder(tg, outbox):
    opened = await outbox.post(tg.chat, "placeholder")
    await outbox.settled(await outbox.post(tg.chat, "answer", target=opened.message_id, text=""))

    [text] = texts(tg.fake, tg.chat)
    assert text.startswith("There is nothing to show for that")


async def test_a_message_about_an_earlier_one_replies_to_it(tg, outbox):
    card = await outbox.settled(await outbox.post(tg.chat, "message", text="Buy?"))
    fill = await outbox.settled(
        await outbox.post(tg.chat, "message", target=card.message_id, text="Bought")
    )
    assert texts(tg.fake, tg.chat) == ["Buy?", "Bought"]
    assert message_of(tg.fake, fill).reply_to is message_of(tg.fake, card)


async def test_a_placeholder_that_no_answer_replaces_is_removed(tg, outbox):
    opened = await outbox.post(tg.chat, "placeholder")
    row = await outbox.settled(await outbox.post(tg.chat, "drop", target=opened.message_id))
    again = await outbox.settled(await outbox.post(tg.chat, "drop", target=opened.message_id))

    assert (row.status, again.status) == ("sent", "sent")
    assert tg.fake.sent(tg.chat) == []


async def test_a_closed_card_keeps_its_text_and_loses_its_buttons(tg, outbox):
    card = CardBlock(title="Buy 1 BTC?", badge="PAPER", rows=(("Price", "95,000"),))
    asked = await outbox.post(
        tg.chat,
        "message",
        blocks=(card,),
        question_id="q1",
        choices=(Choice(id="confirm", label="Confirm"), Choice(id="cancel", label="Cancel")),
    )
    await outbox.settled(asked)
    [message] = tg.fake.sent(tg.chat)
    assert [button.data for button in message.buttons] == ["w:q1:confirm", "w:q1:cancel"]
    await outbox.settled(
        await outbox.post(tg.chat, "close", target=asked.message_id, text="✅ Confirmed (PAPER).")
    )

    assert message.text == "Buy 1 BTC?\nPAPER\nPrice  95,000\n\n✅ Confirmed (PAPER)."
    assert message.buttons == []


async def test_a_card_of_several_messages_has_its_buttons_below_and_is_closed_whole(tg, outbox):
    blocks = (TextBlock(text="word " * 1500), CardBlock(title="Buy?", badge="PAPER"))
    choices = (Choice(id="confirm", label="Confirm"),)
    asked = await outbox.post(tg.chat, "message", blocks=blocks, question_id="q1", choices=choices)
    await outbox.settled(asked)
    first, last = tg.fake.sent(tg.chat)
    assert (first.labels, last.labels) == ([], ["Confirm"])
    await outbox.settled(await outbox.post(tg.chat, "close", target=asked.message_id, text="Done."))

    assert last.text.endswith("Buy?\nPAPER\n\nDone.")
    assert last.buttons == []
    assert len(tg.fake.sent(tg.chat)) == 2


async def test_closing_a_card_that_is_gone_sends_nothing(tg, outbox):
    asked = await outbox.settled(await outbox.post(tg.chat, "message", text="Buy?"))
    message_of(tg.fake, asked).deleted = True
    closed = await outbox.post(tg.chat, "close", target=asked.message_id, text="Done.")

    assert (await outbox.settled(closed)).status == "sent"
    assert tg.fake.sent(tg.chat) == []


# What Telegram refuses


async def test_peers_5_when_the_markup_is_refused_the_text_comes_plain_and_once(tg, outbox):
    card = CardBlock(title="mean_rev_v2*[x]", badge="PAPER", rows=(("Error", "a < b & c"),))
    refused = Fault.error(400, "Bad Request: can't parse entities: Unsupported start tag")
    tg.fake.fault("sendMessage", refused)
    row = await outbox.settled(await outbox.post(tg.chat, "message", blocks=(card,)))
    tg.fake.fault("editMessageText", refused)
    closed = await outbox.settled(
        await outbox.post(tg.chat, "close", target=row.message_id, text="Done.")
    )

    assert (row.status, closed.status) == ("sent", "sent")
    [message] = tg.fake.sent(tg.chat)
    assert message.text == "mean_rev_v2*[x]\nPAPER\nError  a < b & c\n\nDone."
    assert message.entities == []


@pytest.mark.parametrize(
    "refusal",
    [
        "Forbidden: user is deactivated",
        "Bad Request: chat not found",
        "Bad Request: not enough rights to send text messages to the chat",
        "Bad Request: TOPIC_CLOSED",
    ],
)
async def test_peers_28_what_is_refused_for_good_is_given_up_with_its_reason(tg, outbox, refusal):
    code = 403 if refusal.startswith("Forbidden") else 400
    tg.fake.fault("sendMessage", Fault.error(code, refusal), times=None)
    row = await outbox.settled(await outbox.post(tg.chat, "message"))

    assert row.status == "dead"
    assert row.error.lower() in refusal.lower()
    assert len(tg.fake.calls("sendMessage")) == 1


async def test_peers_28_one_who_blocked_us_stops_nobody_else(tg, outbox):
    people = [tg.fake.user(f"User {number}") for number in range(5)]
    tg.fake.block(people[2])
    items = [await outbox.post(tg.fake.private(user), "message") for user in people]
    rows = [await outbox.settled(item) for item in items]

    assert [row.status for row in rows] == ["sent", "sent", "dead", "sent", "sent"]
    assert rows[2].error == "Forbidden: bot was blocked by the user"
    tg.fake.unblock(people[2])
    later = await outbox.settled(await outbox.post(tg.fake.private(people[2]), "message"))
    assert later.status == "sent"


async def test_a_kicked_bot_does_not_hold_the_queue_of_its_group(tg, outbox):
    group = tg.fake.group("Desk", tg.user)
    tg.fake.kick(group, tg.user)
    first = await outbox.settled(await outbox.post(group, "message"))
    tg.fake.invite(group, tg.user)
    second = await outbox.settled(await outbox.post(group, "message", text="back"))

    assert (first.status, second.status) == ("dead", "sent")
    assert texts(tg.fake, group) == ["back"]


async def test_a_payload_that_is_no_message_is_given_up(tg, outbox):
    item = await outbox.post(tg.chat, "message")
    broken = replace(item, id=tg.desk.ids.new(), payload={"from": "another version"})
    await tg.desk.desk.parts.records.commit(Insert(record=broken))
    tg.desk.desk.delivery.wake(broken.conversation_id)

    assert (await outbox.settled(broken)).status == "dead"
    assert (await outbox.settled(item)).status == "sent"


# When and whether again


async def test_a_wait_that_telegram_asks_for_holds_its_chat_only(tg, outbox):
    other = tg.fake.private(tg.fake.user("Bob"))
    tg.fake.fault("sendMessage", Fault.retry_after(17), chat=tg.chat)
    held = await outbox.post(tg.chat, "message", text="held")
    behind = await outbox.post(tg.chat, "message", text="behind")
    put_off = await outbox.put_off(held)
    free = await outbox.settled(await outbox.post(other, "message", text="free"))

    assert free.status == "sent"
    assert (put_off.next_at - tg.desk.clock.now()).total_seconds() == 17
    await outbox.wait_out(held)
    await outbox.settled(behind)
    assert texts(tg.fake, tg.chat) == ["held", "behind"]
    assert len(tg.fake.calls("sendMessage")) == 4


async def test_what_may_have_arrived_is_sent_again_as_a_possible_repeat(tg, outbox):
    tg.fake.fault("sendMessage", Fault.lose_answer())
    row = await outbox.wait_out(await outbox.post(tg.chat, "message", text="Filled."))

    assert row.status == "sent"
    first, second = texts(tg.fake, tg.chat)
    assert first == "Filled."
    assert second.startswith(f"↻ {REPEAT}")
    assert second.endswith("\nFilled.")


async def test_a_possible_repeat_is_labelled_in_the_persons_language(tg, outbox):
    tg.fake.fault("sendMessage", Fault.http(502))
    await outbox.wait_out(await outbox.post(tg.chat, "message", text="已成交", lang="zh"))

    [text] = texts(tg.fake, tg.chat)
    assert text.startswith("↻ 这条消息您可能已收到")


async def test_what_never_left_is_sent_later_without_a_label(tg, outbox):
    await tg.fake._server.close()
    item = await outbox.post(tg.chat, "message", text="Filled.")
    assert (await outbox.put_off(item)).attempts == 0, "after a restart it is not in doubt either"
    await reopened(tg.fake)
    await outbox.wait_out(item)

    assert texts(tg.fake, tg.chat) == ["Filled."]


async def test_after_a_crash_a_message_that_was_under_way_is_labelled(tg, outbox):
    item = await outbox.post(tg.chat, "message", text="first")
    await outbox.settled(item)
    under_way = replace(
        item,
        id=tg.desk.ids.new(),
        message_id=tg.desk.ids.new(),
        attempts=1,
        payload=outbox.message("m2", "Filled.").model_dump(mode="json"),
    )
    await tg.desk.desk.parts.records.commit(Insert(record=under_way))
    tg.desk.desk.delivery.wake(under_way.conversation_id)
    await outbox.settled(under_way)

    assert texts(tg.fake, tg.chat)[1].startswith(f"↻ {REPEAT}")


async def test_of_a_long_text_only_the_part_in_doubt_is_sent_again(tg, outbox):
    parts = [letter * 3000 for letter in "abc"]
    second = tg.fake.fault("sendMessage", Fault.lose_answer(), when=lambda p: "bbb" in p["text"])
    await outbox.wait_out(await outbox.post(tg.chat, "message", text="\n\n".join(parts)))

    assert second.hits == 1
    sent = texts(tg.fake, tg.chat)
    assert [text.rpartition("\n")[2] for text in sent] == [parts[0], parts[1], parts[1], parts[2]]
    assert [text.startswith(f"↻ {REPEAT}") for text in sent] == [False, False, True, False]


async def test_a_placeholder_in_doubt_is_not_sent_twice(tg, outbox):
    tg.fake.fault("sendMessage", Fault.drop())
    opened = await outbox.post(tg.chat, "placeholder")
    answer = await outbox.post(tg.chat, "answer", target=opened.message_id, text="95,000")
    await outbox.settled(answer)

    assert texts(tg.fake, tg.chat) == ["95,000"]
    assert len(tg.fake.calls("sendMessage")) == 2


async def test_an_edit_in_doubt_is_repeated_without_a_label(tg, outbox):
    opened = await outbox.post(tg.chat, "placeholder")
    await outbox.settled(opened)
    tg.fake.fault("editMessageText", Fault.lose_answer())
    await outbox.wait_out(
        await outbox.post(tg.chat, "answer", target=opened.message_id, text="95,000")
    )

    assert texts(tg.fake, tg.chat) == ["95,000"]


async def test_a_group_that_moved_gets_its_message_once_under_its_new_id(tg, outbox):
    group = tg.fake.group("Desk", tg.user)
    await outbox.settled(await outbox.post(group, "message", text="before"))
    new = tg.fake.migrate(group, announce=False)
    row = await outbox.settled(await outbox.post(group, "message", text="after"))
    await outbox.settled(await outbox.post(group, "message", text="and after"))

    assert row.status == "sent"
    assert texts(tg.fake, new) == ["after", "and after"]
    assert len(tg.fake.calls("sendMessage")) == 4, "the new id is remembered"


async def reopened(fake: FakeTelegram) -> None:
    """The server again, on the port that its clients know."""
    server = fake._server
    port = server.port
    app = web.Application()
    app.router.add_route("*", "/bot{token}/{method}", server._answer)
    server._runner = web.AppRunner(app, handler_cancellation=True, access_log=None)
    await server._runner.setup()
    await web.TCPSite(server._runner, "127.0.0.1", port).start()
