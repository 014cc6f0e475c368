"""Who may call: bearers, the start link's code, and what is refused."""

from datetime import timedelta

import pytest

from adapters.chat.web.auth import StartCodes
from tests.adapters.web_desk import open_web, problem
from tests.clocks import SeededIds

PROTECTED = [
    ("POST", "/api/agent/chat"),
    ("POST", "/api/agent/chat/stream"),
    ("GET", "/api/v1/questions"),
    ("POST", "/api/v1/questions/q/answer"),
    ("GET", "/api/v1/agent/history"),
    ("GET", "/api/v1/agent/messages"),
    ("GET", "/api/v1/agent/runs/r"),
    ("POST", "/api/v1/tools/get_balance"),
]


@pytest.mark.parametrize(("method", "path"), PROTECTED)
@pytest.mark.parametrize(
    "header",
    [None, "", "Bearer", "Bearer ", "Bearer wrong", "Basic b3duZXI6", "Bearer \xe9\xff"],
)
async def test_without_a_valid_bearer_nothing_is_told(method, path, header):
    async with open_web() as web:
        headers = {} if header is None else {"Authorization": header.encode("latin-1")}
        # Not even whether the body would have been right.
        refused = await web.nobody.http.request(method, path, headers=headers, content=b"{nonsense")
        assert problem(refused, 401)["code"] in ("no_bearer", "wrong_bearer")
        assert refused.headers["www-authenticate"] == "Bearer"


async def test_a_bearer_is_an_accounts_and_ends_with_its_time():
    async with open_web() as web:
        people = web.desk.desk.people
        expires = web.desk.clock.now() + timedelta(hours=1)
        token = await people.create_token("ann", "trader", expires=expires)
        ann = await web.bearer(token)
        await ann.said("my balance")
        assert len(await ann.history()) == 2
        assert await web.owner.history() == []
        web.desk.clock.advance(3601)
        problem(await ann.get("/api/v1/questions"), 401)


async def test_no_cookie_is_ever_set():
    async with open_web() as web:
        for path in ("/", "/api/v1/questions"):
            assert "set-cookie" not in (await web.owner.get(path)).headers


async def test_without_a_token_in_the_settings_an_empty_bearer_opens_nothing():
    async with open_web() as web:
        problem(
            await web.nobody.get("/api/v1/questions", headers={"Authorization": "Bearer "}), 401
        )


async def test_the_start_code_is_exchanged_once_for_a_bearer_of_twelve_hours():
    async with open_web() as web:
        code = web.codes.issue()
        response = await web.nobody.post("/api/v1/session", {"code": code})
        assert response.status_code == 200
        assert set(response.json()) == {"token"}
        owner = await web.bearer(response.json()["token"])
        assert (await owner.get("/api/v1/questions")).status_code == 200

        again = problem(await web.nobody.post("/api/v1/session", {"code": code}), 401)
        assert again["code"] == "wrong_code"
        web.desk.clock.advance(12 * 3600 + 1)
        problem(await owner.get("/api/v1/questions"), 401)


@pytest.mark.parametrize("body", [{"code": "wrong"}, {"code": ""}, {"code": "🐑"}])
async def test_a_wrong_code_is_refused(body):
    async with open_web() as web:
        web.codes.issue()
        problem(await web.nobody.post("/api/v1/session", body), 401)


async def test_a_session_needs_a_code():
    async with open_web() as web:
        problem(await web.nobody.post("/api/v1/session", {}), 422)


def test_after_five_wrong_tries_no_code_is_good_until_a_new_one_is_made():
    codes = StartCodes(SeededIds())
    code = codes.issue()
    for _ in range(5):
        assert not codes.redeem("guess")
    assert not codes.redeem(code)
    assert codes.redeem(codes.issue())


def test_two_codes_are_good_once_each():
    codes = StartCodes(SeededIds())
    first, second = codes.issue(), codes.issue()
    assert first != second
    assert [codes.redeem(one) for one in (second, first, first, second)] == [
        *(True, True),
        *(False, False),
    ]
