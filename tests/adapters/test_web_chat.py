"""POST /api/agent/chat: what is said, answered, refused and said twice."""

import asyncio

import pytest

from adapters.llm.scripted import ScriptedProvider
from core.domain.records import InboxItem, MessageRow
from tests.adapters.web_desk import HeldPlanner, open_web, problem

CHAT = "/api/agent/chat"


async def test_a_message_is_answered_with_its_run_and_its_messages():
    async with open_web() as web:
        response = await web.owner.chat("btc price")

        assert response.status_code == 200
        body = response.json()
        (message,) = body["messages"]
        assert body["run_id"] == message["run_id"]
        assert (message["role"], message["kind"]) == ("assistant", "reply")
        assert (message.get("mode"), message["simulated"]) == (None, True)
        assert "BTC/USDT" in message["text"]
        assert message["created_at"].endswith("Z")
        assert {"question_id", "choices", "data"}.isdisjoint(message)


async def test_an_order_is_answered_with_a_question_and_the_data_of_its_card():
    async with open_web() as web:
        question = await web.owner.asked("buy 50 usdt of btc")

        assert [choice["id"] for choice in question["choices"]] == ["confirm", "amount", "cancel"]
        assert all(set(choice) == {"id", "label"} for choice in question["choices"])
        assert set(question["data"]) == {
            *("venue", "mode", "side", "symbol", "amount", "unit", "quantity", "value", "price"),
            *("price_at", "fee", "leverage", "margin", "liquidation_price", "stop", "target"),
            "expires_at",
        }
        assert (question["data"]["side"], question["data"]["amount"]) == ("buy", "50")
        assert question["data"]["leverage"] is None
        assert question["data"]["expires_at"].endswith("Z")


async def test_a_message_with_a_slash_is_a_command():
    async with open_web() as web:
        (message,) = await web.owner.said("/balance")
        assert "10,000" in message["text"]
        (message,) = await web.owner.said("/nonsense")
        assert "/nonsense" in message["text"]


@pytest.mark.parametrize("text", ["", "   ", "\n"])
async def test_an_empty_message_is_answered_with_words(text):
    async with open_web() as web:
        (message,) = await web.owner.said(text)
        assert message["text"]


@pytest.mark.parametrize(
    "text", ['P&L, "A & B" <b>100%</b> \\', "🐑" * 3000, "a\nb\r\nc\t\u2028", "你好 '; --"]
)
async def test_peers_34_a_text_of_any_content_arrives_whole(text):
    async with open_web() as web:
        await web.owner.said(text)
        mine = [one for one in await web.owner.history() if one["role"] == "user"]
        assert [one["text"] for one in mine] == [text]


@pytest.mark.parametrize("character", [r"\u0000", r"\ud800"])
async def test_a_character_that_no_store_can_hold_is_shown_as_unreadable(character):
    async with open_web() as web:
        json = {"Content-Type": "application/json"}
        body = f'{{"message": "btc{character} price", "user_key": "{character}"}}'
        response = await web.owner.http.post(CHAT, content=body.encode(), headers=json)
        assert response.status_code == 200
        assert "btc\ufffd price" in [one["text"] for one in await web.owner.history()]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/v1/session", r'{"code": "\ud800"}', 401),
        ("/api/v1/questions/%00/answer", r'{"choice": "\u0000"}', 404),
        ("/api/v1/tools/get_market_price", r'{"symbols": ["\u0000\ud800"]}', 422),
    ],
)
async def test_such_a_character_breaks_nothing_anywhere(path, body, status):
    async with open_web() as web:
        json = {"Content-Type": "application/json"}
        problem(await web.owner.http.post(path, content=body.encode(), headers=json), status)


async def test_the_language_is_the_one_asked_for():
    async with open_web() as web:
        (english,) = await web.owner.said("/status", lang="en", user_key="a")
        (chinese,) = await web.owner.said("/status", lang="zh", user_key="b")
        assert english["text"] != chinese["text"]
        assert "行情" in chinese["text"]


