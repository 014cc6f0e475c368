"""What the double asks of a request before it reads what it says: its headers, and to be JSON."""

from collections.abc import AsyncIterator
from typing import Any

import anthropic
import httpx2
import pytest
from anthropic import AsyncAnthropic

from tests.doubles.anthropic import MessagesApi, Text

HI: Any = {"role": "user", "content": "Hi"}


@pytest.fixture
async def api() -> AsyncIterator[MessagesApi]:
    async with MessagesApi(Text("Hi.")) as api:
        yield api


@pytest.fixture
async def client(api: MessagesApi) -> AsyncIterator[AsyncAnthropic]:
    async with AsyncAnthropic(
        base_url=api.base_url, api_key=api.api_key, max_retries=2, timeout=5
    ) as client:
        yield client


@pytest.mark.parametrize(
    ("headers", "error", "words"),
    [
        ({"authorization": anthropic.Omit()}, anthropic.AuthenticationError, "is required"),
        ({"authorization": "Bearer nope"}, anthropic.AuthenticationError, "invalid x-api-key"),
        ({"x-api-key": "nope"}, anthropic.AuthenticationError, "invalid x-api-key"),
        ({"anthropic-version": anthropic.Omit()}, anthropic.BadRequestError, "header is required"),
        ({"anthropic-version": "2020-01-01"}, anthropic.BadRequestError, "not a valid version"),
        ({"content-type": "text/plain"}, anthropic.BadRequestError, "content-type"),
    ],
    ids=lambda _: "",
)
async def test_headers(api, client, headers, error, words):
    with pytest.raises(error) as caught:
        await client.messages.create(
            model="claude-haiku-4-5", max_tokens=10, messages=[HI], extra_headers=headers
        )

    assert words in str(caught.value.api_message)


async def test_the_key_may_come_in_the_older_header(api, client):
    headers = {"authorization": anthropic.Omit(), "x-api-key": api.api_key}
    await client.messages.create(
        model="claude-haiku-4-5", max_tokens=10, messages=[HI], extra_headers=headers
    )
    api.verify()


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b'{"model": NaN}', b'{"model": "\\ud800"}', b"\xff"]
)
async def test_what_is_no_json_object(api, raw):
    async with httpx2.AsyncClient() as plain:
        answer = await plain.post(
            f"{api.base_url}/v1/messages",
            content=raw,
            headers={
                "x-api-key": api.api_key,
                "anthropic-version": "2023-06-01",
                "content-type": "application/json",
            },
        )

    assert answer.status_code == 400
    assert answer.json()["error"]["type"] == "invalid_request_error"
    assert answer.json()["request_id"] == answer.headers["request-id"]
