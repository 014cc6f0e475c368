"""Calls the Messages API: one request, one stream, one deadline over both."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, contextmanager

import anthropic
import httpx2
from anthropic import APIRequest, AsyncAnthropic, AsyncAPIResponse, AsyncCallNext, AsyncStream
from anthropic.types import RawMessageStreamEvent

from adapters.llm.anthropic.answer import Answer
from adapters.llm.anthropic.failures import FOREIGN, model_error, refuses_forcing
from adapters.llm.anthropic.models import takes_forced_tools
from adapters.llm.anthropic.prompt import parameters
from adapters.llm.streaming import streamed
from adapters.llm.transport import CONNECT_S, address, forbid_a_long_wait
from core.domain.llm import ChatRequest, LLMEvent

Events = AsyncStream[RawMessageStreamEvent]

BASE_URL = "https://api.anthropic.com"
SENT = ("x-api-key", "anthropic-version")
"""The headers that a server of the Messages API needs."""


class AnthropicProvider:
    """One model of the Messages API.

    A tool is forced where the model allows it. One that refuses is remembered, and asked instead:
    its call may then come as a call or as one JSON object in its text. `http_client` is used, and
    closed, in place of the SDK's own. SetupError for an address that is none.
    """

    def __init__(
        self,
        api_key: str,
        model: str,
        base_url: str | None = None,
        *,
        max_retries: int = 1,
        http_client: httpx2.AsyncClient | None = None,
    ) -> None:
        self._key = api_key.strip()
        self._model = model
        self._forces = takes_forced_tools(model)
        # The address is named even when it is the usual one: else the SDK asks the environment.
        self._client = AsyncAnthropic(
            api_key=self._key,
            base_url=address(base_url or BASE_URL, "ANTHROPIC_BASE_URL"),
            max_retries=max_retries,
            http_client=http_client,
            middleware=[_impatient],
        )

    @property
    def name(self) -> str:
        """`anthropic:MODEL`."""
        return f"anthropic:{self._model}"

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        """One call. Only what fails before the stream begins is tried again, by the SDK."""
        deadline = asyncio.get_running_loop().time() + request.timeout_s
        answer = Answer(self._model, request.tool)
        opening, translated = self._open(request, deadline), self._translated
        async with aclosing(streamed(opening, answer, deadline, translated)) as events:
            async for event in events:
                yield event

    async def aclose(self) -> None:
        """Let go of connections."""
        await self._client.close()

    async def _open(self, request: ChatRequest, deadline: float) -> Events:
        asked = parameters(request, self._model, forced=False)
        forced = parameters(request, self._model, forced=True)
        timeout = anthropic.Timeout(request.timeout_s, connect=CONNECT_S)
        with self._translated():
            async with asyncio.timeout_at(deadline):
                if request.tool is not None and self._forces:
                    try:
                        return await self._client.messages.create(**forced, timeout=timeout)
                    except anthropic.BadRequestError as error:
                        if not refuses_forcing(error):
                            raise
                    self._forces = False
                return await self._client.messages.create(**asked, timeout=timeout)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except FOREIGN as error:
            # Not chained: the SDK's errors hold the request, and that holds the key.
            raise model_error(error, secret=self._key) from None


async def _impatient(request: APIRequest, call_next: AsyncCallNext) -> AsyncAPIResponse[object]:
    response: AsyncAPIResponse[object] = await call_next(request)
    forbid_a_long_wait(response.http_response)
    return response
