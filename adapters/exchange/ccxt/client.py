"""A connection to a venue: one ccxt instance, its calls bounded in time and its errors judged.

A read is repeated after a pause where that can help. A write goes out once, whatever comes back.
"""

import asyncio
import importlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from datetime import datetime, timedelta
from decimal import Decimal
from types import ModuleType
from typing import Any

from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt, wait_exponential_jitter

from adapters.exchange.ccxt.dialects import DIALECTS
from adapters.exchange.ccxt.errors import BUSY, Verdict, name_of, said, verdict
from adapters.exchange.ccxt.expiry import expire_orders
from adapters.exchange.ccxt.markets import exact
from adapters.exchange.ccxt.venues import ALWAYS, Venue
from core.errors import OutcomeUnknown, VenueError
from core.ports import Clock

ANSWER_S = 10.0
"""How long one request may take."""
CALL_S = 25.0
"""How long a call may take in all: some are several requests, and reads wait in a queue."""
TRIES = 3
LONGEST_PAUSE_S = 8.0
LONGEST_HOLD_S = 600.0
_REPEATED = frozenset({"busy", "clock", "unreached", "unknown"})
_LIBRARY = "ccxt.pro"
_WRITES: ContextVar[bool] = ContextVar("writes", default=False)

Session = Callable[[], Any]
"""Makes an aiohttp session for an instance; tests send it to a venue on loopback."""


class CallFailed(VenueError):
    """A call that failed, with what that means for what was asked; `detail` is the venue's own."""

    def __init__(self, text: str, judged: Verdict, detail: str) -> None:
        super().__init__(text)
        self.verdict = judged
        self.detail = detail


class Library:
    """ccxt, imported on first use in a thread: it takes seconds and a hundred megabytes.

    `trust` is its list of certificate authorities, which one instance reads for all.
    """

    def __init__(self) -> None:
        self.trust: Any = None
        self._module: ModuleType | None = None
        self._lock = asyncio.Lock()

    async def module(self) -> ModuleType:
        """The package of asynchronous classes, with streams."""
        async with self._lock:
            if self._module is None:
                self._module = await asyncio.to_thread(importlib.import_module, _LIBRARY)
            return self._module


