"""Questions over HTTP: listed, answered by choice or in words, once, by whom they were asked."""

import asyncio

import pytest

from core.domain.conversation import ConversationKey, Press
from core.domain.records import AuditEntry, FillRow, InboxItem, Waiting
from core.jobs.expiry import expire
from tests.adapters.web_desk import HeldPlanner, open_web, problem

BUY = "buy 50 usdt of btc"


async def test_open_questions_are_listed_as_they_were_asked():
    async with open_web() as web:
        assert await web.owner.questions() == []
        first = await web.owner.asked(BUY, user_key="a")
        second = await web.owner.asked("buy 60 usdt of eth", user_key="b")
        assert await web.owner.questions() == [first, second]


async def test_a_choice_is_answered_with_what_came_of_it():
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        response = await web.owner.answer(question["question_id"], choice="confirm")

        assert response.status_code == 200
        (message,) = response.json()["messages"]
        assert "Bought" in message["text"]
        assert (message["mode"], message["simulated"]) == ("paper", True)
        assert await web.count(FillRow) == 1
        assert await web.owner.questions() == []


async def test_cancel_places_nothing():
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        response = await web.owner.answer(question["question_id"], choice="cancel")
        assert response.status_code == 200
        assert await web.count(FillRow) == 0


async def test_words_answer_too_and_another_amount_is_a_fresh_card_among_the_messages():
    async with open_web() as web:
        question = await web.owner.asked(BUY, user_key="somewhere")
        amended = await web.owner.answer(question["question_id"], text="yes but 80 usdt")
        assert amended.status_code == 200
        fresh = amended.json()["messages"][-1]
        assert fresh["kind"] == "question"
        assert fresh["data"]["amount"] == "80"

        bought = await web.owner.answer(fresh["question_id"], text="yes")
        assert "Bought" in bought.json()["messages"][-1]["text"]
        assert await web.count(FillRow) == 1


async def test_the_same_answer_with_the_same_key_is_one_answer():
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        path = question["question_id"]
        first = await web.owner.answer(path, "k1", choice="confirm")
        again = await web.owner.answer(path, "k1", choice="confirm")
        assert again.status_code == 200
        assert again.json() == first.json()
        assert problem(await web.owner.answer(path, "k1", choice="cancel"), 422)["code"] == (
            "key_reused"
        )
        assert await web.count(FillRow) == 1


async def test_a_second_answer_is_told_who_was_first_and_where():
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        await web.owner.answer(question["question_id"], choice="confirm")
        taken = await web.count(InboxItem)

        late = problem(await web.owner.answer(question["question_id"], choice="cancel"), 409)
        assert late["code"] == "already_answered"
        assert (late["answered_by"], late["answered_where"]) == ("owner", "web")
        assert late["answered_choice"] == "confirm"
        assert "Confirm" in late["detail"]
        problem(await web.owner.answer(question["question_id"], text="yes"), 409)
        assert await web.count(InboxItem) == taken, "a refusal costs no turn"


async def test_a_refusal_is_told_in_the_language_that_is_asked_for():
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        path = f"/api/v1/questions/{question['question_id']}/answer"
        await web.owner.answer(question["question_id"], choice="cancel")
        zh = {"Accept-Language": "zh-CN,en;q=0.5"}
        late = await web.owner.post(path, {"choice": "confirm"}, headers=zh)
        assert "已经回答过" in problem(late, 409)["detail"]


async def test_an_answer_from_another_surface_is_told_with_its_place():
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        terminal = ConversationKey(platform="terminal", chat="owner", person="owner")
        press = Press(question_id=question["question_id"], choice="cancel")
        accepted = await web.desk.accept(terminal, press)
        await web.desk.finished(accepted.run_id)
        late = problem(await web.owner.answer(question["question_id"], choice="confirm"), 409)
        assert late["answered_where"] == "terminal"


async def test_of_two_presses_at_once_one_counts_and_the_other_is_told():
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        answers = await asyncio.gather(
            *(web.owner.answer(question["question_id"], choice="confirm") for _ in range(4))
        )
        assert sorted(one.status_code for one in answers) == [200, 409, 409, 409]
        assert await web.count(FillRow) == 1
        for one in answers:
            if one.status_code == 409:
                assert problem(one, 409)["answered_choice"] == "confirm"


@pytest.mark.parametrize("swept", [False, True])
async def test_an_expired_card_is_gone_and_a_fresh_one_is_offered(swept):
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        web.desk.clock.advance(400)
        if swept:
            await expire(web.desk.desk.parts)
        assert await web.owner.questions() == []

        gone = problem(await web.owner.answer(question["question_id"], choice="confirm"), 410)
        (fresh,) = [one for one in gone["messages"] if one["kind"] == "question"]
        assert fresh["question_id"] != question["question_id"]
        assert await web.owner.questions() == [fresh]
        assert await web.count(FillRow) == 0
        assert (await web.owner.answer(fresh["question_id"], choice="confirm")).status_code == 200
        assert await web.count(FillRow) == 1


async def test_words_for_a_card_that_was_closed_by_time_place_nothing():
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        web.desk.clock.advance(400)
        await expire(web.desk.desk.parts)
        gone = problem(await web.owner.answer(question["question_id"], text="yes"), 410)
        assert gone["messages"] == []
        assert await web.count(FillRow) == 0


async def test_somebody_elses_question_is_refused_stays_open_and_is_on_record():
    async with open_web() as web:
        ann = await web.trader()
        question = await web.owner.asked(BUY)
        refused = await ann.answer(question["question_id"], choice="confirm")
        assert problem(refused, 403)["code"] == "not_yours"
        problem(await ann.answer(question["question_id"], text="yes"), 403)
        await asyncio.sleep(0.05)
        assert await web.count(AuditEntry, event="press.refused") == 1
        assert await ann.questions() == []
        assert await web.owner.questions() == [question]
        assert await web.count(FillRow) == 0


async def test_a_question_that_never_was_is_unknown():
    async with open_web() as web:
        assert problem(await web.owner.answer("nope", choice="confirm"), 404)["code"] == (
            "unknown_question"
        )
        assert await web.count(InboxItem) == 0


@pytest.mark.parametrize("body", [{}, {"choice": "confirm", "text": "yes"}, {"choise": "confirm"}])
async def test_an_answer_is_a_choice_or_a_text(body):
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        problem(await web.owner.answer(question["question_id"], **body), 422)
        assert await web.count(Waiting, status="open") == 1


async def test_a_choice_that_is_none_is_refused():
    async with open_web() as web:
        question = await web.owner.asked(BUY)
        refused = await web.owner.answer(question["question_id"], choice="opt:9")
        assert problem(refused, 422)["code"] == "unknown_choice"
        assert await web.owner.questions() == [question]


async def test_an_answer_whose_turn_takes_long_is_202_and_the_same_request_ends_it():
    planner = HeldPlanner()
    async with open_web(provider=planner, wait_s=0.2) as web:
        planner.release()
        question = await web.owner.asked("buy btc")
        assert question["choices"], question
        planner.hold()
        response = await web.owner.answer(question["question_id"], "k1", text="50 usdt")
        assert response.status_code == 202
        planner.release()
        await web.desk.finished(response.json()["run_id"])
        ended = await web.owner.answer(question["question_id"], "k1", text="50 usdt")
        assert ended.status_code == 200
        assert ended.json()["messages"][-1]["data"]["amount"] == "50"
