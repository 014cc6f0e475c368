"""Our own long poll: the offset moves on only when everything before it is committed."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Literal

import structlog
from telegram import Update
from telegram.error import Conflict, InvalidToken, TelegramError

from adapters.chat.telegram.client import Client, Throttled
from adapters.chat.telegram.intake import Intake
from core.ports import Clock

log = structlog.get_logger(__name__)

BACKOFF_S = (1.0, 2.0, 5.0, 10.0, 30.0)
RIVAL_S = 60.0
"""How long another poller of the same bot is put up with."""
AGAIN_S = 5.0
_EPISODE_S = 120.0
"""Conflicts further apart than this are two affairs."""

Stopped = Literal["rival", "token"]


class Polling:
    """Asks for updates until told to stop, or until there is no use in asking."""

    def __init__(self, client: Client, intake: Intake, clock: Clock, poll_s: int) -> None:
        self._client = client
        self._intake = intake
        self._clock = clock
        self._poll_s = poll_s
        self._offset = 0
        self._failures = 0
        self._rival_since: float | None = None
        self._rival_seen = 0.0

    async def run(self) -> Stopped:
        """Why there is no use any more: another process polls, or the token is refused."""
        while True:
            try:
                # A poll that never ends, whatever the connection does, would be a deaf bot.
                async with asyncio.timeout(self._poll_s + 20):
                    batch = await self._client.poll(self._offset, self._poll_s)
            except Conflict:
                if self._rival_stays():
                    return "rival"
                await self._clock.sleep(AGAIN_S)
            except InvalidToken:
                return "token"
            except Throttled as error:
                await self._clock.sleep(error.wait_s)
            except (TelegramError, TimeoutError) as error:
                await self._back_off("updates not fetched", error)
            else:
                await self._settle(batch)

    async def _settle(self, batch: Sequence[dict[str, Any]]) -> None:
        """Take all of it, or leave the offset: what was taken already is known by its key."""
        try:
            await take_all(self._client, self._intake, batch)
        except Exception as error:  # noqa: BLE001 - whatever failed here, the update stays ours
            await self._back_off("updates not accepted", error)
            return
        self._failures = 0
        ids = [one["update_id"] for one in batch if isinstance(one.get("update_id"), int)]
        self._offset = max([self._offset, *(update_id + 1 for update_id in ids)])

    async def _back_off(self, what: str, error: Exception) -> None:
        wait = BACKOFF_S[min(self._failures, len(BACKOFF_S) - 1)]
        self._failures += 1
        log.warning(what, error=type(error).__name__, again_in_s=wait)
        await self._clock.sleep(wait)

    def _rival_stays(self) -> bool:
        now = self._clock.now().timestamp()
        if self._rival_since is None or now - self._rival_seen > _EPISODE_S:
            log.warning("another process polls this bot")
            self._rival_since = now
        self._rival_seen = now
        return now - self._rival_since >= RIVAL_S


async def take_all(client: Client, intake: Intake, batch: Sequence[dict[str, Any]]) -> None:
    """Take updates in: those of one chat in their order, chats side by side.

    What is not an update is skipped. Raises what taking one raised, after all were tried.
    """
    lanes: defaultdict[int, list[Update]] = defaultdict(list)
    for raw in batch:
        update = parsed(client, raw)
        if update is not None:
            chat = update.effective_chat
            lanes[chat.id if chat else 0].append(update)
    done = await asyncio.gather(
        *(_take(intake, lane) for lane in lanes.values()), return_exceptions=True
    )
    for failure in done:
        if failure is not None:
            raise failure


def parsed(client: Client, raw: Any) -> Update | None:
    """The update; None, with a line in the log, for what is none that we can read."""
    try:
        return Update.de_json(raw, client)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        number = raw.get("update_id") if isinstance(raw, dict) else None
        log.warning("update skipped", update=number, error=type(error).__name__)
        return None


async def _take(intake: Intake, updates: Sequence[Update]) -> None:
    for update in updates:
        await intake.take(update)
