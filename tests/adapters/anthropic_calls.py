"""One call through the provider and the real SDK to the scripted server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapters.llm.anthropic import AnthropicProvider
from tests.adapters.llm_calls import HI, Role, asking, call, events, failure, telling, words
from tests.doubles.anthropic import Entry, MessagesApi

__all__ = [
    "FORCING",
    "HI",
    "UNFORCED",
    "Role",
    "asking",
    "call",
    "calling",
    "events",
    "failure",
    "telling",
    "words",
]

FORCING = "claude-haiku-5-5"
"""A model whose tools may be forced; an account's usual one."""
UNFORCED = "claude-sonnet-5-5"


@asynccontextmanager
async def calling(
    *script: Entry, model: str = FORCING, key: str | None = None, cacheable: int | None = None
) -> AsyncIterator[tuple[MessagesApi, AnthropicProvider]]:
    async with MessagesApi(*script, min_cacheable_tokens=cacheable) as api:
        provider = AnthropicProvider(api.api_key if key is None else key, model, api.base_url)
        try:
            yield api, provider
        finally:
            await provider.aclose()
