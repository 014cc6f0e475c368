"""Secrets: asked for one by one, kept in the vault, and nowhere else (DESIGN 6, 8; I8)."""

import pytest

from core.domain.conversation import Text
from core.domain.records import Credential, InboxItem, MessageRow, Setting, Waiting, Workflow
from core.jobs.expiry import expire
from tests.behaviour.seams import plan, respond
from tests.behaviour.secret_desk import (
    FIELDS,
    HELLO,
    KEY,
    PASSPHRASE,
    REFUSED,
    SECRET,
    TYPED,
    UNREADABLE,
    Venue,
    connecting,
    desk_of,
    text,
)


def everywhere(desk, model):
    """All that is stored and all that a model was asked."""
    return str(desk.desk.parts.records._tables) + str(model.asked)


async def waiting_for(desk):
    return [row.pending_fields[0] for row in await desk.rows(Waiting, kind="secret", status="open")]


async def type_all(anna):
    for secret in TYPED:
        await anna.say(secret)
    return anna.last.messages


async def test_each_field_is_asked_for_with_progress_and_the_call_runs_once_all_are_kept_I8():
    venue = Venue()
    model, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        [asked] = await anna.say("connect my binance account")
        assert asked["kind"] == "question"
        assert asked["data"] == {"secret": "api_key"}
        assert [choice["id"] for choice in asked["choices"]] == ["cancel"]
        assert "API key for binance main (1/3)" in asked["text"]
        [asked] = await anna.say(KEY)
        assert (asked["data"], "(2/3)" in asked["text"]) == ({"secret": "secret"}, True)
        [asked] = await anna.say(SECRET)
        assert (asked["data"], "(3/3)" in asked["text"]) == ({"secret": "password"}, True)
        assert text(await anna.say(PASSPHRASE)) == "Connected binance main."
        assert venue.opened == [dict(zip(FIELDS, TYPED, strict=True))]
        assert len(await desk.rows(Credential)) == 3
        assert len(await desk.rows(Setting)) >= 1
        [workflow] = await desk.rows(Workflow)
        assert (workflow.status, workflow.notes.get("secrets")) == ("completed", None)
        said = [row.text for row in await desk.rows(MessageRow, role="user")]
        assert said == ["connect my binance account"] + ["(secret received)"] * 3
        assert {(row.payload, row.fingerprint) for row in await desk.rows(InboxItem)} == {("", "")}
        assert [one for one in TYPED if one in everywhere(desk, model)] == []
    assert model.calls == ["plan"]


async def test_the_question_is_in_the_persons_language():
    venue = Venue(fields=("api_key",))
    _, opening = desk_of(venue, connecting("币安"))
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        [asked] = await anna.say("连接我的币安账户")
        assert "币安 的 API Key (1/1)" in asked["text"]
        await anna.say(KEY)
        rows = await desk.rows(MessageRow, role="user")
        assert rows[-1].text == "（已收到密钥）"


@pytest.mark.parametrize("said", ["cancel", "取消", "press", "/cancel", "no", "cancel all"])
@pytest.mark.parametrize("kept", [0, 2])
async def test_cancelling_deletes_what_was_kept(said, kept):
    venue = Venue()
    _, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        for secret in TYPED[:kept]:
            await anna.say(secret)
        assert len(await desk.rows(Credential)) == kept
        answer = await (anna.press("cancel") if said == "press" else anna.say(said))
        assert "ancelled" in text(answer) or "已取消" in text(answer)
        assert await desk.rows(Credential) == []
        assert await waiting_for(desk) == []
        assert [row.status for row in await desk.rows(Workflow)] == ["cancelled"]


async def test_the_words_of_a_cancelled_secret_speak_of_keeping_and_of_no_order():
    venue = Venue()
    _, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        assert text(await anna.press("cancel")) == "Cancelled. Nothing was kept."


@pytest.mark.parametrize("kept", [0, 1, 2])
async def test_nobody_answers_in_time_and_what_was_kept_is_deleted(kept):
    venue = Venue()
    model, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        for secret in TYPED[:kept]:
            await anna.say(secret)
        desk.clock.advance(14 * 60)
        assert await expire(desk.desk.parts) == 0
        desk.clock.advance(2 * 60)
        assert await expire(desk.desk.parts) == 1
        assert await desk.rows(Credential) == []
        [workflow] = await desk.rows(Workflow)
        assert (workflow.status, workflow.notes.get("secrets")) == ("failed", None)
        assert "not waiting" in text(await anna.say(PASSPHRASE))
        assert PASSPHRASE not in everywhere(desk, model)


