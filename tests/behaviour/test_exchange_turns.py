"""Exchange accounts in chat: said, typed, pressed, seen; by the grammar, without any model."""

from core.domain.records import (
    AuditEntry,
    Credential,
    ExchangeAccount,
    InboxItem,
    Insert,
    MessageRow,
    OrderRow,
)
from core.domain.venues import KeyCheck
from tests.behaviour.exchange_desk import TYPED, VenueDouble
from tests.behaviour.seams import Model, buy, plan, respond
from tests.desk import open_desk


def texts(messages):
    return "\n".join(message["text"] for message in messages)


async def typed(person, *fields):
    """Answer one question for a secret after the other."""
    told = ""
    for field in fields:
        assert person.card["data"] == {"secret": field}
        told = texts(await person.say(TYPED[field]))
    return told


async def connected(person, venue="binance"):
    await person.say(f"connect my {venue} account")
    return await typed(person, "api_key", "api_secret")


async def test_an_account_is_connected_listed_made_the_default_and_disabled():
    async with open_desk(keys=VenueDouble()) as desk:
        anna = await desk.somebody("anna")
        told = await connected(anna)
        assert "The account “Binance” at binance is connected." in told
        assert "LIVE" in told
        assert "Binance" in texts(await anna.say("list my exchanges"))
        assert "default: yes, was no" in texts(await anna.say("set binance as default"))
        assert "LIVE" in texts(await anna.say("/status"))
        told = texts(await anna.say("disable my binance account"))
        assert "enabled: no, was yes" in told
        assert "default: no, was yes" in told
        assert "PAPER" in texts(await anna.say("/status"))
        assert "Binance" in texts(await anna.say("/exchanges"))


async def test_what_is_typed_is_in_no_message_and_no_row_in_the_open():
    async with open_desk(keys=VenueDouble()) as desk:
        anna = await desk.somebody("anna")
        await connected(anna)
        everything = []
        for kind in (MessageRow, AuditEntry, ExchangeAccount, InboxItem):
            everything += [str(row) for row in await desk.rows(kind)]
        everything += [str(message) for message in await anna.history()]
        for secret in (TYPED["api_key"], TYPED["api_secret"]):
            assert secret not in " ".join(everything)
        assert len(await desk.rows(Credential)) == 2


async def test_keys_that_are_refused_leave_nothing_behind():
    venue = VenueDouble()
    venue.answer = KeyCheck(ok=False, reason="exchange_paper_there")
    async with open_desk(keys=venue) as desk:
        anna = await desk.somebody("anna")
        assert "You have a paper account already" in await connected(anna)
        assert await desk.rows(Credential) == []
        assert [
            row.name for row in await desk.rows(ExchangeAccount, account_id=anna.account.id)
        ] == ["paper"]


async def test_an_exchange_that_is_not_named_is_chosen_by_a_button():
    async with open_desk(keys=VenueDouble()) as desk:
        anna = await desk.somebody("anna")
        asked = await anna.say("add exchange")
        assert "Which exchange do you want to connect?" in texts(asked)
        labels = [choice["label"] for choice in anna.card["choices"]]
        assert labels[:3] == ["Binance", "OKX", "Hyperliquid"]
        await anna.press("opt:1")
        assert "connected" in await typed(anna, "api_key", "api_secret")


async def test_a_deletion_is_cancelled_or_confirmed_and_says_which():
    async with open_desk(keys=VenueDouble()) as desk:
        anna = await desk.somebody("anna")
        await connected(anna)
        told = texts(await anna.say("delete my binance account"))
        assert "cannot be read now" in told
        card = texts(await anna.press("opt:1"))
        assert "Delete the exchange account “Binance”? · LIVE" in card
        assert [choice["id"] for choice in anna.card["choices"]] == ["confirm", "cancel"]
        assert texts(await anna.press("cancel")) == "Cancelled. Nothing was changed."
        assert len(await desk.rows(Credential)) == 2
        await anna.say("delete the exchange account “Binance” and leave what is open")
        assert "and its keys are deleted" in texts(await anna.press("confirm"))
        assert await desk.rows(Credential) == []
        assert "Binance" not in texts(await anna.say("/exchanges")).partition("You can add")[0]


async def test_the_paper_account_is_filled_and_begun_anew():
    async with open_desk(keys=VenueDouble()) as desk:
        anna = await desk.somebody("anna")
        assert "现可用 11,000 USDT" in texts(await anna.say("给模拟账户充值 1000"))
        assert "12,000 USDT is free now" in texts(
            await anna.say("deposit 1000 to my paper account")
        )
        card = texts(await anna.say("reset paper account to 5000"))
        assert "New balance: 5,000 USDT" in card
        told = texts(await anna.press("confirm"))
        assert "begins anew with 5,000 USDT" in told
        assert "PAPER" in told
        assert "5,000" in texts(await anna.say("/balance"))


async def test_a_renamed_account_is_known_by_its_new_name_and_this_one_means_it():
    async with open_desk(keys=VenueDouble()) as desk:
        anna = await desk.somebody("anna")
        await connected(anna)
        assert "name: Trading, was Binance" in texts(await anna.say("rename binance to Trading"))
        assert "One read was answered: it works." in texts(await anna.say("test trading"))
        assert "enabled: no, was yes" in texts(
            await anna.say("disable the exchange account trading")
        )


async def test_another_person_has_none_of_it_I10():
    async with open_desk(keys=VenueDouble()) as desk:
        anna, ben = await desk.somebody("anna"), await desk.somebody("ben")
        await connected(anna)
        assert "Binance" not in texts(await ben.say("/exchanges")).partition("You can add")[0]
        told = texts(await ben.say("delete my binance account"))
        assert "You have no exchange account called “binance”" in told
        assert len(await desk.rows(Credential)) == 2


async def test_in_a_group_nothing_is_shown_asked_or_changed():
    async with open_desk(keys=VenueDouble()) as desk:
        anna = await desk.somebody("anna")
        anna.private = False
        for text in ("/exchanges", "connect my binance account", "reset paper account"):
            told = texts(await anna.say(text))
            assert "paper ·" not in told
            assert not anna.last.messages[-1].get("question_id")
        assert len(await desk.rows(ExchangeAccount, account_id=anna.account.id)) == 1


async def test_a_disabled_exchange_is_shown_as_such_and_refused_original_h_71():
    model = Model(plan(buy(account="Binance"), respond(show=["s1"])))
    async with open_desk(keys=VenueDouble(), provider=model) as desk:
        anna = await desk.somebody("anna")
        records, now = desk.desk.parts.records, desk.clock.now()
        off = ExchangeAccount(
            id="live",
            account_id=anna.account.id,
            name="Binance",
            venue="binance",
            mode="live",
            trading_state="ACTIVE",
            version=0,
            created_at=now,
            enabled=False,
        )
        assert await records.commit(Insert(record=off))
        assert "disabled" in texts(await anna.say("/exchanges"))
        told = texts(await anna.say("buy 50 usdt of btc on binance"))
        assert "The account Binance (binance) is switched off. Nothing was placed" in told
        assert await desk.rows(OrderRow) == []
