"""The app on the unix socket: the caller is the owner, and /admin is there."""

import pytest

from core.domain.records import InboxItem, ProfileChoice
from tests.adapters.web_desk import open_web, problem


async def test_the_caller_is_the_owner_without_a_bearer_on_the_platform_terminal():
    async with open_web(local=True) as web:
        (message,) = await web.owner.said("my balance")
        assert "10,000" in message["text"]
        assert await web.count(InboxItem, conversation_id="terminal:owner::owner") == 1
        assert await web.owner.history(audit="true")


async def test_the_name_of_the_host_does_not_matter():
    async with open_web(local=True) as web:
        headers = {"Host": "bellwether", "Origin": "http://elsewhere.example"}
        assert (await web.owner.get("/api/v1/questions", headers=headers)).status_code == 200


async def test_a_question_asked_on_the_terminal_is_answered_there():
    async with open_web(local=True) as web:
        question = await web.owner.asked("buy 50 usdt of btc")
        response = await web.owner.answer(question["question_id"], choice="confirm")
        assert "Bought" in response.json()["messages"][0]["text"]
        late = problem(await web.owner.answer(question["question_id"], choice="confirm"), 409)
        assert late["answered_where"] == "terminal"


async def test_a_token_is_made_for_an_account_and_opens_the_web():
    async with open_web(local=True) as local:
        made = await local.owner.post("/admin/token", {"name": "ann", "role": "trader"})
        assert set(made.json()) == {"token"}
        account = await local.desk.desk.people.authenticate(made.json()["token"])
        assert account is not None
        assert (account.name, account.role) == ("ann", "trader")

        again = await local.owner.post("/admin/token", {"name": "ann", "role": "viewer"})
        assert "trader" in problem(again, 409)["detail"]


@pytest.mark.parametrize(
    "body",
    [{"name": "", "role": "trader"}, {"name": "ann", "role": "king"}, {"name": "ann"}],
)
async def test_a_token_needs_a_name_and_a_role(body):
    async with open_web(local=True) as web:
        problem(await web.owner.post("/admin/token", body), 422)


@pytest.mark.parametrize("name", ["", " ", " ann", "ann ", "an\nn", "an\u200bn", "a" * 65])
async def test_a_name_that_is_none_is_answered_with_a_sentence(name):
    async with open_web(local=True) as web:
        body = {"name": name, "role": "trader"}
        told = problem(await web.owner.post("/admin/token", body), 422)
        sentence = "An account's name has 1 to 64 visible characters, without spaces at its ends."
        assert told["detail"] == sentence
        assert told["code"] == "invalid"
        assert told["errors"] == [{"at": "body.name", "problem": sentence}]


@pytest.mark.parametrize("name", ["a", "Ann Lee", "安 娜", "a" * 64])
async def test_a_name_may_have_spaces_within(name):
    async with open_web(local=True) as web:
        made = await web.owner.post("/admin/token", {"name": name, "role": "trader"})
        assert made.status_code == 200


async def test_the_simulated_market_can_be_moved():
    async with open_web(local=True) as web:
        moved = await web.owner.post("/admin/market", {"symbol": "BTC/USDT", "price": "100000.5"})
        assert moved.json() == {"symbol": "BTC/USDT", "price": "100000.5"}
        (message,) = await web.owner.said("btc price")
        assert "100,000.5" in message["text"]


async def test_a_market_that_is_not_simulated_cannot_be_moved():
    async with open_web(local=True, moves=False) as web:
        refused = await web.owner.post("/admin/market", {"symbol": "BTC/USDT", "price": "1"})
        assert problem(refused, 409)["detail"] == "only the simulated market can be moved"


@pytest.mark.parametrize(
    ("symbol", "price", "status"),
    [
        ("NOPE/USDT", "1", 404),
        ("BTC/USDT", "NaN", 422),
        ("BTC/USDT", "-1", 422),
        ("BTC/USDT", "many", 422),
        ("BTC/USDT", "1e99", 422),
        ("BTC/USDT", 1.5, 422),
    ],
)
async def test_a_move_that_cannot_be_is_told(symbol, price, status):
    async with open_web(local=True) as web:
        problem(await web.owner.post("/admin/market", {"symbol": symbol, "price": price}), status)


@pytest.mark.parametrize("path", ["/admin/token", "/admin/market"])
async def test_over_tcp_there_is_no_admin(path):
    async with open_web() as web:
        problem(await web.owner.post(path, {"name": "ann", "role": "trader"}), 404)


async def test_on_the_socket_there_is_no_page_and_no_session():
    async with open_web(local=True) as web:
        problem(await web.owner.get("/"), 404)
        problem(await web.owner.post("/api/v1/session", {"code": web.codes.issue()}), 404)


async def test_a_profile_is_chosen_for_an_account_from_the_next_turn_on():
    async with open_web(local=True) as web:
        body = {"account": "owner", "task": "chat", "profile": "chat_default", "n": 25}
        assert (await web.owner.post("/admin/profile", body)).status_code == 200
        again = await web.owner.post("/admin/profile", body | {"n": 7})
        assert again.json() == {"account": "owner", "task": "chat", "profile": "chat_default"}
        (row,) = await web.desk.rows(ProfileChoice)
        assert (row.account_id, row.task_type, row.n) == ("owner", "chat", 7)


@pytest.mark.parametrize(
    ("change", "status", "named"),
    [
        ({"account": "nobody"}, 404, "no account called 'nobody'"),
        ({"profile": "nothing"}, 422, "Known: automation_memory_default, chat_default"),
        ({"task": "memory"}, 422, "worker executor"),
        ({"n": 51}, 422, "1 to 50"),
        ({"n": -1}, 422, "1 to 50"),
    ],
)
async def test_a_profile_that_cannot_be_chosen_is_named(change, status, named):
    body = {"account": "owner", "task": "chat", "profile": "chat_default", "n": 0}
    async with open_web(local=True) as web:
        told = problem(await web.owner.post("/admin/profile", body | change), status)
        assert named in told["detail"]
        assert await web.count(ProfileChoice) == 0
