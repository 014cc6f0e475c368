"""Secrets over HTTP: the answer endpoint takes them, tells how it went, and repeats none."""

import pytest

from core.domain.records import Credential, InboxItem
from core.jobs.expiry import expire
from tests.adapters.web_desk import open_web, problem
from tests.behaviour.seams import Model
from tests.behaviour.secret_desk import KEY, SECRET, HidingSealer, Venue, connecting

CONNECT = "connect my binance account"


def opened(venue, *entries):
    return open_web(
        provider=Model(*(entries or (connecting(),))), resources=venue.beside, sealer=HidingSealer()
    )


async def test_each_field_is_answered_by_its_question():
    venue = Venue(fields=("api_key", "passphrase"))
    async with opened(venue) as web:
        venue.over(web.desk)
        asked = await web.owner.asked(CONNECT)
        assert asked["data"] == {"secret": "api_key"}
        response = await web.owner.answer(asked["question_id"], text=KEY)
        assert response.status_code == 200
        (second,) = response.json()["messages"]
        assert second["data"] == {"secret": "passphrase"}
        assert [one["id"] for one in await web.owner.questions()] == [second["id"]]
        done = await web.owner.answer(second["question_id"], text="two words")
        assert done.json()["messages"][-1]["text"] == "Connected binance main."
        assert venue.opened == [{"api_key": KEY, "passphrase": "two words"}]
        said = str(await web.owner.history()) + response.text + done.text
        assert KEY not in said
        assert "two words" not in said


async def test_the_same_answer_again_is_told_the_same_and_keeps_no_digest_of_it():
    venue = Venue()
    async with opened(venue) as web:
        venue.over(web.desk)
        asked = await web.owner.asked(CONNECT)
        first = await web.owner.answer(asked["question_id"], "k1", text=KEY)
        again = await web.owner.answer(asked["question_id"], "k1", text=KEY)
        assert (again.status_code, again.json()) == (200, first.json())
        assert await web.count(Credential) == 1
        assert await web.count(InboxItem, fingerprint="") == 1
        late = await web.owner.answer(asked["question_id"], text=SECRET)
        assert problem(late, 409)["code"] == "already_answered"
        assert SECRET not in late.text


async def test_of_a_message_that_held_a_secret_no_digest_is_kept_either():
    async with open_web() as web:
        first = await web.owner.chat("my passphrase is Hunter2!x", "k1")
        again = await web.owner.chat("my passphrase is Hunter2!x", "k1")
        assert first.json() == again.json()
        await web.owner.chat("btc price", "k2")
        assert (await web.count(InboxItem, fingerprint=""), await web.count(InboxItem)) == (1, 2)


async def test_what_cannot_be_it_leaves_the_question_open():
    venue = Venue()
    async with opened(venue) as web:
        venue.over(web.desk)
        asked = await web.owner.asked(CONNECT)
        refused = await web.owner.answer(asked["question_id"], text="abc")
        assert "too short" in refused.json()["messages"][0]["text"]
        assert await web.owner.questions() == [asked]


@pytest.mark.parametrize("swept", [True, False])
async def test_after_its_time_it_is_gone_410(swept):
    venue = Venue()
    async with opened(venue) as web:
        venue.over(web.desk)
        asked = await web.owner.asked(CONNECT)
        web.desk.clock.advance(16 * 60)
        if swept:
            await expire(web.desk.desk.parts)
        late = await web.owner.answer(asked["question_id"], text=KEY)
        assert problem(late, 410)["code"] == "expired"
        assert await web.count(Credential) == 0


async def test_nobody_else_can_give_it():
    venue = Venue()
    async with opened(venue) as web:
        venue.over(web.desk)
        asked = await web.owner.asked(CONNECT)
        other = await web.trader()
        refused = await other.answer(asked["question_id"], text=KEY)
        assert problem(refused, 403)["code"] == "not_yours"
        assert await web.count(Credential) == 0
        assert await web.count(InboxItem) == 1


async def test_a_body_that_is_refused_is_not_repeated_to_its_sender():
    venue = Venue()
    async with opened(venue) as web:
        venue.over(web.desk)
        asked = await web.owner.asked(CONNECT)
        path = f"/api/v1/questions/{asked['question_id']}/answer"
        for body in ({"text": [KEY]}, {"text": KEY, "choice": "cancel"}, {"text": {"a": KEY}}):
            refused = await web.owner.post(path, body)
            assert KEY not in str(problem(refused, 422))
