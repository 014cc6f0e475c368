"""Every way a call fails has its kind, is tried again only where that helps, and keeps the key."""

import asyncio
import logging
import traceback

import anthropic
import httpx2
import pytest
from anthropic._error_classes import ERROR_CLASSES, make_status_error

from adapters.llm.anthropic import AnthropicProvider
from adapters.llm.anthropic.failures import FOREIGN, KINDS, model_error
from core.errors import ModelError, SetupError
from core.views.errors import model_error_text
from tests.adapters.anthropic_calls import (
    FORCING,
    HI,
    asking,
    call,
    calling,
    failure,
    telling,
    words,
)
from tests.adapters.llm_calls import errors_in
from tests.doubles.anthropic import (
    OUT_OF_CREDIT,
    AbortStream,
    Drop,
    ErrorEvent,
    Hang,
    Html,
    MessagesApi,
    Paced,
    StallStream,
    Status,
    Text,
    ToolUse,
    When,
)

PLAN = ToolUse("submit_plan", HI)
USED_UP = Status(
    400,
    message="You have reached your specified API usage limits. You will regain access tomorrow.",
)

KEY = "sk-ant-api03-s3cr3t/with+odd=characters"


def always(fault):
    return When(lambda _: True, fault, times=None)


def traces(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)) + repr(error) + str(error)


# -- before the stream begins -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Status(400), "rejected"),
        (OUT_OF_CREDIT, "out_of_credit"),
        (USED_UP, "out_of_credit"),
        (Status(400, error_code="organization_on_hold"), "not_permitted"),
        (Status(401), "key_refused"),
        (Status(402), "out_of_credit"),
        (Status(403), "not_permitted"),
        (Status(404), "unreachable"),
        (Status(405), "unreachable"),
        (Status(408), "timeout"),
        (Status(409), "overloaded"),
        (Status(413), "rejected"),
        (Status(429), "rate_limited"),
        (Status(429, error_code="ramp_limit_exceeded"), "rate_limited"),
        (Status(429, error_code="enforced_spend_limit_reached"), "out_of_credit"),
        (Status(429, error_code="contract_spend_limit_reached"), "out_of_credit"),
        (Status(500), "overloaded"),
        (Status(503), "overloaded"),
        (Status(504), "timeout"),
        (Status(529), "overloaded"),
        (Status(599, type="brand_new_error"), "overloaded"),
        (Html(502), "overloaded"),
        (Html(404), "unreachable"),
        (Html(200), "truncated"),
        (Drop(), "unreachable"),
    ],
)
async def test_a_failure_has_its_kind(fault, kind):
    async with calling(always(fault)) as (api, provider):
        error = await failure(provider, asking())

    assert error.kind == kind
    assert model_error_text(error.kind, "en") != model_error_text(error.kind, "zh")
    assert api.calls <= 2


@pytest.mark.parametrize(
    ("fault", "calls"),
    [
        (Status(429, retry_after=0.01), 2),
        (Status(529), 2),
        (Status(500), 2),
        (Drop(), 2),
        (Status(429), 1),
        (Status(429, retry_after=60), 1),
        (Status(529, retry_after=60), 1),
        (Status(429, error_code="enforced_spend_limit_reached"), 1),
        (Status(401), 1),
        (Status(400), 1),
        (OUT_OF_CREDIT, 1),
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
    async with calling(always(Status(529, retry_after=0.01))) as (api, provider):
        assert (await failure(provider, asking())).kind == "overloaded"

    assert [request.attempt for request in api.requests] == [0, 1]


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "60"}, 60),
        ({"retry-after-ms": "7500"}, 7.5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "-3"}, None),
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


@pytest.mark.parametrize(
    "address", ["http://[::1", "ftp://127.0.0.1", "127.0.0.1", "localhost:8080", "http://", "a b"]
)
def test_an_address_that_is_none_is_named_at_the_start(address):
    with pytest.raises(SetupError, match="ANTHROPIC_BASE_URL is wrong; expected") as caught:
        AnthropicProvider(KEY, FORCING, address)

    assert "s3cr3t" not in traces(caught.value)


@pytest.mark.parametrize("path", ["/", "/v1/", "/somewhere/else"])
async def test_an_address_may_have_a_path(path):
    async with MessagesApi() as api:
        provider = AnthropicProvider(api.api_key, FORCING, api.base_url + path)
        await failure(provider, asking())
        await provider.aclose()

    asked = [request.path for request in api.requests] or api.unexpected
    assert path.rstrip("/") + "/v1/messages" in asked[0]


