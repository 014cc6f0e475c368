"""Discord end to end: said, pressed, seen, over loopback with the real client library."""

import asyncio
import re
from itertools import product

import pytest

from adapters.llm.offline.planner import OfflinePlanner
from core.domain.records import Identity, InboxItem, MessageRow, OrderRow, OutboxItem
from tests.adapters.discord_desk import discord_desk
from tests.behaviour.seams import HeldModel, Model, plan, respond
from tests.behaviour.secret_desk import KEY, SECRET, HidingSealer, Venue, connecting
from tests.doubles.discord import NO_PING, FakeDiscord


@pytest.fixture
async def discord():
    fake = await FakeDiscord().start()
    yield fake
    await fake.stop()


def hiding():
    return {"provider": Model(connecting()), "sealer": HidingSealer()}


def owner_of(person):
    return (("discord", str(person.id)),)


async def test_the_main_job_in_a_private_chat(discord):
    anna = discord.person("anna")
    async with discord_desk(discord, owners=owner_of(anna)) as at:
        anna.write("btc price")
        await anna.hears("BTC/USDT")
        anna.write("buy 50 usdt of btc")
        card = await anna.hears("Buy 0.0005", "PAPER")
        await anna.press(card, "Confirm")
        await anna.hears("Bought 0.0005")
        [order] = await at.desk.rows(OrderRow)
        assert order.status == "FILLED"
        closed = next(one for one in anna.said() if one["id"] == card["id"])
        assert closed["components"] == []
        assert [one.status for one in await at.desk.rows(OutboxItem)].count("dead") == 0


async def test_peers_26_a_button_works_after_a_restart_and_once(discord, sqlite_records):
    anna = discord.person("anna")
    async with discord_desk(discord, owners=owner_of(anna), records=sqlite_records):
        anna.write("buy 50 usdt of btc")
        card = await anna.hears("Buy 0.0005")
    async with discord_desk(discord, owners=owner_of(anna), records=sqlite_records) as at:
        await anna.press(card, "Confirm")
        await anna.hears("Bought 0.0005")
        again = anna.click(int(card["id"]), card["components"][0]["components"][0]["custom_id"])
        answer = await anna.answer(again)
        assert answer["data"]["flags"] == 64, "told to them alone"
        assert len(await at.desk.rows(OrderRow)) == 1


async def test_in_a_server_a_mention_is_heard_and_only_the_asker_presses_peers_9(discord):
    channel = discord.server()
    anna, mallory = discord.member("anna", channel), discord.member("mallory", channel)
    async with discord_desk(discord, owners=owner_of(anna)) as at:
        anna.write("just talking about the btc price")
        anna.mention("btc price")
        answer = await anna.hears("BTC/USDT")
        assert answer["message_reference"]["message_id"]
        assert len(await at.desk.rows(InboxItem)) == 1
        anna.mention("what do I hold?")
        await anna.hears("private chat")
        anna.mention("help me choose: which coin?")
        stopping = [one for one in discord.messages(channel) if one["components"]]
        for message in stopping:
            button = message["components"][0]["components"][0]["custom_id"]
            refused = mallory.click(int(message["id"]), button)
            assert (await mallory.answer(refused))["data"]["flags"] == 64


async def test_a_reply_to_us_whose_words_are_kept_from_us_gets_one_hint(discord):
    channel = discord.server()
    anna = discord.member("anna", channel)
    async with discord_desk(discord, owners=owner_of(anna)) as at:
        anna.mention("btc price")
        answer = await anna.hears("BTC/USDT")
        for _ in range(3):
            anna.write(
                "and eth?",
                reference={"message_id": answer["id"], "channel_id": str(channel)},
                allowed_mentions=NO_PING,
            )
        await anna.hears("mention me")
        await asyncio.sleep(0.2)
        assert len([one for one in anna.said() if "mention me" in one["content"]]) == 1
        assert len(await at.desk.rows(InboxItem)) == 1


async def test_other_bots_and_webhooks_are_not_heard_peers_23(discord):
    channel = discord.server()
    anna = discord.member("anna", channel)
    other = discord.backend.make_user("other", bot=True)
    async with discord_desk(discord, owners=owner_of(anna)) as at:
        me = discord.backend.bot_user.id
        discord.backend.create_message(channel, other.id, f"<@{me}> btc price")
        anna.mention("eth price")
        await anna.hears("ETH/USDT")
        assert len(await at.desk.rows(InboxItem)) == 1


async def test_a_stranger_asks_in_private_and_the_owner_lets_them_in(discord):
    anna, berta = discord.person("anna"), discord.person("berta")
    async with discord_desk(discord, owners=owner_of(anna)) as at:
        anna.write("hello")
        await anna.hears("Hello!")
        berta.write("hello there")
        told = await berta.hears("private trading desk")
        code = re.search(r"code (\w{10})", told["content"])
        assert code
        question = await anna.hears(code.group(1))
        await anna.press(question, "viewer")
        await berta.hears("Welcome")
        berta.write("btc price")
        await berta.hears("BTC/USDT")
        assert len(await at.desk.rows(Identity)) == 2


async def test_a_slash_command_is_answered_at_once_and_then_in_the_channel_peers_25(discord):
    anna = discord.person("anna")
    async with discord_desk(discord, owners=owner_of(anna)) as at:
        seen = await anna.answer(anna.slash("price", "eth"))
        assert seen["data"]["content"] == "/price eth"
        await anna.hears("ETH/USDT")
        assert [one.status for one in await at.desk.rows(InboxItem)] == ["done"]


