"""Every way a call fails has its kind, is tried again only where that helps, and keeps the key."""

import asyncio
import logging
import traceback

import httpx2
import openai
import pytest

from adapters.llm.openai import OpenAIProvider
from adapters.llm.openai.failures import FOREIGN, KINDS, model_error
from core.errors import ModelError, SetupError
from tests.adapters.llm_calls import HI, asking, call, errors_in, failure, telling, words
from tests.adapters.openai_calls import TERRA, calling
from tests.doubles.openai import (
    BALANCE,
    NO_QUOTA,
    AbortStream,
    ChatApi,
    Drop,
    ErrorEvent,
    Hang,
    Html,
    Paced,
    StallStream,
    Status,
    Text,
    ToolUse,
    When,
)

PLAN = ToolUse("submit_plan", HI)
KEY = "sk-proj-s3cr3t/with+odd=characters"


def always(fault):
    return When(lambda _: True, fault, times=None)


def traces(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)) + repr(error) + str(error)


# -- before the stream begins -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Status(400), "rejected"),
        (Status(400, error_code="context_length_exceeded"), "rejected"),
        (Status(400, error_code="content_filter"), "refused"),
        (Status(400, error_code="data_inspection_failed"), "refused"),
        (Status(400, error_code="Arrearage"), "out_of_credit"),
        (Status(401), "key_refused"),
        (Status(402), "out_of_credit"),
        (BALANCE, "out_of_credit"),
        (Status(403), "not_permitted"),
        (Status(404), "unreachable"),
        (Status(405), "unreachable"),
        (Status(408), "timeout"),
        (Status(409), "overloaded"),
        (Status(413), "rejected"),
        (Status(422), "rejected"),
        (Status(429), "rate_limited"),
        (Status(429, type="rate_limit_reached_error"), "rate_limited"),
        (Status(429, type="exceeded_current_quota_error", error_code="x"), "out_of_credit"),
        (NO_QUOTA, "out_of_credit"),
        (Status(500), "overloaded"),
        (Status(503), "overloaded"),
        (Status(504, type="x", error_code="x"), "timeout"),
        (Status(529), "overloaded"),
        (Status(599, type="brand_new", error_code="brand_new"), "overloaded"),
        (Html(502), "overloaded"),
        (Html(404), "unreachable"),
        (Html(200), "truncated"),
        (Html(200, ""), "truncated"),
        (Drop(), "unreachable"),
    ],
)
async def test_a_failure_has_its_kind(fault, kind):
    async with calling(always(fault)) as (api, provider):
        error = await failure(provider, asking())

    assert error.kind == kind
    assert api.calls <= 2


@pytest.mark.parametrize(
    ("fault", "calls"),
    [
        (Status(429, retry_after=0.01), 2),
        (Status(503), 2),
        (Status(500), 2),
        (Drop(), 2),
        (Status(429), 1),
        (Status(429, retry_after=60), 1),
        (Status(503, retry_after=60), 1),
        (NO_QUOTA, 1),
        (Status(401), 1),
        (Status(400), 1),
        (BALANCE, 1),
    ],
)
async def test_what_may_pass_soon_is_tried_once_more(fault, calls):
    async with calling(fault, always(PLAN)) as (api, provider):
        if calls == 1:
            await failure(provider, asking())
        else:
            assert (await call(provider, asking())).input == HI

    assert api.calls == calls


async def test_and_no_more_than_once():
    async with calling(always(Status(503, retry_after=0.01))) as (api, provider):
        assert (await failure(provider, asking())).kind == "overloaded"

    assert [request.attempt for request in api.requests] == [0, 1]


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after-ms": "7500"}, 7.5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
    ],
)
async def test_the_time_to_wait_is_told(headers, seconds):
    async with calling(always(Status(429, headers=headers))) as (_, provider):
        error = await failure(provider, asking())

    assert (error.kind, error.retry_after_s) == ("rate_limited", seconds)


async def test_a_limit_is_told_at_once_and_not_slept_away():
    async with calling(always(Status(429, retry_after=30))) as (_, provider):
        async with asyncio.timeout(10):
            error = await failure(provider, asking(timeout_s=36))

    assert error.kind == "rate_limited"


async def test_nobody_there():
    async with calling() as (api, provider):
        await api.close()
        error = await failure(provider, asking())

    assert error.kind == "unreachable"


@pytest.mark.parametrize("address", ["http://[::1", "ftp://127.0.0.1", "localhost:8080", "a b"])
def test_an_address_that_is_none_is_named_at_the_start(address):
    with pytest.raises(SetupError, match="OPENAI_BASE_URL is wrong; expected") as caught:
        OpenAIProvider(KEY, TERRA, address)

    assert "s3cr3t" not in traces(caught.value)


# -- time ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        Hang(60),
        StallStream(after_events=0),
        StallStream(after_events=5, answer=PLAN),
        StallStream(after_events=5, answer=PLAN, ping_every=0.02),
        Paced(PLAN, seconds=0.1),
        Status(503, retry_after=3),
    ],
)
async def test_the_whole_call_has_one_deadline(fault):
    async with calling(always(fault)) as (api, provider):
        async with asyncio.timeout(5):
            error = await failure(provider, asking(timeout_s=0.3))

    assert error.kind == "timeout"
    assert api.calls <= 1


async def test_the_deadline_spans_all_that_a_server_refuses():
    def slowly(_):
        return Hang(0.25, Text("Fine."))

    async with calling(slowly, refuses={"tools"}) as (api, provider):
        error = await failure(provider, asking(timeout_s=0.2))

    assert error.kind == "timeout"
    assert api.calls == 2


