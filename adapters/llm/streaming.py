"""An answer as it streams in: one deadline over the whole call, whatever SDK stands behind it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from core.domain.llm import LLMEvent, TextDelta

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
E_contra = TypeVar("E_contra", contravariant=True)


class Stream(Protocol[E_co]):
    """An SDK's open stream."""

    def __aiter__(self) -> AsyncIterator[E_co]:
        """Its events."""

    async def close(self) -> Any:
        """Let go of it."""


class Answer(Protocol[E_contra]):
    """What is understood of the events."""

    def take(self, event: E_contra, /) -> str:
        """The words that the event tells, perhaps none."""

    def finish(self) -> Iterable[LLMEvent]:
        """What the whole of it was; ModelError where it was not whole."""


async def streamed(
    opening: Awaitable[Stream[E]],
    answer: Answer[E],
    deadline: float,
    translated: Callable[[], AbstractContextManager[None]],
) -> AsyncGenerator[LLMEvent, None]:
    """The answer's words as they come, then its end.

    `deadline` is a time of the event loop, in seconds; `translated` turns what the SDK raises into
    ModelError. No scope of either spans a yield: it would cancel whoever reads from here.
    """
    stream = await opening
    try:
        events = aiter(stream)
        while True:
            with translated():
                async with asyncio.timeout_at(deadline):
                    try:
                        event = await anext(events)
                    except StopAsyncIteration:
                        break
                text = answer.take(event)
            if text:
                yield TextDelta(text=text)
    finally:
        await stream.close()
    with translated():
        rest = list(answer.finish())
    for one in rest:
        yield one
