"""Who may talk to us: asking to be let in, one account on several platforms, ending access."""

import re

import pytest

from core.domain.records import (
    Account,
    AuditEntry,
    ExchangeAccount,
    Identity,
    PairingRequest,
    Waiting,
)
from tests.desk import open_desk

PUSHED = frozenset({"telegram", "discord"})
HOUR = 3600


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def says(desk, person, words):
    """What somebody is told of these words, known or not."""
    before = len(await person.told())
    await person.accept(words)
    await desk.idle()
    return (await person.told())[before:]


def code_in(texts):
    found = re.search(r"(?:code(?: is)?|/link) (\w{10})\b", "\n".join(texts))
    assert found, texts
    return found.group(1)


def account_of(desk, account_id):
    account = desk.desk.people.account(account_id)
    assert account is not None
    return account


async def asked(desk, name="66", platform="telegram", words="hello there"):
    """A stranger who asked to be let in, with their code and the owner's question."""
    stranger = desk.person(name, platform=platform)
    code = code_in(await says(desk, stranger, words))
    [question] = [one for one in await desk.person().questions() if code in one["text"]]
    return stranger, code, question


@pytest.mark.parametrize(
    ("choice", "role"), [("opt:1", "trader"), ("opt:2", "viewer")], ids=["trader", "viewer"]
)
async def test_a_stranger_asks_and_the_owners_press_lets_them_in(choice, role):
    async with open_desk(pushed=PUSHED) as desk:
        stranger, code, question = await asked(desk)
        assert "telegram 66" in question["text"].casefold()
        assert code in question["text"]
        done = text(await desk.person().press(choice, question["question_id"]))
        assert f"as a {role}" in done
        assert "Welcome" in (await stranger.told())[-1]
        [identity] = await desk.rows(Identity)
        account = account_of(desk, identity.account_id)
        assert (identity.id, account.role) == ("telegram:66", role)
        await stranger.say("btc price")
        assert "BTC/USDT" in (await stranger.told())[-1]
        events = [row.event for row in await desk.rows(AuditEntry)]
        assert events.count("pairing.asked") == events.count("pairing.approved") == 1
        [entry] = await desk.rows(AuditEntry, event="pairing.approved")
        assert entry.account_id == "owner"
        assert entry.detail["person"] == "telegram:66"


async def test_who_is_let_in_has_a_paper_account_of_their_own_and_sees_no_others_I10():
    async with open_desk(pushed=PUSHED) as desk:
        stranger, _, question = await asked(desk)
        await desk.person().say("buy 100 usdt of btc")
        await desk.person().press("opt:1", question["question_id"])
        await stranger.say("/balance")
        assert "10,000" in (await stranger.told())[-1]
        accounts = await desk.rows(ExchangeAccount)
        assert len({one.account_id for one in accounts}) == len(accounts) == 2


async def test_a_refused_stranger_is_told_once_and_met_with_the_refusal_for_the_hour():
    async with open_desk(pushed=PUSHED) as desk:
        stranger, _, question = await asked(desk)
        await desk.person().press("cancel", question["question_id"])
        assert (await stranger.told())[-1] == "The owner has not let you in."
        assert "I do not know you" in (await says(desk, stranger, "please"))[0]
        assert await desk.rows(Account) == [desk.desk.people.account("owner")]
        assert len(await desk.rows(PairingRequest)) == 1
        desk.clock.advance(HOUR + 1)
        assert code_in(await says(desk, stranger, "please"))


async def test_three_wait_at_once_the_fourth_is_refused_and_nobody_asks_twice():
    async with open_desk(pushed=PUSHED) as desk:
        for name in ("61", "62", "63"):
            await asked(desk, name)
        fourth = desk.person("64", platform="telegram")
        assert "I do not know you" in (await says(desk, fourth, "hello"))[0]
        first = desk.person("61", platform="telegram")
        assert "has not answered yet" in (await says(desk, first, "well?"))[0]
        assert len(await desk.person().questions()) == 3
        desk.clock.advance(HOUR + 1)
        assert code_in(await says(desk, fourth, "hello"))
        assert len(await desk.person().questions()) == 1


