"""A secret that is being typed: beside other questions, over crashes, and by the wrong people."""

import asyncio

import pytest

from core.domain.conversation import Press, Text
from core.domain.records import (
    Credential,
    MessageRow,
    OrderRow,
    Setting,
    Update,
    Waiting,
    Workflow,
)
from tests.behaviour.lives import Lives
from tests.behaviour.seams import Model, ask, buy, plan, revision
from tests.behaviour.secret_desk import (
    FIELDS,
    HELLO,
    KEY,
    TYPED,
    HidingSealer,
    Venue,
    connecting,
    desk_of,
    text,
)
from tests.desk import open_desk


async def open_secrets(desk):
    rows = await desk.rows(Waiting, kind="secret", status="open")
    return [(row.card["about"], row.pending_fields[0]) for row in rows]


async def test_a_second_question_for_a_secret_takes_the_place_of_the_first():
    venue = Venue()
    _, opening = desk_of(venue, connecting("binance"), connecting("okx"))
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        await anna.say(KEY)
        reply = text(await anna.say("rather connect my okx account"))
        assert "no longer ask for this, and kept nothing of it: API secret for binance" in reply
        assert await open_secrets(desk) == [("okx", "api_key")]
        assert await desk.rows(Credential) == []
        await anna.say(KEY)
        [kept] = await desk.rows(Credential)
        assert kept.field == "api_key"


async def test_a_yes_still_confirms_the_card_beside_it_and_a_no_asks_which():
    venue = Venue()
    _, opening = desk_of(venue, connecting(), plan(buy()), plan(buy()))
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        await anna.say("buy 50 usdt of btc")
        assert "Bought" in text(await anna.say("yes"))
        assert len(await desk.rows(OrderRow)) == 1
        await anna.say("buy 50 usdt of btc")
        assert "Several questions" in text(await anna.say("no"))
        assert await open_secrets(desk) == [("binance main", "api_key")]


