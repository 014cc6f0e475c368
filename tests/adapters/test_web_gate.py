"""Hosts, origins, sizes, headers, and problems for everything that goes wrong."""

from typing import Any

import pytest

from adapters.chat.web.gate import BODY_LIMIT, host_name, is_allowed
from adapters.store.memory import MemoryRecords
from core.domain.records import Query, Waiting
from tests.adapters.web_desk import open_web, problem

CHAT = "/api/agent/chat"


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("LOCALHOST:8000", True),
        ("127.0.0.1:8000", True),
        ("127.1.2.3", True),
        ("[::1]:8000", True),
        ("desk.localhost", True),
        ("desk.example", True),
        ("desk.example:8443", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil-desk.example", False),
        ("10.0.0.7", False),
        ("[2001:db8::1]", False),
        ("", False),
        ("[", False),
    ],
)
def test_only_loopback_and_hosts_of_the_settings_are_answered(host, allowed):
    assert is_allowed(host_name(host), {"desk.example"}) is allowed


def test_an_address_is_no_rebound_name_where_every_address_is_served():
    assert is_allowed("192.168.1.7", {"0.0.0.0"})
    assert not is_allowed("evil.example", {"0.0.0.0"})


async def test_a_foreign_host_is_refused_whatever_its_bearer():
    async with open_web(hosts=("desk.example",)) as web:
        headers = {"Host": "evil.example"}
        refused = await web.owner.get("/api/v1/questions", headers=headers)
        assert problem(refused, 403)["code"] == "foreign_host"
        problem(await web.owner.get("/", headers=headers), 403)
        named = {"Host": "desk.example"}
        assert (await web.owner.get("/api/v1/questions", headers=named)).status_code == 200


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("localhost", "http://localhost", 200),
        ("LOCALHOST:8484", "http://localhost:8484", 200),
        ("127.0.0.1:18341", "http://127.0.0.1:18341", 200),
        ("[::1]:8484", "http://[::1]:8484", 200),
        ("127.0.0.1", "http://127.0.0.1:80", 200),
        ("desk.example", "https://desk.example", 200),
        ("desk.example:8443", "https://desk.example:8443", 200),
        ("127.0.0.1:18341", "http://127.0.0.1:1", 403),
        ("127.0.0.1:18341", "http://127.0.0.1", 403),
        ("127.0.0.1:18341", "http://127.0.0.1:18341.evil.com", 403),
        ("127.0.0.1:18341", "http://127.0.0.1:18341@evil.com", 403),
        ("127.0.0.1:18341", "http://evil.com@127.0.0.1:18341", 403),
        ("127.0.0.1:18341", "http://127.0.0.1:18341/page", 403),
        ("127.0.0.1:18341", "http://localhost:18341", 403),
        ("127.0.0.1:18341", "https://127.0.0.1:18341", 403),
        ("127.0.0.1", "https://127.0.0.1", 403),
        ("desk.example", "http://desk.example:3000", 403),
        ("localhost", "https://desk.example", 403),
        ("localhost", "http://evil.example", 403),
        ("localhost", "http://localhost:3000", 403),
        ("localhost", "https://localhost.evil.example", 403),
        ("localhost", "null", 403),
        ("localhost", "", 403),
        ("localhost", "file://", 403),
        ("localhost", "http://[", 403),
    ],
)
async def test_a_page_from_elsewhere_may_not_use_the_desk(host, origin, status):
    async with open_web(hosts=("127.0.0.1", "desk.example")) as web:
        headers = {"Host": host, "Origin": origin}
        response = await web.owner.get("/api/v1/questions", headers=headers)
        assert response.status_code == status
        if status == 403:
            assert problem(response, 403)["code"] == "foreign_origin"


async def test_probes_are_answered_under_any_name():
    async with open_web() as web:
        headers = {"Host": "10.1.2.3:8080"}
        assert (await web.nobody.get("/healthz", headers=headers)).json() == {"status": "alive"}
        ready = await web.nobody.get("/readyz", headers=headers)
        assert ready.json() == {"status": "ready", "parts": {"sql": "ok", "redis": "ok"}}