async def test_a_secret_typed_after_its_time_is_kept_nowhere_though_nothing_has_swept_yet():
    venue = Venue()
    model, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        await anna.say(KEY)
        desk.clock.advance(15 * 60 + 1)
        assert "over" in text(await anna.say("plainpassword"))
        assert await desk.rows(Credential) == []
        assert "plainpassword" not in everywhere(desk, model)


@pytest.mark.parametrize("fault", [REFUSED, UNREADABLE])
async def test_a_call_that_fails_keeps_nothing(fault):
    venue = Venue(fault=fault)
    _, opening = desk_of(venue, connecting(), plan(respond(text="It failed."), intent="chat"))
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        await type_all(anna)
        assert len(venue.opened) == 1
        assert await desk.rows(Credential) == []
        assert all(row.notes.get("secrets") is None for row in await desk.rows(Workflow))


async def test_a_call_that_breaks_keeps_nothing_and_can_be_tried_again():
    venue = Venue(fault=RuntimeError("broken"), fields=("api_key",))
    _, opening = desk_of(venue, connecting(), connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        assert "my side" in text(await anna.say(KEY))
        assert await desk.rows(Credential) == []
        venue.fault = None
        [asked] = await anna.say("try again")
        assert asked["data"] == {"secret": "api_key"}
        assert text(await anna.say(KEY)) == "Connected binance main."
        assert len(await desk.rows(Credential)) == 1


async def test_a_call_that_cannot_be_made_anyway_asks_for_nothing():
    venue = Venue()
    _, opening = desk_of(venue, connecting("taken"))
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        assert await waiting_for(desk) == []


async def test_a_sentence_is_an_ordinary_request_and_the_question_stays_open():
    venue = Venue()
    model, opening = desk_of(venue, connecting(), HELLO)
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        reply = text(await anna.say("hello to you all"))
        assert "Hello there." in reply
        assert "Still waiting for your answer: API key for binance main" in reply
        assert "Balance" in text(await anna.say("/balance"))
        assert await waiting_for(desk) == ["api_key"]
        await anna.say(KEY)
        assert await waiting_for(desk) == ["secret"]
    assert model.calls == ["plan", "plan"]


@pytest.mark.parametrize(
    "said",
    [
        f"my key is {KEY}",
        f"{KEY}\n{SECRET}",
        "it is Hunter2!x I think",
        "the passphrase Zx9Qw7RtAA",
        "口令是Hunter2!x",
    ],
)
async def test_a_secret_among_other_words_reaches_no_model_and_no_history_I8(said):
    venue = Venue()
    model, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        reply = text(await anna.say(said))
        assert "alone" in reply or "单独" in reply
        assert await waiting_for(desk) == ["api_key"]
        assert await desk.rows(Credential) == []
        for secret in (KEY, SECRET, "Hunter2!x", "Zx9Qw7RtAA"):
            assert secret not in everywhere(desk, model)
    assert model.calls == ["plan"]


async def test_a_word_too_short_for_a_key_is_neither_kept_nor_asked_of_a_model():
    venue = Venue()
    model, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        assert "too short for the API key" in text(await anna.say("abc123"))
        assert "too long" in text(await anna.say("k" * 5000))
        assert await waiting_for(desk) == ["api_key"]
        assert "abc123" not in everywhere(desk, model)
    assert model.calls == ["plan"]


@pytest.mark.parametrize(
    "key",
    [
        "/P+abcdEFGH1234567890/abcd==",
        f"  {KEY} \n",
        f"\u200b{KEY}",
        "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIB+abc/DEF\n-----END EC PRIVATE KEY-----",
    ],
)
async def test_a_key_arrives_as_it_was_typed_whatever_it_looks_like(key):
    venue = Venue(fields=("api_key",))
    model, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        assert text(await anna.say(key)) == "Connected binance main."
        assert venue.opened == [{"api_key": key.strip().strip("\u200b")}]
        assert key.strip() not in everywhere(desk, model)


async def test_an_answer_that_names_its_question_may_hold_spaces_and_words_of_consent():
    venue = Venue(fields=("password", "passphrase"))
    _, opening = desk_of(venue, connecting())
    async with opening as desk:
        venue.over(desk)
        anna = desk.person()
        await anna.say("connect my binance account")
        for said in ("correct horse battery", "cancel"):
            await anna.send(Text(text=said, question_id=anna.question_id))
        assert venue.opened == [{"password": "correct horse battery", "passphrase": "cancel"}]
