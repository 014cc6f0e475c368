"""Keys typed on Telegram: taken when asked for, the message deleted at once, masked elsewhere."""

import asyncio

import pytest

from core.domain.records import Credential, OutboxItem, Query
from tests.adapters.telegram_desk import chatting
from tests.behaviour.seams import HeldModel, Model, plan, respond
from tests.behaviour.secret_desk import KEY, SECRET, HidingSealer, Venue, connecting
from tests.doubles.telegram import FakeTelegram, Fault

HELLO = plan(respond(text="Hello there."), intent="chat")


@pytest.fixture
async def fake():
    async with FakeTelegram() as fake:
        yield fake


def opened(fake, venue, *entries, **options):
    options.setdefault("provider", Model(*entries))
    return chatting(fake, resources=venue.beside, sealer=HidingSealer(), **options)


async def kept(tg):
    return await tg.desk.desk.parts.records.find(Query(kind=Credential))


def left(tg, chat=None):
    """The texts that are still to be read in the chat, the person's own among them."""
    return [message.text for message in tg.fake.messages(chat or tg.chat)]


def of_theirs(tg):
    """Whether a call is about a message of the person's, not of ours."""
    messages = tg.fake.backend.store.messages
    return lambda params: not messages[(tg.chat.id, int(params["message_id"]))].by_bot


async def test_each_key_is_taken_and_its_message_deleted_I8(fake):
    venue = Venue(fields=("api_key", "secret"))
    async with opened(fake, venue, connecting()) as tg:
        venue.over(tg.desk)
        asked = await tg.say("connect my binance account", "API key for binance main (1/2)")
        assert asked.labels == ["✖️ Cancel"]
        second = await tg.say(KEY, "API secret for binance main (2/2)")
        assert asked.text.endswith("✅ API key received.")
        assert asked.labels == []
        await tg.say(SECRET, "Connected binance main.")
        await tg.quiet()
        assert second.text.endswith("✅ API secret received.")
        assert [text for text in left(tg) if KEY in text or SECRET in text] == []
        assert venue.opened == [{"api_key": KEY, "secret": SECRET}]
        fake.assert_nothing_unexpected()


async def test_a_press_calls_it_off_and_what_was_kept_is_gone(fake):
    venue = Venue()
    async with opened(fake, venue, connecting()) as tg:
        venue.over(tg.desk)
        await tg.say("connect my binance account", "(1/3)")
        asked = await tg.say(KEY, "(2/3)")
        assert len(await kept(tg)) == 1
        await tg.press(asked, "Cancel", "Nothing was kept.")
        await tg.quiet()
        assert await kept(tg) == []
        assert asked.labels == []


@pytest.mark.parametrize("description", ["message can't be deleted", "message to delete not found"])
async def test_where_it_cannot_be_deleted_the_person_is_told_to_do_it(fake, description):
    venue = Venue()
    async with opened(fake, venue, connecting()) as tg:
        venue.over(tg.desk)
        await tg.say("connect my binance account", "(1/3)")
        fake.fault(
            "deleteMessage", Fault.error(400, f"Bad Request: {description}"), when=of_theirs(tg)
        )
        await tg.say(KEY, "(2/3)")
        await tg.quiet()
        told = [text for text in left(tg) if "Please delete it yourself" in text]
        assert len(told) == ("can't" in description)
        assert len(await kept(tg)) == 1


async def test_a_deletion_that_does_not_get_through_is_tried_again(fake):
    venue = Venue()
    async with opened(fake, venue, connecting()) as tg:
        venue.over(tg.desk)
        await tg.say("connect my binance account", "(1/3)")
        planned = fake.fault("deleteMessage", Fault.drop(), when=of_theirs(tg))
        fake.push_text(tg.user, tg.chat, KEY)
        await fake.wait_for(lambda: planned.hits or None)
        assert KEY in str(left(tg))
        async with asyncio.timeout(5):
            while KEY in str(left(tg)):
                tg.desk.clock.advance(1)
                await asyncio.sleep(0.01)
        await tg.fresh("(2/3)", {})


async def test_it_is_deleted_while_an_earlier_turn_is_still_under_way(fake):
    venue = Venue()
    held = HeldModel(Model(connecting(), HELLO))
    async with opened(fake, venue, provider=held) as tg:
        venue.over(tg.desk)
        held.release()
        await tg.say("connect my binance account", "(1/3)")
        tg.fake.push_text(tg.user, tg.chat, "hello to you all")
        tg.fake.push_text(tg.user, tg.chat, KEY)
        await fake.wait_for(lambda: KEY not in str(left(tg)) or None)
        assert await kept(tg) == []
        held.release()
        await tg.fresh("(2/3)", {})
        assert len(await kept(tg)) == 1


@pytest.mark.parametrize("said", [f"my key is {KEY}", f"/price {SECRET}", KEY])
async def test_a_key_that_nobody_asked_for_is_deleted_and_to_be_replaced(fake, said):
    async with opened(fake, Venue(), HELLO) as tg:
        await tg.say(said, "revoke the key")
        await tg.quiet()
        assert [text for text in left(tg) if KEY in text or SECRET in text] == []
        outbox = await tg.desk.desk.parts.records.find(Query(kind=OutboxItem))
        assert KEY not in str(outbox)


async def test_a_key_in_a_group_is_told_of_where_we_may_not_delete(fake):
    async with opened(fake, Venue(), HELLO) as tg:
        group = fake.group("Desk", tg.user, fake.user("Zoe"))
        fake.push_text(tg.user, group, f"@{fake.bot.username} my key is {KEY}")
        await tg.quiet()
        texts = left(tg, group)
        assert any("revoke the key" in text for text in texts)
        assert any("Please delete it yourself" in text for text in texts)


async def test_a_message_that_is_edited_into_a_key_does_nothing(fake):
    venue = Venue()
    async with opened(fake, venue, connecting()) as tg:
        venue.over(tg.desk)
        await tg.say("connect my binance account", "(1/3)")
        first = fake.messages(tg.chat)[0]
        fake.edit_text(first, KEY)
        await tg.quiet()
        assert await kept(tg) == []