async def test_the_question_is_the_owners_alone_once_and_within_the_hour():
    async with open_desk(pushed=PUSHED) as desk:
        _, _, question = await asked(desk)
        viewer = await desk.somebody("berta", "viewer")
        await viewer.press("opt:1", question["question_id"])
        assert await desk.rows(Identity) == []
        owner = desk.person()
        desk.clock.advance(HOUR + 1)
        assert "over" in text(await owner.press("opt:1", question["question_id"]))
        assert await desk.rows(Identity) == []
        again = desk.person("66", platform="telegram")
        await says(desk, again, "hello")
        [fresh] = await owner.questions()
        await owner.press("opt:2", fresh["question_id"])
        await owner.press("opt:1", fresh["question_id"])
        [identity] = await desk.rows(Identity)
        assert account_of(desk, identity.account_id).role == "viewer"


async def test_a_request_does_not_lapse_when_the_owner_goes_on_and_words_do_not_answer_it():
    async with open_desk(pushed=PUSHED) as desk:
        _, _, question = await asked(desk)
        owner = desk.person()
        for words in ("btc price", "yes", "ok", "1"):
            await owner.say(words)
        assert await desk.rows(Identity) == []
        [still] = [one for one in await owner.questions() if one["id"] == question["id"]]
        await owner.press("opt:1", still["question_id"])
        assert len(await desk.rows(Identity)) == 1


async def test_in_a_group_a_stranger_is_met_with_silence_and_nobody_is_asked():
    async with open_desk(pushed=PUSHED) as desk:
        stranger = desk.person("66", platform="telegram", chat="-100", private=False)
        assert await says(desk, stranger, "let me in") == []
        assert await desk.rows(PairingRequest) == []


async def test_two_of_one_name_are_two_people():
    async with open_desk(pushed=PUSHED) as desk:
        for name in ("61", "62"):
            _, _, question = await asked(desk, name)
            await desk.person().press("opt:1", question["question_id"])
        names = [one.name for one in desk.desk.people.everybody()]
        assert len(set(names)) == 3


# -- one account on several platforms -------------------------------------------------------------


async def test_a_code_from_one_platform_sent_on_another_joins_them_after_a_press():
    async with open_desk(pushed=PUSHED) as desk:
        phone, code, question = await asked(desk)
        berta = await desk.somebody("berta")
        offered = text(await berta.say(f"/link {code.upper()}"))
        assert "Telegram 66" in offered
        assert "Press only if that is you" in offered
        assert await desk.rows(Identity) == [], "words alone join nothing"
        assert "Joined: Telegram 66" in text(await berta.press("opt:1"))
        [identity] = await desk.rows(Identity)
        assert identity.account_id == berta.key.person
        assert "You are berta here" in (await phone.told())[-1]
        owner = desk.person()
        assert question["id"] not in {one["id"] for one in await owner.questions()}
        assert "1" in text(await berta.say("buy 100 usdt of btc"))
        await berta.press("confirm")
        await phone.say("/positions")
        assert "BTC/USDT" in (await phone.told())[-1], "the same account"
        await owner.press("opt:1", question["question_id"])
        assert await desk.rows(Identity) == [identity], "the owner's late press changes nothing"


async def test_an_open_card_of_one_surface_is_answered_on_the_other_once_I1():
    async with open_desk(pushed=PUSHED) as desk:
        phone, code, _ = await asked(desk)
        berta = await desk.somebody("berta")
        await berta.say(f"/link {code}")
        await berta.press("opt:1")
        await phone.say("buy 100 usdt of btc")
        [card] = [one for one in await berta.questions() if one["mode"] == "paper"]
        await berta.press("confirm", card["question_id"])
        [waiting] = await desk.rows(Waiting, id=card["question_id"])
        assert (waiting.status, waiting.answered_where) == ("answered", "web")
        assert "Bought" in (await phone.told())[-1]
        again = await phone.press("confirm", card["question_id"])
        assert "Bought" not in text(again)


