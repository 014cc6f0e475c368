"""What rests on several exchange accounts, each by itself."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.orders import OpenOrder
from core.domain.positions import Position
from core.domain.records import ExchangeAccount
from core.errors import PersonError, VenueError
from core.trading.halt import READ_S
from core.trading.venue import Venues


@dataclass(frozen=True, kw_only=True, slots=True)
class AtRest:
    """An account's resting orders, the oldest first; None where they cannot be read now."""

    account: ExchangeAccount
    orders: tuple[OpenOrder, ...] | None


async def at_rest(
    accounts: Sequence[ExchangeAccount], venues: Venues, *, within_s: float = READ_S
) -> list[AtRest]:
    """What rests on each account that is switched on; nothing is raised."""
    used = [one for one in accounts if one.enabled]
    return list(await asyncio.gather(*(_of(one, venues, within_s) for one in used)))


async def _of(account: ExchangeAccount, venues: Venues, within_s: float) -> AtRest:
    try:
        async with asyncio.timeout(within_s):
            orders = await venues.exchange(account).open_orders(account.id)
    except (VenueError, PersonError, TimeoutError):
        return AtRest(account=account, orders=None)
    return AtRest(account=account, orders=tuple(sorted(orders, key=lambda one: one.created_at)))


async def holdings(account: ExchangeAccount, venues: Venues) -> tuple[Position, ...] | None:
    """What the account holds; None where it cannot be read now."""
    try:
        async with asyncio.timeout(READ_S):
            return (await venues.exchange(account).account(account.id)).positions
    except (VenueError, PersonError, TimeoutError):
        return None
