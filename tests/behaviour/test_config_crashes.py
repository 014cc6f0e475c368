"""Setting things up over crashes, and by two conversations at once: once or not at all."""

import asyncio

import pytest

from adapters.store.memory import MemoryRecords
from core.domain.conversation import Press
from core.domain.records import Credential, ExchangeAccount, LedgerRow, Setting, Waiting, Workflow
from tests.behaviour.exchange_desk import TYPED, VenueDouble
from tests.behaviour.lives import Lives
from tests.behaviour.seams import SlowRecords
from tests.desk import open_desk

FIELDS = ("api_key", "api_secret")


def texts(messages):
    return "\n".join(message["text"] for message in messages)


async def connecting(desk):
    """Connect an account, going on from wherever an earlier life ended."""
    owner = desk.person()
    if not await desk.rows(Workflow):
        await owner.say("connect my binance account", key="ask")
    for number, field in enumerate(FIELDS):
        await desk.idle()
        asked = await desk.rows(Waiting, kind="secret", status="open")
        if asked and asked[0].pending_fields[0] == field:
            await owner.say(TYPED[field], key=f"typed{number}")
    await desk.idle()


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("dies_at", range(2, 10))
async def test_an_account_is_connected_once_whenever_the_process_dies(dies_at, before):
    lives = Lives()
    async with lives.desk(dies_at, before=before, keys=VenueDouble()) as desk:
        await lives.until_death(desk, connecting(desk))
    async with lives.desk(keys=VenueDouble()) as desk:
        await desk.swept()
        await connecting(desk)
        live = [row for row in await desk.rows(ExchangeAccount) if row.mode == "live"]
        kept = await desk.rows(Credential)
        assert [row.name for row in live] == ["Binance"]
        assert sorted(row.field for row in kept) == ["api_key", "api_secret"]
        assert {row.resource for row in kept} == {live[0].id}


async def emptying(desk):
    """Ask for a reset of the paper account and press its button."""
    owner = desk.person()
    if not await desk.rows(Workflow):
        await owner.say("reset paper account to 5000", key="ask")
    await desk.idle()
    questions = await owner.questions()
    if questions:
        press = Press(question_id=questions[0]["question_id"], choice="confirm")
        await owner.send(press, key="press")
    await desk.idle()


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("dies_at", range(2, 10))
async def test_a_reset_is_made_once_whenever_the_process_dies(dies_at, before):
    lives = Lives()
    async with lives.desk(dies_at, before=before) as desk:
        await lives.until_death(desk, emptying(desk))
    async with lives.desk() as desk:
        await desk.swept()
        await emptying(desk)
        anew = [row for row in await desk.rows(LedgerRow) if row.kind == "reset"]
        assert sum(row.amount for row in anew if row.amount > 0) == 5000
        owner = desk.person()
        assert "5,000" in texts(await owner.say("/balance"))


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("dies_at", range(2, 7))
async def test_a_deposit_is_made_once_whenever_the_process_dies(dies_at, before):
    lives = Lives()

    async def depositing(desk):
        await desk.person().say("deposit 1000 to my paper account", key="ask")
        await desk.idle()

    async with lives.desk(dies_at, before=before) as desk:
        await lives.until_death(desk, depositing(desk))
    async with lives.desk() as desk:
        await desk.swept()
        await depositing(desk)
        free = [row.amount for row in await desk.rows(LedgerRow) if row.bucket == "free"]
        assert sum(free) == 11_000


@pytest.mark.parametrize("seed", range(6))
async def test_two_conversations_make_one_default_and_no_name_twice(seed):
    """The second of two at once is stale, is planned anew, and ends in words."""
    async with open_desk(records=SlowRecords(MemoryRecords(), seed), keys=VenueDouble()) as desk:
        anna = await desk.somebody("anna")
        for name in ("A one", "B one"):
            await anna.say(f"connect my binance account called {name}")
            for field in FIELDS:
                await anna.say(TYPED[field])
        here = desk.person(anna.account.id, chat="here")
        there = desk.person(anna.account.id, chat="there")
        told = await asyncio.gather(
            here.say("rename the exchange account “A one” to Same"),
            there.say("rename the exchange account “B one” to same"),
        )
        await asyncio.gather(
            here.say("set the exchange account paper as default"),
            there.say("make binance my default account"),
        )
        await desk.idle()
        rows = await desk.rows(ExchangeAccount, account_id=anna.account.id)
        names = [row.name.casefold() for row in rows]
        assert len(set(names)) == 3
        assert sum("have one called" in texts(one) for one in told) == 1
        assert sum(row.is_default for row in rows) <= 1
        assert len(await desk.rows(Setting, id=f"configs:{anna.account.id}")) == 1