async def test_words_for_later_and_done_neither_answer_it_nor_leave_anything_behind():
    venue = Venue()
    _, opening = desk_of(venue, connecting(), connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        await anna.say(KEY)
        [again] = await anna.say("done")
        assert again["data"] == {"secret": "secret"}
        await anna.say("later")
        assert await desk.rows(Credential) == []
        assert await open_secrets(desk) == []
        [anew] = await anna.say("continue")
        assert anew["data"] == {"secret": "api_key"}


async def test_clear_and_a_new_start_leave_nothing_behind():
    venue = Venue()
    _, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        await anna.say(KEY)
        await anna.say("/clear")
        assert await desk.rows(Credential) == []
        assert await open_secrets(desk) == []


@pytest.mark.parametrize("effect", ["write", "read"])
async def test_where_others_read_no_secret_is_asked_for(effect):
    venue = Venue(effect=effect)
    _, opening = desk_of(venue, connecting(), revision("finish"))
    async with opening as desk:
        venue.over(desk)
        anna = desk.person(chat="group", private=False)
        reply = text(await anna.say("connect my binance account"))
        assert ("write to me privately" in reply) == (effect == "read")
        assert await open_secrets(desk) == []


async def test_somebody_elses_answer_is_refused_and_kept_nowhere_I4_I10():
    venue = Venue()
    model, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna, boris = desk.person(), await desk.somebody("Boris")
        await anna.say("connect my binance account")
        await boris.send(Text(text="horse staple", question_id=anna.question_id))
        assert boris.last.outcome == "not_yours"
        assert await desk.rows(Credential) == []
        assert "horse staple" not in str(desk.desk.parts.records._tables) + str(model.asked)


async def test_an_answer_to_a_question_that_is_over_is_kept_nowhere():
    venue = Venue()
    model, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        question = anna.question_id
        await anna.press("cancel")
        await anna.send(Text(text="horse staple", question_id=question))
        assert anna.last.outcome == "already_answered"
        await anna.say("Hunter2!x")
        assert "not waiting for a secret" in text(anna.last.messages)
        stored = str(desk.desk.parts.records._tables) + str(model.asked)
        assert "horse staple" not in stored
        assert "Hunter2!x" not in stored


async def test_what_came_before_the_question_was_shown_is_not_the_answer_and_is_not_read():
    venue = Venue()
    model, opening = desk_of(venue, connecting(), pushed=frozenset({"telegram"}))
    async with opening as desk:
        venue.over(desk)
        await desk.desk.people.start((("telegram", "1"),))
        anna = desk.person("1", platform="telegram")
        await anna.say("connect my binance account")
        assert "before my question was shown" in text(await anna.say("correcthorse"))
        assert await desk.rows(Credential) == []
        assert "correcthorse" not in str(desk.desk.parts.records._tables) + str(model.asked)


async def test_names_and_amounts_that_are_sent_after_it_are_ordinary_words():
    venue = Venue(fields=("api_key",))
    said = ("binance2", "0.5btc", "ETH/USDT", "gpt-4o", "2330.TW", "hello")
    _, opening = desk_of(venue, connecting(), *[HELLO] * len(said))
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        await anna.say(KEY)
        for words in said:
            assert "Hello there." in text(await anna.say(words))
        rows = await desk.rows(MessageRow, role="user")
        assert [row.text for row in rows[2:]] == list(said)


async def test_a_press_on_a_question_for_a_secret_that_is_over_promises_no_card():
    venue = Venue()
    _, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        desk.clock.advance(16 * 60)
        press = Press(question_id=anna.question_id, choice="cancel")
        check = await desk.desk.assistant.check_press(anna.key, press, "en")
        assert check.state == "expired"
        assert "not waiting for a secret" in check.text


async def test_a_question_of_the_planner_for_a_word_is_not_a_secret():
    model = Model(plan(ask("Which exchange?", "OKX", "Binance", fields=("exchange",))), HELLO)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("set up my exchange")
        assert text(await anna.say("Kraken-EU1")) == "Hello there."
        assert (await desk.rows(MessageRow, role="user"))[-1].text == "Kraken-EU1"


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("dies_at", range(2, 8))
async def test_killed_at_any_commit_it_goes_on_from_the_field_that_is_missing_I15(dies_at, before):
    """Typed on in the next life: all is connected once, and no secret is lost or left."""
    lives, venue = Lives(), Venue()
    options = {"resources": venue.beside, "sealer": HidingSealer()}

    async def talk(desk):
        venue.over(desk)
        anna = desk.person()
        if not await desk.rows(Workflow):
            await anna.say("connect my binance account", key="first")
        for number, secret in enumerate(TYPED):
            await desk.idle()
            if await desk.rows(Setting, id=f"account:{await resource(desk)}"):
                return
            if (await open_secrets(desk))[0][1] == FIELDS[number]:
                await anna.say(secret, key=f"typed{number}")

    async def resource(desk):
        rows = await desk.rows(Waiting, kind="secret")
        return rows[0].card["resource"]

    async with lives.desk(dies_at, before=before, provider=Model(connecting()), **options) as desk:
        died = await lives.until_death(desk, talk(desk))
    async with lives.desk(provider=Model(connecting()), **options) as desk:
        await desk.swept()
        await talk(desk)
        await desk.idle()
        made = [row for row in await desk.rows(Setting) if row.id.startswith("account:")]
        assert len(made) == 1
        assert {row.field for row in await desk.rows(Credential)} == set(FIELDS)
        assert [row.status for row in await desk.rows(Workflow)] == ["completed"]
        told = [row.text for row in await desk.rows(MessageRow, role="assistant")]
        assert told.count("Connected binance main.") == 1
    assert died or dies_at > 6
    stored = str(lives.records._tables)
    assert [one for one in TYPED if one in stored] == []


async def test_a_call_that_keeps_killing_its_process_is_given_up_and_its_secrets_deleted():
    lives, venue = Lives(), Venue(fields=("api_key",))
    options = {"resources": venue.beside, "sealer": HidingSealer()}

    async def talk(desk):
        venue.over(desk)
        await desk.person().say("connect my binance account", key="first")
        await desk.person().say(KEY, key="typed")

    async with lives.desk(provider=Model(connecting()), **options) as desk:
        venue.over(desk)
        venue.slow = asyncio.Event()
        talking = asyncio.ensure_future(talk(desk))
        await venue.slow.wait()
        talking.cancel()
    [workflow] = await lives.rows(Workflow)
    assert workflow.status == "running"
    assert len(await lives.rows(Credential)) == 1
    tired = Update(kind=Workflow, where={"id": workflow.id}, set={"attempts": 5})
    assert await lives.records.commit(tired)
    async with lives.desk(provider=Model(connecting()), **options) as desk:
        await desk.swept()
        [workflow] = await desk.rows(Workflow)
        assert (workflow.status, workflow.notes.get("secrets")) == ("needs_attention", None)
        assert await desk.rows(Credential) == []
