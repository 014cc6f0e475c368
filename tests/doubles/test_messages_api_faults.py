"""Every fault the double can play, and what the real SDK makes of it.

What an adapter has to map is written down here: most failures in the middle of a stream are not
exceptions of the SDK, and a stream that merely ends is none at all.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anthropic
import httpx2
import pytest
from anthropic import AsyncAnthropic

from tests.doubles.anthropic import (
    OUT_OF_CREDIT,
    AbortStream,
    BadChunk,
    CutStream,
    Drop,
    Entry,
    ErrorEvent,
    Hang,
    Html,
    MaxTokens,
    MessagesApi,
    StallStream,
    Status,
    Text,
    ToolCutInHalf,
    ToolUse,
    event_count,
)

ASK: Any = {
    "model": "claude-haiku-4-5",
    "max_tokens": 1000,
    "messages": [{"role": "user", "content": "Hi"}],
    "tools": [{"name": "submit_plan", "input_schema": {"type": "object"}}],
}
HALF = '{"goal": "buy", "amount": 1'


@asynccontextmanager
async def serving(
    *script: Entry, retries: int = 0, patience: float = 5, key: str | None = None
) -> AsyncIterator[tuple[MessagesApi, AsyncAnthropic]]:
    async with (
        MessagesApi(*script) as api,
        AsyncAnthropic(
            base_url=api.base_url,
            api_key=api.api_key if key is None else key,
            max_retries=retries,
            timeout=patience,
        ) as client,
    ):
        yield api, client


async def ask(client: AsyncAnthropic, *, streams: bool) -> Any:
    if not streams:
        return await client.messages.create(**ASK)
    async with client.messages.stream(**ASK) as stream:
        return await stream.get_final_message()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - a flag of the double, set by its own task
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("streams", [True, False])
@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (Status(400), anthropic.BadRequestError, "invalid_request_error"),
        (Status(401), anthropic.AuthenticationError, "authentication_error"),
        (Status(402), anthropic.PaymentRequiredError, "billing_error"),
        (Status(403), anthropic.PermissionDeniedError, "permission_error"),
        (Status(404), anthropic.NotFoundError, "not_found_error"),
        (Status(413), anthropic.ContentTooLargeError, "request_too_large"),
        (Status(429), anthropic.RateLimitError, "rate_limit_error"),
        (Status(500), anthropic.InternalServerError, "api_error"),
        (Status(503), anthropic.ServiceUnavailableError, "api_error"),
        (Status(504), anthropic.GatewayTimeoutError, "timeout_error"),
        (Status(529), anthropic.OverloadedError, "overloaded_error"),
        (Status(599, type="brand_new_error"), anthropic.InternalServerError, "brand_new_error"),
    ],
)
async def test_an_error_status_has_an_exception_of_its_own(status, error, kind, streams):
    async with serving(status) as (api, client):
        with pytest.raises(error) as caught:
            await ask(client, streams=streams)

    assert type(caught.value) is error
    assert (caught.value.status_code, caught.value.type) == (status.code, kind)
    assert caught.value.request_id == api.last_request.request_id
    assert api.last_request.status == status.code


async def test_out_of_credit_is_a_bad_request_known_by_its_words_only():
    async with serving(OUT_OF_CREDIT) as (_, client):
        with pytest.raises(anthropic.BadRequestError) as caught:
            await ask(client, streams=True)

    assert caught.value.type == "invalid_request_error"
    assert caught.value.error_code is None
    assert str(caught.value.api_message).startswith("Your credit balance is too low")


async def test_a_spend_limit_comes_as_a_rate_limit_with_a_code():
    async with serving(Status(429, error_code="enforced_spend_limit_reached")) as (_, client):
        with pytest.raises(anthropic.RateLimitError) as caught:
            await ask(client, streams=True)

    assert type(caught.value) is anthropic.EnforcedSpendLimitReachedError
    assert caught.value.error_code == "enforced_spend_limit_reached"


async def test_retry_after_is_sent_and_the_sdk_waits_for_it():
    async with serving(Status(429, retry_after=0.01), Status(529), Text("At last."), retries=2) as (
        api,
        client,
    ):
        message = await ask(client, streams=True)

    assert message.content[0].text == "At last."
    assert [request.attempt for request in api.requests] == [0, 1, 2]


async def test_retry_after_is_on_the_exception_too():
    async with serving(Status(429, retry_after=7)) as (_, client):
        with pytest.raises(anthropic.RateLimitError) as caught:
            await ask(client, streams=True)

    assert caught.value.response.headers["retry-after"] == "7"


@pytest.mark.parametrize("streams", [True, False])
async def test_a_page_from_a_gateway_has_neither_type_nor_id(streams):
    async with serving(Html(502)) as (_, client):
        with pytest.raises(anthropic.InternalServerError) as caught:
            await ask(client, streams=streams)

    assert (caught.value.status_code, caught.value.type) == (502, None)
    assert caught.value.request_id is None
    assert str(caught.value).startswith("<html>")


@pytest.mark.parametrize("streams", [True, False])
async def test_silence_before_the_answer_is_a_timeout(streams):
    async with serving(Hang(60), patience=0.2) as (api, client):
        with pytest.raises(anthropic.APITimeoutError):
            await ask(client, streams=streams)
        await until(lambda: api.last_request.hung_up)

    assert api.last_request.status is None


@pytest.mark.parametrize("streams", [True, False])
@pytest.mark.parametrize("fault", [Drop(), Hang(0.01)])
async def test_a_dropped_connection(fault, streams):
    async with serving(fault) as (api, client):
        with pytest.raises(anthropic.APIConnectionError) as caught:
            await ask(client, streams=streams)

    assert type(caught.value) is anthropic.APIConnectionError
    assert isinstance(caught.value.__cause__, httpx2.RemoteProtocolError)
    assert api.last_request.status is None


@pytest.mark.parametrize("events", [1, 2, 3, 5, 8])
async def test_a_stream_cut_short_raises_nothing_and_has_no_stop_reason(events):
    async with serving(CutStream(after_events=events)) as (_, client):
        message = await ask(client, streams=True)

    assert message.stop_reason is None


async def test_a_stream_cut_before_its_first_event_is_a_bare_assertion():
    async with serving(CutStream(after_events=0)) as (_, client):
        with pytest.raises(AssertionError):
            await ask(client, streams=True)


async def test_a_stream_cut_before_message_stop_alone_looks_complete():
    answer = Text("All of it.")
    cut = CutStream(after_events=event_count(answer) - 1, answer=answer)
    async with serving(cut) as (_, client), client.messages.stream(**ASK) as stream:
        kinds = [event.type async for event in stream]
        message = await stream.get_final_message()
        words = await stream.get_final_text()

    assert "message_stop" not in kinds
    assert (message.stop_reason, words) == ("end_turn", "All of it.")


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (AbortStream(after_events=4), httpx2.RemoteProtocolError),
        (AbortStream(after_events=0), httpx2.RemoteProtocolError),
        (AbortStream(after_events=4, how="reset"), httpx2.ReadError),
        (StallStream(after_events=4), httpx2.ReadTimeout),
        (BadChunk(after_events=4), json.JSONDecodeError),
        (BadChunk(after_events=4, raw=b"event: x\ndata: \xff\n\n"), UnicodeDecodeError),
        (BadChunk(after_events=4, raw=b"event: x\ndata: []\n\n"), TypeError),
        (ToolCutInHalf("submit_plan", '{"goal" 1}'), ValueError),
    ],
)
async def test_most_that_breaks_a_stream_is_not_an_exception_of_the_sdk(fault, error):
    async with serving(fault, retries=2, patience=0.5) as (api, client):
        with pytest.raises(error) as caught:
            await ask(client, streams=True)

    assert not isinstance(caught.value, anthropic.AnthropicError)
    assert api.calls == 1, "and the SDK does not try again"


@pytest.mark.parametrize(
    "raw",
    [b"event: news\ndata: {}\n\n", b"data: [DONE]\n\n", b": a comment\n\n"],
)
async def test_what_a_stream_may_hold_besides_is_passed_over(raw):
    async with serving(BadChunk(after_events=4, answer=Text("Fine."), raw=raw)) as (_, client):
        message = await ask(client, streams=True)

    assert (message.stop_reason, message.content[0].text) == ("end_turn", "Fine.")


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (AbortStream(after_events=4), anthropic.APIConnectionError),
        (AbortStream(after_events=4, how="reset"), anthropic.APIConnectionError),
        (StallStream(after_events=4), anthropic.APITimeoutError),
        (CutStream(after_events=4), json.JSONDecodeError),
        (BadChunk(after_events=4), json.JSONDecodeError),
        (ErrorEvent(after_events=4), anthropic.OverloadedError),
        (ErrorEvent("api_error", after_events=4), anthropic.InternalServerError),
    ],
)
async def test_the_same_faults_in_a_whole_message(fault, error):
    async with serving(fault, patience=0.5) as (_, client):
        with pytest.raises(error) as caught:
            await ask(client, streams=False)

    assert type(caught.value) is error


async def test_pings_keep_a_stalled_stream_from_timing_out():
    fault = StallStream(after_events=4, ping_every=0.02)
    async with serving(fault, patience=0.5) as (api, client):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1.2):
                await ask(client, streams=True)
        await until(lambda: api.last_request.hung_up)


@pytest.mark.parametrize("events", [0, 1, 4])
@pytest.mark.parametrize(
    ("kind", "message"),
    [("overloaded_error", "Overloaded"), ("api_error", "Internal server error")],
)
async def test_an_error_event_is_a_status_error_whose_status_is_200(kind, message, events):
    fault = ErrorEvent(kind, message=message, after_events=events)
    async with serving(fault, retries=2) as (api, client):
        with pytest.raises(anthropic.APIStatusError) as caught:
            await ask(client, streams=True)

    assert type(caught.value) is anthropic.APIStatusError
    assert (caught.value.status_code, caught.value.type) == (200, kind)
    assert caught.value.api_message == message
    assert api.calls == 1


@pytest.mark.parametrize("streams", [True, False])
@pytest.mark.parametrize(
    ("answer", "stop_reason"),
    [
        (MaxTokens(tool="submit_plan", partial_json=HALF), "max_tokens"),
        (ToolCutInHalf("submit_plan", HALF), "tool_use"),
    ],
)
async def test_a_call_cut_in_half_looks_like_a_call(answer, stop_reason, streams):
    async with serving(answer) as (_, client):
        message = await ask(client, streams=streams)

    assert message.stop_reason == stop_reason
    assert message.content[0].input == {"goal": "buy", "amount": 1}, "however long the number was"


async def test_only_the_pieces_show_that_a_call_was_cut_in_half():
    answer = ToolCutInHalf("submit_plan", HALF)
    async with serving(answer) as (_, client), client.messages.stream(**ASK) as stream:
        pieces = [event.partial_json async for event in stream if event.type == "input_json"]

    with pytest.raises(json.JSONDecodeError):
        json.loads("".join(pieces))


async def test_a_stream_may_break_off_after_any_event_of_a_call():
    answer = ToolUse("submit_plan", {"goal": "买", "n": [1, 2, 3]}, text="So.")
    for events in range(1, event_count(answer) - 1):
        async with serving(CutStream(after_events=events, answer=answer)) as (_, client):
            assert (await ask(client, streams=True)).stop_reason is None


async def test_a_client_that_leaves_is_noticed_and_the_server_stops_at_once():
    async with serving(StallStream(after_events=2)) as (api, client):
        async with client.messages.stream(**ASK) as stream:
            await anext(aiter(stream))
        await until(lambda: api.last_request.hung_up)


async def test_a_server_that_stops_lets_nobody_wait():
    async with serving(Hang(60)) as (api, client):
        waiting = asyncio.create_task(ask(client, streams=True))
        await until(lambda: api.calls == 1)
        async with asyncio.timeout(3):
            await api.close()
        with pytest.raises(anthropic.APIConnectionError):
            await waiting


@pytest.mark.parametrize("key", ["", "half-pasted\n"])
async def test_a_malformed_key_looks_like_a_lost_connection(key):
    async with serving(key=key) as (api, client):
        with pytest.raises(anthropic.APIConnectionError) as caught:
            await ask(client, streams=True)

    assert isinstance(caught.value.__cause__, httpx2.LocalProtocolError)
    assert api.calls == 0


async def test_nobody_there():
    async with serving() as (api, client):
        await api.close()
        with pytest.raises(anthropic.APIConnectionError) as caught:
            await ask(client, streams=True)

    assert isinstance(caught.value.__cause__, httpx2.ConnectError)
