"""Prompt caching in the double: what was sent before is read, and only that."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anthropic
import pytest
from anthropic import AsyncAnthropic

from tests.doubles.anthropic import CutStream, Entry, MessagesApi, Status, Text, When

MARK = {"cache_control": {"type": "ephemeral"}}
RULES = {"type": "text", "text": "Never guess an amount. " * 400}
TOOL = {"name": "submit_plan", "input_schema": {"type": "object"}}


QUESTION: Any = {
    "model": "claude-haiku-4-5",
    "max_tokens": 100,
    "system": [RULES | MARK],
    "messages": [{"role": "user", "content": "Hi"}],
}


@asynccontextmanager
async def serving(
    *script: Entry, min_cacheable_tokens: int | None = None
) -> AsyncIterator[tuple[MessagesApi, AsyncAnthropic]]:
    async with (
        MessagesApi(*script, min_cacheable_tokens=min_cacheable_tokens) as api,
        AsyncAnthropic(
            base_url=api.base_url, api_key=api.api_key, max_retries=0, timeout=5
        ) as client,
    ):
        yield api, client


@pytest.fixture
async def served() -> AsyncIterator[tuple[MessagesApi, AsyncAnthropic]]:
    fine = When(lambda _: True, Text("Fine."), times=None)
    async with serving(fine, min_cacheable_tokens=0) as pair:
        yield pair


@pytest.fixture
def api(served: tuple[MessagesApi, AsyncAnthropic]) -> MessagesApi:
    return served[0]


@pytest.fixture
def client(served: tuple[MessagesApi, AsyncAnthropic]) -> AsyncAnthropic:
    return served[1]


async def used(client: AsyncAnthropic, text: Any = "Hi", **more: Any) -> tuple[int, int, int]:
    """Tokens read from the cache, written to it, and neither."""
    said = {"messages": [{"role": "user", "content": text}]}
    usage = (await client.messages.create(**QUESTION | said | more)).usage
    return (
        usage.cache_read_input_tokens or 0,
        usage.cache_creation_input_tokens or 0,
        usage.input_tokens,
    )


async def test_a_repeated_prefix_is_written_once_and_then_read(client):
    read, written, rest = await used(client, "First question")
    assert read == 0
    assert written > 2000
    assert 0 < rest < 30

    assert await used(client, "Another question") == (written, 0, rest + 1)


async def test_streaming_counts_the_same(client):
    await used(client)
    async with client.messages.stream(**QUESTION) as stream:
        started = (await anext(aiter(stream))).message.usage
        final = (await stream.get_final_message()).usage

    assert started.cache_read_input_tokens == final.cache_read_input_tokens > 2000
    assert started.input_tokens == final.input_tokens
    assert final.output_tokens == 2


@pytest.mark.parametrize(
    "change",
    [
        {"system": [{"type": "text", "text": RULES["text"] + "!"} | MARK]},
        {"tools": [TOOL]},
        {"model": "claude-opus-4-6"},
    ],
)
async def test_any_change_before_the_mark_is_a_miss(client, change):
    await used(client)
    read, written, _ = await used(client, **change)

    assert read == 0
    assert written > 2000


async def test_the_order_of_keys_in_a_schema_is_part_of_the_prompt(api, client):
    two = {"type": "object", "properties": {"a": {}, "b": {}}}
    turned = {"type": "object", "properties": {"b": {}, "a": {}}}
    await used(client, tools=[TOOL | {"input_schema": two}])
    await used(client, tools=[TOOL | {"input_schema": turned}])

    assert api.prefix_departs(0, 1) == "tools.0"


async def test_tool_choice_spoils_the_messages_only(client):
    talk = [{"role": "user", "content": [{"type": "text", "text": "Long talk. " * 200} | MARK]}]
    await used(client, messages=talk, tools=[TOOL])
    read, written, _ = await used(client, messages=talk, tools=[TOOL], tool_choice={"type": "any"})

    assert read > 2000
    assert 500 < written < 1000


async def test_a_growing_conversation_reads_what_it_wrote_before(client):
    talk: list[Any] = [{"role": "user", "content": [{"type": "text", "text": "One"} | MARK]}]
    read, written, rest = await used(client, messages=talk)
    assert (read, rest) == (0, 0)

    talk[0]["content"][0].pop("cache_control")
    talk.append({"role": "assistant", "content": "Two"})
    talk.append({"role": "user", "content": [{"type": "text", "text": "Three"} | MARK]})
    again = await used(client, messages=talk)
    assert again[0] == written
    assert again[1] > 0


async def test_a_prefix_too_far_back_is_not_found(client):
    await used(client)
    blocks = [{"type": "text", "text": f"Line {n}"} for n in range(30)]
    far = [{"role": "user", "content": [*blocks, {"type": "text", "text": "End"} | MARK]}]

    assert (await used(client, messages=far, system=[RULES]))[0] == 0


async def test_automatic_caching_marks_the_last_block(api, client):
    await used(client, system="Be brief.", cache_control={"type": "ephemeral"})
    read, written, rest = await used(
        client, system="Be brief.", cache_control={"type": "ephemeral"}
    )

    assert read > 0
    assert (written, rest) == (0, 0)
    assert api.prefix_stable(0, 1)


async def test_the_lifetime_says_which_count_it_is(client):
    hour = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
    message = await client.messages.create(
        model="claude-haiku-4-5",
        max_tokens=100,
        system=[RULES | hour],
        messages=[{"role": "user", "content": [{"type": "text", "text": "Hi"} | MARK]}],
    )

    assert message.usage.cache_creation.ephemeral_1h_input_tokens > 2000
    assert 0 < message.usage.cache_creation.ephemeral_5m_input_tokens < 50


async def test_a_prefix_shorter_than_the_model_keeps_is_not_cached():
    async with serving(When(lambda _: True, Text("Fine."), times=None)) as (_, client):
        assert (await used(client, model="claude-haiku-4-5"))[1] == 0, "4096 tokens at least"
        assert (await used(client, model="claude-haiku-5-5"))[1] > 0, "512 are enough"
        assert (await used(client, model="claude-haiku-5-5"))[0] > 0


async def test_warming_the_cache_takes_nothing_from_the_script():
    async with serving(Text("Fine."), min_cacheable_tokens=0) as (api, client):
        assert (await used(client, max_tokens=0))[1] > 2000
        assert (await used(client))[0] > 2000
        api.verify()


async def test_what_failed_is_not_cached_but_what_broke_off_is():
    script = (Status(529), Text("a"), CutStream(after_events=1), Text("b"))
    async with serving(*script, min_cacheable_tokens=0) as (api, client):
        with pytest.raises(anthropic.OverloadedError):
            await used(client)
        assert (await used(client))[0] == 0

        api.cache.clear()
        async with client.messages.stream(**QUESTION) as stream:
            await stream.until_done()
        assert (await used(client))[0] > 2000


async def test_stable_prefixes_are_told_from_drifting_ones(api, client):
    clock = {"type": "text", "text": "It is 12:03."}
    later = {"type": "text", "text": "It is 12:04."}
    await used(client, "One", system=[RULES | MARK, clock])
    await used(client, "Two", system=[RULES | MARK, later])
    await used(client, "Three", system=[clock, RULES | MARK])
    await used(client, "Four", system=[RULES])

    assert api.prefix_stable(0, 1)
    assert not api.prefix_stable(0, 2)
    assert api.prefix_departs(0, 2) == "system.0"
    assert api.prefix_stable(0, 3), "a later request need not mark it again"
    with pytest.raises(ValueError, match="marks nothing"):
        api.prefix_stable(3, 0)
