"""Asks for chat completions: one request, one stream, one deadline over both."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, contextmanager
from functools import partial

import httpx2
import openai
from openai import AsyncOpenAI, AsyncStream, DefaultAsyncHttpxClient
from openai.types.chat import ChatCompletionChunk

from adapters.llm.openai.answer import Answer
from adapters.llm.openai.failures import FOREIGN, model_error, said
from adapters.llm.openai.manners import Manners
from adapters.llm.openai.models import vendor
from adapters.llm.openai.prompt import sent
from adapters.llm.streaming import streamed
from adapters.llm.transport import CONNECT_S, address, forbid_a_long_wait
from core.domain.llm import ChatRequest, LLMEvent
from core.errors import ModelError

Chunks = AsyncStream[ChatCompletionChunk]

BASE_URL = "https://api.openai.com/v1"
SENT = ("authorization",)
"""The headers that a server of chat completions needs."""
NO_KEY = "none"
"""Sent to a server that wants no key: the SDK insists on one."""


class OpenAIProvider:
    """One model of a server that speaks chat completions: OpenAI's, another vendor's, one's own.

    A tool is forced where the server allows it. One that refuses is remembered, and asked instead:
    its call may then come as a call or as one JSON object in its text. So is one that refuses tools
    altogether, or any parameter that can be done without. An empty key is for a server that wants
    none. `http_client` is used, and closed, in place of the SDK's own. SetupError for an address
    that is none.
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
        # The address is named even when it is the usual one: else the SDK asks the environment.
        url = address(base_url or BASE_URL, "OPENAI_BASE_URL")
        self._vendor = vendor(model, url.host)
        self._manners = Manners()
        http = http_client or DefaultAsyncHttpxClient()
        http.event_hooks = {**http.event_hooks, "response": [_impatient]}
        self._client = AsyncOpenAI(
            api_key=self._key or NO_KEY, base_url=url, max_retries=max_retries, http_client=http
        )
        # The SDK takes these from the environment, which is not to say who pays.
        self._client.organization = None
        self._client.project = None

    @property
    def name(self) -> str:
        """`openai:MODEL`."""
        return f"openai:{self._model}"

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        """One call. Only what fails before the stream begins is tried again, by the SDK."""
        deadline = asyncio.get_running_loop().time() + request.timeout_s
        answer = Answer(self._model, request.tool)
        opening, translated = self._open(request, deadline), partial(self._translated, began=True)
        async with aclosing(streamed(opening, answer, deadline, translated)) as events:
            async for event in events:
                yield event

    async def aclose(self) -> None:
        """Let go of connections."""
        await self._client.close()

    async def _open(self, request: ChatRequest, deadline: float) -> Chunks:
        if not (self._key.isascii() and (self._key or NO_KEY).isprintable()):
            raise ModelError("key_refused", "the key has characters that cannot be sent")
        timeout = openai.Timeout(request.timeout_s, connect=CONNECT_S)
        with self._translated(began=False):
            async with asyncio.timeout_at(deadline):
                while True:
                    asked = sent(request, self._model, self._vendor, self._manners)
                    try:
                        return await self._client.chat.completions.create(
                            **asked.parameters, extra_body=asked.extra or None, timeout=timeout
                        )
                    except openai.APIStatusError as error:
                        # Each refusal takes something away, so this ends.
                        if not self._manners.learn(
                            error.status_code, said(error), sent=asked.names, tools=asked.tools
                        ):
                            raise

    @contextmanager
    def _translated(self, *, began: bool) -> Iterator[None]:
        try:
            yield
        except FOREIGN as error:
            # Not chained: the SDK's errors hold the request, and that holds the key.
            raise model_error(error, secret=self._key, began=began) from None


async def _impatient(response: httpx2.Response) -> None:
    forbid_a_long_wait(response)