async def test_an_account_that_traded_or_holds_keys_is_not_joined_to_another():
    async with open_desk(pushed=PUSHED) as desk:
        phone, _, question = await asked(desk)
        await desk.person().press("opt:1", question["question_id"])
        code = code_in(await says(desk, phone, "/link"))
        await phone.say("buy 100 usdt of btc")
        await phone.press("confirm", (await phone.questions())[-1]["question_id"])
        berta = await desk.somebody("berta")
        assert "with orders" in text(await berta.say(f"/link {code}"))
        [identity] = await desk.rows(Identity)
        assert identity.account_id != berta.key.person


async def test_somebody_let_in_who_has_not_traded_joins_their_other_account():
    async with open_desk(pushed=PUSHED) as desk:
        phone, _, question = await asked(desk)
        await desk.person().press("opt:1", question["question_id"])
        code = code_in(await says(desk, phone, "/link"))
        berta = await desk.somebody("berta")
        await berta.say(f"/link {code}")
        await berta.press("opt:1")
        [identity] = await desk.rows(Identity)
        assert identity.account_id == berta.key.person


@pytest.mark.parametrize("code", ["ABCDEFGH23", "x", "'; drop table", "../../etc"])
async def test_a_code_that_is_none_joins_nothing(code):
    async with open_desk(pushed=PUSHED) as desk:
        assert "no such code" in text(await desk.person().say(f"/link {code}"))


async def test_a_code_is_good_for_an_hour_and_for_one_joining():
    async with open_desk(pushed=PUSHED) as desk:
        _, code, _ = await asked(desk)
        anna, berta = await desk.somebody("anna"), await desk.somebody("berta")
        await anna.say(f"/link {code}")
        await berta.say(f"/link {code}")
        await berta.press("opt:1")
        assert "no such code" in text(await anna.press("opt:1"))
        [identity] = await desk.rows(Identity)
        assert identity.account_id == berta.key.person
        _, late, _ = await asked(desk, "67")
        await anna.say(f"/link {late}")
        desk.clock.advance(HOUR + 1)
        await anna.press("opt:1")
        assert len(await desk.rows(Identity)) == 1


async def test_an_identity_is_taken_off_and_is_a_stranger_then():
    async with open_desk(pushed=PUSHED) as desk:
        phone, code, _ = await asked(desk)
        owner = desk.person()
        await owner.say(f"/link {code}")
        await owner.press("opt:1")
        assert "telegram:66" in text(await owner.say("/unlink"))
        assert "Taken off: telegram:66" in text(await owner.say("/unlink telegram"))
        assert await desk.rows(Identity) == []
        assert code_in(await says(desk, phone, "btc price"))


async def test_the_only_way_in_is_not_taken_off():
    async with open_desk(pushed=PUSHED) as desk:
        phone, _, question = await asked(desk)
        await desk.person().press("opt:1", question["question_id"])
        assert "only place" in (await says(desk, phone, "/unlink telegram"))[-1]
        assert len(await desk.rows(Identity)) == 1


# -- the owner's view -----------------------------------------------------------------------------


async def test_the_owner_sees_everybody_changes_a_role_and_ends_access():
    async with open_desk(pushed=PUSHED) as desk:
        phone, _, question = await asked(desk)
        owner = desk.person()
        await owner.press("opt:1", question["question_id"])
        await phone.say("limit buy 0.001 btc at 50000")
        await phone.press("confirm", (await phone.questions())[-1]["question_id"])
        listed = await owner.say("/people")
        assert "trader: telegram:66" in text(listed)
        labels = {one["label"]: one["id"] for one in listed[-1]["choices"]}
        made = next(label for label in labels if "make viewer" in label)
        assert "is viewer now" in text(await owner.press(labels[made]))
        assert "you are viewer now" in (await phone.told())[-1]
        await phone.say("buy 100 usdt of btc")
        assert "Nothing was done" in (await phone.told())[-1]
        listed = await owner.say("/people")
        ended = next(one["id"] for one in listed[-1]["choices"] if "end access" in one["label"])
        said = text(await owner.press(ended))
        assert "Still resting at their exchanges, untouched: 1" in said
        assert (await phone.told())[-1] == "The owner has ended your access to this desk."
        assert await desk.rows(Identity) == []
        events = [row.event for row in await desk.rows(AuditEntry)]
        assert {"role.changed", "access.revoked"} <= set(events)