async def test_commands_are_sent_to_discord_only_when_they_have_changed(discord):
    anna = discord.person("anna")
    for puts in (1, 1):
        async with discord_desk(discord, owners=owner_of(anna)):
            await discord.until(lambda: discord.calls["PUT applications"] >= 1)
            assert discord.calls["PUT applications"] == puts
    known = discord.backend.commands[None]
    assert ("price", 1) in known
    described = known[("price", 1)]["description_localizations"]
    assert set(described) == {"zh-CN", "zh-TW"}


async def test_a_message_that_discord_repeats_is_one_turn_peers_1(discord):
    anna = discord.person("anna")
    async with discord_desk(discord, owners=owner_of(anna)) as at:
        anna.write("btc price")
        await anna.hears("BTC/USDT")
        await discord.drop()
        await discord.until(lambda: discord.resumed)
        anna.write("eth price")
        await anna.hears("ETH/USDT")
        rows = await at.desk.rows(MessageRow, role="user")
        assert [row.text for row in rows] == ["btc price", "eth price"]


async def test_what_was_said_while_the_gateway_was_down_comes_with_the_resume(discord):
    anna = discord.person("anna")
    async with discord_desk(discord, owners=owner_of(anna)):
        await discord.drop()
        anna.write("eth price")
        await anna.hears("ETH/USDT")
        assert discord.resumed == 1


async def test_rate_limits_are_obeyed_and_nothing_is_lost_or_doubled(discord):
    anna = discord.person("anna")
    async with discord_desk(discord, owners=owner_of(anna)):
        discord.limited = [0.2, 0.2]
        anna.write("btc price")
        await anna.hears("BTC/USDT")
        assert len([one for one in anna.said() if "BTC/USDT" in one["content"]]) == 1


async def test_a_message_that_was_taken_though_discord_says_503_is_not_sent_twice(discord):
    anna = discord.person("anna")
    async with discord_desk(discord, owners=owner_of(anna)):
        discord.failing = [503, 503]
        anna.write("btc price")
        await anna.hears("BTC/USDT")
        await asyncio.sleep(0.3)
        assert len([one for one in anna.said() if "BTC/USDT" in one["content"]]) == 1
        assert len([one for one in anna.said() if "⏳" in one["content"]]) == 0


async def test_a_forged_button_does_nothing(discord):
    anna = discord.person("anna")
    async with discord_desk(discord, owners=owner_of(anna)) as at:
        anna.write("buy 50 usdt of btc")
        card = await anna.hears("Buy 0.0005")
        for forged in ("w:nothing:confirm", "w:x", "q:1:2", "s:nothing", "w:::"):
            anna.click(int(card["id"]), forged)
        await asyncio.sleep(0.3)
        assert await at.desk.rows(OrderRow) == []


async def test_secrets_are_typed_into_forms_and_stand_in_no_message(discord):
    anna = discord.person("anna")
    venue = Venue(fields=("api_key", "secret"))
    async with discord_desk(
        discord, owners=owner_of(anna), resources=venue.beside, **hiding()
    ) as at:
        venue.over(at.desk)
        anna.write("connect my exchange")
        asked = await anna.hears("1/2")
        form = await anna.answer(await anna.press(asked, "form"))
        assert form["type"] == 9
        await anna.fill(form, KEY)
        second = await anna.hears("2/2")
        await anna.fill(await anna.answer(await anna.press(second, "form")), SECRET)
        await discord.until(lambda: venue.opened)
        assert venue.opened == [{"api_key": KEY, "secret": SECRET}]
        kept = [*await at.desk.rows(MessageRow), *await at.desk.rows(OutboxItem)]
        everything = f"{discord.messages(anna.channel)}{kept}{await at.desk.rows(InboxItem)}"
        assert KEY not in everything
        assert SECRET not in everything


async def test_long_answers_come_whole_in_order_and_within_the_limit_peers_32(discord):
    anna = discord.person("anna")
    words = ["".join(pair) for pair in product("abcdefghijklmnopqrstuvwxyz", repeat=2)] * 2
    long = Model(plan(respond(text=" ".join(["Hello", *words, "goodbye"])), intent="chat"))
    async with discord_desk(discord, owners=owner_of(anna), provider=long):
        anna.write("tell me a lot")
        await anna.hears("goodbye")
        seen = [one["content"] for one in anna.said()]
        assert all(len(one) <= 2000 for one in seen)
        assert " ".join(seen).split() == ["Hello", *words, "goodbye"]


async def test_a_picture_comes_with_what_it_shows_in_words(discord):
    anna = discord.person("anna")
    async with discord_desk(discord, owners=owner_of(anna)):
        anna.write("/chart btc")
        shown = await discord.until(lambda: [one for one in anna.said() if one["attachments"]])
        assert shown[-1]["attachments"][0]["filename"].endswith(".png")


async def test_the_stop_button_ends_what_runs(discord):
    anna = discord.person("anna")
    async with discord_desk(discord, owners=owner_of(anna), provider=HeldModel(OfflinePlanner())):
        anna.write("think about it")
        running = await anna.hears("⏳")
        await anna.press(running, "Stop")
        await anna.hears("Stopped, as you asked.")
