"""One call through the provider and the real SDK to the scripted server."""

from collections.abc import AsyncIterator, Set
from contextlib import asynccontextmanager

from adapters.llm.openai import OpenAIProvider
from tests.doubles.openai import API_KEY, ChatApi, Entry

TERRA = "gpt-6.1-terra"
"""A model of OpenAI's that takes tools; the default."""
AUTO = frozenset({"tool_choice"})
"""A server that forces no tool."""
TOOLLESS = frozenset({"tools"})


@asynccontextmanager
async def calling(
    *script: Entry,
    model: str = TERRA,
    key: str | None = None,
    cacheable: int = 1024,
    refuses: Set[str] = frozenset(),
    takes: Set[str] = frozenset(),
    wants: str = API_KEY,
) -> AsyncIterator[tuple[ChatApi, OpenAIProvider]]:
    """`key` is the one that is sent, `wants` the server's own."""
    async with ChatApi(
        *script, api_key=wants, refuses=refuses, takes=takes, min_cacheable_tokens=cacheable
    ) as api:
        provider = OpenAIProvider(api.api_key if key is None else key, model, api.base_url)
        try:
            yield api, provider
        finally:
            await provider.aclose()


def chunk(choices: str, more: str = "") -> bytes:
    """A chunk of a stream with these choices, as JSON."""
    return f'data: {{"model": "m", "choices": {choices}{more}}}\n\n'.encode()


def delta(inner: str, reason: str = "null") -> bytes:
    """A chunk whose one choice has this delta, as JSON."""
    return chunk(f'[{{"index": 0, "delta": {inner}, "finish_reason": {reason}}}]')