class Client:
    """One instance of one venue: of an account, or of nobody for public data.

    `exchange` is ccxt's own object, for what asks nothing of the venue (precision, features);
    `no_answer` is its exception for an answer that says nothing.
    """

    def __init__(
        self,
        venue: Venue,
        exchange: Any,
        clock: Clock,
        *,
        no_answer: type[Exception],
        call_s: float,
        session: Any = None,
    ) -> None:
        self.venue = venue
        self.exchange = exchange
        self._clock = clock
        self._session = session
        self._call_s = call_s
        self._closed = False
        self._held_until: datetime | None = None
        self._no_answer: type[Exception] = no_answer
        exchange.on_rest_response = self._looked_at
        self._throttle = exchange.throttle
        exchange.throttle = self._in_turn

    async def read(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """What the venue answers. CallFailed when it does not, after a few tries."""
        tries = AsyncRetrying(
            retry=retry_if_exception(_may_repeat),
            stop=stop_after_attempt(TRIES),
            wait=wait_exponential_jitter(multiplier=0.5, max=LONGEST_PAUSE_S),
            sleep=self._clock.sleep,
            reraise=True,
        )
        async for attempt in tries:
            with attempt:
                return await self._once(method, args, kwargs)
        raise AssertionError("tenacity ends by a return or an error")

    async def write(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """What the venue answers, asked once.

        CallFailed where it is certain that nothing was done, OutcomeUnknown where it is not. A
        caller that is cancelled meanwhile knows nothing of the outcome either.
        """
        _WRITES.set(True)
        try:
            return await self._once(method, args, kwargs)
        except CallFailed as failed:
            if failed.verdict.meaning == "unknown":
                raise OutcomeUnknown(str(failed)) from None
            raise
        finally:
            _WRITES.set(False)

    async def next_event(self, method: str, *args: Any) -> Any:
        """What a stream tells next, however long that takes; CallFailed when it broke off."""
        try:
            return await getattr(self.exchange, method)(*args)
        except Exception as error:  # noqa: BLE001 - as for any call
            failed = self._failed(method, error)
        raise failed

    async def synchronise(self) -> None:
        """Measure the venue's clock against ours, where it has one; failure changes nothing."""
        if "timeDifference" in self.exchange.options:
            with suppress(CallFailed):
                await self._once("load_time_difference", (), {}, resynchronise=False)

    async def aclose(self) -> None:
        """Close every connection; safe to call again."""
        if self._closed:
            return
        self._closed = True
        self.exchange.timeout_on_exit = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                await self.exchange.close()
        if self._session is not None:
            await self._session.close()

    async def _once(
        self, method: str, args: Any, kwargs: Any, *, resynchronise: bool = True
    ) -> Any:
        if self._held_until is not None and self._clock.now() < self._held_until:
            # Asking on against the venue's word earns a ban.
            raise CallFailed(f"{self.venue.id} asked to wait", BUSY, "")
        try:
            async with asyncio.timeout(self._call_s):
                return await getattr(self.exchange, method)(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - a library's bug is a failed call like any other
            failed = self._failed(method, error)
        if resynchronise and failed.verdict.meaning == "clock":
            await self.synchronise()
        raise failed

    async def _in_turn(self, cost: float | None = None) -> None:
        """The rate limiter's queue, which a write does not wait in: reads may fill it for long."""
        if not _WRITES.get():
            await self._throttle(cost)

    def _looked_at(self, code: int, *parts: Any) -> Any:
        """The hook on every answer: (reason, url, method, headers, body, …), gives the body.

        Notes how long the venue wants to be left alone, and makes an answer without content an
        error: ccxt would read it as an account without money.
        """
        headers, body = parts[3], parts[4]
        if code in (418, 429):
            wait = exact(headers.get("Retry-After")) or Decimal(1)
            seconds = min(float(wait), LONGEST_HOLD_S)
            self._held_until = self._clock.now() + timedelta(seconds=seconds)
        if code < 400 and (not body or not body.strip() or body.lstrip().startswith("<")):
            raise self._no_answer(f"{self.venue.id} answered nothing")
        return body

    def _failed(self, method: str, error: Exception) -> CallFailed:
        """The failure without its cause: its text may hold the request's address and signature."""
        text = f"{self.venue.id} {method} failed: {name_of(error)}"
        return CallFailed(text, verdict(error), said(error))


def _may_repeat(error: BaseException) -> bool:
    return isinstance(error, CallFailed) and error.verdict.meaning in _REPEATED


class Clients:
    """The instances in use: one for public data per venue, one per account that trades there."""

    def __init__(
        self,
        library: Library,
        clock: Clock,
        session: Session | None = None,
        *,
        answer_s: float = ANSWER_S,
        call_s: float = CALL_S,
    ) -> None:
        self._library = library
        self._clock = clock
        self._session = session
        self._answer_s = answer_s
        self._call_s = call_s
        self._public: dict[tuple[str, bool], Client] = {}
        self._locks: dict[tuple[str, bool], asyncio.Lock] = {}

    async def public(self, venue: Venue, *, testnet: bool = False) -> Client:
        """The venue's instance without keys, its markets loaded; CallFailed when they cannot be."""
        key = (venue.id, testnet)
        async with self._locks.setdefault(key, asyncio.Lock()):
            client = self._public.get(key)
            if client is None:
                client = await self._make(venue, {}, testnet=testnet)
                try:
                    await client.read("load_markets")
                except BaseException:
                    await client.aclose()
                    raise
                self._public[key] = client
            return client

    async def private(
        self, venue: Venue, credentials: Mapping[str, str], *, testnet: bool = False
    ) -> Client:
        """A new instance that signs with `credentials` (by ccxt's names); close it yourself.

        Its markets are those of the public instance.
        """
        public = await self.public(venue, testnet=testnet)
        client = await self._make(venue, credentials, testnet=testnet)
        client.exchange.set_markets_from_exchange(public.exchange)
        await client.synchronise()
        return client

    async def aclose(self) -> None:
        """Close the public instances."""
        clients, self._public = list(self._public.values()), {}
        for client in clients:
            await client.aclose()

    async def _make(self, venue: Venue, credentials: Mapping[str, str], *, testnet: bool) -> Client:
        module = await self._library.module()
        session = self._session() if self._session is not None else None
        config: dict[str, Any] = {
            **credentials,
            "enableRateLimit": True,
            # As venues count: so much in a window, not so much a moment.
            "rateLimiterAlgorithm": "rollingWindow",
            "timeout": int(self._answer_s * 1000),
            "options": {**ALWAYS, **venue.options},
        }
        if session is not None:
            config["session"] = session
        if self._library.trust is not None:
            config["ssl_context"] = self._library.trust
        exchange = getattr(module, venue.id)(config)
        if testnet:
            _enter_trial(venue, exchange)
        expires = DIALECTS[venue.id].expires
        if expires is not None:
            expire_orders(exchange, expires)
        exchange.open()
        self._library.trust = exchange.ssl_context
        return Client(
            venue,
            exchange,
            self._clock,
            no_answer=module.NullResponse,
            call_s=self._call_s,
            session=session,
        )


def _enter_trial(venue: Venue, exchange: Any) -> None:
    """Send every request to the venue's test network; VenueError where it has none."""
    enable = True
    if venue.trial == "sandbox":
        exchange.set_sandbox_mode(enable)
    elif venue.trial == "demo":
        exchange.enable_demo_trading(enable)
    else:
        raise VenueError(f"{venue.id} has no test network")
