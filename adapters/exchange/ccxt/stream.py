"""An account's own streams at a venue, as a hint that something about its orders changed.

What changed is never taken from a stream: it may have gaps and say things twice. Whoever gets the
hint reads orders and positions over REST, and gets one after each connection too, since what
happened meanwhile was told to nobody.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import structlog

from adapters.exchange.ccxt.accounts import Accounts
from adapters.exchange.ccxt.dialects import DIALECTS
from core.errors import VenueError
from core.ports import Clock

log = structlog.get_logger(__name__)

OnChange = Callable[[str], object]
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0


async def follow(accounts: Accounts, account: str, on_change: OnChange, clock: Clock) -> None:
    """Call `on_change` with the account whenever its orders may have changed, until cancelled.

    A stream that breaks off is taken up again after a pause, longer each time it fails at once.
    """
    async with asyncio.TaskGroup() as group:
        for params in DIALECTS[accounts.venue.id].streams:
            group.create_task(_follow_one(accounts, account, params, on_change, clock))


async def _follow_one(
    accounts: Accounts, account: str, params: Mapping[str, Any], on_change: OnChange, clock: Clock
) -> None:
    pause = FIRST_PAUSE_S
    while True:
        heard = 0
        try:
            client = await accounts.client(account)
            while True:
                async with asyncio.TaskGroup() as listening:
                    listening.create_task(
                        client.next_event("watch_orders", None, None, None, dict(params))
                    )
                    # At the beginning of each connection, and once more after each event.
                    on_change(account)
                heard += 1
        except* VenueError as errors:
            why = str(errors.exceptions[0])
            log.info("stream broke off", venue=accounts.venue.id, account=account, why=why)
        pause = FIRST_PAUSE_S if heard else min(pause * 2, LONGEST_PAUSE_S)
        await clock.sleep(pause)