# -- time ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        Hang(60),
        StallStream(after_events=0),
        StallStream(after_events=5, answer=PLAN),
        StallStream(after_events=5, answer=PLAN, ping_every=0.02),
        Paced(PLAN, seconds=0.1),
        Status(529, retry_after=3),
    ],
)
async def test_the_whole_call_has_one_deadline(fault):
    loop = asyncio.get_running_loop()
    async with calling(always(fault)) as (api, provider):
        started = loop.time()
        error = await failure(provider, asking(timeout_s=0.3))
        took = loop.time() - started

    assert error.kind == "timeout"
    assert 0.25 < took < 3
    assert api.calls <= 1


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
        (ErrorEvent(after_events=0), "overloaded"),
        (ErrorEvent(after_events=4), "overloaded"),
        (ErrorEvent("api_error", after_events=4), "overloaded"),
        (ErrorEvent("rate_limit_error", after_events=4), "rate_limited"),
        (ErrorEvent("authentication_error", after_events=1), "key_refused"),
        (ErrorEvent("billing_error", after_events=1), "out_of_credit"),
        (ErrorEvent("timeout_error", after_events=4), "timeout"),
        (ErrorEvent("invalid_request_error", after_events=4), "rejected"),
        (ErrorEvent("brand_new_error", after_events=4), "malformed"),
    ],
)
async def test_a_stream_that_breaks_is_a_failure_and_not_tried_again(fault, kind):
    async with calling(fault, Text("Second."), Text("Third.")) as (api, provider):
        assert (await failure(provider, telling())).kind == kind
        assert api.calls == 1
        assert "".join(await words(provider, telling())) == "Second.", "the next call is a new one"


# -- the convention: nothing foreign comes through ----------------------------------------------


def test_every_error_of_the_sdk_that_is_about_a_call_has_a_kind_of_its_own():
    found = errors_in(anthropic._exceptions)

    assert len(found) > 25
    assert [error.__name__ for error in found if error not in KINDS] == []


def test_every_other_error_of_the_sdk_is_caught_as_one_of_them():
    found = [*errors_in(anthropic), *set(ERROR_CLASSES.values())]

    assert len(found) > 150
    assert [error.__name__ for error in found if not issubclass(error, FOREIGN)] == []


def test_every_error_of_the_library_under_it_is_caught_but_those_of_its_own_making():
    found = {error.__name__ for error in errors_in(httpx2) if not issubclass(error, FOREIGN)}

    assert found == {"CookieConflict"}, "raised for reading an ambiguous cookie, which we do not"


@pytest.mark.parametrize(("status", "code"), [*ERROR_CLASSES, (418, None), (301, None), (555, "x")])
def test_every_status_and_code_has_a_kind(status, code):
    body = {"error": {"type": "x", "message": "y", "details": {"error_code": code}}}
    request = httpx2.Request("POST", "http://127.0.0.1/v1/messages")
    response = httpx2.Response(status, request=request, headers={"retry-after": "3"})
    error = model_error(make_status_error("z", body=body, response=response), secret="key")

    expected = {400: "rejected", 401: "key_refused", 429: "rate_limited", 529: "overloaded"}
    spent = (code or "").endswith("spend_limit_reached")
    if status in expected and not spent and code != "organization_on_hold":
        assert error.kind == expected[status]
    if spent:
        assert error.kind == "out_of_credit"
    assert error.retry_after_s == 3
    assert "y" in error.detail


# -- the key ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        Status(401, message=f"invalid x-api-key: {KEY}"),
        Status(500, message=KEY * 20),
        Html(502, body=f"<html>Authorization: Bearer {KEY}</html>"),
        ErrorEvent("api_error", message=f"key {KEY}", after_events=3),
        AbortStream(after_events=3),
        Drop(),
        Hang(60),
    ],
)
async def test_the_key_is_in_no_failure(fault, caplog):
    caplog.set_level(logging.INFO)
    async with MessagesApi(always(fault), api_key=KEY) as api:
        provider = AnthropicProvider(KEY, FORCING, api.base_url)
        error = await failure(provider, asking(timeout_s=0.8))
        await provider.aclose()

    assert api.refused == []
    assert "s3cr3t" not in traces(error) + error.detail + repr(provider) + caplog.text
    assert len(error.detail) <= 300


@pytest.mark.parametrize(
    "key", ["", "  \n", "s3cr3t\nhalf", "s3cr3t\x00", "s3cr3t-é", "s3cr3t-密钥"]
)
async def test_a_key_that_cannot_be_sent_is_a_refused_key(key):
    async with calling(key=key) as (api, provider):
        error = await failure(provider, asking())

    assert error.kind == "key_refused"
    assert "s3cr3t" not in traces(error) + error.detail + repr(provider)
    assert all(request.status == 401 for request in api.requests)


async def test_a_key_is_taken_with_the_blanks_it_was_pasted_with():
    async with MessagesApi(PLAN) as api:
        provider = AnthropicProvider(f" {api.api_key}\n", FORCING, api.base_url)
        assert (await call(provider, asking())).input == HI
        await provider.aclose()


async def test_another_key_is_refused():
    async with calling(PLAN, key="another") as (_, provider):
        assert (await failure(provider, asking())).kind == "key_refused"


def test_the_environment_chooses_neither_key_nor_address(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "of-the-environment")
    provider = AnthropicProvider("ours", FORCING)

    assert str(provider._client.base_url).rstrip("/") == "https://api.anthropic.com"
    assert provider._client.api_key == "ours"


def test_a_failure_is_one_of_ours():
    assert isinstance(model_error(TimeoutError(), secret=""), ModelError)