async def test_a_user_key_is_a_conversation_of_its_own():
    async with open_web() as web:
        await web.owner.asked("buy 50 usdt of btc", user_key="left")
        # The question waits in the other conversation: here, yes answers nothing.
        answer = await web.owner.said("yes", user_key="right")
        assert all("Bought" not in one["text"] for one in answer)
        bought = await web.owner.said("yes", user_key="left")
        assert "Bought" in bought[-1]["text"]


async def test_a_user_key_never_names_another_account():
    async with open_web() as web:
        ann = await web.trader()
        await web.owner.asked("buy 50 usdt of btc")
        answer = await ann.said("yes", user_key="owner")
        assert all("Bought" not in one["text"] for one in answer)
        assert len(await web.owner.questions()) == 1


async def test_peers_1_the_same_key_and_body_is_one_turn():
    async with open_web() as web:
        first = await web.owner.chat("buy 50 usdt of btc", "k1")
        again = await web.owner.chat("buy 50 usdt of btc", "k1")

        assert again.status_code == 200
        assert again.json() == first.json()
        assert await web.count(InboxItem) == 1
        assert len(await web.owner.questions()) == 1


async def test_the_same_key_at_the_same_instant_is_one_turn():
    async with open_web() as web:
        answers = await asyncio.gather(*(web.owner.chat("btc price", "k1") for _ in range(5)))
        assert [answer.status_code for answer in answers] == [200] * 5
        assert len({answer.text for answer in answers}) == 1
        assert await web.count(MessageRow, role="assistant") == 1


@pytest.mark.parametrize(
    "other", [{"message": "eth price"}, {"message": "btc price", "lang": "zh"}]
)
async def test_the_same_key_for_another_body_is_refused(other):
    async with open_web() as web:
        await web.owner.chat("btc price", "k1")
        refused = await web.owner.post(CHAT, other, "k1")
        assert problem(refused, 422)["code"] == "key_reused"
        assert await web.count(InboxItem) == 1


async def test_another_account_may_use_the_same_key():
    async with open_web() as web:
        ann = await web.trader()
        mine = await web.owner.chat("btc price", "k1")
        hers = await ann.chat("my balance", "k1")
        assert hers.status_code == 200
        assert mine.json()["run_id"] != hers.json()["run_id"]


async def test_a_turn_that_takes_long_is_202_and_can_be_asked_for_later():
    planner = HeldPlanner()
    async with open_web(provider=planner, wait_s=0.05) as web:
        response = await web.owner.chat("btc price", "k1")
        assert response.status_code == 202
        run_id = response.json()["run_id"]
        assert set(response.json()) == {"run_id"}
        path = f"/api/v1/agent/runs/{run_id}"
        assert (await web.owner.get(path)).json()["status"] == "running"

        planner.release()
        await web.desk.finished(run_id)
        ended = (await web.owner.get(path)).json()
        assert ended["status"] == "done"
        assert (await web.owner.chat("btc price", "k1")).json() == {
            "run_id": run_id,
            "messages": ended["messages"],
        }


async def test_too_much_waiting_is_429_and_nothing_is_taken():
    planner = HeldPlanner()
    async with open_web(provider=planner, wait_s=0.05) as web:
        taken = await asyncio.gather(*(web.owner.chat("btc price") for _ in range(20)))
        assert {one.status_code for one in taken} == {202}

        refused = await web.owner.chat("btc price")
        assert problem(refused, 429)["code"] == "full"
        assert int(refused.headers["retry-after"]) > 0
        assert await web.count(InboxItem) == 20
        planner.release()


async def test_a_turn_that_failed_is_answered_with_what_went_wrong():
    planner = ScriptedProvider([{"error": "out_of_credit"}] * 2)
    async with open_web(provider=planner) as web:
        response = await web.owner.chat("write me a poem about ether")
        assert response.status_code == 200
        (message,) = response.json()["messages"]
        assert "credit" in message["text"]
        run = await web.owner.get(f"/api/v1/agent/runs/{response.json()['run_id']}")
        assert run.json()["status"] == "failed"
        assert run.json()["messages"] == [message]