async def test_a_part_that_does_not_answer_is_named():
    class Silent:
        async def ping(self) -> bool:
            raise ConnectionError("refused")

        async def drop(self, question_ids):
            """Nothing is held."""

    async with open_web(waiting=Silent()) as web:
        silent = problem(await web.nobody.get("/readyz"), 503)
        assert silent["parts"] == {"sql": "ok", "redis": "no answer"}
        assert "redis" in silent["detail"]
        assert (await web.nobody.get("/healthz")).status_code == 200


async def test_every_answer_says_what_a_browser_may_do_with_it():
    async with open_web() as web:
        for path in ("/", "/page/app.js", "/api/v1/questions", "/nothing"):
            headers = (await web.owner.get(path)).headers
            policy = headers["content-security-policy"]
            assert policy.startswith("default-src 'self'")
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
        api = await web.owner.get("/api/v1/questions")
        assert api.headers["cache-control"] == "no-store"


async def test_a_body_over_the_limit_is_refused():
    async with open_web() as web:
        fits = await web.owner.chat("a" * (BODY_LIMIT - 100))
        assert fits.status_code == 200
        too_large = await web.owner.chat("a" * BODY_LIMIT)
        assert problem(too_large, 413)["code"] == "too_large"


async def test_a_body_of_unknown_length_is_counted_as_it_comes():
    async def endless():
        for _ in range(80):
            yield b"a" * 1024

    async with open_web() as web:
        json = {"Content-Type": "application/json"}
        response = await web.owner.http.post(CHAT, content=endless(), headers=json)
        assert problem(response, 413)["code"] == "too_large"


@pytest.mark.parametrize(
    "body",
    [
        b"{nonsense",
        b"[]",
        b'"btc"',
        b"null",
        b"",
        b"{}",
        b'{"message": 5}',
        b'{"message": null}',
        b'{"message": "hi", "lang": "fr"}',
        b'{"message": "hi", "user_id": "7"}',
        b'{"message": "hi", "user_key": "' + b"k" * 201 + b'"}',
    ],
)
async def test_a_body_that_is_not_what_is_expected_is_told_so(body):
    async with open_web() as web:
        json = {"Content-Type": "application/json"}
        response = await web.owner.http.post(CHAT, content=body, headers=json)
        told = problem(response, 422)
        assert told["code"] == "invalid"
        assert told["errors"][0]["problem"]


async def test_an_unknown_field_is_named():
    async with open_web() as web:
        told = problem(await web.owner.chat("hi", user_id="7"), 422)
        assert told["errors"] == [
            {"at": "body.user_id", "problem": "Extra inputs are not permitted"}
        ]


async def test_a_body_that_is_no_text_at_all_is_refused():
    async with open_web() as web:
        json = {"Content-Type": "application/json"}
        response = await web.owner.http.post(CHAT, content=b"\xff\xfe\x00", headers=json)
        assert problem(response, 400)["code"] == "bad_request"


async def test_a_form_is_told_to_send_json():
    async with open_web() as web:
        response = await web.owner.http.post(CHAT, data={"message": "hi"})
        assert problem(response, 415)["code"] == "not_json"


async def test_a_key_that_is_too_long_is_refused():
    async with open_web() as web:
        problem(await web.owner.chat("hi", "k" * 201), 422)


async def test_nothing_there_and_a_wrong_method_are_problems():
    async with open_web() as web:
        assert problem(await web.owner.get("/api/nothing"), 404)["code"] == "not_found"
        problem(await web.owner.get("/page/nothing.js"), 404)
        refused = await web.owner.get(CHAT)
        assert problem(refused, 405)["code"] == "method_not_allowed"
        assert refused.headers["allow"] == "POST"


class BrokenStore(MemoryRecords):
    """Rows that are there, except for open questions."""

    async def find(self, query: Query[Any]) -> list[Any]:
        if query.kind is Waiting:
            raise RuntimeError("password=hunter2")
        return await super().find(query)


async def test_what_breaks_inside_tells_no_secrets():
    async with open_web(records=BrokenStore()) as web:
        response = await web.owner.get("/api/v1/questions")
        assert problem(response, 500)["code"] == "internal"
        assert "hunter2" not in response.text


async def test_the_api_describes_itself():
    async with open_web() as web:
        described = (await web.nobody.get("/api/openapi.json")).json()
        assert CHAT in described["paths"]
        assert "/admin/token" not in described["paths"]
        assert described["paths"][CHAT]["post"]["security"] == [{"token": []}]
