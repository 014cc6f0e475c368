"""Live venues: where real orders go. Making one asks nobody and imports nothing of its library."""

from collections.abc import Mapping

from adapters.exchange.ccxt.accounts import Accounts
from adapters.exchange.ccxt.client import Clients
from adapters.exchange.ccxt.exchange import CcxtExchange
from adapters.exchange.ccxt.keys import is_allowed
from adapters.exchange.ccxt.venues import VENUES
from core.credentials import Credentials
from core.domain.records import ExchangeAccount
from core.ports import Clock, Records, Sealer


def live_exchanges(
    clients: Clients, records: Records, sealer: Sealer, clock: Clock, named: frozenset[str]
) -> dict[str, CcxtExchange]:
    """Each venue that may be used here, and its test network under `NAME:testnet`.

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