async def test_revoked_tokens_and_open_cards_are_good_for_nothing():
    async with open_desk(pushed=PUSHED) as desk:
        token = await desk.desk.people.create_token("berta", "trader")
        account = await desk.desk.people.authenticate(token)
        assert account is not None
        berta = desk.person(account.id)
        await berta.say("buy 100 usdt of btc")
        owner = desk.person()
        listed = await owner.say("/people")
        ended = next(one["id"] for one in listed[-1]["choices"] if "end access" in one["label"])
        await owner.press(ended)
        assert await desk.desk.people.authenticate(token) is None
        assert {row.status for row in await desk.rows(Waiting, account_id=account.id)} == {
            "cancelled"
        }
        assert [
            row.trading_state for row in await desk.rows(ExchangeAccount, account_id=account.id)
        ] == ["HALTED"]


@pytest.mark.parametrize("words", ["/people", "/unlink telegram", "/link ABCDEFGH23"])
async def test_in_a_group_nothing_about_people_is_told(words):
    async with open_desk(pushed=PUSHED) as desk:
        owner = desk.person(private=False, chat="-100")
        said = text(await owner.say(words))
        assert "private chat" in said
        assert "owner:" not in said


async def test_nobody_but_the_owner_lists_or_changes_people():
    async with open_desk(pushed=PUSHED) as desk:
        berta = await desk.somebody("berta")
        assert "Only the owner" in text(await berta.say("/people"))
        assert "choices" not in (await berta.say("/people"))[-1]


async def test_what_was_decided_is_known_after_a_restart(sqlite_records):
    async with open_desk(records=sqlite_records, pushed=PUSHED) as desk:
        _, _, question = await asked(desk)
        await desk.person().press("opt:1", question["question_id"])
    async with open_desk(records=sqlite_records, pushed=PUSHED) as desk:
        phone = desk.person("66", platform="telegram")
        assert "BTC/USDT" in text(await phone.say("btc price"))


# -- the audit ------------------------------------------------------------------------------------


async def test_the_owner_reads_who_did_what_from_where_a_page_at_a_time():
    async with open_desk(pushed=PUSHED) as desk:
        _, _, question = await asked(desk)
        owner = desk.person()
        await owner.press("opt:1", question["question_id"])
        seen = text(await owner.say("/audit"))
        assert "a stranger · Telegram · asked to be let in" in seen
        assert "owner · web · let in: " in seen
        assert seen.index("let in: ") < seen.index("asked to be let in"), "newest first"
        for _ in range(10):
            await owner.say("/halt")
            await owner.say("/unhalt")
            await owner.press("opt:1")
        first = await owner.say("/audit")
        assert text(first).count("•") == 15
        assert "Page 1 of 2" in text(first)
        second = text(await owner.press("opt:1"))
        assert "asked to be let in" in second
        assert "no" not in text(await owner.say("/audit owner")).split()
        assert "nobody called" in text(await owner.say("/audit zoe"))


async def test_the_audit_is_for_the_owner_in_private_only_I10():
    async with open_desk(pushed=PUSHED) as desk:
        berta = await desk.somebody("berta")
        for person in (berta, desk.person(private=False, chat="-100")):
            said = text(await person.say("/audit"))
            assert "•" not in said
            assert "for the owner" in said or "private chat" in said
