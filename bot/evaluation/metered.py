"""A provider under measurement: every call's tokens, cost, time and failure are on record."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import median

from core.domain.llm import ChatRequest, Finished, LLMEvent
from core.errors import ModelError, ModelErrorKind
from core.ports import LLMProvider

SERVICE: frozenset[ModelErrorKind] = frozenset(
    {"rate_limited", "key_refused", "out_of_credit", "timeout", "overloaded", "unreachable"}
)
"""Failures that say nothing about how the model behaves."""

HOPELESS: frozenset[ModelErrorKind] = frozenset({"key_refused", "out_of_credit"})
"""Failures that every later call would meet too."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What calls took. Tokens and cost are None where any call's are unknown; cost is in USD."""

    calls: int = 0
    input_tokens: int | None = 0
    output_tokens: int | None = 0
    cached_tokens: int | None = 0
    cost: Decimal | None = Decimal(0)
    seconds: tuple[float, ...] = ()

    @property
    def cached_share(self) -> Decimal | None:
        """The part of the input tokens that was read from the provider's cache."""
        if self.cached_tokens is None or not self.input_tokens:
            return None
        return Decimal(self.cached_tokens) / self.input_tokens

    @property
    def median_s(self) -> float | None:
        """The seconds that a call took, half of them less."""
        return median(self.seconds) if self.seconds else None

    @property
    def slowest_s(self) -> float | None:
        """The seconds of the slowest call."""
        return max(self.seconds, default=None)


def summed(usages: Iterable[Usage]) -> Usage:
    """All of them together: unknown in one is unknown in the sum."""
    every = list(usages)
    return Usage(
        calls=sum(each.calls for each in every),
        input_tokens=_sum(each.input_tokens for each in every),
        output_tokens=_sum(each.output_tokens for each in every),
        cached_tokens=_sum(each.cached_tokens for each in every),
        cost=_cost(each.cost for each in every),
        seconds=tuple(second for each in every for second in each.seconds),
    )


def _sum(numbers: Iterable[int | None]) -> int | None:
    known = list(numbers)
    return None if None in known else sum(number or 0 for number in known)


def _cost(costs: Iterable[Decimal | None]) -> Decimal | None:
    known = list(costs)
    return None if None in known else sum((cost or Decimal(0) for cost in known), Decimal(0))


@dataclass
class Metered:
    """Passes every call on to `behind`, which it does not own, and keeps its figures.

    Once `most_tokens` are used up, a further call is a ModelError `budget`.
    """

    behind: LLMProvider
    most_tokens: int
    done: list[Usage] = field(default_factory=list)
    failures: list[ModelErrorKind] = field(default_factory=list)
    spent: int = 0
    """Tokens in and out, as far as they are known."""

    @property
    def name(self) -> str:
        """The name of what is measured: the engine treats it as that."""
        return self.behind.name

    @property
    def usage(self) -> Usage:
        """All calls so far."""
        return summed(self.done)

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        """The call, measured; its ModelError is kept and raised on."""
        if self.spent >= self.most_tokens:
            self._failed("budget")
            raise ModelError("budget", f"more than {self.most_tokens} tokens in one case")
        started, finished = time.perf_counter(), None
        try:
            async for event in self.behind.chat(request):
                if isinstance(event, Finished):
                    finished = event
                    self.spent += (event.input_tokens or 0) + (event.output_tokens or 0)
                yield event
        except ModelError as error:
            self._failed(error.kind)
            raise
        except asyncio.CancelledError:
            # The engine, or whoever bounds the case, waited for it long enough.
            self._failed("timeout")
            raise
        finally:
            self.done.append(_usage(finished, time.perf_counter() - started))

    async def aclose(self) -> None:
        """Nothing: whoever opened the provider closes it."""

    def _failed(self, kind: ModelErrorKind) -> None:
        self.failures.append(kind)


def _usage(finished: Finished | None, seconds: float) -> Usage:
    """One call's figures; what a call without an end used is unknown."""
    if finished is None:
        return Usage(
            calls=1,
            input_tokens=None,
            output_tokens=None,
            cached_tokens=None,
            cost=None,
            seconds=(seconds,),
        )
    return Usage(
        calls=1,
        input_tokens=finished.input_tokens,
        output_tokens=finished.output_tokens,
        cached_tokens=finished.cached_tokens or 0,
        cost=None if finished.cost is None else Decimal(finished.cost),
        seconds=(seconds,),
    )