async def test_a_reader_that_dawdles_is_not_cancelled_while_it_does():
    dawdled = False
    async with calling(StallStream(after_events=4)) as (_, provider):
        with pytest.raises(ModelError, match="timeout"):  # noqa: PT012 - the loop is the point
            async for _ in provider.chat(telling(timeout_s=0.8)):
                await asyncio.sleep(0.9)
                dawdled = True

    assert dawdled


async def test_a_call_that_is_cancelled_is_let_go():
    async with calling(Hang(60)) as (api, provider):
        asked = asyncio.create_task(failure(provider, asking()))
        async with asyncio.timeout(3):
            while not api.calls:  # noqa: ASYNC110 - a flag of the double
                await asyncio.sleep(0.01)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            while not api.last_request.hung_up:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


# -- in the middle of the stream ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (AbortStream(after_events=0), "truncated"),
        (AbortStream(after_events=4), "truncated"),
        (AbortStream(after_events=4, how="reset"), "truncated"),
        (ErrorEvent("server_error", after_events=0), "overloaded"),
        (ErrorEvent("overloaded_error", after_events=4), "overloaded"),
        (ErrorEvent("rate_limit_exceeded", after_events=4), "rate_limited"),
        (ErrorEvent("insufficient_quota", after_events=1), "out_of_credit"),
        (ErrorEvent("x", message="Insufficient Balance", after_events=1), "out_of_credit"),
        (ErrorEvent("invalid_request_error", after_events=4), "malformed"),
        (ErrorEvent("brand_new_error", after_events=4), "malformed"),
    ],
)
async def test_a_stream_that_breaks_is_a_failure_and_not_tried_again(fault, kind):
    async with calling(fault, Text("Second."), Text("Third.")) as (api, provider):
        assert (await failure(provider, telling())).kind == kind
        assert api.calls == 1
        assert "".join(await words(provider, telling())) == "Second.", "the next call is a new one"


@pytest.mark.parametrize(
    ("code", "kind"), [(502, "overloaded"), (429, "rate_limited"), (402, "out_of_credit")]
)
def test_an_error_in_a_stream_may_have_a_status_for_its_code(code, kind):
    request = httpx2.Request("POST", "http://127.0.0.1/v1/chat/completions")
    error = openai.APIError("x", request, body={"code": code, "message": "Provider failed"})

    assert model_error(error, secret="", began=True).kind == kind


# -- the convention: nothing foreign comes through ----------------------------------------------

# What the SDK raises for webhooks, web sockets and logins by other means, which we have none of.
ELSEWHERE = {
    "InvalidWebhookSignatureError",
    "OAuthError",
    "SubjectTokenProviderError",
    "WebSocketConnectionClosedError",
    "WebSocketQueueFullError",
}


def test_every_error_of_the_sdk_that_is_about_a_call_has_a_kind_of_its_own():
    found = errors_in(openai._exceptions)

    assert len(found) > 15
    assert {error.__name__ for error in found if error not in KINDS} == ELSEWHERE


def test_every_other_error_of_the_sdk_is_caught_as_one_of_them():
    assert [error for error in errors_in(openai) if not issubclass(error, FOREIGN)] == []


def test_every_error_of_the_library_under_it_is_caught_but_those_of_its_own_making():
    found = {error.__name__ for error in errors_in(httpx2) if not issubclass(error, FOREIGN)}

    assert found == {"CookieConflict"}, "raised for reading an ambiguous cookie, which we do not"


# -- the key ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        Status(401, message=f"Incorrect API key provided: {KEY}"),
        Status(500, message=KEY * 20),
        Html(502, body=f"<html>Authorization: Bearer {KEY}</html>"),
        ErrorEvent("server_error", message=f"key {KEY}", after_events=3),
        AbortStream(after_events=3),
        Drop(),
        Hang(60),
    ],
)
async def test_the_key_is_in_no_failure(fault, caplog):
    caplog.set_level(logging.INFO)
    async with ChatApi(always(fault), api_key=KEY) as api:
        provider = OpenAIProvider(KEY, TERRA, api.base_url)
        error = await failure(provider, asking(timeout_s=0.8))
        await provider.aclose()

    assert api.refused == []
    assert "s3cr3t" not in traces(error) + error.detail + repr(provider) + caplog.text
    assert len(error.detail) <= 300


@pytest.mark.parametrize("key", ["s3cr3t\nhalf", "s3cr3t\x00", "s3cr3t-é", "s3cr3t-密钥"])
async def test_a_key_that_cannot_be_sent_is_a_refused_key(key):
    async with calling(key=key) as (api, provider):
        error = await failure(provider, asking())

    assert error.kind == "key_refused"
    assert "s3cr3t" not in traces(error) + error.detail + repr(provider)
    assert api.calls == 0


async def test_a_key_is_taken_with_the_blanks_it_was_pasted_with():
    async with calling(PLAN, key=" test-key\n") as (_, provider):
        assert (await call(provider, asking())).input == HI


@pytest.mark.parametrize("key", ["another", ""])
async def test_another_key_is_refused(key):
    async with calling(PLAN, key=key) as (_, provider):
        assert (await failure(provider, asking())).kind == "key_refused"


async def test_a_server_that_wants_no_key_needs_none():
    async with calling(PLAN, key="", wants="", model="local") as (_, provider):
        assert (await call(provider, asking())).input == HI


def test_the_environment_chooses_neither_key_nor_address_nor_who_pays(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("OPENAI_API_KEY", "of-the-environment")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-the-environment")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-of-the-environment")
    client = OpenAIProvider("ours", TERRA)._client

    assert str(client.base_url).rstrip("/") == "https://api.openai.com/v1"
    assert client.api_key == "ours"
    assert (client.organization, client.project) == (None, None)


def test_a_failure_is_one_of_ours():
    assert isinstance(model_error(TimeoutError(), secret="", began=False), ModelError)
