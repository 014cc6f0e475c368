"""Live venues: where real orders go, and real prices come from.

Nothing is imported of the venue library, and nobody is called, before a price or an account is
first asked for.
"""

import asyncio
from collections.abc import Mapping
from functools import partial

from adapters.exchange.ccxt.accounts import Accounts
from adapters.exchange.ccxt.client import Clients
from adapters.exchange.ccxt.exchange import CcxtExchange
from adapters.exchange.ccxt.keys import is_allowed
from adapters.exchange.ccxt.market import CcxtMarket
from adapters.exchange.ccxt.stream import OnChange
from adapters.exchange.ccxt.venues import VENUES
from adapters.market.cache import CachedMarket
from core.credentials import Credentials
from core.domain.records import ExchangeAccount, Query
from core.errors import SetupError
from core.jobs.loops import every
from core.ports import Clock, MarketData, Records, Sealer
from core.trading.venue import venue_key

FOLLOWED_S = 30.0
"""How often it is seen whether accounts have come or gone."""


def live_markets(clients: Clients, clock: Clock) -> dict[str, MarketData]:
    """The market of each venue under its name, and of its test network under `NAME:testnet`."""
    found: dict[str, MarketData] = {}
    for venue in VENUES.values():
        found[venue.id] = CachedMarket(CcxtMarket(clients, venue, clock), clock)
        if venue.trial:
            trial = CcxtMarket(clients, venue, clock, testnet=True)
            found[f"{venue.id}:testnet"] = CachedMarket(trial, clock)
    return found


def live_exchanges(
    clients: Clients, records: Records, sealer: Sealer, clock: Clock, named: frozenset[str]
) -> dict[str, CcxtExchange]:
    """Each venue that may be traded at, and its test network under `NAME:testnet`.

    `named` are those of the venues not tried by us that a setting allows. Close each when done.
    """
    credentials = Credentials(records, sealer)

    async def row(account: str) -> ExchangeAccount | None:
        return await records.get(ExchangeAccount, account)

    async def open_keys(account: str) -> Mapping[str, str]:
        return await credentials.open(account)

    found: dict[str, CcxtExchange] = {}
    for venue in VENUES.values():
        if not is_allowed(venue, named):
            continue
        for testnet in (False, True) if venue.trial else (False,):
            accounts = Accounts(venue, clients, row, open_keys, testnet=testnet)
            name = f"{venue.id}:testnet" if testnet else venue.id
            found[name] = CcxtExchange(accounts, clock)
    return found


async def follow_accounts(
    exchanges: Mapping[str, CcxtExchange], records: Records, on_change: OnChange, clock: Clock
) -> None:
    """Follow the streams of every live account that is enabled, as they come and go.

    `on_change` is called with the account whenever its orders may have changed.
    """
    followed: dict[str, asyncio.Task[None]] = {}

    async def look() -> None:
        where = {"mode": "live", "enabled": True}
        rows = await records.find(Query(kind=ExchangeAccount, where=where))
        found = {row.id: exchanges.get(venue_key(row)) for row in rows}
        wanted = {account: one for account, one in found.items() if one is not None}
        for account in followed.keys() - wanted.keys():
            followed.pop(account).cancel()
        for account, exchange in wanted.items():
            if account not in followed:
                one = every(clock, FOLLOWED_S, partial(exchange.follow, account, on_change))
                followed[account] = group.create_task(one)

    async with asyncio.TaskGroup() as group:
        await every(clock, FOLLOWED_S, look)


def live_titles(named: frozenset[str]) -> tuple[str, ...]:
    """The venues that may be traded at, as people call them."""
    return tuple(venue.title for venue in VENUES.values() if is_allowed(venue, named))


def checked_venue(name: str) -> str:
    """The title of a venue whose prices may be read; SetupError names those there are."""
    if name not in VENUES:
        raise SetupError(
            f"BELLWETHER_MARKET is not valid ('ccxt:{name}'): expected one of "
            f"{', '.join(VENUES)} behind the colon."
        )
    return VENUES[name].title
