"""People we do not know: refused politely, then not at all; the owner's code binds (DESIGN 8)."""

import asyncio

import pytest

from adapters.store.memory import MemoryRecords
from core.domain.records import AuditEntry, Identity, InboxItem, MessageRow, OutboxItem, Trace
from tests.behaviour.seams import Model, SlowRecords
from tests.desk import open_desk

TELEGRAM = frozenset({"telegram"})


async def says(desk, person, words):
    """What a stranger is told of these words."""
    before = len(await person.told())
    await person.accept(words)
    await desk.idle()
    return (await person.told())[before:]


async def test_a_stranger_may_ask_and_is_then_met_with_silence_I10():
    model = Model()
    async with open_desk(pushed=TELEGRAM, provider=model) as desk:
        mallory = desk.person("66", platform="telegram")
        told = [await says(desk, mallory, "buy 50 usdt of btc") for _ in range(6)]
        assert [len(texts) for texts in told] == [1, 1, 1, 0, 0, 0]
        assert "private trading desk" in told[0][0]
        [asked] = await desk.rows(MessageRow)
        assert asked.account_id == "owner"
        assert "buy 50 usdt" not in asked.text
        assert await desk.rows(Trace) == []
        assert {item.payload for item in await desk.rows(InboxItem)} == {""}
    assert model.asked == []


async def test_a_stranger_is_answered_in_their_language():
    async with open_desk(pushed=TELEGRAM) as desk:
        mallory = desk.person("66", platform="telegram")
        assert "私人交易台" in (await says(desk, mallory, "帮我买比特币"))[0]
        assert "The owner has not" in (await says(desk, mallory, "please buy it"))[0]


@pytest.mark.parametrize("words", ["{code}", "  {code} ", "/start {code}", "/START {code}"])
async def test_the_owners_code_binds_bare_or_by_start(words):
    async with open_desk(pushed=TELEGRAM) as desk:
        anna = desk.person("1", platform="telegram")
        code = desk.desk.people.code
        assert len(code) >= 10
        assert "known as the owner" in (await says(desk, anna, words.format(code=code)))[0]
        [identity] = await desk.rows(Identity)
        assert (identity.id, identity.account_id) == ("telegram:1", "owner")
        assert [row.reason for row in await desk.rows(AuditEntry, event="identity.bound")] == [
            "telegram:1"
        ]
        await anna.say("btc price")
        assert "BTC/USDT" in (await anna.told())[-1]
        mallory = desk.person("66", platform="telegram")
        assert "private trading desk" in (await says(desk, mallory, code))[0], "it works once"
        assert len(await desk.rows(Identity)) == 1


async def test_the_code_is_nowhere_that_is_kept_I8():
    async with open_desk(pushed=TELEGRAM) as desk:
        anna = desk.person("1", platform="telegram")
        code = desk.desk.people.code
        await says(desk, anna, code)
        kept = [*await desk.rows(InboxItem), *await desk.rows(OutboxItem)]
        kept += [*await desk.rows(AuditEntry), *await desk.rows(MessageRow)]
        assert code not in str(kept)


async def test_five_wrong_codes_void_it_for_their_sender_and_nobody_else():
    async with open_desk(pushed=TELEGRAM) as desk:
        code = desk.desk.people.code
        mallory = desk.person("66", platform="telegram")
        for number in range(5):
            texts = await says(desk, mallory, f"wrongcode123{number}")
            if number < 3:  # afterwards a stranger is met with silence
                assert texts == ["That code is not right."]
        assert await says(desk, mallory, code) == []
        assert await desk.rows(Identity) == []
        anna = desk.person("1000", platform="telegram")
        assert "known as the owner" in (await says(desk, anna, code))[0]
        bob = desk.person("1001", platform="telegram")
        assert "private trading desk" in (await says(desk, bob, code))[0]


async def test_a_code_in_a_group_is_not_accepted_and_stays_valid():
    async with open_desk(pushed=TELEGRAM) as desk:
        code = desk.desk.people.code
        group = desk.person("1", platform="telegram", chat="-100", private=False)
        assert await says(desk, group, code) == []
        assert await desk.rows(Identity) == []
        anna = desk.person("1", platform="telegram")
        assert "known as the owner" in (await says(desk, anna, code))[0]


async def test_a_stranger_in_a_group_is_met_with_silence():
    async with open_desk(pushed=TELEGRAM) as desk:
        mallory = desk.person("66", platform="telegram", chat="-100", private=False)
        assert await says(desk, mallory, "buy 50 usdt of btc") == []


async def test_an_owner_named_in_the_settings_needs_no_code():
    async with open_desk(pushed=TELEGRAM, owners=(("telegram", "1"),)) as desk:
        assert desk.desk.people.code == ""
        anna = desk.person("1", platform="telegram")
        await anna.say("btc price")
        assert "BTC/USDT" in (await anna.told())[-1]


async def test_a_wrong_code_and_a_repeat_of_the_same_update_cost_one_try_I1():
    async with open_desk(pushed=TELEGRAM) as desk:
        code = desk.desk.people.code
        mallory = desk.person("66", platform="telegram")
        for _ in range(8):
            await mallory.accept("wrongcode1234", key="telegram:66:1")
            await desk.idle()
        anna = desk.person("1", platform="telegram")
        assert "known as the owner" in (await says(desk, anna, code))[0]


@pytest.mark.parametrize("seed", range(8))
async def test_an_update_read_by_a_sweep_while_it_is_accepted_counts_once_I1(seed):
    async with open_desk(pushed=TELEGRAM, records=SlowRecords(MemoryRecords(), seed)) as desk:
        code = desk.desk.people.code
        mallory = desk.person("66", platform="telegram")
        for _ in range(4):
            sweeps = [desk.desk.assistant.sweep() for _ in range(6)]
            await asyncio.gather(mallory.accept("wrongcode1234"), *sweeps)
            await desk.idle()
        assert desk.desk.people.tries_left(mallory.key) == 1
        anna = desk.person("1", platform="telegram")
        assert "known as the owner" in (await says(desk, anna, code))[0]
