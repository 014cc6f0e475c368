"""Delivery by POST to the address the bot has set, until it is answered with 2xx."""

import asyncio
import re
from collections.abc import Hashable
from dataclasses import dataclass
from urllib.parse import urlsplit

import aiohttp

from .changes import Changes
from .clock import Clock
from .errors import bad_request
from .updates import Update, UpdateQueue

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_LONGEST_DELAY = 60.0


@dataclass(frozen=True)
class Target:
    url: str
    secret: str = ""
    max_connections: int = 40
    ip_address: str = ""

    def check(self) -> "Target":
        parts = urlsplit(self.url)
        # The real server takes https only; plain http is let through to a test's own listener.
        if parts.scheme != "https" and parts.hostname not in _LOOPBACK:
            raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
        if len(self.secret) > 256:
            raise bad_request("secret token is too long")
        if not re.fullmatch(r"[A-Za-z0-9_-]*", self.secret):
            raise bad_request("secret token contains unallowed characters")
        return self


@dataclass(frozen=True)
class Delivery:
    update: Update
    status: int | None
    """None: no answer came."""


class Webhook:
    """Different lanes are served side by side, each lane in order, as Telegram does per chat."""

    def __init__(
        self, clock: Clock, changes: Changes, queue: UpdateQueue, retry_delay: float
    ) -> None:
        self._clock = clock
        self._changes = changes
        self._queue = queue
        self._retry_delay = retry_delay
        self._lanes: dict[Hashable, asyncio.Task[None]] = {}
        self._session: aiohttp.ClientSession | None = None
        self._slots = asyncio.Semaphore(1)
        self.target: Target | None = None
        self.deliveries: list[Delivery] = []
        self.replies: list[object] = []
        """Bodies of 2xx answers that ask for a method call, which the double does not make."""
        self.last_error: tuple[int, str] | None = None
        queue.on_push = self._serve

    def set(self, target: Target) -> None:
        self.stop()
        self.target = target
        self.last_error = None
        self._slots = asyncio.Semaphore(target.max_connections)
        self._serve()

    def stop(self) -> bool:
        """Whether there was a webhook to stop."""
        was_set, self.target = self.target is not None, None
        for task in self._lanes.values():
            task.cancel()
        self._lanes.clear()
        return was_set

    async def close(self) -> None:
        tasks = list(self._lanes.values())
        self.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def _serve(self) -> None:
        if self.target is None:
            return
        for update in self._queue.pending():
            running = self._lanes.get(update.lane)
            if running is None or running.done():
                self._lanes[update.lane] = asyncio.create_task(self._lane(update.lane, self.target))

    async def _lane(self, lane: Hashable, target: Target) -> None:
        while update := next((u for u in self._queue.pending() if u.lane == lane), None):
            delay = self._retry_delay
            while wait := await self._deliver(update, target, delay):
                await self._clock.sleep(wait)
                delay = min(delay * 2, _LONGEST_DELAY)
            self._queue.forget(update)

    async def _deliver(self, update: Update, target: Target, delay: float) -> float:
        """Zero once taken, else the seconds to wait before the next try."""
        async with self._slots:
            status, answer = await self._post(update, target)
        self.deliveries.append(Delivery(update, status))
        if status is not None and 200 <= status <= 299:
            if isinstance(answer, dict) and "method" in answer:
                self.replies.append(answer)
            self._changes.notify()
            return 0.0
        why = (
            "Connection refused" if status is None else f"Wrong response from the webhook: {answer}"
        )
        self.last_error = (int(self._clock.now()), why)
        self._changes.notify()
        return delay

    async def _post(self, update: Update, target: Target) -> tuple[int | None, object]:
        if urlsplit(target.url).hostname not in _LOOPBACK:
            return None, None  # A double never leaves the machine.
        if self._session is None:
            self._session = aiohttp.ClientSession()
        headers = {SECRET_HEADER: target.secret} if target.secret else {}
        try:
            async with self._session.post(
                target.url, json=update.json(), headers=headers, ssl=False
            ) as response:
                if response.ok and response.content_type == "application/json":
                    return response.status, await response.json()
                return response.status, f"{response.status} {response.reason}"
        except (aiohttp.ClientError, TimeoutError, ValueError):
            return None, None
